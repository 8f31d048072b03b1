"""A position's verdict, and that of each of its legal moves."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from winnow.api.pose import DealLike, asked, spelled_out
from winnow.core.deals import Deal
from winnow.core.engine import Carried, Engine, Search, Task
from winnow.core.errors import DealError, IllegalMoveError
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.core.position import Position
from winnow.core.question import Asked, Question
from winnow.core.verdicts import SEARCH, Answer, Hint, MoveVerdict, Proof, Reason, VerdictName
from winnow.search.engines import choose
from winnow.search.questions import verdict_of, with_reason
from winnow.search.resident import ResidentMemory
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack


_FRUITLESS = 3
"""Winning lines in a row that win after no other move, after which no more are tried there."""


@spelled_out(Asked)
def hint(game: str | Deal | Position, deal: DealLike | None = None, **keywords: Unpack[Asked]) -> Hint:
    """Return the verdict of a position and of each of its legal moves; arguments and errors as in `solve`.

    The limits apply to all moves together. After Ctrl-C the moves not reached are `undecided`.

    >>> [move.move for move in hint('single-left', 1).moves]
    ['draw']
    """
    with asked(game, deal, keywords) as (question, budget):
        return answer_hint(question, budget)


def answer_hint(question: Question, budget: Budget) -> Hint:
    """Return the verdicts of the position and of its legal moves, all within one budget.

    For the question of a win the position is decided first: if it is lost, so are all moves, and if it is won, the
    line's first move wins. Otherwise its verdict follows from its moves' verdicts, so they cannot contradict each
    other. Similar moves are answered together first: where all orders of a discard that begin with the same cards lose,
    one search says so of each, and a bound on all orders is a bound on each.
    Without a legal move the answer is the position's own. If the budget ends before all moves are known, the hint has
    none.
    """
    if question.deal.unknown:
        raise DealError("a hint needs every card known, and this deal has '?'")
    began, visited = time.monotonic(), budget.positions
    game = question.deal.bind()
    engine = choose(question.deal.game, question.engine, question.without, question.deal.rules)
    position = replay(game, game.start(), question.after)
    children = dict(ResidentMemory(budget).within(game.successors(position)))
    if budget.stopped is not None:
        unknown = Answer("undecided", engine.name)
        return Hint(verdict_of(question, unknown, budget, visited, began))
    here = Task(game, position, question.best, question.without)
    whole, answers, stopped = weighed(engine, here, children, budget)
    if whole is None or (children and whole.verdict != "unwinnable"):
        whole = _from_moves(game, position, answers, question.best)
    whole = with_reason(game, position, whole, budget.positions - visited)
    moves = tuple(MoveVerdict(move, a.verdict, a.score, a.bound) for move, a in answers.items())
    verdict = replace(verdict_of(question, whole, budget, visited, began), stopped=stopped)
    return Hint(verdict, moves)


def weighed(
    engine: Engine, here: Task, children: Mapping[str, Any], budget: Budget
) -> tuple[Answer | None, dict[str, Answer], str | None]:
    """Return the answer for a position, where one was needed, that of each move, and the limit that ended a search.

    `children` are the positions after the moves.
    """
    weighing = _Weighing(engine, here, children, budget)
    asks_first = not here.best or not children
    whole = weighing.solve(engine.solve, here, 2 if children else 1) if asks_first else None
    if whole is not None:
        weighing.before = whole
        weighing.take(whole, children)
    alike = [move for move in engine.alike(here) if move in children]
    limit = None
    if len(alike) > 1 and here.best:
        limit = weighing.solve_alike(alike).bound
    elif len(alike) > 1:
        weighing.solve_in_groups(alike)
    for move in children:
        if move not in weighing.answers:
            weighing.solve_one(move, limit if move in alike else None)
    return whole, {move: weighing.answers[move] for move in children}, weighing.stopped


class _Weighing:
    """The answers of a position's moves, as far as they are known, and the budget shared out among the others."""

    def __init__(self, engine: Engine, here: Task, children: Mapping[str, Any], budget: Budget) -> None:
        self.engine, self.here, self.children, self.budget = engine, here, children, budget
        self.answers: dict[str, Answer] = {}
        self.stopped: str | None = None
        self.before: Answer | None = None
        self._fruitless = 0

    @property
    def _left(self) -> int:
        return len(self.children) - len(self.answers)

    def solve(self, search: Search, task: Task, parts: int) -> Answer:
        """Return the answer of a search within a `parts`-th of what is left of the budget."""
        share = self.budget.share(parts)
        found = search(task, share)
        self.budget.settle(share)
        self.stopped = self.stopped or share.stopped or found.stopped
        return found

    def take(self, whole: Answer, moves: Collection[str]) -> None:
        """Keep what the answer for the best of some moves, the position's or a part of them, says of each."""
        self.answers |= _implied(whole, moves, self.here.best)
        if whole.verdict == "winnable" and whole.line:
            self._carry_over(whole, whole.line)

    def solve_one(self, move: str, bound: int | None) -> None:
        task = replace(self.here, position=self.children[move], bound=bound, before=self.before)
        found = self.answers[move] = self.solve(self.engine.solve, task, self._left)
        if found.verdict == "winnable" and found.line is not None:
            self._carry_over(found, (move, *found.line))

    def solve_alike(self, moves: Sequence[str]) -> Answer:
        """Answer moves that are alike by one search, as far as it goes, and return the answer for the best of them."""
        parts = max(2, self._left // len(set(moves) - self.answers.keys()))
        found = self.solve(lambda task, share: self.engine.solve_alike(task, moves, share), self.here, parts)
        self.take(found, moves)
        return found

    def solve_in_groups(self, moves: Sequence[str]) -> None:
        """Answer moves that are alike by groups, of which one is asked about if none of it is known to win."""
        left = set(moves) - self.answers.keys()
        for group in self.engine.groups(moves) if left else ():
            won = any(move in self.answers and self.answers[move].verdict == "winnable" for move in group)
            if won or left.isdisjoint(group):
                continue
            found = self.solve_alike(group)
            left -= self.answers.keys()
            if found.verdict == "undecided" or not left:
                return

    def _carry_over(self, found: Answer, line: Sequence[str]) -> None:
        """Answer the moves after which such a line wins, too, as long as one of the last lines answered any."""
        if self.here.best or self.engine.carried is None or self._fruitless == _FRUITLESS:
            return
        carried = {}
        for move in [move for move in self.children if move not in self.answers]:
            told = _won_by(self.here.game, self.children[move], move, line, self.engine.carried)
            if told is not None:
                carried[move] = replace(found, line=told)
        self.answers |= carried
        self._fruitless = 0 if carried else self._fruitless + 1


def _won_by(
    game: Game[Any, Any], position: Any, move: str, line: Sequence[str], carried: Carried
) -> tuple[str, ...] | None:
    """Return the line after `move` that a line with another first move suggests, if it wins; otherwise None."""
    try:
        told = tuple(carried(game, position, move, line))
        end = replay(game, position, told)
    except IllegalMoveError:
        return None
    return told if game.won(end) else None


def _implied(whole: Answer, moves: Collection[str], best: bool = False) -> dict[str, Answer]:
    """Return the answers of moves that the position's answer implies: all lose if it is lost; its line's is best."""
    if whole.verdict == "unwinnable" and not best:
        return {move: replace(whole, score=None, line=None) for move in moves}
    # A game may spell the same move differently, such as a placement elsewhere on the table.
    told = whole.optimal if best else whole.verdict == "winnable"
    if told and whole.line and whole.line[0] in moves:
        return {whole.line[0]: replace(whole, line=whole.line[1:])}
    return {}


def _from_moves(game: Game[Any, Any], position: Any, answers: Mapping[str, Answer], best: bool) -> Answer:
    """Return the position's answer, from its moves' answers and the score of stopping here."""
    better = max if game.higher_is_better else min
    stop = game.score(position)
    options: list[tuple[int, tuple[str, ...] | None]] = [] if stop is None else [(stop, ())]
    for move, child in answers.items():
        if child.score is not None:
            options.append((child.score, None if child.line is None else (move, *child.line)))
    score = better((value for value, _ in options), default=None)
    line = next((line for value, line in options if value == score and line is not None), None)
    bounds = [child.bound for child in answers.values()] + ([] if stop is None else [stop])
    known = [bound for bound in bounds if bound is not None]
    bound = better(known) if known and len(known) == len(bounds) else None

    verdicts = {child.verdict for child in answers.values()}
    if "winnable" in verdicts or game.won(position):
        verdict: VerdictName = "winnable"
    else:
        verdict = "undecided" if "undecided" in verdicts else "unwinnable"
    if verdict != "winnable" and not best:
        line = None
    proof, reason = _shared_proof(answers, verdict)
    if verdict == "winnable" and (score != bound or not best):
        proof = None
    return Answer(verdict, "moves", score, bound, line, proof, reason)


def _shared_proof(answers: Mapping[str, Answer], verdict: VerdictName) -> tuple[Proof | None, Reason | None]:
    """Return the proof and reason that all moves share; different ones count as an exhausted search."""
    if verdict == "undecided":
        return None, None
    proofs = {(child.proof, child.reason) for child in answers.values()}
    proof, reason = proofs.pop()
    return ("exhausted", None) if proofs or (reason is not None and reason.kind == SEARCH) else (proof, reason)
