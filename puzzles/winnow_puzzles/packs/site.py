"""A pack as a folder of static files that plays without a server: the page, and each puzzle's positions as tables."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from pathlib import Path
from typing import Any

from winnow.api.solve import Question, answer
from winnow.games import GAMES
from winnow.play.opening import game_record, opened, rules_page, static_files
from winnow.play.reading import Played
from winnow.play.tablebase import graph, packed, verdicts
from winnow.play.tables import Tables
from winnow_kernels.common.budget import Budget
from winnow_puzzles.packs.reading import Pack, Record, deal_of

WHOLE, AROUND = 3000, 500
"""A puzzle of at most so many positions is held whole, of others those nearest to the winning line."""
_SEARCHED = 5_000
"""Positions that engines may visit for one puzzle, for verdicts beside the line."""


def write_site(pack: Pack, folder: Path) -> None:
    """Write the site into a folder: `index.html` opens it, also from a disk. Raises OSError if it cannot be written."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for file in sorted(static_files().iterdir()):
        if file.name not in ("index.html", "server.js"):
            shutil.copyfile(file, folder / file.name)
    page = (static_files() / "index.html").read_text(encoding="utf-8")
    scripts = '<script defer src="site.js"></script>\n<script defer src="data/pack.js"></script>'
    page = page.replace('<script defer src="site.js"></script>\n', "")
    (folder / "index.html").write_text(
        page.replace('<script defer src="server.js"></script>', scripts), encoding="utf-8"
    )
    listed = []
    for place, puzzle in enumerate(pack.puzzles, 1):
        record = _puzzle(puzzle)
        record["game"]["puzzle"] |= {"pack": pack.description["id"], "place": place, "of": len(pack.puzzles)}
        text = json.dumps(record, separators=(",", ":"), sort_keys=True)
        data = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
        (folder / "data" / f"{puzzle['id']}.js").write_text(f'Winnow.take("{puzzle["id"]}","{data}");\n')
        listed.append({"id": puzzle["id"], "level": puzzle.get("level"), "game_id": record["game"]["id"]})
    about = pack.description
    summary = {"id": about["id"], "title": about["title"], "game": about["game"], "puzzles": listed}
    name = about["game"]
    known = {"games": [game_record(GAMES[name])], "packs": [summary], "rules": {name: rules_page(name)}}
    (folder / "data" / "pack.js").write_text(f"Winnow.known={json.dumps(known, separators=(',', ':'))};\n")


def _puzzle(puzzle: Record) -> dict[str, Any]:
    """Return a puzzle as it is opened, with its positions and their verdicts."""
    deal = deal_of(puzzle)
    after = tuple(puzzle.get("after", ()))
    found = graph(deal, after, puzzle["solution"] if "solution" in puzzle else puzzle["verdict"]["line"], WHOLE, AROUND)
    budget = Budget(positions=_SEARCHED)

    def judge(line: tuple[str, ...]) -> dict[str, Any] | None:
        if budget.stopped is not None:
            return None
        verdict = answer(Question(deal, line), budget)
        return None if verdict.verdict == "undecided" else verdict.record()

    told = verdicts(found, judge)
    game = opened(Tables(), Played(deal, after), puzzle.get("goal_text", puzzle["goal"]))
    del game["table"]
    game["puzzle"] = {name: puzzle.get(name) for name in ("id", "level", "rating", "themes")}
    return {"game": game, **packed(deal, found, told)}
