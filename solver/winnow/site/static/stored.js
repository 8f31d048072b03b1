'use strict';
/* Tables and verdicts without an engine: the positions of each problem lie beside the page. */
(function (W) {
  const ALONE = 'This page plays another move here by itself, and holds nothing of what follows this one.';
  const OVER = 'The win is lost here, and this page holds no more of what follows. Take a move back.';

  /** A position that is left out; the message says why. */
  W.Unknown = class extends Error {};

  /** The moves of a gesture that are known, each with the number of the position after it. */
  const followed = (gesture, way) => (typeof way === 'object' ? Object.entries(way) : way < 0 ? [] : [[gesture.move, way]]);

  W.Stored = class {
    /** `record` is what is stored of a problem; `alone` says that nothing else answers for what is left out. */
    constructor(record, alone) {
      Object.assign(this, { record, alone });
      this.answers = { open: () => ({ ...record.game, table: this.table(0) }), table: (path) => ({ table: this.table(path.at(-1)) }), verdict: (path, body) => this.verdict(path.at(-1), body.best), story: (path) => this.story(path) };
    }

    /** Return the value of an answer, null if none is stored; throw Unknown for a position that is left out. */
    answer(name, body) {
      if (!this.answers[name]) return null;
      return this.answers[name](this.path((body.line || []).slice(this.record.game.after.length)), body);
    }

    parts(numbers) {
      return numbers.map((one) => this.record.parts[one]);
    }

    gestures(number) {
      return this.parts(this.record.tables[number][0].gestures);
    }

    /** Return a position's table with its parts in place. */
    table(number) {
      const [table] = this.record.tables[number];
      return { ...table, piles: this.parts(table.piles), counters: this.parts(table.counters), gestures: this.gestures(number) };
    }

    /** Return the moves that are known from a position, each with the number of the position after it. */
    moves(number) {
      const ways = this.record.tables[number][1];
      return this.gestures(number).flatMap((gesture, place) => followed(gesture, ways[place]));
    }

    /** Return the number of the position after a move. */
    after(number, move) {
      const wanted = W.normal(move);
      const found = this.moves(number).find(([one]) => W.normal(one) === wanted);
      if (!found) throw new W.Unknown(this.told(number).verdict === 'unwinnable' ? OVER : ALONE);
      return found[1];
    }

    /** Return the numbers of the positions on a line of moves, the start first. */
    path(line) {
      const found = [0];
      for (const move of line) found.push(this.after(found.at(-1), move));
      return found;
    }

    told(number) {
      return this.record.tables[number][2];
    }

    winningLine(number) {
      const line = [];
      for (let at = number; this.told(at).move; at = this.after(at, line.at(-1))) line.push(this.told(at).move);
      return line;
    }

    /** Return a position's verdict, null where its best score is wanted and something else can answer. */
    verdict(number, best) {
      if (best && !this.alone) return null;
      const told = { score: null, bound: null, line: null, reason: null, positions: 0, ...this.told(number) };
      if (told.verdict !== 'winnable' || !told.move) return told;
      return { ...told, line: this.winningLine(number) };
    }

    /** Return where a line lost the win; null where something else can answer, which knows all moves. */
    story(path) {
      if (!this.alone) return null;
      const names = path.map((number) => this.told(number).verdict);
      const kept = names.lastIndexOf('winnable');
      const lost = names.indexOf('unwinnable');
      const told = { start: names[0], end: names.at(-1), kept: kept < 0 ? null : kept, lost: lost < 0 ? null : lost, winning: [], why: null };
      if (lost >= 0) told.why = this.verdict(path[lost]);
      if (kept >= 0 && lost === kept + 1) told.winning = this.winning(path[kept]);
      return told;
    }

    /** Return a move of each gesture that wins from a position. */
    winning(number) {
      const won = ([, end]) => this.told(end).verdict === 'winnable';
      const ways = this.record.tables[number][1];
      return this.gestures(number).map((gesture, place) => followed(gesture, ways[place]).find(won)).filter(Boolean).map(([move]) => move);
    }
  };
})(window.Winnow);
