"""Blink Solitaire as clauses, written for checking: every line that wins satisfies them.

Each variable is a statement about such a line, and each clause holds of every one by the rules
(docs/soundness/blink_clauses.md). So if the clauses contradict each other, no line wins. Nothing here is shared with
the clauses by which the engine searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from winnow.checking.lrat import FALSE, TRUE, Clause, Statements
from winnow.games.blink.rules import Blink, Cell, Position, neighbours, ways

MOST_LITERALS = 100_000
"""Limit on cards to come x cells x steps: with more, the clauses take too much time and memory."""


class BlinkClauses(Statements):
    """The clauses for one position: "all cards are placed", with `above` "and the layout scores more than that".

    On an empty table the images of a line are left out but for one at least.
    """

    def __init__(self, game: Blink, position: Position, above: int | None = None) -> None:
        super().__init__()
        self._game = game
        self._above = above
        self._laid = dict(position.layout)
        self.cards = position.left
        self.first = len(position.layout)
        """Steps are numbered from here: in step t a card is placed when t lie."""
        self.last = len(game.deal)
        ranges = []
        self._axes: list[tuple[int, Sequence[int], int]] = []
        """Where cards lie: by axis, where the table may begin, and its size."""
        # No line reaches further than its cards.
        for axis, size in enumerate(min(size, self.last) for size in (game.rules.columns, game.rules.rows)):
            least = min((cell[axis] for cell in self._laid), default=0)
            most = max((cell[axis] for cell in self._laid), default=size - 1)
            ranges.append(range(most - size + 1, least + size))
            if self._laid:
                self._axes.append((axis, range(most - size + 1, least + 1), size))
        self._across, self._down = ranges
        self.cells = [(x, y) for y in self._down for x in self._across if (x, y) not in self._laid]
        """The free cells that a line may use: of the table, or of all tables that hold the cards that lie."""
        known = set(self.cells)
        self._near = {cell: [near for near in neighbours(cell) if near in known] for cell in self.cells}
        self._places = {i: [cell for cell in self.cells if self._fits(i, cell)] for i in self.cards}

    def write(self) -> Iterator[list[Clause]]:
        """Yield all clauses, in parts."""
        for part in (self._cards, self._box, self._matches, self._steps, self._filled, self._beside):
            part()
            yield self._take()
        if self._above is not None:
            yield from self._scores(self._above)

    def _lies(self, card: int, cell: Cell) -> int:
        """Return the literal of "the card drawn as number `card` lies in this cell at the end"."""
        return self._is("lies", card, *cell) if cell in self._places[card] else FALSE

    def _fits(self, card: int, cell: Cell) -> bool:
        """Return whether a card may lie in a cell, by its mirror image and the cards that lie beside it already."""
        if card == 0 and not self._laid and not self._first_of_images(cell):
            return False
        beside = (self._laid[near] for near in neighbours(cell) if near in self._laid)
        return all(ways(self._game.deal[card], other) for other in beside)

    def _first_of_images(self, cell: Cell) -> bool:
        """Return whether of the images of an empty table's cell this is the one that the first card is given."""
        wide, high = len(self._across), len(self._down)
        return cell[0] <= (wide - 1) // 2 and cell[1] <= (high - 1) // 2 and (wide != high or cell[1] <= cell[0])

    def _placed(self, card: int, step: int) -> int:
        """Return the literal of "the card is placed before step `step`"."""
        if step <= max(self.first, card - self._game.rules.hold):
            return FALSE
        return TRUE if step >= self.last else self._is("placed", card, step, 0)

    def _at(self, card: int, step: int) -> int:
        """Return the literal of "the card is placed in step `step`"."""
        return FALSE if card > step + self._game.rules.hold else self._is("at", card, step, 0)

    def _full(self, cell: Cell, step: int) -> int:
        """Return the literal of "a card is placed in this cell before this step"."""
        return FALSE if step <= self.first else self._is("full", step, *cell)

    def _one_of(self, literals: Iterable[int]) -> None:
        found = [literal for literal in literals if literal != FALSE]
        self._add(*found)
        self._at_most_one(found)

    def _cards(self) -> None:
        """Each card lies in one cell, and no cell has two; if there are as many cards as cells, each has one."""
        for card in self.cards:
            self._one_of(self._lies(card, cell) for cell in self._places[card])
        for cell in self.cells:
            here = [self._lies(card, cell) for card in self.cards if cell in self._places[card]]
            self._at_most_one(here)
            if len(self.cells) == len(self.cards):
                self._add(*here)

    def _box(self) -> None:
        """The layout ends within one table: across and down the table begins somewhere."""
        for axis, starts, size in self._axes:
            begins = {start: self._is("begins", axis, start, 0) for start in starts}
            self._one_of(begins.values())
            for cell in self.cells:
                covering = [literal for start, literal in begins.items() if start <= cell[axis] < start + size]
                if len(covering) < len(begins):
                    for card in self.cards:
                        self._add(-self._lies(card, cell), *covering)

    def _matches(self) -> None:
        """Cards beside each other match."""
        deal = self._game.deal
        strange = [(i, j) for i in self.cards for j in self.cards if i != j and not ways(deal[i], deal[j])]
        for cell in self.cells:
            for near in self._near[cell]:
                if cell < near:
                    for i, j in strange:
                        self._add(-self._lies(i, cell), -self._lies(j, near))

    def _steps(self) -> None:
        """In each step one card is placed, and each card in one."""
        steps = range(self.first, self.last)
        for step in steps:
            self._one_of(self._at(card, step) for card in self.cards)
        for card in self.cards:
            self._one_of(self._at(card, step) for step in steps)
            for step in steps:
                before, at, after = self._placed(card, step), self._at(card, step), self._placed(card, step + 1)
                self._add(-before, after)
                self._add(-at, -before)
                self._add(-at, after)
                self._add(-after, before, at)

    def _filled(self) -> None:
        """A cell is full when its card has been placed."""
        for cell in self.cells:
            here = [(card, self._lies(card, cell)) for card in self.cards if cell in self._places[card]]
            for step in range(self.first + 1, self.last):
                full = self._full(cell, step)
                self._add(-full, *(lies for _, lies in here))
                if step > self.first + 1:
                    self._add(-self._full(cell, step - 1), full)
                for card, lies in here:
                    placed = self._placed(card, step)
                    self._add(-lies, -placed, full)
                    self._add(-lies, placed, -full)

    def _beside(self) -> None:
        """Each card but the first is placed beside one that lies."""
        for card in self.cards:
            for cell in self._places[card]:
                if any(near in self._laid for near in neighbours(cell)):
                    continue
                for step in range(max(self.first, 0 if self._laid else 1), self.last):
                    at = self._at(card, step)
                    if at != FALSE:
                        beside = (self._full(near, step) for near in self._near[cell])
                        self._add(-self._lies(card, cell), -at, *beside)

    def _scores(self, above: int) -> Iterator[list[Clause]]:
        """The touching pairs match in more ways than half of the score: yield what each pair adds, and their count."""
        counted: list[int] = []
        for number, (here, there) in enumerate(self._pairs()):
            for least in (1, 2, 3):
                matched = self._is("meets", number, least, 0)
                counted.append(matched)
                for side, other in ((here, there), (there, here)):
                    self._add(-matched, *(lies for _, lies in side))
                    for card, lies in side:
                        fitting = (that for mate, that in other if mate != card and self._ways(card, mate) >= least)
                        self._add(-matched, -lies, *fitting)
            yield self._take()
        yield from self._at_least(counted, above // 2 + 1 - self._matched_already())

    def _pairs(self) -> Iterator[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
        """Yield for each two touching cells, one of them free at least, the cards that may lie there, with literals."""
        places = {
            cell: [(i, self._lies(i, cell)) for i in self.cards if cell in self._places[i]] for cell in self.cells
        }
        # A card that lies has a name below zero, as its place in the deal may be that of an equal one.
        laid = {cell: [(~number, TRUE)] for number, cell in enumerate(self._laid)}
        for cell in self.cells:
            for near in neighbours(cell):
                if near in laid:
                    yield places[cell], laid[near]
                elif near in places and cell < near:
                    yield places[cell], places[near]

    def _ways(self, one: int, other: int) -> int:
        """Return in how many ways two cards match, of those to come or (below zero) of those that lie."""
        lying = list(self._laid.values())
        return ways(*(self._game.deal[card] if card >= 0 else lying[~card] for card in (one, other)))

    def _matched_already(self) -> int:
        pairs = ((card, self._laid.get(near)) for cell, card in self._laid.items() for near in neighbours(cell))
        return sum(ways(card, other) for card, other in pairs if other is not None) // 2

    def _at_least(self, counted: Sequence[int], least: int) -> Iterator[list[Clause]]:
        """At least `least` of `counted` are true: yield clauses on how many of the first are, from all of them down."""
        if least > len(counted):
            self._clauses.append((FALSE,))
            yield self._take()
            return
        if least > 0:
            self._add(self._sum(len(counted), least))
        for first in range(len(counted), 0, -1):
            for some in range(max(1, least - (len(counted) - first)), min(first, least) + 1):
                here, before = self._sum(first, some), self._sum(first - 1, some)
                self._add(-here, before, counted[first - 1])
                self._add(-here, before, self._sum(first - 1, some - 1))
            yield self._take()

    def _sum(self, first: int, some: int) -> int:
        """Return the literal of "at least `some` of the first `first` statements are true"."""
        if some > first:
            return FALSE
        return self._is("sum", first, some, 0) if some else TRUE


def too_large(game: Blink, position: Position) -> bool:
    """Return whether a position has too many clauses."""
    cards, across, down = len(game.deal), game.rules.columns, game.rules.rows
    extent = min(across, cards) * min(down, cards) * (4 if position.layout else 1)
    return len(position.left) ** 2 * extent > MOST_LITERALS
