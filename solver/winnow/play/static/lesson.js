'use strict';
/* A played introduction: the page shows what to do and why, and takes that move alone. */
(function (W) {
  const el = W.el;

  W.Lesson = class {
    /** `play` is the game on the screen. */
    constructor(play) {
      this.play = play;
      this.moves = play.about.lesson.steps.flatMap((step, index) => step.moves.map((move) => ({ move, step, index })));
      this.node = el('div', { class: 'lesson', role: 'status' });
    }

    get now() {
      return this.moves[this.play.at];
    }

    /** Whether a move is the one that is asked for, in any order of its cards where that is free. */
    takes(move) {
      const { gestures } = this.play.table;
      const [made, wanted] = [move, this.now.move].map((text) => W.Choice.made(gestures, text));
      return Boolean(made && wanted && made[0] === wanted[0]);
    }

    /** A new position is on the table. */
    moved() {
      const { play } = this;
      W.store.set('learned', { ...W.store.settings.learned, [play.game.game]: true });
      if (!this.now) {
        this.node.replaceChildren(el('p', {}, el('strong', {}, 'That is the game.'), ' The lamp tells at any time whether it can still be won.'), el('p', { class: 'row' }, el('a', { class: 'button main', href: `#/play/${play.game.game}/easy` }, 'Play an easy deal'), el('a', { class: 'button', href: '#/' }, 'Other games')));
        return;
      }
      const { step, index, move } = this.now;
      const count = play.about.lesson.steps.length;
      this.node.replaceChildren(
        el('div', { class: 'steps' }, el('span', { class: 'quiet' }, `Step ${index + 1} of ${count}`), el('a', { class: 'button', href: '#/' }, 'Skip')),
        el('p', {}, W.said(play.about.looks, step.text)));
      W.announce(W.spoken(play.about.looks, step.text));
      const [place, keys] = W.Choice.made(play.table.gestures, move);
      play.board.hint(play.table.gestures[place], true, keys);
    }
  };
})(window.Winnow);
