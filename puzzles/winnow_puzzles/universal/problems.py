"""Universal's problems: positions from the last pass of a won deal."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import cast

from winnow.core.cards import Card
from winnow.core.deals import Deal
from winnow.core.lines import replay
from winnow.core.rng import SplitMix64
from winnow.games.universal.rules import Position, Universal
from winnow.games.universal.theorems import safe_foot
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.universal.puzzles import UniversalPuzzles, kind, natural_ranks
from winnow_puzzles.universal.thought import GRADES, Thinker, thought
from winnow_puzzles.universal.thumbs import THUMBS, moved

_LINES = 30
"""The beam width of the planner that plays the deal to its last pass."""

HOLD_BACK, WRONG_COLUMN, MERGE, PREMATURE, LEAVE, BAR, TURN, PLACE = (
    "hold back from the bar",
    "right card, wrong column",
    "merge first",
    "premature merge",
    "leave it on the waste",
    "to the bar first",
    "turn too soon",
    "the other card",
)


class UniversalProblems(Problems):
    """Problems of Universal: all cards to the bar. Natural move: to the bar, else onto a column, else turn."""

    pool = 2.0
    slips = 4
    most_moves = 20
    grades = GRADES
    thumbs = THUMBS
    themes = (WRONG_COLUMN, MERGE, PREMATURE, LEAVE, HOLD_BACK, BAR, TURN, PLACE)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield a line that wins, if a planner finds one."""
        game = cast(Universal, deal.bind())
        line = UniversalPuzzles().plan(game, game.start(), _LINES)
        if line is not None and game.won(replay(game, game.start(), line)):
            yield line

    def places(self, game: Universal, positions: Sequence[Position]) -> range:
        """Return the places of the last pass."""
        first = next((i for i, position in enumerate(positions) if not position.redeals), len(positions))
        return range(len(positions) - 2, first - 1, -1)

    def acceptable(self, game: Universal, goal: int) -> bool:
        """Return whether all cards reach the bar."""
        return goal == len(game.deal)

    def automatic(self, game: Universal, position: Position) -> tuple[str, Position] | None:
        """Return the move of a safe foot to the bar (games/universal/ledger.md: safe-foot); None if there is none."""
        return safe_foot(game, position)

    def grade(self, game: Universal, position: Position) -> int:
        """Return the highest step that natural players need to refute the losing moves that they try."""
        return Thinker(self, game).grade(position)

    def thought(self, game: Universal, position: Position) -> Iterator[str]:
        """Yield each losing move that a natural player tries, with why it fails, and the moves made."""
        return thought(Thinker(self, game), position)

    def order(self, player: int, game: Universal, position: Position, options: Sequence[Option]) -> list[int]:
        """Return the moves in the order bar, columns, turn, merges; the second player prefers columns to the bar.

        Columns are merged before a turn only to make room for a Galaxy; the third player merges whenever possible, even
        before placing the waste's top.
        """
        ranks = natural_ranks(position)
        if player == 1:
            ranks |= {"W!": 3, "!": 3, "W^": 2}
        if player == 2:
            ranks |= {">": 1}
        return sorted(range(len(options)), key=lambda i: ranks[kind(options[i][0])])

    def material(self, game: Universal, position: Position) -> int:
        """Return the cards on the bar and in columns."""
        return -len(position.stock) - len(position.waste) + sum(position.bar)

    def idea(self, game: Universal, position: Position, move: str) -> Hashable:
        """Return the card, or the head of the column, that moves, and its destination."""
        return moved(position, move), _host(position, move), kind(move)

    def form(self, game: Universal, position: Position) -> Hashable:
        """Return the position with its columns sorted."""
        return tuple(sorted(position.columns)), *position[1:]

    def goal_text(self, game: Universal, position: Position, goal: int) -> str:
        """Return a sentence that states how many cards are to reach the bar."""
        return f"Bring the last {goal - sum(position.bar)} cards to the bar."

    def themes_by_moves(self, lost: Refuted) -> set[str]:
        """Return the themes from the codes of the two moves."""
        made, won = lost.move, lost.won[0][0]
        found = set()
        if made.endswith("!") and not won.endswith("!"):
            found.add(HOLD_BACK)
        if won.endswith("!") and not made.endswith("!"):
            found.add(BAR)
        if made[0] == won[0] == "W" and "!" not in made + won:
            found.add(WRONG_COLUMN)
        if kind(won) == ">" and kind(made) != ">":
            found.add(MERGE)
        if kind(made) == ">":
            found.add(PREMATURE)
        if kind(made) in ("W>", "W^") and won[0] != "W":
            found.add(LEAVE)
        if made in "TR":
            found.add(TURN)
        return found or {PLACE}


def _host(position: Position, move: str) -> Card | None:
    if "!" in move or move in ("T", "R"):
        return None
    column = position.columns[int(move[2]) - 1]
    return next(iter(column[:1] if move[1] == "^" else column[-1:]), None)
