"""Block sets: their moves leave out no score of the rules, and they prove exactly the scores that search proves."""

import json
import random
from itertools import pairwise, permutations

import pytest

from certificates_help import bound_game, checked, claim, pack
from random_play import sizes
from small_decks import decks
from winnow.api.pose import pose
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.games.head.proofs import block_set
from winnow.games.head.referee import CARD_NAMES, BlockSet, read, write
from winnow.games.head.referee.blocks import BlockGame, BlockPosition, packed
from winnow.games.head.referee.covers import Covers
from winnow_kernels.common.budget import Budget


def test_the_game_may_end_where_only_a_burn_is_left():
    game = bound_game("head", "2MK AM AS AW", hand=4, passes=4, melding="optional")
    position = replay(game, game.start(), ["discard 2MK AM AS AW", "burn", "meld AM AS AW"])
    assert (position.turn, position.may_burn, game.score(position)) == (3, True, 1)
    blocks = BlockGame(game, position)
    assert blocks.score(blocks.start) == 1


def certificate(game, bound, lines):
    """Return a certificate of "no score is below the bound" for a game from its start, as a file."""
    verdict = "unwinnable" if bound > game.rules.target else "undecided"
    return pack([json.dumps(claim(game, "block-set", verdict=verdict, bound=bound)), *lines])


def least_in_blocks(blocks, most):
    """Return the least score that can be reached in blocks; None if that takes more than `most` positions."""
    seen, waiting, scores = {blocks.start}, [blocks.start], []
    while waiting and len(seen) < most:
        position = waiting.pop()
        scores.append(blocks.score(position))
        fresh = set(blocks.successors(position)) - seen
        seen |= fresh
        waiting += fresh
    return None if waiting else min(score for score in scores if score is not None)


@sizes((2, 30), (5, 2000))
def test_in_blocks_no_score_of_the_rules_is_out_of_reach(seed, count):
    compared = 0
    for game, position, _, best in decks("head").solved_by_plain_search(seed, count):
        least = least_in_blocks(BlockGame(game, position), 1500)
        assert least is None or least <= best, (game.deal, game.rules, position)
        compared += least is not None
    assert compared > count // 2


@sizes((3, 30), (4, 2000))
def test_best_scores_are_proved_and_no_better_bounds(seed, count):
    members = 0
    for game, position, _, best in decks("head").solved_by_plain_search(seed, count):
        lines = block_set(game, position, best, Budget())
        assert lines is not None
        blocks = BlockGame(game, position)
        proven = BlockSet(blocks, best, Meter())
        cards = len(position.hand + position.pile + position.discards)
        for line in lines:
            member = read(line, blocks, cards)
            assert write(member) == line
            proven.take(member)
        assert proven.holds(blocks.start)
        members += len(lines)
        with pytest.raises(ValueError, match=f"{best} can be reached"):
            block_set(game, position, best + 1, Budget())
        if position == game.start():
            assert checked(certificate(game, best, lines)).status == "verified"
            assert checked(certificate(game, best + 1, lines)).status == "failed"
    assert members > 2 * count


def test_a_member_stands_for_blocks_that_it_joins_and_for_no_others():
    game = bound_game("head", "2MK 3SK 4YK AM 8WL CK 5ML 9MS", passes=2, hand=3, melding="optional")
    blocks = BlockGame(game, game.start())

    def holds(member, asked):
        members = BlockSet(blocks, 9, Meter())
        position = read(member, blocks, 8)
        members.place(position)
        held = members.holds(read(asked, blocks, 8))
        assert members.holds(read(asked, blocks, 8)) == held
        return held

    for member, asked, stands in (
        ("1 0 0,1,2 345,67", "1 0 0,1,2 345,67", True),
        ("1 0 0,1,2 34567", "1 0 0,1,2 345,67", True),
        ("1 0 0,1,2 34567", "1 0 0,1,2 67,345", True),
        ("1 0 0,1,2 345,67", "1 0 0,1,2 67,345", False),
        ("1 0 0,1,2 345,67", "1 0 0,1,2 34,5,67", True),
        ("1 0 0,1,2 345,67", "1 0 0,1,2 34567", False),
        ("1 0 0,1,2 345,67", "1 0 0,1,2 345,6", False),
        ("1 0 0,1,2 345,6", "1 0 0,1,2 345,67", False),
        ("1 0 0,1,2 345,6*", "1 0 0,1,2 34,5,6,7", True),
        ("1 0 0,1,2 345,6*", "1 0 0,1,2 34,5,67", False),
        ("1 0 0,1,2 345,6*", "1 0 0,1,2 34,5*", False),
        ("1 0 0,1,2 345*", "1 0 0,1,2 34,5*", True),
        ("1 0 0,1,2 345", "1 0 0,1,2 345*", False),
        ("1 0 0,12 345", "1 0 0,1,2 345", False),
        ("1 0 0,1,2 345", "1 0 0,12 345", False),
        ("2 1 012,34567 -", "2 1 012,345,67 -", True),
        ("2 1 012,34567 -", "2 2 012,67,345 -", True),
        ("2 1 012,34567 -", "2 0 012,345,67 -", False),
        ("2 1 012,345* -", "2 1 012,34,5,67 -", True),
        ("2 1 012,345* -", "2 0 012,34,5,67 -", False),
        ("2 1 012,345* -", "2b 1 012,34,5,67 -", False),
        ("1 0 0,1,2 -", "1 0 0,1,2 -", True),
        ("1 0 0,1,2 345", "1 0 0,1,2 -", False),
        ("2b 1 0,12,345* -", "2b 1 0,1,2,34,5,67 -", True),
        ("2b 1 01,2,345* -", "2b 1 0,1,2,34,5,67 -", True),
        ("2b 1 0,12,345* -", "2b 1 1,0,2,34,5,67 -", False),
    ):
        assert holds(member, asked) == stands, (member, asked)


def test_what_is_kept_of_positions_mixes_none_of_them_up():
    game = bound_game("head", "2MK 3SK 4YK AM 8WL CK 5ML 9MS", passes=2, hand=3, melding="optional")
    line, discards = [1], [2, 4, 8]
    ends = [
        BlockPosition(1, packed(line[:held]), packed(line[held:] + discards), False, cut, 0)
        for held in (0, 1)
        for cut in (False, True)
    ]
    for first, second in permutations(ends, 2):
        blocks = BlockGame(game, game.start())
        assert blocks.settled(first) != blocks.settled(second)
    assert {BlockGame(game, game.start()).settled(end) for end in ends} == {
        BlockPosition(2, packed(line), b"", may_burn, cut, 0)
        for may_burn, line in ((True, [1, 2, 4, 8]), (False, [7, 8]))
        for cut in (False, True)
    }


def test_looking_for_members_is_counted_as_work():
    """A search through a set whose members all begin a position counts one step for each node."""
    cards = 40
    game = bound_game("head", " ".join(["2MK", "3SK", "4YK", "CS"] * 10), passes=2, hand=3, melding="optional")
    blocks = BlockGame(game, game.start())
    meter = Meter()
    members = BlockSet(blocks, cards + 1, meter)
    rng = random.Random(5)
    names = CARD_NAMES[3:cards]
    for _ in range(300):
        ends = [0, *sorted(rng.sample(range(1, len(names)), 12)), len(names)]
        joined = ",".join(names[begin:end] for begin, end in pairwise(ends))
        members.place(read(f"1 0 0,1,2 {joined}", blocks, cards))
    for asked, held, least in ((names, True, 13), (names[:-1], False, 2000)):
        before = meter.steps
        assert members.holds(read("1 0 0,1,2 " + ",".join(asked), blocks, cards)) == held
        assert meter.steps - before >= least


@pytest.mark.parametrize("deal", [["AM"] * 40, ["2MK", "CS"] * 33], ids=["melds beyond number", "66 cards"])
def test_decks_beyond_the_content_are_left_alone(deal):
    game = bound_game("head", " ".join(deal))
    assert block_set(game, game.start(), 1, Budget()) is None
    assert checked(certificate(game, 1, [])).status in ("failed", "exhausted")


def test_covers_of_parts_are_those_of_their_cards():
    game = pose("head", number=3).deal.bind()
    covers = Covers(game.deal, 6)
    rng = random.Random(8)
    for _ in range(60):
        places = sorted(rng.sample(range(36), rng.randint(3, 14)))
        spare = rng.randrange(4)
        alone = Covers([game.deal[place] for place in places], 6).can_leave((1 << len(places)) - 1, spare)
        assert covers.can_leave(sum(1 << place for place in places), spare) == alone
