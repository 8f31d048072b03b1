'use strict';
/* The truth about a game with the cards face down: the chance by play, advice, and mistakes apart from bad luck. */
(function (W) {
  const el = W.el;
  const percent = (share) => `${Math.round(100 * share)}%`;
  const RARE = 0.1;
  const WORDS = { best: 'the best move by what you had seen', even: 'as good as any by what you had seen', mistake: 'a mistake' };

  W.Covered = class extends W.Truth {
    get question() {
      return 'How are my chances?';
    }

    async ask() {
      const { play } = this;
      if (play.table.over) {
        this.light('over', play.table.won ? 'It is won.' : 'It is over.');
        return;
      }
      const found = await this.wait((signal) => play.source.chance(play.game, play.moves(), signal));
      if (!found) return;
      /* Where wins are rare, a score is something to reach. */
      const reached = found.score !== null && found.share < RARE;
      const text = reached ? `about ${Math.round(found.score)} ${play.about.unit}` : `wins ${percent(found.share)}`;
      const sure = ` It won ${percent(found.share)} of ${W.plural(found.games, 'game')} (${percent(found.low)} to ${percent(found.high)}).`;
      if (found.games) this.lamp('chance', text, sure, `Each game had the unseen cards in another order; the interval holds in 95 of 100 cases.`);
      else this.light('chance', 'Not estimated in time');
      this.lampNode.append(this.peekButton());
    }

    /** Return the answer to a question of this position, for the lamp; null when the player has moved on or there is none. */
    wait(question) {
      this.light('thinking', 'Thinking ...');
      return this.asked(question, (text) => this.light('undecided', text));
    }

    light(name, text) {
      this.lampNode.className = `lamp ${name}`;
      this.lampNode.replaceChildren(el('span', { class: 'bulb', 'aria-hidden': 'true' }), el('p', {}, el('strong', {}, text)));
    }

    /** The button that looks under the cards: a second press does it, and counts as help. */
    peekButton() {
      return W.button('Peek', 'peek', ({ currentTarget }) => this.peek(currentTarget));
    }

    async peek(button) {
      if (!button.dataset.sure) {
        button.dataset.sure = 'yes';
        button.textContent = 'Look under the cards? It counts as help';
        return;
      }
      const { play } = this;
      play.help();
      const found = await this.wait((signal) => play.source.peek(play.game, play.moves(), signal));
      if (!found) return;
      const text = { winnable: 'With all cards open it can still be won.', unwinnable: 'Cannot be won any more.' };
      this.light(found.verdict, text[found.verdict] || 'Not decided.');
    }

    async hint() {
      const { play } = this;
      if (play.table.over) {
        this.say(el('p', {}, 'The game is over here.'));
        return;
      }
      this.say(el('p', {}, 'Comparing moves by the cards you have seen ...'));
      this.cancel();
      const found = await this.asked((signal) => play.source.advice(play.game, play.moves(), signal), (text) => this.say(el('p', {}, text)));
      if (found) {
        play.help();
        this.say(this.paragraph(play.board.advised(found)));
      }
      if (this.on && !this.asking) this.ask();
    }

    /* ---- Where did I lose it? ---- */

    async askStory(line, signal) {
      const { play } = this;
      const found = await play.source.fairStory(play.game, line, signal);
      if (!play.table.over && !signal.aborted) play.help();
      return found;
    }

    account(found) {
      const mistakes = found.judged.filter((one) => one.word === 'mistake').length;
      return [
        this.paragraph(this.ending(found)),
        el('p', {}, `Judged by the cards you could see: ${mistakes ? W.plural(mistakes, 'mistake') : 'no mistake'} in ${W.plural(found.judged.length, 'move')}.`),
        ...this.worst(found.judged),
      ];
    }

    /** The truth of one who sees every card, and whether the losing move was bad luck or a mistake. */
    ending(found) {
      if (found.start === 'unwinnable') return 'Even with all cards open this deal could not be won.';
      if (found.lost === null) return found.end === 'winnable' ? 'With all cards visible it could still be won.' : 'Where the win was lost was not decided.';
      const one = found.judged[found.lost - 1];
      const luck = one && (one.word === 'mistake' ? `It was a mistake. ${this.instead(one)}` : `It was bad luck: the move was ${WORDS[one.word]}.`);
      return `With all cards open, move ${found.lost} lost the win. ${luck || ''}`;
    }

    /** The three mistakes that cost most. */
    worst(judged) {
      const mistakes = judged.map((one, index) => ({ ...one, place: index + 1 })).filter((one) => one.word === 'mistake').sort((a, b) => b.by - a.by || b.score - a.score);
      return mistakes.slice(0, 3).map((one) => this.paragraph(`Move ${one.place}: ${one.says} ${this.instead(one)}`));
    }

    /** What would have won more often than a mistake. */
    instead(mistake) {
      const more = mistake.by ? `wins ${percent(mistake.by)} more often` : `ends ${mistake.score} better on average (${this.play.about.unit})`;
      return mistake.better_says ? `What ${more}: ${mistake.better_says}` : `To stop here ${more}.`;
    }

    cells(found, line) {
      return line.map((_, index) => {
        const one = found.judged[index];
        const losing = found.lost === index + 1;
        const name = one ? { best: 'luck', even: 'luck', mistake: 'mistake' }[one.word] : 'undecided';
        return [index, name, losing, `Move ${index + 1}: ${one ? WORDS[one.word] : 'not judged'}${losing ? '; here the win was lost' : ''}`];
      });
    }
  };
})(window.Winnow);
