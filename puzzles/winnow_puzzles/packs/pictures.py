"""A puzzle as pictures: the deal at the start, and the end of its solution."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.deals import Deal
from winnow.core.drawing.svg import piles_svg, solution_svg
from winnow.core.face import FACES
from winnow.core.position import Position


def picture(deal: Deal, title: str, shapes: bool = True) -> str:
    """Return an SVG element with every card of the deal in its place at the start.

    Without `shapes`, those of the deck must stand elsewhere on the page.
    """
    face, game = FACES.of(deal.game), deal.bind()
    return piles_svg(face.piles(game, game.start()), face.looks(game), title, shapes)


def position_picture(position: Position, title: str) -> str:
    """Return a position's cards as an SVG element; the deck's shapes must stand elsewhere on the page."""
    face = FACES.of(position.deal.game)
    return piles_svg(face.piles(position.game, position.state), face.looks(position.game), title, shapes=False)


def solution_picture(deal: Deal, line: Sequence[str], title: str) -> str:
    """Return the end of a won line as an SVG element without its deck's shapes; "" if the game draws no end."""
    game = deal.bind()
    return solution_svg(FACES.of(deal.game), game, game.start(), line, title, shapes=False)
