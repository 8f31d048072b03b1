'use strict';
/* Problems one after another: the player's rating, streak and mistakes, and which problem comes next. */
(function (W) {
  const el = W.el;
  const NEAR = 5; /* Problems nearest to the wanted rating, of which one is drawn. */
  const EASIER = 0.4; /* Logits below the player's rating: three of five are then solved. */
  const SETTLED = 0.6; /* Logits of a rating's standard error, about 100 points, from which on it says little. */
  const [PRIOR, SPREAD] = [-1, 1.5]; /* A player's ability before the first try, in logits. */

  /** Return a rating in logits on the scale that chess players know. */
  W.ratingText = (logits) => String(Math.round(1500 + (400 / Math.LN10) * logits));

  /** Return today's date: year, month and day with hyphens. */
  W.today = function () {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  };

  /** Return the number of today since 1970, by the same date. */
  W.dayNumber = () => Date.parse(W.today()) / 86400000;

  /** Return the most probable ability of a person who solved or missed problems of these ratings, and its standard error. */
  W.ability = function (tries) {
    let place = PRIOR;
    let weight = 1;
    for (let round = 0; round < 30; round += 1) {
      let slope = (PRIOR - place) / SPREAD ** 2;
      weight = 1 / SPREAD ** 2;
      for (const [rating, solved] of tries) {
        const chance = 1 / (1 + Math.exp(rating - place));
        slope += Number(solved) - chance;
        weight += chance * (1 - chance);
      }
      place += Math.max(-1, Math.min(1, slope / weight));
    }
    return { logits: place, error: 1 / Math.sqrt(weight) };
  };

  /** The problems of a game, with what the player has made of them. */
  W.ProblemSet = class {
    constructor(about, packs) {
      this.about = about;
      this.packs = packs.filter((pack) => pack.problems && pack.game === about.name);
      this.all = this.packs.flatMap((pack) => pack.puzzles);
    }

    entry(problem) {
      return W.store.get(problem.game_id) || {};
    }

    /** The problems tried, the earliest first. */
    get tried() {
      const found = this.all.filter((problem) => this.entry(problem).tried);
      return found.sort((a, b) => this.entry(a).tried - this.entry(b).tried);
    }

    get mistakes() {
      return this.all.filter((problem) => this.entry(problem).first === false && !this.entry(problem).again);
    }

    get themes() {
      return [...new Set(this.all.flatMap((problem) => problem.themes))].sort();
    }

    rating() {
      return W.ability(this.tried.map((problem) => [problem.rating, this.entry(problem).first]));
    }

    /** Return by how many points the first try of a problem moved the rating, with its sign. */
    gain(id) {
      const others = this.tried.filter((problem) => problem.id !== id);
      const before = W.ability(others.map((problem) => [problem.rating, this.entry(problem).first]));
      const points = Math.round((400 / Math.LN10) * (this.rating().logits - before.logits));
      return points < 0 ? `\u2212${-points}` : `+${points}`;
    }

    /** How many first tries in a row were solved up to now, and at most. */
    streaks() {
      let [now, most] = [0, 0];
      for (const problem of this.tried) {
        now = this.entry(problem).first ? now + 1 : 0;
        most = Math.max(most, now);
      }
      return { now, most };
    }

    /** Return the next problem in this manner, another than the one given; null if there is none. */
    next(mode, other) {
      if (mode.kind === 'mistakes') {
        const again = this.mistakes.find((problem) => problem.id !== other);
        if (again) return again;
      }
      const others = this.all.filter((problem) => problem.id !== other);
      const wanted = others.filter((problem) => mode.kind !== 'theme' || problem.themes.includes(mode.theme));
      const fresh = wanted.filter((problem) => !this.entry(problem).tried);
      const goal = this.rating().logits - EASIER;
      const near = (fresh.length ? fresh : wanted).sort((a, b) => Math.abs(a.rating - goal) - Math.abs(b.rating - goal));
      return near[Math.floor(Math.random() * Math.min(NEAR, near.length))] || null;
    }

    /** How problems of this game are gone through. */
    get mode() {
      return (W.store.settings.modes || {})[this.about.name] || { kind: 'rating' };
    }

    set mode(mode) {
      W.store.set('modes', { ...W.store.settings.modes, [this.about.name]: mode });
    }

    /** What the player has come to, in a sentence. */
    standing() {
      const count = this.tried.length;
      if (!count) return 'No problem tried yet.';
      const { logits, error } = this.rating();
      const { now, most } = this.streaks();
      const settling = error > SETTLED ? ' (still settling)' : '';
      return `Your rating: ${W.ratingText(logits)}${settling}, from ${W.plural(count, 'problem')}. Streak: ${now} (longest ${most}).`;
    }

    /* ---- The screen ---- */

    screen() {
      const go = (problem, mode) => {
        if (mode) this.mode = mode;
        if (problem) location.hash = `#/puzzle/${problem.id}`;
      };
      const mistakes = this.mistakes.length;
      const button = (text, name, action, off) => el('button', { type: 'button', class: name, disabled: off, onclick: action }, text);
      const theme = el('select', {}, this.themes.map((name) => el('option', { value: name }, name)));
      return el('div', { class: 'home' },
        el('h1', {}, `Problems of ${this.about.title}`),
        el('p', { class: 'lead' }, 'A position from play, a goal, and one right way to begin. A wrong move is refused at once, with the reason. The first wrong move or hint decides a try.'),
        el('p', { class: 'standing' }, this.standing()),
        el('div', { class: 'choices' },
          el('form', {}, el('p', {}, `${this.all.length} problems, rated ${W.ratingText(Math.min(...this.all.map((p) => p.rating)))} to ${W.ratingText(Math.max(...this.all.map((p) => p.rating)))}.`),
            button('Next problem', 'main', () => go(this.next({ kind: 'rating' }), { kind: 'rating' })),
            button(mistakes ? `Mistakes again (${mistakes})` : 'No mistakes to repeat', '', () => go(this.next({ kind: 'mistakes' }), { kind: 'mistakes' }), !mistakes)),
          el('form', {}, el('label', { class: 'field-label' }, el('span', {}, 'By theme'), theme),
            button('Play this theme', '', () => go(this.next({ kind: 'theme', theme: theme.value }), { kind: 'theme', theme: theme.value })))),
        this.packs.map((pack) => el('details', {}, el('summary', {}, `All of "${pack.title}"`), W.ladder(pack))));
    }
  };
})(window.Winnow);
