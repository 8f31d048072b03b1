"""Moves as gestures when only the tables before and after are known: by the cards that changed piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from winnow.core.cards import Card
from winnow.core.drawing.table import End, Gesture, Pile, ShownCard

Piles = Callable[[Any], Sequence[Pile]]
"""Returns the piles of a position."""


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
    return Gesture(move, says, move, keys, source_key, target_key, end=_end(was.get(target_key), target, tokens))


def _more(piles: Mapping[str, Pile], others: Mapping[str, Pile]) -> dict[str, Counter[Card]]:
    """Return the tokens that each pile has more often than the other pile of its key, where there are any."""
    tokens, less = ({key: Counter(_tokens(pile)) for key, pile in side.items()} for side in (piles, others))
    found = {key: counts - less.get(key, Counter()) for key, counts in tokens.items()}
    return {key: counts for key, counts in found.items() if counts}


def _last(pile: Pile, tokens: Counter[Card]) -> list[ShownCard]:
    """Return the cards of these tokens that lie last in a pile, in the pile's order."""
    left, found = tokens.copy(), []
    for card in reversed(pile.cards):
        if left[card.card]:
            left[card.card] -= 1
            found.append(card)
    return found[::-1]


def _end(before: Pile | None, after: Pile, moved: Counter[Card]) -> End:
    """Return the end of the pile to which cards came: the first only if they do not follow those that were there."""
    there, now = () if before is None else _tokens(before), _tokens(after)
    return "last" if now[: len(there)] == there or now[0] not in moved else "first"


def _tokens(pile: Pile) -> tuple[Card, ...]:
    return tuple(card.card for card in pile.cards)


def button(move: str, says: str, label: str | None = None) -> Gesture:
    """Return a move that is a button."""
    return Gesture(move, says, label or move)


def gestures_of(moves: Iterable[tuple[str, Any]], position: Any, piles: Piles) -> tuple[Gesture, ...]:
    """Return one gesture for each move; moves with equal gestures become buttons."""
    before = piles(position)
    found = [gesture_of(move, before, piles(after)) for move, after in moves]
    places = [(gesture.cards, gesture.source, gesture.target, gesture.end) for gesture in found]
    times = Counter(places)
    return tuple(
        gesture if times[place] == 1 else button(gesture.move, gesture.says)
        for gesture, place in zip(found, places, strict=True)
    )
