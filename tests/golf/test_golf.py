"""A game from another package: Golf is installed and used by every command, without a change in the repository."""

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from outside_game import Installed, environment, run
from winnow.core.registry import own_names

FOLDER = Path(__file__).parent
SMALL = ["--rule", "columns=3", "--rule", "rows=3"]
"""Three columns of three; the other 43 cards are the stock."""


@pytest.fixture(scope="module")
def golf(tmp_path_factory):
    """Return a function that runs winnow with Golf installed; it must exit with `status`, by default 0."""
    return Installed(FOLDER, tmp_path_factory)


def rows(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def rule_options(rules):
    return [part for name, value in rules.items() for part in ("--rule", f"{name}={str(value).lower()}")]


def test_it_is_listed_beside_the_others(golf):
    listed = [json.loads(line) for line in golf("games", "--json").splitlines()]
    assert [one["game"] for one in listed] == [*own_names(), "golf"]
    assert listed[-1]["engines"] == {"plain": []}
    assert golf("rules", "golf").startswith("# Golf Solitaire")


def test_known_deals(golf, tmp_path):
    asked = {}
    for row in rows("cases"):
        asked.setdefault(json.dumps(row["rules"]), []).append(row)
    # One process for all deals of the same rules.
    for rules, known in asked.items():
        deals = tmp_path / "deals.txt"
        deals.write_text("".join(f"{row['deal']}\n" for row in known))
        told = golf("solve", "golf", "--best", "--json", "--file", deals, *rule_options(json.loads(rules)))
        for row, record in zip(known, map(json.loads, told.splitlines()), strict=True):
            assert (record["verdict"] == "winnable", record["score"]) == (row["winnable"], row["score"]), row
            assert record["optimal"]


def test_a_deal_is_shown_solved_and_hinted_at(golf):
    assert len(golf("deal", "golf", "--number", "3", "--layout").splitlines()[0].split()) == 52
    told = golf("solve", "golf", "--number", "3", *SMALL)
    assert "from column" in told
    assert "can be won" in told
    assert "Line: " in told
    hint = json.loads(golf("hint", "golf", "--number", "3", *SMALL, "--json"))
    assert {move["verdict"] for move in hint["moves"]} <= {"winnable", "unwinnable"}
    line = "T T T"
    assert golf("hint", "golf", "--number", "3", *SMALL, "--line", line)


def test_it_is_tested_as_own_games_are(golf):
    found = {line.split()[1]: line.split()[0] for line in golf("games", "--test", "golf", *SMALL).splitlines()}
    assert {name for name, status in found.items() if status == "missing"} == {"perft", "fair"}
    assert {*found.values()} == {"passed", "missing"}


def test_deals_are_surveyed(golf, tmp_path):
    golf("survey", "golf", "--deals", "4", *SMALL, "--db", tmp_path / "golf.db")
    report = json.loads(golf("survey", "report", "--db", tmp_path / "golf.db", "--json"))
    assert (report["game"], report["deals"]) == ("golf", 4)


def test_puzzles_are_made_shown_exported_and_checked(golf, tmp_path):
    pack = tmp_path / "pack"
    command = ["generate", "golf", "--count", "1", "--level", "1", *SMALL, "-o", pack]
    golf(*command)
    assert "failed" not in golf("check", pack)
    assert "Golf Solitaire" in golf("pack", "show", pack, "--puzzle", "1")
    for form in ("csv", "html"):
        golf("pack", "export", pack, "--to", form, "-o", tmp_path / f"pack.{form}")
    assert (tmp_path / "pack.html").read_text().count("<svg") >= 2


HARD = ["--rule", "columns=1", "--rule", "rows=50"]
"""One column of 50 cards, and one in the stock: no deal can be won."""


def test_rules_under_which_nothing_is_won_end_in_one_line(golf, tmp_path):
    asked = [sys.executable, "-m", "winnow", "generate", "golf", "--count", "1", *HARD, "-o", str(tmp_path / "pack")]
    ours, theirs = pty.openpty()
    with subprocess.Popen(asked, stderr=theirs, env=environment(golf.target) | {"TERM": "xterm"}) as running:
        os.close(theirs)
        seen = b""
        # The end of a terminal is an error on Linux.
        with suppress(OSError):
            while piece := os.read(ours, 1 << 16):
                seen += piece
        os.close(ours)
    assert running.returncode == 3
    assert re.search(rb"screening the first deals \(\d+ s\)|\d+ deals screened, .* 0 of 1 that can be won", seen)
    assert b"no deal of golf that can be won under these rules among the first 1,000: no pack" in seen
    assert b"--seed 1000" in seen
    assert not (tmp_path / "pack").exists()
    # Fewer deals than that are screened as asked, and the pack says how many there were.
    asked = ["generate", "golf", "--count", "1", *HARD, "-o", tmp_path / "pack"]
    assert "0 puzzles" in golf(*asked, "--deals", "16", status=3)


def test_deals_that_search_leaves_open_count_for_many(golf):
    text = (
        "from winnow.workers.local import InProcess\n"
        "from winnow_puzzles.base import PUZZLES\n"
        "from winnow_puzzles.packs.generating import NoneWonError, Wanted, rate_deals\n"
        "from winnow_puzzles.players.rating import pack_rules\n"
        "PUZZLES.of('golf').search_positions = 20\n"
        "PUZZLES.of('golf').plan = lambda *_: None\n"
        "try: rate_deals(Wanted('golf', pack_rules('golf', {}), 1, (1,), 0, 10_000), InProcess(lambda: False))\n"
        "except NoneWonError as error: print(error)\n"
    )
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, check=True, env=environment(golf.target), capture_output=True, text=True)
    assert re.search(r"among the first \d\d; \d\d stay open after 20 positions each", done.stdout), done.stdout


def test_bad_input_is_one_line_here_too(golf):
    result = run(golf.target, "solve", "golf", "3S 4S 5X", "--rule", "deck=as-dealt")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "card 3" in result.stderr


BROKEN = {
    "raises": "raise ImportError('no such luck')",
    "empty": "",
    "lacks": "from winnow.core.game import Game\nclass Half(Game):\n    name = 'broken'\n    title = 'Half a game'\n",
}


def announced(target, package, name="broken"):
    """Write the metadata of an installed package that offers a game."""
    info = target / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[winnow.games]\n{name} = {package}\n")


@pytest.mark.parametrize("kind", BROKEN)
def test_a_game_installed_wrongly_costs_only_itself(kind, tmp_path):
    announced(tmp_path, "winnow_broken")
    (tmp_path / "winnow_broken").mkdir()
    (tmp_path / "winnow_broken" / "__init__.py").write_text("")
    (tmp_path / "winnow_broken" / "rules.py").write_text(BROKEN[kind])
    listed = run(tmp_path, "games")
    assert (listed.returncode, listed.stderr.count("\n")) == (0, 1)
    assert "universal" in listed.stdout
    assert "broken" in listed.stderr
    solved = run(tmp_path, "solve", "universal", "--number", "1")
    assert (solved.returncode, solved.stderr) == (0, "")
    asked = run(tmp_path, "solve", "broken", "--number", "1")
    assert (asked.returncode, asked.stderr.count("\n")) == (2, 1)
    assert "Traceback" not in asked.stderr


@pytest.mark.parametrize("name", ["Bad_Name", "universal"])
def test_a_game_whose_name_cannot_be_is_named(name, tmp_path):
    announced(tmp_path, "winnow_bad", name)
    listed = run(tmp_path, "games")
    assert (listed.returncode, listed.stderr.count("\n")) == (0, 1)
    assert f"game '{name}' (from winnow_bad): " in listed.stderr
