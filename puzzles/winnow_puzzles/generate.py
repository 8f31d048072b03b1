"""Packs of puzzles for programs: `winnow generate` as a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from winnow.core.counted import whole_number
from winnow.core.deals import game_type
from winnow.workers.interrupts import interruptible
from winnow.workers.runners import runner
from winnow_puzzles.packs import generating
from winnow_puzzles.packs.generating import Progress, Wanted
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.players.levels import LEVELS
from winnow_puzzles.players.rating import pack_rules


@dataclass(frozen=True)
class Made:
    """A pack: its directory, its puzzles by level (none before it is finished), and "interrupt" if that ended it."""

    directory: Path
    levels: Mapping[int, int]
    stopped: str | None = None


def generate(
    game: str,
    output: str | PathLike[str],
    *,
    count: int = 50,
    levels: Iterable[int] = LEVELS,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    deals: int = 10_000,
    jobs: int = 1,
    dask: str | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Made:
    """Make or continue a pack of winnable deals in the directory `output`; its bytes depend on the arguments only.

    `count` puzzles are shared out over the levels (1, easy, to 5), from at most `deals` deals numbered from `seed` on.
    `dask` (HOST:PORT) is the scheduler of a cluster, which works instead of `jobs` processes.
    A level is a fifth, by rating, of the deals that the panel plays.
    Ctrl-C, SIGTERM or SIGHUP ends the run; its journal stays in the directory, and the same call continues it.

    Each new process imports the script that calls: with `jobs` above 1 call this under `if __name__ == "__main__":`.

    Raises DealError or RuleError for bad input, PackError for a directory that holds another pack, ValueError for other
    bad numbers, NoneWonError if none of 1,000 deals can be won, and UnguardedError without the guard.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     generate('single-left', folder, count=1, levels=[1], deals=80).levels
    {1: 1}
    """
    count, deals, jobs = whole_number("count", count, 1), whole_number("deals", deals, 1), whole_number("jobs", jobs, 1)
    seed = whole_number("seed", seed, 0)
    chosen = generating.read_levels(",".join(str(level) for level in levels))
    kind = game_type(game)
    wanted = Wanted(kind.name, pack_rules(kind.name, dict(rules or {})), count, chosen, seed, deals)
    with interruptible() as interrupt:
        try:
            with runner(jobs, dask, interrupt.has_been_asked, in_order=True) as worker:
                return Made(Path(output), dict(generating.generate(wanted, Path(output), worker, progress)))
        except StoppedError:
            return Made(Path(output), {}, "interrupt")
