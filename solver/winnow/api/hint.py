"""A position's verdict, and that of each of its legal moves."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from winnow.api.pose import DealLike, asked, spelled_out
from winnow.core.deals import Deal
from winnow.core.engine import ENGINES, Engine, Search, Task
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
    other. Similar moves are answered together first: a bound on all orders of a discard is a bound on each of them.
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
    return Hint(verdict, moves, ENGINES.of(question.deal.game).hint_fields(game, position, moves))


def weighed(
    engine: Engine, here: Task, children: Mapping[str, Any], budget: Budget
) -> tuple[Answer | None, dict[str, Answer], str | None]:
    """Return the answer for a position, where one was needed, that of each move, and the limit that ended a search.

    `children` are the positions after the moves.
    """
    stopped: str | None = None

    def solve_share(search: Search, task: Task, parts: int) -> Answer:
        nonlocal stopped
        share = budget.share(parts)
        found = search(task, share)
        budget.settle(share)
        stopped = stopped or share.stopped or found.stopped
        return found

    asks_first = not here.best or not children
    whole = solve_share(engine.solve, here, 2 if children else 1) if asks_first else None
    answers = {} if whole is None else _implied(whole, children)
    if engine.tries_line and whole is not None and whole.verdict == "winnable":
        answers = _carried_over(here.game, whole, children) | answers
    alike = [move for move in engine.alike(here) if move in children and move not in answers]
    limit = None
    if len(alike) > 1:
        found = solve_share(engine.solve_alike, here, len(children) - len(answers) - len(alike) + 2)
        answers |= _implied(found, alike, here.best)
        limit = found.bound
    for move in [move for move in children if move not in answers]:
        known = limit if move in alike else None
        task = Task(here.game, children[move], here.best, here.without, known)
        answers[move] = solve_share(engine.solve, task, len(children) - len(answers))
    return whole, {move: answers[move] for move in children}, stopped


def _implied(whole: Answer, moves: Collection[str], best: bool = False) -> dict[str, Answer]:
    """Return the answers of moves that the position's answer implies: all lose if it is lost; its line's is best."""
    if whole.verdict == "unwinnable" and not best:
        return {move: replace(whole, score=None, line=None) for move in moves}
    # A game may spell the same move differently, such as a placement elsewhere on the table.
    told = whole.optimal if best else whole.verdict == "winnable"
    if told and whole.line and whole.line[0] in moves:
        return {whole.line[0]: replace(whole, line=whole.line[1:])}
    return {}


def _carried_over(game: Game[Any, Any], whole: Answer, children: Mapping[str, Any]) -> dict[str, Answer]:
    """Return the moves after which the rest of the position's winning line is legal and wins.

    A move that the line makes later is left out there, such as a turn or bar move that is only made earlier.
    """
    answers = {}
    for move, child in children.items():
        rest = list(whole.line or ())
        if move in rest:
            rest.remove(move)
        try:
            end = replay(game, child, rest)
        except IllegalMoveError:
            continue
        if game.won(end):
            answers[move] = replace(whole, line=tuple(rest))
    return answers


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
