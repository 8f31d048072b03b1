'use strict';
/* One game's progress: what an entry may hold, and how two entries of a game become one. As winnow/play/entries.py. */
(function (W) {
  const { most, needed, kinds } = W.progressFields;
  const UNCOUNTED = { before: 1 }; /* The counters of an entry that was written before entries had any. */
  const LINE = ['line', 'at', 'spent', 'helped', 'lost'];

  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const isWhole = (value) => Number.isInteger(value) && value >= 0;

  const KINDS = {
    text: (value) => typeof value === 'string',
    object: isObject,
    moves: (value) => Array.isArray(value) && value.every((move) => typeof move === 'string'),
    whole: isWhole,
    score: Number.isInteger,
    seconds: (value) => typeof value === 'number' && value >= 0,
    flag: (value) => typeof value === 'boolean',
    none: (value) => value === null,
    counters: (value) => isObject(value) && Object.values(value).every(isWhole),
    lines: (value) => Array.isArray(value) && value.every((line) => isObject(line) && Object.hasOwn(line, 'line') && wrongField(line) === undefined),
  };

  function wrongField(entry) {
    const known = Object.keys(entry).filter((name) => Object.hasOwn(kinds, name));
    return known.find((name) => !kinds[name].some((kind) => KINDS[kind](entry[name])));
  }

  /** Whether a value can be written and read again unchanged, with at most `depth` levels. */
  function isExact(value, depth) {
    if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
    if (typeof value === 'number') return Math.abs(value) <= most.number;
    if (typeof value !== 'object' || value === null) return true;
    return depth > 0 && Object.entries(value).every(([name, part]) => isExact(name, depth) && isExact(part, depth - 1));
  }

  const size = (entry) => new TextEncoder().encode(JSON.stringify(entry)).length;

  /** Return a sentence that says what is wrong with a game's progress, or null. Fields not known are no fault. */
  function faultOf(name, entry) {
    if ([...name].length > most.name || !isExact(name, 0)) return `A game's name has at most ${most.name} characters.`;
    const of = `The progress of "${name}"`;
    if (!isObject(entry)) return `${of} is no object.`;
    if (!isExact(entry, most.depth)) return `${of} has a number or a text that a page cannot keep, or is nested too deeply.`;
    const wrong = wrongField(entry);
    if (wrong !== undefined) return `${of} has a field ${wrong} with a wrong value.`;
    const missing = needed.find((field) => !Object.hasOwn(entry, field));
    if (missing !== undefined) return `${of} has no field ${missing}.`;
    return size(entry) <= most.bytes ? null : `${of} has more than ${most.bytes} bytes.`;
  }

  /** Return the well-formed entries, the malformed ones, and a sentence about the first malformed one. */
  function sifted(entries) {
    const [good, bad] = [Object.create(null), Object.create(null)];
    let fault = null;
    for (const [name, entry] of Object.entries(entries)) {
      const wrong = faultOf(name, entry);
      (wrong === null ? good : bad)[name] = entry;
      fault = fault || wrong;
    }
    return { good, bad, fault };
  }

  const isEmpty = (record) => !record || !Object.keys(record).length;

  const changesOf = (entry) => (isEmpty(entry.changes) ? UNCOUNTED : entry.changes);

  function joined(one, other) {
    const both = { ...one };
    for (const [name, count] of Object.entries(other)) both[name] = Math.max(both[name] || 0, count);
    return both;
  }

  const covers = (changes, others) => Object.entries(others).every(([name, count]) => (changes[name] || 0) >= count);

  /** Return the sort key for entries of which neither is later; it does not depend on their order. */
  function weight(entry) {
    const line = entry.line || [];
    const total = Object.values(changesOf(entry)).reduce((sum, count) => sum + count, 0);
    return [total, entry.updated, line.length, entry.at || 0, line.join('\n')];
  }

  function weighsMore(one, other) {
    const [mine, others] = [weight(one), weight(other)];
    const place = mine.findIndex((value, index) => value !== others[index]);
    return place < 0 || mine[place] > others[place];
  }

  /** Return one entry from two: the later game, and the best of both records. */
  function merged(old, now) {
    if (!old) return now;
    const [has, hasNot] = [covers(changesOf(old), changesOf(now)), covers(changesOf(now), changesOf(old))];
    const apart = has === hasNot;
    const [late, early] = (apart ? weighsMore(old, now) : has) ? [old, now] : [now, old];
    return together(late, early, apart);
  }

  /** Return the later entry with what is kept of the earlier one: if they went apart, its moves, too. */
  function together(late, early, apart) {
    const entry = { ...early, ...late, ...records(late, early), changes: joined(changesOf(late), changesOf(early)) };
    return withAside(entry, aside(late, early, apart));
  }

  /** Return the merged fields of two entries that only ever improve. */
  function records(late, early) {
    const both = [late, early];
    const known = (name) => both.map((entry) => entry[name]).filter((value) => value !== null && value !== undefined);
    const [best, fastest] = [known('best'), known('fastest')];
    return {
      solved: both.some((entry) => entry.solved === true),
      best: best.length ? Math[late.higher ? 'max' : 'min'](...best) : null,
      fastest: fastest.length ? Math.min(...fastest) : null,
      tries: Math.max(late.tries || 0, early.tries || 0),
      updated: Math.max(late.updated, early.updated),
      ...firstTry(both),
    };
  }

  /** Return what is kept of a problem's first try, the earlier of two. */
  function firstTry(both) {
    const tries = both.filter((entry) => entry.tried !== null && entry.tried !== undefined);
    if (!tries.length) return {};
    const { tried, first = null, took = null } = tries.reduce((one, other) => (other.tried < one.tried ? other : one));
    return { tried, first, took, again: both.some((entry) => entry.again === true) };
  }

  /** Return an entry's line of play in the form in which it is set aside; null if no move was made. */
  function lineOf(entry) {
    const known = LINE.filter((name) => entry[name] !== undefined);
    return entry.line && entry.line.length ? Object.fromEntries(known.map((name) => [name, entry[name]])) : null;
  }

  function aside(late, early, apart) {
    if (!apart) return late.aside || [];
    return [...(early.aside || []), ...(late.aside || []), lineOf(early)].filter(Boolean);
  }

  const begins = (line, other) => line.length <= other.length && line.every((move, place) => move === other[place]);

  /** Return an entry with the lines set aside that no other begins with; the oldest go if it is too long. */
  function withAside(entry, lines) {
    const shown = [entry.line || [], ...lines.map((other) => other.line)];
    const held = (line, place) => shown.some((other, n) => begins(line, other) && (n < place || line.length < other.length));
    const kept = lines.filter((one, index) => !held(one.line, index + 1));
    const { aside: _old, ...bare } = entry;
    while (kept.length && size({ ...bare, aside: kept }) > most.bytes) kept.shift();
    return kept.length ? { ...bare, aside: kept } : bare;
  }

  /** Return the entry after a change that a page, `writer`, made to the state with the counters `base`. */
  function changed(old, state, base, writer) {
    const before = old ? changesOf(old) : {};
    const changes = joined(base, before);
    changes[writer] = (changes[writer] || 0) + 1;
    const now = { ...state, changes, aside: state.aside || (old && old.aside) || [] };
    return old ? together(now, old, !covers(base, before)) : withAside(now, now.aside);
  }

  W.entries = { sifted, merged, changed, changesOf, covers, lineOf, isObject };
})(window.Winnow);
