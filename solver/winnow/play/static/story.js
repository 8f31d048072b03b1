'use strict';
/* The story of a game on its table: a look back at any moment, the move made there and the better one, over a scrubber. */
(function (W) {
  const el = W.el;
  const LAMPS = { winnable: 'could be won', unwinnable: 'could not be won', undecided: 'not decided', luck: 'no mistake', mistake: 'a mistake' };
  const COLOURS = { winnable: 'won', unwinnable: 'lost', undecided: 'open', luck: 'pick', mistake: 'lost' };

  W.Story = class {
    /** `play` is the game on the screen. */
    constructor(play) {
      this.play = play;
      this.at = null; /* The moves made before the moment on the table; null where it shows the game itself. */
      this.node = el('section', { class: 'story', 'aria-label': 'Where did I lose it?', onkeydown: (event) => event.key === 'Escape' && this.close() });
      play.board.node.addEventListener('pointerdown', () => this.at !== null && play.toast('A look back: press Play here to go on.'));
    }

    /** Show a sentence in place of a story, with buttons. */
    say(text, ...more) {
      this.node.replaceChildren(el('p', { role: 'status' }, text), ...more, W.cross(() => this.close()));
    }

    /**
     * Tell the story of a line: `names` says for each number of moves what is known, `moments` maps a number of moves
     * to what was made then, `{ lost, text, ways, why }`, its `ways` the better moves; `first` is the moment to begin with, `end` the sentence
     * of the end.
     */
    async open(line, { names, moments, first, end }) {
      Object.assign(this, { line, names, moments, end });
      const step = (text, label, by) => el('button', { type: 'button', class: 'step', 'aria-label': label, onclick: () => this.view(this.at + by) }, text);
      this.told = el('p', { class: 'told', role: 'status', tabindex: '0' });
      this.scrub = el('input', { type: 'range', class: 'scrub', min: '0', max: String(line.length), 'aria-label': 'Moves made', style: { background: this.colours() }, oninput: () => this.view(Number(this.scrub.value)) });
      const crosses = [...moments].filter(([, { lost }]) => lost).map(([at]) => el('i', { style: { left: `${(100 * at) / line.length}%` } }, '\u2716'));
      this.back = step('\u25c0', 'One move back', -1);
      this.next = step('\u25b6', 'One move on', 1);
      this.node.replaceChildren(
        this.told,
        el('div', { class: 'row' }, this.back, el('div', { class: 'strip' }, this.scrub, el('div', { class: 'marks', 'aria-hidden': 'true' }, crosses)), this.next, W.button('Play here', 'main', () => this.resume()), W.cross(() => this.close())));
      await this.view(first);
      this.scrub.focus({ preventScroll: true });
    }

    /** The strip of moves as a gradient: a colour for what is known after each number of moves. */
    colours() {
      const { length } = this.line;
      const stops = this.names.map((name, at) => `var(--${COLOURS[name]}) ${((100 * (at - 0.5)) / length).toFixed(2)}% ${((100 * (at + 0.5)) / length).toFixed(2)}%`);
      return `linear-gradient(90deg, ${stops.join(', ')})`;
    }

    /** Wind the table to a moment, and draw the move that was made there, and a better one. */
    async view(wanted) {
      const { play, line } = this;
      const at = Math.max(0, Math.min(line.length, wanted));
      this.at = at;
      const table = await play.tableAt(at).catch((error) => { this.told.textContent = error.message; });
      if (!table || this.at !== at) return; /* Another moment has been asked for. */
      play.board.field.inert = true;
      play.board.show(table);
      const moment = this.moments.get(at) || {};
      const made = (move) => {
        const found = move && W.Choice.made(table.gestures, move);
        return found ? [table.gestures[found[0]], found[1]] : [null, []];
      };
      const ways = moment.ways || [];
      const [[own], [better, order]] = [line[at], ways[0]].map(made);
      /* The move that was made is red if it was wrong, a better one green. */
      play.board.showMoves([[own, moment.lost ? 'worse' : 'own'], [better, 'better']].filter(([gesture]) => gesture), true, order);
      const says = own ? own.says : '';
      const text = at === line.length ? this.end : moment.text ? moment.text(says, own === better, W.Choice.waysOf(table, ways)) : `Move ${at + 1} of ${line.length}, ${LAMPS[this.names[at]]}: ${says}`;
      const why = moment.why ? W.button('Why?', '', () => this.tell(moment.why)) : '';
      this.tell(text, why);
      this.scrub.value = String(at);
      this.scrub.setAttribute('aria-valuetext', `${at} of ${line.length}`);
      this.back.disabled = at === 0;
      this.next.disabled = at === line.length;
    }

    tell(text, ...more) {
      this.told.replaceChildren(...W.said(this.play.about.looks, text), ...more);
      W.announce(W.spoken(this.play.about.looks, text));
    }

    /** Go on with the game from the moment on the table; the story has told what was better, which is help. */
    resume() {
      const { play, at } = this;
      if (at < play.at) play.help();
      this.clear();
      return play.goTo(at).then(() => play.board.focus());
    }

    /** Take the story away. */
    clear() {
      this.at = null;
      this.play.board.field.inert = false;
      this.node.replaceChildren();
    }

    /** End the look back: the game is on the table again. */
    close() {
      this.clear();
      this.play.refresh();
      this.play.board.focus();
    }
  };
})(window.Winnow);
