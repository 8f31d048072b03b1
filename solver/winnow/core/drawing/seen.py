"""The table of a deal of which some cards have not been seen: they lie face down, and no sentence names them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from winnow.core.deals import UNKNOWN
from winnow.core.drawing.piles import gestures_of
from winnow.core.drawing.table import Gesture, Pile, Table
from winnow.core.face import FACES
from winnow.core.fair import FAIR, ruled
from winnow.core.knowledge import Knowledge


def next_place(knowledge: Knowledge) -> int | None:
    """Return the place in the deal (0-based) of the next card to be seen in the position; None if a move is next."""
    game, position = knowledge.shown()
    showing = FAIR.of(game.name).seen(game, position)
    return min(set(knowledge.hidden).intersection(showing), default=None)


def forced(knowledge: Knowledge) -> str | None:
    """Return the only legal move of a position in which the player may not stop; None for any other position."""
    game, position = knowledge.shown()
    moves = game.moves(position)
    return moves[0] if len(moves) == 1 and game.score(position) is None else None


def seen_table(knowledge: Knowledge) -> Table:
    """Return the table with every unseen card face down, without its token, and no unseen card named in a sentence.

    While a card is to be seen next, those that are about to be seen are left out, and no move is offered.
    """
    game, position = knowledge.shown()
    stood_for, face, rules = ruled.of(game.name), FACES.of(game.name), knowledge.rules_of(game)
    here = stood_for(position)
    whole = face.table(rules, here)
    waiting = next_place(knowledge) is not None
    if waiting:
        gestures: Sequence[Gesture] = ()
    elif type(rules) is type(game):
        gestures = whole.gestures
    else:
        gestures = gestures_of(game.successors(position), position, lambda after: face.piles(rules, stood_for(after)))
    return replace(
        whole,
        piles=tuple(_covered(pile, knowledge, FAIR.of(game.name).seen(game, position)) for pile in whole.piles),
        gestures=tuple(_covered_words(gesture, knowledge) for gesture in gestures),
        over=not gestures and not waiting,
        forced=None if waiting else forced(knowledge),
    )


def _covered(pile: Pile, knowledge: Knowledge, showing: Collection[int]) -> Pile:
    """Return the pile with each unseen card face down, and without those of the places that are about to be seen."""
    hidden, coming = frozenset(map(str, knowledge.hidden)), frozenset(map(str, showing))
    lying = (card for card in pile.cards if card.key not in hidden & coming)
    cards = (replace(card, card=UNKNOWN, face_up=False) if card.key in hidden else card for card in lying)
    return replace(pile, cards=tuple(cards))


def _covered_words(gesture: Gesture, knowledge: Knowledge) -> Gesture:
    """Return the gesture with "a card" for each unseen card that it names.

    Of a sentence the part behind a colon that begins with an unseen card is left out.
    """
    names = set(knowledge.unseen).difference(knowledge.known)
    if not names:
        return gesture
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    says = re.sub(rf": {pattern.pattern}[^.]*", "", gesture.says)
    return replace(gesture, says=pattern.sub("a card", says), label=pattern.sub("a card", gesture.label))
