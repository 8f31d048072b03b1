"""How hard full deals are with the cards face down: a second measure beside the panel's rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.fair import ruled
from winnow.core.games import GAMES
from winnow.core.verdicts import Limits
from winnow.search.fair.players import Player, play_fairly
from winnow.workers.local import stopping, watched_budget
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.correlation import with_interval
from winnow_puzzles.players.levels import LEVELS
from winnow_puzzles.players.logits import rating_of
from winnow_puzzles.problems.study import halves

Record = dict[str, Any]


@dataclass(frozen=True)
class FairPlays:
    """What a player who sees shown cards alone reaches on one deal: games won, and their results, in the mean.

    A result is the game's score; in Blink, where an unfinished game has none, the cards placed.
    """

    won: int
    games: int
    result: float

    def hardness(self, game: str) -> float:
        """Return the mean result, greater for a harder deal."""
        return -self.result if GAMES[game].higher_is_better else self.result


@dataclass(frozen=True)
class Weighing:
    """How deals are played: `plays` games each, in which a player chooses a move by `games` games played on."""

    plays: int
    games: int

    def played(self, deal: Deal, held_out: bool = False) -> FairPlays | None:
        """Return what a player reaches, with other random orders for each play; None if asked to stop.

        It plays by roll-outs. The one held out shares no order with it, searches a tree, and prefers no move.
        """
        rules, won, results = deal.bind(), 0, list[int]()
        for play in range(self.plays):
            roll_outs, tree = Player("roll-outs", self.games, play), Player("tree", self.games, self.plays + play, 0.0)
            game, end = play_fairly(deal, tree if held_out else roll_outs, watched_budget(Limits()))
            if stopping():
                return None
            won += game.won(end)
            result = PUZZLES.of(deal.game).reached(rules, ruled.of(deal.game)(end))
            results += [] if result is None else [result]
        return FairPlays(won, self.plays, fsum(results) / max(1, len(results)))

    def weighed(self, puzzle: Record) -> Weighed | None:
        """Return a puzzle with what roll-outs and tree search reach on its deal; None if asked to stop."""
        deal = deal_of(puzzle)
        fair, held_out = self.played(deal), self.played(deal, held_out=True)
        return None if fair is None or held_out is None else Weighed(puzzle, fair, held_out)


@dataclass(frozen=True)
class Weighed:
    """A puzzle of a full deal, how fair play went on it, and how it went for a player held out: tree search."""

    puzzle: Record
    fair: FairPlays
    held_out: FairPlays


def markdown(game: str, found: Sequence[Weighed], how: Weighing) -> Iterator[str]:
    """Yield tables: both measures by level, and which of the two agrees better with players held out."""
    yield f"{counted(len(found), 'deals')} of {game}, cards face down: {counted(how.plays, 'plays')} of each deal,"
    yield f"{counted(how.games, 'games')} played on to choose a move."
    yield ""
    yield "| level | deals | rating, mean | plays won by the panel | won by fair play | result of fair play, mean |"
    yield "|---|---|---|---|---|---|"
    for level in LEVELS:
        own = [one for one in found if one.puzzle["level"] == level]
        if own:
            yield _row(level, own)
    yield ""
    yield "| rank correlation (Spearman), harder deals first | value | 95% interval over deals |"
    yield "|---|---|---|"
    for name, first, second in _pairs(game, found):
        value, span = with_interval([one.puzzle["number"] for one in found], first, second)
        yield f"| {name} | {value} | {span} |"


def _row(level: int, found: Sequence[Weighed]) -> str:
    ratings = [one.puzzle["rating"] for one in found]
    mean = fsum(rating["logits"] for rating in ratings) / len(found)
    panel = sum(rating["solved"] for rating in ratings) / sum(rating["plays"] for rating in ratings)
    fair = sum(one.fair.won for one in found) / sum(one.fair.games for one in found)
    result = fsum(one.fair.result for one in found) / len(found)
    return f"| {level} | {len(found)} | {mean:.2f} | {100 * panel:.1f}% | {100 * fair:.1f}% | {result:.1f} |"


def _pairs(game: str, found: Sequence[Weighed]) -> Iterator[tuple[str, list[float], list[float]]]:
    """Yield (name, values, values) of the measures and of players who have no part in them."""
    panel = PUZZLES.of(game).deal_panel
    one, other = halves(list(panel))

    def rated(names: Sequence[str]) -> list[float]:
        part = {name: panel[name] for name in names}
        return [rating_of(each.puzzle["played"], part)["logits"] for each in found]

    whole = [each.puzzle["rating"]["logits"] for each in found]
    # Tables of Blink have different sizes, so results are taken a card.
    cards = [len(each.puzzle["deal"].split()) for each in found]
    fair = [each.fair.hardness(game) / size for each, size in zip(found, cards, strict=True)]
    face_down = [each.held_out.hardness(game) / size for each, size in zip(found, cards, strict=True)]
    all_seeing = rated(other)
    yield "the panel's rating and fair play", whole, fair
    yield "held out, cards face down (tree search): the panel's rating", whole, face_down
    yield "held out, cards face down (tree search): fair play", fair, face_down
    yield "held out, all-seeing (half of the panel): a rating by the other half", rated(one), all_seeing
    yield "held out, all-seeing (half of the panel): fair play", fair, all_seeing
