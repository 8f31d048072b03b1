"""Reading a pack that lies on disk, for showing and exporting it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from winnow.deals import Deal
from winnow.games import GAMES
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.packs.files import DEALS, PACK, PROBLEMS_FORMAT, PackError, breach, format_of, read_lines

Record = dict[str, Any]
_LONGEST_PLACE = 6
"""Digits of a place in a pack: a pack has 100,000 puzzles at most."""


@dataclass(frozen=True)
class Pack:
    """A pack's description and its puzzles in their order."""

    description: Record
    puzzles: tuple[Record, ...]

    @property
    def of_problems(self) -> bool:
        """Whether the pack holds problems, not full deals."""
        return format_of(self.description) == PROBLEMS_FORMAT

    def find(self, beginning: str) -> Record:
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


def read_pack(directory: Path) -> Pack:
    """Read the pack in a directory.

    Raises PackError if it is not one: `winnow check` says in detail what is wrong.
    """
    try:
        description = json.loads((directory / PACK).read_text(encoding="utf-8"))
        puzzles = tuple(json.loads(line) for _, line in read_lines((directory / DEALS).read_text(encoding="utf-8")))
    except OSError as error:
        raise PackError(f"{directory} is not a pack: {error.filename}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise PackError(f"{directory} is not a whole pack; winnow check {directory} tells more") from None
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
