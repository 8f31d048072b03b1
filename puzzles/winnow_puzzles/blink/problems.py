"""Blink's problems: the last cards on a table that can be completed in one way only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations
from typing import cast

from winnow.core.deals import Deal
from winnow.core.rng import SplitMix64
from winnow.games.blink.rules import Blink, Cell, Position, neighbours, ways
from winnow_puzzles.base import Option, numbered_letters
from winnow_puzzles.blink.puzzles import BlinkPuzzles, matched
from winnow_puzzles.blink.thumbs import THUMBS, read
from winnow_puzzles.problems.base import Problems, Trap
from winnow_puzzles.problems.tree import Known, Tree

_LEAST_CARDS, _MOST_CARDS = 2, 10
"""The fewest and the most cards left where a walk begins."""
_LINES = (30, 100)
"""The beam widths of the planner that lays the first cards: the wider only if the narrower fails."""
_TIGHT = (4, 130)
"""(cards, positions): a line is examined if at most that many positions can follow when that many cards are left. Of 66
deals' lines 20 passed, among them 10 of the 13 that had problems."""

WRONG_CARD, EMPTY_CELL, HOLD_BACK, LESS_MATCH, TIGHT, TOO_TIGHT = (
    "this cell is for another card",
    "leave the cell empty",
    "hold it back",
    "the worse match",
    "into the gap",
    "not into the gap",
)
_GAP = 2
"""A cell that touches more cards than this is a gap."""


class BlinkProblems(Problems):
    """Problems of Blink: place all cards. Natural move: where a card touches and matches the most."""

    defaults = {"columns": 10, "rows": 6}  # noqa: RUF012
    slips = 4
    thumbs = THUMBS
    themes = (TIGHT, TOO_TIGHT, LESS_MATCH, HOLD_BACK, EMPTY_CELL, WRONG_CARD)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield a line that places all cards, if a planner finds one."""
        game = cast(Blink, deal.bind())
        for lines in _LINES:
            line = BlinkPuzzles().plan(game, game.start(), lines)
            if line is not None and len(line) == len(deal.cards):
                yield line
                return

    def places(self, known: Known, positions: Sequence[Position]) -> range:
        """Return the places with few enough cards left.

        There are none where the last cards can lie in many ways: one table alone is then hardly ever left.
        """
        cards, most = _TIGHT
        if len(positions) > cards and known.following(positions[-1 - cards], most) is None:
            return range(0)
        last = len(positions) - 1
        return range(last - _LEAST_CARDS, last - _MOST_CARDS - 1, -1)

    def key(self, game: Blink, position: Position) -> Hashable:
        """Return the position itself: once cards are laid, a shifted layout is a different position."""
        return position.layout

    def order(self, player: int, game: Blink, position: Position, options: Sequence[Option]) -> list[int]:
        """Return the placements ordered by ways matched, most first.

        The second player prefers the card drawn first, the third the card with the fewest cells.
        """
        layout = dict(position.layout)
        score = [matched(layout, after) for _, after in options]
        if player == 0:
            return sorted(range(len(options)), key=lambda i: -score[i])
        if player == 2:
            cells = Counter(read(move)[0] for move, _ in options)
            return sorted(range(len(options)), key=lambda i: (cells[read(options[i][0])[0]], -score[i]))
        drawn = [game.deal.index(_placed(layout, option[1])[1]) for option in options]
        return sorted(range(len(options)), key=lambda i: (drawn[i], -score[i]))

    def material(self, game: Blink, position: Position) -> int:
        """Return the ways in which touching cards match."""
        layout = dict(position.layout)
        beside = ((card, layout.get(near)) for (x, y), card in position.layout for near in ((x + 1, y), (x, y + 1)))
        return sum(ways(card, other) for card, other in beside if other is not None)

    def measure(self, game: Blink, position: Position) -> int:
        """Return the number of cards placed: an unfinished layout has no score."""
        return len(position.layout)

    def acceptable(self, game: Blink, goal: int) -> bool:
        """Return whether all cards can be placed."""
        return goal == len(game.deal)

    def unique(self, tree: Tree, node: int) -> bool:
        """Return whether exactly one completed table can be reached, in any order of placements."""
        return sum(not tree.positions[place].left for place in tree.following(node)) == 1

    def form(self, game: Blink, position: Position) -> Hashable:
        """Return the least form under rotations, reflections, renamings and exchanges of count, colour and shape."""
        to_come = [game.deal[place] for place in position.left]
        late = tuple(max(place - len(position.layout) - game.rules.hold, 0) for place in position.left)
        images = []
        for turn in range(8):
            cells = sorted((_turned(cell, turn), card) for cell, card in position.layout)
            left, top = min(x for (x, _), _ in cells), min(y for (_, y), _ in cells)
            images.append((tuple((x - left, y - top) for (x, y), _ in cells), [card for _, card in cells]))
        least = min(taken for taken, _ in images)
        orders = tuple(permutations(range(3)))
        names = (numbered_letters(cards + to_come, o) for taken, cards in images if taken == least for o in orders)
        return (least, min(names)), late

    def goal_text(self, game: Blink, position: Position, goal: int) -> str:
        """Return a sentence that states how many cards are to be placed."""
        cards = len(position.left)
        return f"Place the last {cards} cards; one completed table is possible."

    def why(self, game: Blink, position: Position, best: int | None, goal: int) -> str:
        """Return a sentence that states how many cards can still be placed."""
        return f"After that {best} of {goal} cards find a place at most."

    def themes_by_moves(self, game: Blink, trap: Trap) -> set[str]:
        """Return the themes by the cells of the solution's placements."""
        layout = dict(trap.position.layout)
        lines = [trap.won[0], *(move for move, _ in trap.following)]
        final = {cell: card for card, cell in map(read, lines)}
        card, cell = read(trap.lost[0])
        right = next(place for place, placed in final.items() if placed == card)
        able = {move for move, _ in game.successors(trap.position)}
        agreeing = [
            sum(ways(card, layout[near]) for near in neighbours(place) if near in layout) for place in (cell, right)
        ]
        touching = [sum(near in layout for near in neighbours(place)) for place in (cell, right)]
        return _themes(cell in final, f"{card}@{right[0]},{right[1]}" in able, agreeing, touching)


def _themes(needed: bool, open_now: bool, matched: list[int], touching: list[int]) -> set[str]:
    """Return the themes for a wrong and a right cell; `matched` are the ways and `touching` the cards of each.

    `needed`: another card lies in the wrong cell in the end; `open_now`: the right cell is free to use already.
    """
    found = {WRONG_CARD if needed else EMPTY_CELL}
    if not open_now:
        return found | {HOLD_BACK}
    if matched[1] < matched[0]:
        found.add(LESS_MATCH)
    if touching[1] > _GAP >= touching[0]:
        found.add(TIGHT)
    if touching[0] > _GAP >= touching[1]:
        found.add(TOO_TIGHT)
    return found


def _placed(layout: dict[Cell, str], after: Position) -> tuple[Cell, str]:
    return next((cell, card) for cell, card in after.layout if cell not in layout)


def _turned(cell: Cell, turn: int) -> Cell:
    """Return the cell after one of the eight rotations and reflections of a square."""
    x, y = cell
    if turn & 1:
        x = -x
    if turn & 2:
        y = -y
    return (y, x) if turn & 4 else (x, y)
