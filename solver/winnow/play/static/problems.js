'use strict';
/* Problems: the one on the screen, whose moves are judged, and one after another: rating, streak and mistakes. */
(function (W) {
  const el = W.el;
  const NEAR = 5; /* Problems nearest to the wanted rating, of which one is drawn. */
  const EASIER = 0.4; /* Logits below the player's rating: three of five are then solved. */
  const SETTLED = 0.6; /* Logits of a rating's standard error, about 100 points, from which on it says little. */
  const [PRIOR, SPREAD] = [-1, 1.5]; /* A player's ability before the first try, in logits. */
  const COMING = 3000; /* Milliseconds until the next problem comes by itself. */

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
      const go = (mode) => {
        W.store.set('modes', { ...W.store.settings.modes, [this.about.name]: mode });
        const problem = this.next(mode);
        if (problem) location.hash = `#/puzzle/${problem.id}`;
      };
      const themes = [...new Set(this.all.flatMap((problem) => problem.themes))].sort();
      const mistakes = this.mistakes.length;
      const button = (text, name, action, off) => el('button', { type: 'button', class: name, disabled: off, onclick: action }, text);
      const theme = el('select', {}, themes.map((name) => el('option', { value: name }, name)));
      return el('div', { class: 'home' },
        el('h1', {}, `Problems of ${this.about.title}`),
        el('p', { class: 'lead' }, 'A position from play, a goal, and one right way to begin. A wrong move is refused at once, with the reason. The first wrong move or hint decides a try.'),
        el('p', { class: 'standing' }, this.standing()),
        el('div', { class: 'choices' },
          el('form', {}, el('p', {}, `${this.all.length} problems, rated ${W.ratingText(Math.min(...this.all.map((p) => p.rating)))} to ${W.ratingText(Math.max(...this.all.map((p) => p.rating)))}.`),
            button('Next problem', 'main', () => go({ kind: 'rating' })),
            button(mistakes ? `Mistakes again (${mistakes})` : 'No mistakes to repeat', '', () => go({ kind: 'mistakes' }), !mistakes)),
          el('form', {}, el('label', { class: 'field-label' }, el('span', {}, 'By theme'), theme),
            button('Play this theme', '', () => go({ kind: 'theme', theme: theme.value })))),
        this.packs.map((pack) => el('details', {}, el('summary', {}, `All of "${pack.title}"`), W.ladder(pack))));
    }
  };

  /* One problem on the screen: each move is judged, a wrong one is shown with its reason, and the first try is kept. */
  W.Problem = class {
    /** `play` is the game on the screen; `set` its game's problems, set when they are known. */
    constructor(play) {
      this.play = play;
      this.set = null;
      this.clean = true;
      this.state = 'open';
      this.fresh = false; /* Whether the first try has been decided here. */
      this.good = 0; /* The last position on the way here that is known not to be lost. */
      this.node = el('div', { class: 'problem', role: 'status' });
    }

    get entry() {
      return W.store.get(this.play.game.id) || {};
    }

    /** A new position is on the table. */
    async moved() {
      const { play } = this;
      clearTimeout(this.coming);
      if (play.at < this.good) this.good = play.at;
      if (play.table.won) {
        this.decide(!play.helped);
        this.show('won');
        return;
      }
      if (play.truth.showing) {
        this.show(this.state, this.found);
        return;
      }
      const { at } = play;
      if (at && this.made(at)) {
        play.make(play.table.forced);
        return;
      }
      this.show('open'); /* What was said belongs to the position before. */
      if (!at) return;
      const found = await play.truth.verdict().catch((error) => this.node.replaceChildren(el('p', {}, error.message)));
      if (!found || play.at !== at) return;
      if (found.verdict === 'winnable') this.good = at;
      const lost = found.verdict === 'unwinnable';
      const decided = !lost && this.decided();
      if (lost || decided) this.decide(!lost && !play.helped);
      this.show(lost ? 'wrong' : decided ? 'decided' : found.verdict === 'winnable' ? 'right' : 'open', found);
    }

    /** Whether the solution's last decision has just been made: the rest plays itself. */
    decided() {
      const line = this.play.game.puzzle.decided;
      return Boolean(line) && line.join('\n') === this.play.moves().join('\n');
    }

    /** Whether a position is left by a move that never loses and is made without asking. */
    made(at) {
      const table = this.play.tables[at];
      return Boolean(table) && table.forced !== null && table.gestures.length > 1;
    }

    /** Where a move is taken back to: before those that were made without asking, too. */
    before(at) {
      let place = at - 1;
      while (place > 0 && this.made(place)) place -= 1;
      return place;
    }

    /** Keep how a try went: the first one for good, later ones if they went well from the first move on. */
    decide(solved) {
      if (!solved) this.clean = false;
      if (!this.entry.tried) {
        this.fresh = true;
        this.play.keep({ tried: Date.now(), first: solved && this.clean, took: this.play.spent, again: false });
      } else if (solved && this.clean && !this.entry.first) this.play.keep({ again: true });
    }

    show(state, found) {
      const { play } = this;
      Object.assign(this, { state, found });
      this.node.className = `problem ${state}`;
      const content = [];
      if (state === 'right') content.push(el('p', {}, el('strong', {}, 'Right.'), ' The goal can still be reached.'));
      if (state === 'wrong') {
        content.push(
          el('p', {}, el('strong', {}, 'That loses it.'), ' ', W.said(play.about.looks, W.evidence(found))),
          W.button('Take it back', 'main', () => play.goTo(this.good)));
      }
      const done = state === 'won' || state === 'decided';
      if (done) {
        const gain = this.fresh && this.set ? ` ${this.set.gain(play.game.puzzle.id)}` : '';
        const text = !this.clean ? 'Reached, with help or after a mistake.' : this.entry.first ? 'Solved at the first try!' : 'Solved.';
        const { rating, themes } = play.game.puzzle;
        content.push(
          el('p', {}, el('strong', {}, text + gain), `${state === 'decided' ? ' The rest plays itself.' : ''} Rated ${W.ratingText(rating.logits)}; about: ${themes.join(', ')}.`),
          this.clean && this.entry.first ? null : W.button('Again', '', () => play.restart()));
      }
      if (state === 'wrong') play.board.name(W.evidence(found));
      if (this.entry.tried) content.push(...this.onward(done));
      this.node.replaceChildren(...content.filter(Boolean));
      if (done && this.clean) this.goOn();
      if (state === 'wrong' || done) W.announce(this.node.querySelector('p').textContent);
    }

    /** Go on to the next problem after a while, unless that is stopped. */
    goOn() {
      const next = this.node.querySelector('.main');
      if (!next || W.calm()) return;
      clearTimeout(this.coming);
      this.coming = setTimeout(() => next.isConnected && next.click(), COMING);
      const stay = W.button('Stay', '', () => { clearTimeout(this.coming); stay.remove(); });
      next.after(stay);
    }

    /** The game's problems are known. */
    knows(set) {
      this.set = set;
      this.show(this.state, this.found);
    }

    onward(done) {
      if (!this.set) return [];
      const next = this.set.next(this.set.mode, this.play.game.puzzle.id);
      const link = next ? el('a', { class: `button${done ? ' main' : ''}`, href: `#/puzzle/${next.id}` }, 'Next problem') : null;
      return [link, el('p', { class: 'quiet' }, this.set.standing())];
    }
  };
})(window.Winnow);
