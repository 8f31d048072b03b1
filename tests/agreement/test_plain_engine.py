"""The plain engine under its limits, and from positions in mid-game."""

import pytest

import winnow
from winnow import Limits

UNIVERSAL = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E"
RULES = {"columns": 2, "deck": "as-dealt"}


def solve(**options):
    return winnow.solve("universal", UNIVERSAL, rules=RULES, engine="plain", **options)


def test_a_limit_on_positions_is_honest_and_exact():
    whole = solve()
    assert (whole.verdict, whole.answer.proof) == ("unwinnable", "exhausted")
    enough = solve(limits=Limits(positions=whole.positions))
    assert (enough.verdict, enough.positions) == ("unwinnable", whole.positions)
    short = solve(limits=Limits(positions=whole.positions - 1))
    assert (short.verdict, short.stopped, short.positions) == ("undecided", "positions", whole.positions - 1)
    assert short.answer.bound == 15


def test_best_so_far_is_kept_with_its_bound():
    whole = solve(best=True)
    assert whole.answer.optimal
    short = solve(best=True, limits=Limits(positions=50))
    assert short.verdict == "undecided"
    assert short.answer.score is not None
    assert short.answer.score <= whole.answer.score <= short.answer.bound


def test_mid_game_positions_continue_the_line():
    deal = "AH AD AS 2H 3S AC 2S 2C 3D 2D 3C 3H"
    rules = {"deck": "as-dealt", "pace": 0.2666666676666667}
    line = winnow.solve("one-minute", deal, rules=rules, best=True).answer.line
    for cut in range(len(line) + 1):
        rest = winnow.solve("one-minute", deal, rules=rules, best=True, after=line[:cut])
        assert rest.answer.score == 16
        assert len(rest.answer.line) == len(line) - cut


@pytest.mark.parametrize("best", [False, True])
def test_hints_agree_with_their_position(best):
    position = solve(best=best)
    hint = winnow.hint("universal", UNIVERSAL, rules=RULES, best=best, engine="plain")
    assert hint.verdict.verdict == position.verdict
    assert hint.verdict.answer.score == position.answer.score
    assert hint.verdict.answer.bound == position.answer.bound
    assert {move.verdict for move in hint.moves} == {"unwinnable"}


def test_a_hint_shares_its_limits_among_the_moves():
    hint = winnow.hint("blink", number=3, engine="plain", best=True, limits=Limits(positions=1000))
    assert hint.verdict.positions <= 1000
    assert len(hint.moves) == 4
