"""Finds where a played line lost its win, or its best score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING, Any

from winnow.api.hint import answer_hint
from winnow.api.pose import DealLike, asked, spelled_out
from winnow.core.counted import counted, value_repr
from winnow.core.deals import Deal
from winnow.core.errors import DealError
from winnow.core.games import GAMES
from winnow.core.lines import read_moves, replay
from winnow.core.position import Position
from winnow.core.question import Asked, Question
from winnow.core.readonly import freeze
from winnow.core.verdicts import MoveVerdict, VerdictName
from winnow.search.questions import answer
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack


REVIEW_FORMAT = "winnow-review/1"


@dataclass(frozen=True)
class Review:
    """The result of reviewing a line: where it lost the win, or, for the question `best`, the best score.

    After `kept` moves the deal can still be won (None: not even before the first), after `lost` moves it cannot (None:
    it still can). `lost` = `kept` + 1 names the move; a wider gap holds positions that stayed undecided. `start` and
    `end` are the verdicts before and after the whole line; `winning` are the moves that would have kept the win where
    the move is known. For the question `best`, "can be won" means: the best score of the start can still be reached;
    `best` maps a number of moves to the proven best score after them (None: no end has a score).

    >>> import winnow
    >>> review = winnow.review('single-left', 1, line='draw draw')
    >>> review.start, review.lost
    ('unwinnable', 0)
    """

    question: Question
    line: tuple[str, ...]
    start: VerdictName
    end: VerdictName
    kept: int | None
    lost: int | None
    winning: tuple[MoveVerdict, ...] = ()
    best: Mapping[int, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        freeze(self, "best")

    def __repr__(self) -> str:
        lost = "loses nothing that is known" if self.lost is None else f"lost after {counted(self.lost, 'moves')}"
        return value_repr(self, self.question.deal.game, self.question.deal.number, self.question.after, lost)

    @property
    def found(self) -> bool:
        """True if the exact move is known, or that no move lost the win."""
        if self.lost is None:
            return self.end == "winnable"
        return self.lost == (0 if self.kept is None else self.kept + 1)

    def record(self) -> dict[str, Any]:
        """Return the object that `winnow hint --line --json` prints (format `winnow-review/1`)."""
        record: dict[str, Any] = {
            "format": REVIEW_FORMAT,
            "game": self.question.deal.game,
            "rules": self.question.deal.rules.spelled_out(),
            "deal": self.question.deal.text,
            "number": self.question.deal.number,
            "after": list(self.question.after),
            "question": "best" if self.question.best else "win",
            "start": self.start,
            "end": self.end,
            "played": list(self.line),
            "kept": self.kept,
            "lost": self.lost,
            "winning": [move.move for move in self.winning],
        }
        if self.question.best:
            record["best"] = [{"moves": moves, "score": score} for moves, score in sorted(self.best.items())]
        return record


@spelled_out(Asked)
def review(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    *,
    line: str | Iterable[str] | None = None,
    **keywords: Unpack[Asked],
) -> Review:
    """Return the review of a played line: the move that lost the win; other arguments and errors as in `solve`.

    With `best` it finds the move after which the best score of the start could no longer be reached.
    `line` is played from the position of the question. A Position without `line` is reviewed from its deal's start.

    >>> found = review('universal', '2V 1E 1V 2E', rules={'columns': 2, 'deck': 'as-dealt'}, line='2! T W! W! 1!')
    >>> found.found, found.lost
    (True, None)
    """
    if line is None:
        if not isinstance(game, Position):
            raise TypeError("a review needs the line that was played")
        line, game = game.line, game.deal
    with asked(game, deal, keywords) as (question, budget):
        moves = read_moves(GAMES[question.deal.game], line)
        return review_line(question, moves, budget)


def review_line(question: Question, line: Sequence[str], budget: Budget) -> Review:
    """Return the review of a line, found within a running budget.

    A position is winnable if a later one of its line is, so binary search finds the move; if a position stays undecided
    within its share of the budget, its neighbours are tried.

    Raises IllegalMoveError naming the first move that the rules do not allow, and DealError for unknown cards.
    """
    if question.deal.unknown:
        raise DealError("a review needs every card known, and this deal has '?'")
    line = tuple(line)
    game = question.deal.bind()
    replay(game, game.start(), question.after + line)
    verdicts: dict[int, VerdictName] = {}
    best: dict[int, int | None] = {}
    shares = len(line).bit_length() + 3

    def verdict_after(moves: int) -> VerdictName:
        if moves not in verdicts:
            share = budget.share(max(1, shares - len(verdicts)))
            found = answer(replace(question, after=question.after + line[:moves]), share)
            budget.settle(share)
            if question.best and found.decided:
                best[moves] = found.answer.score
            verdicts[moves] = _kept(best, moves) if question.best else found.verdict
        return verdicts[moves]

    start, end = verdict_after(0), verdict_after(len(line))
    if start == "unwinnable":
        return Review(question, line, start, end, None, 0, best=best)
    kept, lost = _between(verdicts)
    while lost is not None and budget.stopped is None:
        low = -1 if kept is None else kept
        middle = (low + lost) // 2
        untried = [moves for moves in range(low + 1, lost) if moves not in verdicts]
        if not untried:
            break
        _, nearest = min((abs(moves - middle), moves) for moves in untried)
        verdict_after(nearest)
        kept, lost = _between(verdicts)
    winning: tuple[MoveVerdict, ...] = ()
    if kept is not None and lost == kept + 1:
        hint = answer_hint(replace(question, after=question.after + line[:kept]), budget)
        keeps = [move.score == best.get(0) if question.best else move.verdict == "winnable" for move in hint.moves]
        winning = tuple(compress(hint.moves, keeps))
    return Review(question, line, start, end, kept, lost, winning, best)


def _kept(best: Mapping[int, int | None], moves: int) -> VerdictName:
    """Return whether the best score of the start can still be reached after `moves` moves, as a verdict's name."""
    if 0 not in best or moves not in best:
        return "undecided"
    return "winnable" if best[moves] == best[0] else "unwinnable"


def _between(verdicts: Mapping[int, VerdictName]) -> tuple[int | None, int | None]:
    """Return the last known winnable and the first known unwinnable place of the line."""
    kept = max((moves for moves, verdict in verdicts.items() if verdict == "winnable"), default=None)
    lost = min((moves for moves, verdict in verdicts.items() if verdict == "unwinnable"), default=None)
    return kept, lost
