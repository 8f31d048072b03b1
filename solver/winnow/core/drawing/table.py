"""The table, described without any rule: piles of cards, counters, and the legal moves as gestures.

A game's face makes it; the terminal, SVG, print, notebooks and the page draw from it and know nothing else. Lengths are
in cards: a card is 1 wide and 1.4 high, x grows to the right and y downwards from the table's top left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Spread = Literal["stack", "right", "down", "grid"]
"""How a pile's cards lie: one on the other with only the last seen, side by side, each below the last, or by `cell`."""
End = Literal["last", "first"]
"""Behind a pile's last card (on top of a stack, at the foot of a column), or before its first (a column's head)."""
CARD_WIDTH, CARD_HEIGHT = 1.0, 1.4
"""A card's sides, in which all lengths of a table are given."""


@dataclass(frozen=True)
class ShownCard:
    """One card on the table.

    `key` is the card's place in the deal, as text; it never changes, so drawings can follow the card. `card` is
    its token, shown only if `face_up`. `cell` is its column and row in a pile that is a grid.
    """

    key: str
    card: str
    face_up: bool = True
    cell: tuple[int, int] | None = None


@dataclass(frozen=True)
class Pile:
    """Cards that belong together, the first dealt or lowest first.

    Gestures name the pile by `key`, people by `title` ("Column 3"). The first card's top left corner is at `x`, `y`;
    the i-th card (from 0) lies i times `step` from there, in a grid its cell's column and row times `step` (both may be
    negative); where cards of a grid overlap, one lies over those above it and to the left. In a `crossed` grid the
    cards on cells of odd column + row are turned by 90 degrees about their centre. `marked` is the number of cards at
    the end of `cards` that a decision depends on, such as Single Left's window. `cells` are the free cells of a grid on
    which a card may be laid now. `emblem` is the letter of the suit printed on the pile's empty place.
    """

    key: str
    title: str
    x: float
    y: float
    spread: Spread
    cards: tuple[ShownCard, ...] = ()
    step: tuple[float, float] = (0.0, 0.0)
    crossed: bool = False
    marked: int = 0
    cells: tuple[tuple[int, int], ...] = ()
    emblem: str | None = None


@dataclass(frozen=True)
class Counter:
    """A number that the player watches, such as handlings 31 of 120; `limit` is None where there is none."""

    title: str
    value: int
    limit: int | None = None

    def __str__(self) -> str:
        """Return the counter in words."""
        return f"{self.title} {self.value}" + ("" if self.limit is None else f" of {self.limit}")


@dataclass(frozen=True)
class Gesture:
    """A legal move as something done with cards.

    `move` is its text. `cards` are the keys of the cards taken, from the pile `source`, and `target` is the pile on
    which they go: behind its last card or, with `end` "first", before its first (in a grid on `cell`). `tap` is the
    pile that does the move when it is clicked, such as a stock that is turned. A gesture without cards is a button
    labelled `label`. With `ordered` the move is any order of `cards`: `move` is then the text in the order in which
    they are listed here, and the player's order takes its place, card by card. `says` states the move in one sentence,
    which names no order if the order is the player's. `over` says that the move leaves less than the budget needs at
    least: a problem does not offer it.
    """

    move: str
    says: str
    label: str
    cards: tuple[str, ...] = ()
    source: str | None = None
    target: str | None = None
    cell: tuple[int, int] | None = None
    end: End = "last"
    tap: str | None = None
    ordered: bool = False
    over: bool = False


@dataclass(frozen=True)
class Table:
    """The table of a position, `width` x `height` cards large, with every legal move.

    `forced` is the move that a player need not think about: the only one, or one that never hurts; None if there is
    none.
    """

    width: float
    height: float
    piles: tuple[Pile, ...]
    counters: tuple[Counter, ...]
    gestures: tuple[Gesture, ...]
    won: bool
    over: bool
    score: int | None
    forced: str | None = None

    def record(self) -> dict[str, Any]:
        """Return the table as JSON values (format `winnow-table/1`)."""
        parts = {name: tuple(part_record(part) for part in getattr(self, name)) for name in PARTS}
        return {"format": "winnow-table/1", **vars(self), **parts}


PARTS = ("piles", "counters", "gestures")
"""The parts that a table has several of."""


def part_record(part: Pile | Counter | Gesture) -> dict[str, Any]:
    """Return one part of a table as JSON values."""
    record = dict(vars(part))
    if isinstance(part, Pile):
        record["cards"] = tuple(dict(vars(card)) for card in part.cards)
    return record
