"""Players who see only face-up cards: surveys, the bench, and what thinking gains."""

from __future__ import annotations

import pytest

from command_help import run, said
from winnow.bench import fair as bench_fair
from winnow.bench.base import fair_deck
from winnow.bench.fair import Thinking, Wanted, small_decks
from winnow.core.deals import Deal
from winnow.core.fair import FAIR, fair_game
from winnow.core.knowledge import known_after
from winnow.core.statistics import students_t
from winnow.search.fair.exact import BestFairPlay
from winnow.search.fair.players import POLICIES, Player, play_fairly
from winnow.search.fair.samples import Tally, played_on
from winnow.surveys.fair import Estimate, FairGame, Record
from winnow.workers.local import InProcess
from winnow_kernels.common.budget import Budget

GAMES = ("blink", "head", "one-minute", "single-left", "universal")


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


@pytest.mark.parametrize("game", GAMES)
def test_small_decks_have_a_best_play_that_can_be_missed(game):
    values = {BestFairPlay(Budget()).value(known_after(fair_deck.of(game)(game, n), ())) for n in range(5)}
    assert any(0 < value < 1 for value in values)


def test_thinking_gains_on_small_decks():
    found = small_decks("one-minute", 6, 200, lambda: False)
    assert found is not None
    natural, rolling = (found["share_of_best"][player].value for player in ("natural", "roll-outs"))
    assert natural < rolling < 1.1


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


def test_pairs_compare_the_same_deals():
    base = Record((FairGame(1, False, 20, 0.0), FairGame(2, True, 10, 0.0), FairGame(3, None, None, 0.0)))
    other = Record((FairGame(1, True, 14, 0.5), FairGame(2, True, 12, 0.1), FairGame(3, False, 9, 0.0)))
    assert other.gain(base).value == pytest.approx(1 / 3)
    assert other.score_gain(base) == Estimate.mean([-6.0, 2.0])
    assert base.rate.high > base.rate.value == pytest.approx(1 / 3)
    assert other.seconds == pytest.approx(0.2)


def test_a_survey_of_fair_games():
    words = "survey fair universal --deals 25 --policy natural"
    assert "of 25 deals won" in said(words).splitlines()[1]
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


def test_a_bench_that_is_to_stop_ends_at_once(capsys):
    wanted = Wanted((Thinking(10),), 40, 0, "")
    assert bench_fair.run(["head"], wanted, InProcess(lambda: True), lambda: True, True) == 130
    assert capsys.readouterr().out == ""
    assert small_decks("head", 200, 1000, lambda: True) is None


def test_the_bench_prints_a_row_for_each_player():
    words = "bench head --fair --deals 4 --thinking 10 --only passes=2"
    players = [line.split(" | ")[1] for line in said(words).splitlines()[2:]]
    assert players == [
        "all-seeing",
        "natural",
        "roll-outs 10",
        "tree 10",
    ]
    rows = run(f"{words} --json").records
    assert [row["gain"]["value"] for row in rows if row["player"] == "natural"] == [0]
    assert [row["seconds_a_move"] is None for row in rows] == [True, True, False, False]


def test_the_bench_takes_a_thinking_time_and_names_the_games_that_it_stands_for():
    words = "bench head --fair --deals 2 --only passes=2 --json --thinking"
    timed = run(f"{words} 0.001s").records[2]
    games = timed["player"].removeprefix("roll-outs ").replace(",", "")
    again = run(f"{words} {games}").records[2]
    seconds = ("seconds", "seconds_a_move")
    assert {k: v for k, v in again.items() if k not in seconds} == {k: v for k, v in timed.items() if k not in seconds}
    # Not a test of time: a hundredth or a hundred times as long would be another unit.
    assert 0.00001 < timed["seconds_a_move"] < 0.1
