"""Blink's best score by clingo: the rules as a logic program, solved with clingo's defaults."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from winnow.games.blink.engine.table import Table

if TYPE_CHECKING:
    import clingo

_RULES = """
cell(0..columns-1, 0..rows-1).
card(0..cards-1).
next(X, Y, X+1, Y) :- cell(X, Y), cell(X+1, Y).
next(X, Y, X, Y+1) :- cell(X, Y), cell(X, Y+1).
1 { lies(I, X, Y) : cell(X, Y) } 1 :- card(I).
:- cell(X, Y), 2 { lies(I, X, Y) }.
touch(I, J) :- next(X, Y, U, V), lies(I, X, Y), lies(J, U, V).
touch(J, I) :- touch(I, J).
:- touch(I, J), not ways(I, J, _).

% The card placed in step T has draw index at most T + hold, and touches one that lies.
1 { placed(I, T) : T = 0..cards-1, I <= T + hold } 1 :- card(I).
:- T = 0..cards-1, 2 { placed(I, T) }.
there(I, T+1) :- placed(I, T).
there(I, T+1) :- there(I, T), T < cards.
beside(I) :- placed(I, T), touch(I, J), there(J, T).
:- card(I), not beside(I), not placed(I, 0).

% One of a layout's mirror images has card 0 in this quarter of the table.
:- lies(0, X, Y), 2 * X >= columns + 1.
:- lies(0, X, Y), 2 * Y >= rows + 1.
:- lies(0, X, Y), columns = rows, X < Y.

#maximize { W, I, J : touch(I, J), I < J, ways(I, J, W) }.
"""


@dataclass(frozen=True)
class Solved:
    """The ways matched in the best layout found (None: none), and whether clingo proved that there is no better one."""

    matched: int | None
    proven: bool


def best_by_clingo(table: Table, conflicts: int | None, seconds: float | None) -> Solved:
    """Return the best layout of an empty table that clingo finds; raise ImportError if clingo is not installed."""
    import clingo  # noqa: PLC0415  an optional package

    began = time.monotonic()
    limit = [] if conflicts is None else [f"--solve-limit={conflicts}"]
    sizes = {"columns": table.columns, "rows": table.rows, "cards": table.cards, "hold": table.hold}
    control = clingo.Control(["--warn=none", *limit, *(f"--const={name}={size}" for name, size in sizes.items())])
    control.add("base", [], _RULES + _ways(table))
    control.ground([("base", [])])
    found: list[int] = []

    def note(model: clingo.Model) -> None:
        found.append(-sum(model.cost))

    with control.solve(on_model=note, async_=True) as search:
        search.wait(None if seconds is None else max(0.0, seconds - (time.monotonic() - began)))
        search.cancel()
        ended = search.get()
    return Solved(found[-1] if found else None, ended.exhausted)


def _ways(table: Table) -> str:
    """Return facts: the number of ways in which two cards match, for each pair that does."""
    order = list(enumerate(table.order))
    pairs = [(i, j, table.ways[a][b]) for i, a in order for j, b in order if i != j]
    return "".join(f"ways({i}, {j}, {ways}).\n" for i, j, ways in pairs if ways)
