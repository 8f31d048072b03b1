"""Deals with known answers, made by programs that share no code with this one."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

import winnow
from winnow.checking.records import check
from winnow.core.deals import Deal
from winnow.core.errors import EngineError
from winnow.core.registry import own_names
from winnow.search.engines import engines_of

CASES = Path(__file__).parents[1] / "cases"
GAMES = own_names()


def rows(game):
    return [json.loads(line) for line in (CASES / f"{game}.jsonl").read_text().splitlines()]


def expect(row, **options):
    verdict = winnow.solve(row["game"], row["deal"], rules=row["rules"], **options)
    assert verdict.verdict == ("winnable" if row["winnable"] else "unwinnable"), row
    assert check(verdict.record()).status != "failed", row
    return verdict.answer


@pytest.mark.parametrize("best", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_verdicts_and_best_scores(game, best):
    for row in rows(game):
        answer = expect(row, best=best)
        assert not best or answer.score == row["score"], row
        assert not best or answer.optimal or answer.score is None, row


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize(("game", "engine"), [(game, each.name) for game in GAMES for each in engines_of(game)[1:]])
def test_the_other_engines(game, engine, every):
    known = rows(game)
    if engine == "plain":
        known = [row for row in known if row["rules"]["deck"] == "as-dealt"]
        # The optional decks of Single Left, with a choice after every card, are the only slow ones.
        known = [row for row in known if row["rules"].get("discarding") != "optional" or len(row["deal"].split()) < 20]
    asked = 0
    for row in known[::every]:
        for best in (False, True):
            # An engine raises EngineError for what it does not take.
            with suppress(EngineError):
                answer = expect(row, best=best, engine=engine)
                asked += 1
                assert not best or answer.score == row["score"], row
    assert asked


@pytest.mark.full
def test_the_plain_engine_on_whole_decks_of_single_left():
    for row in rows("single-left"):
        answer = expect(row, best=True, engine="plain")
        assert answer.score == row["score"], row


def test_numbered_deals():
    for row in rows("numbered"):
        deal = Deal.numbered(row["game"], row["number"], row["rules"])
        assert deal.text == row["deal"]
        assert Deal.parse(row["game"], deal.text, row["rules"]).cards == deal.cards
