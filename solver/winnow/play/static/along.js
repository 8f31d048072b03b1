'use strict';
/* A game with real cards: the page asks for each card as it turns up, and gives advice by those entered so far. */
(function (W) {
  const el = W.el;

  W.Along = class {
    constructor(about, source, rules) {
      Object.assign(this, { about, source, rules, looks: about.looks, entries: [], wrong: null });
      this.busy = Promise.resolve();
      this.board = new W.Board({
        onMove: (move) => this.add(move),
        onChoice: (moves, picked) => this.offer(moves, picked),
        onRefused: (text) => this.say(text),
        onPile: () => {},
      });
      this.heading = el('h2', {});
      this.keys = el('div', { class: 'keypad', role: 'group', 'aria-label': 'Cards not seen yet' });
      this.actions = el('div', { class: 'along-actions', role: 'group', 'aria-label': 'Moves' });
      this.told = el('p', { role: 'status' });
      this.list = el('ol', { class: 'entered', 'aria-label': 'Cards and moves entered; press a card to correct it' });
      this.node = el('div', { class: 'along' },
        el('h1', {}, `${about.title}: along with real cards`),
        el('div', { class: 'along-table' }, this.board.node),
        this.heading, this.keys, this.actions,
        el('div', { class: 'row' },
          this.adviceButton = el('button', { type: 'button', class: 'main', onclick: () => this.advise() }, 'Advice'),
          this.backButton = el('button', { type: 'button', onclick: () => this.back() }, 'Take back')),
        this.told,
        this.list);
    }

    /** Take new entries if they can be; one after the other. */
    enter(entries) {
      this.busy = this.busy.then(async () => {
        const found = await this.source.along(this.about.name, this.rules, entries).catch((error) => this.say(error.message));
        if (!found) return;
        Object.assign(this, { entries, found, wrong: null });
        this.show();
      });
      return this.busy;
    }

    add(entry) {
      return this.enter([...this.entries, { text: entry, card: this.found.card }]);
    }

    back() {
      return this.enter(this.entries.slice(0, -1));
    }

    show() {
      const { found } = this;
      this.say(found.table.over ? `The game is over${found.table.won ? ' and won' : ''}.` : '');
      this.board.setLooks(this.about, found.layouts);
      this.board.show(found.table);
      this.backButton.disabled = !this.entries.length;
      this.adviceButton.disabled = found.card || found.table.over;
      this.showKeys();
      this.list.replaceChildren(...this.entries.map((entry, index) => el('li', {}, entry.card
        ? el('button', { type: 'button', title: 'Correct this card', onclick: () => this.correct(index) }, W.said(this.looks, entry.text))
        : W.said(this.looks, entry.text))));
    }

    /** The keypad: for the next card, or for the card that one entered wrongly is. */
    showKeys() {
      const { found, wrong } = this;
      const asks = wrong !== null || found.card;
      this.heading.textContent = wrong !== null ? `Which card is it, not ${W.cardName(this.looks, this.entries[wrong].text)}?` : found.card ? 'Which card turns up?' : found.table.over ? '' : 'Your move';
      const press = (card) => (wrong === null ? this.add(card) : this.enter(this.entries.map((entry, index) => (index === wrong ? { ...entry, text: card } : entry))));
      const cards = asks ? [...new Set(found.unseen)] : [];
      this.keys.replaceChildren(...cards.map((card) => el('button', { type: 'button', onclick: () => press(card) }, W.said(this.looks, card))));
      if (asks) this.actions.replaceChildren();
    }

    correct(index) {
      this.wrong = this.wrong === index ? null : index;
      this.showKeys();
    }

    /** Offer the moves of the picked cards as buttons, or those of the table that need no card. */
    offer(moves, picked) {
      if (!this.found || this.found.card) return;
      const { gestures } = this.found.table;
      const ready = moves.filter((gesture) => !gesture.cell).concat(picked.length ? [] : gestures.filter((gesture) => gesture.tap || !gesture.cards.length || gesture.ordered));
      this.actions.replaceChildren(...ready.slice(0, 12).map((gesture) => el('button', { type: 'button', title: gesture.says, onclick: () => this.add(W.Choice.moveText(gesture, picked)) }, gesture.label)));
    }

    async advise() {
      this.say('Comparing moves by the cards you have seen ...');
      const { entries } = this;
      const found = await this.source.alongAdvice(this.about.name, this.rules, entries).catch((error) => this.say(error.message));
      if (found && entries === this.entries) this.say(this.board.advised(found.move));
    }

    say(text) {
      this.told.replaceChildren(...W.said(this.looks, text));
      if (text) W.announce(W.spoken(this.looks, text));
    }
  };
})(window.Winnow);
