"""A pack of problems as static files that play without a server: the page, and each problem's positions as tables."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from winnow.core.games import GAMES
from winnow.play.opening import game_record, opened, rules_page, static_files
from winnow.play.reading import Played
from winnow.play.reasons import reasons, with_reason
from winnow.play.shelf import listed_puzzle
from winnow.play.tablebase import Ways, graph, packed, verdicts
from winnow.play.tables import Tables, bound
from winnow.workers.local import InProcess, Runner
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.packs.reading import Pack, Record, deal_of
from winnow_puzzles.packs.shelving import shelved
from winnow_puzzles.problems.base import problems_of

MOST_POSITIONS = 10_000
"""The most positions stored for a problem."""
POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; "
    "base-uri 'none'; form-action 'none'"
)
"""The site's content security policy: nothing is loaded from other origins. A page opened from disk has no origin, so
files beside it are allowed by their scheme."""

Report = Callable[[int], None]
"""Called after each puzzle with the number written."""


def write_site(pack: Pack, folder: Path, runner: Runner | None = None, report: Report = lambda _count: None) -> None:
    """Write the site to a folder; `index.html` opens it, also from disk.

    Raises PackError for a pack of full deals and for a problem of more than MOST_POSITIONS positions, OSError if the
    site cannot be written, and StoppedError if the runner is stopped.
    """
    if not pack.of_problems:
        raise PackError(
            "its full deals have too many positions to store; `winnow site` plays every deal without a server, and "
            "`winnow play` this pack"
        )
    (folder / "data").mkdir(parents=True, exist_ok=True)
    shown = shelved(pack)
    tasks = [(puzzle, shown.place_of(place)) for place, puzzle in enumerate(pack.puzzles)]
    listed = []
    for puzzle, (kept, data) in zip(pack.puzzles, (runner or InProcess(lambda: False)).run(_data, tasks), strict=False):
        (folder / "data" / f"{puzzle['id']}.js").write_text(f'Winnow.take("{puzzle["id"]}","{data}");\n')
        listed.append(listed_puzzle(puzzle, kept))
        report(len(listed))
    if len(listed) < len(pack.puzzles):
        raise StoppedError
    summary = {"id": shown.id, "title": shown.title, "game": shown.game, "problems": shown.of_problems}
    known = {
        "games": [game_record(GAMES[shown.game])],
        "packs": [summary | {"puzzles": listed}],
        "rules": {shown.game: rules_page(shown.game)},
    }
    (folder / "data" / "pack.js").write_text(f"Winnow.known={json.dumps(known, separators=(',', ':'))};\n")
    _write_page(folder)


def _write_page(folder: Path) -> None:
    """Write the page's own files, changed to load tables from files beside it instead of a server."""
    for file in sorted(static_files().iterdir()):
        if file.name not in ("index.html", "http.js", "server.js"):
            shutil.copyfile(file, folder / file.name)
    page = (static_files() / "index.html").read_text(encoding="utf-8")
    scripts = '<script defer src="site.js"></script>\n<script defer src="data/pack.js"></script>'
    page = page.replace('<script defer src="http.js"></script>\n<script defer src="server.js"></script>', scripts)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    (folder / "index.html").write_text(
        page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}'), encoding="utf-8"
    )


def _data(task: tuple[Record, Record]) -> tuple[str, str]:
    """Return the id under which a puzzle's progress is kept, and the text of its data file."""
    puzzle, place = task
    record = _puzzle(puzzle)
    record["game"]["puzzle"] = place
    text = json.dumps(record, separators=(",", ":"), sort_keys=True)
    return record["game"]["id"], base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _puzzle(puzzle: Record) -> dict[str, Any]:
    """Return a problem's data: its start, its positions and their verdicts."""
    deal, after = deal_of(puzzle), tuple(puzzle["after"])
    found = graph(deal, after, MOST_POSITIONS, _ways(puzzle))
    if found is None:
        raise PackError(f"problem {puzzle['id']} has more than {MOST_POSITIONS:,} positions")
    why = reasons(puzzle)
    told = [
        with_reason(verdict, why.get(position))
        for position, verdict in zip(found.positions, verdicts(found), strict=True)
    ]
    game = opened(Tables(), Played(deal, after), puzzle["goal_text"])
    del game["table"]
    return {"game": game, **packed(found, told)}


def _ways(puzzle: Record) -> Ways:
    """Return a function that yields the moves to follow in a problem: none where a simple count shows a loss.

    An automatic move is the only one of its position.
    """
    problems = problems_of(puzzle["game"])
    game = bound(deal_of(puzzle))

    def follow(position: Any) -> Iterable[tuple[str, Any]]:
        if problems.hopeless(game, position):
            return ()
        made = problems.automatic(game, position)
        return game.successors(position) if made is None else [made]

    return follow
