"""The ledger: every switch of every engine has its entry, in one form, and its row in the table on top."""

import re
from pathlib import Path

import pytest

from winnow.core.games import GAMES
from winnow.search.engines import engines_of

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs/soundness/README.md"
FORM = ("Statement", "Argument", "Tested against", "Switch", "Combines with")


def entries(game):
    """Return the text of each entry of a game's file by its name; a game without engines needs no file."""
    file = ROOT / "solver/winnow/games" / game.replace("-", "_") / "ledger.md"
    text = file.read_text() if file.exists() else ""
    parts = re.split(r"^##+ `([\w-]+)`.*$", text, flags=re.MULTILINE)
    bodies = (re.split(r"^##", body, flags=re.MULTILINE)[0] for body in parts[2::2])
    return dict(zip(parts[1::2], bodies, strict=True))


def switches(game):
    return {technique for engine in engines_of(game) for technique in engine.techniques}


@pytest.mark.parametrize("game", list(GAMES))
def test_every_switch_has_its_entry_and_every_entry_its_switch(game):
    assert set(entries(game)) == switches(game)


@pytest.mark.parametrize("game", list(GAMES))
def test_entries_have_one_form(game):
    for name, text in entries(game).items():
        missing = [part for part in FORM if f"**{part}" not in text]
        assert not missing, f"{game}, {name}: {missing}"


def test_the_table_has_a_row_for_every_entry():
    rows = set(re.findall(r"/([a-z_]+)/ledger\.md#([\w-]+)\)", TABLE.read_text()))
    assert rows == {(game.replace("-", "_"), name) for game in GAMES for name in switches(game)}
