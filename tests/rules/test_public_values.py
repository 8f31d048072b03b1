"""The public names, and what a program does with values: shows, stores, copies and hands them to other processes."""

import copy
import dataclasses
import inspect
import pickle
import re

import pytest

import winnow
from winnow import Deal, Limits, Position
from winnow.core.drawing.seen import seen_table
from winnow.core.fair import FAIR
from winnow.core.knowledge import known_after

LEFT = {"goal": "one"}
OPEN = Deal.parse("single-left", " ".join([*Deal.numbered("single-left", 0).cards[:-8], *"????????"]), {"goal": 8})


def some():
    yield Deal.numbered("head", 5)
    yield Deal.parse("single-left", "2H 9D AS", {"deck": "as-dealt"})
    yield Limits(seconds=1)
    yield Position("single-left", 1)
    yield Position("single-left", ["?"] * 52)
    lost = winnow.solve("single-left", 1, rules=LEFT)
    yield from (lost, lost.answer, lost.reason)
    hint = winnow.hint("single-left", 1)
    yield from (hint, hint.moves[0])
    yield winnow.prove("single-left", 1, rules=LEFT)
    yield winnow.check(lost.record())
    yield winnow.solve(OPEN, samples=5)
    fair = winnow.fair_hint("single-left", 1, after="draw", samples=5)
    yield from (fair, fair.moves[0], winnow.Question(Deal.numbered("head", 5)))
    yield winnow.review("single-left", 1, line="draw draw", best=True)
    yield winnow.survey("single-left", 3)
    yield winnow.construct("single-left", leaves=0)
    yield winnow.count("blink", "1RS 1RM", rules={"deck": "as-dealt", "columns": 2, "rows": 1})


each = pytest.mark.parametrize("value", list(some()), ids=lambda value: type(value).__name__)


@each
def test_a_value_survives_pickling_and_copying(value):
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  its own bytes
    assert copy.copy(value) == copy.deepcopy(value) == value


@each
def test_a_value_can_be_in_a_set(value):
    assert {value, copy.deepcopy(value)} == {value}


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (winnow.solve("single-left", 1), "rules"),
        (winnow.solve(OPEN, samples=5).answer, "completions"),
        (winnow.solve(OPEN, samples=5).answer, "share"),
        (winnow.review("single-left", 1, line="draw draw", best=True), "best"),
        (winnow.survey("single-left", 3).scores, "quantiles"),
    ],
)
def test_a_mapping_inside_a_value_is_read_only(value, name):
    mapping = getattr(pickle.loads(pickle.dumps(value)), name)  # noqa: S301  its own bytes
    first = next(iter(mapping))
    for change in (
        lambda: mapping.__setitem__(first, 0),
        lambda: mapping.__delitem__(first),
        lambda: mapping.update({first: 0}),
        mapping.clear,
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert copy.deepcopy(mapping) == mapping == getattr(value, name)


def test_a_record_is_a_copy():
    for value in (winnow.solve(OPEN, samples=5), winnow.hint("single-left", 1)):
        before = copy.deepcopy(value.record())
        changed = value.record()
        for inner in changed.values():
            if isinstance(inner, (dict, list)):
                inner.clear()
        assert value.record() == before


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


def test_a_position_is_made_from_a_line_and_from_a_verdict():
    begun = Position("universal", 0, after="T; 2>1")
    assert begun.line == ("T", "2>1")
    assert Position(Deal.numbered("universal", 0), after=["T", "2>1"]) == begun
    asked = Position(winnow.solve("universal", 0, after="T"))
    assert (asked.line, asked.deal.number) == (("T",), 0)
    asked.push("2>1")
    assert {begun: "seen"}[asked] == "seen"
    with pytest.raises(winnow.IllegalMoveError, match="move 2: 'X'"):
        Position("universal", 0, after="T X")


@pytest.mark.parametrize("game", winnow.GAMES)
def test_a_position_shows_no_card_that_nobody_has_seen(game):
    """A line of natural play from what the start shows, each further card named when the position asks for it."""
    whole = Deal.numbered(game, 3)
    cards = known_after(whole, ()).known
    position = Position(game, cards)
    while position.deal.unknown and len(position.line) < 25:
        knowledge = known_after(position.deal, position.line)
        assert position.table == seen_table(knowledge)
        assert [pile.count("?") for pile in position.piles.values()] == [
            sum(not card.face_up for card in pile.cards) for pile in position.table.piles
        ]
        assert not set(knowledge.unseen).difference(cards) & set(str(position).split())
        assert position.copy() == position
        move = FAIR.of(game).natural(position.game, position.state)
        if move is None:
            break
        try:
            position.push(move)
        except winnow.DealError as error:
            place = int(re.match(r"card (\d+): '\?' stands for a card that has been shown", str(error))[1]) - 1
            assert position.line == knowledge.line
            cards = (*cards[:place], whole.cards[place], *cards[place + 1 :])
            position = Position(game, cards, after=position.line)
    assert position.line
    assert "svg" in position._repr_html_()


def test_a_proof_is_checked_as_its_file_is(tmp_path):
    proof = winnow.prove("single-left", 1, rules=LEFT)
    proof.write(tmp_path / "proof")
    assert winnow.check(proof) == winnow.check(tmp_path / "proof")
    assert winnow.check(proof).status == "verified"
    assert winnow.check(dataclasses.replace(proof, content="line")).status == "failed"
    undecided = winnow.prove("head", 1, limits=Limits(positions=1))
    assert undecided.content is None
    assert winnow.check(undecided) == winnow.check(undecided.verdict)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"after": 3}, "write a line as one text, such as 'draw draw', or a list of texts, not 3"),
        ({"seconds": 3}, r"write limits=winnow.Limits\(seconds=3\)"),
        ({"rule": LEFT}, r"solve takes no rule \(did you mean rules\?\)"),
        ({"without": None}, "without takes a list of techniques, not None"),
        ({"limits": {"seconds": 3}}, r"limits takes winnow.Limits\(...\), not dict"),
    ],
)
def test_an_error_says_what_to_write(wrong, message):
    with pytest.raises(TypeError, match=message):
        winnow.solve("single-left", 1, **wrong)
    with pytest.raises(TypeError, match=r"write winnow.Position\(verdict\)"):
        winnow.solve(winnow.solve("single-left", 1))
    with pytest.raises(TypeError, match=r"not '3': write Limits\(seconds=3\)"):
        Limits(seconds="3")
    with pytest.raises(ValueError, match="no policy is named 'x': the policies are natural"):
        winnow.fair_hint("single-left", 1, policy="x")


@pytest.mark.parametrize("function", [winnow.solve_many, winnow.survey, winnow.construct])
def test_a_limit_given_by_itself_says_where_it_goes(function):
    with pytest.raises(TypeError, match=r"write limits=winnow.Limits\(seconds=3\)"):
        function("single-left", 3, seconds=3)


def test_more_memory_than_there_is_limits_nothing():
    assert winnow.solve("single-left", 1, limits=Limits(memory=1e308)).decided


def test_integers_of_other_libraries_are_taken(tmp_path):
    found = winnow.survey("single-left", Whole(3), first=Whole(1), jobs=Whole(1))
    assert (found.deals, found.first) == (3, 1)
    numbers = {"count": 1, "seed": 0, "deals": 20, "jobs": 1}
    given = {name: Whole(number) for name, number in numbers.items()}
    assert sum(winnow.generate("single-left", tmp_path, **given).levels.values()) == 1
    assert Deal.numbered("head", Whole(5)) == Deal.numbered("head", 5)
    assert Limits(positions=Whole(5), seconds=Whole(2)) == Limits(positions=5, seconds=2)
    asked = winnow.solve("head", number=Whole(3), rules={"passes": Whole(2)}, samples=Whole(9), seed=Whole(1))
    assert (asked.number, asked.rules["passes"]) == (3, 2)
    assert winnow.solve("universal", Whole(1)).number == 1
    [many] = winnow.solve_many("single-left", [Whole(4)], jobs=Whole(1))
    assert many.number == 4
    with pytest.raises(ValueError, match="deals is 1 or more, not 0"):
        winnow.survey("single-left", Whole(0))
    with pytest.raises(TypeError, match="jobs is a whole number, not True"):
        winnow.survey("single-left", 1, jobs=True)
    for wrong in (True, 1.5):
        with pytest.raises(TypeError):
            Deal.numbered("head", wrong)
