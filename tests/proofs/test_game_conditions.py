"""Each condition of the games' referees: an input that it alone refuses, and one just within it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import winnow
from certificates_help import bound_game, certificate, checked, claim, header_of, pack, refused
from winnow.core.meter import Meter
from winnow.core.results import BeyondError, CheckFailedError
from winnow.games.head.referee import CARD_NAMES, BlockSet, read, write
from winnow.games.head.referee.blocks import BlockGame
from winnow.games.one_minute import referee as priced_layers
from winnow.games.one_minute.referee import MOST_NEAR, MOST_PICKUP, MOST_PRICE, PricedBound
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.proving.refutation import refute
from winnow_kernels.common.budget import Budget


@pytest.mark.parametrize(
    ("referee", "name", "cards"),
    [
        ("head.referee", "head set", 9),
        ("single_left.referee.relations", "relations goal", 6),
        ("single_left.referee.relations", "single-left set", 10),
        ("single_left.referee.assignments", "assignments", 52),
    ],
)
def test_contents_are_for_so_many_cards(referee, name, cards, monkeypatch):
    data = pack(certificate(name))  # made before the limit changes, as a writer copies it
    for most in (cards, cards - 1):
        monkeypatch.setattr(f"winnow.games.{referee}.MOST_CARDS", most)
        result = checked(data)
        assert (result.status == "verified", f"at most {most} cards" in result.text) == (most == cards, most < cards)


# Head: block sets.

SEVEN = bound_game("head", "2MK 3SK 4YK AM 8WL CK 5ML", passes=2, hand=3)
NO_POSITIONS = ["", "-", "0 0 0,1,2 -", "1 0 0,1,2 *", "2 0 0,1*-", "2 0 0,,1,2 -", "2 1 012*,3 -", "1 00 0,1,2,3 -"]
NO_POSITIONS += [f"2 {spent} 012 -" for spent in ("1000", "-1", "\u0660")]
NO_POSITIONS += [f"{'9' * 30} 0 012 -", "2c 0 012 -", "2  0 012 -", "2 0 012 - "]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("1 0 0,1,2,3,4,5,6 -", ""),  # all cards, the last by its number
        ("2 1 012,3,4,5 -", ""),  # a block as large as a hand, in the last pass
        ("2 2 012* -", ""),  # the pile cut off behind a full hand, in the last pass
        ("1 0 0,1,2,3 4*", ""),  # the discards cut off, in the pass before
        ("2b 0 0,1,2,3 -", ""),  # a card may be burned, and nothing was discarded
        ("2 999 012 -", ""),
        *((line, "this is not a position") for line in NO_POSITIONS),
        ("1 0 - -", "nothing to decide"),
        ("3 0 0,1,2,3 -", "nothing to decide"),
        ("2 0 0,1,2,3 -", "nothing to decide"),  # the hand of the last pass is one block
        ("1 0 0,1,7 -", "no such card"),
        ("2 0 0,1,2,z -", "no such card"),
        ("1 0 0123 -", "more cards than a hand"),
        ("1 0 0,1234 -", "more cards than a hand"),
        ("1 0 012* -", "cut off before the last pass"),
        ("2 0 012 3*", "cannot be cut off"),
        ("1 0 0,1,2 -*", "cannot be cut off"),
        ("2 0 012 3", "in the last pass no discards"),
        ("1 1 0,1,2,3 -", "cards are spent before the last pass"),
        ("1b 0 0,1,2 3", "burned before there are discards"),
        ("2 0 01* -", "the hand is cut off"),
        ("1 0 0,0 -", "a card is there twice"),
        ("2 0 0,1,2 2", "a card is there twice"),
        ("2 0 " + CARD_NAMES * 10_000 + " -", "a card is there twice"),
    ],
    ids=lambda text: text[:20],
)
def test_conditions_of_the_members_of_block_sets(line, text):
    blocks = BlockGame(SEVEN, SEVEN.start())
    if not text:
        assert write(read(line, blocks, 7)) == line
    else:
        with pytest.raises(CheckFailedError, match=text):
            read(line, blocks, 7)


def test_members_are_new_worth_something_and_no_better_than_claimed():
    lines = certificate("head set")
    refused(checked(pack([*lines, lines[-1]])), "there already, or worth nothing")
    refused(checked(pack(lines[:-1])), "no member represents the position of the claim")
    refused(checked(pack([lines[0], *lines[2:]])), "follows, and no earlier member represents it")
    blocks = BlockGame(SEVEN, SEVEN.start())
    ending = read("2 1 01 -", blocks, 7)
    BlockSet(blocks, 3, Meter()).take(ending)
    with pytest.raises(CheckFailedError, match="may end there with a better score"):
        BlockSet(blocks, 4, Meter()).take(ending)
    for bound, earlier in ((1, None), (3, 1)):
        members = BlockSet(blocks, bound, Meter())
        if earlier is not None:
            members.take(ending)
        with pytest.raises(CheckFailedError, match="worth nothing"):
            members.take(ending)
    worth_more = BlockSet(blocks, 2, Meter())
    worth_more.take(ending._replace(spent=1))
    with pytest.raises(CheckFailedError, match="may end there"):
        BlockSet(blocks, 3, Meter()).take(ending._replace(spent=0))


# One-Minute: priced layers.


def priced(*lines: str, **fields: Any) -> Any:
    return checked(pack([json.dumps(header_of("one-minute layers", **fields)), *lines]))


CARDS = len(header_of("one-minute layers")["deal"].split()) - 1
ZEROS = "0 " * (CARDS - 1) + "0"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([], "the first layer has no prices"),
        ([f"prices 1 {ZEROS}"], "the first layer has no prices"),
        (["near 0 0 1"], "there are no prices yet"),
        (["nearer 0 0 1"], "there are no prices yet"),
        ([f"prices 0 {ZEROS}", "nearer 0 0 1"], "should begin with 'near'"),
        ([f"prices 0 {ZEROS}", ""], "should begin with 'near'"),
        ([f"prices 0 {ZEROS}", "near 0 0 x"], "not a whole number"),
        ([f"prices 0 {ZEROS}", "near 0 0 " + "1 " * 400_000], "not a whole number"),
        (["prices 0" + " --5" * CARDS], "not a whole number"),
        (["prices 0" + f" {'9' * 5000}" * CARDS], "not a whole number"),
        (["prices"], "there are no prices yet"),
        (["prices 0"], "lacks numbers or has too many"),
        ([f"prices -1 {ZEROS}"], "the layers are not in order"),
        ([f"prices 0 {ZEROS} 0"], "lacks numbers or has too many"),
        ([f"prices 0 {ZEROS[2:]}"], "lacks numbers or has too many"),
        ([f"prices 0 {ZEROS}", "near 0 0"], "lacks numbers or has too many"),
        ([f"prices 0 {ZEROS}", f"prices 0 {ZEROS}"], "the layers are not in order"),
        ([f"prices 0 {ZEROS}", f"prices {CARDS} {ZEROS}"], "the layers are not in order"),
        ([f"prices 0 {MOST_PRICE + 1} {ZEROS[2:]}"], "a price is over"),
        ([f"prices 0 -{MOST_PRICE + 1} {ZEROS[2:]}"], "a price is over"),
        ([f"prices 0 {ZEROS}", "near 5 0 1"], "there is no such node"),
        ([f"prices 0 {ZEROS}", "near -1 0 1"], "there is no such node"),
        ([f"prices 0 {ZEROS}", f"near 0 {CARDS} 1"], "there is no such node"),
        ([f"prices 0 {ZEROS}", "near 0 -1 1"], "there is no such node"),
        ([f"prices 0 {ZEROS}", "near 0 1 2", "near 0 1 2"], "a node is there twice"),
        ([f"prices 0 {ZEROS}", "near 0 0 1 1"], "a node remembers other numbers"),
        ([f"prices 0 {ZEROS}", "near 0 0 1 2 3 4 5 6 7 8 9"], "a node remembers other numbers"),
        ([f"prices 0 {ZEROS}", f"near 0 0 {CARDS}"], "there is no such card"),
        ([f"prices 0 {ZEROS}", "near 0 0 -1"], "there is no such card"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_lines_of_priced_layers_are_refused(lines, text):
    refused(priced(*lines), text)


def test_lines_of_priced_layers_just_within_the_conditions_are_taken():
    most = " ".join(map(str, range(MOST_NEAR)))
    within = [
        f"prices 0 {MOST_PRICE} -{MOST_PRICE} {ZEROS[4:]}",
        f"near 0 0 {CARDS - 1}",
        f"near 2 {CARDS - 1} {most}",
        "near 1 0 0",
        f"prices 1 {ZEROS}",
        f"prices {CARDS - 1} {ZEROS}",
    ]
    # A line below the bound has three passes at most: 15 + 1 + 2 + 3 handlings.
    for passes in (3, 2):
        bound = CARDS + passes * (passes + 1) // 2
        result = priced(*within, bound=bound, verdict="undecided", line=None, score=None, optimal=False)
        assert "there is no such node" not in result.text or passes == 2, result
    assert "there is no such node" in result.text


def test_labels_and_sets_up_to_the_limits_are_looked_at(monkeypatch):
    """The limits are reached exactly: with one fewer the check gives up."""
    lines, header = certificate("one-minute layers"), header_of("one-minute layers")
    game = bound_game("one-minute", header["deal"])
    claimed = PricedBound(game, game.start(), header["bound"], Meter())
    changes = claimed.read(iter(lines[1:]))
    labels = claimed.labels(changes)
    sets = sum(1 << len(others) for change in changes for others in change.near.values())
    for limit, met, what in (("MOST_LABELS", labels, "labels"), ("MOST_SETS", sets + 1, "sets")):
        with monkeypatch.context() as patched:
            patched.setattr(priced_layers, limit, met)
            assert checked(pack(lines)).status == "verified"
            patched.setattr(priced_layers, limit, met - 1)
            refused(checked(pack(lines)), f"more than {met - 1:,} {what}", "exhausted")


def test_what_priced_layers_are_for():
    game = bound_game("one-minute", " ".join(["AS", "2S"] * 32))
    assert PricedBound(game, game.start(), 1 << 20, Meter()).cards == 63
    for deal, pickup, bound, text in (
        (["AS", "2S"] * 32 + ["3S"], 0, 10, "at most 63 cards"),
        (["AS", "2S"], MOST_PICKUP + 1, 10, "pick-ups of at most"),
        (["AS", "2S"], 0, (1 << 20) + 1, "bounds of at most"),
    ):
        other = bound_game("one-minute", " ".join(deal), pickup=pickup)
        with pytest.raises(BeyondError, match=text):
            PricedBound(other, other.start(), bound, Meter())
    dear = bound_game("one-minute", "AS 2S", pickup=MOST_PICKUP)
    assert PricedBound(dear, dear.start(), 10, Meter()).cards == 1


def test_tables_and_labels_that_need_too_much_memory_end_the_check():
    """A refused allocation, for tables or for labels, ends the check."""
    data = pack(certificate("one-minute layers"))
    ends = {checked(data, memory=kib / 1024).status for kib in range(100, 1500, 50)}
    assert ends == {"exhausted", "verified"}


# Single Left: relations, forced play, constructions, deals with unknown cards.


def test_each_relation_that_must_hold_is_asked_for():
    """Tables that are empty, incomplete or full: the message names the missing relation."""
    game = bound_game("single-left", "AC 2C 3D 4H 5C 6S", discarding="optional")
    header = json.dumps(claim(game, "relations", bound=0, after=["draw", "draw"]))
    count = 6
    full = f"{(2 << count) - 1:x}"
    rows = [f"{full} {full}"] * (count + 1)
    assert checked(pack([header, *rows])).status == "verified"
    refused(checked(pack([header, "0 0", *rows[1:]])), "card 1 lies on 0 at the start")
    refused(checked(pack([header, *rows[:3], f"{full} 0", *rows[4:]])), "card 3 tops when it is drawn")
    refused(checked(pack([header, *rows[:2], f"0 {full}", *rows[3:]])), "a draw puts a card on 2")
    refused(checked(pack([header, *rows[:6]])), "the tables are cut off")
    refused(checked(pack([header, *rows, rows[0]])), "the tables do not fit")
    refused(checked(pack([header, f"{full} {full} 0", *rows[1:]])), "the tables do not fit")
    refused(checked(pack([header, f"{1 << (count + 1):x} {full}", *rows[1:]])), "the tables do not fit")
    refused(checked(pack([header, f"{'1' * (count + 1)} {full}", *rows[1:]])), "the tables do not fit")
    refused(checked(pack([header, f"{full}", *rows[1:]])), "the tables do not fit")
    for spelling in (f"0{full}", full.upper(), f"0x{full}", "", "-1"):
        refused(checked(pack([header, f"{spelling} {full}", *rows[1:]])), "not two hexadecimal words")


def test_members_left_to_the_relations_are_marked_and_within_their_conditions():
    header, *lines = certificate("single-left set")
    refused(checked(pack([header, "*"])), "with no redeal left")
    alone = header_of("single-left set", line=None, score=None, optimal=False)
    for rules, status in (({"redeals": 0}, "verified"), ({"redeals": 0, "discarding": "forced"}, "failed")):
        assert checked(pack([json.dumps({**alone, "rules": {**alone["rules"], **rules}}), "*"])).status == status
    for first in ("", "x", "* ", "- *"):
        refused(checked(pack([header, first, *lines[1:]])), "the first line")


def test_words_of_relations_may_be_as_long_as_there_are_cards():
    """One card: two hexadecimal words of one digit each."""
    game = bound_game("single-left", "AC", discarding="optional")
    header = json.dumps(claim(game, "relations", bound=1))
    assert checked(pack([header, "2 1", "0 2"])).status == "verified"
    refused(checked(pack([header, "2 1", "0 10"])), "the tables do not fit")


def test_pairs_and_fours_must_be_in_the_relations():
    lines = list(certificate("relations"))
    said = set()
    for place in range(1, len(lines)):
        lies, tops = (int(word, 16) for word in lines[place].split())
        for bit in range(53):
            if lies >> bit & 1:
                said.add(checked(pack([*lines[:place], f"{lies ^ 1 << bit:x} {tops:x}", *lines[place + 1 :]])).text)
            if tops >> bit & 1 and place % 9 == 0:
                said.add(checked(pack([*lines[:place], f"{lies:x} {tops ^ 1 << bit:x}", *lines[place + 1 :]])).text)
    assert any(text.startswith("a pair puts a card on") for text in said)
    assert any(text.startswith("a four brings") for text in said)


# Universal and Blink: clausal proofs.


def test_an_order_that_loses_is_that_of_cards_in_stock_or_waste():
    header = header_of("universal order")
    assert "the order of 3 cards alone, wherever the rest" in checked(pack(certificate("universal order"))).text
    game = bound_game("universal", header["deal"], columns=1, draw=1, passes=1)
    every = {**header["reason"], "cards": [*game.start().stock]}
    proof = refute(UniversalClauses(game, game.start()).write(), Budget())
    assert proof is not None
    result = checked(pack([json.dumps({**header, "reason": every}), *proof.lrat()]))
    assert ("the order of 7 cards alone" in result.text, result.status) == (True, "verified")


def test_clauses_of_blink_are_for_smaller_tables():
    wide = {**header_of("blink set")["rules"], "columns": 10**9, "rows": 10**9, "hold": 10**6}
    header = header_of("blink set", rules=wide, deal=" ".join(winnow.Deal.numbered("blink", 0).cards[:20]))
    refused(checked(pack([json.dumps(header)])), "smaller tables", "exhausted")


def test_a_bound_of_no_card_is_a_bound():
    """No card reaches the bar: one turn takes the whole stock, and its top card has no place."""
    rules = {"deck": "as-dealt", "columns": 2, "passes": 1, "draw": 9}
    proof = winnow.prove("universal", "4J 2J 2E 1J 2M 1E 3M 1M 3J 4E 4M 3E", rules=rules, best=True)
    assert (proof.content, proof.header()["bound"]) == ("clauses", 0)
    assert checked(pack(proof.text())).status == "verified"
