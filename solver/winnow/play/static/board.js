'use strict';
/* The table on the screen: draws any table, moves its cards, and shows what is picked and where it can go. */
(function (W) {
  const LOWEST = 260; /* Pixels of height that a table is fitted to at least; then the page scrolls. */
  const MARGIN = 16;
  const SMALLEST = 0.55; /* The smallest scale at which a grid larger than the screen is drawn. */
  const LEGIBLE = 44; /* Pixels of a card's width below which its letters are drawn larger. */

  W.Board = class extends W.Hands {
    /**
     * `onMove(text)` plays a move; `onChoice(gestures, picked)` tells what the picked cards can do; `below()`
     * is the height of what stands beneath the table.
     */
    constructor({ onMove, onChoice, below }) {
      super();
      Object.assign(this, { onMove, onChoice, below });
      this.node = W.el('div', { class: 'board', role: 'application', 'aria-label': 'Table' });
      this.field = W.el('div', { class: 'field' });
      this.zoomed = false;
      this.zoom = W.el('button', { class: 'zoom', type: 'button', hidden: true, onclick: () => this.toggleZoom() });
      this.node.append(this.field);
      this.cards = new Map();
      this.places = new Map();
      this.table = null;
      this.hot = null;
      this.hinted = new Set();
      this.field.addEventListener('pointerdown', (event) => this.press(event));
      this.field.addEventListener('keydown', (event) => this.key(event));
      this.field.addEventListener('focusin', (event) => this.focused(event.target));
      this.resizer = new ResizeObserver(() => this.table && this.place());
      this.resizer.observe(this.node);
      this.dark = matchMedia('(prefers-color-scheme: dark)');
      this.dark.addEventListener('change', () => this.looks && W.setInks(this.node, this.looks));
    }

    setLooks(looks, title) {
      this.looks = looks;
      W.setInks(this.node, looks);
      this.node.setAttribute('aria-label', `${title}: arrow keys go from card to card, Enter picks and puts down`);
      this.cards.forEach((node) => node.remove());
      this.cards.clear();
    }

    /** Show a table; cards that were there fly to their new places. */
    show(table) {
      this.table = table;
      this.choice = new W.Choice(table);
      this.hinted.clear();
      this.draw();
      /* The height that is left for the table depends on the moves that are offered beneath it. */
      this.mark();
      this.place();
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
      const title = W.el('div', { class: 'title', 'aria-hidden': 'true' }, pile.title);
      if (count > 1 && pile.spread !== 'down') title.append(W.el('span', { class: 'count' }, String(count)));
      const label = count ? `${pile.title}, ${W.plural(count, 'card')}` : `${pile.title}, empty`;
      const base = W.el('button', { class: 'base', type: 'button', tabindex: '-1', 'aria-label': label });
      base.dataset.pile = pile.key;
      if (pile.emblem) base.append(W.suitShape(this.looks, pile.emblem));
      if (count && pile.spread === 'grid') base.hidden = true;
      this.keep(`title ${pile.key}`, title);
      this.keep(`base ${pile.key}`, base);
      pile.cells.forEach((cell) => {
        const name = `${pile.title}: free cell, column ${cell[0] + 1}, row ${cell[1] + 1}`;
        const node = W.el('button', { class: 'cell', type: 'button', tabindex: '-1', 'aria-label': name });
        node.dataset.pile = pile.key;
        node.dataset.cell = cell.join(',');
        this.keep(`cell ${pile.key} ${cell.join(',')}`, node);
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
        node = W.el('button', { class: 'card', type: 'button', tabindex: '-1' });
        node.dataset.key = card.key;
        this.cards.set(card.key, node);
        this.field.append(node);
        node.classList.add('new');
      }
      if (node.dataset.face !== face) {
        node.dataset.face = face;
        node.classList.toggle('back', !card.face_up);
        node.replaceChildren(card.face_up ? W.cardFace(this.looks, card.card) : W.cardBack());
      }
      const count = pile.cards.length;
      const name = card.face_up ? W.cardName(this.looks, card.card) : 'face-down card';
      const where = count > 1 ? `${pile.title}, ${index + 1} of ${count}` : pile.title;
      node.dataset.name = `${name}, ${where}`;
      node.dataset.at = pile.key;
      node.classList.toggle('in-view', index >= count - pile.marked);
      node.classList.toggle('under', pile.spread === 'stack' && index < count - 1);
      const cell = pile.crossed && card.cell ? (card.cell[0] + card.cell[1]) % 2 : 0;
      node.classList.toggle('across', cell !== 0);
      }

    /** Put everything in its place for the room there is. */
    place() {
      const room = this.node.clientWidth;
      const top = this.node.getBoundingClientRect().top + window.scrollY;
      const tall = Math.max(LOWEST, window.innerHeight - top - this.below() - MARGIN);
      const narrow = room < 600;
      const limits = narrow ? { least: 40, comfortable: 48, most: 90, tight: true } : { least: 44, comfortable: 54, most: 200, tight: room < 900 };
      const plan = W.layOut(this.table, room, tall, { ...limits, smallest: this.zoomed ? 1 : SMALLEST });
      const unit = plan.unit;
      this.unit = unit;
      const set = (node, x, y, layer, scale) => {
        node.style.transform = `translate(${(x * unit).toFixed(1)}px, ${(y * unit).toFixed(1)}px)`;
        node.style.zIndex = layer;
        if (scale < 1) node.style.setProperty('--unit', `${(unit * scale).toFixed(2)}px`);
        else node.style.removeProperty('--unit');
        node.classList.toggle('small', scale < 1 && unit * scale < LEGIBLE);
      };
      this.offerZoom(plan.piles.some((spot) => spot.scale < 1));
      this.field.style.setProperty('--unit', `${unit.toFixed(2)}px`);
      this.field.style.width = `${plan.width * unit}px`;
      this.field.style.height = `${plan.height * unit}px`;
      this.spots = new Map();
      for (const spot of plan.piles) {
        const pile = spot.pile;
        set(this.places.get(`title ${pile.key}`), spot.x, spot.y - 0.34, 1, 1);
        set(this.places.get(`base ${pile.key}`), spot.x, spot.y, 0, 1);
        this.spots.set(pile.key, { x: spot.x * unit, y: spot.y * unit, w: spot.size[0] * unit, h: spot.size[1] * unit });
        (spot.cells || []).forEach((place, index) => {
          const cell = pile.cells[index];
          const node = this.places.get(`cell ${pile.key} ${cell.join(',')}`);
          set(node, spot.x + place[0], spot.y + place[1], 1, spot.scale);
          if (pile.crossed && (cell[0] + cell[1]) % 2) node.style.transform += ' rotate(90deg)';
        });
        pile.cards.forEach((card, index) => {
          const node = this.cards.get(card.key);
          const [x, y] = spot.places[index];
          node.classList.remove('new');
          set(node, spot.x + x, spot.y + y, 2 + (card.cell ? Math.round(40 * y + 4 * x) : index), spot.scale);
          if (node.classList.contains('across')) node.style.transform += ' rotate(90deg)';
        });
      }
    }

    /** Offer to look closer where piles are drawn smaller than the rest, and to see all of them again. */
    offerZoom(small) {
      this.zoom.hidden = !small && !this.zoomed;
      this.zoom.textContent = this.zoomed ? 'Fit the table' : 'Zoom in';
      this.zoom.setAttribute('aria-pressed', String(this.zoomed));
    }

    /** Look closer, or see all again; what was in the middle of the view stays there. */
    toggleZoom() {
      const box = this.node.getBoundingClientRect();
      const middle = (this.node.scrollLeft + box.width / 2) / this.field.offsetWidth;
      this.zoomed = !this.zoomed;
      this.place();
      this.node.scrollLeft = middle * this.field.offsetWidth - box.width / 2;
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
        node.classList.toggle('hinted', this.hinted.has(key));
        const order = choice.picked.length && choice.possible().some((gesture) => gesture.ordered) && place >= 0;
        node.dataset.order = order ? String(place + 1) : '';
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
        node.classList.toggle('hinted', this.hinted.has(node.dataset.cell ? `cell ${node.dataset.cell}` : `pile ${node.dataset.pile}`));
      }
      this.rove();
      this.onChoice(choice.picked.length ? choice.exact() : [], choice.picked);
    }

    /** Mark the cards of a move, or with `goal` where it goes, too. */
    hint(gesture, goal) {
      this.hinted.clear();
      gesture.cards.forEach((key) => this.hinted.add(key));
      if (!gesture.cards.length || gesture.tap) this.hinted.add(`pile ${gesture.tap || gesture.source}`);
      if (goal && gesture.cell) this.hinted.add(`cell ${gesture.cell.join(',')}`);
      else if (goal && gesture.target) {
        const pile = this.table.piles.find((other) => other.key === gesture.target);
        const card = pile.cards[gesture.end === 'first' ? 0 : pile.cards.length - 1];
        this.hinted.add(card ? card.key : `pile ${pile.key}`);
      }
      this.choice.clear();
      this.mark();
    }

    unhint() {
      this.hinted.clear();
      this.mark();
    }

    destroy() {
      this.resizer.disconnect();
    }
  };
})(window.Winnow);
