'use strict';
/* What is said of a game: a panel when it is won; a bar below the table when it is lost, and for sentences with buttons. */
(function (W) {
  const el = W.el;
  const FLIGHT = 1400; /* Milliseconds for which the cards of a won game fly; see page.css. */
  const PATIENCE = 10000; /* Milliseconds that the proof of a best score may take at the end. */

  const passed = (table) => table.counters.find(({ value, limit }) => limit !== null && value > limit);

  /** Return why a game is lost: a limit that was passed, or else that no move is left. */
  W.lostBy = function (table) {
    const past = passed(table);
    return past ? `${past.title}: ${past.value}, and ${past.limit} was the limit.` : 'No move is left.';
  };

  W.Notice = class {
    constructor(play) {
      this.play = play;
      this.node = el('div', { class: 'notice', role: 'status' });
    }

    /** Show that the game is over, and what can be done next. */
    show() {
      const { play } = this;
      const { table } = play;
      this.cancel(); /* How an earlier end compares is no longer asked. */
      this.node.replaceChildren();
      this.node.className = 'notice';
      if (play.problem || play.lesson) return; /* They say themselves how they end. */
      if (table.won && (table.over || !play.wonBefore)) this.won();
      else if (table.over || passed(table)) this.lost(W.lostBy(table));
    }

    tell(text, ...more) {
      this.node.className = 'notice';
      this.node.replaceChildren(el('p', {}, text), ...more, this.closing());
    }

    /** Celebrate the move that won: the cards fly, and a chord sounds. */
    celebrate() {
      W.sound('win');
      if (W.calm()) return;
      const { node, cards } = this.play.board;
      const far = (size) => `${((Math.random() - 0.5) * size).toFixed()}px`;
      for (const card of cards.values()) {
        const there = { visibility: 'visible', translate: `${far(node.clientWidth)} ${far(node.clientHeight)}`, rotate: `${Math.round(720 * (Math.random() - 0.5))}deg`, offset: 0.5 };
        card.animate([{}, there, {}], { duration: FLIGHT, delay: 300 * Math.random(), easing: 'ease-in-out' });
      }
    }

    won() {
      const { play } = this;
      const { score } = play.table;
      const best = play.helped ? null : W.bestTime(play.about.name);
      const against = best === null ? '' : play.spent <= best ? ', your best' : `, your best ${W.clockText(best)}`;
      const days = play.helped ? 0 : W.streak(true);
      const next = play.next && play.next();
      const day = this.daily();
      this.node.className = 'notice won';
      this.node.append(
        el('h2', {}, 'Won!'),
        play.helped ? el('p', {}, `With ${W.plural(Number(play.helped), 'hint')}: it does not count as solved.`) : '',
        W.numbers([['Time', W.clockText(play.spent) + against], ['Moves', play.at], score !== null && ['Score', play.scored(score)], days && ['In a row', W.plural(days, 'day')]]),
        el('p', { class: 'row' },
          day || (next ? el('a', { class: 'button main', href: next }, 'Next puzzle') : play.redeals ? W.button('New deal', 'main', () => play.another()) : el('a', { class: 'button main', href: '#/' }, 'Another game')),
          day ? el('a', { class: 'button', href: '#/' }, 'Other games') : W.button('Share', '', () => W.Panels.share(play)),
          W.button('Again', '', () => play.restart())),
        this.closing());
      this.compare();
    }

    lost(text) {
      const { play } = this;
      const { score } = play.table;
      this.node.className = 'notice lost';
      this.node.append(
        el('div', { class: 'text' }, el('p', {}, el('strong', {}, text)), W.numbers([score !== null && ['Score', play.scored(score)]])),
        W.button('Undo', '', () => play.undo()),
        W.button('See why', 'main', () => play.truth.story()),
        this.daily() || (play.redeals ? W.button('New', '', () => play.another()) : W.button('Again', '', () => play.restart())),
        this.closing());
      this.compare();
    }

    /** The button that hands on the result of a deal of the day. */
    daily() {
      return this.play.how.kind === 'daily' ? W.handing('Share result', () => W.resultOf(this.play)) : '';
    }

    /** Return the button that takes the notice from the table. */
    closing() {
      return W.cross(() => {
        this.node.replaceChildren();
        this.play.board.focus();
      });
    }

    /** Show beside the player's score the best of the whole deal, if proven soon enough, or what good play reaches. */
    async compare() {
      const { table, game, source } = this.play;
      if (!table.over || !(game.fair || (table.score !== null && source.best))) return;
      const asking = new AbortController();
      this.comparing = asking;
      const late = setTimeout(() => asking.abort(), PATIENCE);
      const looking = game.fair ? this.play.truth.worth(asking.signal) : this.bestPossible(asking.signal);
      const beside = await looking.catch((error) => { if (error.name !== 'AbortError') console.info(`No best score: ${error.message}`); }).finally(() => clearTimeout(late));
      const shown = this.node.querySelector('.numbers');
      if (this.play.table === table && beside && shown) shown.append(...W.numbers([beside]).children);
    }

    async bestPossible(signal) {
      const { play } = this;
      const { score } = play.table;
      const found = await play.source.best(play.game, signal);
      return found.optimal && ['Best possible, proven', found.score === score ? 'reached' : play.scored(found.score)];
    }

    cancel() {
      if (this.comparing) this.comparing.abort();
    }
  };
})(window.Winnow);
