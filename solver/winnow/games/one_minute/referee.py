"""The referee of One-Minute: finished foundations, and prices that bound the cost of labels, layer by layer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.deals import Deal
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.referee import Claim, Content, PileResult, Referee
from winnow.core.results import BeyondError, Proven, field_of, require
from winnow.games.one_minute.rules import OneMinute, Position, first_wrong
from winnow_kernels.one_minute.priced_layers import MOST_CARDS, MOST_NEAR, MOST_PICKUP, MOST_PRICE, PricedLayers

MOST_LABELS = 40_000_000
"""The most labels expanded in one proof; beyond, a check takes too long."""
MOST_SETS = 1 << 22
"""The most sets of remembered cards, over all nodes and tables; beyond, a check takes too long."""
_NODE_BYTES = 400
"""The bytes held for a node that remembers cards, an upper estimate."""
_CHUNK = 5_000
"""Labels between two checks of the limits."""
_NUMBER = re.compile("0|-?[1-9][0-9]{0,8}")
_MOST_HANDLINGS = 1 << 20
"""More handlings than any line without detours has."""


@dataclass(frozen=True)
class Prices:
    """Prices of the cards left, in 1/256 handling, from a layer on; `near`: the cards remembered by (pass, card)."""

    layer: int
    prices: tuple[int, ...]
    near: Mapping[tuple[int, int], tuple[int, ...]]

    def lines(self) -> Iterator[str]:
        """Yield the certificate's lines."""
        yield " ".join(map(str, ("prices", self.layer, *self.prices)))
        for (turn, card), others in sorted(self.near.items()):
            yield " ".join(map(str, ("near", turn, card, *others)))


class PricedBound:
    """The claim that no line from `position` ends with fewer than `bound` handlings."""

    def __init__(self, game: OneMinute, position: Position, bound: int, meter: Meter) -> None:
        """Raise CheckFailedError if this content is not for such a claim."""
        if position.top is None:
            position = game.play(position, game.deal[0])
        cards = position.waste + position.hand
        require(game.rules.passing == "free", "this content is for free passing")
        require(len(cards) <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards left", BeyondError)
        self.pickup, most = game.rules.pickup, MOST_PICKUP
        require(self.pickup <= most, f"this content is for pick-ups of at most {most} handlings", BeyondError)
        require(bound <= _MOST_HANDLINGS, f"this content is for bounds of at most {_MOST_HANDLINGS}", BeyondError)
        in_order = [*cards, cast(Card, position.top)]
        self.suits = [STANDARD_SUITS.index(card[1]) for card in in_order]
        self.ranks = [STANDARD_RANKS.index(card[0]) for card in in_order]
        self.cards = len(cards)
        self.place = len(position.waste)
        # The kernel counts the waste as handled in the current pass, which it was not.
        self.target = max(0, bound - position.handlings + self.place)
        self.passes = self._most_passes()
        self.meter = meter

    def read(self, lines: Iterator[str]) -> list[Prices]:
        """Return the prices from a certificate's lines; raise CheckFailedError if they are not well formed."""
        changes: list[Prices] = []
        near: dict[tuple[int, int], tuple[int, ...]] = {}
        sets = MOST_SETS
        for line in lines:
            self.meter.step()
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
                require(0 <= turn < self.passes and 0 <= card < self.cards, "there is no such node")
                require((turn, card) not in near, "a node is there twice")
                require(len(others) <= MOST_NEAR and len({*others}) == len(others), "a node remembers other numbers")
                require(all(0 <= other < self.cards for other in others), "there is no such card")
                near[turn, card] = tuple(others)
                self.meter.hold(_NODE_BYTES)
                sets -= 1 << len(others)
                require(sets > 0, f"the nodes remember more than {MOST_SETS:,} sets of cards", BeyondError)
        require(bool(changes) and changes[0].layer == 0, "the first layer has no prices")
        return changes

    def labels(self, changes: Iterable[Prices]) -> int:
        """Return the number of labels expanded in all layers.

        Raises CheckFailedError unless every line is shown to reach the bound, and BeyondError or ExhaustedError at a
        limit.
        """
        in_force = {change.layer: change for change in changes}
        layers = self._start()
        held = 0
        total = 0
        for layer in range(self.cards):
            if layer in in_force:
                if not layers.put_in_force(in_force[layer].prices, in_force[layer].near, self.meter.look):
                    raise ExhaustedError("memory")
                if layer:
                    layers.drop(self.meter.look)
            total += layers.labels_kept
            require(total <= MOST_LABELS, f"the proof has more than {MOST_LABELS:,} labels", BeyondError)
            for begun in range(0, layers.labels_kept, _CHUNK):
                if not layers.expand(begun, _CHUNK):
                    raise ExhaustedError("memory")
                self.meter.step(min(_CHUNK, layers.labels_kept - begun))
                self.meter.hold(max(0, layers.memory - held))
                held = max(held, layers.memory)
            layers.advance()
        require(not layers.labels_kept, "a line of fewer handlings is left")
        return total

    def _most_passes(self) -> int:
        """Return the most passes of a line below the bound.

        Each pass plays at least one card: a card of pass p costs p handlings more than one, and each pass its pick-up.
        """
        passes = 1
        while passes <= self.cards and self.cards + passes * (passes + 1) // 2 + passes * self.pickup < self.target:
            passes += 1
        return passes

    def _start(self) -> PricedLayers:
        try:
            return PricedLayers(
                self.suits, self.ranks, self.place, self.pickup, self.passes, self.target, self.meter.bytes_left
            )
        except MemoryError:
            raise ExhaustedError("memory") from None

    def _numbers(self, line: str, word: str, count: int | None = None) -> list[int]:
        """Return the `count` whole numbers after the first word of a line; raise CheckFailedError for another line."""
        first, *words = line.split(" ", self.cards + 4)
        require(first == word, f"a line should begin with {word!r}")
        require(all(map(_NUMBER.fullmatch, words)), "not a whole number")
        require(len(words) == count if count is not None else len(words) > 2, f"{word!r} lacks numbers or has too many")
        return list(map(int, words))


def check(claim: Claim, lines: Iterator[str], meter: Meter) -> Proven:
    """Return the bound; raise CheckFailedError unless every label reaches it, is dominated, or is expanded."""
    game = claim.bound_to(OneMinute)
    bound: int = field_of(claim.record, "bound", int)
    claimed = PricedBound(game, claim.position, bound, meter)
    labels = claimed.labels(claimed.read(lines))
    return Proven(game.bound_loses(bound), bound, f"priced bounds, in layers of {labels:,} label{'s' * (labels != 1)}")


def _judged(deal: Deal) -> PileResult:
    """Return the result of judging a foundation by step 12 of the source."""
    found = first_wrong(deal.cards)
    if found is None:
        return PileResult(None, "won: every card matches, or lies at an impasse")
    place, above = found
    card, below, other = (deal.cards[at] for at in (place, place - 1, above))
    text = f"lost: card {place + 1}, {card}, does not match {below}, and {other} (card {above + 1}) above it does"
    return PileResult(place, text)


class OneMinuteReferee(Referee):
    """Checks priced layers and finished foundations."""

    contents: ClassVar[Mapping[str, Content]] = {"priced-layers": check}
    pile = staticmethod(_judged)
