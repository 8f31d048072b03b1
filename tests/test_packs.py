"""Packs: the ladder, what decides the bytes, resumption, and what `winnow check` catches."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.checking import check_pack
from puzzles.generating import JOURNAL, PackError, StoppedError, Wanted, generate, read_levels
from puzzles.graph import single_left
from puzzles.ladder import PLAYERS, climb
from puzzles.pack import DEALS, PACK, SCHEMAS, SUMS, sums_of
from puzzles.players import better
from puzzles.rating import pack_rules, rate
from puzzles.selection import spread
from puzzles.symmetry import form
from solver.cli import winnow
from solver.deals import Deal
from solver.games import GAMES, RuleError
from solver.running import InProcess, Processes

SMALL = Wanted("single-left", pack_rules("single-left", {}), 1, (3,), 325, 16)


def going():
    return InProcess(lambda: False)


def bytes_of(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    directory = tmp_path_factory.mktemp("packs") / "small"
    assert generate(SMALL, directory, going()) == {3: 1}
    return directory


def test_a_pack_is_verified_and_holds_its_files(pack):
    findings = list(check_pack(pack))
    assert {result.status for _, result in findings} == {"verified"}
    assert len(findings) == 1
    assert set(bytes_of(pack)) == {PACK, DEALS, SUMS, *SCHEMAS.values()}
    counts = json.loads((pack / PACK).read_text())["counts"]
    assert counts == {"1": 0, "2": 0, "3": 1, "4": 0, "5": 0}


def test_the_bytes_do_not_depend_on_the_number_of_processes(pack, tmp_path):
    generate(SMALL, tmp_path, Processes(2, lambda: False, in_order=True))
    assert bytes_of(tmp_path) == bytes_of(pack)


def test_a_run_that_ended_anywhere_goes_on_to_the_same_bytes(pack, tmp_path):
    asked = 0

    def stop():
        nonlocal asked
        asked += 1
        return asked > 1

    with pytest.raises(StoppedError):
        generate(SMALL, tmp_path, InProcess(stop))
    journal = tmp_path / JOURNAL
    text = journal.read_bytes()
    # As after a kill in the middle of a write.
    journal.write_bytes(text[:-20])
    generate(SMALL, tmp_path, going())
    assert bytes_of(tmp_path) == bytes_of(pack)


def test_a_killed_command_goes_on_to_the_same_bytes(pack, tmp_path):
    command = [sys.executable, "-c", "from solver.cli import main; main()", "generate", "single-left"]
    command += ["--count", "1", "--level", "3", "--seed", "325", "--deals", "16", "-o", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        if (tmp_path / JOURNAL).exists() and (tmp_path / JOURNAL).read_bytes().count(b"\n") > 1:
            process.kill()
            break
    process.wait()
    result = CliRunner().invoke(winnow, command[3:], standalone_mode=False)
    assert result.exception is None
    assert result.return_value == 0
    assert bytes_of(tmp_path) == bytes_of(pack)


def test_a_directory_with_another_pack_is_left_alone(pack):
    other = Wanted(**{**SMALL.__dict__, "seed": 326})
    with pytest.raises(PackError, match="holds another pack"):
        generate(other, pack, going())
    assert generate(SMALL, pack, InProcess(lambda: True)) == {3: 1}


def tampered(pack, tmp_path, change):
    """Return a copy of the pack with its first puzzle changed and all checksums made good again."""
    directory = tmp_path / "tampered"
    shutil.copytree(pack, directory)
    lines = (directory / DEALS).read_text().splitlines()
    puzzle = json.loads(lines[0])
    change(puzzle)
    lines[0] = json.dumps(puzzle)
    (directory / DEALS).write_text("\n".join(lines) + "\n")
    texts = {path.name: path.read_text() for path in directory.iterdir() if path.name != SUMS}
    (directory / SUMS).write_text(sums_of(texts))
    return directory


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda p: p["verdict"]["line"].pop(), "the line stops after"),
        (lambda p: p["verdict"]["line"].insert(0, "pair"), "move 1: 'pair' is not legal"),
        (lambda p: p["verdict"].update(score=2), "not the stated score 2"),
        (lambda p: p.update(level=6), "$.level"),
        (lambda p: p.update(level="2"), "$.level"),
        (lambda p: p.update(extra=1), "'extra' was unexpected"),
        (lambda p: p.update(id="0" * 16), "the id does not follow"),
        (lambda p: p.update(number=p["number"] + 1), "this is not deal number"),
        (lambda p: p.update(goal="Win."), "the goal in words"),
        (lambda p: p["metrics"].update(line_length=7), "metrics.line_length"),
        (lambda p: p["metrics"].update(gap=1), "metrics.gap"),
        (lambda p: p["metrics"].pop("trap_at"), "'trap_at' is a required property"),
    ],
)
def test_a_tampered_puzzle_is_found_and_named(pack, tmp_path, change, text):
    directory = tampered(pack, tmp_path, change)
    failed = {place: result.text for place, result in check_pack(directory) if result.status == "failed"}
    place = f"{directory / DEALS}:1"
    assert text in failed[place]
    assert str(directory / PACK) in failed  # The deals' checksum there.


def test_a_changed_byte_is_found(pack, tmp_path):
    directory = tmp_path / "copy"
    shutil.copytree(pack, directory)
    schema = directory / SCHEMAS[PACK]
    schema.write_bytes(schema.read_bytes() + b" ")
    failed = [(place, result.text) for place, result in check_pack(directory) if result.status == "failed"]
    assert failed == [
        (str(schema), f"the checksum is not the one in {SUMS}"),
        (str(schema), "this is not the format's schema"),
    ]


def test_a_missing_file_fails_the_command(pack, tmp_path):
    directory = tmp_path / "copy"
    shutil.copytree(pack, directory)
    (directory / SCHEMAS[DEALS]).unlink()
    result = CliRunner().invoke(winnow, ["check", "--quiet", str(directory)], standalone_mode=False)
    assert result.return_value == 1
    assert f"{directory / SCHEMAS[DEALS]}: failed: the file is missing" in result.output


@pytest.mark.parametrize(("game", "numbers"), [("universal", range(4)), ("head", (1,)), ("single-left", (315, 116))])
def test_a_level_is_held_by_its_rung_and_missed_by_the_weaker(game, numbers):
    for number in numbers:
        deal = Deal.numbered(game, number, pack_rules(game, {}))
        for rated in rate(deal):
            goal = rated.deal.bind()
            reached = rated.verdict["score"]
            for level in range(1, rated.level):
                best = rated.climb.best(deal, level)
                assert better(goal, reached, best.score)
                assert game == "head" or not best.won
            if rated.level in PLAYERS:
                assert rated.climb.best(deal, rated.level).score == reached


def test_stronger_players_win_more_often_on_a_sample():
    """Pinned: a change here is a change of the rating, which then needs a new RATING_VERSION."""
    rules = pack_rules("single-left", {})
    wins = dict.fromkeys([name for names in PLAYERS.values() for name in names], 0)
    for number in (116, 177, 190, 196, 214, 232, 235, 282, 285, 315, 331, 335):
        played = climb(Deal.numbered("single-left", number, rules), until_won=False).played
        for name in wins:
            wins[name] += played[name].won
    assert wins == {
        "random": 0,
        "first": 1,
        "greedy": 1,
        "planner-1": 1,
        "planner-3": 3,
        "planner-30": 9,
        "planner-300": 11,
    }


def test_symmetric_deals_have_one_form():
    deal = Deal.numbered("universal", 1)
    swapped = Deal.parse("universal", " ".join((deal.cards[1], deal.cards[0], *deal.cards[2:])))
    later = Deal.parse("universal", " ".join((*deal.cards[:-2], deal.cards[-1], deal.cards[-2])))
    assert form(deal) == form(swapped) != form(later)
    for game in GAMES:
        assert form(Deal.numbered(game, 1)) != form(Deal.numbered(game, 2))


def test_the_graph_of_a_deal_by_hand():
    # AC 2D 3H AS: the ace closes a window of one rank; nothing else may be done on the way.
    deal = Deal.parse("single-left", "AC 2D 3H AS", {"deck": "as-dealt", "discarding": "optional"})
    assert single_left(deal) == {"won_positions": 6, "solutions": 1, "shared_positions": 6, "together": 5}
    # A pair or a four ends this game as well: two ways from the fifth position to the end.
    deal = Deal.parse("single-left", "AC 2D 3H AC", {"deck": "as-dealt", "discarding": "optional", "goal": "2"})
    assert single_left(deal) == {"won_positions": 7, "solutions": 2, "shared_positions": 5, "together": 4}


def test_selection_takes_what_differs():
    figures = ("random_score", "greedy_score", "gap", "line_length", "decisions")
    candidates = [{"n": n, "metrics": dict.fromkeys(figures, value)} for n, value in enumerate((5, 5, 5, 9, 1, 5))]
    assert [one["n"] for one in spread(candidates, 3)] == [0, 3, 4]
    assert spread(candidates[:2], 3) == candidates[:2]
    assert spread([], 3) == []


def test_bad_arguments_are_named():
    with pytest.raises(RuleError, match="no choice"):
        pack_rules("single-left", {"discarding": "forced"})
    with pytest.raises(RuleError, match="as-dealt"):
        pack_rules("head", {"deck": "as-dealt"})
    with pytest.raises(ValueError, match="no level '6'"):
        read_levels("1,6")


def test_a_level_that_cannot_be_filled_says_so(tmp_path):
    arguments = ["generate", "single-left", "--count", "2", "--level", "1", "--deals", "8", "-o", str(tmp_path)]
    result = CliRunner().invoke(winnow, arguments, standalone_mode=False)
    assert result.return_value == 3
    assert "level 1: 0 puzzles of the 2 wanted: no more in 8 deals" in result.output


def test_checking_imports_no_engine():
    text = (Path(__file__).parent.parent / "puzzles" / "checking.py").read_text()
    assert "engines" not in text
    assert "rating" not in text
