"""Head's problems: the second and third pass, where the only choice is which meld to play."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import cast

from winnow.core.deals import Deal
from winnow.core.lines import replay
from winnow.core.rng import SplitMix64
from winnow.games.head.rules import Head, Position
from winnow_puzzles.base import Option, Record
from winnow_puzzles.head.puzzles import HeadPuzzles, symmetric_deals
from winnow_puzzles.head.reasons import reasons
from winnow_puzzles.head.thought import GRADES, Thought, left
from winnow_puzzles.head.thumbs import THUMBS, is_suit_meld, melds_left, size
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.problems.walk import crux

MOST_CARDS = 20
"""The most cards left at the beginning of a problem."""
_LINES = (30, 100, 300)
"""The beam widths of the planners that play part one."""

SMALLER, HOLD_BACK, SHARE, OTHER, LARGER, BURN, KEEP, DISCARD = (
    "the smaller meld first",
    "hold a card back",
    "share a partner",
    "another meld",
    "the larger meld",
    "burn",
    "do not burn",
    "discard a hand with a meld",
)


class HeadProblems(Problems):
    """Problems of Head: at most `target` cards out of melds. Natural move: the largest meld."""

    thumbs = THUMBS
    shares = {BURN: 0.1}  # noqa: RUF012
    grades = GRADES
    least_refutation = 3
    themes = (HOLD_BACK, SMALLER, LARGER, SHARE, OTHER, BURN, KEEP, DISCARD)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield the lines of planners that meld all cards."""
        game = cast(Head, deal.bind())
        for lines in _LINES:
            line = HeadPuzzles().plan(game, game.start(), lines)
            if line is not None and game.score(replay(game, game.start(), line)) == 0:
                yield line

    def places(self, game: Head, positions: Sequence[Position]) -> Iterator[int]:
        """Yield the places after part one, in which discards may be put in any order, where few cards are left."""
        for place in range(len(positions) - 2, -1, -1):
            if positions[place].turn > 1 and len(left(positions[place])) <= MOST_CARDS:
                yield place

    def grade(self, game: Head, position: Position) -> int:
        """Return the step of the ladder by which every losing move on the way falls."""
        thought = Thought(game, position)
        found = (thought.refutation(one.after) for _, lost in crux(self, game, position) for one in lost)
        return max((why.grade for why in found if why is not None), default=0)

    def thought(self, game: Head, position: Position) -> Iterator[str]:
        """Yield for each decision why the losing moves fail, and the move that is left."""
        for _, lost in crux(self, game, position):
            yield from (f"Suppose {one.move}. {why.text}" for one in lost for why in reasons(one))
            yield f"So {lost[0].won[0][0]}."

    def order(self, player: int, game: Head, position: Position, options: Sequence[Option]) -> list[int]:
        """Return the moves with the largest meld first; for the first player the burn comes last.

        The second player takes the meld that leaves most other melds in the hand, and burns before it discards. The
        third plays kinds and runs first, as these are rare.
        """
        places = range(len(options))
        if player == 0:
            return sorted(places, key=lambda i: -size(options[i][0]))
        if player == 1:
            left = melds_left(options)
            return sorted(places, key=lambda i: (-left[i], -size(options[i][0]), options[i][0] != "burn"))
        sizes = [size(move) for move, _ in options]
        return sorted(places, key=lambda i: (not sizes[i], is_suit_meld(options[i][0]), -sizes[i]))

    def idea(self, game: Head, position: Position, move: str) -> Hashable:
        """Return the meld's cards."""
        return game.normal(move)

    def acceptable(self, game: Head, goal: int) -> bool:
        """Return whether all cards can be melded."""
        return goal == 0

    def goal_rules(self, goal: int) -> Record:
        """Return the target."""
        return {"target": goal}

    def form(self, game: Head, position: Position) -> Hashable:
        """Return the least position under renamings of suits that leave the deck unchanged."""
        piles = position.pile, position.hand, position.discards
        return min(symmetric_deals(sum(piles, ()))), tuple(map(len, piles)), position.turn, position.may_burn

    def goal_text(self, game: Head, position: Position, goal: int) -> str:
        """Return a sentence that states how many cards to meld."""
        cards = len(position.pile) + len(position.hand) + len(position.discards)
        return f"Meld all of the {cards} cards that are left."

    def themes_by_moves(self, lost: Refuted) -> set[str]:
        """Return the themes by the words of the two moves."""
        moves = lost.move, lost.won[0][0]
        if "burn" in moves:
            return {BURN if moves[1] == "burn" else KEEP}
        if moves[1].startswith("discard"):
            return {DISCARD}
        made, won = (set(move.split()[1:]) for move in moves)
        found = set()
        if len(won) != len(made):
            found.add(SMALLER if len(won) < len(made) else LARGER)
        if won < made:
            found.add(HOLD_BACK)
        elif won & made:
            found.add(SHARE)
        else:
            found.add(OTHER)
        return found
