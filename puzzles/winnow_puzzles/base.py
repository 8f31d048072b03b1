"""The interface of a game's puzzles: natural play, and the rules and goals of its puzzles.

Every member has a default that needs the rules alone, so packs of a game without a class of its own can be generated,
shown, exported and checked. This module imports no engine: checking needs none.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from importlib import resources
from math import inf
from typing import Any, ClassVar

from winnow.core.cards import Card
from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.game import Game, read_rules
from winnow.core.registry import Part

Option = tuple[str, Any]
"""A legal move and the position after it."""
_MOST_MOVES = 500
"""The number of moves that a beam looks ahead."""
Form = tuple[object, ...]
Record = dict[str, Any]
Panel = Mapping[str, tuple[float, int]]
"""By player: the ability in logits, and the number of plays of a deal."""

DEAL_PANEL: Panel = {
    **{f"natural-1/{lapse}": (0.0, 8) for lapse in (0.02, 0.1)},
    **{f"ahead-2/{lapse}": (0.0, 8) for lapse in (0.02, 0.1)},
    **{f"play-outs-{outs}/0.02": (0.0, 4) for outs in (1, 4)},
    **{f"plans-{lines}/0.02": (0.0, 8) for lines in (3, 30)},
}
"""The default panel, with equal abilities."""


def packaged(path: str) -> str:
    """Return the text of a file of this package."""
    return (resources.files("winnow_puzzles") / path).read_text(encoding="utf-8")


def deal_panel(game: str) -> Panel:
    """Return the players who rate a game's full deals; abilities are fitted to 20 winnable deals from 1,000,000 on.

    >>> deal_panel('head')['plans-3/0.02']
    (-4.56, 8)
    """
    rows = csv.DictReader(packaged("players/panels.csv").splitlines())
    return {row["player"]: (float(row["ability"]), int(row["plays"])) for row in rows if row["game"] == game}


METRICS = (
    *("random_games", "random_wins", "random_score", "greedy_score", "gap", "line_length", "decisions"),
    *("trap_at", "trap_after", "only_asked", "only_moves", "only_open"),
)
"""The figures that every puzzle has."""
GRAPH_METRICS = ("won_positions", "solutions", "shared_positions", "together")
"""The figures of a game whose won positions can be enumerated."""


class Puzzles:
    """One game's puzzles. A game's class overrides the defaults where it knows more than the rules."""

    pack_defaults: ClassVar[Mapping[str, Any]] = {}
    """The default rules of a pack, where they differ from the game's."""
    search_positions: ClassVar[int] = 400_000
    """The limit on positions of full search for one deal: a count, so that a pack is the same on every machine."""
    trap_positions: ClassVar[int] = 400_000
    """The limit on positions of the search for the losing move of the obvious play."""
    asked_positions: ClassVar[int] = 20_000
    """The limit on positions of a search about one other move of the line."""
    deal_panel: ClassVar[Panel] = DEAL_PANEL
    """The players who rate full deals."""
    engine: ClassVar[str | None] = None
    """The engine of full search where it is not the game's preferred one: packs rest on integer searches only."""
    searched_metrics: ClassVar[tuple[str, ...]] = ()
    """The figures that `metrics` returns after a search alone."""

    # Natural play. None of this searches.

    def options(self, game: Game[Any, Any], position: Any) -> list[Option]:
        """Return the legal moves among which a player chooses: all of them, or a few of many similar ones."""
        return list(game.successors(position))

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the move that the game's obvious rule takes, by default the first option; None ends the game."""
        return next(iter(self.options(game, position)), None)

    def progress(self, game: Game[Any, Any], position: Any) -> int:
        """Return a player's measure of progress, higher is better; by default the score, or 0 without one."""
        score = game.score(position)
        return 0 if score is None else score if game.higher_is_better else -score

    def plan(self, game: Game[Any, Any], position: Any, lines: int) -> tuple[str, ...] | None:
        """Return the line of a planner with a beam of `lines` lines; None if it reaches no end.

        By default a beam over the rules: move by move it keeps at most `lines` different positions, those with the best
        scores (`reached`) if the rules score them, then the one after the obvious move, then the earlier ones.
        """
        sign = -1 if game.higher_is_better else 1
        best: tuple[int | None, tuple[str, ...] | None] = None, None
        layer: list[tuple[Any, tuple[str, ...]]] = [(position, ())]
        seen = {game.state(position)}
        for _ in range(_MOST_MOVES):
            following = []
            for here, line in layer:
                obvious = self.obvious(game, here)
                options = sorted(game.successors(here), key=lambda option: obvious is None or option[0] != obvious[0])
                following += [(self.reached(game, after), after, (*line, move)) for move, after in options]
            for score, after, line in following:
                if better(game, score, best[0]):
                    best = score, line
                if game.won(after):
                    return line
            layer = []
            for _, after, line in sorted(following, key=lambda one: inf if one[0] is None else sign * one[0]):
                if len(layer) < lines and game.state(after) not in seen:
                    seen.add(game.state(after))
                    layer.append((after, line))
            if not layer:
                break
        return best[1]

    def reached(self, game: Game[Any, Any], position: Any) -> int | None:
        """Return the result of a game that ended here: the score; None if no end was reached."""
        if game.best_possible() is None:
            return int(game.won(position) == game.higher_is_better)
        return game.score(position)

    # Packs: the deals that are puzzles, and their goals.

    def kinds(self, rules: Record) -> list[Record]:
        """Return the rules of each kind of puzzle that a pack under these rules has.

        Raises RuleError for rules that no pack can have.
        """
        if rules["deck"] == "as-dealt":
            raise RuleError("rule deck=as-dealt: a puzzle is a numbered deal of the full deck")
        return [rules]

    def deal(self, game: str, number: int, rules: Mapping[str, Any]) -> Deal:
        """Return the deal of a puzzle's number and rules. Raises DealError or RuleError."""
        return Deal.numbered(game, number, rules)

    def may_be_puzzle(self, deal: Deal) -> bool:
        """Return whether the deal can be a puzzle, as far as that is cheaper to decide than by playing it."""
        return True

    def goal(self, deal: Deal) -> str:
        """Return what the player is asked to do, in one sentence."""
        return "Win the game."

    def form(self, deal: Deal) -> Form:
        """Return the deal's form; two deals of the same rules with equal forms are the same puzzle."""
        return deal.cards

    def metrics(self, deal: Deal, line: Sequence[str], search: bool) -> dict[str, int | None]:
        """Return the game's own figures of a deal that `line` wins; without `search` those that the rules decide."""
        return {}


def better(game: Game[Any, Any], a: int | None, b: int | None) -> bool:
    """Return whether score `a` is better than `b`; None is worse than any score."""
    if a is None or b is None:
        return a is not None
    return a > b if game.higher_is_better else a < b


PUZZLES = Part("puzzles", Puzzles, own="winnow_puzzles")


def usual_rules(kind: type[Game[Any, Any]], values: Mapping[str, Any]) -> Record:
    """Return the rules of a pack, every option spelled out; raise RuleError for readings that no player knows."""
    rules = read_rules(kind, values)
    for name, value in rules.readings().items():
        raise RuleError(f"rule {name}={value}: packs are made under the default {name} only")
    spelled: Record = rules.identity()
    return spelled


def numbered_letters(cards: Sequence[Card], order: Sequence[int]) -> Form:
    """Return the cards with the values of each letter place numbered by first occurrence: a form under all renamings.

    >>> numbered_letters(["AS", "2S", "AD"], (0, 1))
    ((0, 0), (1, 0), (0, 1))
    """
    names: tuple[dict[str, int], ...] = tuple({} for _ in order)
    return tuple(tuple(names[i].setdefault(card[i], len(names[i])) for i in order) for card in cards)
