"""Checks a bound on One-Minute's handlings: prices of cards bound what labels still cost, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ext.priced_layers import MOST_CARDS, MOST_NEAR, MOST_PICKUP, MOST_PRICE, PricedLayers
from solver.cards import STANDARD_RANKS, STANDARD_SUITS
from solver.games.one_minute import OneMinute, Position
from solver.referee.records import Claim
from solver.referee.results import CheckFailedError, Proven, field_of, require

MOST_LABELS = 20_000_000
"""Played on from in one proof: beyond, a check takes too long."""
MOST_SETS = 1 << 17
"""Of remembered cards, over all nodes: beyond, a table takes too long."""
_NODE_BYTES = 400
"""What Python holds for a node that remembers cards: an estimate from above."""
_CHUNK = 5_000
"""Labels between two looks at the limits of whoever asks."""
_MOST_HANDLINGS = 1 << 20
"""More than any line without detours takes."""


class TooLargeError(CheckFailedError):
    """The claim or its proof is beyond what this content is checked for."""


@dataclass(frozen=True)
class Prices:
    """Prices of the cards left, in 1/256 handling, from layer `layer` on, and which cards each (pass, card) remembers."""

    layer: int
    prices: tuple[int, ...]
    near: Mapping[tuple[int, int], tuple[int, ...]]


@dataclass(frozen=True)
class Evidence:
    """The passes that a line below the bound can have, and the prices, by layers."""

    passes: int
    changes: tuple[Prices, ...]

    def lines(self) -> Iterator[str]:
        """Yield the certificate's lines."""
        yield f"passes {self.passes}"
        for change in self.changes:
            yield " ".join(map(str, ("prices", change.layer, *change.prices)))
            for (turn, card), others in sorted(change.near.items()):
                yield " ".join(map(str, ("near", turn, card, *others)))


class PricedBound:
    """The claim that no line from `position`, in which the base is laid, ends with fewer than `bound` handlings."""

    def __init__(self, game: OneMinute, position: Position, bound: int, most_bytes: int) -> None:
        """Raise CheckFailedError if this content is not for such a claim."""
        cards = position.waste + position.hand
        require(game.rules.passing == "free", "this content is for free passing")
        _limit(len(cards) <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards left")
        _limit(game.rules.pickup <= MOST_PICKUP, f"this content is for pick-ups of at most {MOST_PICKUP} handlings")
        _limit(bound <= _MOST_HANDLINGS, f"this content is for bounds of at most {_MOST_HANDLINGS}")
        in_order = [*cards, position.top or game.deal[0]]
        self.suits = [STANDARD_SUITS.index(card[1]) for card in in_order]
        self.ranks = [STANDARD_RANKS.index(card[0]) for card in in_order]
        self.cards = len(cards)
        self.place = len(position.waste)
        self.pickup = game.rules.pickup
        # The waste counts as handled in the pass under way, which it was not.
        self.target = max(0, bound - position.handlings + self.place)
        self.most_bytes = most_bytes

    def read(self, lines: Iterator[str]) -> Evidence:
        """Return the evidence from a certificate's lines; raise CheckFailedError where they are not as told."""
        passes = self._numbers(next(lines, ""), "passes", 1)
        require(1 <= passes[0] <= self.most_passes(), "there are no such passes")
        changes: list[Prices] = []
        near: dict[tuple[int, int], tuple[int, ...]] = {}
        nodes = self.most_bytes // _NODE_BYTES
        for line in lines:
            if line.startswith("prices "):
                layer, *prices = self._numbers(line, "prices", self.cards + 1)
                after = changes[-1].layer if changes else -1
                require(after < layer < max(1, self.cards), "the layers are not in order")
                require(all(-MOST_PRICE <= price <= MOST_PRICE for price in prices), f"a price is over {MOST_PRICE}")
                near = {}
                changes.append(Prices(layer, tuple(prices), near))
            else:
                require(bool(changes), "there are no prices yet")
                turn, card, *others = self._numbers(line, "near")
                require(0 <= turn < passes[0] and 0 <= card < self.cards, "there is no such node")
                require((turn, card) not in near, "a node is there twice")
                require(0 < len(others) <= MOST_NEAR and len({*others}) == len(others), "a node remembers other numbers")
                require(all(0 <= other < self.cards for other in others), "there is no such card")
                near[turn, card] = tuple(others)
                nodes -= 1
                _limit(nodes > 0, "the prices need more memory than allowed")
        require(bool(changes) and changes[0].layer == 0, "the first layer has no prices")
        for change in changes:
            sets = sum((1 << len(others)) - 1 for others in change.near.values())
            _limit(sets <= MOST_SETS, f"the nodes remember more than {MOST_SETS:,} sets")
        return Evidence(passes[0], tuple(changes))

    def most_passes(self) -> int:
        """Return how many passes a line below the bound can have at most.

        A pass is begun to play a card in it: one of pass p costs p handlings more than one, and each pass its pick-up.
        """
        passes = 1
        while passes <= self.cards and self.cards + passes * (passes + 1) // 2 + passes * self.pickup < self.target:
            passes += 1
        return passes

    def ends_before(self, passes: int, prices: tuple[int, ...]) -> bool:
        """Tell whether these prices show that no line below the bound has more passes."""
        most = self.most_passes()
        if passes == most:
            return True
        layers = self._start()
        self._put_in_force(layers, most, Prices(0, prices, {}), passes)
        _limit(layers.expand(0, 1), "the labels need more memory than allowed")
        layers.advance()
        return not layers.labels_kept

    def layers(self, evidence: Evidence) -> Iterator[tuple[int, int]]:
        """Go through all layers; yield now and then the labels played on from since the last time, and the bytes held.

        Raises CheckFailedError unless every line is shown to reach the bound, which takes no more than the limits.
        """
        first = evidence.changes[0].prices
        require(self.ends_before(evidence.passes, first), f"a line may have more than {evidence.passes} passes")
        layers = self._start()
        changes = {change.layer: change for change in evidence.changes}
        left = MOST_LABELS
        for layer in range(self.cards):
            if layer in changes:
                self._put_in_force(layers, evidence.passes, changes[layer])
                if layer:
                    layers.drop()
            left -= layers.labels_kept
            _limit(left >= 0, f"the proof has more than {MOST_LABELS:,} labels")
            for begun in range(0, layers.labels_kept, _CHUNK):
                _limit(layers.expand(begun, _CHUNK), "the labels need more memory than allowed")
                yield min(_CHUNK, layers.labels_kept - begun), layers.memory
            layers.advance()
        require(not layers.labels_kept, "a line of fewer handlings is left")

    def _start(self) -> PricedLayers:
        try:
            return PricedLayers(self.suits, self.ranks, self.place, self.pickup, self.target, self.most_bytes)
        except MemoryError:
            raise TooLargeError("the labels need more memory than allowed") from None

    def _put_in_force(self, layers: PricedLayers, passes: int, prices: Prices, first_end: int = 0) -> None:
        fits = layers.put_in_force(passes, prices.prices, prices.near, first_end)
        _limit(fits, "the tables need more memory than allowed")

    def _numbers(self, line: str, word: str, count: int | None = None) -> list[int]:
        """Return the whole numbers after the word that a line begins with."""
        first, *words = line.split(" ", self.cards + 4)
        require(first == word, f"a line should begin with {word!r}")
        require(all(len(number) < 10 and number.removeprefix("-").isdigit() for number in words), "not a whole number")
        require(len(words) == count if count is not None else len(words) > 2, f"{word!r} lacks numbers or has too many")
        return list(map(int, words))


def _limit(condition: bool, text: str) -> None:
    """Raise TooLargeError with the text unless the condition holds."""
    if not condition:
        raise TooLargeError(text)


def check(claim: Claim, lines: Iterator[str], most_bytes: int) -> Proven:
    """Check that every label of every layer costs the bound, is dominated, or is played on, until none is left."""
    game, position = claim.bound_to(OneMinute), claim.position
    bound: int = field_of(claim.record, "bound", int)
    laid = game.play(position, game.deal[0]) if position.top is None else position
    claimed = PricedBound(game, laid, bound, most_bytes)
    labels = sum(count for count, _ in claimed.layers(claimed.read(lines)))
    return Proven(game.bound_loses(bound), bound, f"priced bounds in layers of {labels:,} labels")
