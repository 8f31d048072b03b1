"""The defaults for a game without its own writer of proofs and referee: tests/nullgame, which has rules alone."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import winnow
from certificates_help import checked, pack
from winnow.api.prove import _stating
from winnow.core import registry
from winnow.core.proofs import Case
from winnow.core.referee import REFEREES, Referee
from winnow.core.verdicts import Answer, Verdict
from winnow.proving.closed_sets import PROOFS, ClosedSets
from winnow_kernels.common.budget import Budget


@pytest.fixture
def null(monkeypatch):
    """Return the name of the game, which is won when an Ace is turned; the score is the number of cards turned."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "nullgame"))
    points = {"null": EntryPoint("null", "winnow_null", registry.GROUP)}
    monkeypatch.setattr(registry, "_outside", lambda: points)
    return "null"


def asks(deal):
    return deal.game, deal.rules.spelled_out(), deal.text, None, ()


def status_of(game, cards, found, best):
    """Return the content and the result of a certificate with the closed set of a deal and this answer."""
    deal = winnow.Deal.parse(game, cards, {"deck": "as-dealt"})
    table = deal.bind()
    evidence = next(iter(PROOFS.of(game).evidence(Case(table, table.start(), best, found), Budget())))
    made = _stating(Verdict(*asks(deal), "best" if best else "win", found, 0, 0.0), evidence)
    return made.content, checked(pack(made.text()))


def test_a_game_with_rules_alone_is_proved_and_checked(null):
    assert (type(PROOFS.of(null)), type(REFEREES.of(null))) == (ClosedSets, Referee)
    content, lost = status_of(null, "2C 3C KC", Answer("unwinnable", "any"), best=False)
    assert (content, lost.status, "no line wins" in lost.text) == ("closed-set", "verified", True), lost.text
    for bound, status in ((2, "verified"), (3, "failed")):
        line = ("turn",) * bound
        _, best = status_of(null, "2C AC 3C", Answer("winnable", "any", bound, bound, line), best=True)
        assert (best.status, f"no line betters {bound}" in best.text) == (status, status == "verified"), best.text
    assert status_of(null, "2C AC 3C", Answer("unwinnable", "any"), best=False)[1].status == "failed"


@pytest.mark.parametrize(("after", "status"), [(["turn"], "unproven"), (["bogus"], "failed")])
def test_moves_of_a_game_without_fair_play_are_replayed_before_unknown_cards(null, after, status):
    deal = winnow.Deal.parse(null, "? ? " + " ".join(winnow.Deal.numbered(null, 1).cards[2:]))
    record = Verdict(*asks(deal), "win", Answer("open", "any"), 0, 0.0).record()
    result = winnow.check({**record, "after": after})
    assert result.status == status, result.text
