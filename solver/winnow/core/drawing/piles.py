"""Piles from positions: each card's key, rows that fit, default piles for a position, gestures between them, layouts.

A move is a gesture with cards where the tables before and after show which cards changed piles.
"""

from __future__ import annotations

import collections
import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from winnow.core.cards import Card
from winnow.core.counted import singular
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH, Counter, End, Gesture, Pile, ShownCard, Spread

ROOM = 8.0
"""The width of a table, in cards, that a row of many cards is squeezed into."""
BESIDE = 1.08
"""The distance between cards that do not overlap, in cards."""
BELOW = 0.5
"""The step down a column, in cards: the strip with a card's letters stays in view."""
TITLE = 0.35
"""Room above a pile for its title."""
ROW = CARD_HEIGHT + TITLE
"""The height of a row of piles with their titles."""


class Keys:
    """Assigns each card its key: its place in the deal, from 0. Equal cards get their keys in order of request.

    A position that names equal cards by their tokens does not say which is which, so these may change places.
    """

    def __init__(self, deal: Sequence[Card]) -> None:
        self._deal = deal
        self._left: dict[Card, list[int]] = defaultdict(list)
        for place in reversed(range(len(deal))):
            self._left[deal[place]].append(place)

    def show(self, cards: Iterable[Card]) -> tuple[ShownCard, ...]:
        """Return these cards with their keys; raise KeyError for a card of which the deal has no copy left."""
        found = []
        for card in cards:
            if not self._left[card]:
                raise KeyError(card)
            found.append(ShownCard(str(self._left[card].pop()), card))
        return tuple(found)

    def rest(self) -> tuple[ShownCard, ...]:
        """Return the cards without a key so far, in the order of the deal."""
        places = sorted(place for places in self._left.values() for place in places)
        return tuple(ShownCard(str(place), self._deal[place]) for place in places)


def beside(count: int, room: float = ROOM) -> tuple[float, float]:
    """Return the step of a row of `count` cards that is at most `room` wide.

    >>> beside(3), beside(15, 8.0)
    ((1.08, 0.0), (0.5, 0.0))
    """
    return (min(BESIDE, (room - CARD_WIDTH) / max(1, count - 1)), 0.0)


def below(count: int, room: float) -> tuple[float, float]:
    """Return the step of a column of `count` cards that is at most `room` high."""
    return (0.0, min(BELOW, (room - CARD_HEIGHT) / max(1, count - 1)))


def rows(cards: Sequence[ShownCard], across: int, skipped: int = 0) -> tuple[ShownCard, ...]:
    """Return the cards on the cells of a grid, `across` in a row, after `skipped` free cells."""
    return tuple(dataclasses.replace(card, cell=divmod(i, across)[::-1]) for i, card in enumerate(cards, skipped))


def corner(pile: Pile, card: int) -> tuple[float, float]:
    """Return the top left corner of the pile's card number `card` (from 0), as if it lay upright."""
    cell = pile.cards[card].cell if pile.spread == "grid" else None
    return cell_corner(pile, cell or (card, card))


def cell_corner(pile: Pile, cell: tuple[int, int]) -> tuple[float, float]:
    """Return the top left corner of a card on a cell of the pile."""
    return pile.x + cell[0] * pile.step[0], pile.y + cell[1] * pile.step[1]


def bounds(piles: Iterable[Pile]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of all cards, empty places and free cells, in cards."""
    corners = [place for pile in piles for place in _corners(pile)] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs) + CARD_WIDTH, max(ys) + CARD_HEIGHT


def _corners(pile: Pile) -> Iterator[tuple[float, float]]:
    cells = [*pile.cells, *(card.cell for card in pile.cards if card.cell)] if pile.spread == "grid" else []
    # A card that lies across extends to both sides by half the difference of its height and width.
    over = (CARD_HEIGHT - CARD_WIDTH) / 2 if pile.crossed else 0.0
    for cell in cells:
        x, y = cell_corner(pile, cell)
        yield x - over, y
        yield x + over, y
    if not cells:
        yield pile.x, pile.y
        yield cell_corner(pile, (max(0, len(pile.cards) - 1),) * 2)


def packed(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    """Return the piles that hold cards, moved up and to the left to close the gaps between rows of piles.

    Piles whose tops are at one height are a row.
    """
    rows: dict[float, list[Pile]] = defaultdict(list)
    for pile in piles:
        if pile.cards:
            rows[bounds([pile])[1]].append(pile)
    found: list[Pile] = []
    y = TITLE
    for _, row in sorted(rows.items()):
        left, upper, _, lower = bounds(row)
        found.extend(dataclasses.replace(pile, x=pile.x - left, y=pile.y - upper + y) for pile in row)
        y += lower - upper + TITLE
    return tuple(found)


def fields(position: Any) -> list[tuple[str, Any]]:
    """Return (name, value) of each field of a named tuple or dataclass; any other position is one field."""
    if isinstance(position, tuple) and hasattr(position, "_fields"):
        return list(zip(position._fields, position, strict=True))
    if dataclasses.is_dataclass(position):
        return [(field.name, getattr(position, field.name)) for field in dataclasses.fields(position)]
    return [("table", position)]


def title_of(name: str) -> str:
    """Return a field's name as a title."""
    return name.replace("_", " ").capitalize()


def piles_of(deal: Sequence[Card], position: Any) -> tuple[Pile, ...]:
    """Return a pile for each field of the position that holds cards of the deal, one below the other.

    A field that holds several sequences of cards becomes columns side by side. Cards that no field names lie on a pile
    of their own.
    """
    keys, known = Keys(deal), frozenset(deal)

    def are_cards(part: Any) -> bool:
        return isinstance(part, (tuple, list)) and all(isinstance(card, str) and card in known for card in part)

    found: list[Pile] = []
    y = TITLE
    for name, part in fields(position):
        title = title_of(name)
        value = (part,) if isinstance(part, str) and part in known else part
        if not isinstance(value, (tuple, list)):
            continue
        if are_cards(value):
            found.append(Pile(name, title, 0.0, y, "right", keys.show(value), beside(len(value))))
        elif all(map(are_cards, value)):
            shown = [keys.show(cards) for cards in value]
            step = min(BESIDE, (ROOM - CARD_WIDTH) / max(1, len(shown) - 1))
            deepest = max(map(len, shown))
            found.extend(
                Pile(
                    f"{singular(name)}-{i + 1}", f"{singular(title)} {i + 1}", i * step, y, "down", cards, (0.0, BELOW)
                )
                for i, cards in enumerate(shown)
            )
            y += BELOW * max(0, deepest - 1)
        else:
            continue
        y += CARD_HEIGHT + TITLE
    rest = keys.rest()
    if rest:
        found.append(Pile("elsewhere", "Elsewhere", 0.0, y, "right", rest, beside(len(rest))))
    return tuple(found)


def counters_of(position: Any) -> tuple[Counter, ...]:
    """Return a counter for each field of the position that is a number."""
    numbers = ((name, value) for name, value in fields(position) if isinstance(value, int))
    return tuple(Counter(title_of(name), int(value)) for name, value in numbers if not isinstance(value, bool))


def gesture_of(move: str, before: Sequence[Pile], after: Sequence[Pile]) -> Gesture:
    """Return the move as cards taken from one pile to another; as a button if it is not that simple.

    Piles are compared by their cards' tokens: which of two equal cards has which key may differ before and after.
    """
    was, now = ({pile.key: pile for pile in piles} for piles in (before, after))
    lost, gained = _more(was, now), _more(now, was)
    if len(lost) != 1 or list(lost.values()) != list(gained.values()):
        return button(move, f"{move}.")
    ((source_key, tokens),), (target_key,) = lost.items(), gained
    source, target = was[source_key], now[target_key]
    moved = _last(source, tokens)
    says = f"{' '.join(card.card for card in moved)} from {source.title} to {target.title}."
    keys = tuple(card.key for card in moved)
    there, then = _tokens(was[target_key]) if target_key in was else (), _tokens(target)
    # Cards come to the end of a pile unless they do not follow those that were there.
    end: End = "last" if then[: len(there)] == there or then[0] not in tokens else "first"
    return Gesture(move, says, move, keys, source_key, target_key, end=end)


def _more(piles: Mapping[str, Pile], others: Mapping[str, Pile]) -> dict[str, collections.Counter[Card]]:
    """Return the tokens that each pile has more often than the other pile of its key, where there are any."""
    tokens, less = ({key: collections.Counter(_tokens(pile)) for key, pile in side.items()} for side in (piles, others))
    found = {key: counts - less.get(key, collections.Counter()) for key, counts in tokens.items()}
    return {key: counts for key, counts in found.items() if counts}


def _last(pile: Pile, tokens: collections.Counter[Card]) -> list[ShownCard]:
    """Return the cards of these tokens that lie last in a pile, in the pile's order."""
    left, found = tokens.copy(), []
    for card in reversed(pile.cards):
        if left[card.card]:
            left[card.card] -= 1
            found.append(card)
    return found[::-1]


def _tokens(pile: Pile) -> tuple[Card, ...]:
    return tuple(card.card for card in pile.cards)


def button(move: str, says: str) -> Gesture:
    """Return a move that is a button."""
    return Gesture(move, says, move)


def gestures_of(
    moves: Iterable[tuple[str, Any]], position: Any, piles: Callable[[Any], Sequence[Pile]]
) -> tuple[Gesture, ...]:
    """Return one gesture for each move, from the piles of positions; moves with equal gestures become buttons."""
    before = piles(position)
    found = [gesture_of(move, before, piles(after)) for move, after in moves]
    places = [(gesture.cards, gesture.source, gesture.target, gesture.end) for gesture in found]
    times = collections.Counter(places)
    return tuple(
        gesture if times[place] == 1 else button(gesture.move, gesture.says)
        for gesture, place in zip(found, places, strict=True)
    )


Kind = Literal["stack", "row", "column", "field", "fan", "trail"]
"""How an area shows its pile.

A stack shows its last card. A row shows every card, in several lines if they are many, a grid's in the order of its
cells; a column shows them one below the other; a field shows them on their cells. A fan shows the last card and, to its
right, those that come after it; a trail shows the last cards, the last one on top at the right.
"""
_KINDS: dict[Spread, Kind] = {"stack": "stack", "right": "row", "down": "column", "grid": "field"}
Sized = tuple[float, float, float, float]
"""The left and the upper edge of an area, its width and its height, in cards."""
_GROWTH = 2.0
"""Room that the lowest piles get to grow, in cards."""


@dataclass(frozen=True)
class Area:
    """The place of a pile: the upper left corner, the size, both in cards, and how the pile is shown in it.

    On a screen of another shape areas wider or higher than a card grow; the others keep their size. `says` stands in
    the area while it holds no card: what goes there.
    """

    x: float
    y: float
    width: float
    height: float
    kind: Kind
    says: str = ""


@dataclass(frozen=True)
class Layout:
    """A table of `width` x `height` cards with an area for each pile, by its key; above each is room for a title."""

    width: float
    height: float
    areas: Mapping[str, Area]

    def record(self) -> dict[str, Any]:
        """Return the layout as JSON values."""
        return asdict(self)


def layout_of(piles: Sequence[Pile], width: float, height: float) -> Layout:
    """Return the layout with each pile where it lies now, up to where the next begins, to the right and below."""
    rows: dict[float, list[Pile]] = defaultdict(list)
    for pile in piles:
        rows[pile.y].append(pile)
    tops = sorted(rows)
    lower = max(height, bounds(piles)[3]) + _GROWTH
    areas = {}
    for top, end in zip(tops, [*(y - TITLE for y in tops[1:]), lower], strict=True):
        row = sorted(rows[top], key=lambda pile: pile.x)
        for pile, right in zip(row, [*(other.x for other in row[1:]), width], strict=True):
            wide, high = max(CARD_WIDTH, right - pile.x), max(CARD_HEIGHT, end - top)
            areas[pile.key] = Area(pile.x, top, wide, high, _KINDS[pile.spread])
    return Layout(width, lower, areas)
