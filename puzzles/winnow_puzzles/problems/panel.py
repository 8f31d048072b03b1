"""The panel: noisy players of different kinds, and the exact probability that each solves a problem.

Every player's choice depends on the position alone, and no position occurs twice on a line, so one pass over the tree
from its ends gives the exact probabilities of all players, without sampling.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from winnow_puzzles.problems.base import NATURALS
from winnow_puzzles.problems.tree import Step, Tree
from winnow_puzzles.problems.walk import natural_steps

PANEL_VERSION = 3
"""Raise this number with every change of a probability."""
DEPTHS = (1, 2, 3, 4)
"""The depths of players who look ahead; further players draw one of two neighbouring depths at each move."""
CARES = (1, 2, 3)
"""The depths of careful players."""
LAPSES = (0.03, 0.1, 0.3)
"""The chance of a lapse: a move drawn uniformly from all legal ones."""
SHARPNESS = (3.0, 8.0, 20.0)
"""The sharpness of players who judge by play-outs: the odds of two moves whose play-outs win with probabilities p and q
are exp(sharpness * (p - q))."""
IMAGINED = (8.0, 20.0)
"""The sharpness of players whose play-outs are those of a natural player with lapses instead of random ones."""
_FAR = 10**6

Places = list[list[int]]
"""By open position: the places of some of its children."""
Floats = NDArray[np.float64]


class _Seen:
    """A problem's tree for the players: each position comes after all its successors, the problem's own last.

    A position is open if the goal is not reached and still can be: in all others the outcome is decided.
    """

    def __init__(self, tree: Tree) -> None:
        inside = set(tree.following(tree.root))
        order = [place for place in tree.value if place in inside]
        number = {place: i for i, place in enumerate(order)}

        def children(steps: Sequence[Step]) -> list[int]:
            return list(dict.fromkeys([number[step.child] for step in steps]))

        self.won = list(map(tree.is_goal, order))
        """For every position (as are the next two): whether the goal is reached in it."""
        self.to_loss = [_FAR if tree.wins(place) else tree.depth[place] for place in order]
        """The number of moves after which every line has ended without the goal; `_FAR` if some line reaches it."""
        self.to_win = list[int]()
        """The least number of moves to the goal; `_FAR` or more if it cannot be reached."""
        for place, is_won in zip(order, self.won, strict=True):
            below = children(tree.steps(place))
            self.to_win.append(0 if is_won else min([self.to_win[child] + 1 for child in below], default=_FAR))
        self.open = [i for i, is_won in enumerate(self.won) if not is_won and self.to_win[i] < _FAR]
        """The places of the open positions."""
        self.children: Places = [children(tree.steps(order[i])) for i in self.open]
        self.natural: list[Places] = [
            [children(natural_steps(tree, order[i], player)) for i in self.open] for player in range(NATURALS)
        ]
        """By natural player: the children of open positions, the most natural first."""


_NUMBERS = range(1, NATURALS + 1)
_BLENDS = {"+".join(map(str, blend)): blend for size in _NUMBERS for blend in combinations(_NUMBERS, size)}
"""The natural players alone and together, by name."""
_AHEAD = {f"{sum(depths) / len(depths):g}": depths for depths in (*((depth,) for depth in DEPTHS), *pairwise(DEPTHS))}
_LAPSING = {
    **{f"ahead-{name}": [f"ahead-{depth}" for depth in depths] for name, depths in sorted(_AHEAD.items())},
    **{f"natural-{name}": [f"natural-{n}" for n in blend] for name, blend in _BLENDS.items()},
    **{
        f"careful-{name}-{depth}": [f"careful-{n}-{depth}" for n in blend]
        for name, blend in _BLENDS.items()
        for depth in CARES
    },
}
"""The habits of each player with lapses: one, or several of which one is drawn at each move."""
_IMAGINED_BY = [list(_LAPSING).index(f"natural-{name}") for name in _BLENDS]
"""The places of the natural players, alone and together, among those with lapses."""
_JUDGING = {
    **{f"play-outs-random/{sharpness:g}": (0, sharpness) for sharpness in SHARPNESS},
    **{
        f"play-outs-{name}/{sharpness:g}": (place, sharpness)
        for place, name in enumerate(_BLENDS, 1)
        for sharpness in IMAGINED
    },
}
"""By player who judges by play-outs: who plays them (0: random, else 1 + index in `_BLENDS`), and sharpness."""
_NAMES = [*(f"{name}/{lapse}" for name in _LAPSING for lapse in LAPSES), *_JUDGING]


_HABITS = [f"ahead-{depth}" for depth in DEPTHS] + [f"natural-{n}" for n in _NUMBERS]
_HABITS += [f"careful-{n}-{depth}" for n in _NUMBERS for depth in CARES]
_SHARES: Floats = np.array([[(habit in own) / len(own) for habit in _HABITS] for own in _LAPSING.values()])
"""How often each player with lapses follows each habit."""


def success(tree: Tree) -> dict[str, float]:
    """Return for each player of the panel the probability, exact up to rounding, that it solves the problem."""
    lapsing, judging = _solved(_Seen(tree))
    return dict(zip(_NAMES, [*lapsing.ravel().tolist(), *judging.tolist()], strict=True))


def _solved(seen: _Seen) -> tuple[Floats, Floats]:
    """Return the probabilities of the players with lapses, (players, lapses), and of those who judge by play-outs."""
    lapses, imagined = np.array(LAPSES), np.array(_IMAGINED_BY)
    judges, sharpness = (np.array(column) for column in zip(*_JUDGING.values(), strict=True))
    won = np.array(seen.won, dtype=float)
    lapsing = np.tile(won[:, None, None], (1, len(_SHARES), len(LAPSES)))
    judging = np.tile(won[:, None], (1, len(judges)))
    random = won
    for place, children, *taken in zip(seen.open, seen.children, *_habits(seen), strict=True):
        if len(children) == 1:
            for chances in (lapsing, judging, random):
                chances[place] = chances[children[0]]
            continue
        below = lapsing[children]
        chosen = _SHARES @ _evenly(children, taken)
        lapsing[place] = (1 - lapses) * np.einsum("pc,cpl->pl", chosen, below) + lapses * below.mean(axis=0)
        judged = np.column_stack((random[children], below[:, imagined, -1]))
        weights = np.exp(sharpness * (judged - judged.max(axis=0))[:, judges])
        judging[place] = (weights * judging[children]).sum(axis=0) / weights.sum(axis=0)
        random[place] = random[children].mean()
    return lapsing[-1], judging[-1]


def _evenly(children: Sequence[int], taken: Sequence[Sequence[int]]) -> Floats:
    """Return the share of each child in each row of children taken: shape (rows, children)."""
    column = {child: i for i, child in enumerate(children)}
    found = np.zeros((len(taken), len(children)))
    for row, some in zip(found, taken, strict=True):
        for child in some:
            row[column[child]] = 1 / len(some)
    return found


def _habits(seen: _Seen) -> list[Places]:
    """Return the children that each habit takes, one for each column of `_SHARES`."""
    ahead = [_ahead(seen, depth, seen.children) for depth in DEPTHS]
    careful = [_first(_ahead(seen, depth, ordered)) for ordered in seen.natural for depth in CARES]
    return [*ahead, *map(_first, seen.natural), *careful]


def _first(children: Places) -> Places:
    return [places[:1] for places in children]


def _ahead(seen: _Seen, depth: int, children: Places) -> Places:
    """Return the children that a player who looks `depth` moves ahead still considers, in the order given.

    The player takes a goal within its sight and avoids lines that it sees failing.
    """
    left = []
    for places in children:
        winning = [child for child in places if seen.to_win[child] < depth]
        left.append(winning or [child for child in places if seen.to_loss[child] >= depth] or places)
    return left
