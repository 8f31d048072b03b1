"""Head's last pass without discards (`last-melds`) rules out no score that the first search alone reaches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest

from head_decks import random_deck
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.games.head import engine as head
from winnow.games.head.rules import Head
from winnow_kernels.common.budget import Budget
from winnow_kernels.head.search import HeadSearch

AT_THE_END = [
    ("4MS CM 8YK 2SY 7SK AS 9MS 3MW CL 8MS 3LY X", {"hand": "5"}, 2),
    ("2SY 7WY 4MS AS AW 4MS 3SK AW 4MS 9WY 2SY AS AK", {"hand": "5", "melding": "optional"}, 3),
    ("7WY 9LK 8WL CW AM AK CK 5SW CL 9WY 2MK 8YK PMYK 2WL", {"hand": "6", "melding": "optional"}, 4),
]
"""Decks whose best line melds cards of a parted block that come up last; their best scores by plain search."""


def games(seed: int, count: int, most: int) -> Iterator[Head]:
    """Yield decks with and without equal cards."""
    rng = random.Random(seed)
    for _ in range(count):
        values = {
            "deck": "as-dealt",
            "hand": rng.randint(3, 6),
            "passes": rng.choice([2, 3, 3, 4]),
            "melding": rng.choice(["forced", "optional"]),
            "extended": True,
        }
        yield Head(read_rules(Head, values), random_deck(rng, most, extended=True))


def compare(monkeypatch: pytest.MonkeyPatch, decks: Iterator[Head], lost_hands: int) -> None:
    """Compare best scores with those without `last-melds`, which other tests compare with plain search."""
    monkeypatch.setattr(head, "HeadSearch", partial(HeadSearch, lost_hands=lost_hands))
    for game in decks:
        without, within = (
            head.solve(Task(game, game.start(), best=True, without=frozenset(off)), Budget())
            for off in ({"last-melds"}, ())
        )
        assert (within.score, within.bound) == (without.score, without.score), game.deal


@pytest.mark.parametrize(("deal", "rules", "score"), AT_THE_END)
def test_a_parted_block_comes_up_last(deal, rules, score):
    game = Deal.parse("head", deal, {"deck": "as-dealt", "extended": "true", **rules}).bind()
    answer = head.solve(Task(game, game.start(), best=True), Budget())
    assert answer.score == answer.bound == score


@pytest.mark.parametrize("lost_hands", [4, 1 << 14])
def test_scores_are_those_without_it(monkeypatch, lost_hands):
    compare(monkeypatch, games(1, 300, 18), lost_hands)


@pytest.mark.full
@pytest.mark.parametrize("lost_hands", [1, 4, 64, 1 << 14])
def test_scores_are_those_without_it_at_length(monkeypatch, lost_hands):
    compare(monkeypatch, games(2, 12_000, 18), lost_hands)
    compare(monkeypatch, games(3, 1_000, 30), lost_hands)
