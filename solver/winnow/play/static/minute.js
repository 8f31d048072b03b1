'use strict';
/* A game against the clock, with the packet in hand: cards go to the pile or to the waste, and the pile is judged. */
(function (W) {
  const el = W.el;
  const HOLD = 280; /* Milliseconds from which a press is a long one. */
  const LATE = 10; /* The last seconds, which are heard. */
  const JUDGING = 40; /* Milliseconds in which a card of the pile is judged. */

  W.Minute = class {
    /** `packet` is an opened packet: the cards in the order in which they are handled, the pile's base first; `day` its date as a deal of the day. */
    constructor(about, source, packet, day) {
      Object.assign(this, { about, source, packet, day, looks: about.looks, longPress: HOLD });
      this.build();
      this.lay();
    }

    destroy() {
      clearInterval(this.timer);
      this.letGo();
    }

    build() {
      const place = (name) => el('div', { class: 'minute-place' }, el('p', {}, name), this[`${name.toLowerCase()}_`] = el('div', { class: 'minute-card', role: 'img', 'data-name': name }));
      const button = (text, key, action) => el('button', { type: 'button', class: 'main', onclick: action, 'aria-keyshortcuts': key, title: `Key: ${key}` }, text);
      this.clock = el('p', { class: 'minute-clock', role: 'timer' });
      this.told = el('div', { class: 'minute-told', role: 'status' });
      this.onButton = button('To the waste', 'Space', () => this.dealOn());
      this.pileButton = button('To the pile', 'Enter', () => this.toPile());
      this.stopButton = button('Start', 'S', () => (this.running ? this.stop() : this.start()));
      /* One thumb is enough: a tap on the table is the waste, a longer press the pile. */
      const table = el('div', { class: 'minute-table', onpointerdown: () => this.hold(), onpointerup: () => this.release(), onpointercancel: () => this.letGo() }, place('Pile'), place('Hand'), place('Waste'));
      W.settings.dress(table, this.about.felt);
      this.node = el('div', { class: 'home minute' },
        el('h1', {}, `${W.shortTitle(this.about.title)}: against the clock`),
        el('p', { class: 'quiet' }, `${this.day ? W.daySaid(this.day) : `Deal ${this.packet.number}`}. A card goes to the pile if it shares rank or suit with the last one there, or if no card that is left does; else to the waste.`),
        el('details', {}, el('summary', {}, 'One key or thumb is enough'), 'A short press of Space or on the cards is the waste, a longer one the pile.'),
        this.clock,
        table,
        el('div', { class: 'minute-thumbs' }, this.pileButton, this.onButton),
        el('div', { class: 'row' }, this.stopButton, W.muteButton()),
        this.told);
      W.setInks(this.node, this.looks);
    }

    /** Lay the packet out again, before the clock starts. */
    lay() {
      const [base, ...hand] = this.packet.cards;
      Object.assign(this, { pile: [base], hand, waste: [], running: false, ended: false });
      this.left = this.packet.seconds;
      this.show();
    }

    start() {
      if (this.ended) this.lay();
      this.told.replaceChildren();
      this.running = true;
      this.until = performance.now() + 1000 * this.packet.seconds;
      this.timer = setInterval(() => this.tick(), 100);
      this.stopButton.textContent = 'Stop';
      W.beep('start');
      this.show();
    }

    tick() {
      const before = Math.ceil(this.left);
      this.left = Math.max(0, (this.until - performance.now()) / 1000);
      this.showClock();
      if (this.left && this.left <= LATE && Math.ceil(this.left) < before) W.beep('tick');
      if (!this.left) this.stop();
    }

    /** End the time: what lies on the pile is judged. */
    async stop() {
      if (!this.running) return;
      this.running = false;
      this.ended = true;
      clearInterval(this.timer);
      this.stopButton.textContent = 'Again';
      W.beep('end');
      this.show();
      const found = await this.source.judge(this.packet, this.pile).catch((error) => this.told.replaceChildren(el('p', {}, error.message)));
      if (found) await this.judge(found);
    }

    /** Judge the pile card by card, up to the first wrong one, and show what was reached. */
    async judge(found) {
      const { looks, pile, packet, about, day } = this;
      const text = found.text.replace(/^(won|lost): /, '').replace(/^./, (first) => first.toUpperCase());
      const spent = (packet.seconds - this.left).toFixed(1);
      const right = found.place === null ? pile.length : found.place;
      const cards = pile.map((card) => el('li', { title: W.cardName(looks, card) }, W.said(looks, card)));
      const count = el('strong', { class: 'minute-right' });
      this.told.replaceChildren(el('p', {}, count), el('ol', { class: 'minute-pile', 'aria-label': 'The pile, its lowest card first' }, cards));
      for (let place = 0; place < right && this.ended; place += 1) {
        cards[place].className = 'right';
        count.textContent = `${place + 1} of ${packet.cards.length}`;
        if (!W.calm()) await new Promise((next) => { setTimeout(next, JUDGING); });
      }
      if (!this.ended) return;
      if (right < pile.length) cards[right].className = 'wrong';
      const { best } = W.store.put(`clock ${about.name}`, { game: about.name, open: { kind: 'clock', game: about.name }, best: right, higher: true });
      this.told.firstChild.append(`, your best ${best}. `, el('strong', {}, found.won ? 'Won! ' : 'Lost. '), el('span', {}, W.said(looks, `${text}. ${spent} seconds.`)));
      this.told.append(el('a', { class: 'button main', href: `#/clock/${about.name}` }, 'New packet'));
      if (day) this.keep(found, Number(spent), right);
      W.announce(`${found.won ? 'Won' : 'Lost'}. ${right} of ${packet.cards.length}. ${W.spoken(looks, text)}`);
    }

    /** Keep the result of a deal of the day, and offer to hand it on. */
    keep(found, spent, done) {
      const { about, day, packet } = this;
      const id = `daily ${day}`;
      const { tries = 0 } = W.store.get(id) || {};
      W.store.put(id, { game: about.name, open: { kind: 'daily', day }, line: [], solved: found.won, fastest: found.won ? spent : null, tries: tries + 1 });
      this.told.append(' ', W.handing('Share result', () => W.result({ day, title: about.title, done, total: packet.cards.length, spent, helped: false })));
    }

    /** Take the next card; an empty hand is first filled with the waste, its last card on top. */
    next() {
      if (!this.running) return null;
      if (!this.hand.length) [this.hand, this.waste] = [this.waste.reverse(), []];
      return this.hand.shift() || null;
    }

    dealOn() {
      const card = this.next();
      if (card) this.waste.push(card);
      this.show();
    }

    toPile() {
      const card = this.next();
      if (card) this.pile.push(card);
      this.show();
      if (this.running && this.pile.length === this.packet.cards.length) this.stop();
    }

    /** A press has begun: held long enough, it lays the card on the pile. */
    hold() {
      if (!this.running || this.holding) return;
      this.holding = setTimeout(() => {
        this.holding = null;
        this.toPile();
      }, this.longPress);
    }

    /** A press has ended: a short one deals to the waste. */
    release() {
      if (!this.holding) return;
      this.letGo();
      this.dealOn();
    }

    letGo() {
      clearTimeout(this.holding);
      this.holding = null;
    }

    show() {
      const coming = this.hand[0] || this.waste.at(-1);
      const put = (node, card) => {
        node.replaceChildren(...(card ? [el('div', { class: 'card' }, W.cardFace(this.looks, card))] : []));
        node.setAttribute('aria-label', `${node.dataset.name}: ${card ? W.cardName(this.looks, card) : 'empty'}`);
      };
      put(this.pile_, this.pile.at(-1));
      put(this.hand_, this.running || this.ended ? coming : null);
      put(this.waste_, this.waste.at(-1));
      this.showClock();
      this.onButton.disabled = this.pileButton.disabled = !this.running;
    }

    showClock() {
      this.clock.textContent = this.left.toFixed(1);
      this.clock.classList.toggle('late', this.running && this.left <= LATE);
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
      const actions = { ' ': () => this.hold(), enter: () => this.toPile(), s: () => (this.running ? this.stop() : this.start()) };
      const key = W.letter(event);
      const action = actions[key];
      if (!action || (!this.running && key !== 's')) return;
      /* A key held down must not press the button that has the focus. */
      event.preventDefault();
      if (!event.repeat) action();
    }

    keyUp(event) {
      if (event.key !== ' ' || !this.running) return;
      event.preventDefault();
      this.release();
    }
  };
})(window.Winnow);
