'use strict';
/* The keys of the screen of a game. */
(function (W) {
  /** Do what a pressed key asks of a game. */
  W.pressed = function (play, event) {
    if (document.querySelector('dialog[open]') || event.altKey || event.metaKey) return;
    const field = event.target.closest && event.target.closest('input, textarea, select');
    if (field) return;
    const inside = event.target === document.body || event.target.closest('.board, main');
    const key = event.key.toLowerCase();
    const act = (action) => {
      event.preventDefault();
      action();
    };
    if (event.ctrlKey) {
      if (key === 'z') act(() => (event.shiftKey ? play.redo() : play.undo()));
      else if (key === 'y') act(() => play.redo());
      return;
    }
    if (!inside) return;
    if (event.key === 'Escape' && play.more.classList.contains('open')) {
      act(() => play.toggleMore(false));
      play.moreButton.focus();
      return;
    }
    if (event.key.startsWith('Arrow') && !event.target.closest('.board, .controls, .list')) {
      act(() => play.board.focus());
      return;
    }
    if (event.key === ' ') {
      const onBoard = !event.target.closest('button, a, summary') || event.target.closest('.board');
      if (onBoard) act(() => space(play, event.target));
      return;
    }
    const actions = {
      u: () => play.undo(), r: () => play.redo(), h: () => play.truth.hint(), l: () => play.toggleLamp(),
      n: () => play.redeals && play.another(), w: () => play.at && play.truth.story(), m: () => play.toggleList(), p: () => W.Panels.piles(play), '?': () => W.Panels.keys(play),
    };
    if (actions[key]) act(actions[key]);
  };

  /** Make the move of the picked cards, or else the obvious one, or press what has the focus. */
  function space(play, target) {
    if (play.board.choice.picked.length && play.board.choice.exact().length) play.board.playPicked();
    else if (!play.force()) enter(play, target);
  }

  function enter(play, target) {
    const node = target.closest && target.closest('.board button');
    if (node) play.board.click(node);
  }
})(window.Winnow);
