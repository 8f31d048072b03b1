"""The packs that a page offers: puzzles by pack and id, as plain values. Where packs come from is told from outside."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from winnow.deals import Deal
from winnow.play.opening import game_id
from winnow.play.reading import read_deal

Json = dict[str, Any]

_LEVEL_OF_DAY = (1, 2, 2, 3, 4, 5, 3)
"""The daily puzzle's level from Monday to Sunday."""


@dataclass(frozen=True)
class Pack:
    """A pack: its id, title and game, and its puzzles in order.

    Each puzzle has `id`, `game`, `rules`, `deal`, `number` (text or None), `level`, `goal`, `after` (a list of moves).
    """

    id: str
    title: str
    game: str
    puzzles: tuple[Json, ...]

    def summary(self) -> Json:
        """Return what the page lists: every puzzle's id and level, and the id under which its progress is kept."""
        puzzles = []
        for puzzle in self.puzzles:
            kept = game_id(puzzle_deal(puzzle), tuple(puzzle["after"]))
            puzzles.append({"id": puzzle["id"], "level": puzzle["level"], "game_id": kept})
        return {"id": self.id, "title": self.title, "game": self.game, "puzzles": puzzles}


def puzzle_deal(puzzle: Json) -> Deal:
    """Return a puzzle's deal, under its number if it has one."""
    deal = read_deal({"game": puzzle["game"], "deal": puzzle["deal"], "rules": puzzle["rules"]})
    return deal if puzzle["number"] is None else replace(deal, number=int(puzzle["number"]))


class Shelf:
    """All packs; `load` reads them when they are first asked for, so that a game is on the table before."""

    def __init__(self, load: Callable[[], Sequence[Pack]] = tuple) -> None:
        self._load = load

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """All packs, the first ones first."""
        return tuple(self._load())

    @cached_property
    def _places(self) -> dict[str, tuple[Pack, int]]:
        return {p["id"]: (pack, n) for pack in reversed(self.packs) for n, p in enumerate(pack.puzzles)}

    def find(self, puzzle: str) -> tuple[Pack, int] | None:
        """Return the pack of a puzzle and its place there (from 0)."""
        return self._places.get(puzzle)

    def summaries(self) -> list[Json]:
        """Return what the page lists of every pack."""
        return [pack.summary() for pack in self.packs]

    def of_level(self, game: str, level: int) -> list[tuple[Pack, int]]:
        """Return the game's puzzles of a level, each as its pack and its place there."""
        packs = (pack for pack in self.packs if pack.game == game)
        return [(pack, n) for pack in packs for n, puzzle in enumerate(pack.puzzles) if puzzle["level"] == level]

    def daily(self, game: str, day: datetime.date) -> tuple[Pack, int] | None:
        """Return the puzzle of a day: harder as the week goes on, the same wherever the packs are the same.

        A level's puzzles come round in an order that is shuffled anew for each round.
        """
        wanted = _LEVEL_OF_DAY[day.weekday()]
        levels = sorted({p["level"] for pack in self.packs if pack.game == game for p in pack.puzzles})
        if not levels:
            return None
        puzzles = self.of_level(game, min(levels, key=lambda level: (abs(level - wanted), level)))
        turn, place = divmod(day.toordinal(), len(puzzles))
        order = random.Random(f"{game} {turn}").sample(range(len(puzzles)), len(puzzles))
        return puzzles[order[place]]
