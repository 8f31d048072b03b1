"""Rating: players, ratings, Blink's fillings, and graphs of won positions."""

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from winnow.api.construct import count_layouts
from winnow.api.solve import Question
from winnow.core.deals import Deal
from winnow.core.games import GAMES
from winnow_kernels.common.budget import Budget
from winnow_puzzles.base import GRAPH_METRICS, PUZZLES, Puzzles
from winnow_puzzles.blink.puzzles import count_fillings
from winnow_puzzles.players.playing import sample
from winnow_puzzles.players.rating import pack_rules, screened
from winnow_puzzles.players.simple import greedy, lucky
from winnow_puzzles.problems.rasch import probability, rating_of

BLINK = PUZZLES.of("blink")


def test_a_pack_asks_for_the_games_own_goal():
    played = [game for game in GAMES if game != "blink"]
    goals = {game: PUZZLES.of(game).goal(Deal.numbered(game, 0, pack_rules(game, {}))) for game in played}
    assert goals == {
        "head": "Meld every card.",
        "one-minute": "Play every card within 120 handlings: a minute at 2 cards a second.",
        "single-left": "Leave no card.",
        "universal": "Bring all 60 cards to the bar.",
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_player_of_a_panel_plays_to_the_end(game):
    """One play of each cheap player, of a winnable deal; the same seed gives the same game."""
    rules = PUZZLES.of(game).kinds(pack_rules(game, {}))[0]
    deals = (PUZZLES.of(game).deal(game, number, rules) for number in range(1_000))
    deal = next(deal for deal in deals if isinstance(screened(deal), dict))
    panel = PUZZLES.of(game).deal_panel
    assert {name.rpartition("-")[0] for name in panel} == {"natural", "ahead", "play-outs", "plans"}
    cheap = {name: (ability, 1) for name, (ability, _) in panel.items() if name[:4] != "play" and "300" not in name}
    once, again = sample(deal, "test", cheap), sample(deal, "test", cheap)
    assert once == again
    assert set(once.values()) <= {0, 1}


def test_planners_with_more_lines_and_fewer_lapses_win_more_often():
    """Pinned results: a change here changes ratings and needs a new RATING_VERSION."""
    panel = {f"plans-{lines}/{lapse}": (0.0, 4) for lines in (3, 30) for lapse in (0.02, 0.1)}
    wins = Counter()
    for number in (116, 190, 232, 282, 315, 335):
        deal = Deal.numbered("single-left", number, pack_rules("single-left", {}))
        wins.update(sample(deal, str(number), panel))
    assert wins == {"plans-3/0.02": 8, "plans-3/0.1": 4, "plans-30/0.02": 10, "plans-30/0.1": 8}
    easy = Deal.numbered("one-minute", 3, pack_rules("one-minute", {"handlings": 180}))
    assert sample(easy, "3", {"natural-1/0.02": (0.0, 16), "ahead-2/0.1": (0.0, 8)}) == {
        "natural-1/0.02": 15,
        "ahead-2/0.1": 5,
    }


def test_a_rating_follows_from_the_wins():
    panel = {"natural-1/0.02": (-2.0, 10), "plans-3/0.02": (0.0, 10), "plans-30/0.02": (2.0, 10)}
    ratings = [
        rating_of(dict(zip(panel, wins, strict=True)), panel) for wins in ((9, 10, 10), (1, 5, 9), (0, 1, 5), (0, 0, 0))
    ]
    places = [rating["logits"] for rating in ratings]
    assert places == sorted(places)
    assert places[1] == 0
    # A deal that nobody wins has a finite rating with a large error.
    assert 4 < places[3] < 8
    assert ratings[3]["standard_error"] > 2 * ratings[1]["standard_error"]
    assert all(rating["low"] <= rating["logits"] <= rating["high"] for rating in ratings)
    assert (ratings[1]["solved"], ratings[1]["plays"]) == (15, 30)


def test_sampled_ratings_recover_what_is_drawn():
    """Simulated deals of known difficulty: the ratings scatter around it by their standard errors."""
    panel = {f"plans-{i}/0.02": (ability, 20) for i, ability in enumerate((-2.0, -1.0, 0.0, 1.0, 2.0))}
    chance = random.Random(7)
    misses = []
    for _ in range(200):
        place = chance.uniform(-2, 2)
        wins = {
            name: sum(chance.random() < probability(ability, place) for _ in range(plays))
            for name, (ability, plays) in panel.items()
        }
        rating = rating_of(wins, panel)
        misses.append((rating["logits"] - place) / rating["standard_error"])
    assert 0.85 < (sum(miss * miss for miss in misses) / len(misses)) ** 0.5 < 1.1
    assert abs(sum(misses) / len(misses)) < 0.2


@pytest.mark.parametrize("rules", BLINK.kinds(pack_rules("blink", {})), ids=lambda rules: str(rules["columns"]))
def test_fillings_by_the_rules_are_those_that_the_engine_counts(rules):
    numbers = range(12) if rules["columns"] == 3 else range(4)
    counts = []
    for number in numbers:
        deal = BLINK.deal("blink", number, rules)
        counted = count_layouts(Question(deal), 50, Budget())
        counts.append(counted.layouts)
        assert count_fillings(deal, 50) == counted.layouts
    assert min(counts) == 0 < max(counts)


def test_a_blink_deal_with_several_layouts_is_no_puzzle():
    rules = BLINK.kinds(pack_rules("blink", {}))[0]
    several = [n for n in range(60) if count_fillings(BLINK.deal("blink", n, rules), 2) == 2]
    assert several
    assert {screened(BLINK.deal("blink", n, rules)) for n in several} == {"unwinnable"}


def test_symmetric_deals_have_one_form():
    deal = Deal.numbered("universal", 1)
    swapped = Deal.parse("universal", " ".join((deal.cards[1], deal.cards[0], *deal.cards[2:])))
    later = Deal.parse("universal", " ".join((*deal.cards[:-2], deal.cards[-1], deal.cards[-2])))
    form = PUZZLES.of("universal").form
    assert form(deal) == form(swapped) != form(later)
    for game in GAMES:
        form = PUZZLES.of(game).form
        assert form(Deal.numbered(game, 1)) != form(Deal.numbered(game, 2))


def graph(deal, line):
    """Return the figures of the graph of won positions."""
    figures = PUZZLES.of(deal.game).metrics(deal, line, search=True)
    return {name: figures[name] for name in GRAPH_METRICS}


def test_the_graph_of_a_deal_by_hand():
    # AC 2D 3H AS: the ace closes a window of one rank; no other discard is possible before.
    deal = Deal.parse("single-left", "AC 2D 3H AS", {"deck": "as-dealt", "discarding": "optional"})
    assert graph(deal, ()) == {"won_positions": 6, "solutions": 1, "shared_positions": 6, "together": 5}
    # Both a pair and a four end this game: two ways from the fifth position to the end.
    deal = Deal.parse("single-left", "AC 2D 3H AC", {"deck": "as-dealt", "discarding": "optional", "goal": "2"})
    assert graph(deal, ()) == {"won_positions": 7, "solutions": 2, "shared_positions": 5, "together": 4}
    redeals = Deal.parse("single-left", deal.text, {"deck": "as-dealt", "discarding": "optional", "redeals": 1})
    assert set(graph(redeals, ()).values()) == {None}


def test_the_graph_of_a_blink_table_by_hand():
    # One row whose cards match their neighbours only. Whoever begins with the first or third card still gets all
    # down; the second may begin, too. With hold 1 the fourth to be laid first comes too late.
    rules = {"deck": "as-dealt", "columns": 3, "rows": 1, "hold": 2}
    deal = Deal.parse("blink", "1RS 1BM 2BT", rules)
    line = ("1RS@0,0", "1BM@1,0", "2BT@2,0")
    # Ends first: left, middle or right; from the middle both sides; two positions of two cards.
    assert graph(deal, line) == {"won_positions": 7, "solutions": 4, "shared_positions": 2, "together": 0}
    strict = Deal.parse("blink", "1RS 1BM 2BT", {**rules, "hold": 0})
    assert graph(strict, line) == {"won_positions": 4, "solutions": 1, "shared_positions": 4, "together": 3}


def test_play_without_end_stops(monkeypatch):
    """A token goes round three places and never wins: without luck, until a position comes back."""
    monkeypatch.setattr(PUZZLES, "of", lambda _: Puzzles())
    rules = {"successors": lambda place: [("on", (place + 1) % 3)], "won": lambda _: False}
    game = SimpleNamespace(name="round", start=lambda: 0, higher_is_better=True, best_possible=lambda: None, **rules)
    assert greedy(game).line == ("on", "on", "on")
    assert all(len(played.line) == 10_000 and not played.won for played in lucky(game))
