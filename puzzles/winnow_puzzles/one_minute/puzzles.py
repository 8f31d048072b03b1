"""One-Minute Solitaire as puzzles."""

from __future__ import annotations

from typing import Any, cast

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.games.one_minute.rules import OneMinute, OneMinuteRules, Position, matches
from winnow_puzzles.base import Form, Option, Puzzles, deal_panel, numbered_letters


class OneMinutePuzzles(Puzzles):
    """Puzzles of One-Minute. Obvious move: the first card that matches; at an impasse the one that most cards match."""

    deal_panel = deal_panel("one-minute")
    search_positions = 2_000_000
    trap_positions = 4_000_000
    asked_positions = 100_000

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the first match as the cards come up; at an impasse the card with most matches, the first on a tie."""
        options = list(game.successors(position))
        if not options or position.top is None or matches(options[0][1].top, position.top):
            return options[0] if options else None
        return max(options, key=lambda option: matched(option[1]))

    def progress(self, game: Game[Any, Any], position: Position) -> int:
        """Return the handlings so far, fewer being better."""
        return -position.handlings

    def plan(self, game: Game[Any, Any], position: Position, lines: int) -> tuple[str, ...] | None:
        """Return the line of the engine's beam, which begins after the base."""
        from winnow.core.engine import Task  # noqa: PLC0415  checking imports no engine
        from winnow.games.one_minute import engine  # noqa: PLC0415
        from winnow_kernels.common.budget import Budget  # noqa: PLC0415

        base = () if position.top is not None else (cast(OneMinute, game).deal[0],)
        line = engine.beam(Task(game, replay(game, position, base)), Budget(), lines).line
        return None if line is None else (*base, *line)

    def goal(self, deal: Deal) -> str:
        """Return a sentence that states the handlings allowed and the equivalent pace."""
        rules = cast(OneMinuteRules, deal.rules)
        handlings = counted(rules.handlings, "handlings")
        return f"Play every card within {handlings}: a minute at {rules.pace:g} cards a second."

    def form(self, deal: Deal) -> Form:
        """Return the cards with ranks and suits numbered by first occurrence: only equality matters."""
        return numbered_letters(deal.cards, (0, 1))


def matched(position: Position) -> int:
    """Return the number of cards left that match the foundation."""
    top = position.top
    return 0 if top is None else sum([matches(card, top) for card in position.hand + position.waste])
