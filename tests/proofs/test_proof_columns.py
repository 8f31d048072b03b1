"""The columns of proofs and referee: what they may import, and what a game gets that brings neither."""

from __future__ import annotations

import ast
import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import winnow
from certificates_help import checked, pack
from winnow import columns
from winnow.api.prove import _stating
from winnow.proofs.base import PROOFS, Case, Proofs
from winnow.referee.base import REFEREES, Referee
from winnow.verdicts import Answer, Verdict
from winnow_kernels.common.budget import Budget

SOLVER = Path(winnow.__file__).parent
REFEREE_MAY_IMPORT = (
    "winnow.cards",
    "winnow.columns",
    "winnow.counted",
    "winnow.deals",
    "winnow.errors",
    "winnow.games",
    "winnow.lines",
    "winnow.referee",
    "winnow.statistics",
    "winnow.suggest",
    "winnow.survey_files",
    "winnow.theorems",
    "winnow.verdicts",
    "winnow_kernels.one_minute.priced_layers",
)
GENERIC = [
    *(SOLVER / "referee").glob("*.py"),
    *(SOLVER / "proofs" / "shared").glob("*.py"),
    SOLVER / "proofs" / "base.py",
    SOLVER / "api" / "prove.py",
]


def imports(file):
    """Yield the modules of Winnow that a file imports, at whatever place in it."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("folder", ["referee", "theorems", "games"])
def test_the_referee_imports_rules_and_theorems_and_no_engine(folder):
    for file in (SOLVER / folder).rglob("*.py"):
        for name in imports(file):
            if name.split(".")[0].startswith("winnow"):
                assert name == "winnow" or name.startswith(REFEREE_MAY_IMPORT), (file, name)


@pytest.mark.parametrize("file", GENERIC, ids=lambda file: file.name)
def test_what_serves_all_games_names_none(file):
    stems = "|".join(name.replace("-", "_") for name in columns.own_names())
    for name in imports(file):
        assert not re.search(rf"\.({stems})(\.|$)", name), name
    names = "|".join(columns.own_names())
    assert not re.search(rf'"({names})"', file.read_text())


RULES = '''
"""Take one or two cards from the pile; whoever takes a king has lost."""
from winnow.cards import STANDARD
from winnow.games.base import Game, Rules

class Nim(Game):
    name, title, cards, score_unit = "nim", "Nim", STANDARD, "cards taken"
    higher_is_better = True

    @classmethod
    def rules_type(cls): return Rules

    @classmethod
    def full_deck(cls, rules): return STANDARD.tokens

    def start(self): return 0

    def successors(self, position):
        for count in (1, 2):
            taken = self.deal[position:position + count]
            if len(taken) == count and "K" not in taken[-1]:
                yield f"take{count}", position + count

    def score(self, position): return position

    def won(self, position): return position == len(self.deal)

    def best_possible(self): return len(self.deal)
'''


@pytest.fixture
def nim(tmp_path, monkeypatch):
    """A game from outside that brings its rules and nothing else."""
    package = tmp_path / "outside_nim"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text(RULES)
    monkeypatch.syspath_prepend(str(tmp_path))
    points = {"nim": EntryPoint("nim", "outside_nim", columns.GROUP)}
    monkeypatch.setattr(columns, "_outside", lambda: points)
    return "nim"


def certificate_of(game, deal, found, best):
    asked = winnow.Deal.parse(game, deal, {"deck": "as-dealt"})
    table = asked.bind()
    case = Case(table, table.start(), best, found)
    evidence = next(iter(PROOFS.of(game).evidence(case, Budget())))
    question = "best" if best else "win"
    verdict = Verdict(game, asked.rules.spelled_out(), asked.text, None, (), question, found, 0, 0.0)
    return _stating(verdict, evidence)


def test_a_game_with_rules_alone_is_proved_and_checked(nim):
    assert (type(PROOFS.of(nim)), type(REFEREES.of(nim))) == (Proofs, Referee)
    lost = certificate_of(nim, "2C 3C KC KD 4C", Answer("unwinnable", "any"), best=False)
    assert lost.content == "closed-set"
    result = checked(pack(lost.text()))
    assert (result.status, "no line wins" in result.text) == ("verified", True), result.text
    found = Answer("unwinnable", "any", 2, 2, ("take2",))
    best = checked(pack(certificate_of(nim, "2C 3C KC KD 4C", found, best=True).text()))
    assert (best.status, "no line betters 2" in best.text) == ("verified", True), best.text
    false = Answer("unwinnable", "any", 1, 1, ("take1",))
    assert checked(pack(certificate_of(nim, "2C 3C KC KD 4C", false, best=True).text())).status == "failed"
    won = certificate_of(nim, "2C 3C 4C", Answer("unwinnable", "any"), best=False)
    assert checked(pack(won.text())).status == "failed"
