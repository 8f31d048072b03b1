"""Deals of few cards that can be won and lost, with moves that do both."""

from winnow.api.hint import hint
from winnow.api.solve import solve
from winnow.core.deals import Deal

SMALL = {
    "blink": ("3BS 4BL 4RD 1BM 4RS 1RS", {"deck": "as-dealt", "hold": "1", "columns": "3", "rows": "2"}),
    "head": ("AM 2MK 4WL 3MW 4MS AS 2SY AW 3SK AL", {"deck": "as-dealt", "hand": "4", "target": "4"}),
    "one-minute": ("AS 2S 9D 2D 3D KD 9H 9C 2H 7S", {"deck": "as-dealt", "pace": "0.4"}),
    "single-left": ("AS 2H 3S 4S 5H 6S 7H 8S 9H TS JH 2S", {"deck": "as-dealt", "discarding": "optional", "goal": "4"}),
    "universal": ("2V 1E 1V 2E 3V 3E", {"deck": "as-dealt", "columns": "2", "draw": "2", "passes": "1"}),
}


def small(name):
    cards, rules = SMALL[name]
    return Deal.parse(name, cards, rules)


def winning(name):
    deal = small(name)
    return solve(name, deal.text, rules=deal.rules.spelled_out()).answer.line


def losing_line(name):
    """Return the deal, moves that keep the win, and one after them that loses it."""
    deal = small(name)
    line = []
    while True:
        found = hint(name, deal.text, rules=deal.rules.spelled_out(), after=line)
        assert found.verdict.verdict == "winnable"
        lost = [move.move for move in found.moves if move.verdict == "unwinnable"]
        if lost:
            return deal, line, lost[0]
        line.append(next(move.move for move in found.moves if move.verdict == "winnable"))
