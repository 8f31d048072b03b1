"""Any table as an SVG picture: scalable, self-contained, with every card and pile named for screen readers.

For notebooks, positions and solutions as a picture with a few sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.drawing.looks import PAPER, Looks
from winnow.core.drawing.piles import bounds, cell_corner, corner, packed
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH, Pile, ShownCard, Table
from winnow.core.face import FACES, AnyGame, Face, end_text, steps_legend
from winnow.core.lines import replay

UNIT = 100
"""User units in a card's width."""
MARGIN = 0.12
_STYLE = """
.t { font: 600 17px system-ui, sans-serif; fill: #3a3a3a }
.c { font: 700 36px system-ui, sans-serif }
.l { font: 600 15px system-ui, sans-serif }
.s { stroke: #131313; stroke-opacity: .6; stroke-width: .05; fill-rule: evenodd }
.p { fill: PAPER0; stroke: #4a4a4a; stroke-width: 1.5 }
.o { fill: none; stroke: #8a8a8a; stroke-width: 2; stroke-dasharray: 7 5 }
.k { fill: none; stroke: #8a8a8a; stroke-width: 2 }
.m { fill: none; stroke: #131313; stroke-width: 4 }
.e { fill: #c9c4b8; fill-rule: evenodd }
""".replace("PAPER0", PAPER[0])
_RECT = f'<rect width="{CARD_WIDTH * UNIT:g}" height="{CARD_HEIGHT * UNIT:g}" rx="8" class="{{}}"/>'


def piles_svg(piles: Iterable[Pile], looks: Looks, title: str, shapes: bool = True) -> str:
    """Return the piles that hold cards as an SVG element, moved together and just large enough for them.

    Without `shapes`, those of the deck must stand elsewhere on the page (`shapes_svg`).
    """
    shown = packed(piles)
    return _picture(shown, looks, title, *bounds(shown)[2:], shapes=shapes)


def solution_svg(
    face: Face[Any, Any], game: AnyGame, position: Any, line: Sequence[str], title: str, shapes: bool = True
) -> str:
    """Return the last position of `line` as an SVG element; "" if there is no line or the game's face draws no end."""
    end = replay(game, position, line)
    if not line or end_text.of(game.name)(game, end) is None:
        return ""
    return piles_svg(face.piles(game, end), face.looks(game), title, shapes)


def shapes_svg(looks: Looks) -> str:
    """Return the deck's shapes as an SVG element that shows nothing, for a page with many pictures."""
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{_definitions(looks)}</svg>'


def _picture(piles: Iterable[Pile], looks: Looks, title: str, width: float, height: float, shapes: bool = True) -> str:
    across, down = round((width + 2 * MARGIN) * UNIT), round((height + 2 * MARGIN) * UNIT)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" role="img" '
            f'style="width:100%;max-width:{across}px;height:auto">',
            f"<title>{escape(title)}</title><style>{_STYLE}</style>{_definitions(looks) if shapes else ''}",
            f'<rect width="{across}" height="{down}" fill="#f3efe6"/>',
            f'<g transform="translate({MARGIN * UNIT:g},{MARGIN * UNIT:g})">',
            *(line for pile in piles for line in _pile(pile, looks)),
            "</g></svg>",
            "",
        ]
    )


def _definitions(looks: Looks) -> str:
    paths = (
        f'<path id="{_id(looks, shape.letter)}" d="{shape.path}"/>'
        for shape in [*looks.shapes.values(), *looks.figures.values()]
    )
    return f"<defs>{''.join(paths)}</defs>"


def _id(looks: Looks, shape: str) -> str:
    return f"winnow-{looks.name.lower()}-{shape}"


def _pile(pile: Pile, looks: Looks) -> Iterator[str]:
    left, upper, _, _ = bounds([pile])
    title = escape(pile.title)
    yield f'<g><title>{title}</title><text class="t" x="{left * UNIT:g}" y="{upper * UNIT - 9:g}">{title}</text>'
    if not pile.cards and not pile.cells:
        yield _empty(pile, looks)
    for cell in pile.cells:
        yield _frame(*cell_corner(pile, cell), "o", _turned(pile, cell))
    order = list(range(len(pile.cards)))
    if pile.spread == "grid":
        order.sort(key=lambda i: (pile.cards[i].cell or (0, 0))[::-1])
    for i in order[-1:] if pile.spread == "stack" else order:
        shown = pile.cards[i]
        marked = i >= len(pile.cards) - pile.marked
        yield card_svg(looks, shown, *corner(pile, i), turned=_turned(pile, shown.cell), marked=marked)
    yield "</g>"


def _turned(pile: Pile, cell: tuple[int, int] | None) -> bool:
    return pile.crossed and cell is not None and sum(cell) % 2 == 1


def _placed(x: float, y: float, turned: bool) -> str:
    """Return the SVG transformation that moves an upright card's corner to (x, y), in card widths."""
    middle = f"{CARD_WIDTH * UNIT / 2:g},{CARD_HEIGHT * UNIT / 2:g}"
    return f"translate({x * UNIT:g},{y * UNIT:g})" + (f" rotate(90,{middle})" if turned else "")


def _frame(x: float, y: float, kind: str, turned: bool) -> str:
    return f'<g transform="{_placed(x, y, turned)}">{_RECT.format(kind)}</g>'


def _empty(pile: Pile, looks: Looks) -> str:
    emblem = ""
    if pile.emblem is not None and pile.emblem in looks.shapes:
        x, y = (pile.x + CARD_WIDTH / 2) * UNIT, (pile.y + CARD_HEIGHT / 2) * UNIT
        shape = _id(looks, pile.emblem)
        emblem = f'<use href="#{shape}" class="e" transform="translate({x:g},{y:g}) scale({0.3 * UNIT:g})"/>'
    return _frame(pile.x, pile.y, "k", False) + emblem


def card_svg(looks: Looks, shown: ShownCard, x: float, y: float, turned: bool = False, marked: bool = False) -> str:
    """Return a card as an SVG group, its corner at (x, y) in card widths; `turned` by 90 degrees about its centre."""
    front = _front(looks, shown.card) if shown.face_up else "<title>a card face down</title>"
    mark = _RECT.format("m") if marked else ""
    name = f' data-card="{escape(shown.card)}"' if shown.face_up else ""
    return f'<g{name} transform="{_placed(x, y, turned)}">{_RECT.format("p")}{front}{mark}</g>'


def _front(looks: Looks, card: Card) -> str:
    look = looks.of(card)
    colour = looks.inks[look.ink].light if look.ink else "#131313"
    # A rank of two characters is squeezed to the width of one: it stays in view where cards overlap.
    squeezed = ' textLength="27" lengthAdjust="spacingAndGlyphs"' if len(look.corner) == 2 else ""
    letters = (
        f'<text class="l" x="95" y="18" text-anchor="end" fill="{colour}">{escape(look.letters)}</text>'
        if look.letters
        else ""
    )
    corner = f'<text class="c" x="7" y="34" fill="{colour}"{squeezed}>{escape(look.corner)}</text>'
    marks = "".join(
        f'<use href="#{_id(looks, mark.shape)}" class="s" transform="translate({mark.x * UNIT:g},{mark.y * UNIT:g}) '
        f'scale({mark.size * UNIT:g})" fill="{looks.inks[mark.ink].light}"/>'
        for mark in look.marks
    )
    return f"<title>{escape(look.name)}</title>{corner}{letters}{marks}"


def block(picture: str, sentences: Iterable[str]) -> str:
    """Return a picture ("": none) with sentences below, as HTML."""
    return f'<div style="max-width:36rem">{picture}{"".join(f"<p>{escape(text)}</p>" for text in sentences)}</div>'


def table_svg(game: AnyGame, table: Table) -> str:
    """Return a table of the game as an SVG element."""
    return _picture(table.piles, FACES.of(game.name).looks(game), game.title, table.width, table.height)


def table_html(game: AnyGame, table: Table) -> str:
    """Return a table of the game with its counters below."""
    state = "won" if table.won else "over" if table.over else counted(len(table.gestures), "moves")
    return block(table_svg(game, table), [f"{'; '.join(map(str, table.counters))}; {state}."])


def solution_picture(deal: Deal, after: Sequence[str], line: Sequence[str]) -> str:
    """Return the table after the moves `after`, or the end of `line` played from there if that shows more."""
    game, face = deal.bind(), FACES.of(deal.game)
    position = replay(game, game.start(), after)
    return solution_svg(face, game, position, line, game.title) or table_svg(game, face.table(game, position))


def solution_html(picture: str, told: Iterable[str], deal: Deal, after: Sequence[str], line: Sequence[str]) -> str:
    """Return a picture with sentences below, and the line in steps, collapsed."""
    game, shown = deal.bind(), block(picture, told)
    if not line:
        return shown
    steps = FACES.of(deal.game).steps(game, replay(game, game.start(), after), line)
    rows = "".join(f"<li>{escape(step)}</li>" for step in steps)
    legend = escape(steps_legend.of(deal.game)())
    return f"{shown}<details><summary>Solution</summary><p>{legend}</p><ol>{rows}</ol></details>"
