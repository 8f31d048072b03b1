'use strict';
/* Choosing a game: deals by level, number, day or cards, packs as ladders, games under way. */
(function (W) {
  const el = W.el;
  const LEVELS = ['easy', 'fairly easy', 'middling', 'hard', 'very hard'];

  const field = (label, input, ...more) => el('label', { class: 'field-label' }, el('span', {}, label), input, ...more);

  /* What became of an import; the packs, which come later, draw the page anew. */
  let told = '';

  function tell(text) {
    told = text;
    document.querySelectorAll('.told').forEach((node) => { node.textContent = text; });
  }

  window.addEventListener('hashchange', () => tell(''));

  /** Return the address within the page that opens a game in this way. */
  W.address = function (how) {
    if (how.kind === 'puzzle') return `#/puzzle/${how.id}`;
    if (how.kind === 'deal' && how.number !== undefined && !Object.keys(how.rules || {}).length) return `#/deal/${how.game}/${how.number}`;
    return `#/open/${encodeURIComponent(JSON.stringify(how))}`;
  };

  /** Return the address within the page of a position: game and rules, the number or the cards, and the moves. */
  W.linkTo = function (game, line) {
    const rules = Object.entries(game.set).map(([name, value]) => `,${name}=${value}`).join('');
    const deal = game.number && game.set.deck === undefined ? game.number : game.deal;
    return `#/${[game.game + rules, deal, line.join(';')].map(encodeURIComponent).join('/')}`.replace(/%3B/g, ';').replace(/%2C/g, ',').replace(/%3D/g, '=');
  };

  /** Return how to open such an address, given as its decoded parts. */
  W.linked = function ([first, deal = '', moves = '']) {
    const [game, ...settings] = first.split(',');
    const rules = Object.fromEntries(settings.map((text) => text.split(/=(.*)/s)).map(([name, value = '']) => [name, value]));
    return { kind: 'link', game, rules, ...(/^[0-9]{1,20}$/.test(deal) ? { number: deal } : { deal }), moves };
  };

  W.Home = class {
    constructor(about, packs, source) {
      Object.assign(this, { about, packs, source });
    }

    packsOf(game) {
      return this.packs.filter((pack) => pack.game === game);
    }

    /** The packs of a game that hold full deals. */
    dealsOf(game) {
      return this.packsOf(game).filter((pack) => !pack.problems);
    }

    solvedOf(pack) {
      return pack.puzzles.filter((puzzle) => (W.store.get(puzzle.game_id) || {}).solved).length;
    }

    /* ---- The first screen ---- */

    all() {
      const cards = this.about.map((about) => {
        const packs = this.dealsOf(about.name);
        const total = packs.reduce((sum, pack) => sum + pack.puzzles.length, 0);
        const solved = packs.reduce((sum, pack) => sum + this.solvedOf(pack), 0);
        const problems = new W.ProblemSet(about, this.packs);
        const told = [total ? `${solved} of ${W.plural(total, 'deal')} solved` : '', problems.all.length ? `${problems.tried.length} of ${W.plural(problems.all.length, 'problem')} tried` : ''];
        const suits = el('span', { class: 'suits', 'aria-hidden': 'true' }, Object.keys(about.looks.shapes).slice(0, 6).map((letter) => W.suitShape(about.looks, letter)));
        W.setInks(suits, about.looks);
        return el('li', {}, el('a', { class: 'game-card', href: `#/game/${about.name}` }, suits, el('strong', {}, about.title), el('span', { class: 'quiet' }, told.filter(Boolean).join('; ') || 'Deals')));
      });
      return el('div', { class: 'home' },
        el('h1', {}, 'Solitaire, with the truth one key away'),
        el('p', { class: 'lead' }, 'Play, and ask at any time whether the game can still be won. The answer is exact: it comes from a search that ends, not from a guess.'),
        el('ul', { class: 'games' }, cards),
        this.underWay(),
        this.source.deals ? this.lineForm() : null,
        this.progressForm());
    }

    underWay() {
      const names = new Map(this.about.map((about) => [about.name, about.title]));
      const open = Object.values(W.store.entries).filter((entry) => entry.line && entry.line.length && !entry.solved && names.has(entry.game));
      open.sort((a, b) => b.updated - a.updated);
      if (!open.length) return null;
      const rows = open.slice(0, 8).map((entry) => el('li', {}, el('a', { href: W.address(entry.open) }, `${names.get(entry.game)}: ${W.plural(entry.at || 0, 'move')} made, ${W.clockText(entry.spent || 0)}`)));
      return el('section', {}, el('h2', {}, 'Games under way'), el('ul', { class: 'rows' }, rows));
    }

    lineForm() {
      const area = el('textarea', { rows: '3', spellcheck: 'false', placeholder: `winnow solve ${this.about[0].name} --number 5` });
      const trouble = el('p', { class: 'trouble', role: 'alert' });
      const open = async (event) => {
        event.preventDefault();
        trouble.textContent = '';
        try {
          const game = await this.source.open({ kind: 'line', text: area.value });
          W.go({ kind: 'line', text: area.value }, game);
        } catch (error) {
          trouble.textContent = error.message;
        }
      };
      return el('section', {}, el('h2', {}, 'A line from winnow'), el('form', { onsubmit: open }, field('A shared position, or what you would give to winnow solve', area), el('button', { class: 'main' }, 'Open'), trouble));
    }

    progressForm() {
      const file = el('input', { type: 'file', accept: 'application/json,.json', onchange: async () => {
        try {
          tell(await W.store.imported(await file.files[0].text()));
        } catch (error) {
          tell(error.message);
        }
      } });
      const forget = () => {
        if (confirm('Forget all progress on this computer?')) W.store.forget().then(() => W.route(), (error) => tell(error.message));
      };
      return el('section', {}, el('h2', {}, 'Your progress'), el('div', { class: 'row' },
        el('button', { type: 'button', onclick: () => W.download('winnow-progress.json', W.store.exported()) }, 'Export'),
        field('Import', file),
        el('button', { type: 'button', onclick: forget }, 'Forget all')), el('p', { role: 'status', class: 'told' }, told));
    }

    /* ---- One game ---- */

    one(about) {
      const packs = this.dealsOf(about.name);
      const problems = new W.ProblemSet(about, this.packs);
      return el('div', { class: 'home' },
        el('h1', {}, about.title),
        problems.all.length ? el('section', {}, el('h2', {}, 'Problems'), el('p', {}, `${W.plural(problems.all.length, 'position')} from play with one right way on. ${problems.standing()}`), el('a', { class: 'button main', href: `#/problems/${about.name}` }, 'Solve problems')) : null,
        packs.length || this.source.deals ? el('h2', {}, 'Deals') : null,
        el('section', { class: 'choices' }, this.dayForm(packs), this.source.deals ? this.choices(about, packs) : null),
        packs.map((pack) => this.ladder(pack)));
    }

    choices(about, packs) {
      const levels = new Set(packs.flatMap((pack) => pack.puzzles.map((puzzle) => puzzle.level)));
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
      const level = el('select', {}, el('option', { value: '0' }, 'any deal that can be won'), LEVELS.map((text, index) => levels.has(index + 1) && el('option', { value: String(index + 1) }, `${index + 1}: ${text}`)));
      const solved = () => packs.flatMap((pack) => pack.puzzles.filter((puzzle) => (W.store.get(puzzle.game_id) || {}).solved).map((puzzle) => puzzle.id));
      const number = el('input', { inputmode: 'numeric', pattern: '[0-9]{1,20}', value: '1', required: true });
      const cards = el('textarea', { rows: '4', spellcheck: 'false', autocapitalize: 'characters', placeholder: 'The cards in the order of the deal, such as the line that winnow deal prints' });
      return [
        trouble,
        el('form', { onsubmit: opening(() => ({ kind: 'level', game, level: Number(level.value), rules: Number(level.value) ? {} : rules.values(), solved: solved() })) }, field('A random deal', level), el('button', { class: 'main' }, 'Deal')),
        el('form', { onsubmit: opening(() => ({ kind: 'deal', game, number: number.value, rules: rules.values() })) }, field('A numbered deal', number), el('button', { class: 'main' }, 'Deal')),
        el('form', { onsubmit: opening(() => ({ kind: 'deal', game, deal: cards.value, rules: rules.values() })) }, field('A deal of your own cards', cards), el('button', { class: 'main' }, 'Lay out')),
        rules.node,
      ];
    }

    /** The deal of a day; null where no pack has any. */
    dayForm(packs) {
      const puzzles = packs.flatMap((pack) => pack.puzzles);
      if (!puzzles.length) return null;
      const day = el('input', { type: 'date', value: W.today(), required: true });
      const open = (event) => {
        event.preventDefault();
        location.hash = `#/puzzle/${W.daily(puzzles, day.value).id}`;
      };
      return el('form', { onsubmit: open }, field('The deal of a day', day), el('button', { class: 'main' }, 'Play'));
    }

    /** Mark the card in the text that a sentence is about. */
    pointAt(area, place) {
      const words = [...area.value.matchAll(/[^\s,]+/g)];
      const word = words[place - 1];
      area.focus();
      if (word) area.setSelectionRange(word.index, word.index + word[0].length);
    }

    rulesForm(about) {
      const inputs = Object.fromEntries(about.rules.map((rule) => [rule.name, el('input', { value: String(rule.default), spellcheck: 'false' })]));
      const value = (name) => inputs[name].value.trim();
      // What a rule is unless it is given. One that follows another goes with it until it has a value of its own.
      const usual = (rule) => (rule.follows ? value(rule.follows) : String(rule.default));
      about.rules.filter((rule) => rule.follows).forEach((rule) => {
        let before = usual(rule);
        inputs[rule.follows].addEventListener('input', () => {
          if (value(rule.name) === before) inputs[rule.name].value = usual(rule);
          before = usual(rule);
        });
      });
      const node = el('details', {}, el('summary', {}, 'Other rules for numbered and own deals'), about.rules.map((rule) => field(rule.name, inputs[rule.name], el('small', {}, rule.help))));
      const values = () => Object.fromEntries(about.rules.filter((rule) => value(rule.name) !== usual(rule)).map((rule) => [rule.name, value(rule.name)]));
      return { node, values };
    }

    /** A pack as a ladder: its puzzles level by level, the solved ones marked. */
    ladder(pack) {
      const levels = new Map();
      pack.puzzles.forEach((puzzle, index) => {
        const level = puzzle.level || 0;
        if (!levels.has(level)) levels.set(level, []);
        levels.get(level).push([puzzle, index + 1]);
      });
      const rungs = [...levels].map(([level, puzzles]) => el('li', {},
        level ? el(pack.problems ? 'h2' : 'h3', {}, `Level ${level}${pack.problems ? '' : `: ${LEVELS[level - 1]}`}`) : null,
        el('ol', { class: 'puzzles' }, puzzles.map(([puzzle, place]) => {
          const entry = W.store.get(puzzle.game_id) || {};
          const state = entry.solved ? 'solved' : entry.tried ? 'missed' : entry.line && entry.line.length ? 'begun' : '';
          const mark = { solved: '\u2713', begun: '\u2026', missed: '\u2717' }[state] || '';
          return el('li', {}, el('a', { class: `puzzle ${state}`, href: `#/puzzle/${puzzle.id}`, 'aria-label': `Puzzle ${place}${state ? `, ${state}` : ''}` }, String(place), mark ? el('span', { 'aria-hidden': 'true' }, mark) : null));
        }))));
      return el('section', {}, pack.problems ? null : el('h2', {}, pack.title), el('p', { class: 'quiet' }, `${this.solvedOf(pack)} of ${pack.puzzles.length} solved.`), el('ul', { class: 'ladder' }, rungs));
    }
  };
})(window.Winnow);
