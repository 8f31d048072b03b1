"""`winnow bench --fair`: players who see only face-up cards, on the same deals, and on small decks beside the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rich.text import Text

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
class Wanted:
    """Which rows are wanted: how long players think, deals from a first number on, and rules by name."""

    thinking: Sequence[Thinking]
    deals: int
    first: int
    only: str


def variants(game: str, only: str) -> dict[str, Mapping[str, Any]]:
    """Return the rules under which players are compared, by their names; those whose name contains `only`."""
    found = {_named(rules): rules for rules in fair_variants.of(game)()}
    return {name: rules for name, rules in found.items() if only in name}


def _named(rules: Mapping[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in rules.items()) or "defaults"


def rows(game: str, wanted: Wanted, runner: Runner) -> Iterator[dict[str, Any]]:
    """Yield a row for each variant and player: all-seeing, natural, and the thinking ones with each thinking.

    The games for a thinking time are measured, so they differ from run to run; the row names them, and the same number
    of games gives the same row.
    """
    for name, rules in variants(game, wanted.only).items():
        numbers = range(wanted.first, wanted.first + wanted.deals)
        natural = play_deals(runner, game, rules, "natural", 0, numbers)
        for sight, time in _players(wanted.thinking):
            probe = partial(play_deals, runner, game, rules, sight)
            count = _games(time, probe, numbers[:_PROBE_DEALS])
            found = natural if sight == "natural" or count is None else probe(count, numbers)
            if natural is None or found is None or count is None:
                return
            yield {
                "game": game,
                "rules": name,
                "player": f"{sight} {count:,}" if count else sight,
                "deals": len(found.games),
                "rate": found.rate,
                "gain": found.gain(natural),
                "mean_score": found.mean_score,
                "score_gain": found.score_gain(natural),
                "seconds": round(found.seconds, 4),
                "seconds_a_move": None if found.seconds_a_move is None else round(found.seconds_a_move, 6),
            }


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


def small_decks(game: str, decks: int, games: int, stop: Callable[[], bool]) -> dict[str, Any] | None:
    """Return the mean chance of the best fair play on small decks, and what each player wins of random orders of them.

    `games` are played on to choose a move. Decks that the best player always loses or always wins are left out: nothing
    can be gained on them. None if asked to stop.
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
    shares_of_best = {policy: _relative(shares, best) for policy, shares in won.items()}
    found = {"game": game, "small_decks": decks, "games": games, "best": round(sum(best) / decks, 6)}
    return {**found, "share_of_best": shares_of_best}


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


def run(games: Sequence[str], wanted: Wanted, runner: Runner, stop: Callable[[], bool], as_json: bool) -> int:
    """Print a row for each player as it is finished, then the small decks; return the exit status.

    Asked to stop, it prints no row that is not whole.
    """
    for game in games:
        if not as_json:
            deals = f"{wanted.deals:,} deals from {wanted.first}"
            common.out().print(f"{game}: {deals}; players with the games they play on a move")
            common.out().print(" | ".join(_COLUMNS))
        for row in rows(game, wanted, runner):
            if stop():
                return common.EXIT_INTERRUPTED
            _tell(row, as_json, _cells)
        if not wanted.only:
            found = small_decks(game, DECKS, max(one.games or FEW_GAMES for one in wanted.thinking), stop)
            if found is None:
                return common.EXIT_INTERRUPTED
            _tell(found, as_json, _of_decks)
    return common.EXIT_DECIDED


def _tell(found: dict[str, Any], as_json: bool, text: Callable[[dict[str, Any]], str]) -> None:
    """Print a row, with its estimates as records state them, or as text."""
    if not as_json:
        common.out().print(Text(text(found)), soft_wrap=True)
        return
    shares = {name: rounded(share) for name, share in found.get("share_of_best", {}).items()}
    plain = {name: rounded(value) if isinstance(value, Estimate) else value for name, value in found.items()}
    common.write_json(plain | ({"share_of_best": shares} if shares else {}))


def _cells(row: dict[str, Any]) -> str:
    mean, higher = ("-" if row[name] is None else span(row[name]) for name in ("mean_score", "score_gain"))
    won, more = (span(row[name], 100, " %") for name in ("rate", "gain"))
    a_move = "-" if row["seconds_a_move"] is None else f"{row['seconds_a_move']:.2g}"
    return " | ".join((row["rules"], row["player"], won, more, mean, higher, f"{row['seconds']:.3f}", a_move))


def _of_decks(found: dict[str, Any]) -> str:
    games = f"with {counted(found['games'], 'games')} on a move"
    best = f"the best fair play wins {100 * found['best']:.2f} % of them"
    shares = [f"{player:9}  {span(share, 100, ' %')}" for player, share in found["share_of_best"].items()]
    told = f"{found['game']}: {found['small_decks']} small decks; {best}; {games}"
    return "\n".join([told, "player     share of the best player's wins", *shares])
