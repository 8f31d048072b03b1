"""Problems: one solution, losing moves, themes and ratings, recomputed from the rules alone."""

import hashlib
import json
import random
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import second_reasons
import second_themes
from click.testing import CliRunner

from loaded_engines import PRINT_ENGINES
from winnow.api.solve import solve as decided
from winnow.cli import command
from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.games import GAMES as ALL_GAMES
from winnow.core.lines import replay
from winnow.core.meter import ExhaustedError, Meter
from winnow.games.one_minute.rules import Position
from winnow.workers.local import InProcess, Processes
from winnow_puzzles.packs.checking import check_pack
from winnow_puzzles.packs.exports import FORMS, export
from winnow_puzzles.packs.files import DEALS, PACK, SUMS, PackError
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.balance import First, balanced, by_rating, excesses
from winnow_puzzles.problems.base import MOST_POSITIONS, NATURALS, find_problems, problems_of
from winnow_puzzles.problems.checking import check_problem
from winnow_puzzles.problems.describing import decisions_of
from winnow_puzzles.problems.generating import WantedProblems, gather, generate, harvest_batch, problem_rules, spans
from winnow_puzzles.problems.panel import success
from winnow_puzzles.problems.shortcuts import THUMBS_VERSION, thumbs_of
from winnow_puzzles.problems.tree import Known, build, settled
from winnow_puzzles.problems.twins import Lines, forms_of
from winnow_puzzles.problems.walk import solve, traps

CONSUMER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "verify_problems.py"))
GAMES = [game for game in ALL_GAMES if find_problems(game) is not None]
FEW = {"universal": 2, "blink": 2}
"""Problems of each game in a quick run, for slow games; 6 for the others."""


def going():
    return InProcess(lambda: False)


def wanted(game, count, seed=5_000_000, rules=None, **asked):
    asked = {"theme": None, "rating": None, "decisions": None, **asked}
    return WantedProblems(game, problem_rules(game, rules or {}), count, seed=seed, deals=4_000, **asked)


@pytest.fixture(scope="module")
def harvested():
    found = {}

    def of(game):
        if game not in found:
            found[game] = gather(wanted(game, FEW.get(game, 6)), going(), lambda _: None).kept
        return found[game]

    return of


def checked_from_the_rules(problems):
    """Check problems by the documentation's script, and by Winnow's second computation of themes and moves."""
    for problem in problems:
        assert CONSUMER["verify"](problem) == ""
        own = problems_of(problem["game"])
        deal = Deal.numbered(problem["game"], problem["number"], problem["rules"])
        game = deal.bind()
        tree = build(Known(own, game), replay(game, game.start(), problem["after"]), MOST_POSITIONS)
        solution = solve(own, game, tree, 0)
        themes = []
        for trap in traps(tree, solution):
            told = second_themes.OF[game.name](game, trap)
            assert told == own.themes_by_moves(game, trap)
            themes += [theme for theme in own.themes if theme in told]
        assert list(dict.fromkeys(themes)) == problem["themes"]
        # Compare with the engine for every move of every decision.
        for decision in problem["decisions"]:
            before = (*problem["after"], *problem["solution"][: decision["place"]])
            for move in decision["winning"]:
                assert verdict(deal, (*before, move)) == "winnable"
            for one in decision["losing"]:
                assert verdict(deal, (*before, one["move"])) == "unwinnable"


def verdict(deal, after):
    return decided(deal, after=after).verdict


@pytest.mark.parametrize("game", GAMES)
def test_problems_have_one_answer_and_every_losing_move_is_refuted(harvested, game):
    problems = harvested(game)
    assert len(problems) == FEW.get(game, 6)
    checked_from_the_rules(problems)
    for problem in problems:
        assert check_problem({**problem, "level": 1}, {}).status == "unproven"
        assert 2 <= problem["decisions_that_matter"] <= len(problem["decisions"]) <= 8
        assert problem["by_hand"] <= 20
        last = problem["decisions"][-1]
        assert last["natural"]
        assert problem["decided"] > last["place"]
        assert problem["rating"]["low"] <= problem["rating"]["logits"] <= problem["rating"]["high"]


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_many_problems_have_one_answer(game):
    checked_from_the_rules(gather(wanted(game, 200, seed=7_000_000), going(), lambda _: None).kept)


@pytest.mark.parametrize(
    ("game", "rules", "seed"),
    [
        ("one-minute", {"passing": "forced"}, 5_000_000),
        # Picking up the waste for the last card can exceed a budget that one handling a card would keep.
        ("one-minute", {"pickup": "1"}, 5_000_304),
        ("single-left", {"redeals": "1"}, 5_000_000),
        ("head", {"passes": "2"}, 5_000_000),
        ("head", {"extended": "true"}, 5_000_000),
        ("universal", {"draw": "1", "passes": "1"}, 5_000_304),
    ],
)
def test_variants_have_problems(game, rules, seed):
    asked = wanted(game, 1, seed=seed, rules=rules)
    found = gather(asked, going(), lambda _: None).kept
    assert found
    for record in found:
        assert all(str(record["rules"][name]).lower() == value for name, value in rules.items())
        assert check_problem({**record, "level": 1}, {}).status == "unproven"


def test_the_same_bytes_with_any_number_of_jobs_and_after_a_stop(tmp_path):
    asked = wanted("one-minute", 12)
    generate(asked, tmp_path / "one", going())
    generate(asked, tmp_path / "two", Processes(2, lambda: False, in_order=True))
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert {result.status for _, result in check_pack(tmp_path / "one")} == {"unproven"}
    with pytest.raises(PackError, match="holds another pack"):
        generate(wanted("one-minute", 3), tmp_path / "one", going())
    assert generate(asked, tmp_path / "one", going()).kept
    pack = read_pack(tmp_path / "one")
    assert [problem["level"] for problem in pack.puzzles] == sorted(problem["level"] for problem in pack.puzzles)
    assert len({problem["core"] for problem in pack.puzzles}) == 12
    assert max(pack.description["themes"].values()) <= 4
    for form in FORMS:
        export(pack, form, str(tmp_path / form))
    run = CliRunner().invoke(command, ["pack", "show", str(tmp_path / "one"), "--puzzle", "1", "--solution"])
    assert "the natural move" in run.output
    assert "Level 1, rating" in run.output
    for arguments in ([], ["--puzzle", "1"]):
        told = CliRunner().invoke(command, ["pack", "show", str(tmp_path / "one"), *arguments]).output
        assert pack.puzzles[0]["id"] in told
        assert not any(hint in told for hint in ("level", "rating +", "rating -", *pack.puzzles[0]["themes"]))
    assert CONSUMER["verify"](pack.puzzles[0]) == ""


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
def test_a_tampered_problem_fails(harvested, change, text):
    problem = json.loads(json.dumps({**harvested("one-minute")[0], "level": 1}))
    assert check_problem(problem, {}).status == "unproven"
    change(problem)
    result = check_problem(problem, {})
    assert result.status == "failed"
    assert text in result.text


def test_ratings_are_unproven_unless_the_panel_is_asked_again(harvested):
    problem = {**harvested("one-minute")[0], "level": 1}
    other = {**problem, "rating": {**problem["rating"], "logits": problem["rating"]["logits"] + 0.01}}
    assert check_problem(other, {}).named("unproven") == ("rating", "level")
    assert check_problem(problem, {}, search=True).named("verified by search") == ("rating", "level")
    # Another version of the panel may have computed it.
    made = {"arguments": {"seed": other["number"]}, "screened": 1}
    pack = {"game": other["game"], "rules": {}, "generator": made, "rating_version": 1}
    assert check_problem(other, pack, search=True).named("unproven") == ("rating", "level")
    result = check_problem(other, {}, search=True)
    assert (result.status, "rating is not" in result.text) == ("failed", True)
    with pytest.raises(ExhaustedError):
        check_problem(problem, {}, Meter(positions=20))


def test_rules_of_thumb_are_compared_with_those_of_the_same_version_only(harvested):
    problem = json.loads(json.dumps({**harvested("one-minute")[0], "level": 1}))
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
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    digest = hashlib.sha256(text.encode()).hexdigest()
    pack = {**json.loads((directory / PACK).read_text()), **description}
    pack["deals"], pack["id"] = {**pack["deals"], "sha256": digest}, f"{pack['game']}-{digest[:12]}"
    (directory / DEALS).write_text(text)
    (directory / PACK).write_text(json.dumps(pack, indent=2) + "\n")
    files = (path for path in sorted(directory.iterdir()) if path.name != SUMS)
    (directory / SUMS).write_text("".join(f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in files))
    return [result.text for _, result in check_pack(directory) if result.status == "failed"]


def test_a_packs_order_levels_and_themes_are_those_of_its_problems(tmp_path):
    generate(wanted("one-minute", 6), tmp_path, going())
    lines = [json.loads(line) for line in (tmp_path / DEALS).read_text().splitlines()]
    about = json.loads((tmp_path / PACK).read_text())
    assert resummed(tmp_path, lines) == []
    assert "order of rating" in resummed(tmp_path, [*lines[1:], lines[0]])[0]
    levels = [{**lines[0], "level": 2}, *lines[1:]]
    counts = {**about["counts"], "1": about["counts"]["1"] - 1, "2": about["counts"]["2"] + 1}
    assert "levels are not fifths" in resummed(tmp_path, levels, counts=counts)[0]
    assert "numbers of themes" in resummed(tmp_path, lines, counts=about["counts"], themes={"luck": 6})[0]
    assert "numbering" in resummed(tmp_path, lines, themes=about["themes"], numbering="as it comes")[0]


def test_checking_problems_imports_no_engine(tmp_path, harvested):
    program = (
        """
import json, sys
from winnow_puzzles.problems.checking import check_problem
for line in open(sys.argv[1]):
    assert check_problem(json.loads(line), {}).status == "unproven"
"""
        + PRINT_ENGINES
    )
    deals = tmp_path / DEALS
    deals.write_text("".join(json.dumps({**harvested(game)[0], "level": 1}) + "\n" for game in GAMES))
    result = subprocess.run([sys.executable, "-c", program, str(deals)], check=True, capture_output=True, text=True)
    assert result.stdout == "[]\n"


@pytest.mark.parametrize(("name", "blend"), [("natural-1/0.3", [0]), ("natural-1+3/0.3", [0, 2])])
def test_the_panels_probabilities_are_those_of_played_games(harvested, name, blend):
    """A player with lapses, following one or two natural players, in 4,000 games of a problem."""
    rng = random.Random(4)
    problem = harvested("one-minute")[1]
    own = problems_of(problem["game"])
    game = Deal.numbered(problem["game"], problem["number"], problem["rules"]).bind()
    start = replay(game, game.start(), problem["after"])
    tree = build(Known(own, game), start, MOST_POSITIONS)
    stated = success(own, game, tree, 0)[name]
    solved = 0
    for _ in range(4_000):
        position = start
        while not game.won(position) and not own.hopeless(game, position):
            options = list(game.successors(position))
            lapse = rng.random() < 0.3
            player = rng.choice(blend)
            place = rng.randrange(len(options)) if lapse else own.order(player, game, position, options)[0]
            position = options[place][1]
            if position.hand == position.waste == ():
                break
        solved += game.won(position)
    assert solved / 4_000 == pytest.approx(stated, abs=0.03)


def test_a_pack_keeps_one_problem_of_a_deal():
    asked = wanted("single-left", 10)
    found = harvest_batch(asked, 5_000_000)["found"] + harvest_batch(asked, 5_000_008)["found"]
    assert len({one["number"] for one in found}) < len(found)
    # No two problems of a deal have the same natural players whose first move wins.
    naturals = [f"natural player {player + 1}" for player in range(NATURALS)]
    assert len({(one["number"], *(name in one["thumbs"] for name in naturals)) for one in found}) == len(found)
    taken = gather(asked, going(), lambda _: None)
    assert len({one["number"] for one in taken.kept}) == len(taken.kept) == 10
    assert taken.rejected["another problem has the same deal"] > 0
    assert any(reason.startswith("a rule of thumb solves it") for reason in taken.rejected)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_eight_rules_of_thumb_of_its_own_and_none_solves_a_problem(harvested, game):
    own = problems_of(game)
    assert len(own.thumbs) >= 8
    every = thumbs_of(own)
    assert len({thumb.name for thumb in every}) == len(every) > len(own.thumbs)
    for problem in harvested(game):
        bound = Deal.numbered(game, problem["number"], problem["rules"]).bind()
        start = replay(bound, bound.start(), problem["after"])
        for thumb in every:
            position = start
            while not own.hopeless(bound, position) and not bound.won(position):
                options = list(bound.successors(position))
                if not options:
                    break
                options = [(move, settled(own, bound, after)[0]) for move, after in options]
                position = options[thumb.choice(bound, position, options)][1]
            assert not bound.won(position), thumb.name


def first(number, rating, thumbs, theme="a", legal=2, beauty=50):
    """A problem as far as the balance of a pack looks at it."""
    moves = {"winning": ["right"], "losing": [{"move": f"wrong {i}"} for i in range(legal - 1)]}
    return {
        "id": f"{number:016x}",
        "rating": {"logits": rating},
        "decisions": [moves],
        "themes": [theme],
        "beauty": {"score": beauty},
        "thumbs": thumbs,
    }


def over(problems, names):
    return [(one.thumb, one.opposite) for one in excesses([First.of(one) for one in by_rating(problems)], names)]


def test_a_pack_is_balanced_within_each_level():
    names = ["always left", "always right"]
    always = [first(i, i, ["always left"]) for i in range(60)]
    never = [first(100 + i, i, ["always right"], beauty=90) for i in range(30)]
    kept = balanced([*always, *never], names, 1_000, lambda _: 1.0)
    assert {one["id"] for one in never} <= {one["id"] for one in kept}
    assert over(kept, names) == []
    assert len(kept) > 60
    # Unbalanced as they are: 60 of 90 is more than 60 percent in some level.
    assert ("always left", False) in over([*always, *never], names)
    # With four legal moves chance is a quarter.
    of_four = [first(i, i, ["first"] if i % 2 else [], legal=4) for i in range(100)]
    kept = balanced(of_four, ["first"], 1_000, lambda _: 1.0)
    assert 0.3 <= sum(one["thumbs"] == ["first"] for one in kept) / len(kept) <= 0.45


def test_the_opposite_of_a_rule_finds_no_more_first_moves_of_two_than_the_rule():
    names = ["seldom", "never"]
    problems = [first(i, i, ["seldom"] if i % 10 == 0 else []) for i in range(100)]
    assert {("seldom", True), ("never", True)} <= set(over(problems, names))
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
    assert [one["beauty"]["score"] for one in balanced(problems, [], 10, lambda _: 1.0)] == list(range(30, 40))
    kept = balanced(problems, [], 20, lambda theme: 0.25 if theme == "a" else 1.0)
    assert sum(one["themes"] == ["a"] for one in kept) <= 0.25 * len(kept)


def test_a_pack_has_no_two_problems_that_share_half_a_line(tmp_path):
    asked = wanted("one-minute", 30)
    taken = gather(asked, going(), lambda _: None)
    assert taken.rejected["half of the line is shared with another problem"] > 0
    halves = [set(one["forms"][: len(one["forms"]) // 2 + 1]) for one in taken.kept]
    for place, half in enumerate(halves):
        assert all(half.isdisjoint(one["forms"]) for i, one in enumerate(taken.kept) if i != place)
    # The check tells, by the rules alone.
    generate(wanted("one-minute", 2), tmp_path, going())
    lines = [json.loads(line) for line in (tmp_path / DEALS).read_text().splitlines()]
    lines[1]["forms"] = lines[0]["forms"]
    assert "forms is not what the rules give" in resummed(tmp_path, lines)[0]


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
        tree = build(Known(own, game), game.start(), MOST_POSITIONS)
        found.append(forms_of(own, game, tree, solve(own, game, tree, 0)))
    assert found[0] == found[1]
    assert len(set(found[0])) == len(found[0]) == 8


def test_a_check_finds_problems_that_share_half_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(Lines, "shares", lambda *_: False)
    generate(wanted("one-minute", 30), tmp_path, going())
    monkeypatch.undo()
    told = [result.text for _, result in check_pack(tmp_path) if result.status == "failed"]
    assert "another problem of the pack shares half of its line" in told


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_names_its_cards_as_data(harvested, game):
    """What a reason is about is in its sentence, and on the table or in the deal; cells are those of Blink."""
    losing = [
        (problem, one) for problem in harvested(game) for decision in problem["decisions"] for one in decision["losing"]
    ]
    assert any(one["about"] for _, one in losing)
    for problem, one in losing:
        for name in one["about"]:
            cell = game == "blink" and "," in name
            assert cell or (name in problem["deal"].split() and name in one["why"])


@pytest.mark.parametrize("game", sorted(second_reasons.OF))
def test_reasons_are_true_by_an_enumeration_of_their_own(harvested, game):
    for problem in harvested(game):
        bound = Deal.numbered(game, problem["number"], problem["rules"]).bind()
        for decision in problem["decisions"]:
            before = replay(
                bound, bound.start(), [*problem["after"], *problem["solution"][: decision["place"]]], lambda: None
            )
            for one in decision["losing"]:
                after = bound.play(before, one["move"])
                assert second_reasons.OF[game](bound, problem["goal"], before, one["move"], after, one["why"]), one


def test_a_card_that_can_still_be_reached_is_not_called_too_far_away():
    """After 3H the one card that leads to 3D is gone, but 3D follows at once, behind as many cards as may be."""
    rules = {"deck": "as-dealt", "handlings": 16}
    deal = Deal.parse("one-minute", "4H QS 3D AC QH 5H 8H JC AH AS KH 3H", rules)
    own, game = problems_of("one-minute"), deal.bind()
    start = Position("4H", ("3H", "KH", "AS"), ("AH", "JC", "8H", "5H", "QH", "AC", "3D", "QS"), 0)
    tree = build(Known(own, game), start, MOST_POSITIONS)
    solution = solve(own, game, tree, 0)
    first = decisions_of(own, game, tree, solution, solution.decisions)[0]
    (lost,) = [one for one in first["losing"] if one["move"] == "3H"]
    after = game.play(start, "3H")
    assert "3D" in [move for move, then in game.successors(after) if then.handlings + 9 <= 16]
    assert lost["kind"] != "link used"
    assert second_reasons.OF["one-minute"](game, 16, start, "3H", after, lost["why"])


def test_bad_arguments_are_named(tmp_path):
    def told(*arguments):
        return str(CliRunner().invoke(command, ["problems", *arguments], standalone_mode=False).exception)

    assert "the themes of head are" in told("head", "--theme", "luck", "-o", str(tmp_path / "x"))
    assert "-o DIR is needed" in told("head")
    assert "not two numbers" in told("head", "--rating", "x", "-o", str(tmp_path / "x"))
    assert "larger number first" in told("head", "--rating", "3-1", "-o", str(tmp_path / "x"))
    with pytest.raises(RuleError, match="as-dealt"):
        problem_rules("head", {"deck": "as-dealt"})
    assert spans("2-5") == (2, 5)
