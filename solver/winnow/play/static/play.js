'use strict';
/* The screen of one game: table, moves made and taken back, clock, counters, and what is kept of it. */
(function (W) {
  const el = W.el;
  const [LAST, PAUSE] = [230, 900]; /* Milliseconds between the moves of a game that plays itself to its end, and before them. */
  const RUN = 20; /* The most moves that a game plays by itself at its end. */
  const WATCH = 60; /* Milliseconds between the moves of a game without a choice. */
  const FOLLOW = 350; /* Milliseconds before an obvious move is made by itself. */
  const ILLEGAL = 409; /* The status of an answer about a move that the table does not have. */

  /** Rules in one order, their values as texts. */
  const texts = (rules) => Object.entries(rules).map(([name, value]) => [name, String(value)]).sort();

  W.Play = class {
    /** `game` is an opened game, `about` the description of its kind, `source` the provider of tables. */
    constructor(game, about, source, how) {
      Object.assign(this, { game, about, source, how });
      this.tables = [game.table];
      this.line = [];
      this.at = 0;
      this.spent = 0;
      this.helped = false;
      this.lost = null; /* The least number of moves after which Winnow has found the game lost. */
      this.rest = null; /* The moves to the end, once nothing can go wrong any more. */
      this.running = null; /* What tells one run of moves from another. */
      this.given = game.line; /* Moves that came with the game. */
      this.busy = Promise.resolve();
      this.seconds = 0;
      this.board = new W.Board({
        onMove: (text) => this.play(text),
        onChoice: (moves, picked) => this.offer(moves, picked),
        onRefused: (text) => this.toast(text),
        onPile: (pile) => W.Panels.pile(this, pile),
        offers: (gesture) => this.offers(gesture),
      });
      this.board.setLooks(about, game.layouts);
      this.truth = game.fair ? new W.Covered(this) : new W.Truth(this);
      this.problem = game.puzzle && game.puzzle.problem ? new W.Problem(this) : null;
      this.lesson = how.kind === 'lesson' ? new W.Lesson(this) : null;
      this.build();
      this.tick = setInterval(() => this.count(), 1000);
    }

    /** A problem does not offer the moves over its budget. */
    offers(gesture) {
      return !(this.problem && gesture.over);
    }

    get table() {
      return this.tables[this.at];
    }

    key(event) {
      W.pressed(this, event);
    }

    /** Whether cards are still to be seen; the tables of later moves, which show them, are then not asked for. */
    get unseen() {
      return Boolean(this.game.fair) && this.table.piles.some((pile) => pile.cards.some((card) => !card.face_up));
    }

    moves() {
      return this.line.slice(0, this.at);
    }

    /* ---- The screen ---- */

    build() {
      const { game, about } = this;
      const button = (text, key, action, name, icon) => {
        const node = el('button', { type: 'button', onclick: action, title: key ? `Key: ${key}` : null, 'aria-keyshortcuts': key || null }, icon ? W.icon(icon) : null, el('span', {}, text));
        this[name] = node;
        if (key) this.keyed.set(key.toLowerCase(), { node, action });
        return node;
      };
      this.keyed = new Map(); /* Buttons by their keys, and what they do. */
      this.counters = el('div', { class: 'counters' });
      this.clock = el('span', { class: 'clock', title: 'Time' }, '0:00');
      this.notice = new W.Notice(this);
      this.actions = el('div', { class: 'actions', role: 'group', 'aria-label': 'Moves' });
      this.list = el('div', { class: 'list', hidden: true });
      this.toastNode = el('div', { class: 'toast', hidden: true });
      const controls = el('div', { class: 'controls', role: 'toolbar', 'aria-label': 'Game' },
        button('Undo', 'U', () => this.undo(), 'undoButton', 'undo'),
        button('Redo', 'R', () => this.redo(), 'redoButton', 'redo'),
        button('Hint', 'H', () => this.truth.hint(), 'hintButton', 'hint'),
        button('Lamp', 'L', () => this.toggleLamp(), 'lampButton', 'lamp'),
        button('More', '', () => this.toggleMore(), 'moreButton', 'more'));
      const left = (target) => target && !this.more.contains(target) && !this.moreButton.contains(target) && this.toggleMore(false);
      this.more = el('div', { class: 'more', role: 'toolbar', 'aria-label': 'More', onclick: () => this.toggleMore(false) },
        this.redeals && button('New deal', 'N', () => this.another(), 'anotherButton'),
        button('Where did I lose it?', 'W', () => this.truth.story(), 'storyButton'),
        button('Restart', '', () => this.restart(), 'restartButton'),
        button('Find a card', 'F', () => this.board.find((text) => this.toast(text)), 'findButton'),
        this.lesson ? null : button('Favourite', '', () => this.favour(), 'favourButton'),
        button('Share', '', () => W.Panels.share(this), 'shareButton'),
        button('Rules', '', () => W.Panels.rules(this), 'rulesButton'),
        button('Keys', '?', W.Panels.keys, 'keysButton'),
        button('Settings', '', () => W.settings.dialog(), 'settingsButton'));
      this.moreButton.setAttribute('aria-expanded', 'false');
      this.lampButton.setAttribute('aria-pressed', String(this.truth.on));
      const puzzle = game.puzzle;
      const name = this.problem ? 'Problem' : 'Puzzle';
      const kind = this.lesson ? 'How it is played' : puzzle ? `${name} ${puzzle.place} of ${puzzle.of}${puzzle.level && !this.problem ? `, level ${puzzle.level}` : ''}` : this.how.day ? W.daySaid(this.how.day) : game.number ? `Deal ${game.number}` : 'A deal of your own';
      /* Rules that follow others say nothing new. */
      const own = texts(game.set).filter(([name, value]) => !about.rules.some((rule) => rule.name === name && rule.follows && String(game.rules[rule.follows]) === value));
      const level = about.levels.findIndex((rules) => JSON.stringify(texts(rules)) === JSON.stringify(own));
      const rules = W.LEVELS[level] || own.filter(([name]) => name !== 'deck').map((pair) => pair.join(' ')).join(', ');
      /* What is said of the game is said below its table. */
      this.bar = el('div', { class: 'bar' }, this.problem ? this.problem.node : null, this.notice.node, this.truth.tale.node, this.actions, controls);
      this.side = el('div', { class: 'side' }, this.truth.node, this.list);
      this.node = el('div', { class: 'play', onpointerdown: (event) => left(event.target), onfocusout: (event) => left(event.relatedTarget) },
        el('div', { class: 'heading' },
          el('a', { class: 'back', href: '#/', 'aria-label': 'All games' }, W.icon('back')),
          el('h1', {}, about.title),
          el('p', { class: 'quiet' }, [kind, this.problem || this.lesson ? '' : rules, game.fair ? 'face down' : '', game.odds ? `won in ${[game.odds].flat().join(' of ')} tries` : ''].filter(Boolean).join(' \u00b7 ')),
          this.counters,
          W.muteButton(),
          this.clock),
        el('div', { class: 'status' }, this.lesson ? this.lesson.node : null, game.goal ? el('p', { class: 'goal-text' }, game.goal) : el('p', { class: 'aim' }, about.aim), this.truth.lampNode),
        el('div', { class: 'table-side' }, this.board.node, this.toastNode, this.bar),
        this.side,
        this.more,
        /* Keys do the same: these are for those who hear the page. */
        el('div', {}, ...[button('All moves', 'M', () => this.toggleList(), 'listButton'), button('Table in words', 'P', () => W.Panels.piles(this), 'wordsButton')].map((node) => node.classList.add('skip') || node)));
    }

    /** Whether another deal of this game can be asked for. */
    get redeals() {
      return Boolean(this.source.deals && !this.lesson && !this.problem && this.game.set.deck === undefined);
    }

    /** Open another deal by chance, under the same rules: one that can be won, where such deals are not rare. This game is kept. */
    async another() {
      const { game, fair, set } = this.game;
      this.toast('Shuffling ...');
      await this.source.dealt({ game, fair: Boolean(fair), rules: set })
        .then((found) => this.node.isConnected && W.go(null, found))
        .catch((error) => { if (error.name !== 'AbortError') this.notice.tell(error.message); });
    }

    /** Keep this deal among the favourites, or no more. */
    favour() {
      const { favourite } = W.store.get(this.game.id) || {};
      this.keep({ favourite: !favourite });
      this.toast(favourite ? 'No favourite any more.' : 'Among your favourites on the first screen.');
    }

    toggleMore(open = !this.more.classList.contains('open')) {
      this.more.classList.toggle('open', open);
      this.moreButton.setAttribute('aria-expanded', String(open));
      if (open) this.more.querySelector('button:not(:disabled)').focus();
    }

    /** Show a phrase over the table for a moment. */
    toast(text) {
      this.toastNode.textContent = text;
      this.toastNode.hidden = false;
      clearTimeout(this.toasting);
      this.toasting = setTimeout(() => { this.toastNode.hidden = true; }, 2200);
      W.announce(text);
    }

    /** Resume the game where it was left. */
    start() {
      this.busy = this.busy.then(() => this.takeUp());
      return this.busy;
    }

    async takeUp() {
      const known = this.lesson ? null : W.store.get(this.game.id);
      /* A decided problem restarts. */
      const kept = (!(this.problem && known && known.tried) && known) || {};
      const { given } = this;
      this.given = [];
      await this.lay(given.length ? { line: given, at: given.length, helped: kept.helped } : kept);
      if (given.length && String(given) !== String(kept.line)) this.offerBack('You have played this deal before.', kept);
    }

    /** Restore a line of play, or say that its moves cannot be made here. */
    async lay({ line = [], at = 0, spent = 0, helped = false, lost = null }) {
      const tables = [this.tables[0]];
      const place = Math.min(at, line.length);
      try {
        if (place) tables[place] = await this.source.table(this.game, line.slice(0, place));
      } catch (error) {
        await this.lay({});
        this.notice.tell(`The moves that were kept cannot be made here: ${error.message}`);
        return;
      }
      Object.assign(this, { line: [...line], at: place, tables, spent, helped, lost, wonBefore: false });
      this.refresh();
    }

    /** Return the stored form of this line of play. */
    get played() {
      const { line, at, spent, helped, lost } = this;
      return { line, at, spent, helped, lost };
    }

    /** Offer the way back to other moves of this game until the next move; a game that is watched has no others. */
    offerBack(text, other) {
      const back = () => { this.busy = this.busy.then(() => this.lay(other)).then(() => this.keep()); };
      if (other.line && other.line.length && !this.watched) this.notice.tell(text, W.button(`Go to its ${W.plural(other.line.length, 'move')}`, '', back));
    }

    /** Restart the game, its clock and the record of help. */
    restart() {
      this.stopRun();
      this.busy = this.busy.then(async () => {
        const { played } = this;
        if (this.problem) this.problem.clean = true;
        /* The first try of a problem has one clock. */
        await this.lay({ spent: this.problem && !this.problem.entry.tried ? this.spent : 0 });
        this.keep();
        this.offerBack('Begun anew.', played);
        W.announce('Begun anew.');
      });
      return this.busy;
    }

    /** Show what is on the table now. */
    refresh() {
      const focus = this.board.node.contains(document.activeElement);
      this.node.dataset.moves = String(this.at);
      this.clock.textContent = W.clockText(this.spent);
      this.showCounters();
      this.undoButton.disabled = this.at === 0;
      this.redoButton.disabled = this.at >= this.line.length;
      this.restartButton.disabled = !this.line.length && !this.helped;
      this.storyButton.disabled = this.at === 0;
      if (!this.list.hidden) this.fillList();
      this.truth.moved();
      this.notice.show();
      if (this.problem) this.problem.moved();
      this.board.show(this.table);
      if (this.lesson) this.lesson.moved();
      if (focus) this.board.focus();
    }

    showCounters() {
      /* A number that grows does not move the table. */
      const counter = (title, value, widest = value) => el('span', { class: 'counter' }, `${title} `, el('b', { style: { minWidth: `${widest.length}ch` } }, value));
      const shown = this.table.counters.map(({ title, value, limit }) => (limit === null ? counter(title, String(value), '00') : counter(title, `${value}/${limit}`, `${limit}/${limit}`)));
      this.counters.replaceChildren(...shown, this.helped ? counter('Hints', String(Number(this.helped))) : '');
    }

    /** Offer the moves that the picked cards can make, or else the table's own buttons. */
    offer(moves, picked) {
      const made = (gesture) => this.play(W.Choice.moveText(gesture, picked));
      const ready = moves.filter((gesture) => !gesture.cell && (!gesture.ordered || picked.length === gesture.cards.length));
      const buttons = (gestures, name) => gestures.map((gesture) => el('button', { type: 'button', class: name, title: W.spoken(this.about.looks, gesture.says), onclick: () => made(gesture) }, W.said(this.about.looks, gesture.label)));
      const ordered = this.table.gestures.filter((gesture) => gesture.ordered && !ready.includes(gesture));
      const taps = this.table.gestures.filter((gesture) => gesture.tap || !gesture.cards.length);
      const obvious = taps.find((gesture) => gesture.move === this.table.forced);
      const content = [...((this.rest || this.watched) && !picked.length ? [this.runButton()] : []), ...buttons(ready.slice(0, 12), 'main'), ...taps.flatMap((gesture) => buttons([gesture], gesture === obvious || taps.length + ordered.length === 1 ? 'main' : ''))];
      if (this.table.forced !== null && !obvious) {
        content.push(el('button', { type: 'button', class: 'forced', title: 'Key: Space', onclick: () => this.force() }, 'Obvious move'));
      }
      for (const gesture of ordered) {
        const left = gesture.cards.filter((key) => !picked.includes(key)).length;
        content.push(el('button', { type: 'button', title: gesture.label, onclick: () => this.play(W.Choice.moveText(gesture, [...picked, ...gesture.cards.filter((key) => !picked.includes(key))])) }, picked.length ? 'Keep this order' : gesture.label));
        content.push(el('span', { class: 'quiet' }, picked.length ? `Then in order: ${left} to go` : 'or drag the cards into another order'));
      }
      if (picked.length) {
        content.push(el('button', { type: 'button', onclick: () => { this.board.choice.clear(); this.board.mark(); } }, 'Let go'));
        const names = this.names(picked).join(', ');
        const goals = new Set(this.board.choice.targets().map((target) => (target.cell ? 'free cells' : this.table.piles.find((pile) => pile.key === target.pile).title)));
        W.announce(`${names} picked.${goals.size ? ` Can go to: ${[...goals].join(', ')}.` : ''}`);
      }
      this.actions.replaceChildren(...content);
    }

    names(keys) {
      const all = this.table.piles.flatMap((pile) => pile.cards);
      const cards = keys.map((key) => all.find((card) => card.key === key));
      return cards.map((card) => (card.face_up ? W.cardName(this.about.looks, card.card) : 'face-down card'));
    }

    /* ---- Moves ---- */

    play(text) {
      if (this.lesson && !this.lesson.takes(text)) {
        this.toast('Not this one: follow the arrow.');
        this.board.show(this.table);
        this.lesson.moved();
        return this.busy;
      }
      return this.make(text);
    }

    /** Play a move by its text; one after the other. */
    make(move) {
      this.stopRun();
      return this.makeInTurn(move);
    }

    makeInTurn(move) {
      const pressed = this.table;
      this.busy = this.busy.then(() => this.makeNow(move, pressed));
      return this.busy;
    }

    /** Play a move that was chosen on the table `pressed`. */
    async makeNow(move, pressed) {
      const line = [...this.moves(), move];
      const fresh = this.line[this.at] !== move;
      let table;
      try {
        table = this.line[this.at] === move && this.tables[this.at + 1] ? this.tables[this.at + 1] : await this.source.table(this.game, line);
      } catch (error) {
        this.stopRun();
        this.board.show(this.table);
        /* The second press of a double one comes to a table on which its move may be illegal. */
        if (error.status === ILLEGAL && pressed !== this.table) return;
        this.notice.tell(error.message);
        W.announce(error.message);
        return;
      }
      if (fresh) {
        if (this.lost > this.at) this.lost = null;
        this.line.length = this.at;
        this.tables.length = this.at + 1;
      }
      this.line[this.at] = move;
      this.wonBefore = this.table.won;
      this.at += 1;
      this.tables[this.at] = table;
      this.refresh();
      if (table.won && !this.wonBefore) this.notice.celebrate();
      else W.sound('place');
      if (this.node.isConnected && !this.truth.showing && W.settings.on('auto')) this.followed = setTimeout(() => this.force(), FOLLOW);
      const end = table.won ? ' The game is won!' : table.over ? ` ${W.lostBy(table)}` : '';
      W.announce(W.spoken(this.about.looks, this.told(this.at - 1)) + end);
      const { tries = 0 } = W.store.get(this.game.id) || {};
      this.keep(fresh && !this.truth.showing && table.over && !table.won ? { tries: tries + 1 } : {});
      this.finish();
    }

    /** Play a game to its end if nothing can go wrong any more; a button in the bar begins or stops that. */
    async finish() {
      if (this.running || this.problem || this.lesson || this.unseen || !this.node.isConnected || W.settings.on('stay')) return;
      this.rest = await this.runOut();
      if (!this.rest || !this.node.isConnected) return;
      if (!W.calm()) this.toTheEnd(PAUSE);
      this.offer([], []);
      W.announce('Nothing can go wrong any more.');
    }

    /** Make the last moves, the first of them after `wait` milliseconds. */
    toTheEnd(wait) {
      const left = [...this.rest];
      return this.run(() => left.shift() ?? null, wait, LAST);
    }

    /** Make the moves that `next` returns, one after the other with a pause, until it returns null or this is stopped. */
    async run(next, wait, pause) {
      const own = {};
      this.running = own;
      for (let move = next(), after = wait; move !== null; move = next(), after = pause) {
        await new Promise((go) => { this.finishing = setTimeout(go, after); });
        await this.makeInTurn(move);
        if (this.running !== own) return;
      }
      this.stopRun();
      this.offer([], []);
    }

    /** Whether the rules leave no choice, so that the game is watched. */
    get watched() {
      const { about, game, lesson } = this;
      return Boolean(about.choice) && !lesson && this.table.forced !== null && String(game.rules[about.choice[0]]) !== about.choice[1];
    }

    stopRun() {
      clearTimeout(this.finishing);
      this.running = null;
      this.rest = null;
      this.truth.showing = false;
    }

    runButton() {
      if (this.running) return W.button('Stop', '', () => { this.stopRun(); this.offer([], []); });
      if (this.rest) return W.button('Play it to the end', 'main', () => this.toTheEnd(0));
      return W.button('Watch', 'main', () => this.run(() => (this.node.isConnected ? this.table.forced : null), 0, WATCH));
    }

    /** Return the moves to the end if each needs no thought, turns no card up, and the last one wins; else null. */
    async runOut() {
      const [start, moves] = [this.table, []];
      let table = start;
      while (!table.over) {
        const gesture = table.gestures.find((one) => one.move === table.forced);
        if (!gesture || gesture.tap || moves.length === RUN) return null;
        moves.push(gesture.move);
        table = await this.source.table(this.game, [...this.moves(), ...moves]);
        if (this.table !== start) return null;
      }
      return table.won && moves.length > 1 ? moves : null;
    }

    /** A score with its unit. */
    scored(score) {
      const grade = (this.game.grades || []).find(([least]) => score >= least);
      return `${score} ${score === 1 ? this.about.unit_of_one : this.about.unit}${grade ? ` (${grade[1]})` : ''}`;
    }

    /** A move that was made, in words where its table is known. */
    told(place) {
      const [move, table] = [this.line[place], this.tables[place]];
      const found = table && W.Choice.made(table.gestures, move);
      return found ? W.Choice.inWords(table, table.gestures[found[0]], found[1]) : move;
    }

    force() {
      const move = this.table.forced;
      if (move !== null) this.make(move);
      return move !== null;
    }

    /** Return the table after the first `at` moves of the line. */
    async tableAt(at) {
      if (!this.tables[at]) this.tables[at] = await this.source.table(this.game, this.line.slice(0, at));
      return this.tables[at];
    }

    async goTo(at) {
      this.stopRun();
      this.busy = this.busy.then(async () => {
        if (!await this.tableAt(at).catch((error) => this.notice.tell(error.message))) return;
        if (this.lost !== null && at < this.lost && this.at >= this.lost) this.helped = Number(this.helped) + 1;
        this.at = at;
        this.wonBefore = false;
        this.refresh();
        this.keep();
      });
      return this.busy;
    }

    undo() {
      if (this.at === 0) return;
      W.announce(W.spoken(this.about.looks, `Undone: ${this.told(this.at - 1)}`));
      this.goTo(this.problem ? this.problem.before(this.at) : this.at - 1);
    }

    redo() {
      if (this.at >= this.line.length) return;
      W.announce(W.spoken(this.about.looks, `Again: ${this.told(this.at)}`));
      this.goTo(this.at + 1);
    }

    count() {
      if (!document.hidden && this.line.length && !this.table.over) this.spent += 1;
      this.clock.textContent = W.clockText(this.spent);
    }

    /** Store the current game, here and on the server; `more` holds further fields to store. */
    keep(more) {
      if (this.lesson) return;
      const { table, about } = this;
      const won = table.won && !this.helped;
      const score = table.won || table.over ? table.score : null;
      W.store.put(this.game.id, {
        ...this.played,
        line: [...this.line],
        game: this.game.game,
        open: this.how,
        solved: won,
        best: won ? score : null,
        higher: about.higher,
        fastest: won ? this.spent : null,
        ...(score === null ? {} : { last: score }),
        ...more,
      });
    }

    /** Count that Winnow helped with a move: the game counts as solved only after Restart. */
    help() {
      this.helped = Number(this.helped) + 1;
      this.restartButton.disabled = false;
      this.showCounters();
      this.keep();
    }

    /** Record that Winnow showed the game lost after `moves` moves; taking the losing move back then counts as help. */
    toldLost(moves) {
      if (!moves || (this.lost !== null && this.lost <= moves)) return;
      this.lost = moves;
      this.keep();
    }

    /* ---- Lamp and list of moves ---- */

    toggleLamp() {
      this.truth.toggle();
      this.lampButton.setAttribute('aria-pressed', String(this.truth.on));
    }

    toggleList() {
      this.list.hidden = !this.list.hidden;
      this.listButton.setAttribute('aria-pressed', String(!this.list.hidden));
      if (!this.list.hidden) {
        this.fillList();
        const first = this.list.querySelector('button');
        if (first) first.focus();
      }
    }

    fillList() {
      const offered = this.table.gestures.filter((gesture) => this.offers(gesture));
      const items = offered.map((gesture) => el('li', {}, el('button', { type: 'button', onclick: () => this.play(gesture.move) }, W.said(this.about.looks, W.Choice.inWords(this.table, gesture, gesture.cards)))));
      const free = this.table.gestures.some((gesture) => gesture.ordered);
      const title = free ? 'Legal moves; click the cards for another order' : `${W.plural(items.length, 'legal move')}${offered.length < this.table.gestures.length ? ' within the budget' : ''}`;
      this.list.replaceChildren(el('h2', {}, title), el('ul', {}, items));
    }

    destroy() {
      clearTimeout(this.followed);
      this.stopRun();
      this.notice.cancel();
      this.truth.cancel();
      clearInterval(this.tick);
    }
  };
})(window.Winnow);
