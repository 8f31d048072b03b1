"""Single Left, optional discarding without redeals: the least left of a whole deal, and a line that reaches it.

The kernel's relations decide; this module reads a line of play out of them. docs/soundness.md has the argument.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from ext.single_left_optional import MOST_CARDS, relations
from solver.engines.base import Question
from solver.games.single_left import SingleLeft

DRAW, PAIR, FOUR = "draw", "pair", "four"


def covers(question: Question) -> bool:
    """Tell whether the relations speak of this position: optional, no redeal left, nothing drawn, at most 63 cards."""
    game, position = cast(SingleLeft, question.game), question.position
    return not game.forced and position.redeals == 0 and position == game.start() and len(game.deal) <= MOST_CARDS


def least_left_with_line(ranks: bytes, suits: bytes) -> tuple[int, tuple[str, ...]]:
    """Return the least number of cards that can be left of a deal from its start, and a line that leaves so many."""
    above, again, third = relations(ranks, suits)
    return _Lines(ranks, above, again, third).whole_game()


@dataclass(frozen=True)
class _Lines:
    """Lines of play read out of the kernel's relations; cards are numbered from 1 as there, 0 is the empty table."""

    ranks: bytes
    above: tuple[int, ...]
    again: tuple[int, ...]
    third: tuple[int, ...]

    def whole_game(self) -> tuple[int, tuple[str, ...]]:
        """Return the least number of cards left at the end of the deck, and a line to it."""
        cards = len(self.ranks)
        below = {0: 0}
        """How each card is reached with the fewest cards under it: the card that it then lies on."""
        queue = [0]
        for x in queue:
            if self.again[x] >> cards & 1:
                break
            for m in _members(self.above[x]):
                if m not in below:
                    below[m] = x
                    queue.append(m)
        moves: list[str] = []
        stack = [x]
        while stack[-1]:
            stack.append(below[stack[-1]])
        for lower, upper in zip(stack[:0:-1], stack[-2::-1], strict=True):
            moves += self._put(lower, upper)
        moves += self._return(x, cards)
        return len(stack) - 1, tuple(moves)

    def _put(self, x: int, m: int) -> Iterator[str]:
        """Yield moves from "x on top, just drawn" to "x, and on it m, just drawn"."""
        if self.again[x] >> (m - 1) & 1:
            yield from self._return(x, m - 1)
            yield DRAW
        else:
            yield from self._window(x, m)
            yield PAIR

    def _return(self, x: int, drawn: int) -> Iterator[str]:
        """Yield moves from "x on top, just drawn" to x on top again when `drawn` cards are drawn."""
        if drawn == x:
            return
        for a in _members(self.above[x]):
            for d in _members(self.third[a]):
                if self.ranks[a - 1] == self.ranks[d - 1] and self.again[d] >> drawn & 1:
                    yield from self._put(x, a)
                    yield from self._window(a, d)
                    yield from self._return(d, drawn)
                    yield FOUR
                    return

    def _window(self, a: int, d: int) -> Iterator[str]:
        """Yield moves from "a on top, just drawn" to a window of a, two more cards, and d, just drawn."""
        for b in _members(self.above[a]):
            for c in _members(self.above[b]):
                if self.above[c] >> d & 1:
                    yield from self._put(a, b)
                    yield from self._put(b, c)
                    yield from self._put(c, d)
                    return


def _members(word: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1
