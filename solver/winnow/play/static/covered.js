'use strict';
/* The truth about a game with the cards face down: the chance by play, advice, and mistakes apart from bad luck. */
(function (W) {
  const el = W.el;
  const percent = (share) => `${Math.round(100 * share)}%`;
  const RARE = 0.1; /* Wins that are rarer are nothing to reach: a score is. */
  const ROUNDS = 3; /* How often an estimate is asked for, each time with more games, up to MOST. */
  const MOST = 400;
  const STARS = 3;
  const WORDS = { best: 'the best move by what you had seen', even: 'as good as any by what you had seen', mistake: 'a mistake' };

  W.Covered = class extends W.Truth {
    get question() {
      return 'What can I reach?';
    }

    async ask() {
      const { play } = this;
      if (play.table.over) {
        this.light('over', play.table.won ? 'It is won.' : 'It is over.');
        return;
      }
      this.light('thinking', 'Thinking ...');
      for (let again = 0; again < ROUNDS; again += 1) {
        const found = await this.asked((signal) => play.source.chance(play.game, play.moves(), again, signal), (text) => again || this.light('undecided', text));
        if (!found) return;
        this.reach(found);
        if (found.games === MOST) return;
      }
    }

    /** Show what is reached from here: how often the game is won, or the score where that is rare. */
    reach({ good, games, share, low, high, score }) {
      const { about, table } = this.play;
      const all = table.piles.reduce((sum, { cards }) => sum + cards.length, 0);
      const of = about.unit.startsWith('cards') ? ` of ${all}` : '';
      const scores = score !== null && share < RARE;
      const own = scores && about.higher ? table.score : null;
      const text = scores ? `about ${Math.round(score[0])}${of}${own === null ? ` ${about.unit}` : `; you have ${own}`}` : `wins ${percent(share)}`;
      const mean = scores && score[1] !== null ? `, and came to ${score[1]} to ${score[2]} ${about.unit} on average` : '';
      if (games) this.lamp(good ? 'good' : 'chance', text, '', `It won ${percent(share)} of ${W.plural(games, 'game')} (${percent(low)} to ${percent(high)})${mean}. Each had the unseen cards in another order; the intervals hold in 95 of 100 cases.`);
      else this.light('chance', 'Not estimated in time');
      if (games && (of || !scores)) {
        const part = (value) => (about.higher ? value : all - value) / all;
        this.lampNode.append(this.gauge(scores ? part(score[0]) : share, own === null ? 0 : part(own)));
      }
      this.lampNode.append(W.button('Peek', 'peek', ({ currentTarget }) => this.peek(currentTarget)));
    }

    /** A bar of what can be reached, and of what has been. */
    gauge(reached, own) {
      const part = (name, share) => el('i', { class: name, style: { width: percent(share) } });
      return el('div', { class: 'gauge', 'aria-hidden': 'true' }, part('reached', reached), part('own', own));
    }

    /** Return how a finished game compares with an average and a good player, who saw no more, and the best of its deal: stars and a sentence. */
    async worth(signal) {
      const { play } = this;
      const { table, about } = play;
      const { average, good, best } = await play.source.goodPlay(play.game, play.moves(), signal);
      if (!good || play.table !== table) return null;
      const points = (score) => (about.higher ? score : -score);
      const ahead = (other) => (table.won === other.won ? table.score !== null && other.score !== null && points(table.score) - points(other.score) : table.won - other.won);
      const count = [average, good, best].filter((other) => other && ahead(other) >= 0).length;
      const beaten = ahead(good) > 0 && !play.helped;
      /* Who beats a good player has won, whatever the rules say. */
      play.keep({ good: good.won, ...(beaten ? { solved: true, best: table.score, fastest: play.spent } : {}) });
      const text = beaten ? `Better than a good player who sees no more${good.won ? '' : ` (${good.score})`}${table.won ? '' : ': it counts as won'}.`
        : ahead(good) < 0 ? `Face down, a good player ${good.won > table.won ? 'wins this deal' : `ends with ${W.plural(good.score, about.unit_of_one, about.unit)}`}. ` : 'Face down, a good player does no better on this deal.';
      const stars = el('span', { class: 'stars', role: 'img', 'aria-label': `${count} of ${STARS} stars` }, '\u2605'.repeat(count) + '\u2606'.repeat(STARS - count));
      return [stars, el('span', { class: 'worth' }, text)];
    }

    light(name, text) {
      this.lamp(name, '', '', null, text);
    }

    /** Look under the cards at the second press of the button, which counts as help. */
    async peek(button) {
      if (!button.dataset.sure) {
        button.dataset.sure = 'yes';
        button.textContent = 'Look under the cards? It counts as help';
        return;
      }
      const { play } = this;
      play.help();
      this.cancel();
      this.light('thinking', 'Thinking ...');
      const found = await this.asked((signal) => play.source.peek(play.game, play.moves(), signal), (text) => this.light('undecided', text));
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
        this.say(this.paragraph(play.board.advised(found.move)));
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

    account(found, line) {
      const { judged } = found;
      const names = line.map((_, place) => ({ best: 'luck', even: 'luck', mistake: 'mistake' })[(judged[place] || {}).word] || 'undecided');
      const mistakes = [...judged.entries()].filter(([, one]) => one.word === 'mistake').sort(([, a], [, b]) => b.by - a.by || b.score - a.score);
      const more = ({ by, score }) => (by ? `wins ${percent(by)} more often` : `ends ${score} better on average (${this.play.about.unit})`);
      const instead = (one, better) => (better ? `What ${more(one)}: ${better}` : `To stop here ${more(one)}.`);
      const moments = new Map(mistakes.map(([place, one]) => [place, { lost: true, ways: one.better === null ? [] : [one.better], text: (own, alike, ways) => `Move ${place + 1} was a mistake: ${own} ${instead(one, ways[0])}` }]));
      const losing = found.lost ? found.lost - 1 : line.length;
      if (judged[losing] && !moments.has(losing)) moments.set(losing, { text: () => this.ending(found) });
      const [first] = [losing, ...mistakes.map(([place]) => place)].filter((place) => moments.has(place));
      const count = `Judged by the cards you could see: ${mistakes.length ? W.plural(mistakes.length, 'mistake') : 'no mistake'} in ${W.plural(judged.length, 'move')}.`;
      const end = `${this.ending(found)} ${count}${this.late(judged.length, line)}`;
      return { names: [...names, 'luck'], moments, first: first === undefined ? line.length : first, end };
    }

    /** The truth of one who sees every card, and whether the losing move was bad luck or a mistake. */
    ending(found) {
      if (found.start === 'unwinnable') return 'Even with all cards open this deal could not be won.';
      if (found.lost === null) return found.end === 'winnable' ? 'With all cards visible it could still be won.' : 'Where the win was lost was not decided.';
      const one = found.judged[found.lost - 1];
      const luck = one && (one.word === 'mistake' ? 'It was a mistake.' : `It was bad luck: the move was ${WORDS[one.word]}.`);
      return `With all cards open, move ${found.lost} lost the win. ${luck || ''}`;
    }
  };
})(window.Winnow);
