"""Moves as gestures when only the tables before and after are known: by the cards that changed piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from winnow.core.drawing.table import End, Gesture, Pile

Piles = Callable[[Any], Sequence[Pile]]
"""Returns the piles of a position."""


def gesture_of(move: str, before: Sequence[Pile], after: Sequence[Pile]) -> Gesture:
    """Return the move as cards taken from one pile to another, or as a button if it is not such a move."""
    was = {card.key: pile for pile in before for card in pile.cards}
    now = {card.key: pile for pile in after for card in pile.cards}
    moved = [key for key, pile in was.items() if key in now and now[key].key != pile.key]
    ways = {(was[key].key, now[key].key) for key in moved}
    if len(ways) != 1:
        return button(move, f"{move}.")
    source, target = was[moved[0]], now[moved[0]]
    tokens = {card.key: card.card for card in source.cards}
    says = f"{' '.join(tokens[key] for key in moved)} from {source.title} to {target.title}."
    end: End = "first" if target.cards[0].key in moved and len(target.cards) > len(moved) else "last"
    return Gesture(move, says, move, tuple(moved), source.key, target.key, end=end)


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
