'use strict';
/* The deal of the day, the same for everybody: its card on the first screen, the days before, its result as a text. */
(function (W) {
  const el = W.el;
  const CYCLE = 100; /* Weeks after which the numbers begin again. */
  const [WEEKS, SQUARES] = [4, 10];
  const FIRST = '2020-01-01';
  const FORMS = { open: 'all cards open', down: 'cards face down', clock: 'against the clock' };
  const MARKS = { won: '\u2713', played: '\u2022', missed: '' };

  const numberOf = (day) => Date.parse(day) / 86400000;
  const dayOf = (number) => new Date(number * 86400000).toISOString().slice(0, 10);
  const written = (day, how) => new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', how);

  /** A game's title as its short name. */
  W.shortTitle = (title) => title.replace(/ Solitaire$/, '');

  W.isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && numberOf(text) > 0;
  W.daySaid = (day) => written(day, { weekday: 'short', day: 'numeric', month: 'short' });

  /** Return the deal of a day, `{ about, form, number, rules, goal }`, from its date alone; null if there is none. */
  W.dealOf = function (day, games) {
    /* Where the sun rises first, a friend's day is tomorrow here. */
    if (!W.isDay(day) || day < FIRST || numberOf(day) > W.dayNumber() + 1) return null;
    const since = numberOf(day) + 3; /* 1970 began on a Thursday. */
    const week = Math.floor(since / 7) % CYCLE;
    for (const about of games) {
      const { digits, ...daily } = about.dailies.find(({ weekday }) => weekday === since % 7) || {};
      if (daily.form) return { ...daily, about, number: String(CYCLE * parseInt(digits[week] || '0', 36) + week) };
    }
    return null;
  };

  /** Return what has become of the deals of the days: `won` or `played` by date. */
  function marks() {
    const entries = Object.values(W.store.entries).filter(({ open, line, tries }) => open.kind === 'daily' && (tries || (line && line.length)));
    return new Map(entries.map(({ open, solved }) => [open.day, solved ? 'won' : 'played']));
  }

  /** Return the result of a day as a text that names no card: `done` of `total` cards settled in `spent` seconds. */
  W.result = function ({ day, title, done, total, spent, helped }) {
    const full = Math.floor((SQUARES * done) / total);
    const row = (helped ? '\u{1F7E8}' : '\u{1F7E9}').repeat(full) + '\u2B1C'.repeat(SQUARES - full);
    const link = W.carrier.address ? `\n${W.carrier.address}${W.address({ kind: 'daily', day })}` : '';
    return `Winnow ${written(day, { day: 'numeric', month: 'short' })} \u00b7 ${W.shortTitle(title)} ${done}/${total} \u00b7 ${W.clockText(spent)} \u00b7 ${helped ? `with ${W.plural(Number(helped), 'hint')}` : 'no help'}\n${row}${link}`;
  };

  /** Return the result of a game on the screen. */
  W.resultOf = function ({ how: { day }, about, table, spent, helped }) {
    const { goal } = W.dealOf(day, [about]);
    const count = (piles) => piles.reduce((sum, { cards }) => sum + cards.length, 0);
    const total = count(table.piles);
    const done = table.won ? total : count(table.piles.filter(({ key }) => key.startsWith(goal)));
    return W.result({ day, title: about.title, done, total, spent, helped });
  };

  /** Return a button that hands a text on: by the system's own dialog, else by the clipboard, else to be copied by hand; `made` returns it. */
  W.handing = function (label, made) {
    const button = W.button(label, 'main', async () => {
      const text = made();
      try {
        if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ text });
        else {
          await navigator.clipboard.writeText(text);
          button.textContent = 'Copied';
          W.announce('Copied.');
        }
      } catch (error) {
        if (error.name !== 'AbortError') W.dialog(label, el('pre', { class: 'link' }, text));
      }
    });
    return button;
  };

  /** Return the card of today's deal; `screen` is the first screen. */
  W.dayCard = function (screen) {
    const today = W.today();
    const deal = W.dealOf(today, screen.about);
    if (!deal) return null;
    const { about, form } = deal;
    const known = marks();
    const streak = W.streak();
    const address = W.address({ kind: 'daily', day: today });
    return el('section', { class: 'day' },
      el('a', { href: address, class: 'mini-link', tabindex: '-1', 'aria-hidden': 'true' }, W.mini(about, screen.source)),
      el('div', {},
        el('p', { class: 'quiet' }, written(today, { weekday: 'long', day: 'numeric', month: 'long' })),
        el('h2', {}, about.title),
        el('p', {}, `The deal of the day, the same for everybody: ${FORMS[form]}.`),
        el('p', { class: 'row' },
          el('a', { class: 'button main', href: address }, { won: 'See it', played: 'Continue' }[known.get(today)] || 'Play'),
          streak ? el('span', { class: 'streak' }, W.icon('flame'), `${W.plural(streak, 'day')} in a row`) : null),
        calendar(known, screen.about)));
  };

  /** The last weeks as a small calendar, a link for each day. */
  function calendar(known, games) {
    const last = W.dayNumber();
    const monday = last - ((last + 3) % 7) - 7 * (WEEKS - 1);
    const days = Array.from({ length: last - monday + 1 }, (_, index) => dayOf(monday + index));
    const cell = (day) => {
      const deal = W.dealOf(day, games);
      if (!deal) return null;
      const mark = known.get(day) || 'missed';
      const name = W.shortTitle(deal.about.title);
      return el('li', {}, el('a', { class: mark, href: W.address({ kind: 'daily', day }), 'aria-label': `${W.daySaid(day)}, ${name}, ${mark === 'missed' ? 'not played' : mark}`, title: `${W.daySaid(day)}: ${name}` }, String(Number(day.slice(8))), el('span', { 'aria-hidden': 'true' }, MARKS[mark])));
    };
    return el('details', { class: 'calendar', open: matchMedia('(min-width: 60rem)').matches }, el('summary', {}, 'Earlier days'), el('ol', {}, days.map(cell).filter(Boolean)));
  }
})(window.Winnow);
