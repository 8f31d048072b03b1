"""A game from another package: the template is installed and used by every command, without a change here."""

import json
from pathlib import Path

import pytest

from outside_game import Installed, run
from winnow.core.registry import own_names

FOLDER = Path(__file__).parent
FEW = ["--rule", "turns=12"]
"""Few enough turns that some deals are lost."""
FACE = """
from winnow.core.face import Face

class NullFace(Face):
    def says(self, game, position, move):
        return f"Turn the {position.stock[0]} up."
"""


@pytest.fixture(scope="module")
def null(tmp_path_factory):
    """Return a function that runs winnow with the null game installed; it must exit with `status`, by default 0."""
    return Installed(FOLDER, tmp_path_factory)


def test_it_is_listed_beside_the_others(null):
    listed = [json.loads(line) for line in null("games", "--json").splitlines()]
    assert [one["game"] for one in listed] == [*own_names(), "null"]
    assert listed[-1]["engines"] == {"plain": []}
    assert null("rules", "null").startswith("# Null Solitaire")


def test_it_is_dealt_solved_proved_and_checked(null, tmp_path):
    record = json.loads(null("solve", "null", "--number", "1", "--best", "--json"))
    cards = record["deal"].split()
    turned = next(place for place, card in enumerate(cards, 1) if card[0] == "A")
    assert (record["verdict"], record["score"], record["line"]) == ("winnable", turned, ["turn"] * turned)
    one_less = json.loads(null("solve", "null", "--number", "1", "--rule", f"turns={turned - 1}", "--json"))
    assert one_less["verdict"] == "unwinnable"
    lost = tmp_path / "lost.proof"
    null("prove", "null", "2S 3S 4S", "--rule", "deck=as-dealt", "-o", lost)
    assert "verified" in null("check", lost)
    assert json.loads(null("hint", "null", "--number", "1", "--json"))["moves"][0]["move"] == "turn"
    assert null("hint", "null", "--number", "1", "--line", "turn")
    # Its fair play is not known, so nothing can be said of unknown cards; but the moves before are replayed.
    unknown = {"deal": " ".join(["?", "?", *cards[2:]]), "number": None, "verdict": "open", "bound": None}
    hidden = {**record, **unknown, "question": "win", "line": None, "score": None, "optimal": False, "proof": None}
    for after, status, said in (("turn", 0, ": unproven"), ("bogus", 1, ": failed")):
        (tmp_path / "hidden").write_text(json.dumps({**hidden, "after": [after]}))
        assert said in null("check", tmp_path / "hidden", status=status)


def test_its_table_is_drawn_without_a_face_and_its_moves_are_told_by_one(null):
    assert "Stock" in null("deal", "null", "--number", "1", "--layout")
    asked = ["solve", "null", "2C AC", "--rule", "deck=as-dealt"]
    assert "Turn the" not in null(*asked)
    face = null.target / "winnow_null" / "face.py"
    face.write_text(FACE)
    assert "Turn the 2C up." in null(*asked)
    face.unlink()


def test_it_is_tested_as_own_games_are(null):
    found = {line.split()[1]: line.split()[0] for line in null("games", "--test", "null", *FEW).splitlines()}
    assert {name for name, status in found.items() if status == "missing"} == {"perft", "face", "fair"}
    assert {*found.values()} == {"passed", "missing"}


def test_deals_are_surveyed(null, tmp_path):
    null("survey", "null", "--deals", "4", "--db", tmp_path / "null.db")
    report = json.loads(null("survey", "report", "--db", tmp_path / "null.db", "--json"))
    assert (report["game"], report["deals"]) == ("null", 4)


def test_puzzles_are_made_shown_exported_and_checked(null, tmp_path):
    pack = tmp_path / "pack"
    null("generate", "null", "--count", "1", "--level", "1", *FEW, "-o", pack)
    assert "failed" not in null("check", pack)
    assert "Null Solitaire" in null("pack", "show", pack, "--puzzle", "1")
    null("pack", "export", pack, "--to", "html", "-o", tmp_path / "pack.html")
    assert (tmp_path / "pack.html").read_text().count("<svg") >= 2


def test_bad_input_is_one_line_here_too(null):
    result = run(null.target, "solve", "null", "3S 4S 5X", "--rule", "deck=as-dealt")
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
