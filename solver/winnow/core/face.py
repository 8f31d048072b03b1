"""The interface of a game's face: how the game is shown, and what a page offers of it.

Every method has a default that a game may override.

The module `face` of a game's package defines one class that derives from `Face`, and those of the hooks below that the
game needs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Generic, TypeVar

from rich.text import Text

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.deals import game_type
from winnow.core.drawing.looks import Looks
from winnow.core.drawing.piles import Layout, bounds, counters_of, gesture_of, gestures_of, layout_of, piles_of
from winnow.core.drawing.plain_text import table_text
from winnow.core.drawing.table import Counter, Gesture, Pile, Table
from winnow.core.game import Game
from winnow.core.registry import Part, hook, package_of


@dataclass(frozen=True)
class Step:
    """One step: what a player should know, in two short sentences, and the moves that follow from it."""

    text: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """A deal with its rules as texts, and the steps that play it to a win from the start."""

    deal: str
    steps: tuple[Step, ...]
    rules: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """Return the lesson as JSON values."""
        steps = [{"text": step.text, "moves": list(step.moves)} for step in self.steps]
        return {"deal": self.deal, "rules": {"deck": "as-dealt", **self.rules}, "steps": steps}


@dataclass(frozen=True)
class Daily:
    """A game's deal of the day on one weekday (0 is Monday), the same for everybody.

    `form` is how it is played: `open`, `down` (face down) or `clock`. In week w since the Monday before 1970, with
    p = w modulo 100, the deal is number 100 d + p: d is the digit of `digits` at p (base 36; 0 where there is none), so
    that the deal can be won. Cards count as settled on the piles whose keys begin with `goal`.
    """

    weekday: int
    form: str
    goal: str
    rules: Mapping[str, str] = field(default_factory=dict)
    digits: str = ""


AnyGame = Game[Any, Any]
G = TypeVar("G", bound=Game[Any, Any])
P = TypeVar("P")


_MOST_ALIKE = 6
"""The most moves that `forced` compares with each other."""


class Face(Generic[G, P]):
    """How a game (G) and its positions (P) are shown: the checklist for a new game.

    By default a game has a pile for each field of its position that holds cards, and its moves are cards that go from
    one pile to another, or buttons. Override `piles` and `gestures` first.
    """

    aim = ""
    """What the player tries to do, in one short sentence; "" to say nothing."""
    minutes = 0
    """About how long a game takes, an estimate; 0 to say nothing."""

    felt = "green"
    """The colour of the game's table unless the player chooses one: green, blue, wine, slate or violet."""

    lesson: Lesson | None = None
    """A played introduction; None if the game has none."""

    levels: tuple[Mapping[str, str], ...] = ()
    """The rules of an easy, a medium and a hard game, as texts; () without this choice."""

    choice: tuple[str, str] | None = None
    """The rule and value under which a page deals by default, where the game's own leaves no choice; None otherwise."""

    dailies: tuple[Daily, ...] = ()
    """The game's deals of the day; () if it has no weekday."""

    clock: int | None = None
    """The seconds of a game played with the packet in hand, whose pile is judged at the end; None without a clock."""

    def piles(self, game: G, position: P) -> Sequence[Pile]:
        """Return piles that hold every card of the deal exactly once, its place in the deal as its key.

        By default: the fields of the position that hold cards, one below the other.
        """
        return piles_of(game.deal, position)

    def gestures(self, game: G, position: P) -> Sequence[Gesture]:
        """Return one gesture for every legal move; an `ordered` gesture covers all orders of its cards.

        By default: the cards that change piles between the position and the one after each move.
        """
        return gestures_of(game.successors(position), position, lambda after: self.piles(game, after))

    def counters(self, game: G, position: P) -> Sequence[Counter]:
        """Return the numbers that the player watches; by default the numbers in the position."""
        return counters_of(position)

    def layouts(self, game: G) -> Sequence[Layout]:
        """Return layouts that hold for the whole game; a page takes the one with the largest cards.

        By default: one layout, with the piles where they lie at the start. A pile without an area lies below the rest.
        """
        start = self.table(game, game.start())
        return [layout_of(start.piles, start.width, start.height)]

    def table(self, game: G, position: P) -> Table:
        """Return the table of a position, with every legal move."""
        piles = tuple(self.piles(game, position))
        gestures = tuple(self.gestures(game, position))
        _, _, right, lower = bounds(piles)
        return Table(
            round(right, 3),
            round(lower, 3),
            piles,
            tuple(self.counters(game, position)),
            gestures,
            won=game.won(position),
            over=not gestures,
            score=game.score(position),
            forced=forced.of(game.name)(game, position, gestures),
        )

    def looks(self, game: AnyGame | type[AnyGame]) -> Looks:
        """Return how the cards look; by default as the deck's own file defines."""
        from winnow.core.drawing.decks import looks_of  # noqa: PLC0415  words and the terminal draw no cards

        return looks_of(game.cards)

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return a few sentences that explain the spelling of cards and moves to a reader of a printed line."""
        return game.cards.spelling[:1].upper() + game.cards.spelling[1:] + "."

    def says(self, game: G, position: P, move: str) -> str:
        """Return a legal move in one sentence."""
        after = game.play(position, move)
        return gesture_of(move, self.piles(game, position), self.piles(game, after)).says

    def steps(self, game: G, position: P, line: Sequence[str]) -> list[str]:
        """Return a line as sentences to follow with real cards; moves that belong together share a sentence.

        By default: one sentence for each move.
        """
        return [
            self.says(game, before, move) for move, (_, before) in zip(line, walk(game, position, line), strict=True)
        ]

    def text(self, game: G, position: P) -> Text:
        """Return the table of a position as text for a terminal: coloured, and readable without colour."""
        return table_text(self.table(game, position), self.looks(game))

    def score_text(self, game: G, score: int) -> str:
        """Return a score with its unit."""
        return counted(score, game.score_unit)


def walk(game: AnyGame, position: Any, line: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield each move of a line, in its normal spelling, with the position before it."""
    for move in line:
        yield game.normal(move), position
        position = game.play(position, move)


@hook("face")
def forced(game: AnyGame, position: Any, gestures: Sequence[Gesture]) -> str | None:
    """Return the move that needs no thought, or None; by default the first, if all moves lead to the same position.

    It must never lose a won game.
    """
    if not gestures or len(gestures) > _MOST_ALIKE or any(gesture.ordered for gesture in gestures):
        return None
    first, *others = (game.state(game.play(position, gesture.move)) for gesture in gestures[:_MOST_ALIKE])
    return gestures[0].move if all(other == first for other in others) else None


@hook("face")
def packet(game: AnyGame) -> Sequence[Card]:
    """Return the deal's cards as they are handled against the clock: the pile's base, then the packet."""
    return game.deal


@hook("face")
def steps_legend() -> str:
    """Return what a reader of `Face.steps` must know; "" if they need no explanation."""
    return ""


@hook("face")
def end_text(game: AnyGame, position: Any) -> Text | None:
    """Return the text that shows the last position of a solution; None to show nothing."""
    return None


@hook("face")
def grades(game: AnyGame) -> Sequence[tuple[int, str]]:
    """Return the grades of scores, each with its least score, the best first; none where a game has no grades."""
    return ()


@hook("face")
def bound_text(game: AnyGame, bound: int) -> str:
    """Return a sentence that explains a proven bound on the score of an unwinnable deal; "" to say nothing."""
    return ""


FACES: Part[Face[Any, Any]] = Part("face", Face)
"""The face of each game; `FACES.of(name)` is the game's own face, or else the default one."""


def end_sentence(game: AnyGame, position: Any) -> str:
    """Return a sentence that says how the game ended in a position without a legal move.

    >>> from winnow.core.deals import Deal
    >>> game = Deal.parse('blink', '1RS 2BM', {'deck': 'as-dealt'}).bind()
    >>> end_sentence(game, game.play(game.start(), '1RS@0,0'))
    'No move is left: the game is over and not won.'
    """
    score = game.score(position)
    ending = "" if score is None else f", with {FACES.of(game.name).score_text(game, score)}"
    return f"No move is left: the game is over and {'won' if game.won(position) else 'not won'}{ending}."


def rules_text(game: str) -> str:
    """Return the rules of a game as Markdown.

    A game that brings no `rules.md` in its package has its title and options listed. Raises RuleError for an unknown
    game and BrokenGameError for one that is installed wrongly.

    >>> rules_text('head').splitlines()[0]
    '# Head Solitaire'
    """
    kind = game_type(game)
    page = resources.files(package_of(kind.name)) / "rules.md"
    if page.is_file():
        return page.read_text(encoding="utf-8")
    options = dataclasses.fields(kind.rules_type())
    rows = [f"- `{option.name}` (default {option.default}): {option.metadata['help']}" for option in options]
    return "\n".join([f"# {kind.title}", "", f"Score: {kind.score_unit}.", "", "## Options", "", *rows, ""])
