"""A puzzle as pictures: its deal as it lies at the start, and what its solution ends with."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.deals import Deal
from winnow.core.drawing.svg import piles_svg, solution_svg
from winnow.core.face import FACES
from winnow.core.position import Position


def picture(deal: Deal, title: str, shapes: bool = True) -> str:
    """Return every card of the deal where it lies at the start, as an SVG element.

    Without `shapes`, those of the deck must stand elsewhere on the page.
    """
    face, game = FACES.of(deal.game), deal.bind()
    return piles_svg(face.piles(game, game.start()), face.looks(game), title, shapes)


def position_picture(position: Position, title: str) -> str:
    """Return a position's cards as an SVG element; the deck's shapes must stand elsewhere on the page."""
    face = FACES.of(position.deal.game)
    return piles_svg(face.piles(position.game, position.state), face.looks(position.game), title, shapes=False)


def solution_picture(deal: Deal, line: Sequence[str], title: str) -> str:
    """Return the end of a won line as an SVG element without its deck's shapes; "" where the end says nothing."""
    game = deal.bind()
    return solution_svg(FACES.of(deal.game), game, game.start(), line, title, shapes=False)
