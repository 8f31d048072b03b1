'use strict';
/* Where everything lies, in card widths: each pile's cards in the area that the game gives it for the whole game. */
(function (W) {
  const CARD_HEIGHT = 1.4;
  const PAD = 0.15;
  const TITLE = 0.35;
  const BESIDE = 1.08;
  const PEEK = 0.4; /* What is seen of the cards of a fan or trail. */
  const TIERS = [[1.08, 1.48], [1.08, 0.95], [0.8, 0.95], [0.6, 0.9], [0.5, 0.9], [0.42, 0.75], [0.36, 0.62]];
  const FEWEST = 4; /* A field is drawn no larger than one with this number of cells a side. */

  /** Return the places of a row's cards: as wide apart as fits, in as many lines as the area has room for. */
  function row(count, area) {
    const across = (x) => Math.floor((area.width - 1) / x + 1.001);
    const lines = (y) => Math.floor((area.height - CARD_HEIGHT) / y + 1.001);
    const [most, y] = TIERS.find((tier) => across(tier[0]) * lines(tier[1]) >= count) || TIERS.at(-1);
    const each = Math.max(across(most), Math.ceil(count / lines(y)));
    const x = Math.min(most, (area.width - 1) / Math.max(1, each - 1));
    return Array.from({ length: count }, (_, i) => [(i % each) * x, Math.floor(i / each) * y]);
  }

  function column(count, area, step) {
    const each = Math.min(step || 0.5, (area.height - CARD_HEIGHT) / Math.max(1, count - 1));
    return Array.from({ length: count }, (_, i) => [0, i * each]);
  }

  /** Return the places of a pile of which the last cards are seen, in the order dealt; null for those that others cover. */
  function trail(count, area) {
    const seen = Math.min(count, Math.floor((area.width - 1) / PEEK + 1.001));
    return Array.from({ length: count }, (_, i) => (i < count - seen ? null : [PEEK * (i - count + seen), 0]));
  }

  /** Return the places of a pile whose last card comes next: it lies apart, and those after it follow to the right. */
  function fan(count, area) {
    const seen = area.width < 1 + BESIDE ? 1 : Math.floor((area.width - 1 - BESIDE) / PEEK + 2.001);
    const place = (depth) => (depth ? [BESIDE + PEEK * (depth - 1), 0] : [0, 0]);
    return Array.from({ length: count }, (_, i) => (count - 1 - i < seen ? place(count - 1 - i) : null));
  }

  /** Return the places of cards face down: a pile, as thick as a few cards. */
  function heap(count) {
    return Array.from({ length: count }, (_, i) => (i < count - 3 ? null : [0.03 * (i - count + 3), 0.02 * (i - count + 3)]));
  }

  /** Return the places of a row of which some cards are not seen: these are a heap, the others follow it, the next one first. */
  function packet(pile, area) {
    const all = pile.cards.map((_, index) => index);
    const [up, down] = [true, false].map((face) => all.filter((index) => pile.cards[index].face_up === face));
    const beside = row(up.length, { ...area, width: area.width - BESIDE }).map(([x, y]) => [x + BESIDE, y]);
    const places = [];
    up.reverse().forEach((index, place) => { places[index] = beside[place]; });
    heap(down.length).forEach((at, place) => { places[down[place]] = at; });
    return places;
  }

  /** Return the places of a field's cards and free cells, drawn as large as all of them fit, around its centre. */
  function field(pile, area) {
    const cells = pile.cards.map((card) => card.cell).concat(pile.cells);
    if (!cells.length) return { places: [], cells: [], scale: 1 };
    /* A card that lies across sticks out on both sides by half the difference of its length and width. */
    const over = pile.crossed ? (CARD_HEIGHT - 1) / 2 : 0;
    const range = [0, 1].map((axis) => [Math.min(...cells.map((cell) => cell[axis])), Math.max(...cells.map((cell) => cell[axis]))]);
    const size = [0, 1].map((axis) => Math.max(FEWEST - 1, range[axis][1] - range[axis][0]) * pile.step[axis] + (axis ? CARD_HEIGHT : 1 + 2 * over));
    const scale = Math.min(1, area.width / size[0], area.height / size[1]);
    const middle = range.map(([from, to]) => (from + to) / 2);
    const at = (cell) => [
      area.width / 2 + ((cell[0] - middle[0]) * pile.step[0] - 0.5) * scale,
      area.height / 2 + ((cell[1] - middle[1]) * pile.step[1] - CARD_HEIGHT / 2) * scale,
    ];
    return { places: pile.cards.map((card) => at(card.cell)), cells: pile.cells.map(at), scale };
  }

  /** Return how a pile lies in its area. */
  function lie(pile, area) {
    const count = pile.cards.length;
    const down = pile.cards.length && !pile.cards[count - 1].face_up;
    const some = area.kind === 'row' && pile.cards.some((card) => !card.face_up);
    const kind = down && ['row', 'fan'].includes(area.kind) ? 'heap' : some ? 'packet' : area.kind;
    if (kind === 'field') return field(pile, area);
    const places = {
      row: () => inOrder(pile, row(count, area)),
      packet: () => packet(pile, area),
      column: () => column(count, area, pile.step[1]),
      fan: () => fan(count, area),
      trail: () => trail(count, area),
      heap: () => heap(count),
      stack: () => pile.cards.map((_, i) => (i < count - 1 ? null : [0, 0])),
    }[kind]();
    return { places, cells: [], scale: 1 };
  }

  /** Return the rank of each place in reading order. */
  function ranks(places) {
    const found = [];
    const order = places.map((place, index) => [place, index]).sort(([a], [b]) => a[1] - b[1] || a[0] - b[0]);
    order.forEach(([, index], rank) => { found[index] = rank; });
    return found;
  }

  /** Return for each of a pile's places how many lie below it: cards cover those above them and to the left. */
  const layers = (places) => ranks(places.map((place) => place || [-1, -1]));

  /** Return places given in reading order for a pile's cards: those of a grid are read by their cells. */
  const inOrder = (pile, places) => (pile.spread === 'grid' ? ranks(pile.cards.map(({ cell }) => cell)).map((rank) => places[rank]) : places);

  /** Return a map along one axis that gives `extra` room to the areas that can grow, the larger ones more. */
  function stretching(areas, axis, side, extra) {
    const grows = (area) => area[side] > (axis === 'y' ? CARD_HEIGHT : 1) + 0.01;
    const ends = [...new Set(areas.flatMap((area) => [area[axis], area[axis] + area[side]]))].sort((a, b) => a - b);
    const inside = (from, to) => areas.some((area) => grows(area) && area[axis] <= from && to <= area[axis] + area[side]);
    const parts = ends.slice(1).map((to, index) => ({ from: ends[index], to, grows: inside(ends[index], to) }));
    const total = parts.reduce((sum, part) => sum + (part.grows ? part.to - part.from : 0), 0);
    const at = (point) => point + (total ? (extra / total) * parts.reduce((sum, part) => sum + (part.grows ? Math.max(0, Math.min(point, part.to) - part.from) : 0), 0) : 0);
    return (area) => ({ ...area, [axis]: at(area[axis]), [side]: grows(area) ? at(area[axis] + area[side]) - at(area[axis]) : area[side] });
  }

  /** Return a layout that fills a room of this size in card widths. */
  function filled(layout, width, height) {
    const room = { width: Math.max(layout.width, width - 2 * PAD), height: Math.max(layout.height, height - 2 * PAD) };
    const names = Object.keys(layout.areas);
    const fit = [['x', 'width'], ['y', 'height']].reduce((areas, [axis, side]) => areas.map(stretching(areas, axis, side, room[side] - layout[side])), Object.values(layout.areas));
    return { ...room, areas: Object.fromEntries(names.map((name, index) => [name, fit[index]])) };
  }

  /** Return the layout with areas for piles that it does not name, one below the other. */
  function completed(layout, piles) {
    const areas = { ...layout.areas };
    let { height } = layout;
    for (const pile of piles.filter((other) => !areas[other.key])) {
      areas[pile.key] = { x: 0, y: height + TITLE, width: layout.width, height: CARD_HEIGHT, kind: 'row' };
      height += TITLE + CARD_HEIGHT;
    }
    return { ...layout, height, areas };
  }

  /**
   * Return `{ unit, width, height, piles }`: a card's width in pixels, the table's size in card widths, and each pile
   * with its area and places. `room` and `tall` are the width and height in pixels; the layout with the largest cards is taken.
   */
  W.layOut = function (table, layouts, room, tall, most) {
    const unitOf = (layout) => Math.min(room / (layout.width + 2 * PAD), tall / (layout.height + 2 * PAD), most);
    const all = layouts.map((layout) => completed(layout, table.piles));
    const best = all.reduce((one, other) => (unitOf(other) > unitOf(one) ? other : one));
    const unit = unitOf(best);
    const layout = filled(best, room / unit, tall / unit);
    const mirrored = W.settings.on('left');
    const piles = table.piles.map((pile) => {
      const area = layout.areas[pile.key];
      const x = mirrored ? layout.width - area.x - area.width : area.x;
      const lies = lie(pile, area);
      return { pile, area, x: x + PAD, y: area.y + PAD, ...lies, layers: layers(lies.places) };
    });
    return { unit: unit * (W.settings.on('large') ? 1.25 : 1), width: layout.width + 2 * PAD, height: layout.height + 2 * PAD, piles };
  };
  W.CARD_HEIGHT = CARD_HEIGHT;
})(window.Winnow);
