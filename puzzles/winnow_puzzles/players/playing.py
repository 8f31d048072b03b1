"""The panel that rates full deals: noisy players who play a deal repeatedly, with numbered seeds.

The kinds of player are those of the problems' panel (`winnow_puzzles.problems.panel`), for games too long to enumerate:

- `natural-N/L`: makes the first move in the order of the game's N-th natural player;
- `ahead-D/L`: looks D moves ahead and takes the move with the most progress by then, the most natural first;
- `play-outs-K/L`: plays K natural games to the end from each move, and takes the best on average;
- `plans-W/L`: plans by a beam of width W, and plans again when a lapse leaves the plan.

L is the chance, at each move, of a lapse: a move drawn uniformly. It is smaller than in problems: lines are longer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.rng import SplitMix64
from winnow_puzzles.base import PUZZLES, Option, Panel, Puzzles
from winnow_puzzles.problems.base import find_problems
from winnow_puzzles.problems.tree import settled

WEIGHED = 4
"""The number of moves, the most natural ones, that players who look ahead or play out consider."""
PLAY_OUT_LAPSE = 100
"""Lapses in a thousand moves of a play-out, so that several play-outs differ."""
_MOST_MOVES = 1_000
_THOUSAND = 1_000
_WORTH_A_WIN = 1_000
_DEAD = -1_000

Choose = Callable[[Any, list[Option]], Option]
"""Returns the chosen option of a position."""


@dataclass(frozen=True)
class Table:
    """A deal with the random numbers of one play."""

    game: Game[Any, Any]
    puzzles: Puzzles
    chance: SplitMix64

    def quiet(self, position: Any) -> Any:
        """Return the position after the automatic moves of the game's problems."""
        problems = find_problems(self.game.name)
        return position if problems is None else settled(problems, self.game, position)[0]

    def natural(self, player: int) -> Choose:
        """Return the choice of the natural player number `player`."""
        return lambda position, options: options[self._ordered(player, position, options)[0]]

    def ahead(self, depth: int) -> Choose:
        """Return the choice of a player who looks `depth` moves ahead."""
        return self._best(lambda position: self._reach(position, depth - 1))

    def play_outs(self, count: int) -> Choose:
        """Return the choice of a player who plays each move to the end `count` times."""
        lapse = PLAY_OUT_LAPSE if count > 1 else 0
        natural = self.natural(0)
        return self._best(lambda position: sum(self._worth(self.play(position, natural, lapse)) for _ in range(count)))

    def plans(self, lines: int) -> Choose:
        """Return the choice of a player who follows a plan, and makes a new one where it ends."""
        planned: dict[Any, Option] = {}
        natural = self.natural(0)

        def choose(position: Any, options: list[Option]) -> Option:
            if position not in planned:
                here = position
                for move in self.puzzles.plan(self.game, position, lines) or ():
                    planned[here] = move, self.game.play(here, move)
                    here = planned[here][1]
            return planned.get(position) or natural(position, options)

        return choose

    def play(self, position: Any, choose: Choose, lapse: int, quietly: bool = True) -> Any:
        """Return the last position of a game played to its end; of a thousand moves `lapse` are lapses."""
        for _ in range(_MOST_MOVES):
            options = [] if self.game.won(position) else self.puzzles.options(self.game, position)
            if not options:
                break
            lapsed = lapse and self.chance.below(_THOUSAND) < lapse
            _, position = options[self.chance.below(len(options))] if lapsed else choose(position, options)
            position = self.quiet(position) if quietly else position
        return position

    def _ordered(self, player: int, position: Any, options: list[Option]) -> list[int]:
        """Return the options' places, the most natural first: the obvious move in a game without problems."""
        if len(options) == 1:
            return [0]
        problems = find_problems(self.game.name)
        if problems is None:
            obvious = self.puzzles.obvious(self.game, position)
            return sorted(range(len(options)), key=lambda i: obvious is None or options[i][0] != obvious[0])
        return problems.order(player, self.game, position, options)

    def _best(self, worth: Callable[[Any], int]) -> Choose:
        """Return the choice of the most natural move that leads to the position of the greatest worth."""

        def choose(position: Any, options: list[Option]) -> Option:
            weighed = [options[place] for place in self._ordered(0, position, options)[:WEIGHED]]
            if len(weighed) == 1:
                return weighed[0]
            return max(weighed, key=lambda option: worth(self.quiet(option[1])))

        return choose

    def _worth(self, position: Any) -> int:
        won = self.game.won(position)
        return self.puzzles.progress(self.game, position) + (_WORTH_A_WIN if won else 0)

    def _reach(self, position: Any, depth: int) -> int:
        """Return the greatest progress within `depth` more moves."""
        if depth == 0 or self.game.won(position):
            return self._worth(position)
        options = self.puzzles.options(self.game, position)
        if not options:
            return self._worth(position) + _DEAD
        weighed = self._ordered(0, position, options)[:WEIGHED]
        return max(self._reach(self.quiet(options[place][1]), depth - 1) for place in weighed)


_KINDS: Mapping[str, Callable[[Table, int], Choose]] = {
    "natural": lambda table, player: table.natural(player - 1),
    "ahead": Table.ahead,
    "play-outs": Table.play_outs,
    "plans": Table.plans,
}


def solves(deal: Deal, player: str, seed: int) -> bool:
    """Return whether the player of this name wins the deal with the random numbers of this seed."""
    name, _, lapse = player.partition("/")
    kind, _, strength = name.rpartition("-")
    game, puzzles = deal.bind(), PUZZLES.of(deal.game)
    table = Table(game, puzzles, SplitMix64(seed))
    quietly = kind != "plans"
    start = table.quiet(game.start()) if quietly else game.start()
    thousandths = round(_THOUSAND * float(lapse))
    return game.won(table.play(start, _KINDS[kind](table, int(strength)), thousandths, quietly))


def sample(deal: Deal, puzzle: str, panel: Panel, stop: Callable[[], bool] = lambda: False) -> dict[str, int] | None:
    """Return each player's number of wins in the panel's number of plays; None if asked to stop.

    The seed of a play is the first 64 bits of the SHA-256 of the puzzle's id, the player's name and its number.
    """
    won: dict[str, int] = {}
    for player, (_, plays) in panel.items():
        if stop():
            return None
        digests = (hashlib.sha256(f"{puzzle} {player} {play}".encode()).digest() for play in range(plays))
        won[player] = sum(solves(deal, player, int.from_bytes(digest[:8], "big")) for digest in digests)
    return won
