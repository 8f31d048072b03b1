'use strict';
/* Where everything lies, in card widths: the table's own places, fitted to a screen that may be narrow. */
(function (W) {
  const CARD_HEIGHT = 1.4;
  const CLOSEST = 0.3; /* Cards of a row lie no closer than this: the row then has several lines. */
  const LEGIBLE = 0.36; /* So far apart they lie then, and */
  const LINE = 0.62; /* so far below each other the lines: a card's corner stays in view. */
  const PAD = 0.12;
  const TITLE = 0.35;
  const GAP = 0.7; /* Between two columns of piles on a wide screen. */

  /** Return a row's places within `room` card widths: closer together, and in several lines if that is too close. */
  function row(pile, room) {
    const count = pile.cards.length;
    const fitted = Math.min(pile.step[0], (room - 1) / Math.max(1, count - 1));
    if (count < 2 || fitted >= CLOSEST) return { places: pile.cards.map((_, i) => [i * fitted, 0]), deeper: 0 };
    const each = Math.floor((room - 1) / LEGIBLE) + 1;
    const places = pile.cards.map((_, i) => [(i % each) * LEGIBLE, Math.floor(i / each) * LINE]);
    return { places, deeper: Math.floor((count - 1) / each) * LINE };
  }

  /**
   * Return a grid's places, told from its upper left corner, and where that corner lies. A grid that is larger than
   * the room is drawn smaller, but by no more than `smallest`.
   */
  function grid(pile, room, tall, smallest) {
    const cells = pile.cards.map((card) => card.cell).concat(pile.cells);
    const left = Math.min(...cells.map((cell) => cell[0]), Infinity);
    const top = Math.min(...cells.map((cell) => cell[1]), Infinity);
    const corner = cells.length ? [left, top] : [0, 0];
    /* A card that lies across reaches out to both sides by half of what it is longer than wide. */
    const over = pile.crossed ? (CARD_HEIGHT - 1) / 2 : 0;
    const at = (cell) => [(cell[0] - corner[0]) * pile.step[0] + over, (cell[1] - corner[1]) * pile.step[1]];
    const [places, free] = [pile.cards.map((card) => at(card.cell)), pile.cells.map(at)];
    const size = extent([...places, ...free]);
    size[0] += over;
    const scale = Math.max(smallest, Math.min(1, room / size[0], tall / size[1]));
    const scaled = (points) => points.map((point) => point.map((length) => length * scale));
    const x = pile.x + corner[0] * pile.step[0] - over;
    return { places: scaled(places), cells: scaled(free), size: scaled([size])[0], scale, x, y: pile.y + corner[1] * pile.step[1] };
  }

  /** Return the extent of a pile whose first card's corner is at 0, 0. */
  function extent(places) {
    const wide = Math.max(0, ...places.map((place) => place[0]));
    const high = Math.max(0, ...places.map((place) => place[1]));
    return [wide + 1, high + CARD_HEIGHT];
  }

  /** Return the piles in bands: those that lie beside each other, from the top; each ends where the next begins. */
  function bands(piles, height, tight) {
    const found = [];
    for (const spot of piles) {
      const last = found[found.length - 1];
      if (last && spot.y < last.y + CARD_HEIGHT / 2) last.piles.push(spot);
      else found.push({ y: spot.y, piles: [spot] });
    }
    found.forEach((band, index) => {
      const lower = Math.max(...band.piles.map((spot) => spot.y + spot.size[1]));
      const next = found[index + 1];
      /* Where there is little room, what a face keeps free for later is not kept. */
      const kept = tight ? 0 : next ? next.y : height;
      band.high = Math.max(kept, next ? lower + TITLE : lower) - band.y;
      band.wide = Math.max(...band.piles.map((spot) => spot.x + spot.size[0]));
    });
    return found;
  }

  const sum = (items) => items.reduce((all, item) => all + item.high, 0);

  /** Return the bands in one or two columns, whichever shows the cards larger. */
  function columns(all, width, room, tall, least) {
    const top = all.length ? all[0].y : 0;
    const wide = (part) => Math.max(width / 2, ...part.map((band) => band.wide));
    const whole = { parts: [all], wide: [Math.max(width, wide(all))], high: top + sum(all) };
    let best = { ...whole, unit: Math.min(room / whole.wide[0], tall / whole.high) };
    for (let cut = 1; cut < all.length; cut += 1) {
      const parts = [all.slice(0, cut), all.slice(cut)];
      const widths = parts.map(wide);
      const high = top + Math.max(...parts.map(sum));
      const unit = Math.min(room / (widths[0] + widths[1] + GAP), tall / high);
      if (unit > Math.max(least, 1.15 * best.unit)) best = { parts, wide: widths, high, unit };
    }
    return { ...best, top };
  }

  /**
   * Return `{ unit, width, height, piles }`: a card's width in pixels, the table's size in card widths, and for each
   * pile its places. `room` is the width in pixels, `tall` the height that is there without scrolling.
   */
  W.layOut = function (table, room, tall, limits) {
    const widest = Math.max(4, room / limits.least - 2 * PAD);
    const piles = table.piles.map((pile) => {
      if (pile.spread === 'grid') return { pile, extra: 0, ...grid(pile, widest, limits.tight ? Infinity : tall / limits.comfortable - 2 * PAD, limits.smallest) };
      const fitted = pile.spread === 'right' ? row(pile, Math.max(2, Math.min(widest, table.width) - pile.x)) : { deeper: 0, places: pile.cards.map((_, i) => [i * pile.step[0], i * pile.step[1]]) };
      return { pile, scale: 1, x: pile.x, y: pile.y, places: fitted.places, size: extent(fitted.places), extra: fitted.deeper };
    });
    piles.sort((a, b) => a.y - b.y);
    /* What a row in several lines needs moves all that lies below it. */
    let [below, above, extra] = [0, -1, 0];
    for (const spot of piles) {
      if (spot.y > above + CARD_HEIGHT / 2) below = extra;
      above = Math.max(above, spot.y);
      extra = Math.max(extra, below + spot.extra);
      spot.y += below;
    }
    const found = columns(bands(piles, table.height + extra, limits.tight), Math.min(table.width, widest), room, tall, limits.least);
    const width = found.wide.reduce((all, one) => all + one, GAP * (found.wide.length - 1)) + 2 * PAD;
    const height = found.high + 2 * PAD;
    found.parts.forEach((part, index) => {
      let y = found.top;
      for (const band of part) {
        band.piles.forEach((spot) => {
          spot.x += PAD + (index ? found.wide[0] + GAP : 0);
          spot.y += y - band.y + PAD;
        });
        y += band.high;
      }
    });
    const unit = Math.min(room / width, Math.max(tall / height, limits.comfortable), limits.most);
    return { unit: Math.max(limits.least, unit), width, height, piles };
  };
  W.CARD_HEIGHT = CARD_HEIGHT;
})(window.Winnow);
