"""A record of a game with rules alone: tests/nullgame, whose own tests prove and check its deals."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import winnow
from winnow.core import registry
from winnow.core.verdicts import Answer, Verdict


@pytest.fixture
def null(monkeypatch):
    """Return the name of the game, which is won when an Ace is turned; the score is the number of cards turned."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "nullgame"))
    points = {"null": EntryPoint("null", "winnow_null", registry.GROUP)}
    monkeypatch.setattr(registry, "_outside", lambda: points)
    return "null"


@pytest.mark.parametrize(("after", "status"), [(["turn"], "unproven"), (["bogus"], "failed")])
def test_moves_of_a_game_without_fair_play_are_replayed_before_unknown_cards(null, after, status):
    deal = winnow.Deal.parse(null, "? ? " + " ".join(winnow.Deal.numbered(null, 1).cards[2:]))
    record = Verdict(
        deal.game, deal.rules.spelled_out(), deal.text, None, (), "win", Answer("open", "any"), 0, 0.0
    ).record()
    result = winnow.check({**record, "after": after})
    assert result.status == status, result.text
