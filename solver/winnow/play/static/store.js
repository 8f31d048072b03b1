'use strict';
/* A player's progress: kept in this browser at once, and in the server's file if there is a server. */
(function (W) {
  const { sifted, merged, changed, changesOf, isObject } = W.entries;
  const PART = 1000000; /* Letters of progress that are sent at a time. */
  const WRITER = Math.random().toString(36).slice(2, 12);
  const PLAIN = 'winnow.progress';
  const FOLDER = W.carrier.folder; /* Sites may share an origin, and are then told apart by their folders. */
  const KEY = PLAIN + FOLDER;
  const SETTINGS = `winnow.settings${FOLDER}`;

  const bare = (entries) => Object.assign(Object.create(null), entries);

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
    if (setAside(key, text)) write(key, {});
    return {};
  }

  /** Keep a text that cannot be read, in a place of its own; returns whether that could be done. */
  function setAside(key, text) {
    W.store.warn('unread', 'A part of what this browser keeps of your games could not be read, and was left out.');
    return withStorage((storage) => {
      let number = 1;
      while (storage.getItem(`${key}.unreadable-${number}`) !== null) number += 1;
      storage.setItem(`${key}.unreadable-${number}`, text);
      return true;
    });
  }

  /** Return the entries that this browser keeps; malformed ones are left out. */
  function storedEntries() {
    seen = withStorage((storage) => storage.getItem(KEY));
    const found = stored(KEY);
    const { good, bad, fault } = sifted(found || stored(PLAIN) || {}); /* Sites once shared the plain key. */
    const sound = fault === null || setAside(KEY, JSON.stringify(bad));
    if (sound && (fault || (!found && Object.keys(good).length))) write(KEY, good);
    return good;
  }

  /** Return whether two values are the same, regardless of the order of their parts. */
  function same(one, other) {
    if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
  }

  /** Return the entries in parts small enough for a server. */
  function parts(entries) {
    const found = [];
    let room = 0;
    for (const [id, entry] of Object.entries(entries)) {
      const length = JSON.stringify(entry).length;
      if (length > room) {
        found.push(Object.create(null));
        room = PART;
      }
      found[found.length - 1][id] = entry;
      room -= length;
    }
    return found;
  }

  W.store = {
    entries: Object.create(null),
    settings: {},
    remote: null,
    warnings: new Map(),
    denied: null,
    unsent: { entries: bare({}), settings: {} },
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
      this.warn('storage', this.denied ? `This browser keeps nothing: its storage is full or switched off (${this.denied.name}). ${rest}` : '');
    },

    /** Load the progress kept in this browser. */
    load() {
      this.entries = storedEntries();
      this.settings = stored(SETTINGS) || stored('winnow.settings') || {};
    },

    /** Merge the progress of the server's file, and send the server what it lacks. */
    async connect(remote) {
      this.remote = remote;
      this.sayDenied();
      try {
        const known = await remote.progress();
        this.warn('file', known.notice);
        this.settings = { ...this.settings, ...known.settings };
        const { good } = sifted(known.entries);
        this.learn(good);
        const fresh = Object.entries(this.entries).filter(([id, entry]) => !same(entry, good[id]));
        await this.inTurn(() => this.send(bare(Object.fromEntries(fresh))));
      } catch (error) {
        this.warn('file', error.message);
      }
    },

    /** Send entries to the server's file and take over the merged entries. */
    async send(entries) {
      for (const part of parts(entries)) this.learn((await this.remote.addProgress(part)).entries);
    },

    /** Merge entries into those that are here. */
    learn(entries) {
      const now = bare(this.entries);
      for (const [id, entry] of Object.entries(entries)) now[id] = merged(now[id], entry);
      const others = Object.keys(entries).filter((id) => !same(now[id], this.entries[id]));
      if (!others.length) return;
      this.entries = now;
      write(KEY, now);
      others.forEach((id) => this.onOther(id));
    },

    get(id) {
      return this.entries[id] || null;
    },

    /** Keep the state of a game that came from the one with the counters `base`; returns the entry. */
    put(id, state, base) {
      const now = bare(this.entries);
      /* Another tab may have written since: a storage event comes later than what it is about. */
      if (withStorage((storage) => storage.getItem(KEY)) !== seen) {
        for (const [other, entry] of Object.entries(storedEntries())) now[other] = merged(now[other], entry);
      }
      now[id] = changed(now[id], { ...state, updated: Date.now() }, base, WRITER);
      this.entries = now;
      write(KEY, now);
      this.unsent.entries[id] = now[id];
      this.report();
      return now[id];
    },

    /** Do some work with the server's file after all that was asked before: answers may overtake each other. */
    inTurn(work) {
      const done = this.sending.then(work);
      this.sending = done.catch(() => {});
      return done;
    },

    /** Send what has changed, and say whether it was kept. */
    report() {
      if (this.remote) this.inTurn(() => this.sendChanges()).then(() => this.warn('file', ''), (error) => this.warn('file', error.message));
    },

    async sendChanges() {
      const { entries, settings } = this.unsent;
      this.unsent = { entries: bare({}), settings: {} };
      await this.send(entries);
      if (Object.keys(settings).length) await this.remote.set(settings);
    },

    set(name, value) {
      this.settings[name] = value;
      write(SETTINGS, this.settings);
      this.unsent.settings[name] = value;
      this.report();
    },

    exported() {
      return JSON.stringify({ format: 'winnow-progress/1', entries: this.entries }, null, 1);
    },

    /** Merge an exported file; return a sentence on the result, or throw one. */
    async imported(text) {
      let record;
      try {
        record = JSON.parse(text.replace(/^\ufeff/, ''));
      } catch (error) {
        throw new Error(`This file is not JSON: ${error.message}`);
      }
      if (!isObject(record) || record.format !== 'winnow-progress/1' || !isObject(record.entries)) {
        throw new Error('This file is no exported progress of Winnow.');
      }
      const { good, bad, fault } = sifted(record.entries);
      const [count, left] = [Object.keys(good).length, Object.keys(bad).length];
      if (new Set([...Object.keys(good), ...Object.keys(this.entries)]).size > W.progressFields.most.entries) {
        throw new Error(`More than ${W.progressFields.most.entries} games are not kept: export and clear them.`);
      }
      if (this.remote) await this.inTurn(() => this.send(good));
      this.learn(good);
      return `${W.plural(count, 'game')} imported.${left ? ` ${W.plural(left, 'game')} left out: ${fault}` : ''}`;
    },

    /** Save the first tries of all problems as a file, one a line; return their number. */
    async saveAttempts() {
      const person = this.remote ? await this.remote.person() : this.person();
      const tried = Object.values(this.entries).filter((entry) => entry.tried && entry.open.kind === 'puzzle');
      tried.sort((a, b) => a.tried - b.tried);
      const lines = tried.map((entry) => JSON.stringify({ person, problem: entry.open.id, solved: entry.first, game: entry.game, seconds: entry.took, time: new Date(entry.tried).toISOString() }));
      W.download('winnow-attempts.jsonl', lines.map((line) => `${line}\n`).join(''));
      return lines.length;
    },

    /** Return the generated name of the player, for pages without a server. */
    person() {
      if (!this.settings.person) this.set('person', `player-${Math.random().toString(16).slice(2, 10)}`);
      return this.settings.person;
    },

    async forget() {
      this.entries = Object.create(null);
      delete this.settings.person;
      write(KEY, {});
      write(SETTINGS, this.settings);
      withStorage((storage) => {
        const left = Object.keys(storage).filter((name) => name.startsWith(`${KEY}.unreadable-`));
        left.forEach((name) => storage.removeItem(name));
      });
      this.warn('unread', '');
      this.unsent.entries = bare({});
      if (this.remote) await this.inTurn(() => this.remote.forget());
    },
  };

  W.store.load();
  W.settings.apply();

  /* What waits for its turn does not wait any longer. */
  window.addEventListener('pagehide', () => {
    if (W.store.remote) W.store.sendChanges().catch((error) => W.store.warn('file', error.message));
  });

  window.addEventListener('storage', (event) => {
    if (event.key !== KEY || !event.newValue) return;
    const before = W.store.entries;
    W.store.entries = storedEntries();
    for (const [id, entry] of Object.entries(W.store.entries)) {
      if (!before[id] || !same(changesOf(before[id]), changesOf(entry))) W.store.onOther(id);
    }
  });
})(window.Winnow);
