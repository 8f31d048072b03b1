"""Packs of puzzles for programs: `winnow generate` and `winnow problems` as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from winnow.core.counted import whole_number
from winnow.core.deals import game_type
from winnow.core.readonly import freeze
from winnow.workers.interrupts import interruptible
from winnow.workers.local import Runner
from winnow.workers.runners import runner
from winnow_puzzles.base import Record
from winnow_puzzles.packs import generating
from winnow_puzzles.packs.files import DEAL_LEVELS
from winnow_puzzles.packs.generating import Wanted
from winnow_puzzles.packs.journal import Report, StoppedError
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.problems import generating as making_problems
from winnow_puzzles.problems.generating import Span, WantedProblems


@dataclass(frozen=True)
class Made:
    """A pack: its directory, its puzzles by level (none before it is finished), and "interrupt" if that ended it.

    >>> Made(Path("pack"), {1: 10}).levels[1]
    10
    """

    directory: Path
    levels: Mapping[int, int]
    stopped: str | None = None

    def __post_init__(self) -> None:
        freeze(self, "levels")


def generate(
    game: str,
    output: str | PathLike[str],
    *,
    count: int = 50,
    levels: Iterable[int] = DEAL_LEVELS,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    deals: int = 10_000,
    jobs: int = 1,
    dask: str | None = None,
    progress: Report = lambda _: None,
) -> Made:
    """Make or continue a pack of winnable deals in the directory `output`; its bytes depend on the arguments only.

    `count` puzzles are shared out over the levels (1, easy, to 3), from at most `deals` deals numbered from `seed` on.
    `dask` (HOST:PORT) is the scheduler of a cluster, which works instead of `jobs` processes.
    `progress` is called with a sentence that says how far it has come. A level is a third, by rating, of the deals that
    the panel plays.
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
    return _made(output, jobs, dask, lambda there, worker: generating.generate(wanted, there, worker, progress))


def problems(
    game: str,
    output: str | PathLike[str],
    *,
    count: int = 50,
    theme: str | None = None,
    rating: Span | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    deals: int = 100_000,
    jobs: int = 1,
    dask: str | None = None,
    progress: Report = lambda _: None,
) -> Made:
    """Make or continue a pack of problems in the directory `output`: positions with one solution.

    `theme` names the theme of all problems; `rating` is the least and the greatest that they may have, in logits. The
    other arguments, Ctrl-C and the errors are as in `generate`; BadInputError for a game without problems or an unknown
    theme.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     sum(problems('universal', folder, count=1).levels.values())
    1
    """
    count, deals, jobs = whole_number("count", count, 1), whole_number("deals", deals, 1), whole_number("jobs", jobs, 1)
    seed = whole_number("seed", seed, 0)
    kind = game_type(game).name
    own = making_problems.problem_rules(kind, dict(rules or {}))
    wanted = WantedProblems(kind, own, count, theme, rating, seed, deals)
    return _made(output, jobs, dask, lambda there, worker: making_problems.generate(wanted, there, worker, progress))


def _made(output: str | PathLike[str], jobs: int, dask: str | None, make: Callable[[Path, Runner], Record]) -> Made:
    """Return the pack that `make` makes in the directory, in processes of its own."""
    directory = Path(output)
    with interruptible() as interrupt, runner(jobs, dask, interrupt.has_been_asked, in_order=True) as worker:
        try:
            counts = make(directory, worker)["counts"]
        except StoppedError:
            return Made(directory, {}, "interrupt")
    return Made(directory, {int(level): count for level, count in counts.items() if count})
