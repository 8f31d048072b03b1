"""The shares of a loss among the components of a box, and those known to have no layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter


@dataclass(frozen=True)
class Share:
    """The layouts of a box in which `least[k]` to `most[k]` pairs of each component k touch.

    With `runs`, `least` equals `most`, and the rows and columns have at most `runs` runs of cards in all: whole
    components can then be placed.
    """

    least: Sequence[int]
    most: Sequence[int]
    runs: int | None = None


class Cores:
    """The shares of a box known to have no layout, by the pairs of some components and, where needed, the runs."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], tuple[Callable[[Sequence[int]], object], set[object]]] = {}
        """For each tuple of components (one more number is the runs): a getter of their numbers, and those excluded."""

    def add(self, share: Share, components: Sequence[int], runs: bool) -> None:
        """Record that `share` has no layout because of the pairs of `components` and, if `runs`, its runs."""
        parts = (*components, len(share.least)) if runs else tuple(components)
        if parts not in self._found:
            self._found[parts] = itemgetter(*parts) if parts else lambda _: None, set()
        pick, excluded = self._found[parts]
        excluded.add(pick(_numbers(share)))

    def exclude(self, share: Share) -> bool:
        """Return whether `share` is known to have no layout."""
        if share.runs is None:
            return False
        numbers = _numbers(share)
        return any(pick(numbers) in excluded for pick, excluded in self._found.values())


def _numbers(share: Share) -> Sequence[int]:
    return [*share.least, share.runs or 0]


def shared_out(most: Sequence[int], loss: int) -> Iterator[tuple[int, ...]]:
    """Yield each tuple of numbers with the sum `loss`, the k-th at most `most[k]`.

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
