"""The defaults for a game without its own writer of proofs and referee."""

from __future__ import annotations

from importlib.metadata import EntryPoint

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

RULES = '''
"""Take one or two cards from the pile; whoever takes a king has lost."""
from winnow.core.cards import STANDARD
from winnow.core.game import Game, Rules

class Nim(Game):
    name, title, cards, score_unit = "nim", "Nim", STANDARD, "cards taken"
    higher_is_better = True

    @classmethod
    def rules_type(cls): return Rules

    @classmethod
    def full_deck(cls, rules): return STANDARD.tokens

    def start(self): return 0

    def successors(self, position):
        for count in (1, 2):
            taken = self.deal[position:position + count]
            if len(taken) == count and "K" not in taken[-1]:
                yield f"take{count}", position + count

    def score(self, position): return position

    def won(self, position): return position == len(self.deal)

    def best_possible(self): return len(self.deal)
'''


@pytest.fixture
def nim(tmp_path, monkeypatch):
    """A game from outside with rules only."""
    package = tmp_path / "outside_nim"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    monkeypatch.syspath_prepend(str(tmp_path))
    points = {"nim": EntryPoint("nim", "outside_nim", registry.GROUP)}
    monkeypatch.setattr(registry, "_outside", lambda: points)
    return "nim"


def certificate_of(game, deal, found, best):
    asked = winnow.Deal.parse(game, deal, {"deck": "as-dealt"})
    table = asked.bind()
    case = Case(table, table.start(), best, found)
    evidence = next(iter(PROOFS.of(game).evidence(case, Budget())))
    question = "best" if best else "win"
    verdict = Verdict(game, asked.rules.spelled_out(), asked.text, None, (), question, found, 0, 0.0)
    return _stating(verdict, evidence)


def test_a_game_with_rules_alone_is_proved_and_checked(nim):
    assert (type(PROOFS.of(nim)), type(REFEREES.of(nim))) == (ClosedSets, Referee)
    lost = certificate_of(nim, "2C 3C KC KD 4C", Answer("unwinnable", "any"), best=False)
    assert lost.content == "closed-set"
    result = checked(pack(lost.text()))
    assert (result.status, "no line wins" in result.text) == ("verified", True), result.text
    found = Answer("unwinnable", "any", 2, 2, ("take2",))
    best = checked(pack(certificate_of(nim, "2C 3C KC KD 4C", found, best=True).text()))
    assert (best.status, "no line betters 2" in best.text) == ("verified", True), best.text
    false = Answer("unwinnable", "any", 1, 1, ("take1",))
    assert checked(pack(certificate_of(nim, "2C 3C KC KD 4C", false, best=True).text())).status == "failed"
    won = certificate_of(nim, "2C 3C 4C", Answer("unwinnable", "any"), best=False)
    assert checked(pack(won.text())).status == "failed"


@pytest.mark.parametrize(("after", "status"), [(["take1"], "unproven"), (["bogus"], "failed")])
def test_moves_of_a_game_without_fair_play_are_replayed_before_unknown_cards(nim, after, status):
    asked = winnow.Deal.parse(nim, "? ? " + " ".join(winnow.Deal.numbered(nim, 1).cards[2:]))
    asks = (nim, asked.rules.spelled_out(), asked.text, None, (), "win")
    record = Verdict(*asks, Answer("open", "any"), 0, 0.0).record()
    result = winnow.check({**record, "after": after})
    assert result.status == status, result.text
