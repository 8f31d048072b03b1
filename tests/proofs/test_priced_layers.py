"""One-Minute's priced layers: their bounds agree with plain search for any prices."""

from __future__ import annotations

import random

import pytest

from random_play import sizes
from small_decks import decks
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget, pose
from winnow.core.meter import Meter
from winnow.core.results import BeyondError, CheckFailedError
from winnow.core.verdicts import Limits
from winnow.games.one_minute import proofs
from winnow.games.one_minute import referee as priced_layers
from winnow.games.one_minute.referee import PricedBound, Prices
from winnow_kernels.common.budget import Budget
from winnow_kernels.one_minute.priced_layers import MOST_PICKUP, MOST_PRICE, PricedLayers

MIB = 1 << 20
small_game = decks("one-minute").small_game


def shown(game, position, bound, changes):
    """Return whether these prices prove that no line from the position ends with fewer handlings than `bound`."""
    try:
        PricedBound(game, position, bound, Meter(100)).labels(changes)
    except BeyondError:
        raise
    except CheckFailedError:
        return False
    return True


def random_prices(rng, cards, passes):
    """Return random prices for some layers, with random memories of nodes."""
    changes = []
    for layer in sorted({0, *(rng.randrange(max(1, cards)) for _ in range(rng.choice([0, 1, 3])))}):
        size = rng.choice([0, 256, 1024, 4096, MOST_PRICE])
        near = {}
        for _ in range(rng.choice([0, 3, 30]) if cards else 0):
            others = rng.sample(range(cards), min(cards, rng.choice([1, 2, 4, 8])))
            near[rng.randrange(passes), rng.randrange(cards)] = tuple(others)
        changes.append(Prices(layer, tuple(rng.randint(-size, size) for _ in range(cards)), near))
    return changes


def free_decks(seed, count, fewest, most):
    for cards, options, position, score in decks("one-minute").solved_by_plain_search(seed, count, fewest, most):
        if options["passing"] == "free":
            yield small_game(cards, **options), position, score


@sizes((31, 300), (32, 4000))
def test_what_is_shown_agrees_with_plain_search_whatever_the_prices_are(seed, count):
    """With any prices the least handlings are proved as a bound, and one more is not."""
    rng = random.Random(seed)
    proved = 0
    for game, position, score in free_decks(seed, count, 2, 10 if count < 1000 else 13):
        ended = not position.hand and not position.waste
        for bound in (score - 1, score, score + 1, score + 5):
            claimed = PricedBound(game, position, bound, Meter(100))
            found = shown(game, position, bound, random_prices(rng, claimed.cards, claimed.passes))
            assert found == (bound <= score and not ended), (game.deal, position, bound)
        if not ended:
            lines = proofs.priced_layers(game, position, score, Budget())
            claimed = PricedBound(game, position, score, Meter(100))
            assert shown(game, position, score, claimed.read(iter(lines)))
            with pytest.raises(ValueError, match="a line takes"):
                proofs.priced_layers(game, position, score + 1, Budget())
            proved += 1
    assert proved > count // 3


def test_what_is_beyond_the_content_leaves_no_certificate(monkeypatch):
    dear = small_game(["AS", "2D", "AD", "3C"], pickup=MOST_PICKUP + 1)
    assert proofs.priced_layers(dear, dear.start(), 4, Budget()) is None
    many = small_game(["AS", *(["2S", "3D"] * 40)])
    assert proofs.priced_layers(many, many.start(), 81, Budget()) is None
    monkeypatch.setattr(priced_layers, "MOST_LABELS", 1000)
    assert prove_question(pose("one-minute", number=2, best=True), make_budget(Limits())).content is None


def test_the_kernel_refuses_what_is_out_of_range():
    for suits, place, pickup, passes in (([0], 1, 0, 1), ([0] * 65, 0, 0, 1), ([0, 1], 0, -1, 1), ([0, 1], 0, 0, 65)):
        with pytest.raises(ValueError, match=r"cards|passes"):
            PricedLayers(suits, suits, place, pickup, passes, 10, MIB)
    with pytest.raises(ValueError, match="suit 4"):
        PricedLayers([4, 0], [0, 0], 0, 0, 1, 10, MIB)
    with pytest.raises(MemoryError):
        PricedLayers([0, 1], [0, 1], 0, 0, 2, 10, 1000)
    layers = PricedLayers([0, 1, 0], [0, 1, 2], 0, 0, 2, 10, MIB)
    for prices, near in (
        ([1], {}),
        ([1, MOST_PRICE + 1], {}),
        ([1, 2], {(2, 0): [1]}),
        ([1, 2], {(0, 2): [1]}),
        ([1, 2], {(0, 0): [2]}),
        ([1, 2], {(0, 0): [1, 1]}),
        ([1, 2], {(0, 0): list(range(9))}),
    ):
        with pytest.raises(ValueError, match=r"price|pass|card"):
            layers.put_in_force(prices, near)
