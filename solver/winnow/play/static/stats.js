'use strict';
/* What a player has made of a game, in numbers. */
(function (W) {
  const el = W.el;
  const percent = (some, all) => `${Math.round((100 * some.length) / all.length)}%`;
  const rate = (entries) => percent(entries.filter((entry) => entry.solved), entries);

  /** Return for how many days in a row, the last of them today or yesterday, something was solved; with `today` also today. */
  W.streak = function (today = false) {
    const days = new Set(Object.values(W.store.entries).filter((entry) => entry.solved).map((entry) => new Date(entry.solved_at || entry.updated).toDateString()));
    const day = new Date();
    if (today) days.add(day.toDateString());
    if (!days.has(day.toDateString())) day.setDate(day.getDate() - 1);
    let streak = 0;
    for (; days.has(day.toDateString()); day.setDate(day.getDate() - 1)) streak += 1;
    return streak;
  };

  /** Return the shortest time in which a game was won without help, in seconds; null if there is none. */
  W.bestTime = function (game) {
    const times = Object.values(W.store.entries).filter((entry) => entry.game === game && entry.solved && Number.isFinite(entry.fastest)).map((entry) => entry.fastest);
    return times.length ? Math.min(...times) : null;
  };

  /** Return numbers with their names; what is no row is left out. */
  W.numbers = (rows) => el('dl', { class: 'numbers' }, rows.filter(Boolean).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));

  /** Return a section with the statistics of a game; null if it has not been played. */
  W.statistics = function (about, problems) {
    const played = Object.values(W.store.entries).filter((entry) => entry.game === about.name && !entry.tried && (entry.solved || (entry.line && entry.line.length)));
    if (!played.length && !problems.tried.length) return null;
    const won = played.filter((entry) => entry.solved);
    const known = (name) => won.map((entry) => entry[name]).filter((value) => value !== null && value !== undefined);
    const [scores, fastest] = [known('best'), W.bestTime(about.name)];
    const best = scores.length ? Math[about.higher ? 'max' : 'min'](...scores) : null;
    const ended = played.filter((entry) => typeof entry.last === 'number');
    const rows = [
      ['Games', played.length],
      ['Won', won.length],
      ['Win rate', played.length ? rate(played) : '-'],
      ['Lost', played.reduce((sum, entry) => sum + (entry.tries || 0), 0)],
      ended.length && ['Average', (ended.reduce((sum, entry) => sum + entry.last, 0) / ended.length).toFixed(1)],
      ['Best', best === null ? '-' : `${best} ${best === 1 ? about.unit_of_one : about.unit}`],
      ['Fastest', fastest === null ? '-' : W.clockText(fastest)],
    ];
    const blind = played.filter((entry) => typeof entry.good === 'boolean'); /* Ended, and played by a good player, too. */
    if (blind.length) rows.push(['Cards face down: you', rate(blind)], ['Good play, same deals', percent(blind.filter((entry) => entry.good), blind)]);
    return el('section', {}, el('h2', {}, 'Your games'),
      W.numbers(rows),
      el('p', { class: 'quiet' }, 'Won without help. Games under way count as played.'));
  };
})(window.Winnow);
