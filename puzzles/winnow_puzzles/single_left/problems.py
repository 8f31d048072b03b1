"""Single Left's problems: the last cards of the deck, with optional discards, to be played to the fewest cards left."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import cast

from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.rng import SplitMix64
from winnow.games.single_left.rules import Position, SingleLeft
from winnow_puzzles.base import Option, Record, numbered_letters
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.problems.walk import crux
from winnow_puzzles.single_left.puzzles import up_to_a_draw
from winnow_puzzles.single_left.reasons import refutation
from winnow_puzzles.single_left.thought import GRADES, row_of
from winnow_puzzles.single_left.thumbs import THUMBS, next_makes

_WIDTH = 40
"""The width of the beam that plays a deal to short rows."""
_TAKEN = 20
"""The most short rows of a deal that are examined."""
_MOST_CARDS = 16
"""The most cards in the row where a walk begins."""
_MOST_LEFT = 4
"""The most cards that a goal may leave."""
_LEAST_DECK = 5
"""Fewer cards than these are not in the deck where a walk begins."""

PAIR_FOR_FOUR, PAIR_FOR_PAIR, FOUR_FOR_FOUR, FOUR_FOR_PAIR, TAKE_PAIR, TAKE_FOUR, FOR_NOTHING = (
    "decline a pair for a four",
    "decline a pair for a better pair",
    "decline a four for a better four",
    "a pair instead of a four",
    "take the pair",
    "take the four",
    "decline a discard for good",
)


class SingleLeftProblems(Problems):
    """Problems of Single Left: leave at most `goal` cards. Natural move: discard whenever a discard applies."""

    defaults = {"discarding": "optional"}  # noqa: RUF012
    thumbs = THUMBS
    grades = GRADES
    pool = 2.0
    ungraded = "the steps of thought do not refute a losing move"
    themes = (PAIR_FOR_FOUR, PAIR_FOR_PAIR, FOUR_FOR_FOUR, FOUR_FOR_PAIR, TAKE_PAIR, TAKE_FOUR, FOR_NOTHING)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield lines that lead to short rows, of a beam with chance among rows of the same length."""
        game = cast(SingleLeft, deal.bind())
        if game.rules.redeals:
            raise RuleError("problems of Single Left need redeals=0: a row read from the end is dealt once")
        layer: list[tuple[Position, tuple[str, ...]]] = [(game.start(), ())]
        taken = 0
        while layer and taken < _TAKEN:
            following: dict[Position, tuple[str, ...]] = {}
            for here, behind in layer:
                for moves, after in up_to_a_draw(game, here):
                    following.setdefault(after, (*behind, *moves))
            mixed = sorted(following.items(), key=lambda item: (len(item[0].hand), chance.below(_WIDTH)))[:_WIDTH]
            layer = [item for item in mixed if len(item[0].deck) > _LEAST_DECK]
            short = [item for item in layer if len(item[0].hand) + len(item[0].deck) <= _MOST_CARDS]
            for item in short[: _TAKEN - taken]:
                taken += 1
                layer.remove(item)
                yield item[1]

    def order(self, player: int, game: SingleLeft, position: Position, options: Sequence[Option]) -> list[int]:
        """Return the moves in the order four, pair, draw.

        The second player draws first if the next card makes a four, the third also if it makes a pair.
        """
        draws = next_makes(game, position, ((), (0,), (0, 1))[player])
        return sorted(range(len(options)), key=lambda i: draws and options[i][0] != "draw")

    def idea(self, game: SingleLeft, position: Position, move: str) -> Hashable:
        """Return the discarded cards, or the card drawn."""
        window = position.hand[-4:]
        return {"four": window, "pair": window[1:3]}.get(move, position.deck[:1])

    def acceptable(self, game: SingleLeft, goal: int) -> bool:
        """Return whether few enough cards are left."""
        return goal <= _MOST_LEFT

    def grade(self, game: SingleLeft, position: Position) -> int:
        """Return the least step that refutes every losing move up to the last at which a natural one loses; else 0."""
        steps = [row_of(game, one.after).step for _, lost in self._lost(game, position) for one in lost]
        return max(steps, default=0) if all(steps) else 0

    def thought(self, game: SingleLeft, position: Position) -> Iterator[str]:
        """Yield for each losing move that a decision offers why it loses, by the least step that shows it."""
        for made, lost in self._lost(game, position):
            start = f"After {' '.join(made)}:" if made else "At first:"
            yield from (" ".join((start, *refutation(one.move, row_of(game, one.after)))) for one in lost)

    def _lost(self, game: SingleLeft, position: Position) -> Iterator[tuple[tuple[str, ...], list[Refuted]]]:
        return iter(()) if position.redeals else crux(self, game, position)

    def goal_rules(self, goal: int) -> Record:
        """Return the rule `goal` with the number of cards that may be left."""
        return {"goal": "clear" if goal == 0 else str(goal)}

    def form(self, game: SingleLeft, position: Position) -> Hashable:
        """Return the cards with ranks and suits numbered by first occurrence."""
        cards = [game.deal[place] for place in position.hand + position.deck + position.discards]
        order = sorted(position.deck + position.discards)
        ranks = tuple(order.index(place) for place in position.discards) if position.redeals else ()
        used = cards if position.redeals else cards[: len(position.hand) + len(position.deck)]
        return numbered_letters(used, (0, 1)), len(position.hand), position.redeals, ranks

    def goal_text(self, game: SingleLeft, position: Position, goal: int) -> str:
        """Return a sentence that states how many cards may be left."""
        left = "no card" if goal == 0 else "1 card at most" if goal == 1 else f"{goal} cards at most"
        return f"Leave {left}; every discard is a choice."

    def themes_by_moves(self, lost: Refuted) -> set[str]:
        """Return the theme from the two moves and the next discard of the solution."""
        made, (won, *following) = lost.move, [move for move, _ in lost.won]
        if won == "four":
            return {TAKE_FOUR}
        if won == "pair":
            return {FOUR_FOR_PAIR if made == "four" else TAKE_PAIR}
        next_discard = next((move for move in following if move in ("pair", "four")), "")
        names = {
            ("pair", "four"): PAIR_FOR_FOUR,
            ("pair", "pair"): PAIR_FOR_PAIR,
            ("four", "four"): FOUR_FOR_FOUR,
            ("four", "pair"): FOUR_FOR_PAIR,
        }
        return {names.get((made, next_discard), FOR_NOTHING)}
