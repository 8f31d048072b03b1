'use strict';
/* A player's progress: this browser keeps it. winnow play, whose port differs each time, keeps the whole of it in a file, too. */
(function (W) {
  const FORMAT = 'winnow-progress/1';
  const PLAIN = 'winnow.progress';
  const FOLDER = W.carrier.folder; /* Sites may share an origin, and are then told apart by their folders. */
  const KEY = PLAIN + FOLDER;
  const SETTINGS = `winnow.settings${FOLDER}`;
  const SENT = `winnow.sent${FOLDER}`;

  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const isCount = (value) => Number.isFinite(value) && value >= 0;
  const isLine = (value) => Array.isArray(value) && value.every((move) => typeof move === 'string');
  const optional = (entry, names, test) => names.every((name) => entry[name] === undefined || entry[name] === null || test(entry[name]));

  /** Whether a value can be written as JSON and read again by any program: no half of a surrogate pair, no deep nesting. */
  function isPlain(value, depth = 20) {
    if (typeof value !== 'object' || value === null) return !/\p{Surrogate}/u.test(value);
    return depth > 0 && Object.entries(value).every(([name, part]) => isPlain(name) && isPlain(part, depth - 1));
  }

  /** Whether the page can show and keep an entry; fields that it does not know are no fault. */
  function isSound(name, entry) {
    return isPlain({ [name]: entry }) && isObject(entry) && isObject(entry.open) && isCount(entry.updated)
      && (entry.line === undefined || isLine(entry.line))
      && optional(entry, ['at', 'spent', 'fastest', 'tries', 'tried', 'took', 'lost', 'solved_at'], isCount)
      && optional(entry, ['best'], Number.isInteger) && optional(entry, ['game'], (name) => typeof name === 'string');
  }

  /** Return the sound entries, and the names of the others. */
  function sifted(entries) {
    const bad = Object.keys(entries).filter((name) => !isSound(name, entries[name]));
    const good = Object.assign(Object.create(null), entries);
    bad.forEach((name) => delete good[name]);
    return { good, bad };
  }

  /** Return the fields of two entries of a game that only ever improve. */
  function records(now, old) {
    const known = (name) => [now[name], old[name]].filter((value) => value !== null && value !== undefined);
    const [best, fastest, times] = [known('best'), known('fastest'), known('solved_at')];
    /* Entries of earlier versions do not say when they were solved: it was when they last changed, or before. */
    [now, old].filter((entry) => entry.solved && !entry.solved_at).forEach((entry) => times.push(entry.updated));
    const tries = [now, old].filter((entry) => entry.tried).sort((a, b) => a.tried - b.tried);
    const { tried, first = null, took = null } = tries[0] || {};
    return {
      solved: Boolean(now.solved || old.solved),
      best: best.length ? Math[now.higher ? 'max' : 'min'](...best) : null,
      fastest: fastest.length ? Math.min(...fastest) : null,
      tries: Math.max(now.tries || 0, old.tries || 0),
      ...(times.length ? { solved_at: Math.min(...times) } : {}),
      ...(tried ? { tried, first, took, again: Boolean(now.again || old.again) } : {}),
    };
  }

  /** Return the later state of a game with the records of both. */
  const together = (late, early) => ({ ...early, ...late, ...records(late, early) });

  let seen = null; /* The stored entries as this page last read or wrote them. */

  /** Return the result of work with this browser's storage; undefined if it is full or switched off. */
  function withStorage(act) {
    try {
      return act(localStorage);
    } catch (error) {
      W.store.denied = error;
      W.store.sayDenied();
      return undefined;
    }
  }

  function write(key, value) {
    const text = JSON.stringify(value);
    withStorage((storage) => {
      storage.setItem(key, text);
      if (key === KEY) seen = text;
      W.store.denied = null;
      W.store.sayDenied();
    });
  }

  /** Return a stored object, or null; a stored value that is no object is kept under another name. */
  function stored(key) {
    const text = withStorage((storage) => storage.getItem(key));
    if (text === null || text === undefined) return null;
    try {
      const value = JSON.parse(text);
      if (isObject(value)) return value;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    if (setAside(text)) write(key, {});
    return {};
  }

  /** Keep a text that cannot be read in full, under a name that is free; returns whether that could be done. */
  function setAside(text) {
    W.store.warn('unread', 'A part of what this browser keeps of your games could not be read, and was left out.');
    return withStorage((storage) => {
      let number = 1;
      while (storage.getItem(`${KEY}.unreadable-${number}`) !== null) number += 1;
      storage.setItem(`${KEY}.unreadable-${number}`, text);
      return true;
    });
  }

  /** Return the entries that this browser keeps; malformed ones are left out. */
  function storedEntries() {
    seen = withStorage((storage) => storage.getItem(KEY));
    const found = stored(KEY);
    const all = found || stored(PLAIN) || {}; /* Sites once shared the plain key. */
    const { good, bad } = sifted(all);
    const sound = !bad.length || setAside(JSON.stringify(all));
    if (sound && (bad.length || (!found && Object.keys(good).length))) write(KEY, good);
    return good;
  }

  /** Return the file's mark that this browser last saw, and a number if something has not been sent since. */
  const sent = () => ({ mark: '', unsent: 0, ...W.store.sent, ...stored(SENT) });

  W.store = {
    entries: Object.create(null),
    settings: {},
    remote: null,
    warnings: new Map(),
    denied: null,
    sent: {}, /* What SENT holds, where this browser keeps nothing. */
    sending: Promise.resolve(),
    /** Called with the id of an entry that has been changed elsewhere. */
    onOther: () => {},

    /** Show why progress cannot be stored; an empty text removes the message about this subject. */
    warn(subject, text) {
      this.warnings.set(subject, text);
      const told = [...this.warnings.values()].filter(Boolean).join(' ');
      const node = document.getElementById('warning');
      if (node.textContent !== told) node.textContent = told;
    },

    /** Say whether this browser's storage is full or switched off. */
    sayDenied() {
      const rest = this.remote ? "Your games are kept in Winnow's file alone." : 'What you play now is lost when the page is closed, unless you export it.';
      this.warn('storage', this.denied ? `Your progress cannot be saved: this browser's storage is full or switched off (${this.denied.name}). ${rest}` : '');
    },

    /** Load the progress kept in this browser. */
    load() {
      this.entries = storedEntries();
      this.settings = stored(SETTINGS) || stored('winnow.settings') || {};
    },

    /** Take over the progress of the server's file, unless this browser has kept some that was not sent. */
    async connect(remote) {
      this.remote = remote;
      this.sayDenied();
      const fetched = async () => {
        const { progress, mark, notice } = await remote.progress();
        this.warn('copy', notice);
        if (sent().unsent) this.report();
        else this.adopt(progress || { entries: {} }, mark);
      };
      await navigator.locks.request(SENT, fetched).catch((error) => this.warn('file', error.message));
    },

    adopt({ entries, settings }, mark) {
      const { good, bad } = sifted(entries);
      this.entries = good;
      if (isObject(settings)) this.settings = settings;
      write(KEY, good);
      write(SETTINGS, this.settings);
      /* Without its mark the file is kept as a copy when progress is next sent. */
      this.note({ mark: bad.length ? '' : mark, unsent: 0 });
      if (bad.length) this.warn('unread', `${W.plural(bad.length, 'game')} of Winnow's file could not be read, and was left out.`);
    },

    note(changed) {
      this.sent = { ...sent(), ...changed };
      write(SENT, this.sent);
    },

    get(id) {
      return this.entries[id] || null;
    },

    /** Keep the state of a game; returns the entry. */
    put(id, state) {
      /* Another tab may have written since: a storage event comes later than what it is about. */
      if (withStorage((storage) => storage.getItem(KEY)) !== seen) this.entries = storedEntries();
      const old = this.entries[id];
      const updated = Math.max(Date.now(), old ? old.updated + 1 : 0);
      const solved = state.solved && !(old && old.solved) ? { solved_at: Date.now() } : {};
      const now = together({ ...state, ...solved, updated }, old || {});
      this.entries = Object.assign(Object.create(null), this.entries, { [id]: now });
      write(KEY, this.entries);
      this.report();
      return now;
    },

    /** Send the whole progress to the server's file, if there is one, and say whether it was kept. */
    report() {
      if (!this.remote) return;
      this.note({ unsent: sent().unsent + 1 });
      this.sending = this.send().then(() => this.warn('file', ''), (error) => this.warn('file', error.message));
    },

    /** Send what has not been sent; tabs take turns, so that each knows the mark that the other got. */
    send() {
      return navigator.locks.request(SENT, async () => {
        const { mark, unsent } = sent();
        if (!unsent) return;
        const told = await this.remote.keepProgress(this.record(), mark);
        if (told.notice) this.warn('copy', told.notice);
        this.note({ mark: told.mark, unsent: sent().unsent === unsent ? 0 : sent().unsent });
      });
    },

    record() {
      return { format: FORMAT, settings: this.settings, entries: this.entries };
    },

    set(name, value) {
      this.settings[name] = value;
      write(SETTINGS, this.settings);
      this.report();
    },

    exported() {
      return JSON.stringify(this.record(), null, 1);
    },

    /** Add the games of an exported file; return a sentence on the result, or throw one. */
    imported(text) {
      let record;
      try {
        record = JSON.parse(text.replace(/^\ufeff/, ''));
      } catch (error) {
        throw new Error(`This file is not JSON: ${error.message}`);
      }
      if (!isObject(record) || !/^winnow-progress\/\d+$/.test(record.format)) throw new Error('This file is no exported progress of Winnow.');
      if (record.format !== FORMAT) throw new Error(`A newer Winnow exported this file (${record.format}); this one reads ${FORMAT}.`);
      if (!isObject(record.entries)) throw new Error('This file is no exported progress of Winnow.');
      const { good, bad } = sifted(record.entries);
      const now = Object.assign(Object.create(null), this.entries);
      for (const [id, entry] of Object.entries(good)) {
        const [early, late] = [now[id] || {}, entry].sort((a, b) => (a.updated || 0) - (b.updated || 0));
        now[id] = together(late, early);
      }
      this.entries = now;
      write(KEY, now);
      if (isObject(record.settings) && isPlain(record.settings)) Object.assign(this.settings, record.settings);
      write(SETTINGS, this.settings);
      W.settings.apply();
      this.report();
      return `${W.plural(Object.keys(good).length, 'game')} imported.${bad.length ? ` ${W.plural(bad.length, 'game')} left out, such as "${bad[0]}": not the progress of a game.` : ''}`;
    },

    async forget() {
      this.entries = Object.create(null);
      write(KEY, {});
      write(SETTINGS, this.settings);
      withStorage((storage) => {
        const left = Object.keys(storage).filter((name) => name.startsWith(`${KEY}.unreadable-`));
        left.forEach((name) => storage.removeItem(name));
      });
      this.warn('unread', '');
      this.report();
      await this.sending;
    },
  };

  W.store.load();
  W.settings.apply();

  window.addEventListener('storage', (event) => {
    if (event.key === SETTINGS) Object.assign(W.store.settings, stored(SETTINGS));
    if (event.key !== KEY || !event.newValue) return;
    const before = W.store.entries;
    W.store.entries = storedEntries();
    for (const [id, entry] of Object.entries(W.store.entries)) {
      if (JSON.stringify(before[id]) !== JSON.stringify(entry)) W.store.onOther(id);
    }
  });
})(window.Winnow);
