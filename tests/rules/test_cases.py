"""Deals with known answers, made by programs that share no code with this one."""

import json
from pathlib import Path

import pytest

import winnow
from winnow.checking.records import check
from winnow.core.deals import Deal
from winnow.core.registry import own_names

CASES = Path(__file__).parents[1] / "cases"
GAMES = own_names()


def rows(game):
    return [json.loads(line) for line in (CASES / f"{game}.jsonl").read_text().splitlines()]


def expect(row, **options):
    verdict = winnow.solve(row["game"], row["deal"], rules=row["rules"], **options)
    assert verdict.verdict == ("winnable" if row["winnable"] else "unwinnable"), row
    assert check(verdict.record()).status != "failed", row
    return verdict.answer


@pytest.mark.parametrize("game", GAMES)
def test_best_scores(game):
    for row in rows(game):
        answer = expect(row, best=True)
        assert answer.score == row["score"], row
        assert answer.optimal or answer.score is None, row


@pytest.mark.parametrize("game", GAMES)
def test_wins(game):
    for row in rows(game):
        expect(row)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", GAMES)
def test_the_plain_engine_on_small_decks(game, every):
    small = [row for row in rows(game) if row["rules"]["deck"] == "as-dealt"]
    # The optional decks of Single Left, with a choice after every card, are the only slow ones.
    small = [row for row in small if row["rules"].get("discarding") != "optional" or len(row["deal"].split()) < 20]
    for row in small[::every]:
        answer = expect(row, best=True, engine="plain")
        assert answer.score == row["score"], row


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
