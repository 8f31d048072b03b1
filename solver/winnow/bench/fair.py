"""`winnow bench --fair`: players who see only face-up cards, on the same deals, and on small decks beside the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from winnow.bench.base import fair_deck, fair_variants
from winnow.cli import common
from winnow.cli.survey import rounded, span
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.knowledge import known_after
from winnow.core.rng import SplitMix64
from winnow.search.fair.exact import BestFairPlay
from winnow.search.fair.players import Player, PolicyName, play_fairly
from winnow.surveys.fair import Estimate, Record, Sight, play_deals
from winnow.workers.local import Runner
from winnow_kernels.common.budget import Budget

DEALS, DECKS = 1000, 200
FEW_GAMES = 1000
"""The games played on for a move of a small deck, where a thinking time was asked."""
_COLUMNS = ("rules", "player", "won", "more than natural", "mean score", "higher than natural", "s a deal", "s a move")
MOST_THINKING = 10_000_000
"""The most games, or seconds, of a thinking."""
ORDERS = 20
"""Orders of each small deck that a player plays."""
_PROBE_GAMES, _PROBE_DEALS, _PROBES = 100, 5, 2
"""How a number of games is found for a thinking time: by the time that so many take in the first deals, then by that
which the number found takes, since a part of a move's time does not grow with the games."""


@dataclass(frozen=True)
class Thinking:
    """How long a player thinks about a move: a number of games played on, or about so many CPU seconds."""

    games: int | None
    seconds: float = 0

    @classmethod
    def read(cls, text: str) -> Thinking:
        """Return the thinking that a text states, such as 300 (games) or 0.1s; raise ValueError for another text.

        >>> Thinking.read("300").games, Thinking.read("0.1s").seconds
        (300, 0.1)
        """
        one = cls(None, float(text[:-1])) if text.endswith("s") else cls(int(text))
        if not 0 < (one.seconds if one.games is None else one.games) <= MOST_THINKING:
            raise ValueError(text)
        return one


@dataclass(frozen=True)
class Row:
    """One player's record under some rules, and that of the natural player on the same deals."""

    game: str
    rules: str
    player: str
    record: Record
    natural: Record

    def fields(self) -> dict[str, Any]:
        """Return the row as `--json` prints it."""
        record = self.record
        return {
            "game": self.game,
            "rules": self.rules,
            "player": self.player,
            "deals": len(record.games),
            "rate": record.rate,
            "gain": record.gain(self.natural),
            "mean_score": record.mean_score,
            "score_gain": record.score_gain(self.natural),
            "seconds": round(record.seconds, 4),
            "seconds_a_move": None if record.seconds_a_move is None else round(record.seconds_a_move, 6),
        }


def variants(game: str, only: str) -> dict[str, Mapping[str, Any]]:
    """Return the rules under which players are compared, by their names; those whose name contains `only`."""
    found = {_named(rules): rules for rules in fair_variants.of(game)()}
    return {name: rules for name, rules in found.items() if only in name}


def _named(rules: Mapping[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in rules.items()) or "defaults"


def rows(game: str, thinking: Sequence[Thinking], deals: int, first: int, runner: Runner, only: str) -> Iterator[Row]:
    """Yield a row for each variant and player: all-seeing, natural, and the thinking ones with each thinking.

    The games for a thinking time are measured, so they differ from run to run; the row names them, and the same number
    of games gives the same row.
    """
    for name, rules in variants(game, only).items():
        numbers = range(first, first + deals)
        natural = play_deals(runner, game, rules, "natural", 0, numbers)
        for sight, time in _players(thinking):
            probe = partial(play_deals, runner, game, rules, sight)
            count = _games(time, probe, numbers[:_PROBE_DEALS])
            found = natural if sight == "natural" or count is None else probe(count, numbers)
            if natural is None or found is None or count is None:
                return
            yield Row(game, name, f"{sight} {count:,}" if count else sight, found, natural)


def _players(thinking: Sequence[Thinking]) -> Iterator[tuple[Sight, Thinking]]:
    yield "all-seeing", Thinking(0)
    yield "natural", Thinking(0)
    for time in thinking:
        yield "roll-outs", time
        yield "tree", time


def _games(thinking: Thinking, play: Callable[[int, range], Record | None], numbers: range) -> int | None:
    """Return how many games a thinking stands for, with two digits; None if asked to stop."""
    if thinking.games is not None:
        return thinking.games
    games = _PROBE_GAMES
    for _ in range(_PROBES):
        probed = play(games, numbers)
        if probed is None:
            return None
        exact = games * thinking.seconds / (probed.seconds_a_move or thinking.seconds)
        games = max(1, int(float(f"{exact:.1e}")))
    return games


@dataclass(frozen=True)
class SmallDecks:
    """What players win of random orders of small decks, in the mean, beside the best fair play (exact)."""

    game: str
    decks: int
    games: int
    """Played on to choose a move."""
    best: float
    won: Mapping[str, Estimate]


def small_decks(game: str, decks: int, games: int, stop: Callable[[], bool]) -> SmallDecks | None:
    """Return the mean chance of the best fair play on small decks, and what each player wins of random orders of them.

    Decks that the best player always loses or always wins are left out: nothing can be gained on them. None if asked to
    stop.
    """
    best: list[float] = []
    won: dict[PolicyName, list[float]] = {"natural": [], "roll-outs": [], "tree": []}
    number = 0
    while len(best) < decks:
        if stop():
            return None
        deal = fair_deck.of(game)(game, number)
        number += 1
        value = float(BestFairPlay(Budget()).value(known_after(deal, ())))
        if 0 < value < 1:
            best.append(value)
            for policy, shares in won.items():
                shares.append(_share_won(deal, policy, games, number))
    means: dict[str, Estimate] = {policy: _relative(shares, best) for policy, shares in won.items()}
    return SmallDecks(game, decks, games, sum(best) / decks, means)


def _share_won(deal: Deal, policy: PolicyName, games: int, seed: int) -> float:
    """Return the share of ORDERS random orders of a deck that a player wins."""
    stream, knowledge = SplitMix64(seed), known_after(deal, ())
    unseen = [deal.cards[place] for place in knowledge.hidden]
    wins = 0
    for order in range(ORDERS):
        cards = knowledge.bind(stream.shuffled(unseen)).deal
        game, position = play_fairly(replace(deal, cards=cards), Player(policy, games, order), Budget())
        wins += game.won(position)
    return wins / ORDERS


def _relative(shares: Sequence[float], best: Sequence[float]) -> Estimate:
    """Return the share of the best player's wins that another one reaches, all decks together."""
    mean = sum(best) / len(best)
    return Estimate.mean([1 + (share - top) / mean for share, top in zip(shares, best, strict=True)])


@dataclass(frozen=True)
class Wanted:
    """Which rows are wanted: how long players think, deals from a first number on, and rules by name."""

    thinking: Sequence[Thinking]
    deals: int
    first: int
    only: str


def run(games: Sequence[str], wanted: Wanted, runner: Runner, stop: Callable[[], bool], as_json: bool) -> int:
    """Print a row for each player as it is finished, then the small decks; return the exit status.

    Asked to stop, it prints no row that is not whole.
    """
    console = common.out()
    for game in games:
        if not as_json:
            console.print(
                f"{game}: {wanted.deals:,} deals from {wanted.first}; players with the games they play on a move"
            )
            console.print(" | ".join(_COLUMNS))
        for row in rows(game, wanted.thinking, wanted.deals, wanted.first, runner, wanted.only):
            if stop():
                return common.EXIT_INTERRUPTED
            if as_json:
                common.write_json({name: _plain(value) for name, value in row.fields().items()})
            else:
                console.print(" | ".join(_cells(row.fields())), soft_wrap=True)
        if not wanted.only:
            found = small_decks(game, DECKS, max(one.games or FEW_GAMES for one in wanted.thinking), stop)
            if found is None:
                return common.EXIT_INTERRUPTED
            if as_json:
                common.write_json(_deck_fields(found))
            else:
                _tell_decks(found, console)
    return common.EXIT_DECIDED


def _plain(value: Any) -> Any:
    return rounded(value) if isinstance(value, Estimate) else value


def _cells(fields: dict[str, Any]) -> list[str]:
    """Return a row's cells."""
    mean, higher = (fields[name] for name in ("mean_score", "score_gain"))
    return [
        fields["rules"],
        fields["player"],
        span(fields["rate"], 100, " %"),
        span(fields["gain"], 100, " %"),
        "-" if mean is None else span(mean),
        "-" if higher is None else span(higher),
        f"{fields['seconds']:.3f}",
        "-" if fields["seconds_a_move"] is None else f"{fields['seconds_a_move']:.2g}",
    ]


def _deck_fields(found: SmallDecks) -> dict[str, Any]:
    shares = {player: rounded(share) for player, share in found.won.items()}
    return {
        "game": found.game,
        "small_decks": found.decks,
        "games": found.games,
        "best": round(found.best, 6),
        "share_of_best": shares,
    }


def _tell_decks(found: SmallDecks, console: Console) -> None:
    table = Table("player", "share of the best player's wins", box=None, pad_edge=False)
    for player, share in found.won.items():
        table.add_row(player, span(share, 100, " %"))
    games = f"with {counted(found.games, 'games')} on a move"
    best = f"the best fair play wins {100 * found.best:.2f} % of them"
    console.print(f"{found.game}: {found.decks} small decks; {best}; {games}", soft_wrap=True)
    console.print(table)
