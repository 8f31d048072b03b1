"""How a loss is shared out among the components of a box, and which shares are known to have no layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from winnow.games.blink.engine.first_cards import Loss


@dataclass(frozen=True)
class Share:
    """Some of the layouts of a box: by component how many pairs touch at least, and at most.

    With `runs` these are the same, and the rows and columns have so many runs of cards at most: whole components can be
    placed. `lost` says by component how many fewer than can these are, if the loss is shared out.
    """

    least: Sequence[int]
    most: Sequence[int]
    runs: int | None = None
    lost: Loss | None = None


class Cores:
    """The shares of a box without a layout: all those with these pairs of some components, and perhaps these runs."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], tuple[Callable[[Sequence[int]], object], set[object]]] = {}
        """By the components, and one more for the runs: what picks their numbers, and the numbers excluded."""

    def add(self, share: Share, components: Sequence[int], runs: bool) -> None:
        """Note that a share has no layout because of the pairs of some components alone, and perhaps the runs."""
        parts = (*components, len(share.least)) if runs else tuple(components)
        if parts not in self._found:
            self._found[parts] = itemgetter(*parts) if parts else _nothing, set()
        pick, excluded = self._found[parts]
        excluded.add(pick(_numbers(share)))

    def exclude(self, share: Share) -> bool:
        """Tell whether a share is known to have no layout."""
        numbers = _numbers(share)
        return any(pick(numbers) in excluded for pick, excluded in self._found.values())


def _numbers(share: Share) -> Sequence[int]:
    return [*share.least, share.runs or 0]


def _nothing(numbers: Sequence[int]) -> object:
    """Return the same for all shares: what excludes one excludes all."""
    return None


def shared_out(most: Sequence[int], loss: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to share out a loss; none takes more than its part of `most`.

    >>> list(shared_out([2, 1], 2)), list(shared_out([], 0)), list(shared_out([], 1))
    ([(2, 0), (1, 1)], [()], [])
    """
    if not 0 <= loss <= sum(most):
        return
    if len(most) <= 1:
        yield (loss,) * len(most)
        return
    for lost in range(min(loss, most[0]), -1, -1):
        for rest in shared_out(most[1:], loss - lost):
            yield (lost, *rest)
