'use strict';
/* What is shown over a game: its table in words, a link to it, rules and keys; and what the keys do. */
(function (W) {
  const el = W.el;
  const KEYS = [
    ['Arrow keys', 'go from card to card'],
    ['Enter', 'pick a card, put it down, or turn a stock'],
    ['Escape', 'let go of the picked cards'],
    ['Space', 'play the picked cards, or the move that needs no thought, or turn the stock'],
    ['D', 'turn the stock'],
    ['U or Ctrl+Z', 'undo'],
    ['R or Ctrl+Y', 'redo'],
    ['H', 'hint: where to look, then the move, then the winning line'],
    ['L', 'lamp: can this still be won?'],
    ['N', 'new deal'],
    ['W', 'where did I lose it?'],
    ['F', 'find a card'],
    ['M', 'all moves as a list'],
    ['P', 'cards of the piles, in words'],
    ['?', 'these keys'],
  ];

  W.Panels = {
    piles(play) {
      const rows = play.table.piles.filter((pile) => pile.cards.length).map((pile) => [
        el('dt', {}, `${pile.title}, ${W.plural(pile.cards.length, 'card')}`),
        el('dd', {}, play.names(pile.cards.map((card) => card.key)).join(', ')),
      ]);
      W.dialog('The table in words', el('dl', {}, rows.flat()));
    },

    /** Show all cards of a pile, in the order in which they come up where it is a stock. */
    pile(play, pile) {
      const fan = play.board.plan.piles.find((spot) => spot.pile.key === pile.key).area.kind === 'fan';
      const cards = (fan ? [...pile.cards].reverse() : pile.cards).map((card) => el('li', { class: 'shown' }, card.face_up ? W.cardFace(play.about.looks, card.card) : W.cardBack(), el('span', { class: 'unseen' }, play.names([card.key])[0])));
      const box = W.dialog(`${pile.title}, ${W.plural(cards.length, 'card')}${fan ? ', next first' : ''}`, el('ol', { class: 'shown-cards' }, cards));
      W.setInks(box, play.about.looks);
    },

    share(play) {
      const { game } = play;
      const anchor = el('a', { class: 'link' });
      /* The moves name cards that a friend has not seen. */
      const told = el('input', { type: 'checkbox', checked: !game.fair, onchange: () => point() });
      const point = () => {
        const link = W.carrier.address + W.linkTo(game, told.checked ? [...game.after, ...play.moves()] : []);
        anchor.setAttribute('href', link);
        anchor.textContent = link;
      };
      point();
      const what = game.fair ? 'the same deal, face down' : 'this position';
      W.dialog(game.fair ? 'Share this deal' : 'Share this position',
        el('p', {}, W.carrier.address ? `The link opens ${what}: ` : `Behind the address of a page of Winnow, this opens ${what}: `, anchor),
        game.fair ? el('label', { class: 'switch' }, told, ' With my moves') : null,
        W.handing('Copy the link', () => anchor.textContent));
    },

    async rules(play) {
      const inside = el('div', { class: 'rules' });
      await play.source.rules(play.game.game).then((html) => { inside.innerHTML = html; }, (error) => { inside.textContent = error.message; });
      const { aim, lesson, legend } = play.about;
      const learn = lesson && play.source.deals ? el('a', { class: 'button main', href: `#/learn/${play.about.name}`, onclick: () => box.close() }, 'Play the introduction') : null;
      const box = W.dialog(`Rules of ${play.about.title}`, el('p', { class: 'lead' }, aim), el('p', {}, learn), inside, el('details', {}, el('summary', {}, 'For programs: how cards and moves are written'), el('p', {}, legend)));
    },

    keys() {
      W.dialog('Keys', el('table', {}, el('tbody', {}, KEYS.map(([key, text]) => el('tr', {}, el('th', { scope: 'row' }, key), el('td', {}, text))))));
    },
  };

  /** Return the key; where the layout has no Latin letters, the letter that the key has on the layouts that have. */
  W.letter = function ({ key, code }) {
    return /^[^\x00-\x7f]$/.test(key) && code.startsWith('Key') ? code.slice(3).toLowerCase() : key.toLowerCase();
  };

  /** Do what a pressed key asks of a game. */
  W.pressed = function (play, event) {
    if (document.querySelector('dialog[open]') || event.altKey) return;
    if (event.target.closest && event.target.closest('input, textarea, select')) return;
    const inside = event.target === document.body || event.target.closest('.board, main');
    const key = W.letter(event);
    const act = (action) => {
      event.preventDefault();
      action();
    };
    if (event.ctrlKey || event.metaKey) {
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
    const cross = play.node.querySelector('.notice.won .close');
    if (event.key === 'Escape' && cross) {
      act(() => cross.click());
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
    const button = play.keyed.get(key);
    if (key === 'd') act(() => turn(play));
    else if (button) act(() => button.node.disabled || button.action());
  };

  /** Make the move of the picked cards, or else the obvious one, or press what has the focus. */
  function space(play, target) {
    if (play.board.choice.picked.length && play.board.choice.exact().length) play.board.playPicked();
    else if (!play.force() && !enter(play, target)) turn(play);
  }

  /** Turn the stock, where a tap on a pile makes a move. */
  function turn(play) {
    const tap = play.table.gestures.find((gesture) => gesture.tap);
    if (tap) play.play(tap.move);
  }

  /** Press the card or place that has the focus; returns whether there is one. */
  function enter(play, target) {
    const node = target.closest && target.closest('.board button');
    if (node) play.board.click(node);
    return Boolean(node);
  }
})(window.Winnow);
