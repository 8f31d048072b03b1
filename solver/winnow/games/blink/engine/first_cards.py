"""Which component's card a loss search of Blink begins with, by how long searches of smaller losses took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

_CANDIDATES = 3
"""Components tried with a loss of one way: those that were the fastest without a loss."""
_LONGEST = 2
"""Without a loss the others are tried so many times as long as the first one took, and what does not end is given up.
With a loss they are tried as long, and what does not end counts as so many times longer.
"""
_WORTH_IT = 1_000
"""Where the first one took fewer nodes than this, nothing is tried: such numbers say little, and soon all is done."""
_FEW = 100
"""Nodes added to each number: a few say little."""

Loss = tuple[int, ...]
"""By component how many of its pairs do not touch."""


@dataclass(frozen=True)
class Trial:
    """A search of a loss that is known to have no layout, to see how long it takes from another component's card."""

    loss: Loss
    component: int
    nodes: int
    """Whether the count of nodes is a lower bound: the search was given up."""


class FirstCards:
    """The nodes that searches of one box took, by loss and by the component of the card that they began with.

    How much longer a search takes for a loss in a component depends on the component of its first card, and hardly on
    the other losses.

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
        """Note how many nodes it took to search for all layouts of a loss, or that this number was not enough."""
        if ended or any(loss):
            self._nodes.setdefault(loss, {})[component] = nodes if ended else _LONGEST * nodes

    def nodes_of_trials(self) -> int:
        """Return how many nodes the trials take at most."""
        known = [min(self._nodes.get(self._one(lost), {}).values(), default=0) for lost in range(-1, self._components)]
        return _LONGEST * known[0] * (self._components - 1) + (_CANDIDATES - 1) * sum(known[1:])

    def trials(self) -> Iterator[Trial]:
        """Yield what to try before the losses of two ways; what comes of each is to be told before the next."""
        nothing = self._nodes.get(self._one(-1), {})
        if min(nothing.values(), default=0) < _WORTH_IT:
            return
        yield from self._trials(self._one(-1), range(self._components), _LONGEST * min(nothing.values()))
        fastest = sorted(nothing, key=nothing.__getitem__)[:_CANDIDATES]
        for lost in range(self._components):
            loss = self._one(lost)
            yield from self._trials(loss, fastest, min(self._nodes.get(loss, {}).values(), default=0))

    def _trials(self, loss: Loss, components: Sequence[int], nodes: int) -> Iterator[Trial]:
        """Yield trials of the components not yet known; none where no search has ended."""
        known = self._nodes.get(loss)
        return (Trial(loss, k, nodes) for k in components if known and k not in known)

    def choice(self, loss: Loss) -> int:
        """Return the component whose card is expected to take the fewest nodes; -1: too little is known."""
        expected = {k: self._expected(loss, k) for k in self._nodes.get(self._one(-1), {})}
        known = {k: nodes for k, nodes in expected.items() if nodes is not None}
        return min(known, key=known.__getitem__) if sum(loss) > 1 and len(known) > 1 else -1

    def _expected(self, loss: Loss, component: int) -> Fraction | None:
        """Return the nodes of a search if each lost way makes it longer by the factor that it has alone."""
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
        """Return the loss of one way in a component; -1: no loss."""
        return tuple(int(k == lost) for k in range(self._components))
