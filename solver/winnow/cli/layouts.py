"""Positions as they lie on a table, for a person to read (in colour where the terminal has it)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rich.text import Text

from winnow.cards import UNIVERSAL_RANKS, UNIVERSAL_SUITS, Card
from winnow.games import Game
from winnow.games import blink as blink_rules
from winnow.games import head as head_rules
from winnow.games import one_minute as one_minute_rules
from winnow.games import single_left as single_left_rules
from winnow.games import universal as universal_rules
from winnow.games.blink import Blink
from winnow.games.head import Head
from winnow.games.one_minute import OneMinute
from winnow.games.single_left import SingleLeft
from winnow.games.universal import Universal

_STYLES: dict[str, dict[str, str]] = {
    "standard": {"C": "green", "D": "yellow", "H": "red", "S": "cyan"},
    "universal": {"E": "blue", "J": "yellow", "M": "red", "N": "cyan", "S": "magenta", "V": "green"},
    "Blink": {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "N": "rgb(170,110,50)", "A": "bright_black"},
}
_EMPTY = "(none)"


def card_text(kind: type[Game[Any, Any]], card: Card) -> Text:
    """Return a card in its suit's or ink's colour."""
    styles = _STYLES.get(kind.cards.name, {})
    return Text(card, style=styles.get(card[1:2], ""))


def row(kind: type[Game[Any, Any]], cards: Iterable[Card]) -> Text:
    """Return cards on one line."""
    texts = [card_text(kind, card) for card in cards]
    return Text(" ").join(texts) if texts else Text(_EMPTY, style="dim")


def layout(game: Game[Any, Any], position: Any) -> Text:
    """Return the position as on a table."""
    return _LAYOUTS[type(game)](game, position)


def _titled(kind: type[Game[Any, Any]], rows: Iterable[tuple[str, Iterable[Card]]]) -> Text:
    lines = [Text.assemble((f"{title}: ", "bold"), row(kind, cards)) for title, cards in rows]
    return Text("\n").join(lines)


def _universal(game: Universal, position: universal_rules.Position) -> Text:
    bar = Text.assemble(("Bar: ", "bold"))
    for suit, count in zip(UNIVERSAL_SUITS, position.bar, strict=True):
        if not any(card[1] == suit for card in game.deal):
            continue
        top = UNIVERSAL_RANKS[game.lowest_rank + count - 1] + suit if count else f"-{suit}"
        bar.append_text(card_text(Universal, top)).append("  ")
    heads = Text("  ".join(f"{c + 1:>3}" for c in range(len(position.columns))), style="bold")
    lines = [bar, heads]
    for depth in range(max(1, *(len(column) for column in position.columns))):
        line = Text()
        for column in position.columns:
            line.append("  " if line else "")
            line.append(" ")
            line.append_text(card_text(Universal, column[depth]) if depth < len(column) else Text("  "))
        lines.append(line)
    turned = game.rules.passes - position.redeals
    lines.append(
        _titled(Universal, [("Waste, top first", position.waste[::-1]), ("Stock, next first", position.stock)])
    )
    lines.append(Text(f"Pass {turned} of {game.rules.passes}, {game.rules.draw} cards a turn", style="dim"))
    return Text("\n").join(lines)


def _head(game: Head, position: head_rules.Position) -> Text:
    melded = len(game.deal) - len(position.pile) - len(position.hand) - len(position.discards)
    rows = [
        ("Hand", position.hand),
        ("Draw pile, next first", position.pile),
        ("Discards, first to come up first", position.discards),
    ]
    state = f"Pass {position.turn} of {game.rules.passes}; {melded} cards in melds"
    burn = "; the first card of the hand may be burned" if position.may_burn else ""
    return Text("\n").join([_titled(Head, rows), Text(state + burn, style="dim")])


def _one_minute(game: OneMinute, position: one_minute_rules.Position) -> Text:
    top = (position.top,) if position.top else (game.deal[0],)
    rows = [
        ("Foundation" if position.top else "Base, still to be laid", top),
        ("Hand, next first", position.hand),
        ("Waste, top first", position.waste[::-1]),
    ]
    spent = f"{position.handlings} handlings so far; {game.rules.budget} fit into a minute"
    return Text("\n").join([_titled(OneMinute, rows), Text(spent, style="dim")])


def _single_left(game: SingleLeft, position: single_left_rules.Position) -> Text:
    cards = [game.deal[place] for place in position.hand]
    window = single_left_rules.WINDOW
    hand = Text.assemble(("Hand, oldest first: ", "bold"))
    if len(cards) > window:
        hand.append_text(row(SingleLeft, cards[:-window])).append(" ")
    hand.append("[").append_text(row(SingleLeft, cards[-window:]) if cards else Text()).append("]")
    rows = [
        ("Deck, next first", [game.deal[place] for place in position.deck]),
        ("Discards", [game.deal[place] for place in position.discards]),
    ]
    return Text("\n").join([hand, _titled(SingleLeft, rows)])


def _blink(game: Blink, position: blink_rules.Position) -> Text:
    return Text("\n").join([grid(position), _titled(Blink, [("To come", [game.deal[i] for i in position.left])])])


def grid(position: blink_rules.Position) -> Text:
    """Return a Blink layout as a grid of tokens, x to the right and y downwards, with its coordinates."""
    if not position.layout:
        return Text("The table is empty.", style="dim")
    cells = dict(position.layout)
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    lines = [Text("    " + " ".join(f"{x:>3}" for x in xs), style="dim")]
    for y in ys:
        line = Text(f"{y:>3} ", style="dim")
        for x in xs:
            card = cells.get((x, y))
            line.append_text(card_text(Blink, card) if card else Text("  ·", style="dim")).append(" ")
        lines.append(line)
    return Text("\n").join(lines)


_LAYOUTS: dict[type[Game[Any, Any]], Callable[[Any, Any], Text]] = {
    Universal: _universal,
    Head: _head,
    OneMinute: _one_minute,
    SingleLeft: _single_left,
    Blink: _blink,
}
