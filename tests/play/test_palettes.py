"""The colours of every deck are distinguishable for every kind of colour vision, and contrast with the card."""

from itertools import combinations

import pytest
from coloraide import Color

from winnow.core.cards import BLINK, DECKTET, STANDARD, UNIVERSAL
from winnow.core.drawing.decks import looks_of
from winnow.core.drawing.looks import PAPER

LEAST = 15
"""The least CIEDE2000 difference between any two suits or colours."""
DECKS = (STANDARD, UNIVERSAL, DECKTET, BLINK)
VISIONS = [
    None,
    *(
        (kind, method)
        for kind in ("protan", "deutan", "tritan")
        for method in (("machado", "vienot", "brettel") if kind != "tritan" else ("machado", "brettel"))
    ),
]
"""Full colour vision, and simulations of the three dichromacies (Viénot's method does not cover tritanopia)."""


def seen(colour, vision):
    """Return a colour as seen with this vision."""
    kind, method = vision or (None, None)
    return Color(colour) if kind is None else Color(colour).filter(kind, 1, method=method).clip("srgb")


def palette(cards, ground):
    return {ink.letter: getattr(ink, ground) for ink in looks_of(cards).inks.values()}


def closest(colours, vision):
    """Return the least difference of two colours, with the two."""
    return min(
        (seen(colours[a], vision).delta_e(seen(colours[b], vision), method="2000"), a, b)
        for a, b in combinations(colours, 2)
    )


@pytest.mark.parametrize("ground", ["light", "dark"])
@pytest.mark.parametrize("cards", DECKS, ids=lambda cards: cards.name)
@pytest.mark.parametrize("vision", VISIONS, ids=str)
def test_colours_stay_apart(cards, ground, vision):
    difference, *pair = closest(palette(cards, ground), vision)
    assert difference >= LEAST, pair


def test_the_difference_is_ciede2000():
    """Three pairs of the published test data of Sharma, Wu and Dalal (2005)."""
    for one, other, difference in [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ]:
        a, b = Color("lab-d65", one), Color("lab-d65", other)
        assert a.delta_e(b, method="2000") == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize(("ground", "paper"), list(zip(("light", "dark"), PAPER, strict=True)))
@pytest.mark.parametrize("cards", DECKS, ids=lambda cards: cards.name)
def test_colours_stand_out_from_the_card(cards, ground, paper):
    """WCAG requires 3 for graphics. Yellow on light paper cannot reach it: its shapes have a dark outline."""
    for letter, colour in palette(cards, ground).items():
        least = 1.5 if (cards.name, letter, ground) == (BLINK.name, "Y", "light") else 3
        assert Color(colour).contrast(paper, method="wcag21") >= least, letter


def test_suits_differ_in_letter_and_shape_too():
    for cards in DECKS:
        looks = looks_of(cards)
        assert len({shape.path for shape in looks.shapes.values()}) == len(looks.shapes)
        assert len({ink.name for ink in looks.inks.values()}) == len(looks.inks)
        printed = {(look.corner, look.letters) for look in looks.cards.values()}
        assert len(printed) == len(looks.cards)
