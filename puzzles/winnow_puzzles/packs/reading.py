"""Reading a pack that lies on disk, for showing and exporting it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from winnow.deals import Deal
from winnow.games import GAMES
from winnow.position import Position
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.packs.files import DEALS, PACK, PROBLEMS_FORMAT, PackError, breach, format_of, read_lines

Record = dict[str, Any]
_LONGEST_PLACE = 6
"""Digits of a place in a pack: a pack has 100,000 puzzles at most."""


class Puzzle(dict[str, Any]):
    """A puzzle's record as its pack holds it: a full deal or a problem, drawn by notebooks as its position."""

    @property
    def position(self) -> Position:
        """The position that the puzzle asks about."""
        position = Position(deal_of(self))
        for move in self.get("after", ()):
            position.push(move)
        return position

    @property
    def goal(self) -> str:
        """What is to be done, in words."""
        return str(self.get("goal_text", self["goal"]))

    @property
    def line(self) -> tuple[str, ...]:
        """The solution, from the position to its end."""
        return tuple(self["solution"] if "solution" in self else self["verdict"]["line"])

    def _repr_svg_(self) -> str:
        """Return the position as a picture, for notebooks."""
        return self.position._repr_svg_()

    def _repr_html_(self) -> str:
        """Return the position, the goal, and the solution folded away, for notebooks."""
        from winnow.faces.notebook import puzzle_html  # noqa: PLC0415  programs that draw nothing do without

        position = self.position
        about = f"Level {self['level']}, deal {self['number']}, puzzle {self['id']}."
        return puzzle_html(position.game, position.state, [self.goal, about], self.line)


@dataclass(frozen=True)
class Pack:
    """A pack's description and its puzzles in their order."""

    description: Record
    puzzles: tuple[Puzzle, ...]

    @property
    def of_problems(self) -> bool:
        """Whether the pack holds problems, not full deals."""
        return format_of(self.description) == PROBLEMS_FORMAT

    def find(self, beginning: str) -> Puzzle:
        """Return the puzzle whose id begins so, or with that place in the pack (from 1); raise PackError if none does.

        A place is a number without a leading 0; one that is no place may still begin an id.
        """
        places = {str(place): puzzle for place, puzzle in enumerate(self.puzzles, 1)}
        if beginning in places:
            return places[beginning]
        found = [puzzle for puzzle in self.puzzles if puzzle["id"].startswith(beginning.lower())]
        if len(found) == 1 and not _like_a_place(beginning):
            return found[0]
        places_text = f"the puzzles of this pack are 1 to {len(self.puzzles)}"
        if _like_a_place(beginning):
            raise PackError(f"no puzzle {beginning}: {places_text}")
        many = "several ids begin" if found else "no id begins"
        raise PackError(f"{many} with {beginning!a}; {places_text}")


def _like_a_place(word: str) -> bool:
    """Tell whether a word is so short a number that its writer means a place; an id has 16 digits."""
    return word.isdecimal() and len(word) <= _LONGEST_PLACE


def read_pack(directory: Path, *, known_good: bool = False) -> Pack:
    """Read the pack in a directory; one that is `known_good` is not held to its schema, which takes most of the time.

    Raises PackError if it is not one: `winnow check` says in detail what is wrong.

    >>> from importlib import resources
    >>> len(read_pack(resources.files("winnow_puzzles") / "curated/head").puzzles)
    50
    """
    try:
        description = json.loads((directory / PACK).read_text(encoding="utf-8"))
        puzzles = tuple(
            Puzzle(json.loads(line)) for _, line in read_lines((directory / DEALS).read_text(encoding="utf-8"))
        )
    except OSError as error:
        raise PackError(f"{directory} is not a pack: {error.filename}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise PackError(f"{directory} is not a whole pack; winnow check {directory} tells more") from None
    if known_good:
        return Pack(description, puzzles)
    for record, file in [(description, PACK), *((puzzle, DEALS) for puzzle in puzzles)]:
        wrong = breach(record, file, format_of(description))
        if wrong:
            raise PackError(f"{directory / file}: {wrong}")
        if record["game"] not in GAMES:
            raise PackError(f"{directory / file}: unknown game {record['game']!a}; the games are {', '.join(GAMES)}")
    return Pack(description, puzzles)


def deal_of(puzzle: Record) -> Deal:
    """Return a puzzle's deal under the rules that state its goal."""
    return PUZZLES.of(puzzle["game"]).deal(puzzle["game"], puzzle["number"], puzzle["rules"])
