"""Reads a pack from disk, to show or export it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.errors import DealError, RuleError
from winnow.core.face import FACES
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.position import Position
from winnow.core.results import CheckFailedError
from winnow.core.text_files import TextError, text_of
from winnow_puzzles.base import PUZZLES, Record
from winnow_puzzles.packs import files
from winnow_puzzles.packs.files import PackError

if TYPE_CHECKING:
    from winnow.play.shelf import Pack as ShownPack

_BYTES_KEPT = 16
"""The bytes kept for a character of a puzzle's line, an upper estimate."""
_SHOWN = (
    *("id", "game", "rules", "deal", "number", "level", "rating", "themes"),
    *("solution", "decisions", "decided", "beauty"),
)
"""The fields of a puzzle that the page shows as they are."""
_LONGEST_PLACE = 6
"""The most digits of a place in a pack, which has at most 100,000 puzzles; an id has 16."""


class Puzzle(dict[str, Any]):
    """A puzzle's record, a full deal or a problem, as a mapping; notebooks draw its position.

    >>> from importlib import resources
    >>> read_pack(resources.files("winnow_puzzles") / "curated/head").puzzles[0].position.line
    ()
    """

    def __repr__(self) -> str:
        return f"<winnow.Puzzle {self['id']} of {self['game']}, level {self['level']}>"

    @property
    def position(self) -> Position:
        """The position of the puzzle."""
        return Position(deal_of(self), after=self.get("after", ()))

    @property
    def is_problem(self) -> bool:
        """Whether the puzzle is a problem, not a full deal."""
        return bool(self["format"] == files.PROBLEM_FORMAT)

    @property
    def goal(self) -> str:
        """The goal as a sentence."""
        return str(self.get("goal_text", self["goal"]))

    @property
    def line(self) -> tuple[str, ...]:
        """The solution, from the position to its end."""
        return tuple(self["solution"] if "solution" in self else self["verdict"]["line"])

    @property
    def steps(self) -> list[str]:
        """The solution as sentences, one for each step."""
        position = self.position
        return FACES.of(self["game"]).steps(position.game, position.state, list(self.line))

    def _repr_svg_(self) -> str:
        """Return the position as a picture, for notebooks."""
        return self.position._repr_svg_()

    def _repr_html_(self) -> str:
        """Return the position, the goal, and the solution, collapsed, for notebooks."""
        from winnow.core.drawing.svg import solution_html  # noqa: PLC0415  programs that draw nothing do without

        position = self.position
        about = f"Level {self['level']}, deal {self['number']}, puzzle {self['id']}."
        return solution_html(self._repr_svg_(), [self.goal, about], position.deal, position.line, self.line)


@dataclass(frozen=True)
class Pack:
    """A pack's description and its puzzles in their order.

    `fair` says of each puzzle's id what share the adviser wins with the cards face down; it is empty where unknown.

    >>> from importlib import resources
    >>> read_pack(resources.files("winnow_puzzles") / "curated/head")
    <winnow.Pack of head, 50 puzzles>
    """

    description: Record
    puzzles: tuple[Puzzle, ...]
    fair: Mapping[str, float] = field(default_factory=dict)

    @property
    def of_problems(self) -> bool:
        """Whether the pack holds problems, not full deals."""
        return files.format_of(self.description) == files.PROBLEMS_FORMAT

    def shown(self) -> ShownPack:
        """Return the pack in the form that the page shows."""
        from winnow.play.shelf import Pack as ShownPack  # noqa: PLC0415  programs without a page do without

        about = self.description
        puzzles = tuple(
            {name: puzzle.get(name) for name in _SHOWN}
            | {
                "goal": puzzle.get("goal_text", puzzle["goal"]),
                "after": list(puzzle.get("after", [])),
                "fair": self.fair.get(puzzle["id"]),
            }
            | {"planned": not self.of_problems and files.only_planners_won([puzzle])}
            for puzzle in self.puzzles
        )
        return ShownPack(about["id"], about["title"], about["game"], puzzles, self.of_problems)

    def __repr__(self) -> str:
        return f"<winnow.Pack of {self.description['game']}, {counted(len(self.puzzles), 'puzzles')}>"

    def find(self, beginning: str) -> Puzzle:
        """Return the puzzle with this beginning of its id, or this place in the pack (from 1); raise PackError if none.

        A place is a number without a leading 0; a number that is no place may still be the beginning of an id.
        """
        places = {str(place): puzzle for place, puzzle in enumerate(self.puzzles, 1)}
        if beginning in places:
            return places[beginning]
        places_text = f"the puzzles of this pack are 1 to {len(self.puzzles)}"
        if beginning.isdecimal() and len(beginning) <= _LONGEST_PLACE:
            raise PackError(f"no puzzle {beginning}: {places_text}")
        found = [puzzle for puzzle in self.puzzles if puzzle["id"].startswith(beginning.lower())]
        if len(found) != 1:
            many = "several ids begin" if found else "no id begins"
            raise PackError(f"{many} with {beginning!a}; {places_text}")
        return found[0]


def read_pack(directory: str | PathLike[str], *, known_good: bool = False, meter: Meter | None = None) -> Pack:
    """Return the pack in a directory, read as `winnow check` reads it, within the limits of the meter.

    With `known_good` the slow checks of schema and rules are skipped. Raises PackError for a directory that is no pack,
    or one beyond the limits; `winnow check` reports the details.

    >>> from importlib import resources
    >>> len(read_pack(resources.files("winnow_puzzles") / "curated/head").puzzles)
    50
    """
    meter = Meter() if meter is None else meter
    directory = Path(directory)
    try:
        description = files.record_of(text_of(files.file_bytes(directory, files.PACK, meter)), meter)
        form = files.format_of(description)
        if not known_good:
            _require_sound(description, directory / files.PACK, files.PACK, form)
        puzzles = tuple(_puzzles(directory, meter, None if known_good else form))
        fair = _fair_wins(directory, meter) if (directory / files.FAIR_WINS).exists() else {}
    except OSError as error:
        raise PackError(f"{directory} is not a pack: {error.filename}: {error.strerror}") from None
    except (CheckFailedError, TextError) as error:
        raise PackError(f"{directory} is not a whole pack: {error}; winnow check {directory} tells more") from None
    except ExhaustedError as error:
        raise PackError(f"{directory}: a pack of this size takes more {error.limit} than reading one may") from None
    return Pack(description, puzzles, fair)


def _fair_wins(directory: Path, meter: Meter) -> dict[str, float]:
    """Return the share of games that the adviser wins of each puzzle. Raises CheckFailedError for another content."""
    record = files.record_of(text_of(files.file_bytes(directory, files.FAIR_WINS, meter)), meter)
    games, wins = record.get("games"), record.get("wins")
    if type(games) is not int or not isinstance(wins, dict) or not {*map(type, wins.values())} <= {int} or games < 1:
        raise CheckFailedError(f"{files.FAIR_WINS} does not state games and wins")
    return {puzzle: won / games for puzzle, won in wins.items()}


def _puzzles(directory: Path, meter: Meter, form: str | None) -> Iterator[Puzzle]:
    """Yield the puzzles of a pack; with `form`, the pack's format, each is checked against its schema."""
    for number, line in files.puzzle_lines(directory, meter):
        held = meter.held
        # A checked read takes twice as long, and the page waits for the packs that come with Winnow.
        puzzle = Puzzle(json.loads(line) if form is None else files.record_of(line, meter))
        meter.release(meter.held - held)
        meter.hold(_BYTES_KEPT * len(line))
        if form is not None:
            _require_sound(puzzle, f"{directory / files.DEALS}:{number}", files.DEALS, form)
            _require_deal(puzzle, f"{directory / files.DEALS}:{number}")
        yield puzzle


def _require_sound(record: Record, place: object, file: str, form: str) -> None:
    """Raise PackError, naming the place, unless a record matches its schema and its rules are valid in its game."""
    wrong = files.breach(record, file, form)
    if wrong:
        raise PackError(f"{place}: {wrong}")
    try:
        rules = files.rules_of(record).spelled_out()
    except RuleError as error:
        raise PackError(f"{place}: {error}") from None
    # Packs from before an option was added do not have it.
    if rules != {**rules, **record["rules"]}:
        raise PackError(f"{place}: rules are not spelled as the game spells them")


def _require_deal(puzzle: Puzzle, place: str) -> None:
    """Raise PackError, naming the place, unless a puzzle has the cards of the deal that it names."""
    try:
        same = deal_of(puzzle).text == puzzle["deal"]
    except (DealError, RuleError) as error:
        raise PackError(f"{place}: {error}") from None
    if not same:
        raise PackError(f"{place}: these are not the cards of deal number {puzzle['number']}")


def made_before(directory: Path, arguments: Record, versions: Record) -> Pack:
    """Return the pack in a directory, made from these arguments by these versions; raise PackError if none."""
    pack = read_pack(directory)
    same = pack.description["generator"]["arguments"] == json.loads(json.dumps(arguments))
    if not same or not versions.items() <= pack.description.items():
        raise PackError(f"{directory} holds another pack, {pack.description['id']}")
    return pack


def deal_of(puzzle: Record) -> Deal:
    """Return a puzzle's deal under the rules that state its goal."""
    return PUZZLES.of(puzzle["game"]).deal(puzzle["game"], puzzle["number"], puzzle["rules"])
