'use strict';
/* A small table of a game: today's deal after some moves by chance. */
(function (W) {
  const MOVES = 9;

  W.Mini = class {
    constructor(about, source) {
      Object.assign(this, { about, source, line: [], over: false });
      this.node = W.el('div', { class: 'mini', 'aria-hidden': 'true', inert: true });
      const suits = W.el('span', { class: 'suits' }, Object.keys(about.looks.shapes).slice(0, 6).map((letter) => W.suitShape(about.looks, letter)));
      W.setInks(suits, about.looks);
      W.settings.dress(this.node, about.felt);
      this.node.append(suits);
      /* A tile without a table still opens its game, which then says what is wrong. */
      if (source.deals) this.begin().catch((error) => console.info(`No small table: ${error.message}`));
    }

    async begin() {
      const number = String(W.dayNumber());
      this.game = await this.source.open({ kind: 'deal', game: this.about.name, number });
      this.table = this.game.table;
      if (this.over) return;
      this.board = new W.Board({ onChoice: () => {} }); /* It is inert. */
      this.board.setLooks(this.about, this.game.layouts);
      this.node.replaceChildren(this.board.node);
      this.board.show(this.table);
      while (this.line.length < MOVES && !this.over && !this.table.over) await this.move();
      if (!this.over) this.board.show(this.table);
    }

    async move() {
      const plain = this.table.gestures.filter((gesture) => !gesture.tap);
      const among = plain.length ? plain : this.table.gestures;
      this.line.push(this.table.forced || among[Math.floor(Math.random() * among.length)].move);
      this.table = await this.source.table(this.game, this.line);
    }

    destroy() {
      this.over = true;
      if (this.board) this.board.destroy();
    }
  };
})(window.Winnow);
