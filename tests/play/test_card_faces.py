"""The suits on a card stay on it, off its corner, and apart."""

from itertools import combinations

import pytest

from winnow.core.cards import BLINK, DECKTET, STANDARD, UNIVERSAL
from winnow.core.drawing.decks import looks_of
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH

EDGE = 0.039
"""The least distance of a mark from the edge of its card, in card widths."""
CORNER = (0.34, 0.37)
"""The room of a corner's character, from the left and from the top."""
DECKS = (STANDARD, UNIVERSAL, DECKTET, BLINK)


def suits(cards):
    """Yield each card's look with its marks of suits; a court's figure carries its suit on the shield."""
    looks = looks_of(cards)
    for look in looks.cards.values():
        court = any(mark.shape in looks.figures for mark in look.marks) and cards is STANDARD
        yield look, [mark for mark in look.marks[: 1 if court else None] if mark.shape in looks.shapes]


@pytest.mark.parametrize("cards", DECKS, ids=lambda cards: cards.name)
def test_no_suit_leaves_its_card(cards):
    for look, marks in suits(cards):
        for mark in marks:
            assert min(mark.x, mark.y) - mark.size >= EDGE, look.name
            assert mark.x + mark.size <= CARD_WIDTH - EDGE, look.name
            assert mark.y + mark.size <= CARD_HEIGHT - EDGE, look.name


@pytest.mark.parametrize("cards", DECKS, ids=lambda cards: cards.name)
def test_no_suit_lies_on_the_corner(cards):
    for look, marks in suits(cards):
        for mark in marks:
            assert mark.x - mark.size >= CORNER[0] or mark.y - mark.size >= CORNER[1], look.name


@pytest.mark.parametrize("cards", DECKS, ids=lambda cards: cards.name)
def test_no_two_suits_on_a_card_overlap(cards):
    for look, marks in suits(cards):
        for one, other in combinations(marks, 2):
            apart = max(abs(one.x - other.x), abs(one.y - other.y))
            assert apart >= one.size + other.size, look.name
