"""Tables and cards as coloured text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from winnow.core.cards import Card
from winnow.core.drawing.looks import Looks
from winnow.core.drawing.table import Pile, Table

NONE = "(none)"


def card_text(looks: Looks, card: Card) -> Text:
    """Return a card in the ink of its corner, or in that of its first mark."""
    look = looks.of(card)
    ink = look.ink or (look.marks[0].ink if look.marks and len({mark.ink for mark in look.marks}) == 1 else "")
    return Text(card, style=looks.inks[ink].terminal if ink else "")


def row(looks: Looks, cards: Iterable[Card]) -> Text:
    """Return cards on one line."""
    texts = [card_text(looks, card) for card in cards]
    return Text(" ").join(texts) if texts else Text(NONE, style="dim")


def titled(looks: Looks, parts: Iterable[tuple[str, Iterable[Card]]]) -> Text:
    """Return rows of cards, each with its title."""
    lines = [Text.assemble((f"{title}: ", "bold"), row(looks, cards)) for title, cards in parts]
    return Text("\n").join(lines)


def columns(looks: Looks, parts: Sequence[Sequence[Card]]) -> Text:
    """Return columns of cards side by side, under their numbers."""
    wide = max((len(card) for part in parts for card in part), default=2)
    lines = [Text("  ".join(f"{c + 1:>{wide + 1}}" for c in range(len(parts))), style="bold")]
    for depth in range(max(1, *(len(part) for part in parts))):
        line = Text()
        for part in parts:
            line.append("   " if line else " ")
            line.append_text(card_text(looks, part[depth]) if depth < len(part) else Text(" " * wide))
        lines.append(line)
    return Text("\n").join(lines)


def grid(looks: Looks, cells: Mapping[tuple[int, int], Card]) -> Text:
    """Return cards on their cells as a grid of tokens, x to the right and y downwards, with its coordinates."""
    if not cells:
        return Text("The table is empty.", style="dim")
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    lines = [Text("    " + " ".join(f"{x:>3}" for x in xs), style="dim")]
    for y in ys:
        line = Text(f"{y:>3} ", style="dim")
        for x in xs:
            card = cells.get((x, y))
            line.append_text(card_text(looks, card) if card else Text("  ·", style="dim")).append(" ")
        lines.append(line)
    return Text("\n").join(lines)


def table_text(table: Table, looks: Looks) -> Text:
    """Return any table: each pile with its title on a line, a grid below it."""
    parts = [_pile_text(pile, looks) for pile in table.piles]
    counters = Text("; ".join(map(str, table.counters)), style="dim")
    return Text("\n").join([*parts, counters] if table.counters else parts)


def _pile_text(pile: Pile, looks: Looks) -> Text:
    cards = [card.card for card in pile.cards if card.face_up]
    if len(cards) < len(pile.cards):
        covered = f"({len(pile.cards) - len(cards)} face down)"
        text = Text.assemble((f"{pile.title}: ", "bold"), (covered, "dim"))
        return text.append(" ").append_text(row(looks, cards)) if cards else text
    if pile.crossed and cards:
        laid = {card.cell: card.card for card in pile.cards if card.cell}
        return Text.assemble((f"{pile.title}:\n", "bold"), grid(looks, laid))
    if not pile.marked or not cards:
        return titled(looks, [(pile.title, cards)])
    line = Text.assemble((f"{pile.title}: ", "bold"))
    if len(cards) > pile.marked:
        line.append_text(row(looks, cards[: -pile.marked])).append(" ")
    return line.append("[").append_text(row(looks, cards[-pile.marked :])).append("]")
