"""The public names, and what a program does with values: shows, stores, copies and hands them to other processes."""

import copy
import inspect
import pickle

import pytest

import winnow
from winnow import Deal, Limits, Position
from winnow_puzzles.generate import generate

LEFT = {"goal": "one"}


def some():
    yield Deal.numbered("head", 5)
    yield Deal.parse("single-left", "2H 9D AS", {"deck": "as-dealt"})
    yield Limits(seconds=1)
    yield Position("single-left", 1)
    lost = winnow.solve("single-left", 1, rules=LEFT)
    yield from (lost, lost.answer, lost.reason)
    hint = winnow.hint("single-left", 1)
    yield from (hint, hint.moves[0])
    yield winnow.prove("single-left", 1, rules=LEFT)
    yield winnow.check(lost.record())


each = pytest.mark.parametrize("value", list(some()), ids=lambda value: type(value).__name__)


@each
def test_a_value_survives_pickling_and_copying(value):
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  its own bytes
    assert copy.copy(value) == copy.deepcopy(value) == value


@each
def test_a_value_that_does_not_change_can_be_in_a_set(value):
    if isinstance(value, Position):
        with pytest.raises(TypeError):
            hash(value)
    else:
        assert {value, copy.deepcopy(value)} == {value}


@each
def test_a_value_shows_itself_on_one_short_line(value):
    assert "\n" not in repr(value)
    assert len(repr(value)) < 300


def test_a_verdict_shows_its_question_and_tells_its_answer():
    deal = Deal.numbered("single-left", 4, {"discarding": "optional", "goal": 8})
    verdict = winnow.solve(deal, after="draw draw")
    assert repr(verdict) == "<winnow.Verdict on single-left, number 4, after 2 moves: winnable>"
    assert str(verdict) == "From this position the deal can be won. The line ends with 6 cards left."
    answer = verdict.answer
    assert (verdict.score, verdict.bound, verdict.line) == (answer.score, answer.bound, answer.line)
    assert (verdict.score, verdict.reason) == (6, None)
    assert winnow.solve("single-left", 1, rules=LEFT).reason.kind == "parity"


def test_a_deal_shows_its_number_or_its_first_cards():
    assert repr(Deal.numbered("head", 5)) == "<winnow.Deal of head, number 5>"
    deal = Deal.parse("head", Deal.numbered("head", 5).text)
    assert str(deal) == deal.text
    shown = repr(deal).removeprefix("<winnow.Deal of head: ").removesuffix(" [...]>")
    assert deal.text.startswith(shown)
    assert 20 < len(shown) < 60


def test_a_hint_is_gone_through_move_by_move():
    hint = winnow.hint("universal", "2V 1E 1V 2E", rules={"deck": "as-dealt", "columns": 2})
    assert tuple(hint) == hint.moves
    assert len(list(hint)) == 3


@pytest.mark.parametrize("name", [name for name in winnow.__all__ if name != "__version__"])
def test_a_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (inspect.getdoc(getattr(winnow, name)) or "")


def test_the_public_names_are_listed():
    assert set(winnow.__all__) == set(dir(winnow))


class Whole:
    """An integer of another library, as numpy's are."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_integers_of_other_libraries_are_taken(tmp_path):
    found = winnow.survey("single-left", Whole(3), first=Whole(1), jobs=Whole(1))
    assert (found.deals, found.first) == (3, 1)
    numbers = {"count": 1, "seed": 0, "deals": 80, "jobs": 1}
    given = {name: Whole(number) for name, number in numbers.items()}
    assert generate("single-left", tmp_path, levels=[1], **given).levels == {1: 1}
    with pytest.raises(ValueError, match="deals is 1 or more, not 0"):
        winnow.survey("single-left", Whole(0))
    with pytest.raises(TypeError, match="jobs is a whole number, not True"):
        winnow.survey("single-left", 1, jobs=True)
