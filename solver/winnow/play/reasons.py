"""The reasons that problems state for lost positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.play.reading import RefusedError
from winnow.play.shelf import puzzle_deal
from winnow.play.tables import bound

Json = dict[str, Any]


def reasons(puzzle: Json) -> dict[Any, str]:
    """Return the positions that the losing moves of a problem's decisions lead to, each with its sentence.

    Of a full deal none are known. Raises RefusedError if the problem's moves are not legal.
    """
    told: dict[Any, str] = {}
    if not puzzle.get("decisions"):
        return told
    game = bound(puzzle_deal(puzzle))
    decisions = {decision["place"]: decision["losing"] for decision in puzzle["decisions"]}
    try:
        position = game.start()
        for move in puzzle["after"]:
            position = game.play(position, move)
        for place, move in enumerate(puzzle["solution"]):
            for one in decisions.get(place, ()):
                told |= dict.fromkeys(_settled(game, game.play(position, one["move"])), one["why"])
            position = game.play(position, move)
    except IllegalMoveError as error:
        raise RefusedError(f"The problem {puzzle['id']} is not well formed: {error}.", 422) from None
    return told


def _settled(game: Game[Any, Any], position: Any) -> Iterator[Any]:
    """Yield a position and those after it that come about by moves which need no thought, as the page makes them."""
    while True:
        yield position
        table = FACES.of(game.name).table(game, position)
        if table.forced is None or len(table.gestures) == 1:
            return
        position = game.play(position, table.forced)


def with_reason(verdict: Json, sentence: str | None) -> Json:
    """Return a verdict with the sentence in place of a search's own, if the position is lost and there is one."""
    if sentence is None or verdict["verdict"] != "unwinnable":
        return verdict
    return {**verdict, "reason": {"kind": "problem", "text": sentence}}
