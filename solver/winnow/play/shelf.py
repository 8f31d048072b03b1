"""The packs that a page offers, as plain values: puzzles by pack and id, and the reasons that problems state.

The caller says where packs come from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.play.opening import bound, game_id
from winnow.play.reading import RefusedError, read_deal

Json = dict[str, Any]
LEVELS = ("easy", "medium", "hard")
_LEAST = 5
"""The least number of deals of a level; with fewer the same ones would come again too soon."""


@dataclass(frozen=True)
class Pack:
    """A pack: its id, title and game, its puzzles in order, and whether they are problems.

    Each puzzle has `id`, `game`, `rules`, `deal`, `number` (text or None), `level`, `goal` (in words), `after` (a list
    of moves), `fair` (the share that the adviser wins face down, or None), `planned` (whether only players who plan won
    the full deal); a problem also has `solution`, `decisions`, `themes`, `rating`, `decided` and `beauty` as in its
    file.
    """

    id: str
    title: str
    game: str
    puzzles: tuple[Json, ...]
    of_problems: bool = False

    def listed(self) -> Json:
        """Return what the page knows of a pack and its puzzles before one of them is opened."""
        about = {"id": self.id, "title": self.title, "game": self.game, "problems": self.of_problems}
        return about | {"puzzles": [listed_puzzle(puzzle) for puzzle in self.puzzles]}

    def placed(self) -> Iterator[tuple[Json, Json]]:
        """Yield the puzzles, each with the fields about it and its place for an opened game."""
        for place, puzzle in enumerate(self.puzzles, 1):
            told = {name: puzzle.get(name) for name in ("id", "level", "rating", "themes")}
            if puzzle.get("decided"):
                told["decided"] = puzzle["solution"][: puzzle["decided"]]
            yield puzzle, told | {"pack": self.id, "place": place, "of": len(self.puzzles), "problem": self.of_problems}


def listed_puzzle(puzzle: Json) -> Json:
    """Return a puzzle's id, level and the id of its progress; of a problem also rating and themes."""
    kept_as = game_id(puzzle_deal(puzzle), tuple(puzzle["after"]))
    told = {"id": puzzle["id"], "level": puzzle["level"], "planned": bool(puzzle.get("planned")), "game_id": kept_as}
    if puzzle.get("themes") is not None:
        told |= {"rating": puzzle["rating"]["logits"], "themes": puzzle["themes"]}
    return told


def puzzle_deal(puzzle: Json) -> Deal:
    """Return a puzzle's deal, under its number if it has one."""
    deal = read_deal({"game": puzzle["game"], "deal": puzzle["deal"], "rules": puzzle["rules"]})
    return deal if puzzle["number"] is None else replace(deal, number=int(puzzle["number"]))


def reasons(puzzle: Json) -> dict[Any, str]:
    """Return the positions that the losing moves of a problem's decisions lead to, each with its sentence.

    Of a full deal none are known. Raises RefusedError if the problem's moves are not legal.
    """
    told: dict[Any, str] = {}
    if not puzzle.get("decisions"):
        return told
    game = bound(puzzle_deal(puzzle))
    decisions = {decision["place"]: decision["losing"] for decision in puzzle["decisions"]}
    try:
        position = game.start()
        for move in puzzle["after"]:
            position = game.play(position, move)
        for place, move in enumerate(puzzle["solution"]):
            for one in decisions.get(place, ()):
                told |= dict.fromkeys(_settled(game, game.play(position, one["move"])), one["why"])
            position = game.play(position, move)
    except IllegalMoveError as error:
        raise RefusedError(f"The problem {puzzle['id']} is not well formed: {error}.", 422) from None
    return told


def _settled(game: Game[Any, Any], position: Any) -> Iterator[Any]:
    """Yield a position and those after it that come about by moves which need no thought, as the page makes them."""
    while True:
        yield position
        table = FACES.of(game.name).table(game, position)
        if table.forced is None or len(table.gestures) == 1:
            return
        position = game.play(position, table.forced)


def with_reason(verdict: Json, sentence: str | None) -> Json:
    """Return a verdict with the sentence in place of a search's own, if the position is lost and there is one."""
    if sentence is None or verdict["verdict"] != "unwinnable":
        return verdict
    return {**verdict, "reason": {"kind": "problem", "text": sentence}}


class Shelf:
    """All packs, read by `load` at the first request, so that the first game need not wait for them."""

    def __init__(self, load: Callable[[], Sequence[Pack]] = tuple) -> None:
        self._load = load

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """All packs, the first ones first."""
        return tuple(self._load())

    @cached_property
    def puzzles(self) -> dict[str, tuple[Json, Json]]:
        """Each puzzle by its id, and the fields about it in the first pack that has it."""
        return {placed[0]["id"]: placed for pack in reversed(self.packs) for placed in pack.placed()}

    def face_down(self, game: str, level: str) -> Json | None:
        """Return a random deal of a third of those that the adviser wins face down; None if they are too few."""
        known = [puzzle for pack in self.packs if pack.game == game for puzzle in pack.puzzles if puzzle.get("fair")]
        known.sort(key=lambda puzzle: puzzle["fair"], reverse=True)
        size, place = len(known) // len(LEVELS), LEVELS.index(level)
        return random.choice(known[place * size :][:size]) if size >= _LEAST else None
