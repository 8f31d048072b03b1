'use strict';
/* One problem on the screen: each move is judged, a wrong one is shown with its reason, and the first try is kept. */
(function (W) {
  const el = W.el;
  const COMING = 3000; /* Milliseconds until the next problem comes by itself. */

  W.Problem = class {
    /** `play` is the game on the screen; `set` its game's problems, set when they are known. */
    constructor(play) {
      this.play = play;
      this.set = null;
      this.clean = true;
      this.state = 'open';
      this.fresh = false; /* Whether the first try has been decided here. */
      this.good = 0; /* The last position on the way here that is known not to be lost. */
      this.node = el('div', { class: 'problem', role: 'status' });
    }

    get entry() {
      return W.store.get(this.play.game.id) || {};
    }

    /** A new position is on the table. */
    async moved() {
      const { play } = this;
      clearTimeout(this.coming);
      if (play.at < this.good) this.good = play.at;
      if (play.table.won) {
        this.decide(!play.helped);
        this.show('won');
        return;
      }
      if (play.truth.showing) {
        this.show(this.state, this.found);
        return;
      }
      const { at } = play;
      if (at && this.made(at)) {
        play.make(play.table.forced);
        return;
      }
      this.show('open'); /* What was said belongs to the position before. */
      if (!at) return;
      let found;
      try {
        found = await play.truth.verdict();
      } catch (error) {
        this.node.replaceChildren(el('p', {}, error.message));
        return;
      }
      if (!found || play.at !== at) return;
      if (found.verdict === 'winnable') this.good = at;
      const lost = found.verdict === 'unwinnable';
      const decided = !lost && this.decided();
      if (lost || decided) this.decide(!lost && !play.helped);
      this.show(lost ? 'wrong' : decided ? 'decided' : found.verdict === 'winnable' ? 'right' : 'open', found);
    }

    /** Whether the solution's last decision has just been made: the rest plays itself. */
    decided() {
      const line = this.play.game.puzzle.decided;
      return Boolean(line) && line.join('\n') === this.play.moves().join('\n');
    }

    /** Whether a position is left by a move that never loses and is made without asking. */
    made(at) {
      const table = this.play.tables[at];
      return Boolean(table) && table.forced !== null && table.gestures.length > 1;
    }

    /** Where a move is taken back to: before those that were made without asking, too. */
    before(at) {
      let place = at - 1;
      while (place > 0 && this.made(place)) place -= 1;
      return place;
    }

    /** Keep how a try went: the first one for good, later ones if they went well from the first move on. */
    decide(solved) {
      if (!solved) this.clean = false;
      if (!this.entry.tried) {
        this.fresh = true;
        this.play.keep({ tried: Date.now(), first: solved && this.clean, took: this.play.spent, again: false });
      } else if (solved && this.clean && !this.entry.first) this.play.keep({ again: true });
    }

    show(state, found) {
      const { play } = this;
      Object.assign(this, { state, found });
      this.node.className = `problem ${state}`;
      const content = [];
      if (state === 'right') content.push(el('p', {}, el('strong', {}, 'Right.'), ' The goal can still be reached.'));
      if (state === 'wrong') {
        content.push(
          el('p', {}, el('strong', {}, 'That loses it.'), ' ', W.said(play.about.looks, W.evidence(found))),
          W.button('Take it back', 'main', () => play.goTo(this.good)));
      }
      const done = state === 'won' || state === 'decided';
      if (done) {
        const gain = this.fresh && this.set ? ` ${this.set.gain(play.game.puzzle.id)}` : '';
        const text = !this.clean ? 'Reached, with help or after a mistake.' : this.entry.first ? 'Solved at the first try!' : 'Solved.';
        const { rating, themes } = play.game.puzzle;
        content.push(
          el('p', {}, el('strong', {}, text + gain), `${state === 'decided' ? ' The rest plays itself.' : ''} Rated ${W.ratingText(rating.logits)}; about: ${themes.join(', ')}.`),
          this.clean && this.entry.first ? null : W.button('Again', '', () => play.restart()));
      }
      if (state === 'wrong') play.board.name(W.evidence(found));
      if (this.entry.tried) content.push(...this.onward(done));
      this.node.replaceChildren(...content.filter(Boolean));
      if (done && this.clean) this.goOn();
      if (state === 'wrong' || done) W.announce(this.node.querySelector('p').textContent);
    }

    /** Go on to the next problem after a while, unless that is stopped. */
    goOn() {
      const next = this.node.querySelector('.main');
      if (!next || W.calm()) return;
      clearTimeout(this.coming);
      this.coming = setTimeout(() => next.isConnected && next.click(), COMING);
      const stay = W.button('Stay', '', () => { clearTimeout(this.coming); stay.remove(); });
      next.after(stay);
    }

    /** The game's problems are known. */
    knows(set) {
      this.set = set;
      this.show(this.state, this.found);
    }

    onward(done) {
      if (!this.set) return [];
      const next = this.set.next(this.set.mode, this.play.game.puzzle.id);
      const link = next ? el('a', { class: `button${done ? ' main' : ''}`, href: `#/puzzle/${next.id}` }, 'Next problem') : null;
      return [link, el('p', { class: 'quiet' }, this.set.standing())];
    }
  };
})(window.Winnow);
