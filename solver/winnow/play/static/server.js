'use strict';
/* Where tables and verdicts come from when winnow play runs: its server on this machine. */
(function (W) {
  const tab = Math.random().toString(36).slice(2);

  /** An answer that is no table: `text` is a sentence, `place` a card of the deal that it is about. */
  W.Trouble = class extends Error {
    constructor(text, status, place) {
      super(text);
      this.status = status;
      this.place = place;
    }
  };

  async function ask(path, body, signal) {
    let answer;
    try {
      answer = await fetch(`api/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: body ? { 'Content-Type': 'application/json' } : {},
        body: body ? JSON.stringify(body) : undefined,
        keepalive: path === 'progress' && Boolean(body) && JSON.stringify(body).length < 60000,
        signal,
      });
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new W.Trouble('Winnow does not answer. Start winnow play again and open the address it prints: your game is kept.', 0);
    }
    if (answer.ok) return answer.json();
    const told = await answer.json().catch(() => ({}));
    throw new W.Trouble(told.error || `Winnow answered with status ${answer.status}.`, answer.status, told.place);
  }

  const position = (game, line) => ({ game: game.game, rules: game.set, deal: game.deal, line: [...game.after, ...line], puzzle: game.puzzle && game.puzzle.id });

  W.server = {
    deals: true,
    games: () => ask('games'),
    packs: async () => (await ask('packs')).packs,
    rules: async (game) => (await ask(`rules/${encodeURIComponent(game)}`)).html,
    open: (how, signal) => ask('open', { slot: `${tab} open`, ...how }, signal),
    table: async (game, line) => (await ask('table', position(game, line))).table,
    verdict: (game, line, best, signal) =>
      ask('verdict', { ...position(game, line), best, slot: `${tab} ${best ? 'best' : 'lamp'}` }, signal),
    story: (game, line, signal) =>
      ask('story', { ...position(game, line), start: game.after.length, slot: `${tab} story` }, signal),
    progress: () => ask('progress'),
    addProgress: (entries) => ask('progress', { entries }),
    person: async () => (await ask('person')).person,
    set: (settings) => ask('settings', { settings }),
    forget: () => ask('forget', {}),
  };
})(window.Winnow);
