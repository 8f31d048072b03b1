'use strict';
/* Joins the parts: which screen the address asks for, and what is known before the first of them. */
(function (W) {
  const main = document.getElementById('main');
  const nav = document.getElementById('nav');
  let games = [];
  let packs = null;
  let shown = null; /* What is to be ended when another screen takes its place. */
  const source = W.server;

  /** Return what is known of a game; throw a sentence if there is none of that name. */
  function aboutOf(name) {
    const about = games.find((one) => one.name === name);
    if (!about) throw new Error('There is no such game.');
    return about;
  }

  async function allPacks() {
    packs = packs || await source.packs();
    return packs;
  }

  function show(node, title, screen) {
    shown?.destroy?.();
    shown = screen || null;
    if (screen) W.playing = screen;
    document.body.classList.toggle('playing', screen instanceof W.Play);
    document.title = title ? `${title} - Winnow` : 'Winnow';
    main.replaceChildren(node);
    window.scrollTo(0, 0);
  }

  function trouble(error) {
    show(W.el('div', { class: 'home' }, W.el('h1', {}, 'Something went wrong'), W.el('p', { class: 'trouble', role: 'alert' }, error.message), W.el('p', {}, W.el('a', { href: '#/' }, 'Back to the games'))));
  }

  /** Show a game that has been opened; the address then says how, so that a reload comes back to it. */
  async function play(how, game) {
    const lasting = how && ['lesson', 'daily'].includes(how.kind) ? how : game.puzzle ? { kind: 'puzzle', id: game.puzzle.id } : { kind: 'deal', game: game.game, ...(game.fair ? { fair: true } : {}), ...(game.odds ? { odds: game.odds } : {}), ...(game.number && (game.fair || game.set.deck === undefined) ? { number: game.number } : { deal: game.deal }), rules: game.set, after: game.after };
    const address = W.address(lasting);
    /* Back must not deal again. */
    if (location.hash !== address) history[location.hash.startsWith('#/play/') ? 'replaceState' : 'pushState'](null, '', address);
    const about = aboutOf(game.game);
    const screen = new W.Play(game, about, source, lasting);
    show(screen.node, about.title, screen);
    screen.next = () => (game.puzzle && packs ? nextPuzzle(game.puzzle) : null);
    await screen.start();
    main.focus({ preventScroll: true });
    if (!game.puzzle) return;
    await allPacks().catch((error) => screen.notice.tell(error.message));
    if (!packs || shown !== screen) return;
    /* The packs are known: the game offers what comes next. */
    if (screen.problem) screen.problem.knows(new W.ProblemSet(about, packs));
    else screen.notice.show();
  }

  function nextPuzzle(puzzle) {
    const pack = packs.find((other) => other.id === puzzle.pack);
    const next = pack && pack.puzzles[puzzle.place];
    return next ? `#/puzzle/${next.id}` : null;
  }

  W.go = play;

  /** Show where games are chosen. A game's screen does not wait for the packs, and what has been typed there stays when they come. */
  async function choosing(name, which) {
    const asked = location.hash;
    const about = ['game', 'problems'].includes(name) ? aboutOf(which) : null;
    if (name && name !== 'game') await allPacks();
    if (location.hash !== asked) return;
    const screen = new W.Home(games, source);
    const pack = name === 'pack' && packs.find((other) => other.id === which);
    if (name === 'game') show(screen.one(about, packs || []), about.title);
    else if (about && packs.some((other) => other.problems && other.game === which)) show(new W.ProblemSet(about, packs).screen(), `Problems of ${about.title}`);
    else if (pack) show(W.el('div', { class: 'home' }, W.el('h1', {}, aboutOf(pack.game).title), W.ladder(pack)), pack.title);
    else show(screen.all(), '');
    if (name === 'game' && !packs) screen.fill(await allPacks());
  }

  /** Open a new deal in the way in which the player last chose it; `asked` is another level. */
  async function newDeal(about, asked) {
    const { way, level } = W.lastOf(about);
    if (way === 'clock' && !asked) await againstClock(about.name);
    else await play(null, await source.dealt({ game: about.name, fair: way === 'down', level: asked || level, rules: about.levels[W.LEVELS.indexOf(asked || level)] || {} }));
  }

  /** Open the deal of a day. */
  async function ofTheDay(day) {
    const deal = W.dealOf(day, games);
    if (!deal) throw new Error('There is no deal of that day.');
    const { about, form, number, rules } = deal;
    if (form === 'clock') await againstClock(about.name, number, day);
    else await play({ kind: 'daily', day }, await source.open({ kind: 'deal', game: about.name, number, rules, fair: form === 'down' }));
  }

  /** Open a packet to be played against the clock; the address then names its number, or the day whose deal it is. */
  async function againstClock(game, number, day) {
    const packet = await source.packet(game, number || null);
    history.replaceState(null, '', day ? W.address({ kind: 'daily', day }) : `#/clock/${game}/${packet.number}`);
    const screen = new W.Minute(aboutOf(game), source, packet, day);
    show(screen.node, aboutOf(game).title, screen);
    screen.stopButton.focus({ preventScroll: true });
  }

  /** Play along with real cards. */
  async function withRealCards(game, rules) {
    const screen = new W.Along(aboutOf(game), source, rules);
    show(screen.node, aboutOf(game).title, screen);
    await screen.enter([]);
  }

  async function route() {
    try {
      const [name, ...rest] = W.routed(location.hash, games.map((about) => about.name));
      if (name === 'puzzle') await play(null, await source.open({ kind: 'puzzle', id: rest[0] }));
      else if (name === 'along') await withRealCards(rest[0], JSON.parse(rest[1] || '{}'));
      else if (name === 'clock') await againstClock(rest[0], rest[1]);
      else if (name === 'deal') await play(null, await source.open({ kind: 'deal', game: rest[0], number: rest[1] }));
      else if (name === 'play') await newDeal(aboutOf(rest[0]), rest[1]);
      else if (name === 'today' || name === 'daily') await ofTheDay(W.isDay(rest[0]) || !rest[0] ? rest[0] || W.today() : aboutOf(rest[0]) && W.today());
      else if (name === 'learn' && aboutOf(rest[0]).lesson) {
        const { deal, rules } = aboutOf(rest[0]).lesson;
        await play({ kind: 'lesson', game: rest[0] }, await source.open({ kind: 'deal', game: rest[0], deal, rules }));
      } else if (name === 'open') {
        const how = JSON.parse(rest.join('/'));
        await play(null, { ...await source.open(how), odds: how.odds });
      } else if (name === 'link' || name === 'down') await play(null, await source.open({ ...W.linked(rest), fair: name === 'down' }));
      else await choosing(name, rest[0]);
    } catch (error) {
      if (error.name !== 'AbortError') trouble(error);
    }
  }
  W.route = route;

  function otherTab(id) {
    if (!(shown instanceof W.Play) || shown.game.id !== id) return;
    const [entry, playing] = [W.store.get(id), shown];
    if (JSON.stringify(entry.line) === JSON.stringify(playing.line) && entry.at === playing.at) return;
    playing.notice.tell('This game goes on in another tab.', W.button('Show its moves', '', () => playing.start()));
  }

  async function begin() {
    try {
      const known = await source.games();
      /* First the games that have most days of the week. */
      games = known.games.sort((a, b) => b.dailies.length - a.dailies.length);
      if (known.keeps) await W.store.connect(source);
      W.settings.apply();
    } catch (error) {
      trouble(error);
      return;
    }
    W.store.onOther = otherTab;
    nav.replaceChildren(...games.map((about) => W.el('a', { href: `#/game/${about.name}` }, W.shortTitle(about.title))), W.el('button', { type: 'button', class: 'plain', onclick: () => W.settings.dialog() }, 'Settings'));
    window.addEventListener('hashchange', route);
    document.addEventListener('keydown', (event) => shown?.key?.(event));
    document.addEventListener('keyup', (event) => shown?.keyUp?.(event));
    await route();
  }
  begin();
})(window.Winnow);
