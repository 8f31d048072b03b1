"""Decides whether a deal can be won, or finds its best score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnow.api.pose import DealLike, asked, pose, spelled_out
from winnow.core.deals import Deal
from winnow.core.position import Position
from winnow.core.question import Asked, Question
from winnow.core.verdicts import Verdict
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer, make_budget

if TYPE_CHECKING:
    from typing_extensions import Unpack


__all__ = ["Question", "answer", "make_budget", "pose", "solve"]


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
