"""The tree of a problem of a pack, from its record."""

from __future__ import annotations

from typing import Any

from winnow.core.game import Game
from winnow.core.lines import replay
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.problems.base import MOST_POSITIONS, Problems, Record, problems_of
from winnow_puzzles.problems.tree import Known, Tree, build


def rebuilt(record: Record) -> tuple[Problems, Game[Any, Any], Tree]:
    """Return the problems of a record's game, its game and its tree, whose first position is the problem's.

    Raises ValueError if the tree is too large.
    """
    problems = problems_of(record["game"])
    game = PUZZLES.of(record["game"]).deal(record["game"], record["number"], record["rules"]).bind()
    tree = build(Known(problems, game), replay(game, game.start(), record["after"]), MOST_POSITIONS)
    if tree is None:
        raise ValueError(f"problem {record['id']} has more than {MOST_POSITIONS} positions")
    return problems, game, tree
