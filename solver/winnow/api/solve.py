"""Decides whether deals can be won, or finds their best scores: one deal, or many in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from winnow.api.pose import DealLike, asked, pose, searching, spelled_out, well_named
from winnow.core.counted import whole_number
from winnow.core.deals import Deal
from winnow.core.position import Position
from winnow.core.question import Asked, Question
from winnow.core.verdicts import Limits, Verdict
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer, make_budget
from winnow.workers.interrupts import interruptible

if TYPE_CHECKING:
    from typing_extensions import Unpack


__all__ = ["Question", "answer", "make_budget", "pose", "solve", "solve_many"]
_AT_ONCE = 8
"""Deals that a process receives at a time: handing over one costs as much as deciding an easy one."""


@spelled_out(Asked)
def solve(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    *,
    samples: int = Samples.number,
    seed: int = Samples.seed,
    **keywords: Unpack[Asked],
) -> Verdict:
    """Return the verdict on a deal: whether it can be won, or with `best` its best score.

    `game` is a game's name with `deal`: its tokens as text or as a list, the number of a numbered deal (also as
    `number`), or a Deal; or `game` itself is a Deal or a Position. `rules` sets options by name; `after` are moves
    already played; `limits` end the search; `engine` names an engine, and `without` techniques to switch off
    (docs/soundness). `progress` is called with the positions visited, ten times a second. Ctrl-C ends the search and
    keeps its result: the verdict's `stopped` is then "interrupt"; a second Ctrl-C raises KeyboardInterrupt.

    A deal may have `?` for unknown cards, the rest of the deck in any order: the verdict then holds for every
    order, or is `open` or undecided with the share of orders that can be won, counted over all orders or `samples`
    random ones (`seed`).

    Raises DealError, RuleError, IllegalMoveError or EngineError (all ValueError) for bad input, with one clear line,
    and TypeError for a value that is no deal.

    >>> solve('single-left', 1).record()['score']
    18
    >>> solve('single-left', Deal.numbered('single-left', 1), best=True).answer.optimal
    True
    >>> verdict = solve('universal', ['2V', '1E', '1V', '2E'], rules={'columns': 2, 'deck': 'as-dealt'})
    >>> verdict.verdict, " ".join(verdict.answer.line)
    ('winnable', '2! T W! W! 1!')
    """
    with asked(game, deal, keywords) as (question, budget):
        return answer(question, budget, Samples(samples, seed))


@well_named
def solve_many(
    game: str,
    deals: Iterable[DealLike],
    *,
    rules: Mapping[str, Any] | None = None,
    best: bool = False,
    limits: Limits | None = None,
    engine: str | None = None,
    without: Iterable[str] = (),
    jobs: int = 1,
) -> Iterator[Verdict]:
    """Yield the verdict of each deal, in the order of `deals`; arguments as in `solve`, with `limits` for each deal.

    `deals` may be endless: with `jobs` processes it is read a few deals ahead. Each new process imports the script that
    calls: with `jobs` above 1 call this under `if __name__ == "__main__":`. Ctrl-C ends the iteration after the deal
    under way, whose verdict's `stopped` is then "interrupt".

    Raises ValueError for fewer than one job, UnguardedError without the guard, and, as it yields, what `solve` raises;
    with several jobs, verdicts on the deals just before a bad one may be lost.

    >>> [verdict.answer.score for verdict in solve_many('single-left', range(4), best=True)]
    [24, 18, 18, 20]
    """
    jobs = whole_number("jobs", jobs, 1)
    ask = partial(pose, game, rules=rules, best=best, engine=engine, without=tuple(without))
    bounds = limits or Limits()
    return _one_by_one(ask, bounds, deals) if jobs == 1 else _in_processes(ask, bounds, iter(deals), jobs)


def _one_by_one(ask: Callable[[DealLike], Question], limits: Limits, deals: Iterable[DealLike]) -> Iterator[Verdict]:
    for deal in deals:
        # Between two deals Ctrl-C belongs to the caller.
        with searching(limits, None) as budget:
            verdict = answer(ask(deal), budget, Samples())
        yield verdict
        if verdict.stopped == "interrupt":
            return


def _in_processes(
    ask: Callable[[DealLike], Question], limits: Limits, deals: Iterator[DealLike], jobs: int
) -> Iterator[Verdict]:
    from winnow.workers.local import Processes  # noqa: PLC0415  a browser has none

    batches = iter(lambda: tuple(islice(deals, _AT_ONCE)), ())
    with interruptible() as interrupt:
        runner = Processes(jobs, interrupt.has_been_asked, in_order=True)
        for verdicts in runner.run(partial(_verdicts, ask, limits), batches):
            yield from verdicts


def _verdicts(ask: Callable[[DealLike], Question], limits: Limits, deals: Sequence[DealLike]) -> list[Verdict]:
    """Return the verdicts on some deals, up to the first that was interrupted."""
    from winnow.workers.local import watched_budget  # noqa: PLC0415  as above

    found: list[Verdict] = []
    for deal in deals:
        budget = watched_budget(limits)
        found.append(answer(ask(deal), budget, Samples()))
        if found[-1].stopped == "interrupt":
            break
    return found
