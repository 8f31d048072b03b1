"""In decks with equal cards a move names copies as the rules define, and every command reads it in the same way.

The rows of cases/equal-cards.jsonl come from a second implementation, written from the rule pages alone, in which equal
cards stay distinct: for each legal move, whether the position after it can be won, and its best score.
"""

import json
from pathlib import Path

import pytest

import winnow
from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError
from winnow.core.face import rules_text
from winnow.core.lines import replay

ROWS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "equal-cards.jsonl").read_text().splitlines()
]
GAMES = ["blink", "head", "one-minute", "single-left"]


def rows(game):
    """Yield the rows of a game, each with its deal."""
    for row in ROWS:
        if row["game"] == game:
            yield row, Deal.parse(game, row["deal"], row["rules"])


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_has_the_moves_and_scores_of_an_independent_program(game):
    for row, deal in rows(game):
        hint, best = (winnow.hint(deal, after=row["after"], best=best) for best in (False, True))
        assert {move.move: move.verdict == "winnable" for move in hint} == {
            m: won for m, (won, _) in row["moves"].items()
        }
        assert {move.move: move.score for move in best} == {m: score for m, (_, score) in row["moves"].items()}
        bound = deal.bind()
        assert [move.move for move in hint] == list(bound.moves(replay(bound, bound.start(), row["after"])))


@pytest.mark.parametrize("game", GAMES)
def test_solve_replay_and_review_mean_the_same_copies(game):
    for row, deal in list(rows(game))[::2]:
        solved = winnow.solve(deal, after=row["after"], best=True)
        assert (solved.verdict == "winnable", solved.score) == (row["winnable"], row["score"])
        assert winnow.check(solved.record()).status != "failed"
        bound = deal.bind()
        if solved.line:
            assert bound.score(replay(bound, bound.start(), [*row["after"], *solved.line])) == row["score"]
        for move, (won, score) in row["moves"].items():
            assert winnow.solve(deal, after=[*row["after"], move], best=True).score == score
            review = winnow.review(deal, after=row["after"], line=[move])
            assert (review.start == "winnable", review.end == "winnable") == (row["winnable"], won)


COPIES = {
    "deal": "CM 7SK 7SK 2SY CM 7SK 7SK 7SK 2SY 2SY 7SK 7SK CM",
    "rules": {"deck": "as-dealt", "hand": 6, "passes": 3, "melding": "optional", "target": 0},
}
DISCARD = "discard 7SK 7SK 7SK CM 2SY CM"
SEVENS = {
    "meld 7SK 7SK#2 7SK#3": 0,
    "meld 7SK 7SK#2 7SK#4": 0,
    "meld 7SK 7SK#3 7SK#4": 1,
    "meld 7SK#2 7SK#3 7SK#4": 1,
}
"""The melds of three sevens from the hand 7SK 7SK 2SY 2SY 7SK 7SK: the score depends on the copies."""


def test_the_copies_of_a_meld_decide_its_score_and_are_named():
    hint = winnow.hint("head", **COPIES, after=DISCARD, best=True)
    assert SEVENS.items() <= {move.move: move.score for move in hint}.items()
    for move, score in SEVENS.items():
        assert winnow.solve("head", **COPIES, after=[DISCARD, move], best=True).score == score
        review = winnow.review("head", **COPIES, after=DISCARD, line=[move])
        assert (review.start, review.end) == ("winnable", "winnable" if score == 0 else "unwinnable")
    # Without numbers it would be two moves.
    with pytest.raises(IllegalMoveError):
        winnow.solve("head", **COPIES, after=[DISCARD, "meld 7SK 7SK 7SK"])


@pytest.mark.parametrize(("game", "copy"), [("head", "`7WY#2`"), ("one-minute", "`AS#2`"), ("blink", "drawn first")])
def test_the_rules_say_which_copies_a_move_names(game, copy):
    assert copy in rules_text(game)
