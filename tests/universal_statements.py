"""Decides which of the referee's statements are true of a line of Universal Solitaire."""

from __future__ import annotations

import math

from winnow.games.universal.referee.clauses import END, TRUE, Name, UniversalClauses
from winnow.games.universal.rules import Position, Universal


class Line:
    """A line, replayed by the rules, and then continued by turns to the end of the stock (which costs nothing)."""

    def __init__(self, game: Universal, start: Position, moves: list[str]) -> None:
        self.game, self.start = game, start
        self.talon = start.waste + start.stock
        self.columns = start.columns
        self.left = dict.fromkeys(self.talon, math.inf)
        self.left[END] = math.inf
        self.barred: dict[str, int] = {}
        self.turned = [dict.fromkeys(start.waste, 0)]
        self.begun = [0]
        self.played: dict[str, tuple[str, str | int]] = {}
        self.merges: dict[str, tuple[str, int]] = {}
        self.homes: set[tuple[str, int]] = set()
        self.clock = 0
        position = start
        for move in moves:
            position = self.step(position, move)
        while position.stock:
            position = self.step(position, "T")
        self.end = position

    def step(self, position: Position, move: str) -> Position:
        self.clock += 1
        after = self.game.play(position, move)
        if move == "T":
            self.turned[-1] |= dict.fromkeys(position.stock[: self.game.rules.draw], self.clock)
        elif move == "R":
            self.turned.append({})
            self.begun.append(self.clock)
        elif move[0] == "W":
            card = position.waste[-1]
            self.left[card] = self.clock
            column = position.columns[int(move[2]) - 1] if move != "W!" else ()
            if move == "W!":
                self.barred[card] = self.clock
                self.played[card] = ("direct", "")
            elif move[1] == ">":
                self.played[card] = ("below", column[-1]) if column else ("slot", int(move[2]) - 1)
            else:
                self.played[card] = ("above", column[0])
                self.homes.add((card, int(move[2]) - 1))
        elif move[1] == "!":
            self.barred[position.columns[int(move[0]) - 1][-1]] = self.clock
        else:
            moved, host = (position.columns[int(c) - 1] for c in (move[0], move[2]))
            self.merges[moved[0]] = (host[-1], self.clock)
        return after

    def true(self, name: Name, clauses: UniversalClauses) -> bool:
        """Tell whether a statement is true of the line."""
        kind, *rest = name
        if isinstance(kind, str) and kind.startswith("missing"):
            return sum(card not in self.barred for card in part(kind, clauses.cards)) > rest[0]
        return getattr(self, f"is_{kind}")(*rest)

    def stands(self, p: int, i: int) -> bool:
        begun = self.begun[p] if p < len(self.begun) else math.inf
        return self.left[self.talon[i]] > begun or self.left[self.talon[i]] == math.inf

    is_there = stands

    def is_waits(self, p: int, i: int, j: int) -> bool:
        card = self.talon[i]
        if not self.stands(p, i):
            return False
        if p >= len(self.begun):
            return True
        present = [k for k in range(len(self.talon)) if self.stands(p, k)]
        place = next((k for k in present if k >= j), present[-1])
        return self.left[card] > self.turned[p][self.talon[place]]

    def is_count(self, p: int, i: int, m: int) -> bool:
        first = len(self.start.waste) if p == 0 else 0
        return sum(self.stands(p, k) for k in range(first, i + 1)) % min(self.game.rules.draw, len(self.talon)) == m

    def is_before(self, i: int, j: int) -> bool:
        return self.left[self.talon[i]] < self.left[self.talon[j]]

    def is_barred(self, x: str, j: str) -> bool:
        return self.barred.get(x, math.inf) < self.left[j]

    def is_direct(self, y: str) -> bool:
        return self.played.get(y) == ("direct", "")

    def is_below(self, y: str, x: str) -> bool:
        return self.played.get(y) == ("below", x)

    def is_above(self, y: str, h: str) -> bool:
        return self.played.get(y) == ("above", h)

    def is_slot(self, g: str, c: int) -> bool:
        return self.played.get(g) == ("slot", c)

    def is_merge(self, h: str, v: str) -> bool:
        return h in self.merges and self.merges[h][0] == v

    def is_merged(self, h: str, g: str) -> bool:
        return h in self.merges and self.merges[h][1] < self.left[g]

    def is_resides(self, h: str, c: int) -> bool:
        return (h, c) in self.homes

    def is_gone(self, h: str, g: str) -> bool:
        above = [y for y in self.talon if self.is_above(y, h)]
        return self.is_merged(h, g) or any(self.is_gone(y, g) for y in above)

    def broken(self, score: int | None) -> list[tuple[int, ...]]:
        """Return the clauses that the line violates."""
        clauses = UniversalClauses(self.game, self.start, score)
        written = [clause for part in clauses.write() for clause in part]
        true = {TRUE, *(v for name, v in clauses.variables.items() if self.true(name, clauses))}
        return [clause for clause in written if not any((abs(lit) in true) == (lit > 0) for lit in clause)]


def part(name: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the part of the cards that a counter of this name counts."""
    for step in name[len("missing") :]:
        half = len(cards) // 2
        cards = cards[:half] if step == "<" else cards[half:]
    return cards
