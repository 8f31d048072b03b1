'use strict';
/* The truth about a game: the lamp, hints in three steps, and where the win was lost. */
(function (W) {
  const SLOW = 1100; /* Milliseconds between the moves of a line that is shown. */
  const el = W.el;

  const NAMES = { winnable: 'Can be won', unwinnable: 'Cannot be won', undecided: 'Not decided', thinking: 'Thinking ...', over: 'It is won.', good: 'A good player from here', chance: 'An average player from here' };

  /** Return how a verdict stands, in words. */
  W.evidence = function (found) {
    const count = W.plural(found.positions || 0, 'position');
    if (found.reason) return found.reason.text;
    if (found.verdict === 'unwinnable') {
      return found.proof === 'exhausted' || !found.positions ? `Nothing wins: every way on was searched (${count}).` : `Nothing wins (${count} searched).`;
    }
    if (found.verdict === 'undecided') return 'The search reached its limit of memory or time.';
    return '';
  };

  const PROOFS = {
    theorem: 'A theorem holds for every such deal.',
    witness: 'The reason is a small proof, which can be checked.',
    certificate: 'There is a proof that another program can check.',
    exhausted: 'Every way on was searched.',
  };

  /** Return what a verdict rests on, in a sentence or two. */
  function ground(found) {
    const searched = found.positions ? ` ${W.plural(found.positions, 'position')} searched.` : '';
    if (found.verdict === 'winnable') return `Winnow found a winning line and replayed it by the rules${found.line ? `: ${W.plural(found.line.length, 'move')}` : ''}.${searched}`;
    return `${PROOFS[found.proof] || ''}${searched}`.trim();
  }

  W.Truth = class {
    /** `play` is the game on the screen; see play.js. */
    constructor(play) {
      this.play = play;
      this.on = Boolean(W.store.settings.lamp);
      this.step = 0;
      this.found = null;
      this.known = new Map(); /* Verdicts by the moves made. */
      this.asking = null;
      this.showing = false; /* Whether the winning line is shown. */
      this.lampNode = el('div', { class: 'lamp', role: 'status' });
      this.hintNode = el('div', { class: 'hint-text' });
      this.tale = new W.Story(play);
      this.node = el('section', { class: 'truth', 'aria-label': 'The truth' }, this.hintNode);
    }

    /** A new position is on the table. */
    moved() {
      this.cancel();
      this.step = 0;
      this.found = null;
      if (!this.showing) this.hintNode.replaceChildren();
      this.tale.clear();
      this.relight();
    }

    get question() {
      return 'Can it still be won?';
    }

    /** Say nothing of the position before, and ask about this one. */
    relight() {
      if (this.on) {
        this.lampNode.className = 'lamp';
        this.lampNode.replaceChildren();
        this.ask();
      } else if (!this.lampNode.classList.contains('off')) {
        this.lampNode.className = 'lamp off';
        this.lampNode.replaceChildren(el('button', { type: 'button', onclick: () => this.play.toggleLamp() }, el('span', { class: 'bulb', 'aria-hidden': 'true' }), this.question));
      }
    }

    cancel() {
      if (this.asking) this.asking.abort();
      this.asking = null;
      this.pending = null;
    }

    toggle() {
      this.on = !this.on;
      W.store.set('lamp', this.on);
      this.cancel();
      this.found = null;
      this.relight();
      if (!this.on) W.announce('The lamp is off.');
    }

    lamp(name, text, best, how, said = NAMES[name]) {
      const state = el('strong', {}, said + (text ? ':' : ''));
      const { looks } = this.play.about;
      const known = how && el('details', {}, el('summary', {}, 'How do we know?'), el('div', {}, how));
      this.lampNode.className = `lamp ${name}`;
      this.lampNode.replaceChildren(el('span', { class: 'bulb', 'aria-hidden': 'true' }), el('div', {}, el('p', {}, state, text ? [' ', W.said(looks, text)].flat() : '', best ? el('span', { class: 'best' }, best) : null), known));
    }

    /** Ask for the verdict of what is on the table; returns it, or null when the player has moved on. */
    verdict() {
      if (this.found) return Promise.resolve(this.found);
      if (!this.pending) this.pending = this.askVerdict();
      return this.pending;
    }

    async askVerdict() {
      const { play } = this;
      const moves = play.moves();
      const found = this.recall(moves) || await this.asked((signal) => play.source.verdict(play.game, moves, false, signal));
      if (!found) return null;
      this.found = found;
      if (found.verdict !== 'undecided') this.known.set(JSON.stringify(moves), found);
      /* Where no move is left, everybody sees it. */
      if (found.verdict === 'unwinnable' && !play.table.over) play.toldLost(play.at);
      return found;
    }

    /** Return what earlier verdicts say of the position after these moves: a winning line stays won, what is lost stays lost; null if they say nothing. */
    recall(moves) {
      const known = (count) => this.known.get(JSON.stringify(moves.slice(0, count)));
      const own = known(moves.length);
      const { problem } = this.play;
      for (let at = 0; at < moves.length && !own; at += 1) {
        const { verdict, line, ...before } = known(at) || {};
        const since = moves.slice(at);
        const told = { ...before, verdict, positions: 0 };
        if (line && String(line.slice(0, since.length)) === String(since)) return { ...told, line: line.slice(since.length), reason: null, proof: null };
        /* Of a move that is made without asking the problem states a reason of its own. */
        if (verdict === 'unwinnable' && !(problem && problem.made(at))) return { ...told, score: null, optimal: false, reason: { text: `It could not be won ${W.plural(since.length, 'move')} ago either.` } };
      }
      return own;
    }

    /** Return the answer to a question about what is on the table; null when the player has moved on, or when `trouble` has taken the sentence why there is none. */
    async asked(question, trouble, dropped = () => {}) {
      const asking = new AbortController();
      this.asking = asking;
      try {
        const found = await question(asking.signal);
        return asking.signal.aborted ? null : found;
      } catch (error) {
        if (error.name === 'AbortError') dropped();
        else if (trouble) trouble(error.message);
        else throw error;
        return null;
      } finally {
        if (this.asking === asking) {
          this.asking = null;
          this.pending = null;
        }
      }
    }

    async ask() {
      const table = this.play.table;
      if (table.won && table.over) {
        this.lamp('over', '');
        return;
      }
      const waiting = setTimeout(() => this.lamp('thinking', ''), 150);
      const found = await this.verdict().catch((error) => this.lamp('undecided', error.message)).finally(() => clearTimeout(waiting));
      if (!found) return;
      this.lamp(found.verdict, W.evidence(found), this.scoreText(found), ground(found));
      if (!found.optimal) await this.askBest(found);
    }

    scoreText(found) {
      const known = (value) => value !== null && value !== undefined;
      if (!known(found.score)) return '';
      if (found.optimal) return ` Best score still possible: ${this.play.scored(found.score)}.`;
      const limit = known(found.bound) ? `, none better than ${found.bound}` : '';
      return found.best ? ` Best score found: ${this.play.scored(found.score)}${limit}.` : '';
    }

    async askBest(found) {
      const { play } = this;
      if (!play.source.deals) return;
      const best = await this.asked((signal) => play.source.verdict(play.game, play.moves(), true, signal), (text) => this.lamp(found.verdict, W.evidence(found), ` ${text}`, ground(found)));
      if (!best) return;
      const told = best.verdict === found.verdict ? best : found;
      this.lamp(told.verdict, W.evidence(told), this.scoreText({ ...best, best: true }), ground(told));
    }

    /* ---- Hints: where, what, and the whole line ---- */

    /** Return a paragraph with small cards in place of their codes. */
    paragraph(text) {
      return el('p', {}, W.said(this.play.about.looks, text));
    }

    say(...content) {
      this.hintNode.replaceChildren(...content.filter(Boolean), W.cross(() => this.hintNode.replaceChildren()));
      W.announce(content.filter(Boolean).map((node) => node.textContent).join(' '));
    }

    async hint() {
      if (this.play.problem) this.play.problem.decide(false);
      if (this.play.table.over) {
        this.say(el('p', {}, 'The game is over here. Undo, or ask where it was lost.'));
        return;
      }
      this.say(el('p', {}, 'Looking for a way to win ...'));
      const found = await this.verdict().catch((error) => this.say(el('p', {}, error.message)));
      if (found === null) this.hintNode.replaceChildren(); /* Something else has been asked meanwhile. */
      if (!found) return;
      const { gestures, piles } = this.play.table;
      const made = found.line && found.line.length ? W.Choice.made(gestures, found.line[0]) : null;
      if (found.verdict !== 'winnable' || !made) {
        const text = found.verdict === 'unwinnable' ? 'No move wins from here.' : 'No winning move is known from here.';
        const more = found.verdict === 'unwinnable' ? el('button', { type: 'button', onclick: () => this.story() }, 'See why') : null;
        this.play.board.name(W.evidence(found));
        this.say(this.paragraph(this.on ? text : `${text} ${W.evidence(found)}`), more);
        return;
      }
      if (!this.step) this.play.help();
      this.step = Math.min(3, this.step + 1);
      const [index, order] = made;
      const gesture = gestures[index];
      const source = piles.find((pile) => pile.key === (gesture.tap || gesture.source));
      this.play.board.hint(gesture, this.step > 1, order);
      const more = (text) => el('button', { type: 'button', onclick: () => this.hint() }, text);
      if (this.step === 1) {
        this.say(el('p', {}, source ? `Look at: ${source.title}.` : `Look at the button ${gesture.label}.`), more('Show the move'));
      } else if (this.step === 2) {
        this.say(this.paragraph(W.Choice.inWords(this.play.table, gesture, order)), more('Play the winning line'));
      } else this.showLine(found.line);
    }

    /** Play the winning line slowly. */
    showLine(line) {
      const { play } = this;
      const stop = W.button('Stop', '', () => this.stop());
      let made = 0;
      const next = () => {
        if (made === line.length) this.stop();
        else if (made) this.hintNode.replaceChildren(this.paragraph(`Winning line: move ${made} of ${line.length}. ${play.told(play.at - 1)}`), stop);
        made += 1;
        return line[made - 1] ?? null;
      };
      play.stopRun();
      this.showing = true;
      this.say(el('p', {}, `Winning line: ${W.plural(line.length, 'move')}.`), stop);
      play.run(next, 300, W.calm() ? 2 * SLOW : SLOW);
    }

    stop() {
      this.play.stopRun();
      this.hintNode.replaceChildren();
      this.play.refresh();
    }

    /* ---- Where did I lose it? ---- */

    async story() {
      const line = this.play.moves();
      this.play.stopRun();
      this.cancel();
      const { tale } = this;
      tale.say('Looking through your moves ...', W.button('Stop', '', () => this.cancel()));
      const found = await this.asked((signal) => this.askStory(line, signal), (text) => tale.say(text), () => tale.say('Stopped.'));
      if (found) await tale.open(line, this.account(found, line));
      if (this.on && !this.found && !this.asking) this.ask();
    }

    async askStory(line, signal) {
      const found = await this.play.source.story(this.play.game, line, signal);
      if (found.lost !== null && !signal.aborted) this.play.toldLost(found.lost);
      return found;
    }

    /** Return what a story tells: see W.Story.open. */
    account({ start, end, kept, lost, winning, why }, line) {
      const name = (moves) => (kept !== null && moves <= kept ? 'winnable' : lost !== null && moves >= lost ? 'unwinnable' : 'undecided');
      const names = ['', ...line].map((_, moves) => name(moves));
      const judged = names.slice(1).filter((one) => one !== 'undecided').length;
      const told = (text) => ({ names, moments: new Map(), first: lost === null || kept === null ? line.length : kept, end: text + this.late(judged, line) });
      if (start === 'unwinnable') return told(`It could not be won from the start of this game.${why ? ` ${W.evidence(why)}` : ''}`);
      if (lost === null) return told(end === 'winnable' ? 'Nothing is lost: it can still be won from here.' : 'No losing move was found.');
      if (kept === null || lost > kept + 1) return told(`The win was lost between move ${(kept || 0) + 1} and move ${lost}.`);
      const better = ([first, ...others]) => (others.length ? `${W.plural(others.length + 1, 'move')} kept it, such as: ${first}` : first ? `One move kept it: ${first}` : '');
      const account = told(`Move ${lost} lost the win.`);
      account.moments.set(kept, { lost: true, text: (own, alike, ways) => `Move ${lost} lost the win${alike ? ' by its order.' : `: ${own}`} ${better(ways)}`, ways: winning, why: why && `Why: ${W.evidence(why)}` });
      return account;
    }

    /** Return the sentence that says how much of a line was judged; "" if all of it was. */
    late(judged, line) {
      return judged < line.length ? ` Time ran out: ${judged} of ${W.plural(line.length, 'move')} were judged.` : '';
    }
  };
})(window.Winnow);
