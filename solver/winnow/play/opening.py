"""Positions by the moves that lead to them, their tables, and the JSON values that a page gets when it opens a game."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.drawing.table import Table
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES, grades, rules_text
from winnow.core.fair import FAIR
from winnow.core.game import Game, unusual
from winnow.core.games import GAMES
from winnow.core.lines import replay
from winnow.play.reading import Played, RefusedError, sentence


@functools.lru_cache(maxsize=64)
def bound(deal: Deal) -> Game[Any, Any]:
    """Return the game with this deal."""
    return deal.bind()


def position_of(played: Played) -> Any:
    """Return the position after the moves; raise RefusedError naming the first that is not allowed."""
    game = bound(played.deal)
    try:
        return replay(game, game.start(), played.line)
    except IllegalMoveError as error:
        raise RefusedError(sentence(str(error)), 409) from None


def table_of(played: Played) -> Table:
    """Return the table after the moves; raise RefusedError as `position_of` does."""
    return FACES.of(played.deal.game).table(bound(played.deal), position_of(played))


def game_id(deal: Deal, after: tuple[str, ...]) -> str:
    """Return a game's id: a hash of its rules, cards and first moves."""
    content = [deal.game, deal.rules.identity(), deal.text, list(after)]
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()[:16]


def opened(played: Played, goal: str | None = None) -> dict[str, Any]:
    """Return the JSON values of an opened game: its start is the position after the moves.

    Raises RefusedError for moves that are not legal.
    """
    deal = played.deal
    return {
        "id": game_id(deal, played.line),
        "game": deal.game,
        "title": GAMES[deal.game].title,
        "rules": deal.rules.spelled_out(),
        "set": unusual(GAMES[deal.game], deal.rules.spelled_out()),
        "deal": deal.text,
        "number": None if deal.number is None else str(deal.number),
        "after": list(played.line),
        "line": [],
        "goal": goal,
        "grades": grades.of(deal.game)(bound(deal)),
        "layouts": [layout.record() for layout in FACES.of(deal.game).layouts(bound(deal))],
        "table": table_of(played).record(),
    }


@functools.cache
def rules_page(game: str) -> str:
    """Return a game's rules as HTML, for the inside of a page."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  the table comes before the rules

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(rules_text(game)))


def game_record(kind: type[Game[Any, Any]]) -> dict[str, Any]:
    """Return the JSON values that a page needs before it shows a game of this kind."""
    face = FACES.of(kind.name)
    options = dataclasses.fields(kind.rules_type())
    return {
        "name": kind.name,
        "title": kind.title,
        "unit": kind.score_unit,
        "unit_of_one": counted(1, kind.score_unit).removeprefix("1 "),
        "higher": kind.higher_is_better,
        "rules": [
            {"name": f.name, "default": f.default, "help": f.metadata["help"], "follows": f.metadata.get("follows", "")}
            for f in options
        ],
        **{name: getattr(face, name) for name in ("clock", "aim", "minutes", "felt", "levels", "choice")},
        "fair": FAIR.kind(kind.name) is not None,
        "looks": face.looks(kind).record(),
        "legend": face.legend(kind),
        "dailies": [dataclasses.asdict(one) for one in face.dailies],
        "lesson": None if face.lesson is None else face.lesson.record(),
    }


def static_files() -> Path:
    """Return the folder of the page's own files."""
    return Path(str(resources.files("winnow.play"))) / "static"
