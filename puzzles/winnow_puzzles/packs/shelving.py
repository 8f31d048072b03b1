"""Converts a pack to the form that the page shows."""

from __future__ import annotations

from winnow.play.shelf import Pack as ShownPack
from winnow_puzzles.packs.reading import Pack
from winnow_puzzles.players.levels import only_planners_won

_NAMES = ("id", "game", "rules", "deal", "level", "rating", "themes", "solution", "decisions", "decided", "beauty")


def shelved(pack: Pack) -> ShownPack:
    """Return a pack in the form that the page shows."""
    about = pack.description
    puzzles = tuple(
        {name: puzzle.get(name) for name in _NAMES}
        | {"goal": puzzle.get("goal_text", puzzle["goal"])}
        | {"number": puzzle.get("number"), "after": list(puzzle.get("after", [])), "fair": pack.fair.get(puzzle["id"])}
        | {"planned": not pack.of_problems and only_planners_won([puzzle])}
        for puzzle in pack.puzzles
    )
    return ShownPack(about["id"], about["title"], about["game"], puzzles, pack.of_problems)
