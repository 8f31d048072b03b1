"""Blink's problems: a full table from which a few cards that touch are lifted, and that one completion alone fills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count, islice, permutations
from typing import cast

from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.rng import SplitMix64
from winnow.games.blink.rules import Blink, BlinkRules, Cell, Position, matching, neighbours, ways
from winnow_puzzles.base import Option, numbered_letters
from winnow_puzzles.blink.puzzles import BlinkPuzzles, matched
from winnow_puzzles.blink.reasons import thought
from winnow_puzzles.blink.thought import GRADES, Region
from winnow_puzzles.blink.thumbs import THUMBS, read
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.problems.shortcuts import reaches, thumbs_of
from winnow_puzzles.problems.tree import Tree

_FEWEST, _MOST = 8, 9
"""The fewest and the most cards lifted. Of ten or more, more than 2,000 positions can follow nearly always."""
_EXCHANGES = 10_000
"""How often two cards of a table are exchanged, if they match there. A planner seeks matches, as rules of thumb do."""
_TRIES = 1_500
"""The number of sets of cards that are lifted from a table."""
_LINES = 100
"""The beam width of the planner that lays the first table, in which cards are exchanged then."""
_TAKEN = 2
"""The most positions of a table that are examined: of those that no rule of thumb solves the ones of the highest
grades."""

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
    """Problems of Blink: place all cards, all at hand. Natural move: where a card touches and matches the most."""

    defaults = {"columns": 10, "rows": 6, "hold": 59}  # noqa: RUF012
    most_positions = 2_000
    least_refutation = 1
    grades = GRADES
    slips = 0
    thumbs = THUMBS
    themes = (TIGHT, TOO_TIGHT, LESS_MATCH, HOLD_BACK, EMPTY_CELL, WRONG_CARD)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield lines that fill the table, the lifted cards last, the highest grades first.

        Raises RuleError unless the cards fill the table and all lifted ones are at hand.
        """
        game = cast(Blink, deal.bind())
        rules = game.rules
        cards = len(deal.cards)
        if rules.columns * rules.rows != cards or rules.hold < cards - 1 or rules.first_cell is not None:
            raise RuleError(f"problems of Blink need a table that the cards fill, such as 10 x 6, and hold={cards - 1}")
        final = _mixed(rules, chance)
        graded = []
        for lifted in dict.fromkeys(_with_one_completion(final, chance)):
            laid = tuple((cell, card) for cell, card in sorted(final.items()) if cell not in lifted)
            start = Position(laid, tuple(sorted(game.deal.index(final[cell]) for cell in lifted)))
            # Its tree shows whether a rule of thumb solves it, too, but takes longer.
            if not any(reaches(thumb, self, game, start) for thumb in thumbs_of(self).values()):
                graded.append((self.grade(game, start), lifted))
        able = (lifted for grade, lifted in sorted(graded, key=lambda one: -one[0]) if grade)
        yield from islice((line for lifted in able for line in _laid(final, lifted)), _TAKEN)

    def places(self, game: Blink, positions: Sequence[Position]) -> Iterator[int]:
        """Yield the place at which the table has one completion and deduction places no card: the last such one."""
        last = len(positions) - 1
        for place in range(last - _FEWEST, last - _MOST - 1, -1):
            region = Region.of(game, positions[place])
            if len(region.cells) == last - place and region.completions(region.start) == 1 and region.grade():
                yield place
                return

    def hopeless(self, game: Blink, position: Position) -> bool:
        """Return whether singles and glances show that some cell, or some card, is left without a partner."""
        if game.rules.columns * game.rules.rows != len(game.deal) or len(position.left) > _MOST:
            return False
        region = Region.of(game, position)
        spans = len(region.cells) == len(region.cards)
        return spans and region.dead(region.deduce(region.start)) is not None

    def thought(self, game: Blink, position: Position) -> Iterator[str]:
        """Yield the suppositions that are enough, each with why it fails and what is forced then."""
        return thought(Region.of(game, position))

    def grade(self, game: Blink, position: Position) -> int:
        """Return how many suppositions the position needs, 5 for nested ones; 0 if deduction places a card."""
        return Region.of(game, position).grade()

    def order(self, player: int, game: Blink, position: Position, options: Sequence[Option]) -> list[int]:
        """Return the placements ordered by ways matched, most first.

        The second player prefers the card drawn first, the third the card with the fewest cells.
        """
        layout = dict(position.layout)
        score = [matched(layout, after) for _, after in options]
        cards = [read(move)[0] for move, _ in options]
        cells = Counter(cards)
        rank = (lambda _: 0, game.deal.index, cells.__getitem__)[player]
        return sorted(range(len(options)), key=lambda i: (rank(cards[i]), -score[i]))

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
        return f"Place the last {cards} cards, in any order; one completed table is possible."

    def themes_by_moves(self, lost: Refuted) -> set[str]:
        """Return the themes by the cell of the move and the one that the card takes in the solution."""
        layout = dict(lost.before.layout)
        final = {cell: card for card, cell in (read(move) for move, _ in lost.won)}
        card, cell = read(lost.move)
        right = next(place for place, placed in final.items() if placed == card)
        found = {WRONG_CARD if cell in final else EMPTY_CELL}
        if f"{card}@{right[0]},{right[1]}" not in (move for move, _ in lost.game.successors(lost.before)):
            return found | {HOLD_BACK}
        touched = [[layout[near] for near in neighbours(place) if near in layout] for place in (cell, right)]
        made, won = (sum(ways(card, other) for other in others) for others in touched)
        if won < made:
            found.add(LESS_MATCH)
        if len(touched[1]) > _GAP >= len(touched[0]):
            found.add(TIGHT)
        if len(touched[0]) > _GAP >= len(touched[1]):
            found.add(TOO_TIGHT)
        return found


@cache
def _first_table(rules: BlinkRules) -> dict[Cell, str]:
    """Return the table that a planner fills with the first numbered deal for which it succeeds."""
    games = (cast(Blink, Deal.numbered(Blink.name, number, rules.identity()).bind()) for number in count())
    lines = (BlinkPuzzles().plan(game, game.start(), _LINES) or () for game in games)
    line = next(line for line in lines if len(line) == rules.columns * rules.rows)
    return {cell: card for card, cell in map(read, line)}


def _mixed(rules: BlinkRules, chance: SplitMix64) -> dict[Cell, str]:
    """Return a full table: cards of the first one are exchanged at random, as long as all match."""
    final = dict(_first_table(rules))
    cells = sorted(final)
    for _ in range(_EXCHANGES):
        pair = cells[chance.below(len(cells))], cells[chance.below(len(cells))]
        there = {cell: final[other] for cell, other in zip(pair, pair[::-1], strict=True)}
        touched = ((card, near) for cell, card in there.items() for near in neighbours(cell) if near in final)
        if all(there.get(near, final[near]) in matching(card) for card, near in touched):
            final.update(there)
    return final


def _with_one_completion(final: dict[Cell, str], chance: SplitMix64) -> Iterator[frozenset[Cell]]:
    """Yield sets of cells that touch and have one completion, from a walk; deduction places no card in them.

    Where deduction places a card the walk adds a cell, where there are several completions it takes one back.
    """
    lifted, seen = frozenset[Cell](), set[frozenset[Cell]]()
    table = [len({cell[axis] for cell in final}) for axis in (0, 1)]
    for _ in range(_TRIES):
        if lifted in seen or len(lifted) < _FEWEST:
            lifted = frozenset([sorted(final)[chance.below(len(final))]])
            while len(lifted) < _FEWEST:
                lifted |= {_drawn(_edge(lifted, final), chance)}
        seen.add(lifted)
        left = {cell: card for cell, card in final.items() if cell not in lifted}
        region = Region(sorted(lifted), sorted(final[cell] for cell in lifted), left)
        spans = all(len({cell[axis] for cell in left}) == size for axis, size in enumerate(table))
        forced = not spans or region.deduction_places()
        if not forced and region.completions(region.start) == 1:
            yield lifted
        if forced and len(lifted) < _MOST:
            lifted |= {_drawn(_edge(lifted, final), chance)}
        else:
            able = [cell for cell in lifted if _connected(lifted - {cell})]
            lifted -= {_drawn(able, chance)}


def _drawn(cells: Iterable[Cell], chance: SplitMix64) -> Cell:
    ordered = sorted(cells)
    return ordered[chance.below(len(ordered))]


def _edge(lifted: frozenset[Cell], final: dict[Cell, str]) -> set[Cell]:
    return {near for cell in lifted for near in neighbours(cell) if near in final} - lifted


def _connected(cells: frozenset[Cell]) -> bool:
    found = sorted(cells)[:1]
    for cell in found:
        found += [near for near in neighbours(cell) if near in cells and near not in found]
    return len(found) == len(cells)


def _laid(final: dict[Cell, str], lifted: frozenset[Cell]) -> Iterator[tuple[str, ...]]:
    """Yield a line that lays the lifted cells last, unless the others do not all touch."""
    waiting = sorted(final, key=lambda cell: (cell in lifted, cell))
    line: list[str] = []
    beside = set(waiting[:1])
    while waiting:
        cell = next(cell for cell in waiting if cell in beside)
        if (cell in lifted) != (len(waiting) <= len(lifted)):
            return
        waiting.remove(cell)
        beside.update(neighbours(cell))
        line.append(f"{final[cell]}@{cell[0]},{cell[1]}")
    yield tuple(line)


def _turned(cell: Cell, turn: int) -> Cell:
    """Return the cell after one of the eight rotations and reflections of a square."""
    x, y = cell
    if turn & 1:
        x = -x
    if turn & 2:
        y = -y
    return (y, x) if turn & 4 else (x, y)
