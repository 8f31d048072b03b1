"""Single Left with redeals: closed sets whose last members are left to the relations, against plain search."""

from __future__ import annotations

import pytest

from certificates_help import checked, pack
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget, pose
from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError
from winnow.core.verdicts import Limits
from winnow.games.single_left.referee.relations import least_relations


def test_least_relations_are_for_optional_discarding_without_redeals_and_for_so_many_cards(monkeypatch):
    for rules, text in (({}, "optional discarding"), ({"discarding": "optional", "redeals": 1}, "no redeal left")):
        game = pose("single-left", "AC 2D 3C", rules={"deck": "as-dealt", **rules}).deal.bind()
        with pytest.raises(CheckFailedError, match=text):
            least_relations(game, game.start(), Meter())
    game = pose("single-left", "AC 2D 3C", rules={"deck": "as-dealt", "discarding": "optional"}).deal.bind()
    monkeypatch.setattr("winnow.games.single_left.referee.relations.MOST_CARDS", 3)
    assert least_relations(game, game.start(), Meter()) == (3, True)
    monkeypatch.setattr("winnow.games.single_left.referee.relations.MOST_CARDS", 2)
    with pytest.raises(CheckFailedError, match="at most 2 cards"):
        least_relations(game, game.start(), Meter())


def test_a_position_with_a_redeal_left_is_not_left_to_the_relations():
    question = pose(
        "single-left", "AC 2D 3C 4C 2H 5H", rules={"deck": "as-dealt", "discarding": "optional", "redeals": 1}
    )
    proof = prove_question(question, make_budget(Limits()))
    lines = list(proof.text())
    assert proof.content == "relations-set"
    assert checked(pack(lines)).status == "verified"
    assert "no redeal left" in checked(pack([lines[0], "*"])).text
    for first in ("", "x", "* ", "- *"):
        assert "the first line" in checked(pack([lines[0], first, *lines[2:]])).text
