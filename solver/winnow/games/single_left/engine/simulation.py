"""Simulation of Single Left: the cards left over many deals of the standard deck, and an estimate of the odds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from winnow.core.cards import STANDARD
from winnow.core.deals import MAX_NUMBER
from winnow.core.game import read_rules
from winnow.core.statistics import wilson
from winnow.games.single_left.engine.solving import goal_range
from winnow.games.single_left.rules import SingleLeft
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.forced import BLOCK_GAMES, numbered_games, random_games
from winnow_kernels.single_left.optional import random_least

Histogram = tuple[int, ...]
Block = Callable[[], Histogram]


@dataclass(frozen=True)
class Simulation:
    """The result of the games played: `histogram[k]` of them leave k cards at best, k = 0..52."""

    histogram: Histogram
    games: int
    wins: int
    """The number of games that met the goal."""
    interval: tuple[float, float]
    """The 95% Wilson interval of the chance to win."""


def simulate(
    count: int,
    *,
    seed: int | None = None,
    first_number: int | None = None,
    redeals: int = 0,
    goal: str = "clear",
    discarding: str = "forced",
    budget: Budget | None = None,
    jobs: int = 1,
    lanes: int = 0,
) -> Simulation:
    """Return the result of `count` random deals from `seed`, or of the numbered deals from `first_number` on.

    Forced games are played; under optional discarding the least number of cards left is computed, for random deals
    without redeals only.

    Seeds are 0 to 2**64 - 1, `goal` is spelled as in the rules. The budget counts a game as one position; when it ends,
    what was played so far is returned. The same arguments give the same result with any number of `jobs` (threads), a
    limit on positions included, and of `lanes`: random games played at once, one of `LANES` of the kernel
    `forced` or `least` (optional), 0 for the most that the processor can.

    Raises ValueError unless exactly one of `seed` and `first_number` is given, for numbers out of range, and for
    optional discarding with numbers or redeals.
    """
    rules = read_rules(SingleLeft, {"goal": goal, "redeals": redeals, "discarding": discarding})
    low, high = goal_range(rules.goal, len(SingleLeft.full_deck(rules)))
    play = _games(count, seed, first_number, (rules.redeals, low, high), lanes, rules.discarding == "forced")
    if count < 0 or jobs < 1:
        raise ValueError(f"{count} games in {jobs} jobs: at least 0 games, in at least 1 job")
    spent = Budget() if budget is None else budget
    allowed = count if spent.max_positions < 0 else min(count, max(0, spent.max_positions - spent.positions))
    blocks = (
        partial(play, index, min(BLOCK_GAMES, allowed - played))
        for index, played in enumerate(range(0, allowed, BLOCK_GAMES))
    )
    totals = [0] * (len(STANDARD.tokens) + 1)
    for histogram in _in_order(blocks, jobs, spent):
        totals = [total + more for total, more in zip(totals, histogram, strict=True)]
    if allowed < count:
        # Sets the cause of the end: this charge is more than the limit on positions leaves.
        spent.spend(count - allowed)
    games, wins = sum(totals), sum(totals[low : high + 1])
    return Simulation(tuple(totals), games, wins, wilson(wins, games))


def _games(
    count: int, seed: int | None, first_number: int | None, options: tuple[int, int, int], lanes: int, forced: bool
) -> Callable[[int, int], Histogram]:
    """Return a function (block, games) that plays them; raise ValueError if seed or numbers are out of range."""
    # Each block has a budget of its own: the shared one is not safe for threads.
    if not forced and (seed is None or options[0]):
        raise ValueError("optional discarding is simulated on random deals without redeals only")
    if seed is not None and first_number is None:
        if not 0 <= seed < MAX_NUMBER:
            raise ValueError(f"seed {seed} is out of range: 0 to {MAX_NUMBER - 1}")
        if not forced:
            return lambda block, games: random_least(seed, block, games, Budget(), lanes)
        return lambda block, games: random_games(seed, block, games, *options, Budget(), lanes)
    if first_number is not None and seed is None:
        if not 0 <= first_number <= first_number + count <= MAX_NUMBER:
            raise ValueError(f"{count} deals from number {first_number} on: numbers are 0 to {MAX_NUMBER - 1}")
        return lambda block, games: numbered_games(first_number + block * BLOCK_GAMES, games, *options, Budget())
    raise ValueError("either a seed or a first number is needed")


def _in_order(blocks: Iterator[Block], jobs: int, budget: Budget) -> Iterator[Histogram]:
    """Yield the results of the blocks in order, played in `jobs` threads, until the budget is spent."""
    with ThreadPoolExecutor(jobs) as threads:
        waiting: deque[Future[Histogram]] = deque()
        while budget.stopped is None:
            while len(waiting) < 2 * jobs and (block := next(blocks, None)) is not None:
                waiting.append(threads.submit(block))
            if not waiting:
                return
            histogram = waiting.popleft().result()
            budget.spend(sum(histogram))
            yield histogram
        for left_over in waiting:
            left_over.cancel()
