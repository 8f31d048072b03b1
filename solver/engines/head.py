"""Head Solitaire, exact: raise the target from a proven bound until a line reaches it.

The kernel (`ext.head`) searches positions whose order is left open where nothing has asked for it yet; here its line
is given an order, and replayed by the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import cast

from ext.budget import Budget
from ext.head import HeadSearch
from solver.cards import DECKTET_SUITS, EXCUSE, Card, label
from solver.engines import plain
from solver.engines.base import Question, UnsoundLineError
from solver.games.base import IllegalMoveError
from solver.games.head import Head, Position, rank_of, suits_of
from solver.verdicts import Answer, Reason

NAME = "head"
TECHNIQUES = frozenset({"lazy-order", "joined-blocks", "cover-bound", "last-pass-budget", "failed-table"})

_MOST_CARDS = 64
# Positions that the first proof may take before a decent line is looked for, how often, and for how long each.
_PATIENCE = 20_000
_TRIES = 100
_TRY = 500

KernelMove = tuple[str, list[int], list[int]]


def solve(question: Question, budget: Budget) -> Answer:
    """Decide whether the target can be reached, or with `best` find and prove the least score."""
    game, position = cast(Head, question.game), question.position
    cards = position.hand + position.pile + position.discards
    if len(cards) > _MOST_CARDS:
        return plain.solve(question, budget)
    search = _Search(game, position, budget, question.without)
    search.run(question.best)
    return search.answer(question.best)


class _Search:
    def __init__(self, game: Head, position: Position, budget: Budget, without: frozenset[str]) -> None:
        self.game = game
        self.position = position
        cards = position.hand + position.pile + position.discards
        rules = game.rules
        self.target = rules.target
        self.kernel = HeadSearch(
            [_suit_bits(card) for card in cards],
            [-1 if (rank := rank_of(card)) is None else rank for card in cards],
            rules.hand,
            rules.passes,
            rules.melding == "optional",
            budget,
            without,
        )
        table = _Table(game, position)
        self.kernel.place(table.hand, table.pile, table.discards, position.turn, position.may_burn)
        self.line: list[KernelMove] | None = None
        """The best line so far, as the kernel gives it, and its score (above all scores while there is none)."""
        self.score = _MOST_CARDS + 1
        self.cover_bound = 0 if "cover-bound" in without else self.kernel.least()
        self.bound = self.cover_bound

    def run(self, best: bool) -> None:
        """Raise `bound` and lower `score` until they answer the question or the budget is spent."""
        # With every score allowed nothing is pruned: the first line there is.
        if not self._reach(_MOST_CARDS):
            return
        patience = _PATIENCE
        while self.bound < self.score and (best or self.bound <= self.target < self.score):
            wanted = self.bound if best else self.target
            reached = self._reach(wanted, patience)
            if reached is False:
                self.bound = wanted + 1
            elif reached is None:
                if patience < 0:
                    return
                self._look_for_a_better_line()
                patience = -1

    def _look_for_a_better_line(self) -> None:
        """Search a little for anything better, again and again with the moves in another order."""
        for seed in range(1, _TRIES + 1):
            if self.score <= self.bound:
                return
            self._reach(self.score - 1, _TRY, seed)

    def _reach(self, target: int, most_positions: int = -1, seed: int = 0) -> bool | None:
        reached = self.kernel.reach(target, most_positions, seed)
        if reached:
            self.line, self.score = self.kernel.line(), self.kernel.score
        return reached

    def answer(self, best: bool) -> Answer:
        """Return what is known, as the answer to whether the target can be reached."""
        score = None if self.line is None else self.score
        bound, target = self.bound, self.target
        line = self._written_line() if best or self.score <= target else None
        if self.score <= target:
            optimal = best and score == bound > 0
            return Answer("winnable", NAME, score, bound, line, proof="exhausted" if optimal else None)
        if bound <= target:
            return Answer("undecided", NAME, score, bound, line)
        by_search = best and score == bound > self.cover_bound
        if self.cover_bound <= target or by_search:
            return Answer("unwinnable", NAME, score, bound, line, proof="exhausted")
        text = f"At least {self.cover_bound} cards stay out of melds: no disjoint melds of the cards leave fewer over."
        return Answer("unwinnable", NAME, score, bound, line, proof="witness", reason=Reason("cover", text))

    def _written_line(self) -> tuple[str, ...] | None:
        """Write the kernel's best line as the rules spell it, playing it by the rules.

        Raises UnsoundLineError if it is not a legal line.
        """
        if self.line is None:
            return None
        table = _Table(self.game, self.position)
        times = _times_of_leaving(self.line, len(table.tokens))
        written = []
        for time, (kind, leaving, _) in enumerate(self.line):
            if kind == "meld":
                written.append(table.meld(leaving))
            elif kind == "burn":
                written.append(table.burn())
            elif table.position.turn > 1:
                written.append(table.discard(table.hand))
            else:
                # Cards put down together come up again in the order in which they are needed.
                written.append(table.discard(sorted(leaving, key=lambda card: _after(times[card], time))))
        return tuple(written)


class _Table:
    """The game as the rules play it, beside which card (by its place in hand + pile + discards) lies where."""

    def __init__(self, game: Head, position: Position) -> None:
        self.game = game
        self.position = position
        self.tokens = position.hand + position.pile + position.discards
        places = list(range(len(self.tokens)))
        drawn, dealt = len(position.hand), len(position.hand) + len(position.pile)
        self.hand, self.pile, self.discards = places[:drawn], places[drawn:dealt], places[dealt:]

    def meld(self, cards: Collection[int]) -> str:
        """Meld cards of the hand; return the move's text, as do the other moves."""
        texts = [label(self.position.hand, i) for i, card in enumerate(self.hand) if card in cards]
        return self._play("meld " + " ".join(texts), [card for card in self.hand if card not in cards])

    def discard(self, order: Sequence[int]) -> str:
        """Discard the hand in that order."""
        self.discards += order
        return self._play("discard " + " ".join(self.tokens[card] for card in order), [])

    def burn(self) -> str:
        """Burn the card drawn first."""
        self.discards += self.hand[:1]
        return self._play("burn", self.hand[1:])

    def _play(self, move: str, left: list[int]) -> str:
        turn = self.position.turn
        try:
            self.position = self.game.play(self.position, move)
        except IllegalMoveError as error:
            raise UnsoundLineError(f"the search played against the rules: {error}") from error
        self.hand = left
        self._draw()
        for _ in range(turn, self.position.turn):
            self.pile, self.discards = self.discards, []
            self._draw()
        if tuple(self.tokens[card] for card in self.hand) != self.position.hand:
            raise UnsoundLineError(f"the search and the rules have different hands after {move!r}")
        return move

    def _draw(self) -> None:
        room = self.game.rules.hand - len(self.hand)
        self.hand += self.pile[:room]
        del self.pile[:room]


def _times_of_leaving(line: Sequence[KernelMove], cards: int) -> list[list[int]]:
    """Return for each card the moves (by number) with which it leaves the hand; it does so again if it is discarded.

    The end of the line counts as a move, so that of two cards the one with the greater list comes up later.
    """
    times: list[list[int]] = [[] for _ in range(cards)]
    for time, (_, leaving, _) in enumerate(line):
        for card in leaving:
            times[card].append(time)
    for card_times in times:
        card_times.append(len(line))
    # Joined cards may change places. Latest first: what follows a discard says which of them are needed first.
    discards = [time for time, (kind, _, _) in enumerate(line) if kind == "discard"]
    for before, time in reversed(list(pairwise(discards))):
        joined = sorted(line[time][2], key=lambda card: _after(times[card], time))
        first = sum(card in line[before][1] for card in joined)
        for place, card in enumerate(joined):
            swapped = before if place < first else time
            times[card] = [swapped if t in (before, time) else t for t in times[card]]
    return times


def _after(times: Sequence[int], time: int) -> list[int]:
    return [t for t in times if t > time]


def _suit_bits(card: Card) -> int:
    return 0 if card == EXCUSE else sum(1 << DECKTET_SUITS.index(suit) for suit in suits_of(card))
