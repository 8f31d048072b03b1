"""Games on the page with the cards face down: no answer names a card before it is seen."""

import random
import re
from dataclasses import replace

import pytest

from asking import Asking, packs
from winnow import solve
from winnow.api.luck import good_play, judged
from winnow.core.deals import Deal
from winnow.core.fair import FAIR, fair_game
from winnow.core.knowledge import known_after, sampled
from winnow.core.registry import own_names
from winnow.core.rng import SplitMix64
from winnow.play import questions
from winnow.play.shelf import LEVELS
from winnow_kernels.common.budget import Budget

NUMBER = 11
MOVES = 16


class Traffic(Asking):
    """A page that plays a numbered deal face down, and all that it was told."""

    def __init__(self, positions=200):
        super().__init__(positions=positions, fair=True, number=str(NUMBER))

    def names(self, cards):
        """Return those of the cards that anything told so far names."""
        return set(re.findall(r"\w+", " ".join(self.answers))) & set(cards)


@pytest.mark.parametrize("game", own_names())
def test_a_whole_game_names_no_unseen_card(game):
    deal, rng, traffic, line = Deal.numbered(game, NUMBER), random.Random(1), Traffic(), []
    opened = traffic.ask("open", kind="deal", game=game)
    assert (opened["fair"], opened["number"], opened["deal"].split().count("?")) == (
        True,
        str(NUMBER),
        len(known_after(deal, ()).unseen),
    )
    table = opened["table"]
    while not table["over"] and len(line) < MOVES:
        moves = [gesture["move"] for gesture in table["gestures"]]
        if len(line) % 10 == 0:
            traffic.ask("chance", game=game, line=line)
            traffic.ask("peek", game=game, line=line)
            assert traffic.ask("advice", game=game, line=line)["move"] in (None, *moves)
        line.append(rng.choice(moves))
        table = traffic.ask("table", game=game, line=line)["table"]
        known = known_after(deal, line)
        assert not traffic.names(set(known.unseen) - set(known.known))
    judged = traffic.ask("fair-story", game=game, line=line)["judged"]
    assert [one["move"] for one in judged] == line[: len(judged)]
    assert {one["word"] for one in judged} <= {"best", "even", "mistake"}
    assert not traffic.names(set(known.unseen) - set(known.known))


@pytest.mark.parametrize("game", own_names())
def test_no_answer_during_a_game_depends_on_an_unseen_card(game, monkeypatch):
    """The deal, and one in which the unseen cards lie in another order, are answered alike, to the byte."""
    deal, line = Deal.numbered(game, NUMBER), []
    bound = fair_game.of(game)(deal)
    position = bound.start()
    for _ in range(2 if game in ("blink", "head") else 8):
        line.append(FAIR.of(game).natural(bound, position))
        position = bound.play(position, line[-1])
    knowledge = known_after(deal, line)
    other = replace(deal, cards=knowledge.bind(next(sampled(knowledge, 5))).deal)
    assert other.cards != deal.cards
    told = []
    for one in (deal, other):
        monkeypatch.setattr(Deal, "numbered", lambda *_, one=one: one)
        traffic = Traffic()
        for name in ("table", "chance", "advice"):
            traffic.ask(name, game=game, line=line)
        told.append(traffic.answers)
    assert told[0] == told[1]


def test_good_play_on_the_same_deal_is_told_when_the_game_is_over():
    rules = {"discarding": "optional", "redeals": "1"}
    traffic, about = Traffic(positions=10**8), {"game": "single-left", "rules": rules}
    with pytest.raises(AssertionError, match="when the game is over"):
        traffic.ask("good-play", line=["draw"], **about)
    deal = Deal.numbered("single-left", NUMBER, rules)
    found = traffic.ask("good-play", line=["draw"] * 52, **about)
    assert tuple(found["good"].values()) == good_play(deal, 0, Budget())
    assert (found["average"]["won"], found["best"]) == (False, {"won": True, "score": 0})


def test_a_deal_that_can_be_won_is_found_where_few_can():
    found = Traffic(positions=1_000_000).ask("open", kind="winnable", game="single-left")
    assert solve("single-left", int(found["number"])).verdict == "winnable"
    assert 1 <= found["odds"][0] <= found["odds"][1]


def test_a_deal_face_down_is_of_the_level_that_was_asked_for():
    pack = next(pack for pack in packs() if pack.game == "head" and not pack.of_problems)
    fair, traffic = {str(puzzle["number"]): puzzle["fair"] for puzzle in pack.puzzles}, Asking(packs)
    asked = {"kind": "winnable", "game": "head", "fair": True, "rules": {"melding": "optional"}}
    drawn = [[traffic.ask("open", **asked, level=level) for _ in range(6)] for level in LEVELS]
    shares = [fair[game["number"]] for games in drawn for game in games]
    assert min(shares[:6]) >= max(shares[6:12]) >= min(shares[6:12]) >= max(shares[12:]) >= min(shares[12:]) > 0
    assert [game["set"] for games in drawn for game in games] == [{}] * 18


def test_a_random_deal_that_can_be_won_is_named_with_the_deals_tried():
    found, trouble = questions.told(lambda _seconds: Budget(1_000_000), "winnable", ("head", {}, 5))
    assert trouble is None
    numbers = SplitMix64(5)
    before = [numbers.word() >> 32 for _ in range(found["tried"])]
    assert found["number"] == before[-1]
    verdicts = [solve("head", number).verdict for number in before]
    assert verdicts == ["unwinnable"] * (len(before) - 1) + ["winnable"]


def test_going_on_from_a_won_game_can_be_a_mistake():
    rules = {"discarding": "optional", "redeals": 1, "goal": "4", "deck": "as-dealt"}
    deal = Deal.parse("single-left", "AC 5D 6H 2C 3S 4H", rules)
    line = ["draw"] * 4 + ["pair", "draw", "draw", "redeal"]
    *before, last = judged(deal, line, 0, Budget())
    assert (last.word, last.better, last.by) == ("mistake", None, 1)
    assert "mistake" not in {one.word for one in before}


def test_a_mistake_is_told_by_the_score_where_wins_are_rare():
    # Turn after turn past cards that could have gone to the bar or a column.
    deal = Deal.numbered("universal", 3)
    line = ["T"] * 18 + ["R"] + ["T"] * 2
    found = judged(deal, line, 0, Budget())
    mistakes = [one for one in found if one.word == "mistake"]
    assert mistakes
    assert all(one.by > 0 or one.score > 0 for one in mistakes)
    assert any(one.score > 0 for one in mistakes)
    # Whoever makes the adviser's move made no mistake there.
    place = found.index(mistakes[0])
    (*_, told) = judged(deal, [*line[:place], mistakes[0].better], 0, Budget())
    assert told.word == "best"


def test_a_card_dealt_on_can_lose_the_win():
    # The line of the rules has no move yet, and its position can be won.
    line = ["7D"] + ["deal"] * 15
    about = {"game": "one-minute", "number": "1", "rules": {"handlings": 112}}
    traffic = Traffic(positions=1_000_000)
    seen = [traffic.ask("peek", line=line[:moves], **about)["verdict"] for moves in (11, 12, 16)]
    assert seen == ["winnable", "unwinnable", "unwinnable"]
    story = traffic.ask("fair-story", line=line, **about)
    assert (story["start"], story["kept"], story["lost"], story["end"]) == ("winnable", 11, 12, "unwinnable")
