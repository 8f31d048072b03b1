"""Blink Solitaire: the cards drawn, those still to come, and the layout on its lattice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from winnow.core.drawing.piles import BESIDE, ROOM, ROW, TITLE, Area, Keys, Layout
from winnow.core.drawing.plain_text import grid, titled
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH, Counter, Gesture, Pile, ShownCard
from winnow.core.face import AnyGame, Daily, Face, Lesson, Step, walk
from winnow.games.blink.rules import Blink, Cell, Position, neighbours, placement

PITCH = (CARD_HEIGHT + CARD_WIDTH) / 2
"""The distance of cells, in cards: a narrow end touches the middle of a long side."""
_ACROSS = 11
_STEP = ((ROOM - 1) / (_ACROSS - 1), 0.5)

_LESSON = Lesson(
    "3BS 4BL 4RD 1BM 4RS 1RS",
    (
        Step("Any card that is drawn may begin. Lay 3BS on the marked cell.", ("3BS@0,0",)),
        Step("A card must match each neighbour in number, colour or shape. 4BL is blue, too.", ("4BL@0,1",)),
        Step("4RD has the number of its neighbour.", ("4RD@1,1",)),
        Step("4RS touches two cards and matches both: red below, stars beside it.", ("4RS@1,0",)),
        Step("Cards never move again, so leave room for what comes.", ("1BM@-1,1", "1RS@-1,0")),
    ),
    {"hold": "1", "columns": "3", "rows": "2"},
)

_MONDAY = "0000000000000100000000000100000000000000000000000000000000000001"
_SUNDAY = "20230100000001002003111001010000000122101100001110201000210110011030000021000000141111111100013401"


class BlinkFace(Face[Blink, Position]):
    """The table of Blink: a drawn card goes to a free cell; the visible table grows with the layout."""

    aim = "Lay all cards so that neighbours match."
    lesson = _LESSON
    minutes = 10
    felt = "slate"
    levels = ({}, {"hold": "2"}, {"hold": "1"})
    dailies = (
        Daily(0, "down", "layout", digits=_MONDAY),
        Daily(6, "open", "layout", {"hold": "1"}, digits=_SUNDAY),
    )

    def piles(self, game: Blink, position: Position) -> Sequence[Pile]:
        """Return the cards drawn, those to come (the next last), and the layout with the cells open to a card drawn."""
        reach = game.drawn(position)
        drawn = tuple(ShownCard(str(i), game.deal[i]) for i in position.left if i < reach)
        deep = ROW + max(0, len(game.deal) - game.rules.hold - 2) // _ACROSS * _STEP[1]
        cells = tuple(sorted({placement(move)[1] for move in game.moves(position)}))
        seen = [cell for cell, _ in position.layout] + list(cells)
        # A turned card extends beyond its cell to both sides.
        x = (CARD_HEIGHT - CARD_WIDTH) / 2 - PITCH * min((x for x, _ in seen), default=0)
        y = TITLE + ROW + deep - PITCH * min((y for _, y in seen), default=0)
        # Each in a place of its own in the order of the deal.
        places = {i: divmod(i - game.rules.hold - 1, _ACROSS)[::-1] for i in reversed(position.left) if i >= reach}
        coming = tuple(ShownCard(str(i), game.deal[i], cell=cell) for i, cell in places.items())
        return (
            Pile("hand", "Drawn", 0, TITLE, "right", drawn, (BESIDE, 0.0)),
            Pile("coming", "To come", 0, TITLE + ROW, "grid", coming, _STEP, marked=min(1, len(coming))),
            Pile("layout", "Layout", x, y, "grid", _laid(game, position), (PITCH, PITCH), crossed=True, cells=cells),
        )

    def gestures(self, game: Blink, position: Position) -> Sequence[Gesture]:
        """Return every card drawn on every cell on which it matches all that it touches."""
        keys = {game.deal[place]: str(place) for place in reversed(game.at_hand(position))}
        found = []
        for move in game.moves(position):
            card, cell = placement(move)
            text = f"{card} at {cell[0]},{cell[1]}"
            beside = _beside(position, cell)
            says = f"Lay {card}{beside[:-1] or ' on the table'}."
            found.append(Gesture(move, says, text, (keys[card],), "hand", "layout", cell=cell))
        return found

    def counters(self, game: Blink, position: Position) -> Sequence[Counter]:
        """Return the cards laid."""
        return (Counter("Laid", len(position.layout), len(game.deal)),)

    def layouts(self, game: Blink) -> Sequence[Layout]:
        """Return the cards drawn and to come at the left of the layout, or above it; and a low table for a phone."""
        wide = {
            "hand": Area(0, TITLE, 2.1, 2.9, "row"),
            "coming": Area(0, 3.65, 2.1, CARD_HEIGHT, "fan"),
            "layout": Area(2.5, TITLE, 8.0, 6.85, "field"),
        }
        tall = {
            "hand": Area(0, TITLE, 4.3, CARD_HEIGHT, "row"),
            "coming": Area(4.4, TITLE, 2.1, CARD_HEIGHT, "fan"),
            "layout": Area(0, 2.15, 6.5, 7.6, "field"),
        }
        flat = wide | {"layout": Area(2.5, TITLE, 9.5, 4.7, "field")}
        return [Layout(10.5, 7.2, wide), Layout(6.5, 9.75, tall), Layout(12, 5.05, flat)]

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return how cards and moves are written."""
        return (
            "Count 1 to 5; colours Red, Blue, Green, Yellow, browN, grAy; shapes Star, Moon, Triangle, Drop, "
            "Lightning, Flower. Cards are drawn in the order shown; any drawn card may be laid next. A card matches "
            "each card that it touches, at its sides, above and below, in count, colour or shape. "
            "Moves name a card and its cell, x to the right and y downwards."
        )

    def says(self, game: Blink, position: Position, move: str) -> str:
        """Return the card, a neighbour that it lies beside, and its cell."""
        move = game.normal(move)
        card, _, cell = move.partition("@")
        return f"Lay {card}{_beside(position, placement(move)[1])} at {cell}."

    def steps(self, game: Blink, position: Position, line: Sequence[str]) -> list[str]:
        """Return a sentence for each card; where more cards may be drawn than before, it says how many."""
        drawn = [game.drawn(before) for _, before in walk(game, position, line)]
        return [
            text if now == before else f"{text[:-1]} (the first {now} cards may be drawn by then)."
            for text, before, now in zip(super().steps(game, position, line), [0, *drawn[:-1]], drawn, strict=True)
        ]

    def text(self, game: Blink, position: Position) -> Text:
        """Return the layout as a grid of tokens, and the cards to come."""
        looks = self.looks(game)
        coming = titled(looks, [("To come", [game.deal[i] for i in position.left])])
        return Text("\n").join([grid(looks, dict(position.layout)), coming])


def _beside(position: Position, cell: Cell) -> str:
    """Return where a cell lies from a card that it touches, such as " below 3BS,"; "" if it touches none."""
    laid = dict(position.layout)
    sides = zip(("right of", "left of", "below", "above"), neighbours(cell), strict=True)
    return next((f" {side} {laid[near]}," for side, near in sides if near in laid), "")


def _laid(game: Blink, position: Position) -> tuple[ShownCard, ...]:
    """Return the cards of the layout; of equal cards the first drawn lie, and a position does not say which where."""
    shown = Keys(game.deal).show(card for _, card in position.layout)
    return tuple(replace(card, cell=cell) for card, (cell, _) in zip(shown, position.layout, strict=True))


def end_text(game: Blink, position: Position) -> Text | None:
    """Return the layout."""
    return grid(BlinkFace().looks(game), dict(position.layout))
