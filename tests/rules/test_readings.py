"""Readings that the sources leave open: options added later, which older records lack and most engines do not know."""

import dataclasses
import json
import random
from fractions import Fraction

import pytest

import winnow
from certificates_help import checked, pack
from command_help import run
from random_play import random_position
from winnow.checking.records import check
from winnow.core.deals import Deal, game_type
from winnow.core.errors import EngineError, RuleError
from winnow.core.face import FACES
from winnow.core.game import one_of, option, read_rules
from winnow.core.lines import replay
from winnow.core.registry import own_names
from winnow.games.blink.commands import time_factor
from winnow.search.engines import choose
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.problems.generating import problem_rules

LATER = {
    "blink": {"first": "anywhere", "held": "after", "bonus": 1.0},
    "head": {"sorting": "first", "carry": False, "excuse": "suit-and-rank"},
    "single-left": {"redeal_order": "deal"},
    "universal": {"watch": "top"},
}
READINGS = [
    ("blink", {"first": "centre"}),
    ("blink", {"first": "0,1"}),
    ("blink", {"held": "before"}),
    ("head", {"sorting": "all"}),
    ("head", {"carry": "true"}),
    ("head", {"excuse": "suit-or-rank"}),
]
LOST = {
    "blink": ("1RS 1RM 1RT 2GM", {"deck": "as-dealt", "columns": 2, "rows": 2}),
    "head": ("AM 2SY 3LY 5YK 7WY", {"deck": "as-dealt", "hand": 3}),
    "single-left": ("AC 2D 3H 4S 5C 7H", {"deck": "as-dealt", "discarding": "optional", "redeals": 1}),
    "universal": ("6E 7E GE ME SE 5E", {"deck": "as-dealt", "columns": 1, "draw": 2, "passes": 1}),
}


@pytest.mark.parametrize("game", LATER)
def test_a_verdict_spells_them_out_and_an_older_record_means_the_defaults(game):
    deal, rules = LOST[game]
    record = winnow.solve(game, deal, rules=rules).record()
    assert record["rules"].items() >= LATER[game].items()
    header, *lines = winnow.prove(game, deal, rules=rules).text()
    for name in LATER[game]:
        old = {**record, "rules": {key: value for key, value in record["rules"].items() if key != name}}
        assert check(old).status == check(record).status
        head = {**json.loads(header), "rules": old["rules"]}
        assert checked(pack([json.dumps(head), *lines])).status == "verified"
    assert check({**record, "rules": record["rules"] | {"deck": None}}).status == "failed"


@pytest.mark.parametrize("game", own_names())
def test_no_game_hides_an_option_that_is_added_later(game):
    extra = option("no", one_of("no", "yes"), "added in a later version", later=True)
    wider = dataclasses.make_dataclass(
        "Wider", [("extra", str, extra)], bases=(game_type(game).rules_type(),), frozen=True
    )
    assert wider(extra="yes").readings() == {"extra": "yes"}


@pytest.mark.parametrize("game", LATER)
def test_ids_and_packs_leave_out_their_defaults(game):
    rules = read_rules(game_type(game), {})
    assert rules.identity().keys() == rules.spelled_out().keys() - LATER[game].keys()
    assert not pack_rules(game, {"discarding": "optional"} if game == "single-left" else {}).keys() & LATER[game].keys()


@pytest.mark.parametrize(("game", "reading"), READINGS)
def test_plain_search_answers_and_other_engines_refuse(game, reading):
    deal, rules = LOST[game]
    chosen = read_rules(game_type(game), {**rules, **reading})
    assert choose(game, None, frozenset(), chosen).name == "plain"
    told = f"does not know {next(iter(reading))}="
    with pytest.raises(EngineError, match=told):
        winnow.solve(game, deal, rules={**rules, **reading}, engine=choose(game, None, frozenset()).name)
    with pytest.raises(RuleError, match="packs are made under the default"):
        pack_rules(game, reading)
    with pytest.raises(RuleError, match="packs are made under the default"):
        problem_rules(game, reading)


@pytest.mark.parametrize(("game", "reading"), [*READINGS, ("single-left", {"redeal_order": "discards"})])
def test_a_loss_has_a_certificate_that_the_rules_check(game, reading):
    deal, rules = LOST[game]
    proof = winnow.prove(game, deal, rules={**rules, **reading})
    own = "relations-set" if game == "single-left" else "closed-set"
    assert (proof.verdict.verdict, proof.content) == ("unwinnable", own)
    assert checked(pack(proof.text())).status == "verified"


@pytest.mark.parametrize(("game", "reading"), [READINGS[0], READINGS[3]])
def test_a_referee_cannot_tell_by_a_content_that_does_not_know_the_reading(game, reading):
    deal, rules = LOST_BY_REASON[game]
    usual = winnow.prove(game, deal, rules=rules)
    assert usual.content not in (None, "line", "closed-set")
    asked = Deal.parse(game, deal, {**rules, **reading})
    record = json.loads(next(iter(usual.text()))) | {"rules": asked.rules.spelled_out()}
    assert checked(pack([json.dumps(record), *usual.lines])).status == "exhausted"
    verdict = {**usual.verdict.record(), "rules": record["rules"], "proof": "exhausted"}
    assert dict(check(verdict).claims)["verdict"] == "unproven"


LOST_BY_REASON = {
    "blink": ("1RS 2GM 3BT 4YD", {"deck": "as-dealt"}),
    "head": ("AM 2SY 3LY 5YK 7WY CS 9LK", {"deck": "as-dealt", "hand": 3}),
}


def test_layouts_are_not_counted_under_a_reading():
    with pytest.raises(EngineError, match="layouts are not counted under first=centre"):
        winnow.count("blink", "1RS 1RM", rules={"deck": "as-dealt", "first": "centre"})


def test_a_first_cell_lies_on_the_table():
    with pytest.raises(RuleError, match="rule first=3,0: the table has 3 x 2 cells from 0,0 on"):
        read_rules(game_type("blink"), {"first": "3,0", "columns": 3, "rows": 2})
    with pytest.raises(RuleError, match="first takes anywhere, centre, or a cell X,Y"):
        read_rules(game_type("blink"), {"first": "-1,0"})
    with pytest.raises(RuleError, match="bonus takes a number, 1 or more"):
        read_rules(game_type("blink"), {"bonus": "0.5"})


def test_the_bonus_counts_for_beating_the_time():
    half, whole, over = Fraction(1, 2), Fraction(1), Fraction(5, 4)
    assert [time_factor(share, Fraction(1)) for share in (half, whole, over)] == [Fraction(3, 2), 1, Fraction(3, 4)]
    assert [time_factor(share, Fraction(3)) for share in (half, whole, over)] == [3, 3, Fraction(3, 4)]
    small = ["solve", "blink", "1RS", "1RM", "--rule", "deck=as-dealt", "--set-time", "60", "--json"]
    for bonus, score in (("1", "4"), ("3", "12")):
        asked = [*small, "--time", "60", "--rule", f"bonus={bonus}"]
        assert run(*asked).records[0]["timed_score"] == score


@pytest.mark.parametrize(("game", "reading"), [*READINGS, ("single-left", {"redeal_order": "discards", "redeals": 2})])
def test_tables_and_sentences_know_every_move(game, reading):
    rng = random.Random(5)
    for number in range(6):
        bound = Deal.numbered(game, number, reading).bind()
        position = random_position(rng, bound)
        face = FACES.of(game)
        table = face.table(bound, position)
        ordered = {word for gesture in table.gestures if gesture.ordered for word in gesture.move.split()}
        for move in bound.moves(position)[:20]:
            assert face.says(bound, position, move)
            assert move in [gesture.move for gesture in table.gestures] or set(move.split()) == ordered


def test_a_carried_hand_stays_for_the_next_pass():
    cards = "AM 6SY 3LY 8MS 2MK 2SY 2WL"
    line = ["discard AM 6SY 3LY 8MS"]
    for carry, legal in (("false", ()), ("true", ("carry",))):
        bound = Deal.parse("head", cards, {"deck": "as-dealt", "hand": 4, "carry": carry}).bind()
        short = replay(bound, bound.start(), line)
        assert bound.moves(short) == ("meld 2MK 2SY 2WL", *legal)
    after = bound.play(short, "carry")
    assert (after.turn, after.hand, after.pile) == (2, ("2MK", "2SY", "2WL", "AM"), ("6SY", "3LY", "8MS"))
