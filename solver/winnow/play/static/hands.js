'use strict';
/* How hands reach the table: clicks, drags and keys become picks and moves. */
(function (W) {
  const DRAG_FROM = 7; /* Pixels that a pointer moves before a press becomes a drag. */
  const TWICE = 400; /* Milliseconds within which a second click plays the card. */
  const FINGER = 20; /* Pixels by which a finger may miss a card that can move. */
  const ACTIVE = '.title, .tap, .goal, .card[aria-disabled="false"]';
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /** What a board takes from a player; see board.js for its cards, places and choice. */
  W.Hands = class {
    /* ---- Clicks ---- */

    ask(moves, picked) {
      if (moves.length === 1) {
        const [gesture] = moves;
        if (gesture.ordered && picked.length !== gesture.cards.length) return;
        this.onMove(W.Choice.moveText(gesture, picked));
        return;
      }
      this.mark();
      if (moves.length) this.onChoice(moves, picked);
    }

    click(node) {
      const choice = this.choice;
      const picked = [...choice.picked];
      if (node.dataset.key !== undefined) {
        const key = node.dataset.key;
        const pile = choice.pileOf.get(key);
        const first = pile.cards.length > 1 && pile.cards[0].key === key;
        const moves = choice.click(key, first ? 'first' : 'last');
        if (!moves.length && !choice.picked.length && !picked.includes(key)) this.shake(node, picked.length ? 'It does not fit there.' : 'No move uses this card now.');
        this.ask(moves, picked);
      } else {
        const pile = this.table.piles.find((other) => other.key === node.dataset.pile);
        const cell = node.dataset.cell ? node.dataset.cell.split(',').map(Number) : null;
        const there = choice.to(pile, cell, 'last');
        const moves = there.length ? there : choice.tap(pile);
        if (!moves.length && picked.length) this.shake(this.cards.get(picked[0]), 'It does not fit there.');
        else if (!moves.length) this.onRefused('First pick a card.');
        this.ask(moves, picked);
      }
    }

    /** Play the first move of the picked cards, as a double click does; grids need to be told the cell. */
    playPicked() {
      const moves = this.choice.exact();
      const plain = moves.filter((gesture) => !gesture.cell);
      if (plain.length && plain.length === moves.length) this.ask([plain[0]], this.choice.picked);
    }

    /* ---- Pointers: a press is a click, or becomes a drag ---- */

    /** Return what a press means: what it hits, or, for a finger that hits nothing that can move, what can beside it. */
    aimed({ target, pointerType, clientX, clientY }) {
      const node = target.closest('button');
      if (pointerType !== 'touch' || (node && node.matches(ACTIVE))) return node;
      for (const far of [FINGER / 2, FINGER]) {
        for (let turn = 0; turn < 8; turn += 1) {
          const [x, y] = [Math.cos, Math.sin].map((along) => far * along((turn * Math.PI) / 4));
          const under = document.elementFromPoint(clientX + x, clientY + y);
          const near = under && under.closest('button');
          if (near && this.field.contains(near) && near.matches(ACTIVE)) return near;
        }
      }
      return node;
    }

    press(event) {
      const node = this.aimed(event);
      if (!node || node.classList.contains('title') || event.button > 0 || this.drag) return;
      const start = { node, x: event.clientX, y: event.clientY, id: event.pointerId, moving: null };
      this.drag = start;
      const listening = new AbortController();
      const listen = (name, act) => window.addEventListener(name, (next) => next.pointerId === start.id && act(next), listening);
      const end = (next) => {
        listening.abort();
        this.drag = null;
        this.released(start, next);
      };
      listen('pointermove', (next) => this.dragged(start, next));
      listen('pointerup', end);
      listen('pointercancel', end);
    }

    dragged(start, event) {
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      const key = start.node.dataset.key;
      if (!start.moving) {
        if (Math.hypot(x, y) < DRAG_FROM || key === undefined || !this.choice.movable(key)) return;
        if (!this.choice.picked.includes(key)) this.choice.pick(key);
        start.moving = this.choice.picked.map((other) => this.cards.get(other));
        start.moving.forEach((node) => node.classList.add('dragged'));
        this.mark();
      }
      event.preventDefault();
      start.moving.forEach((node) => {
        node.style.translate = `${x}px ${y}px`;
      });
    }

    released(start, event) {
      if (!start.moving) {
        if (event.type === 'pointerup') this.clicked(start.node);
        return;
      }
      start.moving.forEach((node) => {
        node.classList.remove('dragged');
        node.style.translate = '';
      });
      if (event.type === 'pointerup' && this.reordered(start.node.dataset.key, event)) return;
      const moves = event.type === 'pointerup' ? this.dropped(event) : [];
      const picked = [...this.choice.picked];
      if (!moves.length) {
        this.choice.clear();
        this.onRefused('It does not fit there.');
      }
      this.ask(moves, picked);
    }

    clicked(node) {
      const now = performance.now();
      const again = this.last && this.last.node === node && this.last.picked && now - this.last.at < TWICE;
      this.last = { node, at: now };
      if (again) {
        if (!this.choice.picked.includes(node.dataset.key)) this.choice.pick(node.dataset.key);
        this.playPicked();
        return;
      }
      node.focus({ preventScroll: true });
      this.click(node);
      this.last.picked = this.choice.picked.includes(node.dataset.key);
    }

    /** Lay a card of a move in any order elsewhere in its pile, where it is dropped there; returns whether it is. */
    reordered(key, event) {
      const pile = this.choice.pileOf.get(key);
      const ordered = this.choice.gestures.find((gesture) => gesture.ordered && gesture.cards.includes(key));
      const [spot, box] = [this.spots.get(pile.key), this.field.getBoundingClientRect()];
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      if (!ordered || x < spot.x || x > spot.x + spot.w || y < spot.y || y > spot.y + spot.h) return false;
      const high = (this.unit * W.CARD_HEIGHT) / 2;
      const [[card], others] = [true, false].map((own) => pile.cards.filter((other) => (other.key === key) === own));
      const before = others.filter((other) => {
        const [u, v] = this.middles.get(this.cards.get(other.key));
        return v < y - high || (v < y + high && u < x);
      });
      others.splice(before.length, 0, card);
      pile.cards = others;
      this.choice.picked = others.map((other) => other.key).filter((other) => ordered.cards.includes(other));
      this.place();
      this.mark();
      return true;
    }

    /** Return the moves that a drop at this place asks for: on the place nearest to it that takes the cards. */
    dropped(event) {
      const box = this.field.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const under = document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.closest('.cell.goal'));
      const cell = under.find(Boolean);
      if (cell) {
        const pile = this.table.piles.find((other) => other.key === cell.dataset.pile);
        return this.choice.to(pile, cell.dataset.cell.split(',').map(Number), 'last');
      }
      const far = (spot) => Math.hypot(Math.max(spot.x - x, 0, x - spot.x - spot.w), Math.max(spot.y - y, 0, y - spot.y - spot.h));
      const goals = new Set(this.choice.targets().filter((target) => !target.cell).map((target) => target.pile));
      const near = [...goals].map((key) => [far(this.spots.get(key)), key]).sort((a, b) => a[0] - b[0])[0];
      if (!near || near[0] > this.unit * 0.6) return [];
      const pile = this.table.piles.find((other) => other.key === near[1]);
      const spot = this.spots.get(pile.key);
      const upper = spot.high > spot.wide ? y < spot.y + spot.high / 2 : x < spot.x + spot.wide / 2;
      return this.choice.to(pile, null, upper ? 'first' : 'last');
    }

    /* ---- Keys: one stop for Tab, arrows within ---- */

    stops() {
      const nodes = [...this.cards.values()].filter((node) => !node.classList.contains('under'));
      for (const node of this.places.values()) {
        const pile = this.table.piles.find((other) => other.key === node.dataset.pile);
        if (!pile) continue;
        if (node.dataset.cell ? node.classList.contains('goal') : !pile.cards.length) nodes.push(node);
      }
      return nodes;
    }

    rove() {
      const stops = this.stops();
      if (!stops.includes(this.hot)) {
        const wanted = this.hot && this.hot.dataset.pile;
        this.hot = stops.find((node) => wanted && node.dataset.at === wanted) || stops.find((node) => node.classList.contains('movable')) || stops[0];
      }
      const all = [...this.cards.values(), ...this.places.values()];
      all.forEach((node) => node.dataset && node.tagName === 'BUTTON' && (node.tabIndex = node === this.hot ? 0 : -1));
    }

    focused(node) {
      if (node !== this.hot && this.stops().includes(node)) {
        this.hot = node;
        this.rove();
      }
    }

    focus() {
      if (this.hot) this.hot.focus();
    }

    key(event) {
      if (ARROWS[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        this.step(ARROWS[event.key]);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        const node = event.target.closest('button');
        if (node) this.click(node);
      } else if (event.key === 'Escape' && this.choice.picked.length) {
        event.preventDefault();
        this.choice.clear();
        this.mark();
        W.announce('Nothing is picked.');
      }
    }

    /** Return the nearest place in a direction; null if there is none. */
    next(from, [dx, dy]) {
      const middle = (node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        /* Of a card that others cover a corner is seen. */
        const most = node.classList.contains('card') ? this.unit * 0.3 : Infinity;
        return [left + Math.min(width, most) / 2, top + Math.min(height, most) / 2];
      };
      const [x, y] = middle(from);
      let best = null;
      for (const node of this.stops()) {
        if (node === from) continue;
        const [u, v] = middle(node);
        const along = (u - x) * dx + (v - y) * dy;
        const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
        if (along < 2 || aside > 4 * along) continue;
        const cost = along + 2.5 * aside;
        if (!best || cost < best.cost) best = { cost, node };
      }
      return best && best.node;
    }

    step(direction) {
      const node = this.next(this.hot, direction);
      if (!node) return;
      this.hot = node;
      this.rove();
      node.focus();
      node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  };
})(window.Winnow);
