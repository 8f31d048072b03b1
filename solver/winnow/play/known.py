"""A cache of verdicts, with those that follow from them without a search; and the reasons that problems state."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.play.reading import Played, RefusedError
from winnow.play.shelf import puzzle_deal
from winnow.play.tables import Tables, bound

_KEPT = 20_000

Json = dict[str, Any]


class Known:
    """The verdicts of engines. A position on a winning line is won, and one after a lost position is lost."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._verdicts: OrderedDict[tuple[Deal, Any], Json] = OrderedDict()

    def verdict(self, played: Played) -> Json | None:
        """Return the verdict of the position after the moves; None if it is not known."""
        deal, line = played.deal, played.line
        own = self._verdicts.get((deal, self._tables.position(played)))
        if own is not None:
            return own
        for moves in range(len(line)):
            before = self._verdicts.get((deal, self._tables.position(Played(deal, line[:moves]))))
            if before is not None and before["verdict"] == "unwinnable":
                return _lost_before(before, len(line) - moves)
        return None

    def learn(self, played: Played, verdict: Json) -> None:
        """Store a verdict, and those of the positions on its line."""
        if verdict["verdict"] not in ("winnable", "unwinnable"):
            return
        deal = played.deal
        line: list[str] = (verdict["line"] or []) if verdict["verdict"] == "winnable" else []
        game = bound(deal)
        position = self._tables.position(played)
        self._keep(deal, position, verdict)
        for place, move in enumerate(line, 1):
            position = game.play(position, move)
            rest = {"verdict": "winnable", "line": line[place:], "reason": None, "proof": None}
            self._keep(deal, position, {**verdict, **rest, "positions": 0, "seconds": 0.0})

    def _keep(self, deal: Deal, position: Any, verdict: Json) -> None:
        self._verdicts[deal, position] = verdict
        if len(self._verdicts) > _KEPT:
            self._verdicts.popitem(last=False)


def _lost_before(before: Json, moves: int) -> Json:
    """Return the verdict of a position that comes `moves` moves after a lost one.

    It has none of the reason, the score and the cost of the earlier verdict, which belong to the earlier position.
    """
    reason = {"kind": "earlier", "text": f"It could not be won {counted(moves, 'moves')} ago either."}
    alone = {"score": None, "bound": None, "optimal": False, "line": None, "positions": 0, "seconds": 0.0}
    return {**before, **alone, "reason": reason}


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
