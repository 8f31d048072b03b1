from collections.abc import Sequence

from typing_extensions import disjoint_base

from winnow_kernels.blink.laid_in_turn import LaidInTurn

@disjoint_base
class InTurn(LaidInTurn):
    """Beams over the layouts of the first cards of a deal, each laid as it is drawn, on an empty table; none are equal.

    `ways[a][b]` says in how many ways the cards drawn as a and as b match. `components` are the sets of cards that hang
    together by two ways, each with a number that its touching pairs never exceed; `pairs` is that number of all cards.
    At most 63 cards, 64 cells, at least two columns and rows. A layout looked at counts as one position.
    """

    matched: int
    """The ways in which the layout found last matches."""
    def run(self, width: int, fixed: Sequence[tuple[int, int]], wanted: int, seed: int) -> list[int] | None:
        """Return the cells of all cards in a layout that matches in `wanted` ways or more, or None.

        `fixed` cards (with their cells) keep their places, and are laid when it is their turn; `seed` decides between
        layouts of about the same value. None, too, once the budget is spent, or if there is no memory for the width.
        """
