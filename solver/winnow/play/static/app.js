'use strict';
/* Joins the parts: which screen the address asks for, and what is known before the first of them. */
(function (W) {
  const main = document.getElementById('main');
  const nav = document.getElementById('nav');
  let games = [];
  let packs = null;
  let playing = null;
  const source = W.site || W.server;

  const aboutOf = (name) => games.find((about) => about.name === name);

  async function allPacks() {
    if (!packs) packs = await source.packs();
    return packs;
  }

  function show(node, title, screen) {
    if (playing) playing.destroy();
    playing = null;
    document.body.classList.toggle('playing', Boolean(screen));
    document.title = title ? `${title} - Winnow` : 'Winnow';
    main.replaceChildren(node);
    window.scrollTo(0, 0);
  }

  function trouble(error) {
    show(W.el('div', { class: 'home' }, W.el('h1', {}, 'That did not work'), W.el('p', { class: 'trouble', role: 'alert' }, error.message), W.el('p', {}, W.el('a', { href: '#/' }, 'Back to the games'))));
  }

  /** Show a game that has been opened; the address then says how, so that a reload comes back to it. */
  async function play(how, game) {
    const lasting = game.puzzle ? { kind: 'puzzle', id: game.puzzle.id } : { kind: 'deal', game: game.game, ...(game.number && game.set.deck === undefined ? { number: game.number } : { deal: game.deal }), rules: game.set, after: game.after };
    const address = W.address(lasting);
    if (location.hash !== address) history.pushState(null, '', address);
    const about = aboutOf(game.game);
    const screen = new W.Play(game, about, source, lasting);
    show(screen.node, about.title, screen);
    playing = screen;
    W.playing = screen;
    screen.next = () => (game.puzzle && packs ? nextPuzzle(game.puzzle) : null);
    await screen.start();
    main.focus({ preventScroll: true });
    if (game.puzzle) allPacks().then(() => playing === screen && withPacks(screen), (error) => screen.tell(error.message));
  }

  /** Tell a game that the packs are known: it then offers what comes next. */
  function withPacks(screen) {
    if (screen.problem) screen.problem.knows(new W.ProblemSet(screen.about, packs));
    else screen.ending();
  }

  function nextPuzzle(puzzle) {
    const pack = packs.find((other) => other.id === puzzle.pack);
    const next = pack && pack.puzzles[puzzle.place];
    return next ? `#/puzzle/${next.id}` : null;
  }

  W.go = play;

  /** Show where games are chosen; the packs are added when they are there. */
  function home(name, which) {
    const screen = new W.Home(games, packs || [], source);
    const about = name === 'game' ? aboutOf(which) : null;
    const problems = name === 'problems' ? aboutOf(which) : null;
    const pack = name === 'pack' ? (packs || []).find((other) => other.id === which) : null;
    if (about) show(screen.one(about), about.title);
    else if (problems && !packs) show(W.el('p', { class: 'quiet home' }, 'Loading ...'), problems.title);
    else if (problems && packs.some((other) => other.problems && other.game === which)) show(new W.ProblemSet(problems, packs).screen(), `Problems of ${problems.title}`);
    else if (pack) show(W.el('div', { class: 'home' }, W.el('h1', {}, aboutOf(pack.game).title), screen.ladder(pack)), pack.title);
    else show(screen.all(), '');
  }

  async function route() {
    try {
      const [, name, ...rest] = location.hash.split('/').map((part) => decodeURIComponent(part));
      if (name === 'puzzle') await play(null, await source.open({ kind: 'puzzle', id: rest[0] }));
      else if (name === 'deal') await play(null, await source.open({ kind: 'deal', game: rest[0], number: rest[1] }));
      else if (name === 'open') await play(null, await source.open(JSON.parse(rest.join('/'))));
      else if (name && aboutOf(name.split(',')[0])) await play(null, await source.open(W.linked([name, ...rest])));
      else {
        home(name, rest[0]);
        if (!packs) {
          const asked = location.hash;
          await allPacks();
          /* What is being typed is not taken away. */
          const typing = main.querySelector('input:focus, textarea:focus, select:focus');
          if (location.hash === asked && !typing) home(name, rest[0]);
        }
      }
    } catch (error) {
      trouble(error);
    }
  }
  W.route = route;

  function otherTab(id) {
    if (!playing || playing.game.id !== id) return;
    const entry = W.store.get(id);
    if (JSON.stringify(entry.line) === JSON.stringify(playing.line) && entry.at === playing.at) return;
    const take = W.el('button', { type: 'button', onclick: () => playing.start() }, 'Show its moves');
    playing.tell('This game goes on in another tab.', take);
  }

  async function begin() {
    try {
      const known = await source.games();
      games = known.games;
      if (known.keeps) await W.store.connect(source);
    } catch (error) {
      trouble(error);
      return;
    }
    W.store.onOther = otherTab;
    nav.replaceChildren(...games.map((about) => W.el('a', { href: `#/game/${about.name}` }, about.title.replace(/ Solitaire$/, ''))));
    window.addEventListener('hashchange', route);
    await route();
  }
  begin();
})(window.Winnow);
