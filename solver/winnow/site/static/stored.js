'use strict';
/* Where tables and verdicts come from without a server: the positions of each problem lie beside the page. */
(function (W) {
  const puzzles = new Map();
  const waiting = new Map();

  /** A position that is left out of a problem's data. */
  class Unknown extends Error {}

  const ALONE = 'This page plays another move here by itself, and holds nothing of what follows this one.';

  const OVER = 'The win is lost here, and this page holds no more of what follows. Take a move back.';

  /** Called by the data files, one a problem. */
  W.take = function (id, data) {
    waiting.get(id)(data);
  };

  function load(id) {
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      const script = W.el('script', { src: `data/${id}.js` });
      script.addEventListener('error', () => reject(new Error('There is no such puzzle here.')));
      document.head.append(script);
    });
  }

  async function unpacked(data) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return JSON.parse(await new Response(stream).text());
  }

  async function puzzle(id) {
    if (!/^[0-9a-f]{16}$/.test(id)) throw new Error('There is no such puzzle here.');
    if (!puzzles.has(id)) {
      const record = await unpacked(await load(id));
      puzzles.set(id, record);
      puzzles.set(record.game.id, record);
    }
    return puzzles.get(id);
  }

  /** The moves of a gesture that are known, each with the number of the position after it. */
  const followed = (gesture, way) => (typeof way === 'object' ? Object.entries(way) : way < 0 ? [] : [[gesture.move, way]]);

  /** Return a position's table with its parts in place; `edge` is a sentence if what follows a loss is left out. */
  function tableOf(record, number) {
    const [table, ways, told] = record.tables[number];
    const parts = (numbers) => numbers.map((one) => record.parts[one]);
    const gestures = parts(table.gestures);
    const known = gestures.some((gesture, place) => followed(gesture, ways[place]).length);
    const edge = known || !gestures.length || told.verdict !== 'unwinnable' ? null : OVER;
    return { ...table, piles: parts(table.piles), counters: parts(table.counters), gestures, edge };
  }

  /** Return the number of the position after a move. */
  function after(record, number, move) {
    const [table, ways] = record.tables[number];
    const wanted = W.normal(move);
    for (const [place, way] of ways.entries()) {
      if (typeof way === 'object') {
        if (wanted in way) return way[wanted];
      } else if (way >= 0 && W.normal(record.parts[table.gestures[place]].move) === wanted) return way;
    }
    throw new Unknown(record.tables[number][2].verdict === 'unwinnable' ? OVER : ALONE);
  }

  function numbers(record, line) {
    const found = [0];
    for (const move of line) found.push(after(record, found[found.length - 1], move));
    return found;
  }

  /** Return moves from a lost position to an end with the best score that is left. */
  function bestLine(record, number) {
    const line = [];
    let at = number;
    while (record.tables[at][0].score !== record.tables[number][2].best) {
      const [table, ways] = record.tables[at];
      const moves = ways.flatMap((way, place) => followed(record.parts[table.gestures[place]], way));
      const next = moves.find(([, end]) => record.tables[end][2].best === record.tables[number][2].best);
      if (!next) return null;
      line.push(next[0]);
      at = next[1];
    }
    return line;
  }

  function verdictOf(record, number) {
    const told = { score: null, bound: null, line: null, reason: null, positions: 0, ...record.tables[number][2] };
    if (told.best !== undefined) Object.assign(told, { score: told.best, bound: told.best, optimal: true });
    if (told.verdict === 'unwinnable') return { ...told, line: told.best === undefined ? null : bestLine(record, number) };
    if (told.verdict !== 'winnable' || !told.move) return told;
    const line = [];
    let at = number;
    while (record.tables[at][2].move) {
      line.push(record.tables[at][2].move);
      at = after(record, at, record.tables[at][2].move);
    }
    return { ...told, line, gesture: W.Choice.made(tableOf(record, number).gestures, line[0]) };
  }

  const known = (record, number) => record.tables[number][2].verdict;

  W.carrier = { folder: ` ${location.pathname.replace(/[^/]*$/, '')}`, address: '' };

  W.site = {
    deals: false,
    games: async () => ({ games: W.known.games }),
    packs: async () => W.known.packs,
    rules: async (game) => W.known.rules[game],
    async open(how) {
      if (how.kind !== 'puzzle') throw new Error('Without winnow play, this page opens its own puzzles only.');
      const record = await puzzle(how.id);
      return { ...record.game, line: [], table: tableOf(record, 0) };
    },
    async table(game, line) {
      const record = puzzles.get(game.id);
      return tableOf(record, numbers(record, line).pop());
    },
    async verdict(game, line) {
      const record = puzzles.get(game.id);
      return verdictOf(record, numbers(record, line).pop());
    },
    async story(game, line) {
      const record = puzzles.get(game.id);
      const path = numbers(record, line);
      const names = path.map((number) => known(record, number));
      const kept = names.lastIndexOf('winnable');
      const lost = names.indexOf('unwinnable');
      const told = { start: names[0], end: names[names.length - 1], kept: kept < 0 ? null : kept, lost: lost < 0 ? null : lost, winning: [], says: [], why: null };
      if (lost >= 0) told.why = verdictOf(record, path[lost]);
      if (kept >= 0 && lost === kept + 1) {
        const [table, ways] = record.tables[path[kept]];
        ways.forEach((way, place) => {
          const gesture = record.parts[table.gestures[place]];
          const [first] = followed(gesture, way).find(([, end]) => known(record, end) === 'winnable') || [];
          if (first) {
            told.winning.push(first);
            told.says.push(gesture.ordered ? `${gesture.says} Order: ${first.split(' ').slice(-gesture.cards.length).join(' ')}.` : gesture.says);
          }
        });
      }
      return told;
    },
  };
})(window.Winnow);
