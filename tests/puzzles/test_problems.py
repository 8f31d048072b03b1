"""Problems: one solution, losing moves, reasons and ratings, recomputed from the rules alone."""

import functools
import json
import random
import runpy
import shutil
from itertools import chain, repeat
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
import second_reasons
from ortools.sat.python import cp_model

from command_help import said
from hostile_files import CURATED, resum, rewrite
from winnow.api.solve import solve as decided
from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.games import GAMES as ALL_GAMES
from winnow.core.lines import replay
from winnow.core.meter import ExhaustedError, Meter
from winnow.games.blink.engine.model import LayoutModel
from winnow.games.blink.engine.table import in_numbers
from winnow.games.one_minute.rules import Position
from winnow.workers.local import InProcess, Processes
from winnow_puzzles.blink.thought import Region
from winnow_puzzles.one_minute.thought import Ahead
from winnow_puzzles.packs.checking import check_pack
from winnow_puzzles.packs.files import DEALS, PACK, PackError
from winnow_puzzles.packs.journal import Journal
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.balance import First, Lines, balanced, by_rating, excesses
from winnow_puzzles.problems.base import (
    MOST_POSITIONS,
    NATURALS,
    THUMBS_VERSION,
    find_problems,
    problems_of,
    with_rules,
)
from winnow_puzzles.problems.checking import check_problem
from winnow_puzzles.problems.describing import form_of
from winnow_puzzles.problems.generating import WantedProblems, gather, generate, harvest_batch, problem_rules
from winnow_puzzles.problems.panel import success
from winnow_puzzles.problems.predicting import PREDICTORS, Moves, found, started, unpredicted
from winnow_puzzles.problems.shortcuts import offered, reaches, thumbs_of
from winnow_puzzles.problems.tree import Tree
from winnow_puzzles.problems.walk import solve

CONSUMER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "verify_problems.py"))
GAMES = [game for game in ALL_GAMES if find_problems(game) is not None]


def going():
    return InProcess(lambda: False)


def wanted(game, count, seed=5_000_000, rules=None, **asked):
    asked = {"theme": None, "rating": None, **asked}
    return WantedProblems(game, problem_rules(game, rules or {}), count, seed=seed, deals=4_000, **asked)


def gathered(asked):
    """Return the harvest of a run, whose journal is thrown away."""
    with TemporaryDirectory() as folder, Journal(Path(folder) / "journal", {}) as journal:
        return gather(asked, going(), lambda _: None, journal)


@functools.cache
def known(game):
    """Return the curated problems of a game, the shortest first."""
    puzzles = [json.loads(json.dumps(puzzle)) for puzzle in read_pack(CURATED / f"{game}-problems").puzzles[::20]]
    return sorted(puzzles, key=lambda puzzle: len(puzzle["solution"]))


def problem_of(game="one-minute"):
    """Return a problem of a game, to be changed."""
    return json.loads(json.dumps(known(game)[0]))


def checked_from_the_rules(problems):
    """Check problems by the documentation's script, and every move of every decision by the engine."""
    for problem in problems:
        assert CONSUMER["verify"](problem) == ""
        deal = Deal.numbered(problem["game"], problem["number"], problem["rules"])
        for decision in problem["decisions"]:
            before = (*problem["after"], *problem["solution"][: decision["place"]])
            for move in decision["winning"]:
                assert decided(deal, after=(*before, move)).verdict == "winnable"
            for one in decision["losing"]:
                assert decided(deal, after=(*before, one["move"])).verdict == "unwinnable"


@pytest.mark.parametrize("game", GAMES)
def test_problems_have_one_answer_and_every_losing_move_is_refuted(game):
    problems = gathered(wanted(game, 2)).kept
    assert len(problems) == 2
    checked_from_the_rules(problems)
    for problem in problems:
        assert check_problem(problem, {}).status == "unproven"
        assert 2 <= problem["decisions_that_matter"] <= len(problem["decisions"]) <= 8
        assert problem["by_hand"] <= 20
        last = problem["decisions"][-1]
        assert last["natural"]
        assert problem["decided"] > last["place"]
        assert problem["rating"]["low"] <= problem["rating"]["logits"] <= problem["rating"]["high"]


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_many_problems_have_one_answer(game):
    checked_from_the_rules(gathered(wanted(game, 200, seed=7_000_000)).kept)


@pytest.mark.parametrize(
    ("game", "rules", "seed"),
    [
        ("one-minute", {"passing": "forced"}, 5_000_000),
        # Picking up the waste for the last card can exceed a budget that one handling a card would keep.
        ("one-minute", {"pickup": "1"}, 5_000_304),
        ("head", {"passes": "2"}, 5_000_936),
        pytest.param("head", {"extended": "true"}, 5_000_984, marks=pytest.mark.full),
        pytest.param("universal", {"draw": "1", "passes": "1"}, 5_000_648, marks=pytest.mark.full),
    ],
)
def test_variants_have_problems(game, rules, seed):
    found = gathered(wanted(game, 1, seed=seed, rules=rules)).kept
    assert found
    for record in found:
        assert all(str(record["rules"][name]).lower() == value for name, value in rules.items())
        assert check_problem(record, {}).status == "unproven"


def test_a_row_that_is_dealt_again_is_not_read_from_its_end():
    with pytest.raises(RuleError, match="redeals=0"):
        gathered(wanted("single-left", 1, rules={"redeals": "1"}))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A pack of six problems of One-Minute."""
    folder = tmp_path_factory.mktemp("made")
    generate(wanted("one-minute", 6), folder, going())
    return folder


def test_the_same_bytes_with_any_number_of_jobs_and_after_a_stop(made, tmp_path):
    asked = wanted("one-minute", 6)
    generate(asked, tmp_path / "two", Processes(2, lambda: False, in_order=True))
    one, two = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (made, tmp_path / "two"))
    assert one == two
    assert {result.status for _, result in check_pack(made)} == {"unproven"}
    with pytest.raises(PackError, match="holds another pack"):
        generate(wanted("one-minute", 3), made, going())
    assert generate(asked, made, going())["deals"]["puzzles"] == 6


def test_a_finished_run_prints_the_same_again(tmp_path):
    command = ("problems", "one-minute", "--count", "3", "--deals", "400", "-o", tmp_path)
    assert said(*command) == said(*command)


def test_a_pack_of_problems_is_exported_and_shown_without_what_gives_it_away(made, tmp_path):
    pack = read_pack(made)
    assert len({problem["core"] for problem in pack.puzzles}) == 6
    for form in ("html", "site"):
        said("pack", "export", made, "--to", form, "-o", tmp_path / form)
    told = said("pack", "show", made, "--puzzle", 1, "--solution")
    assert "the natural move" in told
    assert f"Level {pack.puzzles[0]['level']} (" in told
    for arguments in ([], ["--puzzle", 1]):
        told = said("pack", "show", made, *arguments)
        assert pack.puzzles[0]["id"] in told
        assert not any(hint in told for hint in ("level", "rating +", "rating -", *pack.puzzles[0]["themes"]))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda p: p.update(goal=p["goal"] + 1), "goal is not what the rules give"),
        (lambda p: p["rules"].update(handlings=p["rules"]["handlings"] + 1, pace=9.0), "stands for"),
        (lambda p: p.update(after=p["after"][:-1]), ""),
        (lambda p: p["solution"].reverse(), ""),
        (lambda p: p["decisions"][0]["losing"].pop(), ""),
        (lambda p: p["decisions"][0]["winning"].append("2C"), "decisions"),
        (lambda p: p.update(themes=["next pass", "take it now", "pass it by", "the impasse's choice"]), "themes"),
        (lambda p: p.update(number=p["number"] + 1), "this is not deal number"),
        (lambda p: p.update(game="chess"), "no game with problems"),
        (lambda p: p.update(extra=1), "'extra' was unexpected"),
        (lambda p: p.pop("forms"), "forms is not what the rules give"),
        (lambda p: p.update(decided=p["decided"] + 1), "decided"),
        (lambda p: p["beauty"].update(score=p["beauty"]["score"] ^ 1), "beauty"),
        (lambda p: p["decisions"][0]["losing"][0].update(kind="luck"), "decisions"),
    ],
)
def test_a_tampered_problem_fails(change, text):
    problem = problem_of()
    assert check_problem(problem, {}).status == "unproven"
    change(problem)
    result = check_problem(problem, {})
    assert result.status == "failed"
    assert text in result.text


def test_ratings_are_unproven_unless_the_panel_is_asked_again():
    problem = problem_of()
    other = {**problem, "rating": {**problem["rating"], "logits": problem["rating"]["logits"] + 0.01}}
    assert check_problem(other, {}).named("unproven") == ("rating",)
    assert check_problem(problem, {}, search=True).named("verified by search") == ("rating",)
    # Another version of the panel may have computed it.
    made = {"arguments": {"seed": other["number"]}, "screened": 1}
    pack = {"game": other["game"], "rules": {}, "generator": made, "rating_version": 1}
    assert check_problem(other, pack, search=True).named("unproven") == ("rating",)
    result = check_problem(other, {}, search=True)
    assert (result.status, "rating is not" in result.text) == ("failed", True)
    with pytest.raises(ExhaustedError):
        check_problem(problem, {}, Meter(positions=20))


def test_rules_of_thumb_are_compared_with_those_of_the_same_version_only():
    problem = problem_of()
    pack = {"game": "one-minute", "rules": {}, "generator": {"arguments": {"seed": problem["number"]}, "screened": 1}}
    now = {**pack, "thumbs_version": THUMBS_VERSION}
    assert "rules of thumb" in check_problem(problem, now).named("verified")
    assert "rules of thumb" in check_problem(problem, {}).named("verified")
    problem["thumbs"].append("luck")
    result = check_problem(problem, now)
    assert (result.status, "thumbs is not" in result.text) == ("failed", True)
    for earlier in ({}, pack, {**pack, "thumbs_version": THUMBS_VERSION - 1}):
        assert "rules of thumb" in check_problem(problem, earlier).named("unproven")


def resummed(directory, lines, **description):
    """Write other puzzles and another description into a pack, with matching counts and checksums."""
    (directory / DEALS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    rewrite(directory / PACK, lambda about: about.update(description))
    resum(directory)
    return [result.text for _, result in check_pack(directory) if result.status == "failed"]


def test_a_packs_order_levels_themes_and_lines_are_those_of_its_problems(made, tmp_path, monkeypatch):
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    lines = [json.loads(line) for line in (tmp_path / DEALS).read_text().splitlines()]
    about = json.loads((tmp_path / PACK).read_text())
    assert resummed(tmp_path, lines) == []
    assert "order of level" in resummed(tmp_path, [*lines[1:], lines[0]])[0]
    old, new = str(lines[0]["level"]), str(lines[0]["level"] % 5 + 1)
    counts = {**about["counts"], old: about["counts"][old] - 1, new: about["counts"].get(new, 0) + 1}
    levels = [{**lines[0], "level": int(new)}, *lines[1:]]
    assert "level is not what the rules give" in resummed(tmp_path, levels, counts=counts)[-1]
    assert "numbers of themes" in resummed(tmp_path, lines, counts=about["counts"], themes={"luck": 6})[0]
    numbering = about["numbering"]
    assert "numbering" in resummed(tmp_path, lines, themes=about["themes"], numbering="as it comes")[0]
    with monkeypatch.context() as patch:
        patch.setattr(Lines, "shares", lambda *_: True)
        assert "another problem of the pack shares half of its line" in resummed(tmp_path, lines, numbering=numbering)
    lines[1]["forms"] = lines[0]["forms"]
    assert "forms is not what the rules give" in resummed(tmp_path, lines)[0]


@pytest.mark.parametrize(("name", "blend"), [("natural-1/0.3", [0]), ("natural-1+3/0.3", [0, 2])])
def test_the_panels_probabilities_are_those_of_played_games(name, blend):
    """A player with lapses, following one or two natural players, in 4,000 games of a problem."""
    rng = random.Random(4)
    game, start = started(problem_of())
    own = problems_of("one-minute")
    tree = Tree(own, game)
    assert tree.begin(start, MOST_POSITIONS)
    stated = success(tree)[name]
    solved = 0
    for _ in range(4_000):
        position = start
        while not game.won(position) and not own.hopeless(game, position):
            options = offered(own, game, position)
            if not options:
                break
            lapse = rng.random() < 0.3
            player = rng.choice(blend)
            place = rng.randrange(len(options)) if lapse else own.order(player, game, position, options)[0]
            position = options[place][1]
            if position.hand == position.waste == ():
                break
        solved += game.won(position)
    assert solved / 4_000 == pytest.approx(stated, abs=0.03)


def test_a_pack_keeps_one_problem_of_a_deal_and_none_that_shares_a_line(monkeypatch):
    asked = wanted("single-left", 4, seed=32)
    found = harvest_batch(asked, range(32, 40))["found"]
    assert len({one["number"] for one in found}) < len(found)
    # No two problems of a deal have the same natural players whose first move wins.
    naturals = [f"natural player {player + 1}" for player in range(NATURALS)]
    assert len({(one["number"], *(name in one["thumbs"] for name in naturals)) for one in found}) == len(found)
    shared = chain([False, True], repeat(False))
    monkeypatch.setattr(Lines, "shares", lambda *_: next(shared))
    taken = gathered(asked)
    assert len({one["number"] for one in taken.kept}) == len(taken.kept) == 4
    assert taken.rejected["another problem has the same deal"] > 0
    assert taken.rejected["half of the line is shared with another problem"] == 1
    assert any(reason.startswith("a rule of thumb solves it") for reason in taken.rejected)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_eight_rules_of_thumb_of_its_own_and_none_solves_a_problem(game):
    own = problems_of(game)
    assert len(own.thumbs) >= 8
    every = thumbs_of(own)
    assert len(every) == len(own.thumbs) + 8
    for problem in known(game)[:2]:
        assert [name for name, thumb in every.items() if reaches(thumb, own, *started(problem))] == []


def first(number, rating, thumbs, theme="a", legal=2, beauty=50):
    """A problem as far as the balance of a pack looks at it."""
    moves = {"winning": ["right"], "losing": [{"move": f"wrong {i}"} for i in range(legal - 1)]}
    return {
        "id": f"{number:016x}",
        "game": "head",
        "level": number % 5 + 1,
        "rating": {"logits": rating},
        "decisions": [moves],
        "themes": [theme],
        "beauty": {"score": beauty},
        "thumbs": thumbs,
    }


def over(problems, names):
    return [text.partition(" finds ")[0] for text in excesses([First.of(one) for one in by_rating(problems)], names)]


def test_a_pack_is_balanced_within_each_level():
    names = ["always left", "always right"]
    always = [first(i, i, ["always left"]) for i in range(60)]
    never = [first(100 + i, i, ["always right"], beauty=90) for i in range(30)]
    kept = balanced([*always, *never], names, 1_000, lambda _: 1.0)
    assert {one["id"] for one in never} <= {one["id"] for one in kept}
    assert over(kept, names) == []
    assert len(kept) > 60
    # Unbalanced as they are: 60 of 90 is more than 60 percent in some level.
    assert "'always left'" in over([*always, *never], names)
    # With four legal moves chance is a quarter.
    of_four = [first(i, i, ["first"] if i % 2 else [], legal=4) for i in range(100)]
    kept = balanced(of_four, ["first"], 1_000, lambda _: 1.0)
    assert 0.3 <= sum(one["thumbs"] == ["first"] for one in kept) / len(kept) <= 0.45


def test_the_opposite_of_a_rule_finds_no_more_first_moves_of_two_than_the_rule():
    names = ["seldom", "never"]
    problems = [first(i, i, ["seldom"] if i % 10 == 0 else []) for i in range(100)]
    assert {"the opposite of 'seldom'", "the opposite of 'never'"} <= set(over(problems, names))
    kept = balanced(problems, ["seldom"], 1_000, lambda _: 1.0)
    assert over(kept, ["seldom"]) == []
    assert sum(one["thumbs"] == ["seldom"] for one in kept) == 10
    # Of a move that is always wrong the opposite is always right: at most two problems of a level are left.
    assert len(balanced(problems, ["never"], 1_000, lambda _: 1.0)) <= 10
    # Of more than two moves the opposite says too little.
    assert over([first(i, i, [], legal=3) for i in range(100)], names) == []


def test_problems_that_were_dropped_come_back_if_they_fit():
    # The beautiful ones lean one way; of the others those that balance them are kept, and as many as may be.
    leaning = [first(i, i, ["left"], beauty=90) for i in range(50)]
    others = [first(100 + i, i + 0.5, [], beauty=10) for i in range(50)]
    kept = balanced([*leaning, *others], ["left"], 60, lambda _: 1.0)
    assert len(kept) == 60
    assert over(kept, ["left"]) == []


def test_a_pack_keeps_the_most_beautiful_and_no_theme_too_often():
    problems = [first(i, i, [], theme="ab"[i % 2], beauty=i) for i in range(40)]
    kept = balanced(problems, [], 10, lambda _: 1.0)
    assert sorted(one["beauty"]["score"] for one in kept) == list(range(30, 40))
    kept = balanced(problems, [], 20, lambda theme: 0.25 if theme == "a" else 1.0)
    assert sum(one["themes"] == ["a"] for one in kept) <= 0.25 * len(kept)


def test_lines_share_half_up_to_renaming():
    lines = Lines()
    lines.add(["a1", "a2", "a3", "a4"])
    assert not lines.shares(["b1", "b2", "b3", "a4"])  # a quarter of both
    assert lines.shares(["b1", "b2", "a3", "a4"])
    assert lines.shares(["b1", "b2", "b3", "b4", "a3", "a4"])  # less than half of one, half of the other
    assert lines.shares(["b1", "a1"])  # the whole other line
    # Suits exchanged: the same forms.
    cards = "9S 7C 8D 9H TC 8C 9D JH", "9C 7S 8H 9D TS 8S 9H JD"
    deals = [Deal.parse("one-minute", text, {"deck": "as-dealt", "handlings": 20}) for text in cards]
    own, found = problems_of("one-minute"), []
    for game in (deal.bind() for deal in deals):
        tree = Tree(own, game)
        assert tree.begin(game.start(), MOST_POSITIONS)
        found.append([form_of(tree, node) for _, node in solve(tree, tree.root).path])
    assert found[0] == found[1]
    assert len(set(found[0])) == len(found[0]) == 8


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_names_its_cards_as_data(game):
    """What a reason is about is in its sentence, and on the table or in the deal; cells are those of Blink."""
    losing = [
        (problem, one) for problem in known(game) for decision in problem["decisions"] for one in decision["losing"]
    ]
    assert any(one["about"] for _, one in losing)
    for problem, one in losing:
        for name in one["about"]:
            cell = game == "blink" and "," in name
            assert cell or (name in problem["deal"].split() and name in one["why"])


@pytest.fixture(scope="module")
def lifted():
    """Regions of curated problems of Blink, with their games, positions and problems."""
    problems = read_pack(CURATED / "blink-problems").puzzles[::6]
    for_each = [(problem, *started(problem)) for problem in problems]
    return [(Region.of(game, start), game, start, problem) for problem, game, start in for_each]


def test_a_problem_of_blink_has_one_completion_and_nothing_is_forced(lifted):
    """By the engine's model: without the solution no layout is left."""
    for region, game, start, problem in lifted[::5]:
        assert region.completions(region.start) == 1
        assert not region.deduction_places()
        model = LayoutModel(in_numbers(game, start), lambda: False)
        solution = set(problem["solution"])
        chosen = [var for var, place in model.variables() if model.table.written([place])[0] in solution]
        assert len(chosen) == len(solution)
        assert cp_model.CpSolver().solve(model.model) == cp_model.OPTIMAL
        model.model.add_bool_or([var.negated() for var in chosen])
        assert cp_model.CpSolver().solve(model.model) == cp_model.INFEASIBLE


def test_suppositions_alone_lead_to_the_solution_of_blink_and_their_number_is_the_grade(lifted):
    assert len({problem["level"] for *_, problem in lifted}) >= 3
    for region, _, _, problem in lifted:
        state, made = region.deduce(region.start), region.suppositions()
        for pair, nested in made:
            assert region.refuted(state, pair, nested)
            # Not even all that came before it leads further without it.
            assert not state.solved
            state = region.deduce(state.without(pair))
        written = {
            f"{region.cards[cards.bit_length() - 1]}@{x},{y}"
            for (x, y), cards in zip(region.cells, state.able, strict=True)
        }
        assert written == set(problem["solution"])
        assert problem["level"] == (5 if any(nested for _, nested in made) else min(len(made), 4))


@pytest.mark.parametrize(
    ("top", "hand", "waste", "handlings", "grade", "forced", "ways"),
    [
        ("5S", "2D 2H 6C", "6S", 5, 1, "", ""),
        ("2C", "5C", "5H 4H 5D", 4, 1, "5C 5D", ""),
        ("2C", "4C 3H 2S", "4S", 6, 1, "", "4C 2S"),  # neither is near enough
        ("3C", "6C 6S 2C 2S 4C", "", 6, 2, "6C", "6S 2C"),
        ("4C", "3C", "2H 6D 6H 2D", 5, 3, "3C", "6D 2H"),
        ("2C", "4H 3C 4C 3H", "6D", 9, 4, "", "3C 4C"),
        ("3H", "5H 2D 4H 4D 2H", "3S", 10, 5, "", "5H 4H"),
    ],
)
def test_a_lost_position_of_one_minute_shows_it_by_the_step_of_its_grade(
    top, hand, waste, handlings, grade, forced, ways
):
    deal = Deal.parse("one-minute", f"{top} {hand} {waste}", {"deck": "as-dealt", "handlings": handlings})
    own, start = Ahead(deal.bind()), Position(top, tuple(hand.split()), tuple(waste.split()), 0)
    assert own.depth(start).grade == grade
    line = own.follow(start)
    assert (list(line.forced), [move for move, _ in line.ways]) == (forced.split(), ways.split())
    # With a handling for each card that may be passed by it can be won.
    assert Ahead(with_rules(deal, {"handlings": 99, "pace": 1.65}).bind()).depth(start) is None


def moves_of(rng, count, informative):
    """First moves of four, one of which wins; the first feature tells it with this probability."""
    for number in range(count):
        features = rng.random((4, 5))
        wins = np.arange(4) == rng.integers(4)
        if rng.random() < informative:
            features[:, 0] = np.where(wins, 0.0, 0.5 + features[:, 0] / 2)
        yield Moves(features, wins, number % 5)


def test_problems_are_dropped_until_predictors_find_few_first_moves():
    rng = np.random.default_rng(1)
    noise = found(list(moves_of(rng, 300, 0.0)))
    assert all(share.mean() < 0.35 for share in noise.values())
    told = list(moves_of(rng, 300, 0.5))
    assert all(found(told)[name].mean() > 0.5 for name in PREDICTORS)
    kept = unpredicted(told)
    assert 150 <= len(kept) < 300
    assert all(found([told[place] for place in kept])[name].mean() <= 0.4 for name in PREDICTORS)


@pytest.mark.parametrize("game", sorted(second_reasons.OF))
def test_reasons_are_true_by_an_enumeration_of_their_own(game):
    for problem in known(game)[:4]:
        bound, start = started(problem)
        for decision in problem["decisions"]:
            before = replay(bound, start, problem["solution"][: decision["place"]])
            for one in decision["losing"]:
                after = bound.play(before, one["move"])
                assert second_reasons.OF[game](bound, problem["goal"], before, one["move"], after, one["why"]), one
