"""The looks of cards: inks contrast in light and dark, and marks stay on the card, off its corner, and apart."""

from itertools import combinations

import pytest
from coloraide import Color

from winnow.core.cards import BLINK, DECKTET, STANDARD, UNIVERSAL
from winnow.core.drawing.decks import looks_of
from winnow.core.drawing.looks import PAPER
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH

EDGE = 0.039
"""The least distance of a suit from the edge of its card, in card widths."""
CORNER = (0.34, 0.37)
"""The room of a corner's character, from the left and from the top."""
LEAST = 15
"""The least CIEDE2000 difference between any two suits or colours."""
DECKS = {cards.name: cards for cards in (STANDARD, UNIVERSAL, DECKTET, BLINK)}
VISIONS = [
    None,
    *((kind, method) for kind in ("protan", "deutan") for method in ("machado", "vienot", "brettel")),
    *(("tritan", method) for method in ("machado", "brettel")),
]
"""Full colour vision, and simulations of the three dichromacies (Viénot's method does not cover tritanopia)."""


def seen(colour, vision):
    """Return a colour as seen with this vision."""
    if vision is None:
        return Color(colour)
    kind, method = vision
    return Color(colour).filter(kind, 1, method=method).clip("srgb")


@pytest.mark.parametrize("ground", ["light", "dark"])
@pytest.mark.parametrize("cards", DECKS.values(), ids=DECKS)
def test_colours_stay_apart_and_stand_out_from_the_card(cards, ground):
    """WCAG requires 3 for graphics. Yellow on light paper cannot reach it: its shapes have a dark outline."""
    colours = {ink.letter: getattr(ink, ground) for ink in looks_of(cards).inks.values()}
    for vision in VISIONS:
        for a, b in combinations(colours, 2):
            assert seen(colours[a], vision).delta_e(seen(colours[b], vision), method="2000") >= LEAST, (vision, a, b)
    paper = PAPER[("light", "dark").index(ground)]
    for letter, colour in colours.items():
        least = 1.5 if (cards.name, letter, ground) == (BLINK.name, "Y", "light") else 3
        assert Color(colour).contrast(paper, method="wcag21") >= least, letter


@pytest.mark.parametrize("cards", DECKS.values(), ids=DECKS)
def test_suits_differ_in_letter_and_shape_and_stay_on_their_card(cards):
    """The corner's rank stays free, and so does the code at the upper right, which is an option of the page."""
    looks = looks_of(cards)
    assert len({looks.of(card).name for card in cards.tokens}) == len(cards.tokens) == len(looks.cards)
    assert len({shape.path for shape in looks.shapes.values()}) == len(looks.shapes)
    assert len({ink.name for ink in looks.inks.values()}) == len(looks.inks)
    assert len({(look.corner, look.letters) for look in looks.cards.values()}) == len(looks.cards)
    for look in looks.cards.values():
        assert len(look.corner) <= 2
        for mark in look.marks:
            assert mark.ink in looks.inks
            assert mark.shape in looks.shapes or mark.shape in looks.figures
            assert mark.size <= mark.x <= CARD_WIDTH - mark.size + 0.05
            assert mark.size <= mark.y <= CARD_HEIGHT - mark.size
            assert mark.y - mark.size >= 0.36 or mark.x - mark.size > 0.28
            assert mark.y - mark.size >= 0.13 or mark.x + mark.size < 0.7
        # A court's figure carries its suit on the shield.
        court = any(mark.shape in looks.figures for mark in look.marks) and cards is STANDARD
        marks = [mark for mark in look.marks[: 1 if court else None] if mark.shape in looks.shapes]
        for mark in marks:
            assert min(mark.x, mark.y) - mark.size >= EDGE, look.name
            assert mark.x + mark.size <= CARD_WIDTH - EDGE, look.name
            assert mark.y + mark.size <= CARD_HEIGHT - EDGE, look.name
            assert mark.x - mark.size >= CORNER[0] or mark.y - mark.size >= CORNER[1], look.name
        for one, other in combinations(marks, 2):
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= one.size + other.size, look.name
