"""The evidence that the bench measures: one way of proving for each kind of question."""

from winnow.api.bundle import prove_hint
from winnow.bench.base import OPEN, by_bundle, by_certificate, midway, numbered, unknown
from winnow.bench.checks import check_all
from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget

LIMITS = Limits(positions=100_000)


def checked(made, tmp_path):
    file = tmp_path / "evidence"
    with file.open("wb") as stream:
        made.write(stream)
    ((status, _),), _ = check_all([file])
    return status


def test_each_kind_of_evidence_is_verified(tmp_path):
    optional = numbered("single-left", discarding="optional")
    for prove, make, content in (
        (by_certificate, unknown(numbered("single-left"), 8), "assignments"),
        (by_bundle, midway(optional), "bundle"),
    ):
        made = next(filter(None, (prove(make(number), LIMITS) for number in range(50000, 50020))))
        assert made.content == content
        assert checked(made, tmp_path) == "verified"


def test_what_a_limit_left_open_is_no_claim():
    for prove in (by_certificate, by_bundle):
        assert prove(numbered("head")(0), Limits(positions=1)) is OPEN


def test_positions_and_unknown_cards_are_the_same_for_the_same_number():
    make = midway(numbered("one-minute"))
    assert make(50000) == make(50000) != make(50001)
    assert len(make(50000).after) == 39
    hidden = unknown(numbered("single-left"), 8)(7)
    assert len(hidden.deal.unknown) == 8
    assert hidden == unknown(numbered("single-left"), 8)(7)


def test_the_hint_of_a_win_states_the_bounds_that_are_shown():
    question = midway(numbered("one-minute"))(50000)
    hint, made = prove_hint(question, make_budget(LIMITS))
    ((record, _),) = made.records
    assert made.results[0].status == "verified"
    assert record["bound"] == hint.verdict.answer.bound
    assert record["verdict"] == "unwinnable"
