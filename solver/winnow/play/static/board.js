'use strict';
/* The table on the screen: draws any table, moves its cards, and shows what is picked and where it can go. */
(function (W) {
  const MOST = 200; /* The largest width of a card, in pixels. */
  const SMALL = 64; /* A card's width in pixels below which titles are set closely. */
  const GLIDE = 240; /* Milliseconds that a card takes to its new place; see page.css. */

  W.Board = class extends W.Hands {
    /**
     * `onMove(text)` plays a move; `onChoice(gestures, picked)` tells what the picked cards can do; `onRefused(text)`
     * says why a click does nothing; `onPile(pile)` shows all cards of a pile; `offers(gesture)` says whether a move can
     * be made here, by default each.
     */
    constructor(hands) {
      super();
      Object.assign(this, hands);
      this.arrows = W.svg('svg', { class: 'arrows', 'aria-hidden': 'true' });
      this.field = W.el('div', { class: 'field' }, this.arrows);
      this.node = W.el('div', { class: 'board', role: 'application', 'aria-label': 'Table' }, this.field);
      this.cards = new Map();
      this.places = new Map();
      this.table = null;
      this.hot = null;
      this.numbers = new Map();
      this.pointed = [];
      this.field.addEventListener('pointerdown', (event) => this.press(event));
      this.field.addEventListener('keydown', (event) => this.key(event));
      this.field.addEventListener('focusin', (event) => this.focused(event.target));
      new ResizeObserver(() => this.table && this.place()).observe(this.node);
      this.node.addEventListener('restyle', () => {
        this.dress();
        if (this.table) this.place();
      });
    }

    /** Take the looks of the cards and the fixed places of the piles. */
    setLooks({ looks, title, felt }, layouts) {
      Object.assign(this, { looks, felt, layouts });
      this.dress();
      this.node.setAttribute('aria-label', `${title}: arrow keys go from card to card, Enter picks and puts down`);
      this.cards.forEach((node) => node.remove());
      this.cards.clear();
    }

    dress() {
      W.setInks(this.node, this.looks);
      W.settings.dress(this.node, this.felt);
    }

    /** Show a table; cards that were there fly to their new places. */
    show(table) {
      this.table = table;
      this.choice = new W.Choice(table, this.offers);
      this.clearHint();
      this.draw();
      /* The first cards are dealt already. */
      if (!this.spots) this.deal();
      this.place();
      this.mark();
    }

    /** Let the cards of the next frame lie where they are without having flown there. */
    deal() {
      this.field.classList.add('dealt');
      requestAnimationFrame(() => requestAnimationFrame(() => this.field.classList.remove('dealt')));
    }

    /* ---- Drawing ---- */

    draw() {
      const shown = new Set();
      this.places.forEach((node) => node.remove());
      this.places.clear();
      for (const pile of this.table.piles) {
        this.drawPlace(pile);
        pile.cards.forEach((card, index) => {
          shown.add(card.key);
          this.drawCard(card, pile, index);
        });
      }
      for (const [key, node] of this.cards) {
        if (!shown.has(key)) {
          node.remove();
          this.cards.delete(key);
        }
      }
    }

    drawPlace(pile) {
      const count = pile.cards.length;
      const told = count > 1 && pile.spread !== 'down' ? W.el('span', { class: 'count', 'data-count': String(count) }) : null;
      const all = { class: 'title', type: 'button', tabindex: '-1', 'aria-label': `All cards: ${pile.title}`, onclick: () => this.onPile(pile) };
      const title = told ? W.el('button', all, W.el('span', { class: 'name' }, pile.title), told) : W.el('div', { class: 'title', 'aria-hidden': 'true' }, W.el('span', { class: 'name' }, pile.title));
      const label = count ? `${pile.title}, ${W.plural(count, 'card')}` : `${pile.title}, empty`;
      const emblem = pile.emblem && W.suitShape(this.looks, pile.emblem);
      this.keep(`title ${pile.key}`, title);
      this.keep(`base ${pile.key}`, W.el('button', { class: 'base', type: 'button', tabindex: '-1', 'aria-label': label, 'data-pile': pile.key }, emblem));
      pile.cells.forEach((cell) => {
        const name = `${pile.title}: free cell, column ${cell[0] + 1}, row ${cell[1] + 1}`;
        this.keep(`cell ${pile.key} ${cell}`, W.el('button', { class: 'cell', type: 'button', tabindex: '-1', 'aria-label': name, 'data-pile': pile.key, 'data-cell': cell }));
      });
    }

    keep(name, node) {
      this.places.set(name, node);
      this.field.append(node);
    }

    drawCard(card, pile, index) {
      let node = this.cards.get(card.key);
      const face = card.face_up ? card.card : '';
      if (!node) {
        node = W.el('button', { class: 'card', type: 'button', tabindex: '-1', 'data-key': card.key });
        this.cards.set(card.key, node);
        this.field.append(node);
      }
      if (node.dataset.face !== face) {
        node.classList.toggle('turned', Boolean(face) && node.dataset.face === '');
        node.dataset.face = face;
        node.classList.toggle('back', !card.face_up);
        node.replaceChildren(card.face_up ? W.cardFace(this.looks, card.card) : W.cardBack());
      }
      const count = pile.cards.length;
      const name = card.face_up ? W.cardName(this.looks, card.card) : 'face-down card';
      const where = count > 1 ? `${pile.title}, ${index + 1} of ${count}` : pile.title;
      node.dataset.name = `${name}, ${where}`;
      /* A card that changes piles goes above the others. */
      if (node.dataset.at && node.dataset.at !== pile.key) {
        node.classList.add('gliding');
        setTimeout(() => node.classList.remove('gliding'), GLIDE);
      }
      node.dataset.at = pile.key;
      node.classList.toggle('in-view', index >= count - pile.marked);
      const cell = pile.crossed && card.cell ? (card.cell[0] + card.cell[1]) % 2 : 0;
      node.classList.toggle('across', cell !== 0);
    }

    /** Put everything in its place for the room there is. */
    place() {
      if (!this.node.isConnected) return; /* The game has been left: there is no room to lay it out in. */
      const plan = W.layOut(this.table, this.layouts, this.node.clientWidth, this.node.clientHeight, MOST);
      const unit = plan.unit;
      Object.assign(this, { unit, plan, middles: new Map() });
      const set = (node, x, y, layer, scale = 1) => {
        node.style.transform = `translate(${(x * unit).toFixed(1)}px, ${(y * unit).toFixed(1)}px)`;
        node.style.zIndex = layer;
        /* Where it comes to lie: it may still be on its way. */
        this.middles.set(node, [(x + scale / 2) * unit, (y + (scale * W.CARD_HEIGHT) / 2) * unit]);
        if (scale !== 1) node.style.setProperty('--unit', `${(unit * scale).toFixed(2)}px`);
        else node.style.removeProperty('--unit');
      };
      this.field.style.setProperty('--unit', `${unit.toFixed(2)}px`);
      this.field.classList.toggle('small', unit < SMALL);
      this.field.style.width = `${plan.width * unit}px`;
      this.field.style.height = `${plan.height * unit}px`;
      this.spots = new Map();
      for (const { pile, area, x, y, places, cells, scale, layers } of plan.piles) {
        const title = this.places.get(`title ${pile.key}`);
        set(title, x, y - 0.34, 1);
        const right = plan.piles.filter((other) => other.x > x && Math.abs(other.y - y) < 0.1).map((other) => other.x);
        title.style.maxWidth = `${(Math.min(plan.width, ...right) - x) * unit - 3}px`;
        const base = this.places.get(`base ${pile.key}`);
        set(base, x, y, 0);
        base.style.width = `${area.width * unit}px`;
        base.style.height = `${area.height * unit}px`;
        base.dataset.says = pile.cards.length || pile.cells.length ? '' : area.says || '';
        base.classList.toggle('wide', area.width > 1.01);
        const [wide, high] = [0, 1].map((axis) => Math.max(0, ...places.filter(Boolean).map((place) => place[axis])));
        this.spots.set(pile.key, { x: x * unit, y: y * unit, w: area.width * unit, h: area.height * unit, wide: (wide + 1) * unit, high: (high + W.CARD_HEIGHT) * unit });
        cells.forEach((place, index) => {
          const cell = pile.cells[index];
          const node = this.places.get(`cell ${pile.key} ${cell.join(',')}`);
          set(node, x + place[0], y + place[1], 1, scale);
          if (pile.crossed && (cell[0] + cell[1]) % 2) node.style.transform += ' rotate(90deg)';
        });
        pile.cards.forEach((card, index) => {
          const node = this.cards.get(card.key);
          node.classList.toggle('under', !places[index]);
          const [left, top] = places[index] || places.filter(Boolean).at(-1) || [0, 0];
          set(node, x + left, y + top, 2 + layers[index], scale);
          if (node.classList.contains('across')) node.style.transform += ' rotate(90deg)';
        });
      }
      this.point();
    }

    /** Show what is picked, what can move, and where it can go. */
    mark() {
      const choice = this.choice;
      const targets = choice.picked.length ? choice.targets() : [];
      const goes = (pile, cell) =>
        targets.some((target) => target.pile === pile && (cell ? String(target.cell) === cell : !target.cell));
      const tapped = new Set(this.table.gestures.filter((gesture) => gesture.tap).map((gesture) => gesture.tap));
      for (const [key, node] of this.cards) {
        const place = choice.picked.indexOf(key);
        const movable = choice.movable(key);
        const pile = node.dataset.at;
        const taps = tapped.has(pile);
        node.classList.toggle('picked', place >= 0);
        node.classList.toggle('movable', movable);
        node.classList.toggle('goal', place < 0 && goes(pile));
        const order = choice.picked.length && choice.possible().some((gesture) => gesture.ordered) && place >= 0;
        node.dataset.order = order ? String(place + 1) : this.numbers.get(key) || '';
        const state = place >= 0 ? ', picked' : goes(pile) ? ', can take the picked cards' : '';
        node.setAttribute('aria-label', node.dataset.name + state);
        node.setAttribute('aria-disabled', String(!movable && !taps && !goes(pile)));
        if (movable) node.setAttribute('aria-pressed', String(place >= 0));
        else node.removeAttribute('aria-pressed');
      }
      for (const node of this.places.values()) {
        if (!node.dataset.pile) continue;
        const goal = goes(node.dataset.pile, node.dataset.cell);
        node.classList.toggle('goal', goal);
        node.classList.toggle('tap', !node.dataset.cell && tapped.has(node.dataset.pile));
      }
      this.rove();
      this.onChoice(choice.picked.length ? choice.exact() : [], choice.picked);
    }

    /** Mark the cards of a move, numbered in the order `keys`; with `goal` an arrow shows where they go. */
    hint(gesture, goal, keys) {
      this.showMoves([[gesture, 'hinted']], goal, keys);
    }

    /** Show a move that is advised, and return it as a sentence; null to stop. */
    advised(move) {
      if (move === null) return 'A good player stops here.';
      const [place, keys] = W.Choice.made(this.table.gestures, move);
      const gesture = this.table.gestures[place];
      this.hint(gesture, true, keys);
      return `A good player makes this move: ${W.Choice.inWords(this.table, gesture, keys)}`;
    }

    /** Mark moves, each with its kind; with `goal` show where they go, and number the cards of the last in the order `keys`. */
    showMoves(moves, goal, keys) {
      this.clearHint();
      this.choice.clear();
      if (goal && moves.length && moves.at(-1)[0].ordered) keys.forEach((key, place) => this.numbers.set(key, String(place + 1)));
      this.pointed = goal ? moves.filter(([{ target }]) => target).map(([gesture, kind]) => ({ ...gesture, kind })) : [];
      this.mark();
      for (const [{ cards, tap, source, target, cell }, kind] of moves) {
        const places = [!cards.length || tap ? `base ${tap || source}` : '', goal && cell ? `cell ${target} ${cell}` : ''];
        [...cards.map((key) => this.cards.get(key)), ...places.map((name) => this.places.get(name))].filter(Boolean).forEach((node) => node.classList.add(kind));
      }
      this.point();
    }

    /** Mark the cards that a sentence names by their codes. */
    name(text) {
      const named = new Set(text.match(/[A-Z0-9]+/g));
      this.cards.forEach((node) => node.classList.toggle('named', named.has(node.dataset.face)));
    }

    /** Let the player choose a card, and mark it where it lies face up; `told` takes a sentence if it does not. */
    find(told) {
      const pick = (token) => {
        box.close();
        this.name(token);
        if (!this.field.querySelector('.named')) told('This card does not lie face up.');
      };
      const cards = Object.keys(this.looks.cards).map((token) => W.el('li', {}, W.el('button', { type: 'button', class: 'shown', onclick: () => pick(token), 'aria-label': W.cardName(this.looks, token) }, W.cardFace(this.looks, token))));
      const box = W.dialog('Find a card', W.el('ol', { class: 'shown-cards' }, cards));
      W.setInks(box, this.looks);
    }

    clearHint() {
      this.name('');
      [...this.cards.values(), ...this.places.values()].forEach((node) => node.classList.remove('hinted', 'own', 'worse', 'better'));
      this.numbers.clear();
      this.pointed = [];
      this.point();
    }

    /** Draw the arrows: each from the middle of a move's first card to where it goes. */
    point() {
      this.arrows.replaceChildren(...(this.unit ? this.pointed.flatMap((gesture) => this.arrowOf(gesture)) : []));
    }

    arrowOf({ cards, source, target, cell, end, kind }) {
      const middle = (node) => this.middles.get(node);
      const pile = this.table.piles.find((other) => other.key === target);
      const last = pile.cards[end === 'first' ? 0 : pile.cards.length - 1];
      const spot = this.spots.get(target);
      const goal = cell ? this.places.get(`cell ${target} ${cell.join(',')}`) : last && this.cards.get(last.key);
      const [x, y] = middle(cards.length ? this.cards.get(cards[0]) : this.places.get(`base ${source}`));
      const [u, v] = goal ? middle(goal) : [spot.x + this.unit / 2, spot.y + (this.unit * W.CARD_HEIGHT) / 2];
      const far = Math.hypot(u - x, v - y) || 1;
      const [dx, dy, head] = [(u - x) / far, (v - y) / far, this.unit * 0.22];
      const [p, q] = [u - dx * head, v - dy * head];
      return [
        W.svg('path', { class: `shaft ${kind}`, d: `M${x},${y}L${p},${q}`, 'stroke-width': head * 0.55 }),
        W.svg('path', { class: `head ${kind}`, d: `M${u},${v}L${p - dy * head},${q + dx * head}L${p + dy * head},${q - dx * head}Z` }),
      ];
    }

    /** Say by a short shake, and in a phrase, that a card or place does nothing now. */
    shake(node, text) {
      node.classList.remove('shaken');
      void node.offsetWidth; /* The animation starts anew. */
      node.classList.add('shaken');
      this.onRefused(text);
    }
  };
})(window.Winnow);
