"""Single Left's problems: the last cards of the deck, with optional discards, to be played to the fewest cards left."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from winnow.core.deals import Deal
from winnow.core.rng import SplitMix64
from winnow.games.single_left.rules import Position, SingleLeft
from winnow_puzzles.base import Option, numbered_letters
from winnow_puzzles.problems.base import Problems, Record, Trap
from winnow_puzzles.problems.tree import Known
from winnow_puzzles.single_left.puzzles import SingleLeftPuzzles
from winnow_puzzles.single_left.thumbs import THUMBS, next_makes

_LINES = (3, 10, 30)
"""The widths of the beams that play a deal to few cards left."""
_MOST_LEFT = 4
"""The most cards that a goal may leave."""
_LEAST_DECK, _MOST_DECK = 6, 26
"""The fewest and the most cards in the deck where a walk begins."""

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
    themes = (PAIR_FOR_FOUR, PAIR_FOR_PAIR, FOUR_FOR_FOUR, FOUR_FOR_PAIR, TAKE_PAIR, TAKE_FOUR, FOR_NOTHING)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield the lines of planners."""
        game = deal.bind()
        lines = (SingleLeftPuzzles().plan(game, game.start(), width) for width in _LINES)
        yield from dict.fromkeys(line for line in lines if line is not None)

    def places(self, known: Known, positions: Sequence[Position]) -> Iterator[int]:
        """Yield the places just after a draw, of positions with few enough cards in the deck, from late to early."""
        for place in range(len(positions) - 2, 0, -1):
            deck = len(positions[place].deck)
            if _LEAST_DECK <= deck <= _MOST_DECK and len(positions[place - 1].deck) != deck and deck % 2 == 0:
                yield place

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

    def why(self, game: SingleLeft, position: Position, best: int | None, goal: int) -> str:
        """Return a sentence that states how many cards are left at best."""
        return f"After that {best} cards at least are left, whatever is discarded later."

    def themes_by_moves(self, game: SingleLeft, trap: Trap) -> set[str]:
        """Return the theme from the two moves and the next discard of the solution."""
        lost, won = trap.lost[0], trap.won[0]
        if won in ("pair", "four"):
            if lost in ("pair", "four"):
                return {FOUR_FOR_PAIR if won == "pair" else TAKE_FOUR}
            return {TAKE_PAIR if won == "pair" else TAKE_FOUR}
        next_discard = next((move for move, _ in trap.following if move in ("pair", "four")), None)
        if next_discard is None:
            return {FOR_NOTHING}
        names = {
            ("pair", "four"): PAIR_FOR_FOUR,
            ("pair", "pair"): PAIR_FOR_PAIR,
            ("four", "four"): FOUR_FOR_FOUR,
            ("four", "pair"): FOUR_FOR_PAIR,
        }
        return {names.get((lost, next_discard), FOR_NOTHING)}
