'use strict';
/* Choosing a game: deals by level, number, day or cards, packs as ladders, games under way. */
(function (W) {
  const el = W.el;
  const LADDER = ['easy', 'middling', 'hard'];
  const MOVES = 9; /* Those of a small table. */
  W.LEVELS = ['easy', 'medium', 'hard'];

  /** Return the `way` and the `level` in which the player last chose a game. */
  W.lastOf = function (about) {
    const usual = about.clock ? 'clock' : about.dailies.some(({ form }) => form === 'down') ? 'down' : 'open';
    return { way: usual, level: W.LEVELS[0], ...(W.store.settings.last || {})[about.name] };
  };

  /** How long a game takes, in words. */
  const lasts = ({ clock, minutes }) => (clock ? `${clock} seconds` : minutes ? `about ${W.plural(minutes, 'minute')}` : '');

  const field = (label, input, ...more) => el('label', { class: 'field-label' }, el('span', {}, label), input, ...more);

  /** Return a small table of a game: today's deal after some moves by chance; until it is there, the suits. */
  W.mini = function (about, source) {
    const suits = el('span', { class: 'suits' }, Object.keys(about.looks.shapes).slice(0, 6).map((letter) => W.suitShape(about.looks, letter)));
    W.setInks(suits, about.looks);
    const node = el('div', { class: 'mini', 'aria-hidden': 'true', inert: true }, suits);
    W.settings.dress(node, about.felt);
    /* A tile without a table still opens its game, which then says what is wrong. */
    if (source.deals) fillMini(node, about, source).catch((error) => console.info(`No small table: ${error.message}`));
    return node;
  };

  async function fillMini(node, about, source) {
    const game = await source.open({ kind: 'deal', game: about.name, number: String(W.dayNumber()) });
    const board = new W.Board({ onChoice: () => {} }); /* It is inert. */
    board.setLooks(about, game.layouts);
    node.replaceChildren(board.node);
    let { table } = game;
    board.show(table);
    for (const line = []; line.length < MOVES && node.isConnected && !table.over;) {
      const plain = table.gestures.filter((gesture) => !gesture.tap);
      const among = plain.length ? plain : table.gestures;
      line.push(table.forced || among[Math.floor(Math.random() * among.length)].move);
      table = await source.table(game, line);
    }
    board.show(table);
  }

  /** A pack as a ladder: its puzzles level by level, the solved ones marked. */
  W.ladder = function (pack) {
    const named = !pack.problems && pack.puzzles.every(({ level }) => level <= LADDER.length);
    const link = ([puzzle, place]) => {
      const entry = W.store.get(puzzle.game_id) || {};
      const state = entry.solved ? 'solved' : entry.tried ? 'missed' : entry.line && entry.line.length ? 'begun' : '';
      const mark = { solved: '\u2713', begun: '\u2026', missed: '\u2717' }[state] || '';
      return el('li', {}, el('a', { class: `puzzle ${state}`, href: `#/puzzle/${puzzle.id}`, 'aria-label': `Puzzle ${place}${state ? `, ${state}` : ''}` }, String(place), mark ? el('span', { 'aria-hidden': 'true' }, mark) : null));
    };
    const places = pack.puzzles.map((puzzle, index) => [puzzle, index + 1]);
    const rungs = [...new Set(pack.puzzles.map(({ level }) => level))].map((level) => {
      const own = places.filter(([puzzle]) => puzzle.level === level);
      return el('li', {},
        level ? el(pack.problems ? 'h2' : 'h3', {}, `Level ${level}${named ? `: ${LADDER[level - 1]}` : ''}`) : null,
        own.every(([{ planned }]) => planned) ? el('p', { class: 'quiet' }, 'Nobody without planning has won one of these.') : null,
        el('ol', { class: 'puzzles' }, own.map(link)));
    });
    const solved = pack.puzzles.filter((puzzle) => (W.store.get(puzzle.game_id) || {}).solved).length;
    return el('section', {}, pack.problems ? null : el('h2', {}, pack.title), el('p', { class: 'quiet' }, `${solved} of ${pack.puzzles.length} solved.`), el('ul', { class: 'ladder' }, rungs));
  };

  W.Home = class {
    constructor(about, source) {
      Object.assign(this, { about, source });
    }

    /* ---- The first screen ---- */

    all() {
      const open = this.open().slice(0, 5);
      /* Who plays already knows what this is: the games under way take the place of the words. */
      return el('div', { class: 'home' },
        this.source.deals ? W.dayCard(this) : null,
        el('h1', { class: open.length ? 'unseen' : null }, 'Solitaire, with the truth one tap away'),
        open.length ? this.listed('Games under way', open) : el('p', { class: 'lead' }, 'Play, and ask at any time whether the game can still be won. The answer is exact.'),
        el('ul', { class: 'games' }, this.about.map((about) => this.tile(about))),
        this.listed('Favourites', Object.values(W.store.entries).filter((entry) => entry.favourite)),
        this.told = el('p', { role: 'status', class: 'told' }),
        el('details', { class: 'rest' }, el('summary', {}, 'More: import and export'), this.progressForm()));
    }

    /** A game: a small table, its aim, how long it takes, the button that plays it, and how. */
    tile(about) {
      const [text, address] = this.second(about);
      const solved = Object.values(W.store.entries).filter((entry) => entry.game === about.name && entry.solved).length;
      return el('li', { class: 'game-card' },
        el('a', { href: `#/game/${about.name}`, class: 'mini-link', tabindex: '-1', 'aria-hidden': 'true' }, W.mini(about, this.source)),
        el('h2', {}, el('a', { href: `#/game/${about.name}` }, about.title)),
        el('p', {}, about.aim),
        el('p', { class: 'quiet' }, [lasts(about), solved ? `${solved} solved` : ''].filter(Boolean).join(' \u00b7 ')),
        el('p', { class: 'row' }, this.plays(about), el('a', { class: 'button', href: address, 'aria-label': `${text}: ${about.title}` }, text)),
        this.ways(about));
    }

    /** The button that deals a game in the way last chosen; without an engine it goes to the problems. */
    plays(about) {
      const [text, screen] = this.source.deals ? ['Play', 'play'] : ['Problems', 'problems'];
      return el('a', { class: 'button main', href: `#/${screen}/${about.name}`, 'aria-label': `${text} ${about.title}` }, text);
    }

    /** What a game's second button says and opens. */
    second(about) {
      const open = this.open(about.name)[0];
      if (open) return ['Continue', W.address(open.open)];
      return this.learns(about) ? ['Learn it', `#/learn/${about.name}`] : ['More', `#/game/${about.name}`];
    }

    /** The two choices of a game: how the cards lie, and how hard it is. */
    ways(about) {
      if (!this.source.deals) return null;
      const last = W.lastOf(about);
      const clocked = () => { levels.disabled = last.way === 'clock'; };
      const choice = (name, label, values) => el('select', { 'aria-label': `${label} of ${about.title}`, onchange: ({ target }) => {
        last[name] = target.value;
        W.store.set('last', { ...W.store.settings.last, [about.name]: last });
        clocked();
      } }, values.filter(Boolean).map(([value, text]) => el('option', { value, selected: value === last[name] }, text)));
      const levels = choice('level', 'Level', W.LEVELS.map((level) => [level, level[0].toUpperCase() + level.slice(1)]));
      clocked();
      return el('p', { class: 'row ways' },
        choice('way', 'Cards', [about.clock && ['clock', `${about.clock} seconds`], ['open', 'Open'], about.fair && ['down', 'Face down']]),
        about.levels.length ? levels : null);
    }

    /** Whether the introduction is offered: once, to those who have not played. */
    learns(about) {
      const { learned = {} } = W.store.settings;
      return this.source.deals && about.lesson && !learned[about.name] && !Object.values(W.store.entries).some((entry) => entry.game === about.name);
    }

    /** The games of a kind, or of all kinds, that are under way, the latest first. */
    open(name) {
      const titles = new Set(this.about.map((about) => about.name));
      const found = Object.values(W.store.entries).filter((entry) => entry.line && entry.line.length && !entry.solved && !entry.tried && titles.has(entry.game) && (!name || entry.game === name));
      return found.sort((a, b) => b.updated - a.updated);
    }

    /** Games as a list of links under a title; null without any. */
    listed(title, entries) {
      const names = new Map(this.about.map((about) => [about.name, about.title]));
      if (!entries.length) return null;
      const named = ({ number, kind, day }) => (day ? `, ${W.daySaid(day)}` : number === undefined ? (kind === 'puzzle' ? ', a puzzle' : '') : `, deal ${number}`);
      const rows = entries.map((entry) => el('li', {}, el('a', { href: W.address(entry.open) }, `${names.get(entry.game)}${named(entry.open)}: ${W.plural(entry.at || 0, 'move')} made, ${W.clockText(entry.spent || 0)}`)));
      return el('section', {}, el('h2', {}, title), el('ul', { class: 'rows' }, rows));
    }

    progressForm() {
      const tell = (text) => { this.told.textContent = text; };
      const file = el('input', { type: 'file', accept: 'application/json,.json', onchange: () => file.files[0].text().then((text) => W.store.imported(text)).then(tell, (error) => tell(error.message)) });
      const forget = () => {
        if (confirm('Forget all progress on this computer?')) W.store.forget().then(() => W.route(), (error) => tell(error.message));
      };
      return el('section', {}, el('h2', {}, 'Your progress'), el('div', { class: 'row' },
        el('button', { type: 'button', onclick: () => W.download('winnow-progress.json', W.store.exported()) }, 'Export'),
        field('Import', file),
        el('button', { type: 'button', onclick: forget }, 'Forget all')));
    }

    /* ---- One game ---- */

    one(about, packs) {
      this.kind = about;
      const place = () => el('div', { class: 'place' });
      this.places = { problems: place(), ladders: place() };
      const node = el('div', { class: 'home' },
        this.hero(about),
        this.places.problems,
        this.source.deals ? el('details', { class: 'rest' }, el('summary', {}, 'More ways to play'), el('section', { class: 'choices' }, this.choices(about))) : null,
        this.places.ladders);
      this.fill(packs);
      return node;
    }

    /** The head of a game's screen: a small table, the aim, and the ways to begin. */
    hero(about) {
      const [text, address] = this.second(about);
      const link = (to, name, words) => el('a', { class: `button ${name}`, href: to }, words);
      return el('section', { class: 'hero' }, W.mini(about, this.source), el('div', {},
        el('h1', {}, about.title),
        el('p', { class: 'lead' }, about.aim),
        el('p', { class: 'quiet' }, lasts(about)),
        this.ways(about),
        el('p', { class: 'row' },
          this.plays(about),
          text === 'Continue' ? link(address, '', text) : null,
          this.source.deals && about.lesson ? link(`#/learn/${about.name}`, '', 'How it is played') : null)));
    }

    /** Show what comes from the packs. The rest of the screen, and what has been typed there, stays. */
    fill(packs) {
      const { kind, places } = this;
      const deals = packs.filter((pack) => pack.game === kind.name && !pack.problems);
      const problems = new W.ProblemSet(kind, packs);
      const show = (name, ...nodes) => places[name].replaceChildren(...nodes.filter(Boolean));
      show('problems', problems.all.length ? el('section', { class: 'today' }, el('div', {}, el('h2', {}, 'Problems'), el('p', { class: 'quiet' }, `${W.plural(problems.all.length, 'position')} with one right way to go on. ${problems.standing()}`)), el('a', { class: 'button', href: `#/problems/${kind.name}` }, 'Solve problems')) : null);
      show('ladders', W.statistics(kind, problems), ...deals.map(W.ladder));
    }

    choices(about) {
      const trouble = el('p', { class: 'trouble', role: 'alert' });
      const rules = this.rulesForm(about);
      const opening = (make) => async (event) => {
        event.preventDefault();
        trouble.textContent = '';
        const how = make();
        const button = event.submitter || event.target;
        button.disabled = true;
        try {
          W.go(how, await this.source.open(how));
        } catch (error) {
          trouble.textContent = error.message;
          if (error.place) this.pointAt(cards, error.place);
        } finally {
          button.disabled = false;
        }
      };
      const game = about.name;
      const down = el('input', { type: 'checkbox', checked: about.fair && !W.settings.on('seen'), onchange: () => W.store.set('seen', !down.checked) });
      const number = el('input', { inputmode: 'numeric', pattern: '[0-9]{1,20}', value: '1', required: true });
      const cards = el('textarea', { rows: '4', spellcheck: 'false', autocapitalize: 'characters', placeholder: 'The cards in the order of the deal' });
      return [
        trouble,
        about.fair && el('label', { class: 'switch' }, down, ' Cards face down, as the game is played (puzzles and your own cards: all seen)'),
        el('form', { onsubmit: opening(() => ({ kind: 'deal', game, number: number.value, fair: down.checked, rules: rules.values() })) }, field('A numbered deal', number), el('button', {}, 'Deal')),
        el('form', { onsubmit: opening(() => ({ kind: 'deal', game, deal: cards.value, rules: rules.values() })) }, field('A deal of your own cards', cards), el('button', {}, 'Lay out')),
        about.fair && el('form', { onsubmit: (event) => {
          event.preventDefault();
          location.hash = `#/along/${game}/${encodeURIComponent(JSON.stringify(rules.values()))}`;
        } }, el('p', {}, 'With real cards: enter each card as it turns up, and ask for advice'), el('button', {}, 'Play along')),
        about.choice && el('p', {}, el('a', { class: 'button', href: `#/deal/${game}/${Math.floor(Math.random() * 2 ** 32)}` }, 'Watch the game without a choice')),
        rules.node,
      ];
    }

    /** Mark the card in the text that a sentence is about. */
    pointAt(area, place) {
      const words = [...area.value.matchAll(/[^\s,]+/g)];
      const word = words[place - 1];
      area.focus();
      if (word) area.setSelectionRange(word.index, word.index + word[0].length);
    }

    /** The rules of a game: an empty field is the usual value, which it shows. */
    rulesForm(about) {
      const [chosen, by] = about.choice || [];
      const inputs = about.rules.map(({ name, follows, default: usual }) => el('input', { name, value: name === chosen ? by : '', placeholder: follows ? `as ${follows}` : usual, spellcheck: 'false' }));
      const node = el('details', {}, el('summary', {}, 'Other rules for numbered and own deals'), about.rules.map((rule, place) => field(rule.name, inputs[place], el('small', {}, rule.help))));
      const values = () => Object.fromEntries(inputs.map((input) => [input.name, input.value.trim()]).filter(([, value]) => value));
      return { node, values };
    }
  };
})(window.Winnow);
