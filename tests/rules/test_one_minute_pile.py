"""A finished pile of One-Minute, judged by step 12 of the source, against play by the rules."""

import random

import pytest

from command_help import refused, run
from winnow.core.cards import STANDARD
from winnow.core.errors import IllegalMoveError
from winnow.core.lines import replay
from winnow.games.one_minute.rules import OneMinute, OneMinuteRules, first_wrong

WON = " ".join(
    rank + suit for suit in "CDHS" for rank in ("A23456789TJQK" if suit in "CH" else "KQJT98765432A")
)  # Each suit runs into the next by rank.


def played_by_the_rules(pile, dice):
    """Return the place of the first move that no deal with this base allows, whatever the order of its packet."""
    packet = pile[1:]
    dice.shuffle(packet)
    game = OneMinute(OneMinuteRules(), [pile[0], *packet])
    position = game.start()
    for place, card in enumerate(pile):
        try:
            position = replay(game, position, [card])
        except IllegalMoveError:
            return place
    return None


def random_pile(dice, cards):
    """Return a pile that is often legal: mostly matching cards, now and then any card."""
    left, pile = list(cards), []
    dice.shuffle(left)
    while left:
        like = [card for card in left if pile and set(card) & set(pile[-1])]
        card = dice.choice(like if like and dice.random() < 0.99 else left)
        left.remove(card)
        pile.append(card)
    return pile


def test_playing_by_the_rules_agrees_on_random_piles():
    dice = random.Random(12)
    legal = 0
    for _ in range(400):
        pile = random_pile(dice, STANDARD.tokens)
        found = first_wrong(pile)
        wrong = found and found[0]
        assert wrong == played_by_the_rules(pile, dice), pile
        legal += wrong is None
    assert 100 < legal < 300


def test_a_won_pile():
    assert run("check", "one-minute", "--pile", WON) == (0, "won: every card matches, or lies at an impasse\n", "")


def test_the_first_wrong_card_is_named():
    cards = WON.split()
    cards[1], cards[-2] = cards[-2], cards[1]
    pile = " ".join(cards)
    told = "lost: card 2, 2S, does not match AC, and 3C (card 3) above it does\n"
    assert run("check", "one-minute", "--pile", pile) == (1, told, "")
    ended = run("check", "one-minute", "--json", "--pile", pile)
    (record,) = ended.records
    assert (ended.status, record["format"], record["game"]) == (1, "winnow-pile/1", "one-minute")
    assert (record["pile"], record["won"], record["wrong"]) == (pile, False, {"place": 2, "card": "2S"})


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["one-minute", "--pile", "AS AS"], "card 2: AS is there too often"),
        (["one-minute", "--pile", "AS ZZ"], "card 2: 'ZZ' is not a card of the standard deck"),
        (["one-minute", "--pile", "AS 2S"], "2 cards instead of 52"),
        (["head", "--pile", "AM ZZ"], "head has no pile to judge"),
        (["one-minute", "head", "--pile", "AS"], "--pile takes one GAME"),
        (["chess", "--pile", "AS"], "unknown game 'chess'"),
        (["one-minute", "--search", "--pile", WON], "--search does not go with --pile"),
    ],
)
def test_bad_piles(arguments, told):
    refused(run("check", *arguments), told)
