"""Single Left as puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.game import Game
from winnow.games.single_left.rules import Position, SingleLeft
from winnow_puzzles.base import GRAPH_METRICS, Form, Puzzles, Record, better, deal_panel, numbered_letters


class SingleLeftPuzzles(Puzzles):
    """Puzzles of Single Left. Obvious move: discard whenever a discard applies, as under forced discarding."""

    pack_defaults = {"discarding": "optional"}  # noqa: RUF012
    searched_metrics = GRAPH_METRICS
    deal_panel = deal_panel("single-left")

    def progress(self, game: Game[Any, Any], position: Position) -> int:
        """Return minus the number of cards not discarded, which rises to 0."""
        return -len(position.hand) - len(position.deck)

    def plan(self, game: Game[Any, Any], position: Position, lines: int) -> tuple[str, ...] | None:
        """Return the line of a beam that keeps the shortest rows after each draw; it stops at the best end."""
        best: tuple[int | None, tuple[str, ...]] = game.score(position), ()
        layer: list[tuple[Any, tuple[str, ...]]] = [(position, ())]
        while layer and best[0] != game.best_possible():
            following: dict[Any, tuple[str, ...]] = {}
            for here, behind in layer:
                for moves, after in up_to_a_draw(cast(SingleLeft, game), here):
                    score = game.score(after)
                    if better(game, score, best[0]):
                        best = score, (*behind, *moves)
                    following.setdefault(after, (*behind, *moves))
            layer = sorted(following.items(), key=lambda item: len(item[0].hand))[:lines]
        return best[1]

    def kinds(self, rules: Record) -> list[Record]:
        """Return the one kind; raise RuleError also for play without a choice."""
        if rules["discarding"] == "forced":
            raise RuleError("rule discarding=forced: it leaves no choice, so there is nothing to puzzle over")
        return super().kinds(rules)

    def may_be_puzzle(self, deal: Deal) -> bool:
        """Return whether the deal can be won: most deals are lost, and to prove it costs less than the players."""
        from winnow_puzzles.players.rating import search  # noqa: PLC0415  checking imports no engine

        return search(deal).verdict == "winnable"

    def goal(self, deal: Deal) -> str:
        """Return a sentence that states how many cards may be left."""
        wanted = deal.rules.spelled_out()["goal"]
        goals = {"clear": "Leave no card.", "one": "Leave exactly one card."}
        return goals.get(wanted, f"Leave at most {wanted} cards.")

    def form(self, deal: Deal) -> Form:
        """Return the cards with ranks and suits numbered by first occurrence: only equality matters."""
        return numbered_letters(deal.cards, (0, 1))

    def metrics(self, deal: Deal, line: Sequence[str], search: bool) -> dict[str, int | None]:
        """Return the figures of the graph of won positions, which a search alone decides; none with redeals.

        The game is played on to its end.
        """
        game = cast(SingleLeft, deal.bind())
        if not search or game.rules.redeals:
            return dict.fromkeys(GRAPH_METRICS if search else ())
        from winnow.games.single_left.engine.solving import least_left  # noqa: PLC0415  checking imports no engine
        from winnow_puzzles.packs.graph import figures  # noqa: PLC0415  it takes a while to load

        def after(position: Position) -> list[Position]:
            return [after for _, after in game.successors(position) if game.goal_met(least_left(game, after))]

        return figures(game.start(), after, game.won)


def up_to_a_draw(game: SingleLeft, position: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (moves, position) for every way to discard and then draw, or to discard at the end; each position once."""
    seen = {position}
    ways: list[tuple[tuple[str, ...], Any]] = [((), position)]
    for moves, at in ways:
        for move, after in game.successors(at):
            if move in ("draw", "redeal"):
                yield (*moves, move), after
            elif after not in seen:
                seen.add(after)
                ways.append(((*moves, move), after))
    if not position.deck:
        yield from ways[1:]
