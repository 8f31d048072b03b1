'use strict';
/* The table on the screen: draws any table, moves its cards, and turns clicks, drags and keys into moves. */
(function (W) {
  const DRAG_FROM = 7; /* Pixels that a pointer moves before a press becomes a drag. */
  const TWICE = 400; /* Milliseconds within which a second click plays the card. */
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  W.Board = class {
    /** `onMove(gesture, text)` plays a move; `onChoice(gestures, picked)` tells what the picked cards can do. */
    constructor({ onMove, onChoice }) {
      this.onMove = onMove;
      this.onChoice = onChoice;
      this.node = W.el('div', { class: 'board', role: 'application', 'aria-label': 'Table' });
      this.field = W.el('div', { class: 'field' });
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
      this.place();
      this.mark();
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
      const tall = Math.max(320, window.innerHeight - 190);
      const narrow = room < 600;
      const limits = narrow ? { least: 40, comfortable: 48, most: 90, tight: true } : { least: 44, comfortable: 64, most: 200, tight: room < 900 };
      const plan = W.layOut(this.table, room, tall, limits);
      const unit = plan.unit;
      this.unit = unit;
      const set = (node, x, y, layer) => {
        node.style.transform = `translate(${(x * unit).toFixed(1)}px, ${(y * unit).toFixed(1)}px)`;
        node.style.zIndex = layer;
      };
      this.field.style.setProperty('--unit', `${unit.toFixed(2)}px`);
      this.field.style.width = `${plan.width * unit}px`;
      this.field.style.height = `${plan.height * unit}px`;
      this.spots = new Map();
      for (const spot of plan.piles) {
        const pile = spot.pile;
        set(this.places.get(`title ${pile.key}`), spot.x, spot.y - 0.34, 1);
        set(this.places.get(`base ${pile.key}`), spot.x, spot.y, 0);
        this.spots.set(pile.key, { x: spot.x * unit, y: spot.y * unit, w: spot.size[0] * unit, h: spot.size[1] * unit });
        (spot.cells || []).forEach((place, index) => {
          const cell = pile.cells[index];
          const node = this.places.get(`cell ${pile.key} ${cell.join(',')}`);
          set(node, spot.x + place[0], spot.y + place[1], 1);
          if (pile.crossed && (cell[0] + cell[1]) % 2) node.style.transform += ' rotate(90deg)';
        });
        pile.cards.forEach((card, index) => {
          const node = this.cards.get(card.key);
          const [x, y] = spot.places[index];
          node.classList.remove('new');
          set(node, spot.x + x, spot.y + y, 2 + (card.cell ? Math.round(40 * y + 4 * x) : index));
          if (node.classList.contains('across')) node.style.transform += ' rotate(90deg)';
        });
      }
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

    /* ---- Clicks ---- */

    ask(moves, picked) {
      if (moves.length === 1) {
        const [gesture] = moves;
        if (gesture.ordered && picked.length !== gesture.cards.length) return;
        this.onMove(gesture, W.Choice.moveText(gesture, picked));
        return;
      }
      this.mark();
      if (moves.length) this.onChoice(moves, picked);
    }

    click(node) {
      const choice = this.choice;
      const picked = [...choice.picked];
      if (node.dataset.key !== undefined) {
        const pile = choice.pileOf.get(node.dataset.key);
        const first = pile.cards.length > 1 && pile.cards[0].key === node.dataset.key;
        this.ask(choice.click(node.dataset.key, first ? 'first' : 'last'), picked);
      } else {
        const pile = this.table.piles.find((other) => other.key === node.dataset.pile);
        const cell = node.dataset.cell ? node.dataset.cell.split(',').map(Number) : null;
        this.ask(choice.clickPlace(pile, cell), picked);
      }
    }

    /** Play the first move of the picked cards, as a double click does; grids need to be told the cell. */
    playPicked() {
      const moves = this.choice.exact();
      const plain = moves.filter((gesture) => !gesture.cell);
      if (plain.length && plain.length === moves.length) this.ask([plain[0]], this.choice.picked);
    }

    /* ---- Pointers: a press is a click, or becomes a drag ---- */

    press(event) {
      const node = event.target.closest('button');
      if (!node || event.button > 0 || this.drag) return;
      const start = { node, x: event.clientX, y: event.clientY, id: event.pointerId, moving: null };
      this.drag = start;
      const move = (next) => next.pointerId === start.id && this.dragged(start, next);
      const end = (next) => {
        if (next.pointerId !== start.id) return;
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        this.drag = null;
        this.released(start, next);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', end);
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
      const moves = event.type === 'pointerup' ? this.dropped(event) : [];
      const picked = [...this.choice.picked];
      if (!moves.length) this.choice.clear();
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
      const upper = spot.h > spot.w ? y < spot.y + spot.h / 2 : x < spot.x + spot.w / 2;
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
        const box = node.getBoundingClientRect();
        const seen = node.classList.contains('card') ? this.seen(node, box) : box;
        return [seen.left + seen.width / 2, seen.top + seen.height / 2];
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

    /** The corner of a card that the others leave in view, told by its top left corner. */
    seen(node, box) {
      return { left: box.left, top: box.top, width: Math.min(box.width, this.unit * 0.3), height: Math.min(box.height, this.unit * 0.3) };
    }

    destroy() {
      this.resizer.disconnect();
    }
  };
})(window.Winnow);
