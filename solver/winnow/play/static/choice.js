'use strict';
/* How clicks on cards become one of the table's moves. It knows gestures and nothing of any game. */
(function (W) {
  /** Return a move in its form for comparison: in capitals, with single spaces. */
  W.normal = (move) => move.trim().toUpperCase().split(/\s+/).join(' ');

  const holds = (cards, picked) => picked.every((key) => cards.includes(key));

  /** The cards picked so far, and the moves that they can lead to. */
  W.Choice = class {
    /** `offers` says which of the table's gestures can be made here. */
    constructor(table, offers = () => true) {
      this.table = table;
      this.gestures = table.gestures.filter(offers);
      this.picked = [];
      this.pileOf = new Map();
      table.piles.forEach((pile) => pile.cards.forEach((card) => this.pileOf.set(card.key, pile)));
    }

    /** The moves whose cards hold all that is picked; those done by a tap on a pile are not made by picking. */
    possible(picked = this.picked) {
      return this.gestures.filter((gesture) => !gesture.tap && gesture.cards.length && holds(gesture.cards, picked));
    }

    /** The moves of exactly the picked cards. */
    exact(picked = this.picked) {
      return this.possible(picked).filter((gesture) => gesture.cards.length === picked.length);
    }

    movable(key) {
      return this.gestures.some((gesture) => !gesture.tap && gesture.cards.includes(key));
    }

    /** Return the cards that every move of the given cards takes with it. */
    closure(picked) {
      const moves = this.possible(picked);
      if (!moves.length || moves.some((gesture) => gesture.ordered)) return picked;
      const common = moves[0].cards.filter((key) => moves.every((gesture) => gesture.cards.includes(key)));
      return [...picked, ...common.filter((key) => !picked.includes(key))];
    }

    clear() {
      this.picked = [];
    }

    pick(key) {
      this.picked = this.closure([key]);
    }

    /** The moves that go to a place: a pile, at a cell of a grid, or at one end of it. */
    to(pile, cell, end) {
      if (!this.picked.length) return [];
      const there = (gesture) =>
        gesture.target === pile.key &&
        (cell ? gesture.cell && gesture.cell[0] === cell[0] && gesture.cell[1] === cell[1] : !gesture.cell);
      let moves = this.exact().filter(there);
      if (!moves.length) moves = this.possible().filter((gesture) => !gesture.ordered && there(gesture));
      const atEnd = moves.filter((gesture) => gesture.end === end);
      return atEnd.length ? atEnd : moves;
    }

    /** The places where what is picked can go: `{ pile, cell }`. */
    targets() {
      return this.possible()
        .filter((gesture) => gesture.target && (!gesture.ordered || this.exact().includes(gesture)))
        .map((gesture) => ({ pile: gesture.target, cell: gesture.cell }));
    }

    /** Let go of what is picked; return the move that a click on a pile does by itself, if there is one. */
    tap(pile) {
      this.clear();
      return this.gestures.filter((gesture) => gesture.tap === pile.key).slice(0, 1);
    }

    /**
     * Take a click on a card. Returns the moves it asks for: one is played, several are offered; an empty list says
     * that only the picked cards changed.
     */
    click(key, end) {
      const pile = this.pileOf.get(key);
      if (this.picked.includes(key)) {
        const moves = this.possible();
        /* A second tap on what has one place to go plays it. */
        if (moves.length === 1 && !moves[0].ordered && this.exact().length === 1) return moves;
        const whole = this.closure(this.picked.filter((other) => other !== key));
        this.picked = whole.includes(key) ? [] : whole;
        return [];
      }
      if (this.picked.length) {
        const exact = this.exact().filter((gesture) => gesture.target === pile.key && !gesture.cell);
        if (exact.length) return this.to(pile, null, end);
        if (this.possible([...this.picked, key]).length) {
          this.picked = this.closure([...this.picked, key]);
          return [];
        }
        const moves = this.to(pile, null, end);
        if (moves.length) return moves;
      }
      if (!this.movable(key)) return this.tap(pile);
      this.pick(key);
      return [];
    }

    /** Return which of the gestures makes a move, and the keys of its cards in the move's order; null if none does. */
    static made(gestures, move) {
      const words = W.normal(move).split(' ');
      for (const [place, gesture] of gestures.entries()) {
        const own = W.normal(gesture.move).split(' ');
        if (own.join(' ') === words.join(' ')) return [place, gesture.cards];
        if (!gesture.ordered || [...own].sort().join(' ') !== [...words].sort().join(' ')) continue;
        const first = own.length - gesture.cards.length;
        const left = gesture.cards.map((key, index) => [own[first + index], key]);
        return [place, words.slice(first).map((word) => left.splice(left.findIndex(([token]) => token === word), 1)[0][1])];
      }
      /* The first card of a grid may lie anywhere: the table offers one cell for it. */
      const alike = gestures.filter(({ move: own, cell }) => cell && W.normal(own).replace(String(cell), '') === words.join(' ').replace(/-?\d+,-?\d+$/, ''));
      return alike.length === 1 ? [gestures.indexOf(alike[0]), alike[0].cards] : null;
    }

    /** Return a gesture in words, with the order of its cards where that is free. */
    static inWords({ piles }, gesture, keys) {
      const cards = piles.flatMap((pile) => pile.cards);
      return gesture.ordered ? `${gesture.says} Order: ${keys.map((key) => cards.find((card) => card.key === key).card).join(' ')}.` : gesture.says;
    }

    /** Return moves in words: one sentence for those that a gesture makes with its cards in different orders. */
    static waysOf(table, moves) {
      const orders = new Map();
      for (const [place, keys] of moves.map((move) => W.Choice.made(table.gestures, move))) orders.set(place, [...(orders.get(place) || []), keys]);
      return [...orders].map(([place, [first, ...others]]) => W.Choice.inWords(table, table.gestures[place], first) + (others.length ? ` (or in ${W.plural(others.length, 'other order')})` : ''));
    }

    /** Return the text of a move; the cards of an ordered one are named in the order of picking. */
    static moveText(gesture, picked) {
      if (!gesture.ordered || picked.length !== gesture.cards.length) return gesture.move;
      const words = gesture.move.split(' ');
      const first = words.length - gesture.cards.length;
      const word = (key) => words[first + gesture.cards.indexOf(key)];
      return [...words.slice(0, first), ...picked.map(word)].join(' ');
    }
  };
})(window.Winnow);
