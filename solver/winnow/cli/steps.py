"""A line of play in steps that can be followed with real cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from winnow.games import Game
from winnow.games.blink import Blink
from winnow.games.head import Head
from winnow.games.one_minute import OneMinute, matches
from winnow.games.single_left import SingleLeft
from winnow.games.universal import Universal

Step = tuple[str, Any]
"""A move and the position before it."""


def steps(game: Game[Any, Any], position: Any, line: Sequence[str]) -> list[str]:
    """Return the line as sentences, moves that belong together in one."""
    return list(_TELLERS[type(game)](game, position, line))


def _walk(game: Game[Any, Any], position: Any, line: Sequence[str]) -> Iterator[Step]:
    for move in line:
        yield game.normal(move), position
        position = game.play(position, move)


def _universal(game: Universal, position: Any, line: Sequence[str]) -> Iterator[str]:
    for kind, group in groupby(_walk(game, position, line), key=lambda step: _universal_kind(step[0])):
        moves = list(group)
        if kind == "turn":
            top = game.play(moves[-1][1], "T").waste[-1]
            cards = f"{game.rules.draw} cards" if game.rules.draw > 1 else "one card"
            times = "" if len(moves) == 1 else f", {len(moves)} times"
            yield f"Turn {cards}{times}: {top} lies on top of the waste."
        elif kind == "bar":
            feet = [f"{before.columns[int(move[0]) - 1][-1]} (column {move[0]})" for move, before in moves]
            yield f"Put onto the bar{', one after the other' if len(feet) > 1 else ''}: {', '.join(feet)}."
        else:
            yield from (_universal_move(game, move, before) for move, before in moves)


def _universal_kind(move: str) -> str:
    """Tell the moves apart that are told together: turns, and feet that go to the bar."""
    if move == "T":
        return "turn"
    return "bar" if move.endswith("!") and move[0].isdigit() else "other"


def _universal_move(game: Universal, move: str, before: Any) -> str:
    if move == "R":
        number = game.rules.passes - before.redeals + 1
        return f"Turn the waste over to be the stock again: pass {number} of {game.rules.passes}."
    if move == "W!":
        return f"Put {before.waste[-1]} from the waste onto the bar."
    column: tuple[str, ...] = before.columns[int(move[-1]) - 1]
    if move.startswith("W>"):
        place = f"below {column[-1]}, the foot of column {move[-1]}" if column else f"into the empty column {move[-1]}"
        return f"Put {before.waste[-1]} from the waste {place}."
    if move.startswith("W^"):
        return f"Put {before.waste[-1]} from the waste above {column[0]}, the head of column {move[-1]}."
    own = before.columns[int(move[0]) - 1]
    return f"Move all of column {move[0]} ({' '.join(own)}) below {column[-1]}, the foot of column {move[-1]}."


def _head(game: Head, position: Any, line: Sequence[str]) -> Iterator[str]:
    for move, before in _walk(game, position, line):
        word, _, cards = move.partition(" ")
        if word == "BURN":
            yield f"Pass {before.turn}: burn {before.hand[0]}."
        elif word == "MELD":
            yield f"Pass {before.turn}: hand {' '.join(before.hand)}; meld {cards}."
        elif before.turn == 1:
            yield f"Pass 1: hand {' '.join(before.hand)}; discard all, the first named to come up first: {cards}."
        else:
            yield f"Pass {before.turn}: discard the hand as it lies: {cards}."


def _one_minute(game: OneMinute, position: Any, line: Sequence[str]) -> Iterator[str]:
    """Tell each pass in the order in which the cards come up; see ONE_MINUTE_LEGEND for the marks."""
    number = 1
    told: list[str] = []
    for move, before in _walk(game, position, line):
        if before.top is None:
            yield f"Lay the base, {move}."
            continue
        after = game.play(before, move)
        coming = before.hand + before.waste[::-1]
        if not any(matches(card, before.top) for card in coming):
            told.append(f"!{after.top} from the {'hand' if len(after.hand) < len(before.hand) else 'waste'}!")
            continue
        handled = after.handlings - before.handlings
        if handled <= len(before.hand):
            dealt = before.hand[: handled - 1]
        else:
            # The card came up only after the waste was picked up.
            told.extend(before.hand)
            if told:
                yield f"Pass {number}: {' '.join(told)}"
                number += 1
            told = []
            dealt = after.waste
        told.extend(dealt)
        told.append(f"[{after.top}]")
    if told:
        yield f"Pass {number}: {' '.join(told)}"


ONE_MINUTE_LEGEND = (
    "Cards in the order they come up: [card] is played, !card! is taken at an impasse, others are dealt on. "
    "Between passes the waste is picked up without turning it."
)


def _single_left(game: SingleLeft, position: Any, line: Sequence[str]) -> Iterator[str]:
    for draws, group in groupby(_walk(game, position, line), key=lambda step: step[0] == "DRAW"):
        moves = list(group)
        if draws:
            drawn = [game.deal[before.deck[0]] for _, before in moves]
            yield f"Draw {' '.join(drawn)}."
            continue
        for move, before in moves:
            window = [game.deal[place] for place in before.hand[-4:]]
            if move == "PAIR":
                yield f"{window[0]} and {window[3]} share a suit: discard {window[1]} {window[2]} between them."
            elif move == "FOUR":
                yield f"{window[0]} and {window[3]} share a rank: discard {' '.join(window)}."
            else:
                yield "Redeal: the discards, in their original order, become the deck."


def _blink(game: Blink, position: Any, line: Sequence[str]) -> Iterator[str]:
    for move, before in _walk(game, position, line):
        card, _, cell = move.partition("@")
        drawn = min(len(game.deal), len(before.layout) + game.rules.hold + 1)
        yield f"Lay {card} at {cell} (the first {drawn} cards may be drawn by then)."


_TELLERS: dict[type[Game[Any, Any]], Callable[[Any, Any, Sequence[str]], Iterator[str]]] = {
    Universal: _universal,
    Head: _head,
    OneMinute: _one_minute,
    SingleLeft: _single_left,
    Blink: _blink,
}
