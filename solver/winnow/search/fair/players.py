"""Players who see only face-up cards: the natural one, roll-outs, and tree search over what is known."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal

from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.fair import FAIR, FairTable, beyond, choices, fair_game, ruled
from winnow.core.game import Game
from winnow.search.engines import choose
from winnow_kernels.common.budget import Budget

PolicyName = Literal["natural", "roll-outs", "tree"]
POLICIES: tuple[PolicyName, ...] = ("natural", "roll-outs", "tree")
DOUBT = 1.0
"""Standard errors by which a move must be better than the natural one to be chosen by a player who thinks."""
CURIOSITY = 0.3
"""The weight of moves seldom tried in the tree, in units of a win."""
ADVISER: PolicyName = "tree"
"""The player whose advice is given: it wins as many games as roll-outs or more (docs/results/fair.md)."""
LATE_POSITIONS = 50_000
"""The positions that a player may search once every card is known."""


@dataclass
class Player:
    """A player of one game: `policy` chooses the moves, by `games` played on from each position.

    The same seed gives the same moves. Once every card has been seen, a player who thinks follows the line that the
    game's engine finds, if any. Raises ValueError for an unknown policy.
    """

    policy: PolicyName
    games: int = 10_000
    seed: int = 0
    thought: int = 0
    """The moves that it chose by playing games on."""
    games_played: int = 0
    """The games that it played on, which a budget may end before they are `games`."""
    planned: int | None = None
    """The moves of the line that the engine found once every card had been seen; None: it was not asked."""
    _line: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise ValueError(f"no policy is named {self.policy!r}: the policies are {', '.join(POLICIES)}")

    def anew(self) -> Player:
        """Return the player at the beginning of another game."""
        return Player(self.policy, self.games, self.seed)

    def move(self, game: Game[Any, Any], position: Any, seen: Collection[int], budget: Budget) -> str | None:
        """Return the move from a position; None where the player stops. `seen` are the places seen on the way."""
        fair = FAIR.of(game.name)
        if self.policy == "natural":
            return fair.natural(game, position)
        if self._line:
            return self._line.pop(0)
        moves = choices.of(game.name)(game, position)
        if len(moves) < 2:
            return fair.natural(game, position)
        if len(seen) == len(game.deal) and self.planned is None:
            self._plan(game, position, budget)
            return self.move(game, position, seen, budget)
        table = thinking_table(game, position, seen)
        table.forget()
        self.thought += 1
        if self.policy == "roll-outs":
            place = table.roll_outs(self.games, DOUBT, self.seed, budget)
        else:
            place = table.tree_search(self.games, DOUBT, CURIOSITY, self.seed, budget)
        self.games_played += table.games_played
        return None if place < 0 else moves[place] if place < len(moves) else beyond.of(game.name)(position, table)

    def _plan(self, game: Game[Any, Any], position: Any, budget: Budget) -> None:
        """Plan the moves to the best end that the game's engine finds; where the score is no measure, to a win."""
        rules = Deal(game.name, game.rules, game.deal).bind()
        share = Budget(LATE_POSITIONS, memory_mib=256)
        task = Task(rules, ruled.of(game.name)(position), best=rules.best_possible() is not None)
        found = choose(game.name, None, frozenset(), game.rules).solve(task, share)
        budget.spend(share.positions)
        self._line = list(found.line or ())
        self.planned = len(self._line)


def thinking_table(game: Game[Any, Any], position: Any, seen: Collection[int]) -> FairTable:
    """Return the position for roll-outs and tree search. Raises EngineError for rules that they do not know."""
    for name, value in game.rules.readings().items():
        raise EngineError(f"roll-outs and tree search do not know {name}={value}")
    return FAIR.of(game.name).table(game, position, seen)


def able(player: Player, game: Game[Any, Any], position: Any, seen: Collection[int]) -> Player:
    """Return the player, or the natural one under rules that only that one knows."""
    if player.policy != "natural":
        try:
            thinking_table(game, position, seen)
        except EngineError:
            return Player("natural", 0, player.seed)
    return player


def play_fairly(deal: Deal, player: Player, budget: Budget) -> tuple[Game[Any, Any], Any]:
    """Return the game and the position in which the player stops, or the budget ends the game."""
    game = fair_game.of(deal.game)(deal)
    return game, play_on(game, game.start(), (), player, budget)


def play_on(game: Game[Any, Any], position: Any, seen: Collection[int], player: Player, budget: Budget) -> Any:
    """Return the position in which the player stops, or the budget ends the game.

    `seen` are the places of the cards seen before; the player adds those that come up.
    """
    fair, known = FAIR.of(game.name), set(seen)
    while not budget.poll():
        known |= set(fair.seen(game, position))
        move = player.move(game, position, known, budget)
        if move is None:
            break
        position = game.play(position, move)
    return position
