"""Head Solitaire, exact: a beam finds a good line, and a search proves that there is no better one.

The beam and two searches (kernels `search` and `blocks`) work on positions whose card order stays open until a move
depends on it; this module puts their line in order and replays it by the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
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

KernelMove = tuple[str, list[int], list[int]]
_Place = tuple[Sequence[int], Sequence[int], Sequence[int | tuple[int, ...]], int, bool]


def solve(task: Task, budget: Budget) -> Answer:
    """Return whether the target can be reached, or with `best` the proven least score, as far as the budget allows."""
    position: Position = task.position
    if len(position.hand + position.pile + position.discards) > _MOST_CARDS:
        return plain.solve(task, budget)
    search = _Search(task, budget)
    search.run(task.best)
    return search.answer(task.best)


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
    search.run(task.best)
    return search.answer(task.best)


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


def beams(task: Task, budget: Budget, widths: Sequence[int]) -> Answer:
    """Return the best line that beams of these widths find; nothing is proved."""
    search = _Search(task, budget)
    for width in widths:
        search.look(width, search.bound)
    return search.answer(best=True)


class _Search:
    def __init__(self, task: Task, budget: Budget, blocks: Sequence[frozenset[Card]] | None = None) -> None:
        """Place the position; with `blocks` the one after these were discarded, each in an order left open."""
        game, position, without = cast(Head, task.game), task.position, task.without
        self.game = game
        self.position: Position = position
        cards = position.hand + position.pile + position.discards
        rules = game.rules
        self.target = rules.target
        self.budget = budget
        self.melds = melds_of(cards, rules.hand, budget, without)
        optional = rules.melding == "optional"
        # Under optional melding the widest beams cost more than they save.
        self.rounds = _ROUNDS[:-2] if optional else _ROUNDS
        order = "lazy-order" not in without, "parted-blocks" not in without
        lazy = LazyHead(self.melds, rules.passes, optional, *order)
        table = _Table(game, position)
        self.discarded = None if blocks is None else [table.in_hand(block) for block in blocks]
        place: _Place = (table.hand, table.pile, table.discards, position.turn, position.may_burn)
        if self.discarded is not None:
            place = ((), table.pile, (*table.discards, *self.discarded), position.turn, False)
        self.kernel = HeadSearch(lazy, budget, without)
        self.relaxed = None
        if not optional and rules.passes > 2 and not without & _OF_RELAXED:
            relaxed = LazyHead(self.melds, rules.passes, optional, *order, relaxed=True)
            self.relaxed = HeadSearch(relaxed, budget, without)
        self.relaxed_score = _MOST_CARDS + 1
        """The best score that the relaxed game is known to reach, so far."""
        self.blocks = None
        # Under optional melding it needs fewer positions, but each takes so much longer that it does not pay.
        if not optional and not without & _OF_BLOCKS:
            self.blocks = BlockSearch(
                self.melds,
                rules.passes,
                optional,
                budget,
                "forgetting" not in without,
                "joined-blocks" not in without,
                "forgotten-orders" not in without,
            )
        self.beam = None if "beam" in without else HeadBeam(lazy, budget, "cover-bound" not in without)
        for search in (self.kernel, self.relaxed, self.blocks, self.beam):
            if search is not None:
                search.place(*place)
        self.line: list[KernelMove] | None = None
        """The best line so far, as the kernel returns it; None if there is none, or if it is too long to show."""
        self.score = _MOST_CARDS + 1
        """The score of the best line so far; above all scores without a line."""
        self.cover_bound = 0 if "cover-bound" in without else self.kernel.least()
        self.bound = max(self.cover_bound, task.bound or 0)

    def run(self, best: bool) -> None:
        """Raise `bound` and lower `score` until they answer the question or the budget is spent."""
        # Any score will do, so nothing is pruned and the first line found is taken: later searches must better it.
        if self._reach(self.kernel, _MOST_CARDS) is None:
            return
        if best:
            self._raise_bound(_FIRST_TRY)
        for width, *positions in self.rounds:
            if not self._open(best):
                return
            self.look(width, self.bound if best else self.target)
            self._close_in(best, *positions)
        while self._open(best) and not self.budget.stopped:
            self._close_in(best, *_STRETCH)
            if self._open(best) and best:
                self._raise_bound(_STRETCH[3])

    def _open(self, best: bool) -> bool:
        return self.bound < self.score and (best or self.bound <= self.target < self.score)

    def look(self, width: int, enough: int) -> None:
        """Look for a better line with a beam."""
        if self.beam is None:
            return
        score = self.beam.run(width, self.score, enough)
        if score is not None:
            self.line, self.score = self.beam.line(MOST_MOVES_SHOWN), score

    def _rule_out(self, best: bool, positions: int) -> None:
        """Rule out scores that the relaxed game does not reach, with at most `positions` positions for each score."""
        while self.relaxed is not None and self._open(best):
            wanted = min(self.score - 1 if best else self.target, self.relaxed_score - 1)
            if wanted < self.bound:
                return
            reached = self.relaxed.reach(wanted, positions)
            if reached is None:
                return
            if reached:
                self.relaxed_score = self.relaxed.score
            else:
                self.bound = wanted + 1

    def _close_in(self, best: bool, relaxed: int, in_blocks: int, beside: int, alone: int) -> None:
        """Find better and better lines until none is left, or a search has used its positions."""
        positions = alone if self.blocks is None else beside
        while self._open(best):
            self._rule_out(best, relaxed)
            if not self._open(best):
                return
            wanted = self.score - 1 if best else self.target
            if self.relaxed is not None and self.relaxed_score > wanted and relaxed < _PATIENCE:
                # More positions of the relaxed game mostly rule a score out sooner than the game itself.
                return
            reached = None
            if self.blocks is not None and in_blocks:
                reached = self._reach(self.blocks, wanted, in_blocks)
            if reached is None:
                reached = self._reach(self.kernel, wanted, positions)
            if reached is None:
                return
            if not reached:
                self.bound = wanted + 1

    def _raise_bound(self, positions: int) -> None:
        """Rule out scores from the lowest upwards until a search has used `positions` positions."""
        while self.bound < self.score:
            reached = self._reach(self.kernel, self.bound, positions)
            if reached is None:
                return
            if not reached:
                self.bound += 1

    def _reach(self, kernel: HeadSearch | BlockSearch, target: int, most_positions: int = -1) -> bool | None:
        reached = kernel.reach(target, most_positions)
        if reached:
            self.line, self.score = kernel.line(MOST_MOVES_SHOWN), kernel.score
        return reached

    def answer(self, best: bool) -> Answer:
        """Return the answer to the question from the score and the bound found."""
        score = None if self.line is None else self.score
        bound, target = self.bound, self.target
        line = self._written_line() if best or self.score <= target else None
        if self.score <= target and line is None:
            return Answer("undecided", NAME, score, bound, stopped=TOO_LONG)
        if self.score <= target:
            optimal = best and score == bound > 0
            return Answer("winnable", NAME, score, bound, line, proof="exhausted" if optimal else None)
        if bound <= target:
            return Answer("undecided", NAME, score, bound, line)
        by_search = best and score == bound > self.cover_bound
        if self.cover_bound <= target or by_search:
            return Answer("unwinnable", NAME, score, bound, line, proof="exhausted")
        stay = f"{counted(self.cover_bound, 'cards')} stay{'s' * (self.cover_bound == 1)}"
        text = f"At least {stay} out of melds: no disjoint melds of the cards leave fewer over."
        return Answer("unwinnable", NAME, score, bound, line, proof="exhausted", reason=Reason("cover", text))

    def _written_line(self) -> tuple[str, ...] | None:
        """Return the kernel's best line as the rules spell it, replayed by the rules.

        Raises UnsoundLineError if it is not a legal line.
        """
        if self.line is None:
            return None
        table = _Table(self.game, self.position)
        line: list[KernelMove] = [] if self.discarded is None else [("discard", table.hand[:], [])]
        line += self.line
        written = []
        leavings = _in_order_of_need(line, len(table.tokens))
        if self.discarded is not None:
            leavings[0] = [card for block in self.discarded for card in leavings[0] if card in block]
        for (kind, *_), leaving in zip(line, leavings, strict=True):
            if kind == "meld":
                written.append(table.meld(leaving))
            elif kind == "burn":
                written.append(table.burn())
            else:
                # Put cards discarded together in the order in which they are needed again.
                written.append(table.discard(table.hand if table.position.turn > 1 else leaving))
        return tuple(written)


class _Table:
    """The game as the rules play it, with each card's place in hand + pile + discards."""

    def __init__(self, game: Head, position: Position) -> None:
        self.game = game
        self.position = position
        self.tokens = position.hand + position.pile + position.discards
        places = list(range(len(self.tokens)))
        drawn, dealt = len(position.hand), len(position.hand) + len(position.pile)
        self.hand, self.pile, self.discards = places[:drawn], places[drawn:dealt], places[dealt:]

    def in_hand(self, cards: Collection[Card]) -> tuple[int, ...]:
        """Return the places of those cards of the hand."""
        return tuple(place for place in self.hand if self.tokens[place] in cards)

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
        while turn < self.position.turn and self.discards:
            # With nothing to draw, the remaining passes change nothing.
            self.pile, self.discards = self.discards, []
            self._draw()
            turn += 1
        if tuple(self.tokens[card] for card in self.hand) != self.position.hand:
            raise UnsoundLineError(f"the search and the rules have different hands after {move!r}")
        return move

    def _draw(self) -> None:
        room = self.game.rules.hand - len(self.hand)
        self.hand += self.pile[:room]
        del self.pile[:room]


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
    return (
        Engine(
            *(NAME, solve, TECHNIQUES),
            alike=orders,
            search_alike=solve_orders,
            groups=groups,
            carried=carried,
        ),
    )
