"""The shares of a loss among the components of a box: those known to have no layout, and the first cards of searches.

The component of a first card is chosen by the nodes that searches of smaller losses took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import itemgetter

_CANDIDATES = 3
"""Number of components tried with a loss of one way: those that took the fewest nodes without a loss."""
_LONGEST = 2
"""Without a loss a trial may take this multiple of the first component's nodes; if it does not end, it is given up.
With a loss a trial may take as many nodes as the first component; if it does not end, it counts as this multiple.
"""
_WORTH_IT = 1_000
"""No trial is made if the first component took fewer nodes than this: the search ends soon, and the counts vary."""
_FEW = 100
"""Nodes added to each count, so that small counts matter little."""

Loss = tuple[int, ...]
"""For each component, the number of its pairs that do not touch."""
Trial = tuple[Loss, int, int]
"""A search of a loss known to have no layout, to measure its nodes: the loss, the component of its first card, and the
nodes after which it is given up."""


@dataclass(frozen=True)
class Share:
    """The layouts of a box in which `least[k]` to `most[k]` pairs of each component k touch.

    With `runs`, `least` equals `most`, and the rows and columns have at most `runs` runs of cards in all: whole
    components can then be placed. `lost[k]` is the number of pairs of component k that could touch but do not; None if
    the loss is not shared out.
    """

    least: Sequence[int]
    most: Sequence[int]
    runs: int | None = None
    lost: Loss | None = None

    @classmethod
    def exactly(cls, most: Sequence[int], lost: Loss) -> Share:
        """Return the share of this loss, where at most `most[k]` pairs of component k can touch."""
        pairs = [all_pairs - less for all_pairs, less in zip(most, lost, strict=True)]
        return cls(pairs, pairs, lost=lost)


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


class FirstCards:
    """The nodes that searches of one box took, by loss and by the component of their first card.

    A loss in one component multiplies the nodes by a factor that depends on the component of the first card, and hardly
    on the losses of the other components.

    >>> first_cards = FirstCards(2)
    >>> for loss, nodes in ((0, 0), (2000, 3000)), ((1, 0), (9000, 4000)), ((0, 1), (3000, 9000)):
    ...     for component in range(2):
    ...         first_cards.tell(loss, component, nodes[component])
    >>> first_cards.choice((2, 0)), first_cards.choice((0, 2)), first_cards.choice((1, 0))
    (1, 0, -1)
    """

    def __init__(self, components: int) -> None:
        self._components = components
        self._nodes: dict[Loss, dict[int, int]] = {}

    def tell(self, loss: Loss, component: int, nodes: int, ended: bool = True) -> None:
        """Record the nodes of a search of `loss`; `ended` says whether it was completed, or else given up."""
        if ended or any(loss):
            self._nodes.setdefault(loss, {})[component] = nodes if ended else _LONGEST * nodes

    def nodes_of_trials(self) -> int:
        """Return the most nodes that all trials together can take."""
        known = [min(self._nodes.get(self._one(lost), {}).values(), default=0) for lost in range(-1, self._components)]
        return _LONGEST * known[0] * (self._components - 1) + (_CANDIDATES - 1) * sum(known[1:])

    def trials(self) -> Iterator[Trial]:
        """Yield the trials to make before the losses of two ways; pass each result to `tell` before the next trial."""
        nothing = self._nodes.get(self._one(-1), {})
        if min(nothing.values(), default=0) < _WORTH_IT:
            return
        yield from self._trials(self._one(-1), range(self._components), _LONGEST * min(nothing.values()))
        fastest = sorted(nothing, key=nothing.__getitem__)[:_CANDIDATES]
        for lost in range(self._components):
            loss = self._one(lost)
            yield from self._trials(loss, fastest, min(self._nodes.get(loss, {}).values(), default=0))

    def _trials(self, loss: Loss, components: Sequence[int], nodes: int) -> Iterator[Trial]:
        """Return a trial of `loss` for each component without a count; none if no component has one."""
        known = self._nodes.get(loss)
        return ((loss, k, nodes) for k in components if known and k not in known)

    def choice(self, loss: Loss) -> int:
        """Return the component of the first card with the fewest expected nodes; -1 if too few counts are known."""
        expected = {k: self._expected(loss, k) for k in self._nodes.get(self._one(-1), {})}
        known = {k: nodes for k, nodes in expected.items() if nodes is not None}
        return min(known, key=known.__getitem__) if sum(loss) > 1 and len(known) > 1 else -1

    def _expected(self, loss: Loss, component: int) -> Fraction | None:
        """Return the expected nodes of a search: its nodes without a loss, times each lost way's own factor."""
        without = self._nodes[self._one(-1)][component] + _FEW
        times = []
        for lost, ways in enumerate(loss):
            alone = self._nodes.get(self._one(lost), {}).get(component)
            if ways and alone is None:
                return None
            if ways and alone is not None:
                times.append(max(Fraction(1), Fraction(alone + _FEW, without)) ** ways)
        return prod(times, start=Fraction(without))

    def _one(self, lost: int) -> Loss:
        """Return the loss of one way in component `lost`; -1: no loss."""
        return tuple(int(k == lost) for k in range(self._components))
