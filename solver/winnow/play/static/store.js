'use strict';
/* What a player has done: kept in this browser at once, and where there is a server in its file, too. */
(function (W) {
  const KEY = 'winnow.progress';
  const SETTINGS = 'winnow.settings';

  function read(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) || {};
    } catch (error) {
      if (error instanceof SyntaxError) return {};
      return {}; /* Storage may be switched off: then the server's file alone keeps what is done. */
    }
  }

  function write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      W.noStorage = error.message;
    }
  }

  /** Return one entry from two: the later game, and the best of both records. */
  function merged(old, now) {
    if (!old) return now;
    const late = now.updated >= old.updated ? now : old;
    const best = [old.best, now.best].filter((value) => value !== null && value !== undefined);
    const fastest = [old.fastest, now.fastest].filter((value) => value !== null && value !== undefined);
    return {
      ...late,
      solved: Boolean(old.solved || now.solved),
      best: best.length ? Math[late.higher ? 'max' : 'min'](...best) : null,
      fastest: fastest.length ? Math.min(...fastest) : null,
      tries: Math.max(old.tries || 0, now.tries || 0),
      ...firstTry(old, now),
    };
  }

  /** Return what is kept of a problem's first try, the earlier of two. */
  function firstTry(old, now) {
    const tried = [old, now].filter((entry) => entry.tried).sort((a, b) => a.tried - b.tried);
    if (!tried.length) return {};
    const { tried: when, first, took } = tried[0];
    return { tried: when, first, took: took === undefined ? null : took, again: Boolean(old.again || now.again) };
  }

  W.store = {
    entries: read(KEY),
    settings: read(SETTINGS),
    remote: null,
    /** Called with the id of an entry that another tab has changed. */
    onOther: () => {},

    /** Take over what the server's file knows, and tell it what it does not. */
    async connect(remote) {
      this.remote = remote;
      const known = await remote.progress();
      const own = this.entries;
      const missing = {};
      for (const [id, entry] of Object.entries(own)) {
        if (!known[id] || known[id].updated < entry.updated) missing[id] = entry;
      }
      for (const [id, entry] of Object.entries(known)) own[id] = merged(own[id], entry);
      write(KEY, own);
      if (Object.keys(missing).length) await remote.addProgress(missing);
    },

    get(id) {
      return this.entries[id] || null;
    },

    put(id, entry) {
      const kept = merged(this.entries[id], { ...entry, updated: Date.now() });
      this.entries = { ...read(KEY), ...this.entries, [id]: kept };
      write(KEY, this.entries);
      if (this.remote) this.remote.addProgress({ [id]: kept }).catch((error) => this.onTrouble(error));
      return kept;
    },

    onTrouble: () => {},

    set(name, value) {
      this.settings[name] = value;
      write(SETTINGS, this.settings);
    },

    exported() {
      return JSON.stringify({ format: 'winnow-progress/1', entries: this.entries }, null, 1);
    },

    /** Merge an exported file; returns how many games it holds, or throws a sentence. */
    async imported(text) {
      let record;
      try {
        record = JSON.parse(text);
      } catch (error) {
        throw new Error(`This file is not JSON: ${error.message}`);
      }
      if (!record || record.format !== 'winnow-progress/1' || typeof record.entries !== 'object') {
        throw new Error('This file is no exported progress of Winnow.');
      }
      if (this.remote) await this.remote.addProgress(record.entries);
      for (const [id, entry] of Object.entries(record.entries)) this.entries[id] = merged(this.entries[id], entry);
      write(KEY, this.entries);
      return Object.keys(record.entries).length;
    },

    /** Save the first tries of all problems as a file, one a line; returns how many they are. */
    async saveAttempts() {
      const person = this.remote ? await this.remote.person() : this.person();
      const tried = Object.values(this.entries).filter((entry) => entry.tried && entry.open.kind === 'puzzle');
      tried.sort((a, b) => a.tried - b.tried);
      const lines = tried.map((entry) => JSON.stringify({ person, problem: entry.open.id, solved: entry.first, game: entry.game, seconds: entry.took, time: new Date(entry.tried).toISOString() }));
      W.download('winnow-attempts.jsonl', lines.map((line) => `${line}\n`).join(''));
      return lines.length;
    },

    /** The name that stands for the player where no server keeps one. */
    person() {
      if (!this.settings.person) this.set('person', `player-${Math.random().toString(16).slice(2, 10)}`);
      return this.settings.person;
    },

    async forget() {
      this.entries = {};
      write(KEY, {});
      if (this.remote) await this.remote.forget();
    },
  };

  window.addEventListener('storage', (event) => {
    if (event.key !== KEY || !event.newValue) return;
    const before = W.store.entries;
    W.store.entries = read(KEY);
    for (const [id, entry] of Object.entries(W.store.entries)) {
      if (!before[id] || before[id].updated < entry.updated) W.store.onOther(id);
    }
  });
})(window.Winnow);
