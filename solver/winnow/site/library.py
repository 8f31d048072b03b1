"""The answers of the JavaScript module: the functions behind `import winnow`, with JSON in and out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import winnow
from winnow import Limits, Position

Json = dict[str, Any]


def answer(text: str) -> str:
    """Return the answer to a request `{"ask": NAME, ...}`: `{"value": ...}`, or `{"error": sentence}` if refused."""
    try:
        fields = json.loads(text)
        return json.dumps({"value": _ASKS[fields.pop("ask")](**fields)})
    except (ValueError, TypeError) as error:
        return json.dumps({"error": str(error)})


def _solve(**question: Any) -> Json:
    return winnow.solve(**_asked(question)).record()


def _hint(**question: Any) -> Json:
    return winnow.hint(**_asked(question)).record()


def _play(**question: Any) -> Json:
    position = _position(**question)
    return {
        "after": position.line,
        "legal_moves": position.legal_moves,
        "won": position.is_won,
        "over": position.is_over,
        "score": position.score,
        "text": str(position),
    }


def _check(record: Json) -> Json:
    result = winnow.check(record)
    return {"status": result.status, "text": result.text, "claims": result.claims}


def _asked(question: Json) -> Json:
    """Return the keywords of a question; a number may be text, as JavaScript's own numbers end at 2^53."""
    limits = Limits(**question.pop("limits", {}))
    return question | _numbered(question) | {"limits": limits}


def _numbered(question: Json) -> Json:
    return {"number": int(question["number"])} if "number" in question else {}


def _position(game: str, deal: Any = None, rules: Json | None = None, after: Any = (), **question: Any) -> Position:
    """Return the position after the moves of a deal, which is given by its cards or its number."""
    return Position(game, _numbered(question).get("number", deal), rules, after=after)


_ASKS: dict[str, Callable[..., Any]] = {"solve": _solve, "hint": _hint, "play": _play, "check": _check}
