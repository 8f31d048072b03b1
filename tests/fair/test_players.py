"""Players who see only face-up cards: surveys, and what thinking gains beside the best fair play."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import count, islice

import pytest

from command_help import run, said
from winnow.cli.survey import span
from winnow.core.deals import Deal
from winnow.core.fair import FAIR, fair_game
from winnow.core.knowledge import known_after
from winnow.core.rng import SplitMix64
from winnow.core.statistics import students_t
from winnow.search.fair.exact import BestFairPlay
from winnow.search.fair.players import POLICIES, Player, play_fairly
from winnow.search.fair.samples import Tally, played_on
from winnow.surveys.fair import Estimate, FairGame, Record
from winnow_kernels.common.budget import Budget

SMALL = {
    "blink": ("", 6, {"hold": 1, "columns": 3, "rows": 3}),
    "head": ("", 7, {"hand": 3, "target": 4, "melding": "optional"}),
    "one-minute": ("", 6, {"handlings": 7}),
    "single-left": ("[A23]", 6, {"discarding": "optional"}),
    "universal": ("[123][EJ]", 6, {"columns": 2, "draw": 2, "passes": 1}),
}
"""By game: the pattern of the cards that a small deck takes from a numbered deal, their number, and the rules."""
GAMES = tuple(SMALL)
ORDERS = 20


@pytest.mark.parametrize("game", GAMES)
def test_the_natural_player_is_that_of_the_game(game):
    for number in range(3):
        bound = fair_game.of(game)(Deal.numbered(game, number))
        _, end = play_fairly(Deal.numbered(game, number), Player("natural"), Budget())
        assert end == played_on(bound, bound.start(), Budget())


def test_a_natural_player_of_blink_begins_with_the_card_that_most_others_match():
    """1RS, the first by its token, matches none of the others: the game would end with it."""
    deal = Deal.parse("blink", "1RS 2BM 2GT 3BT 4YD", {"deck": "as-dealt", "hold": 3})
    game = deal.bind()
    assert FAIR.of("blink").natural(game, game.start()) == "2BM@0,0"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_game(game, policy):
    deal = Deal.numbered(game, 2)
    ends = [play_fairly(deal, Player(policy, 30, 4), Budget())[1] for _ in range(2)]
    assert ends[0] == ends[1]


def small_deck(game: str, number: int) -> Deal:
    """Return a small deck of which the best fair play is soon known."""
    wanted, count, rules = SMALL[game]
    cards = [card for card in Deal.numbered(game, number).cards if re.match(wanted, card)]
    return Deal.parse(game, " ".join(cards[:count]), {"deck": "as-dealt", **rules})


def shares_of_best(game: str, decks: int, games: int) -> dict[str, Estimate]:
    """Return the share of the best fair player's wins that each player reaches in 20 random orders of each deck.

    Decks that the best player always loses or always wins are left out: nothing can be gained on them.
    """
    values = ((number, float(best_chance(game, number))) for number in count())
    best = dict(islice(((number, value) for number, value in values if 0 < value < 1), decks))
    mean = sum(best.values()) / decks
    return {
        policy: Estimate.mean([1 + (share_won(game, n, Player(policy, games)) - top) / mean for n, top in best.items()])
        for policy in POLICIES
    }


def best_chance(game: str, number: int) -> Fraction:
    return BestFairPlay(Budget()).value(known_after(small_deck(game, number), ()))


def share_won(game: str, number: int, player: Player) -> float:
    deal, stream = small_deck(game, number), SplitMix64(number)
    knowledge, wins = known_after(deal, ()), 0
    unseen = [deal.cards[place] for place in knowledge.hidden]
    for order in range(ORDERS):
        dealt = replace(deal, cards=knowledge.bind(stream.shuffled(unseen)).deal)
        bound, end = play_fairly(dealt, replace(player, seed=order), Budget())
        wins += bound.won(end)
    return wins / ORDERS


@pytest.mark.parametrize("game", GAMES)
def test_small_decks_have_a_best_play_that_can_be_missed(game):
    assert any(0 < best_chance(game, n) < 1 for n in range(5))


def test_thinking_gains_on_small_decks():
    found = shares_of_best("one-minute", 6, 200)
    assert found["natural"].value < found["roll-outs"].value < 1.1


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_tree_search_wins_nearly_as_often_as_the_best_fair_play(game, capsys):
    found = shares_of_best(game, 100, 1000)
    with capsys.disabled():
        print(f"\n{game}:", ", ".join(f"{name} {span(share, 100, ' %')}" for name, share in found.items()))
    assert max(0.9, found["natural"].value) < found["tree"].value


# Two-sided 95% quantiles from published tables.
@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        *((1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (10, 2.2281), (29, 2.0452), (30, 2.0423)),
        *((60, 2.0003), (120, 1.9799), (200, 1.9719), (201, 1.9718), (1000, 1.9623), (10**6, 1.9600)),
    ],
)
def test_quantiles_of_students_t(degrees, quantile):
    assert students_t(degrees) == pytest.approx(quantile, abs=5e-5)


def test_the_interval_of_a_mean_score_needs_two_games_and_holds_possible_scores_only():
    games = [FairGame(number, False, score, 0.0) for number, score in enumerate((1, 9, 2))]
    assert Record((games[0],)).mean_score == Estimate(1.0, None, None)
    assert Record(tuple(games[:2]), (0, 52)).mean_score == Estimate(5.0, 0, 52)
    mean = Record(tuple(games), (0, 52)).mean_score
    assert mean is not None
    assert (mean.low, mean.high) == (0, pytest.approx(4 + 4.302653 * (19 / 3) ** 0.5))
    one, two = Tally(1, scores=[3]), Tally(2, scores=[60, 0], possible=(0, 60))
    assert one.record(False)["mean_score"] == {"mean": 3.0, "low": None, "high": None, "of": 1}
    assert two.record(False)["mean_score"] == {"mean": 30.0, "low": 0, "high": 60, "of": 2}
    assert two.record(True)["mean_score"] == {"mean": 30.0, "low": 30.0, "high": 30.0, "of": 2}


def test_the_mean_score_of_one_game_is_printed_without_interval():
    lines = said("hint head --number 1 --fair --samples 1").splitlines()
    (move,) = (line.rstrip() for line in lines if line.lstrip("* ").startswith("meld"))
    assert move.endswith(")  24.0")


def test_a_survey_of_fair_games():
    words = "survey fair universal --deals 25 --policy natural"
    assert "of 25 deals won" in said(words).splitlines()[1]
    assert said("survey fair universal --deals 2 --policy tree --games 10").endswith(" a move\n")
    (record,) = run(f"{words} --json --jobs 2").records
    assert (record["format"], record["deals"], record["policy"]) == ("winnow-fair-survey/1", 25, "natural")
    ends = [play_fairly(Deal.numbered("universal", n), Player("natural"), Budget()) for n in range(25)]
    assert record["mean_score"]["value"] == pytest.approx(sum(game.score(end) for game, end in ends) / 25)


def test_all_seeing_wins_at_least_as_many():
    rates = []
    for player in ("natural", "roll-outs --games 20", "all-seeing"):
        (record,) = run(f"survey fair blink --deals 6 --rule hold=1 --json --policy {player}").records
        rates.append(record["rate"]["value"])
    assert max(rates) == rates[-1]
