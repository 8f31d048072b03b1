"""The completions found of a partly known deal of Single Left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from winnow.core.cards import Card
from winnow.core.deals import UNKNOWN, Deal
from winnow.core.engine import UnsoundLineError
from winnow.core.verdicts import Answer, Reason
from winnow.games.single_left.engine.cards import encode
from winnow.games.single_left.engine.solving import goal_range
from winnow.games.single_left.rules import SingleLeftRules
from winnow_kernels.single_left.forced import cards_left


@dataclass
class Found:
    """The completions found of one deal: a winning and a losing order of its missing cards."""

    deal: Deal
    winning: tuple[Card, ...] | None = None
    losing: tuple[Card, ...] | None = None
    lacking: str | None = None
    """What the answer's `stopped` says if a package that the search needs is not installed."""

    @property
    def both(self) -> bool:
        """True if the deal is open."""
        return self.winning is not None and self.losing is not None

    def has(self, win: bool) -> bool:
        """Return whether a winning completion is known, or with `win` false a losing one."""
        return (self.winning if win else self.losing) is not None

    def cards(self, order: Sequence[Card]) -> tuple[Card, ...]:
        """Return the whole deal with the missing cards in this order."""
        missing = iter(order)
        return tuple(next(missing) if card == UNKNOWN else card for card in self.deal.cards)

    def note(self, order: Sequence[Card], won: bool) -> None:
        """Keep an order of the missing cards, if it is the first winning or the first losing one."""
        if won:
            self.winning = self.winning or tuple(order)
        else:
            self.losing = self.losing or tuple(order)

    def note_numbers(self, order: Sequence[int] | None, won: bool) -> None:
        """Keep an order of the missing cards given by a kernel: their numbers, or None for no order."""
        if order is not None:
            self.note([self.deal.missing[card] for card in order], won)

    def confirm(self) -> None:
        """Raise UnsoundLineError unless both completions, played as whole forced deals, end as found."""
        rules = cast(SingleLeftRules, self.deal.rules)
        low, high = goal_range(rules.goal, len(self.deal.cards))
        for order, won in ((self.winning, True), (self.losing, False)):
            if order is None:
                continue
            cards = self.cards(order)
            left = cards_left(*encode(cards), (), range(len(cards)), rules.redeals, low, high)
            if (low <= left <= high) != won:
                raise UnsoundLineError(f"{' '.join(cards)} ends with {left} left, not as the search found")

    def answer(self, engine: str, ended: bool) -> Answer:
        """Return the deal's answer; `ended` says that the search ended before all completions were examined."""
        kinds = {"winning": self.winning, "losing": self.losing}
        shown = {kind: " ".join(self.cards(order)) for kind, order in kinds.items() if order is not None}
        if self.both:
            return Answer("open", engine, completions=shown)
        if ended or self.lacking:
            return Answer("undecided", engine, completions=shown or None, stopped=self.lacking)
        if self.winning:
            return Answer("winnable", engine, proof="exhausted")
        reason = Reason("every-completion", "However the unknown cards lie, the goal is not met.")
        return Answer("unwinnable", engine, proof="exhausted", reason=reason)
