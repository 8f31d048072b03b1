"""Blink Solitaire as puzzles: small tables that the cards fill in one way, and whole decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any, cast

from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.games.blink.rules import Blink, BlinkRules, Cell, Position, neighbours, ways
from winnow_puzzles.base import GRAPH_METRICS, Form, Option, Puzzles, Record, deal_panel, numbered_letters

TABLES = ((3, 3, 3), (4, 3, 2), (5, 3, 1))
"""Columns, rows and hold of the small tables; a puzzle's cards fill its table exactly."""


class BlinkPuzzles(Puzzles):
    """Puzzles of Blink. Obvious move: place a card where it touches and matches the most."""

    pack_defaults = {"deck": "as-dealt", "columns": 5, "rows": 3}  # noqa: RUF012
    engine = "blink-beam"
    deal_panel = deal_panel("blink")

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the placement with the most ways matched, the first on a tie."""
        layout = dict(position.layout)
        options = game.successors(position)
        return max(options, key=lambda option: matched(layout, option[1]), default=None)

    def progress(self, game: Game[Any, Any], position: Position) -> int:
        """Return the number of cards placed."""
        return len(position.layout)

    def plan(self, game: Game[Any, Any], position: Position, lines: int) -> tuple[str, ...] | None:
        """Return the line of the engine's beam."""
        from winnow.games.blink.engine import beam  # noqa: PLC0415  checking imports no engine
        from winnow.games.blink.engine.table import in_numbers  # noqa: PLC0415
        from winnow_kernels.common.budget import Budget  # noqa: PLC0415

        table = in_numbers(cast(Blink, game), position)
        found = beam.beam(table, [lines], False, frozenset(), Budget())
        placements = found.partial if found.layout is None else found.layout.placements
        return table.written(placements) or None

    def reached(self, game: Game[Any, Any], position: Any) -> int:
        """Return the number of cards placed: an unfinished layout has no score."""
        return len(position.layout)

    def kinds(self, rules: Record) -> list[Record]:
        """Return the rules of each small table within the pack's `columns`, `rows` and `hold`."""
        if rules["deck"] != "as-dealt":
            return [rules]
        limits = rules["columns"], rules["rows"], rules["hold"]
        within = [table for table in TABLES if all(a <= b for a, b in zip(table, limits, strict=True))]
        if not within:
            raise RuleError(
                "rule deck=as-dealt: the tables begin with columns=3, rows=3, hold=3; or play with deck=full"
            )
        return [{**rules, "columns": columns, "rows": rows, "hold": hold} for columns, rows, hold in within]

    def deal(self, game: str, number: int, rules: Mapping[str, Any]) -> Deal:
        """Return the numbered deal; with deck=as-dealt, its first cards, as many as the table has cells.

        >>> BlinkPuzzles().deal(Blink.name, 0, {"deck": "as-dealt", "columns": 2, "rows": 1}).text
        '2RM 4GT'
        """
        if rules.get("deck") != "as-dealt":
            return super().deal(game, number, rules)
        cut = " ".join(Deal.numbered(game, number).cards[: rules["columns"] * rules["rows"]])
        return replace(Deal.parse(game, cut, rules), number=number)

    def may_be_puzzle(self, deal: Deal) -> bool:
        """Return whether exactly one layout fills a small table; True for whole decks."""
        return deal.rules.deck != "as-dealt" or count_fillings(deal, 2) == 1

    def goal(self, deal: Deal) -> str:
        """Return a sentence that states the task and how many cards may be held back."""
        rules = cast(BlinkRules, deal.rules)
        held = f"holding back {rules.hold} at most" if rules.hold else "holding none back"
        table = f"a table of {rules.columns} x {rules.rows}"
        if rules.deck == "as-dealt":
            return f"Fill {table} with all {len(deal.cards)} cards, {held}; there is one way, turned or mirrored."
        return f"Place all {len(deal.cards)} cards on {table}, {held}."

    def form(self, deal: Deal) -> Form:
        """Return the least form under renamings and exchanges of count, colour and shape."""
        return min(numbered_letters(deal.cards, order) for order in permutations(range(3)))

    def metrics(self, deal: Deal, line: Sequence[str], search: bool) -> dict[str, int | None]:
        """Return in how many ways (2: or more) the cards fill a small table, and the figures of its graph.

        A won position is a part of the one layout, as the set of its cells; its images are the same position.
        """
        if deal.rules.deck != "as-dealt":
            return dict.fromkeys(GRAPH_METRICS)
        from winnow_puzzles.packs.graph import figures  # noqa: PLC0415  it takes a while to load

        game = cast(Blink, deal.bind())
        layout = dict(replay(game, game.start(), line).layout)
        draws = {cell: game.deal.index(card) for cell, card in layout.items()}

        def after(placed: frozenset[Cell]) -> list[frozenset[Cell]]:
            reach = len(placed) + game.rules.hold
            beside = {near for cell in placed for near in neighbours(cell)} or draws.keys()
            return [placed | {cell} for cell in draws if cell in beside and cell not in placed and draws[cell] <= reach]

        graph = figures(frozenset(), after, lambda placed: len(placed) == len(layout))
        return {"layouts": count_fillings(deal, 2), **graph}


def matched(layout: dict[Any, str], after: Any) -> int:
    """Return the number of ways in which the card that a position adds to the layout matches those that it touches."""
    ((cell, card),) = dict(after.layout).items() - layout.items()
    return sum(ways(card, layout[near]) for near in neighbours(cell) if near in layout)


def count_fillings(deal: Deal, most: int) -> int:
    """Return the number of layouts, up to rotation and reflection, that fill the table; counting stops at `most`.

    The cards must all differ and fill the table, which must be at least two cells wide and high.
    """
    game = cast(Blink, deal.bind())
    found = 0
    for layout in _fillings(game):
        found += _in_time(game, layout)
        if found >= most:
            break
    return found


def _fillings(game: Blink) -> Iterator[dict[Cell, int]]:
    """Yield every full table of matching cards (places in the deal, by cell), one of each set of images."""
    short, long = sorted((game.rules.columns, game.rules.rows))
    n = short * long
    fits = [sum(1 << b for b in range(n) if a != b and ways(game.deal[a], game.deal[b])) for a in range(n)]
    # Take the image with the least corner card in the first corner; in a square that card's neighbours decide, too.
    after = {short - 1: 0, n - short: 0, n - 1: 0} | ({short: 1} if short == long else {})
    cells = [0] * n

    def fill(place: int, left: int) -> Iterator[Sequence[int]]:
        if place == n:
            yield cells
            return
        able = left
        if place % short:
            able &= fits[cells[place - 1]]
        if place >= short:
            able &= fits[cells[place - short]]
        if place in after:
            able &= -1 << cells[after[place]]
        while able:
            lowest = able & -able
            able -= lowest
            cells[place] = lowest.bit_length() - 1
            yield from fill(place + 1, left - lowest)

    for filled in fill(0, (1 << n) - 1):
        yield {(place % short, place // short): card for place, card in enumerate(filled)}


def _in_time(game: Blink, layout: dict[Cell, int]) -> bool:
    """Return whether the layout can be laid in some order that the hold allows.

    From a suitable first card any card that may come next will do: some card of a possible order is always playable.
    """
    return any(_laid(game, layout, first) for first, card in layout.items() if card <= game.rules.hold)


def _laid(game: Blink, layout: dict[Cell, int], first: Cell) -> bool:
    laid, beside = {first}, set(neighbours(first))
    while True:
        reach = len(laid) + game.rules.hold
        cell = next((cell for cell in beside if cell in layout and cell not in laid and layout[cell] <= reach), None)
        if cell is None:
            return len(laid) == len(layout)
        laid.add(cell)
        beside.update(neighbours(cell))
