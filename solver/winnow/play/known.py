"""A cache of verdicts, with those that follow from them without a search."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.play.reading import Played
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
