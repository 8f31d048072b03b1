"""The panel: noisy players of different kinds, and the exact probability with which each solves a problem.

Every player chooses by the position alone, and no position comes up twice on a line, so one pass over the tree from
its ends gives the probabilities exactly: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum
from typing import Any

from winnow.games import Game
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.tree import Step, Tree
from winnow_puzzles.problems.walk import natural_steps

PANEL_VERSION = 2
"""Whatever changes a probability raises this number."""
DEPTHS = (1, 2, 3, 4)
CARES = (1, 2, 3)
"""How many moves a careful player looks ahead."""
LAPSES = (0.03, 0.1, 0.3)
"""The share of moves that a player with lapses draws from all legal ones."""
SHARPNESS = (3.0, 8.0, 20.0)
"""How strongly a player who judges by play-outs prefers the better move: the odds of two moves whose play-outs win with
probabilities p and q are as exp(sharpness * (p - q))."""
IMAGINED = (8.0, 20.0)
"""The same of players whose play-outs are not random: they imagine how a natural player with lapses would go on."""
PLAY_OUTS = "play-outs"
_FAR = 10**6

Places = list[list[int]]
"""For each open position the places of some of its children."""


@dataclass(frozen=True)
class _Seen:
    """A problem's tree as the players see it, each position after all that can follow it, the problem's own last.

    Open are the positions in which the goal is not reached and still can be: in all others nothing is to be played for.
    """

    open: list[int]
    """Their places."""
    children: Places
    natural: list[Places]
    """For each natural player the children, the most natural first."""
    won: list[bool]
    """For every position, as the next two, whether the goal is reached in it."""
    to_loss: list[int]
    """After how many moves every line has ended without the goal; `_FAR` if some line reaches it."""
    to_win: list[int]
    """After how many moves the goal can be reached first; `_FAR` if it cannot."""


def success(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> dict[str, float]:
    """Return for each player of the panel the probability, exact up to rounding, that it solves the problem."""
    seen = _see(problems, game, tree, node)
    return {name: chances[-1] for name, chances in _players(seen, problems.naturals)}


def _players(seen: _Seen, naturals: int) -> Iterator[tuple[str, list[float]]]:
    """Yield each player's name with the probabilities that it reaches the goal from each position."""
    for depth in DEPTHS:
        yield from _lapsing(f"ahead-{depth}", seen, _ahead(seen, depth, seen.children))
    imagined: list[list[float]] = []
    for number, ordered in enumerate(seen.natural, 1):
        played = list(_lapsing(f"natural-{number}", seen, _first(ordered)))
        imagined.append(played[-1][1])
        yield from played
    for number, ordered in enumerate(seen.natural, 1):
        for depth in CARES:
            yield from _lapsing(f"careful-{number}-{depth}", seen, _first(_ahead(seen, depth, ordered)))
    random = _solved(seen, seen.children, 0.0)
    for sharpness in SHARPNESS:
        yield f"{PLAY_OUTS}-random/{sharpness:g}", _by_chances(seen, random, sharpness)
    for natural in range(naturals):
        for sharpness in IMAGINED:
            yield f"{PLAY_OUTS}-{natural + 1}/{sharpness:g}", _by_chances(seen, imagined[natural], sharpness)


def player(name: str) -> str:
    """Return the player, lapses or sharpness left out.

    >>> player("ahead-1/0.1"), player("play-outs-2/8")
    ('ahead-1', 'play-outs-2')
    """
    return name.partition("/")[0]


def kinds(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the players by their kind, which their names begin with.

    >>> kinds(["ahead-1/0.1", "ahead-2/0.1", "play-outs-random/8"])
    {'ahead': ['ahead-1/0.1', 'ahead-2/0.1'], 'play-outs': ['play-outs-random/8']}
    """
    found: dict[str, list[str]] = {}
    for name in names:
        kind = name.partition("-")[0] if not name.startswith(PLAY_OUTS) else PLAY_OUTS
        found.setdefault(kind, []).append(name)
    return found


def _lapsing(name: str, seen: _Seen, chosen: Places) -> Iterator[tuple[str, list[float]]]:
    """Yield, for each share of lapses, the player who takes any of these children, but in a lapse any child at all."""
    for lapse in LAPSES:
        yield f"{name}/{lapse}", _solved(seen, chosen, lapse)


def _solved(seen: _Seen, chosen: Places, lapse: float) -> list[float]:
    chances = [float(won) for won in seen.won]
    for place, children, taken in zip(seen.open, seen.children, chosen, strict=True):
        chances[place] = (1 - lapse) * _mean(chances, taken) + lapse * _mean(chances, children)
    return chances


def _mean(chances: Sequence[float], places: Sequence[int]) -> float:
    return chances[places[0]] if len(places) == 1 else fsum([chances[place] for place in places]) / len(places)


def _by_chances(seen: _Seen, judged: Sequence[float], sharpness: float) -> list[float]:
    """Return the chances of the player who prefers children from which another player's chances are better."""
    chances = [float(won) for won in seen.won]
    for place, children in zip(seen.open, seen.children, strict=True):
        best = max([judged[child] for child in children])
        weights = [exp(sharpness * (judged[child] - best)) for child in children]
        parts = [weight * chances[child] for weight, child in zip(weights, children, strict=True)]
        chances[place] = fsum(parts) / fsum(weights)
    return chances


def _first(children: Places) -> Places:
    return [places[:1] for places in children]


def _ahead(seen: _Seen, depth: int, children: Places) -> Places:
    """Return the children left to a player who looks so many moves ahead, in the order given.

    It goes for a goal that it sees and shuns what it sees ending without one.
    """
    left = []
    for places in children:
        winning = [child for child in places if seen.to_win[child] < depth]
        left.append(winning or [child for child in places if seen.to_loss[child] >= depth] or places)
    return left


def _see(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> _Seen:
    inside = set(tree.following(node))
    order = [place for place in tree.order if place in inside]
    number = {place: i for i, place in enumerate(order)}
    won = [problems.measure(game, tree.positions[place]) == tree.value[0] for place in order]
    to_loss: list[int] = []
    to_win: list[int] = []
    for place, is_won in zip(order, won, strict=True):
        below = [number[step.child] for step in tree.steps[place]]
        to_win.append(0 if is_won else min(_FAR, min([to_win[child] + 1 for child in below], default=_FAR)))
        to_loss.append(_FAR if is_won else min(_FAR, max([to_loss[child] + 1 for child in below], default=0)))
    opened = [i for i, is_won in enumerate(won) if not is_won and to_win[i] < _FAR]

    def children(steps: Sequence[Step]) -> list[int]:
        return list(dict.fromkeys([number[step.child] for step in steps]))

    natural = [
        [children(natural_steps(problems, game, tree, order[i], player)) for i in opened]
        for player in range(problems.naturals)
    ]
    return _Seen(opened, [children(tree.steps[order[i]]) for i in opened], natural, won, to_loss, to_win)
