"""Head Solitaire, exact: a beam finds a good line, and a search proves that there is no better one.

The beam and two searches (kernels `search` and `blocks`) work on positions whose card order stays open until a move
depends on it; this module puts their line in order and replays it by the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count, islice, pairwise
from math import factorial, prod
from typing import Any, cast

from winnow.core.cards import DECKTET_SUITS, Card, label
from winnow.core.counted import counted
from winnow.core.engine import Engine, Task, UnsoundLineError
from winnow.core.errors import IllegalMoveError
from winnow.core.game import Game
from winnow.core.verdicts import TOO_LONG, Answer, Reason
from winnow.games.head.rules import Head, Position, rank_of, suits_of
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.head.blocks import BlockSearch
from winnow_kernels.head.covers import Covers
from winnow_kernels.head.search import HeadBeam, HeadSearch, LazyHead

NAME = "head"
TECHNIQUES = frozenset(
    {
        "lazy-order",
        "joined-blocks",
        "parted-blocks",
        "relaxed-naming",
        "cover-bound",
        "last-pass-budget",
        "last-melds",
        "failed-table",
        "forgetting",
        "forgotten-ends",
        "forgotten-orders",
        "beam",
        "eights",
        "lanes",
    }
)

MOST_MOVES_SHOWN = 5_000
"""The longest line shown; no claim rests on a longer one."""

_MOST_CARDS = 64
# The positions of the first search; many deals have a perfect line that takes no more.
_FIRST_TRY = 1_000
# The width of a beam, and the positions of each search before the next wider beam: the search of the relaxed game, the
# one in blocks, the lazy one beside it, and the lazy one alone.
_ROUNDS = (
    (10, 1_000, 200, 1_000, 1_000),
    (30, 10_000, 0, 3_000, 3_000),
    (100, 100_000, 20_000, 10_000, 20_000),
    (300, 300_000, 200_000, 20_000, 100_000),
    (1_000, 3_000_000, 2_000_000, 100_000, 1_000_000),
    (10_000, 10_000_000, 8_000_000, 1_000_000, 4_000_000),
)
# The positions of the relaxed game after which the other searches run without its answer.
_PATIENCE = 10_000_000
# The positions of a turn: after the first, the searches from above and from below alternate.
_STRETCH = 30_000_000, 30_000_000, 4_000_000, 30_000_000
# The techniques that the relaxed game and the search in blocks need; without one of them they are not run.
_OF_RELAXED = frozenset({"lazy-order", "parted-blocks", "relaxed-naming"})
_OF_BLOCKS = frozenset({"lazy-order", "cover-bound", "failed-table", "forgotten-ends"})
OPTIONS_OF_BLOCKS = ("forgetting", "joined-blocks", "forgotten-orders")

KernelMove = tuple[str, list[int], list[int]]
_Place = tuple[Sequence[int], Sequence[int], Sequence[int | tuple[int, ...]], int, bool]


def solve(task: Task, budget: Budget) -> Answer:
    """Return whether the target can be reached, or with `best` the proven least score, as far as the budget allows."""
    position: Position = task.position
    if len(position.hand + position.pile + position.discards) > _MOST_CARDS:
        return plain.solve(task, budget)
    search = _Search(task, budget)
    search.run()
    return search.answer()


def orders(task: Task) -> tuple[str, ...]:
    """Return the discards of the position that differ only in order, which `solve_orders` can answer together."""
    game, position = cast(Head, task.game), task.position
    alike = len(set(position.hand)) < len(position.hand)
    if position.turn > 1 or alike or len(game.deal) > _MOST_CARDS or "lazy-order" in task.without:
        return ()
    return tuple(move for move in game.moves(position) if move.startswith("discard"))


def solve_orders(task: Task, moves: Sequence[str], budget: Budget) -> Answer:
    """Return the answer as if the hand had to be discarded in one of these orders, or one with the same blocks."""
    search = _Search(task, budget, _blocks(moves))
    search.run()
    return search.answer()


def groups(moves: Sequence[str]) -> Iterator[list[str]]:
    """Yield orders of a discard in groups of two or more: each has the same cards in each of some blocks.

    >>> [len(group) for group in groups(["discard AM AS AW", "discard AM AW AS", "discard AS AM AW"])]
    [3, 2, 2]
    """
    starts = {move: _starts(move) for move in moves}
    cards = len(starts[moves[0]]) - 1
    cuts = [places for number in range(cards - 1) for places in combinations(range(1, cards), number)]
    orders = {inner: prod(factorial(end - start) for start, end in pairwise((0, *inner, cards))) for inner in cuts}
    for places in sorted(cuts, key=lambda inner: -orders[inner]):
        found: dict[tuple[frozenset[Card], ...], list[str]] = {}
        for move, sets in starts.items():
            found.setdefault(tuple([sets[place] for place in places]), []).append(move)
        yield from (group for group in found.values() if len(group) > 1)


def _starts(move: str) -> list[frozenset[Card]]:
    """Return the sets of the first 0, 1, 2, ... cards of a discard."""
    cards = move.split()[1:]
    return [frozenset(cards[:count]) for count in range(len(cards) + 1)]


def _blocks(moves: Sequence[str]) -> list[frozenset[Card]]:
    """Return the smallest blocks of cards, one after the other, of which each of these discards consists."""
    common = [first for first, *others in zip(*map(_starts, moves), strict=True) if {first}.issuperset(others)]
    return [later - earlier for earlier, later in pairwise(common)]


def carried(game: Game[Any, Any], position: Any, _move: str, line: Sequence[str]) -> list[str]:
    """Return the rest of a line as it goes on after another order of its first discard.

    Only the order in which cards are drawn, and so that of later discards, is another. Raises IllegalMoveError.
    """
    told = []
    for move in line[1:]:
        if move.startswith("discard") and position.turn > 1:
            move = "discard " + " ".join(position.hand)  # noqa: PLW2901
        position = game.play(position, move)
        told.append(move)
    return told


def beam(task: Task, budget: Budget, width: int) -> Answer:
    """Return the best line that a beam of this width finds; nothing is proved."""
    search = _Search(replace(task, best=True), budget)
    search.look(width)
    return search.answer()


def places_of(position: Position) -> tuple[list[int], list[int], list[int]]:
    """Return the cards of hand, pile and discards as the kernels number them: one after the other."""
    place = count()
    hand, pile, discards = (
        list(islice(place, len(part))) for part in (position.hand, position.pile, position.discards)
    )
    return hand, pile, discards


class _Search:
    def __init__(self, task: Task, budget: Budget, blocks: Sequence[frozenset[Card]] | None = None) -> None:
        """Place the position; with `blocks` the one after these were discarded, each in an order left open."""
        self.game, self.position, self.best, without = cast(Head, task.game), task.position, task.best, task.without
        position, rules = self.position, self.game.rules
        self.cards: tuple[Card, ...] = position.hand + position.pile + position.discards
        self.target = rules.target
        self.budget = budget
        optional = rules.melding == "optional"
        # Under optional melding the widest beams cost more than they save.
        self.rounds = _ROUNDS[:-2] if optional else _ROUNDS
        game = melds_of(self.cards, rules.hand, budget, without), rules.passes, optional
        order = "lazy-order" not in without, "parted-blocks" not in without
        lazy = LazyHead(*game, *order)
        hand, pile, discards = places_of(position)
        self.place: _Place = (hand, pile, discards, position.turn, position.may_burn)
        self.discarded = None
        if blocks is not None:
            self.discarded = [tuple(card for card in hand if self.cards[card] in block) for block in blocks]
            self.place = ((), pile, (*discards, *self.discarded), position.turn, False)
        self.kernel = HeadSearch(lazy, budget, without)
        self.relaxed = None
        if not optional and rules.passes > 2 and not without & _OF_RELAXED:
            self.relaxed = HeadSearch(LazyHead(*game, *order, relaxed=True), budget, without)
        self.relaxed_score = _MOST_CARDS + 1
        """The best score that the relaxed game is known to reach, so far."""
        self.blocks = None
        # Under optional melding it needs fewer positions, but each takes so much longer that it does not pay.
        if not optional and not without & _OF_BLOCKS:
            self.blocks = BlockSearch(*game, budget, *(name not in without for name in OPTIONS_OF_BLOCKS))
        self.beam = None if "beam" in without else HeadBeam(lazy, budget, "cover-bound" not in without)
        for search in (self.kernel, self.relaxed, self.blocks, self.beam):
            if search is not None:
                search.place(*self.place)
        self.line: list[KernelMove] | None = None
        """The best line so far, as the kernel returns it; None if there is none, or if it is too long to show."""
        self.score = _MOST_CARDS + 1
        """The score of the best line so far; above all scores without a line."""
        self.cover_bound = 0 if "cover-bound" in without else self.kernel.least()
        self.bound = max(self.cover_bound, task.bound or 0)

    def run(self) -> None:
        """Raise `bound` and lower `score` until they answer the question or the budget is spent."""
        # Any score will do, so nothing is pruned and the first line found is taken: later searches must better it.
        if self._reach(self.kernel, _MOST_CARDS) is None:
            return
        if self.best:
            self._raise_bound(_FIRST_TRY)
        for width, *positions in self.rounds:
            if self._wanted() is None:
                return
            self.look(width)
            self._close_in(*positions)
        while self._wanted() is not None and not self.budget.stopped:
            self._close_in(*_STRETCH)
            if self.best:
                self._raise_bound(_STRETCH[3])

    def _wanted(self) -> int | None:
        """Return the score to look for, or a better one; None once the question is answered."""
        wanted = self.score - 1 if self.best else self.target
        return wanted if self.bound <= wanted < self.score else None

    def look(self, width: int) -> None:
        """Look for a better line with a beam."""
        if self.beam is None:
            return
        score = self.beam.run(width, self.score, self.bound if self.best else self.target)
        if score is not None:
            self.line, self.score = self.beam.line(MOST_MOVES_SHOWN), score

    def _wanted_of_the_game(self, positions: int) -> int | None:
        """Return what is wanted once the relaxed game has ruled out the scores that it does not reach; None: nothing.

        It takes at most `positions` positions for each score. If they are used up, it is mostly better to give it more
        in the next turn than to ask the game itself.
        """
        while self.relaxed is not None and self.relaxed_score > self.bound and (wanted := self._wanted()) is not None:
            asked = min(wanted, self.relaxed_score - 1)
            reached = self.relaxed.reach(asked, positions)
            if reached is None:
                return wanted if self.relaxed_score <= wanted or positions >= _PATIENCE else None
            if reached:
                self.relaxed_score = self.relaxed.score
            else:
                self.bound = asked + 1
        return self._wanted()

    def _close_in(self, relaxed: int, in_blocks: int, beside: int, alone: int) -> None:
        """Find better and better lines until none is left, or a search has used its positions."""
        positions = alone if self.blocks is None else beside
        while (wanted := self._wanted_of_the_game(relaxed)) is not None:
            reached = None
            if self.blocks is not None and in_blocks:
                reached = self._reach(self.blocks, wanted, in_blocks)
            if reached is None and self._reach(self.kernel, wanted, positions) is None:
                return

    def _raise_bound(self, positions: int) -> None:
        """Rule out scores from the lowest upwards until a search has used `positions` positions."""
        while self.bound < self.score:
            if self._reach(self.kernel, self.bound, positions) is None:
                return

    def _reach(self, kernel: HeadSearch | BlockSearch, target: int, most_positions: int = -1) -> bool | None:
        """Return whether the score can be reached, and note what follows; None at the end of positions or budget."""
        reached = kernel.reach(target, most_positions)
        if reached:
            self.line, self.score = kernel.line(MOST_MOVES_SHOWN), kernel.score
        elif reached is not None:
            self.bound = target + 1
        return reached

    def answer(self) -> Answer:
        """Return the answer to the question from the score and the bound found."""
        best, bound, target, won = self.best, self.bound, self.target, self.score <= self.target
        score = None if self.line is None else self.score
        line = self._written_line() if self.line is not None and (best or won) else None
        found = Answer("undecided", NAME, score, bound, line)
        if won and line is None:
            return replace(found, stopped=TOO_LONG)
        if won:
            return replace(found, verdict="winnable", proof="exhausted" if best and score == bound > 0 else None)
        if bound <= target:
            return found
        lost = replace(found, verdict="unwinnable", proof="exhausted")
        if self.cover_bound <= target or (best and score == bound > self.cover_bound):
            return lost
        stay = f"{counted(self.cover_bound, 'cards')} stay{'s' * (self.cover_bound == 1)}"
        text = f"At least {stay} out of melds: no disjoint melds of the cards leave fewer over."
        return replace(lost, reason=Reason("cover", text))

    def _written_line(self) -> tuple[str, ...]:
        """Return the kernel's best line as the rules spell it; raise UnsoundLineError if it is not a legal line."""
        position, written = self.position, list[str]()
        # Hand, pile and discards, one after the other: a draw, or the next pass, leaves this order as it is.
        left = list(range(len(self.cards)))
        line: list[KernelMove] = [] if self.discarded is None else [("discard", left[: len(position.hand)], [])]
        line += self.line or ()
        leavings = _in_order_of_need(line, len(left))
        if self.discarded is not None:
            leavings[0] = [card for block in self.discarded for card in leavings[0] if card in block]
        for (kind, *_), leaving in zip(line, leavings, strict=True):
            hand, rest = left[: len(position.hand)], left[len(position.hand) :]
            words = [kind]
            if kind == "meld":
                words += [label(position.hand, i) for i, card in enumerate(hand) if card in leaving]
                left = [card for card in left if card not in leaving]
            elif kind == "burn":
                left = left[1:] + left[:1]
            else:
                # Put cards discarded together in the order in which they are needed again.
                down = hand if position.turn > 1 else leaving
                words += [self.cards[card] for card in down]
                left = rest + down
            written.append(" ".join(words))
            try:
                position = self.game.play(position, written[-1])
            except IllegalMoveError as error:
                raise UnsoundLineError(f"the search played against the rules: {error}") from error
        return tuple(written)


def _in_order_of_need(line: Sequence[KernelMove], cards: int) -> list[list[int]]:
    """Return for each move the cards that leave the hand, in the order in which they leave it again later.

    A card leaves again if it was discarded; the end of the line counts as a move.
    """
    leaving = [set(left) for _, left, _ in line]
    discards = [time for time, (kind, _, _) in enumerate(line) if kind == "discard"]
    earlier = {time: before for before, time in pairwise(discards)}
    written: list[list[int]] = [[]] * len(line)
    # Latest move first: later moves determine which cards are needed first.
    needed = list(range(cards))
    for time in reversed(range(len(line))):
        if joined := set(line[time][2]):
            # These cards may be exchanged.
            before = earlier[time]
            exchanged = [card for card in needed if card in joined]
            first = set(exchanged[: len(joined & leaving[before])])
            leaving[before] = leaving[before] - joined | first
            leaving[time] = leaving[time] - joined | joined - first
        written[time] = [card for card in needed if card in leaving[time]]
        needed = written[time] + [card for card in needed if card not in leaving[time]]
    return written


def melds_of(cards: Sequence[Card], size: int, budget: Budget, without: Collection[str] = ()) -> Covers:
    """Return the melds of at most `size` of up to 64 cards; a card's number is its place in `cards`.

    Switches in `without`: "lanes", "eights" (how many melds are examined at a time).
    """
    lanes = 1 if "lanes" in without else 4 if "eights" in without else 8
    ranks = [-1 if (rank := rank_of(card)) is None else rank for card in cards]
    suits = [sum(1 << DECKTET_SUITS.index(suit) for suit in suits_of(card)) for card in cards]
    return Covers(suits, ranks, size, budget, lanes)


def engines() -> Sequence[Engine]:
    """Return the exact search."""
    return (Engine(NAME, solve, TECHNIQUES, alike=orders, search_alike=solve_orders, groups=groups, carried=carried),)
