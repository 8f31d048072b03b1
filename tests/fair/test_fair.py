"""Fair play: what is known, what is estimated, and that no unseen card has a say in it."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

import winnow
from command_help import refused, run, said
from winnow.api.fair import answer_fair_hint
from winnow.cli.fair import tell_fair
from winnow.core.deals import Deal
from winnow.core.errors import EngineError
from winnow.core.fair import FAIR, Fair, fair_game, ruled
from winnow.core.game import Game
from winnow.core.knowledge import Knowledge, counted_orders, known_after, sampled
from winnow.core.lines import replay
from winnow.core.question import Question
from winnow.core.verdicts import Limits
from winnow.search.fair.exact import BestFairPlay, OutOfBudgetError
from winnow.search.fair.orders import Samples
from winnow.search.fair.players import POLICIES, Player
from winnow_kernels.common.budget import Budget

SMALL = {
    "single-left": ("AC AD AH 2C 2D 2H", {"discarding": "optional"}),
    "universal": ("2V 1E 1V 2E 1M 2M", {"columns": "2", "draw": "2"}),
    "head": ("AM 2MK 3SK 4YK 2SY AS", {"hand": "3", "passes": "2", "target": "2"}),
    "blink": ("1RS 2GM 3BT 1GS 2RS 3RM", {"hold": "1", "columns": "3", "rows": "2"}),
    "one-minute": ("AC 2C 2D 3D AH 3S", {"handlings": "7", "pickup": "1"}),
}
FULL = {"single-left": {"discarding": "optional"}, "universal": {}, "head": {}, "blink": {}, "one-minute": {}}


def bound(deal: Deal) -> Game:
    """Return the game of a deal as a player who sees only face-up cards plays it."""
    return fair_game.of(deal.game)(deal)


def small(game: str, chance: random.Random) -> Deal:
    """Return a shuffled small deck of the game."""
    text, rules = SMALL[game]
    cards = text.split()
    chance.shuffle(cards)
    return Deal.parse(game, " ".join(cards), {"deck": "as-dealt"} | rules)


def walked(deal: Deal, moves: int, chance: random.Random) -> tuple[str, ...]:
    """Return a random line of at most that many moves."""
    game = bound(deal)
    position, line = game.start(), []
    while len(line) < moves and (legal := game.moves(position)):
        line.append(chance.choice(legal[:40]))
        position = game.play(position, line[-1])
    return tuple(line)


def with_order(knowledge: Knowledge, order) -> Deal:
    """Return the deal in which the unseen cards have this order."""
    return replace(knowledge.deal, cards=knowledge.bind(order).deal, number=None)


def best_by_belief(deals: list[Deal], line: tuple[str, ...]) -> Fraction:
    """Return the best fair chance to win, by the deals that are still possible: the definition, and nothing else."""
    games = [bound(deal) for deal in deals]
    positions = [replay(game, game.start(), line) for game in games]
    shown = defaultdict(list)
    for deal, game, position in zip(deals, games, positions, strict=True):
        seen = sorted(FAIR.of(deal.game).seen(game, position))
        shown[tuple((place, game.deal[place]) for place in seen)].append(deal)
    if len(shown) > 1:
        return sum(len(alike) * best_by_belief(alike, line) for alike in shown.values()) / Fraction(len(deals))
    legal = {game.moves(position) for game, position in zip(games, positions, strict=True)}
    assert len(legal) == 1, "what is legal shows an unseen card"
    won = {game.won(position) for game, position in zip(games, positions, strict=True)}
    assert len(won) == 1, "whether the game is won shows an unseen card"
    return max([Fraction(won.pop()), *(best_by_belief(deals, (*line, move)) for move in legal.pop())])


@pytest.mark.parametrize("game", SMALL)
def test_the_best_fair_play_is_that_of_the_definition(game):
    chance = random.Random(game)
    for _ in range(6):
        deal = small(game, chance)
        line = walked(deal, 4 if game == "blink" else 3, chance)
        knowledge = known_after(deal, line)
        if knowledge.orders > 24:
            continue
        deals = [with_order(knowledge, order) for order in counted_orders(knowledge.unseen)]
        assert BestFairPlay(Budget()).value(knowledge) == best_by_belief(deals, line), (deal.text, line)


def test_whoever_looks_at_each_turned_card_has_seen_more():
    deals = [
        Deal.parse("universal", "2V 1E 1V 2E 1M 2M", {"deck": "as-dealt", "columns": "2", "draw": "2", "watch": "top"})
    ]
    deals.append(replace(deals[0], rules=replace(deals[0].rules, watch="all")))
    top, whole = (known_after(deal, ("T",)) for deal in deals)
    assert (top.unseen, whole.unseen) == (("1M", "1V", "2M"), ("1M", "2M"))
    for knowledge in (top, whole):
        orders = [with_order(knowledge, order) for order in counted_orders(knowledge.unseen)]
        assert BestFairPlay(Budget()).value(knowledge) == best_by_belief(orders, ("T",))


@pytest.mark.parametrize(
    ("ranks", "best"),
    [("A2", Fraction(1, 5)), pytest.param("A2 ", Fraction(109, 210), marks=pytest.mark.full)],
)
def test_single_left_on_small_decks(ranks, best):
    """109/210 is what another program found for two ranks of four suits, 51.90%; it gives 20% for three suits."""
    suits = "CDHS" if " " in ranks else "CDH"
    deck = " ".join(rank + suit for rank in ranks.strip() for suit in suits)
    deal = Deal.parse("single-left", deck, {"deck": "as-dealt", "discarding": "optional"})
    assert BestFairPlay(Budget()).value(known_after(deal, ())) == best


def test_with_redeals_the_places_of_the_cards_in_hand_decide():
    """Equal hands and discards at other places come again in another order."""
    rules = {"deck": "as-dealt", "discarding": "optional", "redeals": "2", "goal": "1"}
    deal, line = Deal.parse("single-left", "3H 3D 3C AH 2H AC 2C", rules), ("draw",) * 3
    knowledge = known_after(deal, line)
    deals = [with_order(knowledge, order) for order in counted_orders(knowledge.unseen)]
    assert BestFairPlay(Budget()).value(knowledge) == best_by_belief(deals, line) == Fraction(1, 3)


def test_the_best_fair_play_keeps_to_the_budget():
    knowledge = known_after(small("universal", random.Random(1)), ())
    for budget, states in ((Budget(5), None), (Budget(), 5)):
        with pytest.raises(OutOfBudgetError):
            BestFairPlay(budget, states).value(knowledge)
        assert budget.positions <= 6


@pytest.mark.parametrize("deals", [1, pytest.param(3, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", FULL)
def test_no_estimate_uses_an_unseen_card(game, deals):
    chance = random.Random(game)
    for number in range(deals):
        deal = Deal.numbered(game, number, FULL[game])
        line = walked(deal, 3, chance)
        knowledge = known_after(deal, line)
        other = with_order(knowledge, next(sampled(knowledge, 99)))
        assert other.cards != deal.cards
        samples, players = Samples(3, number), [Player(policy, 60) for policy in POLICIES]
        for player in players:
            asked = [Question(each, line) for each in (deal, other)]
            told = [answer_fair_hint(each, Budget(200_000), samples, replace(player)) for each in asked]
            assert told[0].advice is not None or not told[0].moves
            records = [json.dumps(hint.record()) for hint in told]
            assert records[0] == records[1]


@pytest.mark.parametrize("game", SMALL)
def test_a_natural_player_wins_no_more_than_the_best_and_that_no_more_than_one_who_sees_all(game):
    chance = random.Random(game)
    for _ in range(8):
        deal = small(game, chance)
        line = walked(deal, 3, chance)
        hint = answer_fair_hint(Question(deal, line), Budget(), Samples(24))
        for move in hint.moves if hint.exact else ():
            assert move.best is not None
            can = move.tally.winnable / move.tally.samples
            assert move.tally.share_won - 1e-9 <= move.best <= can + 1e-9, (deal.text, line, move.move)


def test_equal_cards_have_fewer_orders():
    deal = Deal.parse("blink", "1RS 2RS 2RS 3RS", {"deck": "as-dealt", "hold": "0"})
    knowledge = known_after(deal, ())
    assert (knowledge.unseen, knowledge.orders) == (("2RS", "2RS", "3RS"), 3)
    assert len(list(counted_orders(knowledge.unseen))) == 3


def test_the_same_seed_gives_the_same_bytes():
    def told(seed: int) -> str:
        hint = winnow.fair_hint("single-left", 5, rules=FULL["single-left"], after="draw draw", samples=10, seed=seed)
        return json.dumps(hint.record())

    assert told(1) == told(1)
    assert told(1) != told(2)


def test_a_game_that_does_not_say_what_it_shows_has_no_fair_play():
    game = small("head", random.Random(1)).bind()
    with pytest.raises(EngineError, match="fair play is not known for head"):
        Fair().seen(game, game.start())


def test_one_minute_card_by_card_is_the_game_of_the_rules():
    """Every line of the rules is a line card by card, of the same cost, and its next moves are those of the rules."""
    chance = random.Random(7)
    for number in range(20):
        deal = Deal.numbered("one-minute", number, {"pickup": "2", "passing": ("free", "forced")[number % 2]})
        rules, game = deal.bind(), bound(deal)
        position, here = rules.start(), game.start()
        while legal := rules.moves(position):
            move = chance.choice(legal)
            position, before = rules.play(position, move), here
            here = game.play(before, move)
            assert ruled.of("one-minute")(here) == position
            while move not in game.moves(before) and "deal" in game.moves(before):
                before = game.play(before, "deal")
            if len(rules.moves(position)) > 0 and move in game.moves(before):
                assert game.play(before, move)[:4] == position
        assert game.won(here) == rules.won(position)


def test_one_minute_names_no_card_that_has_not_come_up():
    deal = Deal.numbered("one-minute", 3)
    game, fair = bound(deal), FAIR.of("one-minute")
    position = game.start()
    while (move := fair.natural(game, position)) is not None:
        shown = {deal.cards[place] for place in fair.seen(game, position)}
        assert shown.issuperset(set(game.moves(position)) - {"deal"})
        position = game.play(position, move)
    assert sorted(fair.seen(game, position)) == list(range(52))


def test_the_command_counts_few_orders_exactly():
    deal = "single-left 'AC AD AH AS 2C 2D 2H 2S' --rule deck=as-dealt --rule discarding=optional"
    words = f"hint {deal} --after 'draw draw draw draw' --fair"
    assert "Exact: all 24 orders of the unseen cards were counted." in said(words)
    ended = run(f"{words} --json")
    (record,) = ended.records
    assert (ended.status, record["format"], record["exact"], record["samples"]) == (0, "winnow-fair/1", True, 24)
    assert [move["move"] for move in record["moves"]] == ["four", "draw"]
    assert record["moves"][0]["best_play"]["share"] == 1


def test_a_deal_with_unseen_cards_names_those_that_are_known():
    """Cards that no move has shown are known, too: only the orders of the `?` are counted."""
    deck = Deal.numbered("single-left", 6).cards
    text = " ".join((*deck[:48], "?", deck[49], "?", "?"))
    hint = winnow.fair_hint("single-left", text, rules={"discarding": "optional", "goal": "30"}, games=20)
    assert (hint.exact, hint.samples, hint.knowledge.unseen) == (True, 6, tuple(sorted((deck[48], *deck[50:]))))
    assert hint.record()["deal"] == text
    assert hint.moves[0].tally.winnable > 0


@pytest.mark.parametrize(("game", "moves"), [("single-left", 1), ("one-minute", 3), ("blink", 2)])
def test_the_best_fair_play_uses_every_card_that_is_known(game, moves):
    chance = random.Random(game)
    for _ in range(6):
        deal = small(game, chance)
        line = walked(deal, moves, chance)
        hidden = sorted(known_after(deal, line).hidden)[-2:]
        known = tuple("?" if place in hidden else card for place, card in enumerate(deal.cards))
        knowledge = Knowledge(deal, known, tuple(sorted(deal.cards[place] for place in hidden)), line)
        deals = [with_order(knowledge, order) for order in counted_orders(knowledge.unseen)]
        assert BestFairPlay(Budget()).value(knowledge) == best_by_belief(deals, line), (deal.text, line)


def test_the_policy_that_is_named_goes_on_after_each_move():
    rules, records = {"passing": "forced", "handlings": "160"}, []
    for policy in (None, *POLICIES):
        hint = winnow.fair_hint("one-minute", 3, rules=rules, samples=3, policy=policy, games=20)
        records.append(hint.record())
    assert [(each["policy"], each["games"]) for each in records] == [
        ("natural", 0),
        ("natural", 0),
        ("roll-outs", 20),
        ("tree", 20),
    ]
    # Under forced passing there is one move only.
    assert {each["advice"]["policy"] for each in records} == {"natural"}
    assert records[0]["moves"] == records[1]["moves"]
    means = [each["moves"][0]["mean_score"]["mean"] for each in records]
    assert min(means) < means[0]


@pytest.mark.parametrize(
    ("positions", "asked", "policy", "games", "said"),
    [
        (None, None, "tree", 398, "tree, 398 games played on"),
        (None, "roll-outs", "roll-outs", 398, "roll-outs, 398 games played on"),
        (None, "natural", "natural", 0, "natural"),
        (500, None, "tree", 250, "tree, 250 games played on"),
        (2, None, "natural", 0, "natural; the limit of positions was reached before a game was played on"),
    ],
)
def test_advice_states_the_games_that_were_played_on(positions, asked, policy, games, said, capsys):
    cards, rules = SMALL["universal"]
    given = {"rules": {"deck": "as-dealt"} | rules, "limits": Limits(positions=positions), "policy": asked}
    hint = winnow.fair_hint("universal", cards, samples=20, games=400, **given)
    assert hint.advice is not None
    assert (hint.advice.policy, hint.advice.games) == (policy, games)
    tell_fair(hint, Console(width=200))
    assert f"Advice ({said}): " in capsys.readouterr().out


def test_advice_without_a_choice_is_called_the_only_move(capsys):
    tell_fair(winnow.fair_hint("head", 1, samples=1, games=10), Console(width=200))
    assert "Advice (the only move): meld 4WL CK 4MS AY" in capsys.readouterr().out


def test_under_rules_that_thinking_does_not_know_the_natural_player_answers():
    hint = winnow.fair_hint("blink", 3, rules={"first": "centre"}, samples=2, policy="tree", games=20)
    assert hint.policy == "natural"
    assert hint.advice is not None
    assert (hint.advice.policy, hint.advice.games) == ("natural", 0)
    assert hint.advice.move is not None


def test_a_limit_that_leaves_no_estimate_is_status_3():
    status, out, _ = run("hint universal --number 1 --fair --positions 1")
    assert (status, "No estimate" in out) == (3, True)


def test_a_deal_with_unseen_cards_needs_no_option():
    deck = " ".join((*Deal.numbered("single-left", 1).cards[:3], *"?" * 49))
    assert "3 cards seen, 49 unseen." in said(f"hint single-left '{deck}' --after 'draw draw draw' --samples 5")
    refused(run(f"hint single-left '{deck}' --line draw"), "a review needs every card known")
