"""The answers of the JavaScript module: the functions behind `import winnow`, with JSON in and out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import winnow
from winnow import GAMES, Limits, Position
from winnow.play.opening import game_record
from winnow.play.reading import sentence

Json = dict[str, Any]

_SAFE = 2**53 - 1
"""The largest integer that JavaScript's numbers hold with its neighbours."""
_LONGEST_SENTENCE = 1000
_ABOUT = ("name", "title", "unit", "higher", "fair", "rules")
"""What is stated of each game."""


def answer(text: str) -> str:
    """Return the answer to a request `{"ask": NAME, ...}`: `{"value": ...}`, or `{"error": sentence}` if refused.

    The module has checked the types of the fields. Integers that JavaScript's numbers do not hold are text both ways.
    """
    try:
        asked = json.loads(text)
        return json.dumps({"value": _safe(_ASKS[asked.pop("ask")](**asked))})
    except RecursionError:
        return json.dumps({"error": "The record is nested too deeply."})
    except ValueError as error:
        return json.dumps({"error": sentence(str(error)[:_LONGEST_SENTENCE])})


def _safe(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _safe(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_safe(part) for part in value]
    return str(value) if isinstance(value, int) and abs(value) > _SAFE else value


def _asked(function: str, limits: Json | None = None, **question: Any) -> Json:
    """Return the record of what a function of `winnow` finds; functions are loaded when they are asked for."""
    record: Json = getattr(winnow, function)(**_numbered(question), limits=Limits(**limits or {})).record()
    return record


def _numbered(record: Json) -> Json:
    """Return a question or a record with its number as an integer."""
    number = str(record.get("number"))
    return record | {"number": int(number)} if re.fullmatch(r"[0-9]{1,20}", number) else record


def _play(game: str, rules: Json | None = None, after: Any = (), svg: bool = False, **given: Any) -> Json:
    """Return the position after the moves of a deal, which is given by its cards or its number."""
    position = Position(game, next(iter(_numbered(given).values())), rules, after=after)
    found = {
        "deal": position.deal.text,
        "after": position.line,
        "legal_moves": position.legal_moves,
        "won": position.is_won,
        "over": position.is_over,
        "score": position.score,
        "text": str(position),
        "table": position.table.record(),
    }
    return found | {"svg": position._repr_svg_()} if svg else found


def _games() -> list[Json]:
    """Return the names of the games, with the rules and the cards of each."""
    found = ((kind, game_record(kind)) for kind in GAMES.usable())
    return [{name: one[name] for name in _ABOUT} | {"deck": kind.full_deck(kind.rules_type()())} for kind, one in found]


_ASKS: dict[str, Callable[..., Any]] = {
    "solve": partial(_asked, "solve"),
    "hint": partial(_asked, "hint"),
    "fairHint": partial(_asked, "fair_hint"),
    "review": partial(_asked, "review"),
    "play": _play,
    "check": lambda record: asdict(winnow.check(_numbered(record))),
    "games": _games,
}
