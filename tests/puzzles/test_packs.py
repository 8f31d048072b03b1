"""Packs: reproducible bytes, resumption, and faults that `winnow check` finds."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from command_help import run, said
from hostile_files import resum, rewrite
from loaded_engines import PRINT_ENGINES
from winnow.core.meter import Meter
from winnow.workers.local import InProcess
from winnow_puzzles.base import DEAL_PANEL, PUZZLES, Puzzles
from winnow_puzzles.blink.puzzles import BlinkPuzzles
from winnow_puzzles.head.puzzles import HeadPuzzles
from winnow_puzzles.packs import checking_deals
from winnow_puzzles.packs.checking import check_pack
from winnow_puzzles.packs.checking_deals import check_puzzle
from winnow_puzzles.packs.files import COMMON, DEALS, LICENCE_FILE, PACK, SCHEMAS, SUMS, puzzle_id, sums_of
from winnow_puzzles.packs.generating import JOURNAL, Wanted, generate
from winnow_puzzles.packs.journal import NoneWonError, StoppedError
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.problems.rasch import rating_of
from winnow_puzzles.single_left.puzzles import SingleLeftPuzzles

SMALL = Wanted("single-left", pack_rules("single-left", {}), 1, (3,), 325, 64)
PANEL = {"natural-1/0.02": (-3.0, 2), "plans-10/0.1": (0.0, 3)}
"""A panel of two players, which rates a deal quickly."""
MAIN = (
    "from winnow_puzzles.single_left.puzzles import SingleLeftPuzzles\n"
    f"SingleLeftPuzzles.deal_panel = {PANEL}\n"
    "from winnow.cli import main\nmain()"
)
COMMAND = ["generate", "single-left", "--count", "1", "--level", "3", "--seed", "325", "--deals", "64", "-o"]


@pytest.fixture(scope="module", autouse=True)
def _two_players():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SingleLeftPuzzles, "deal_panel", PANEL)
        patch.setattr(BlinkPuzzles, "deal_panel", PANEL)
        yield


def going():
    return InProcess(lambda: False)


def bytes_of(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    directory = tmp_path_factory.mktemp("packs") / "small"
    generate(SMALL, directory, going())
    return directory


def test_a_pack_is_verified_and_holds_its_files(pack):
    findings = list(check_pack(pack))
    assert {result.status for _, result in findings} == {"unproven"}
    assert len(findings) == 1
    claims = dict(findings[0][1].claims)
    assert claims["deal, line and goal"] == claims["figures by the rules"] == "verified"
    assert claims["level"] == claims["rating"] == claims["played"] == claims["metrics.only_moves"] == "unproven"
    assert set(bytes_of(pack)) == {PACK, DEALS, SUMS, LICENCE_FILE, *SCHEMAS.values()}
    assert (pack / LICENCE_FILE).read_text().startswith("Creative Commons Legal Code\n\nCC0 1.0 Universal")
    counts = json.loads((pack / PACK).read_text())["counts"]
    assert counts == {"1": 0, "2": 0, "3": 1, "4": 0, "5": 0}
    assert generate(SMALL, pack, InProcess(lambda: True))["counts"] == counts  # It is there already.


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
    # The journal after a kill in the middle of a write.
    journal.write_bytes(text[:-20])
    generate(SMALL, tmp_path, going())
    assert bytes_of(tmp_path) == bytes_of(pack)


@pytest.mark.skipif(os.name == "nt", reason="signals to a child are POSIX")
def test_a_command_that_was_interrupted_goes_on_to_the_same_bytes(pack, tmp_path):
    command = [sys.executable, "-c", MAIN, *COMMAND, str(tmp_path)]
    process = subprocess.Popen([*command, "--jobs", "2"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while process.poll() is None and not (tmp_path / JOURNAL).exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=300)
    # Otherwise it finished before the signal came.
    if process.returncode:
        assert (process.returncode, stderr) == (130, "interrupted; the same command continues from here\n")
    said(*COMMAND, tmp_path)
    assert bytes_of(tmp_path) == bytes_of(pack)


def tampered(pack, tmp_path, change):
    """Return a copy of the pack with its first puzzle changed and valid checksums."""
    directory = tmp_path / "tampered"
    shutil.copytree(pack, directory)
    rewrite(directory / DEALS, change)
    texts = {path.name: path.read_text() for path in directory.iterdir() if path.name != SUMS}
    (directory / SUMS).write_text(sums_of(texts))
    return directory


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda p: p["verdict"]["line"].pop(), "the line reaches 4"),
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
        (lambda p: p["metrics"].update(trap_after=None), "metrics.trap_after is null"),
        (lambda p: p["metrics"].update(trap_after=7), "metrics.trap_at + 1"),
        (lambda p: p["metrics"].update(random_wins=1), "metrics.random_wins"),
        (lambda p: p["metrics"].update(decisions=1), "metrics.decisions"),
        (lambda p: p["metrics"].update(layouts=1), "metrics.layouts"),
        (lambda p: p["metrics"].update(random_games=7), "metrics.random_games"),
        (lambda p: p["rating"].update(logits=0.0), "rating is"),
        (lambda p: p["rating"].update(standard_error=0.1), "rating is"),
        (lambda p: p["rating"].update(solved=5), "rating is"),
        (lambda p: p["played"].update({"natural-1/0.02": 9}), "what is won more often than played"),
        (lambda p: p["played"].pop("natural-1/0.02"), "the names in played"),
        (lambda p: p["played"].update({"nobody": 0}), "the names in played"),
    ],
)
def test_a_tampered_puzzle_is_found_and_named(pack, tmp_path, change, text):
    directory = tampered(pack, tmp_path, change)
    failed = {place: result.text for place, result in check_pack(directory) if result.status == "failed"}
    place = f"{directory / DEALS}:1"
    assert text in failed[place]
    assert str(directory / PACK) in failed  # The deals' checksum in the description.


def test_tampered_rules_are_found_and_named(pack):
    description = json.loads((pack / PACK).read_text())
    puzzle = json.loads((pack / DEALS).read_text())

    def told(**changes):
        changed = {**puzzle, **changes}
        changed["id"] = puzzle_id(changed["game"], changed["rules"], changed["deal"])
        return check_puzzle(changed, description).text

    assert told().startswith("the line is legal and wins with 0 cards left; unproven: rating, played, level")
    assert told(rules={**puzzle["rules"], "goal": "2"}) == "rule goal is not clear, the pack's"
    assert told(game="head") == "the game is not single-left, the pack's"
    assert told(number=3).startswith("deal number 3 is not among the ")
    loose = {**puzzle, "rules": {**puzzle["rules"], "deck": "as-dealt"}}
    loose["id"] = puzzle_id(loose["game"], loose["rules"], loose["deal"])
    assert "a numbered deal of the full deck" in check_puzzle(loose, {}).text
    other = {**puzzle, "rules": {**puzzle["rules"], "discarding": "forced"}}
    other["id"] = puzzle_id(other["game"], other["rules"], other["deal"])
    assert "leaves no choice" in check_puzzle(other, {}).text


@pytest.mark.parametrize(
    ("rule", "text"), [({"deck": "as-dealt"}, "full deck"), ({"discarding": "forced"}, "no choice")]
)
def test_a_pack_whose_rules_no_pack_can_have_is_named(pack, tmp_path, rule, text):
    directory = shutil.copytree(pack, tmp_path / "pack")
    rewrite(directory / PACK, lambda about: about["rules"].update(rule))
    told = [result.text for place, result in check_pack(directory) if place == str(directory / PACK)]
    assert any(text in one for one in told)


def test_what_searches_found_is_unproven_and_a_search_refutes_what_was_rewritten(pack, tmp_path):
    ((_, found),) = check_pack(pack, search=True)
    assert {"rating", "played", "metrics.only_moves"} <= set(found.named("verified by search"))
    # Deals of the other levels were rated, too, and are not in the pack.
    assert found.named("unproven") == ("level",)
    directory = tampered(pack, tmp_path, lambda p: p["metrics"].update(only_open=1))
    resum(directory)
    assert {result.status for _, result in check_pack(directory)} == {"unproven"}
    assert {result.status for _, result in check_pack(directory, search=True)} == {"failed"}


def more_wins(puzzle):
    """Add a win to a player's count, and update the rating."""
    puzzle["played"]["plans-10/0.1"] += 1
    puzzle["rating"] = rating_of(puzzle["played"], PANEL)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a pack with every rated deal."""
    directory = tmp_path_factory.mktemp("packs") / "whole"
    wanted = Wanted("blink", pack_rules("blink", {"columns": 3}), 5, (1, 2, 3), 0, 200)
    generate(wanted, directory, going())
    return directory


def test_levels_are_thirds_by_rating(whole, tmp_path):
    pack = read_pack(whole)
    ratings = [(puzzle["rating"]["logits"], puzzle["id"]) for puzzle in pack.puzzles]
    assert ratings == sorted(ratings)
    assert [puzzle["level"] for puzzle in pack.puzzles] == [1, 1, 2, 2, 3]
    assert {result.status for _, result in check_pack(whole, search=True)} == {"verified by search"}
    description = json.loads((whole / PACK).read_text())
    assert description["panel"]["plans-10/0.1"] == {"ability": 0.0, "plays": 3}
    place = next(i for i, one in enumerate(pack.puzzles) if one["played"]["plans-10/0.1"] < PANEL["plans-10/0.1"][1])
    lines = [json.loads(line) for line in (whole / DEALS).read_text().splitlines()]

    def told(name, changed, search=False):
        directory = shutil.copytree(whole, tmp_path / name)
        (directory / DEALS).write_text("".join(json.dumps(line) + "\n" for line in changed))
        resum(directory)
        return [result.text for _, result in check_pack(directory, search=search) if result.status == "failed"]

    levels = [{**line, "level": min(line["level"], 2)} for line in lines]
    assert any("numbers of puzzles" in text for text in told("levels", levels))
    assert any("order of level, rating and id" in text for text in told("order", lines[::-1]))
    more_wins(lines[place])
    assert any("by search: played" in text for text in told("wins", lines, search=True))


def test_a_panel_that_is_not_the_versions_fails(whole, tmp_path):
    directory = shutil.copytree(whole, tmp_path / "pack")
    rewrite(directory / PACK, lambda about: about["panel"]["natural-1/0.02"].update(ability=1.0))
    resum(directory)
    assert any("panel is not that of rating version" in r.text for _, r in check_pack(directory))


def test_players_of_a_game_without_end_are_stopped(pack, monkeypatch):
    monkeypatch.setattr(checking_deals, "_MOST_MOVES", 100)
    assert [result.status for _, result in check_pack(pack)] == ["exhausted"]
    assert [result.status for _, result in check_pack(pack, Meter(positions=10**6))] == ["exhausted"]


WRONG_SUM, MISSING = f"the checksum is not the one in {SUMS}", "the file is missing"
SECOND = f"{'0' * 64}  {DEALS}\n{'1' * 64}  {DEALS}\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (SCHEMAS[PACK], "{}", [WRONG_SUM, "this is not the format's schema"]),
        (SCHEMAS[DEALS], None, [MISSING]),
        (LICENCE_FILE, "All rights reserved.\n", [WRONG_SUM, "this is not the text of CC0-1.0"]),
        (LICENCE_FILE, None, [MISSING]),
        (SUMS, SECOND, [f"a second checksum of {DEALS}"]),
    ],
)
def test_a_changed_file_is_found(pack, tmp_path, name, text, expected):
    directory = shutil.copytree(pack, tmp_path / "pack")
    if text is None:
        (directory / name).unlink()
    else:
        (directory / name).write_text(text)
    assert [result.text for _, result in check_pack(directory) if result.status == "failed"] == expected
    ended = run("check", directory)
    assert ended.status == 1
    assert all(f"failed: {text}" in ended.out for text in expected)


def test_a_pack_may_leave_out_the_files_of_every_pack(pack, tmp_path):
    directory = shutil.copytree(pack, tmp_path / "pack")
    for name in COMMON:
        (directory / name).unlink()
    resum(directory)
    assert run("check", directory).status == 0


def test_the_lines_checked_are_those_of_the_checksum_which_comes_first(pack, tmp_path):
    directory = shutil.copytree(pack, tmp_path / "changing")
    findings = check_pack(directory)
    assert next(findings)[1].status == "unproven"
    with (directory / DEALS).open("a") as file:
        file.write("\n")
    assert [result.text for _, result in findings] == ["the file changed while it was checked"]
    sums = (directory / SUMS).read_text()
    (directory / SUMS).write_text("0" * 64 + sums[64:])
    assert "the checksum is not the one" in next(check_pack(directory, Meter(positions=1)))[1].text


def test_a_level_that_cannot_be_filled_says_so(tmp_path):
    ended = run("generate", "single-left", "--count", 2, "--level", 1, "--deals", 8, "-o", tmp_path)
    assert ended.status == 3
    assert "level 1: 0 puzzles of the 2 wanted: no more in 8 deals" in ended.out + ended.err


def test_rules_under_which_nothing_is_won_make_no_pack(tmp_path):
    asked = ["generate", "single-left", "--count", 1, "--rule", "goal=one", "-o", tmp_path / "pack"]
    status, _, told = run(*asked)
    assert (status, told.count("\n"), (tmp_path / "pack").exists()) == (3, 1, False)
    assert "no deal of single-left that can be won under these rules among the first 1,000: no pack" in told
    assert "--seed 1000" in told
    # Fewer deals than that are screened as asked, and the pack says how many there were.
    status, out, told = run(*asked, "--deals", 16)
    assert (status, "0 puzzles" in out + told) == (3, True)


def test_deals_that_search_leaves_open_count_for_many(monkeypatch, tmp_path):
    monkeypatch.setattr(HeadPuzzles, "search_positions", 1)
    monkeypatch.setattr(HeadPuzzles, "plan", lambda *_: None)
    wanted = Wanted("head", pack_rules("head", {}), 1, (1,), 0, 10_000)
    with pytest.raises(NoneWonError, match=r"among the first \d\d; \d\d stay open after 1 positions? each"):
        generate(wanted, tmp_path, going())


def test_checking_imports_no_engine():
    """A check of every curated pack's first puzzle, in a process of its own, loads no engine and no kernel."""
    program = (
        """
import json, sys
from pathlib import Path
import winnow_puzzles
from winnow_puzzles.packs.checking_deals import check_puzzle
from winnow_puzzles.problems.checking import check_problem
packs = Path(winnow_puzzles.__file__).parent / "curated"
for deals in sorted(packs.glob("*/deals.jsonl")):
    check = check_problem if deals.parent.name.endswith("-problems") else check_puzzle
    assert check(json.loads(deals.open().readline()), {}).status in ("verified", "unproven"), deals
"""
        + PRINT_ENGINES
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout == "[]\n"


def test_a_game_with_rules_alone_makes_packs(monkeypatch, tmp_path):
    """The interface's defaults make, show and verify a pack, without a class of the game or an engine's beam."""
    monkeypatch.setattr(PUZZLES, "of", lambda _: Puzzles())
    rules = pack_rules("single-left", {"discarding": "optional", "goal": "12"})
    few = {name: (ability, 1) for name, (ability, _) in DEAL_PANEL.items() if name != "play-outs-4/0.02"}
    monkeypatch.setattr(Puzzles, "deal_panel", few)
    assert generate(Wanted("single-left", rules, 2, (1, 2, 3, 4), 0, 16), tmp_path / "pack", going())
    pack = tmp_path / "pack"
    assert {result.status for _, result in check_pack(pack)} <= {"verified", "unproven"}
    said("pack", "show", pack)
    assert "Win the game." in page(read_pack(pack))
