'use strict';
/* Where tables and verdicts come from: the program behind the page, which a carrier brings (W.carrier). */
(function (W) {
  let dealing = new AbortController();

  /** An answer that is no table: `text` is a sentence, `place` a card of the deal that it is about. */
  W.Trouble = class extends Error {
    constructor(text, status, place) {
      super(text);
      this.status = status;
      this.place = place;
    }
  };

  /** Return the value of an answer; throw its sentence as trouble. */
  async function ask(name, body, signal) {
    const { status, value } = await W.carrier.ask(name, body, signal);
    if (status === 200) return value;
    throw new W.Trouble(value.error || `Winnow answered with status ${status}.`, status, value.place);
  }

  const dealt = ({ fair, number, deal, puzzle }) => (fair ? { number, fair } : { deal, puzzle: puzzle && puzzle.id });
  const position = (game, line) => ({ ...dealt(game), game: game.game, rules: game.set, line: [...game.after, ...line] });
  const fairly = (name) => (game, line, signal) => ask(name, position(game, line), signal);

  W.server = {
    deals: W.carrier.deals, /* Whether any deal is opened, not only the puzzles of packs. */
    games: () => ask('games'),
    packs: async () => (await ask('packs')).packs,
    rules: async (game) => (await ask('rules', { game })).html,
    open: (how) => ask('open', how),
    /** Open a deal by chance: one that can be won, where such deals are not rare. It takes the place of one that is still looked for. */
    dealt: async (how) => {
      dealing.abort();
      dealing = new AbortController();
      try {
        return await ask('open', { ...how, kind: 'winnable' }, dealing.signal);
      } catch (error) {
        if (error.status !== 404) throw error;
        return W.server.open({ ...how, kind: 'deal', number: String(Math.floor(Math.random() * 2 ** 32)) });
      }
    },
    table: async (game, line) => (await ask('table', position(game, line))).table,
    verdict: (game, line, best, signal) => ask('verdict', { ...position(game, line), best }, signal),
    best: (game, signal) => ask('verdict', { ...position(game, []), best: true }, signal),
    story: (game, line, signal) => ask('story', { ...position(game, line), start: game.after.length }, signal),
    chance: (game, line, again, signal) => ask('chance', { ...position(game, line), again }, signal),
    peek: fairly('peek'),
    advice: fairly('advice'),
    fairStory: fairly('fair-story'),
    goodPlay: fairly('good-play'),
    along: (game, rules, entries) => ask('along', { game, rules, entries: entries.map((entry) => entry.text) }),
    alongAdvice: (game, rules, entries) => ask('along-advice', { game, rules, entries: entries.map((entry) => entry.text) }),
    packet: (game, number) => ask('packet', { game, number }),
    judge: ({ game }, pile) => ask('judge', { game, pile: pile.join(' ') }),
    progress: () => ask('progress'),
    keepProgress: (progress, mark) => ask('progress', { progress, mark }),
  };
})(window.Winnow);
