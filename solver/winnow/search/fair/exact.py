"""The best fair play, by dynamic programming over what is known: for few unseen cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from winnow.core.fair import FAIR
from winnow.core.game import Game
from winnow.core.knowledge import Knowledge
from winnow_kernels.common.budget import Budget


class OutOfBudgetError(Exception):
    """The budget, or the number of states, ended before every state of knowledge was valued."""


class BestFairPlay:
    """Values states of knowledge: the chance to win under the best play that looks at shown cards alone.

    A state is the cards known and the game's own state; its value is a fraction, exact. Each of at most `states`
    states (None: any number) is charged to the budget as one position.
    """

    def __init__(self, budget: Budget, states: int | None = None) -> None:
        self._budget, self._left = budget, states
        self._values: dict[Hashable, Fraction] = {}

    def value(self, knowledge: Knowledge) -> Fraction:
        """Return the chance to win from here. Raises OutOfBudgetError."""
        game, position = knowledge.shown()
        return self._at(knowledge, game, position)

    def moves(self, knowledge: Knowledge) -> dict[str, Fraction]:
        """Return for each legal move the chance to win after it. Raises OutOfBudgetError."""
        game, position = knowledge.shown()
        return {move: self._after(knowledge, game, move, after) for move, after in game.successors(position)}

    def _at(self, knowledge: Knowledge, game: Game[Any, Any], position: Any) -> Fraction:
        view = FAIR.of(game.name).view(game, position, knowledge.known)
        key = (knowledge.unseen, view, game.spent(position))
        if key not in self._values:
            if self._left == 0 or self._budget.spend():
                raise OutOfBudgetError
            self._left = None if self._left is None else self._left - 1
            self._values[key] = self._valued(knowledge, game, position)
        return self._values[key]

    def _valued(self, knowledge: Knowledge, game: Game[Any, Any], position: Any) -> Fraction:
        """Return the value of a state: over the cards that it shows anew the mean, over the moves the most."""
        place = min(set(knowledge.hidden).intersection(FAIR.of(game.name).seen(game, position)), default=None)
        if place is not None:
            numbers = Counter(knowledge.unseen)
            chances = (number * self.value(knowledge.with_card(place, card)) for card, number in numbers.items())
            return sum(chances, Fraction(0)) / len(knowledge.unseen)
        best = Fraction(game.won(position))
        for move, after in game.successors(position):
            if best == 1:
                break
            best = max(best, self._after(knowledge, game, move, after))
        return best

    def _after(self, knowledge: Knowledge, game: Game[Any, Any], move: str, after: Any) -> Fraction:
        return self._at(replace(knowledge, line=(*knowledge.line, move)), game, after)
