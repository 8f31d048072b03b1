"""Questions and their verdicts: `solve` and `hint`."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from winnow.deals import Deal, DealError
from winnow.engines import choose
from winnow.engines.base import Engine, EngineError, Question
from winnow.engines.single_left import cp_sat as single_left_cp_sat
from winnow.engines.single_left import engine as single_left
from winnow.engines.single_left.partial import solve_partial
from winnow.games import GAMES, Game
from winnow.lines import replay, split_moves
from winnow.verdicts import Answer, Hint, Limits, MoveVerdict, Proof, Reason, Verdict, VerdictName
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Ask:
    """A deal, the moves already played, and what is asked: everything that a verdict answers."""

    deal: Deal
    after: tuple[str, ...] = ()
    best: bool = False
    engine: str | None = None
    without: frozenset[str] = frozenset()


def make_budget(limits: Limits, on_tick: Callable[[int], None] | None = None) -> Budget:
    """Return a running budget for the limits; `on_tick` is told the positions visited, ten times a second."""
    return Budget(limits.positions, limits.seconds, limits.memory, on_tick)


def answer(ask: Ask, budget: Budget) -> Verdict:
    """Decide what is asked within the budget.

    Raises IllegalMoveError for moves that the rules do not allow, DealError and EngineError for what no engine takes.
    """
    began, visited = time.monotonic(), budget.positions
    info = choose(ask.deal.game, ask.engine, ask.without)
    if ask.deal.unknown:
        if ask.after or ask.best:
            raise DealError("a deal with unknown cards takes the plain question only: no --after or --best")
        if info.name == single_left_cp_sat.NAME:
            found = single_left_cp_sat.solve_partial(ask.deal, budget)
        elif info.name == single_left.NAME:
            found = solve_partial(ask.deal, budget, ask.without)
        else:
            raise EngineError(f"engine {info.name} takes no deal with unknown cards")
    else:
        game = ask.deal.bind()
        position = replay(game, game.start(), ask.after)
        found = info.solve(Question(game, position, ask.best, ask.without), budget)
    return _verdict(ask, found, budget, visited, began)


def _verdict(ask: Ask, found: Answer, budget: Budget, visited: int, began: float) -> Verdict:
    return Verdict(
        game=ask.deal.game,
        rules=ask.deal.rules.spelled_out(),
        deal=ask.deal.text,
        number=ask.deal.number,
        after=ask.after,
        question="best" if ask.best else "win",
        answer=found,
        positions=budget.positions - visited,
        seconds=time.monotonic() - began,
        stopped=budget.stopped,
    )


def answer_hint(ask: Ask, budget: Budget) -> Hint:
    """Decide the position and every legal move of it, all within one budget.

    For the question of a win the position comes first: if it is lost, so are all moves, and if it is won, the line's
    first move wins. Else its verdict follows from its moves'. So the two cannot contradict each other. Moves that are
    alike are answered together first: what no order of a discard reaches, none of them does.
    """
    if ask.deal.unknown:
        raise DealError("a hint needs every card known, and this deal has '?'")
    began, visited = time.monotonic(), budget.positions
    game = ask.deal.bind()
    info = choose(ask.deal.game, ask.engine, ask.without)
    position = replay(game, game.start(), ask.after)
    children = dict(game.successors(position))
    stopped: str | None = None

    def solve_share(solve: Engine, question: Question, parts: int) -> Answer:
        nonlocal stopped
        share = budget.share(parts)
        found = solve(question, share)
        budget.settle(share)
        stopped = stopped or share.stopped
        return found

    here = Question(game, position, ask.best, ask.without)
    whole = None if ask.best or not children else solve_share(info.solve, here, 2)
    answers = {} if whole is None else _implied(whole, children)
    alike = [move for move in info.alike(here) if move not in answers]
    limit = None
    if len(alike) > 1:
        found = solve_share(info.solve_alike, here, len(children) - len(answers) - len(alike) + 2)
        answers |= _implied(found, alike, ask.best)
        limit = found.bound
    for move in [move for move in children if move not in answers]:
        known = limit if move in alike else None
        question = Question(game, children[move], ask.best, ask.without, known)
        answers[move] = solve_share(info.solve, question, len(children) - len(answers))
    answers = {move: answers[move] for move in children}
    if whole is None or whole.verdict != "unwinnable":
        whole = _from_moves(game, position, answers, Question(game, position, ask.best))
    moves = tuple(MoveVerdict(move, a.verdict, a.score, a.bound) for move, a in answers.items())
    verdict = replace(_verdict(ask, whole, budget, visited, began), stopped=stopped)
    return Hint(verdict, moves)


def _implied(whole: Answer, moves: Collection[str], best: bool = False) -> dict[str, Answer]:
    """Return what an answer for all these moves says of each: if it is lost all lose; its line's first is the best."""
    if whole.verdict == "unwinnable" and not best:
        return {move: replace(whole, score=None, line=None) for move in moves}
    # Blink may show the same placement elsewhere on the table.
    told = whole.optimal if best else whole.verdict == "winnable"
    if told and whole.line and whole.line[0] in moves:
        return {whole.line[0]: replace(whole, line=whole.line[1:])}
    return {}


def _from_moves(game: Game[Any, Any], position: Any, answers: Mapping[str, Answer], question: Question) -> Answer:
    """Return the position's answer as it follows from its moves' answers and from stopping here."""
    best = max if game.higher_is_better else min
    stop = game.score(position)
    options: list[tuple[int, tuple[str, ...] | None]] = [] if stop is None else [(stop, ())]
    for move, child in answers.items():
        if child.score is not None:
            options.append((child.score, None if child.line is None else (move, *child.line)))
    score = best((value for value, _ in options), default=None)
    line = next((line for value, line in options if value == score and line is not None), None)
    bounds = [child.bound for child in answers.values()] + ([] if stop is None else [stop])
    known = [bound for bound in bounds if bound is not None]
    bound = best(known) if known and len(known) == len(bounds) else None

    verdicts = {child.verdict for child in answers.values()}
    if "winnable" in verdicts or game.won(position):
        verdict: VerdictName = "winnable"
    else:
        verdict = "undecided" if "undecided" in verdicts else "unwinnable"
    if verdict != "winnable" and not question.best:
        line = None
    proof, reason = _shared_proof(answers, verdict)
    if verdict == "winnable" and (score != bound or not question.best):
        proof = None
    return Answer(verdict, "moves", score, bound, line, proof, reason)


def _shared_proof(answers: Mapping[str, Answer], verdict: VerdictName) -> tuple[Proof | None, Reason | None]:
    """Return the proof and reason that all moves have in common; a mixture stands as an exhausted search."""
    if verdict == "undecided":
        return None, None
    proofs = {(child.proof, child.reason) for child in answers.values()}
    if len(proofs) == 1:
        return proofs.pop()
    return "exhausted", None


def solve(
    game: str,
    deal: str | None = None,
    *,
    number: int | None = None,
    rules: Mapping[str, Any] | None = None,
    after: str | Iterable[str] = (),
    best: bool = False,
    limits: Limits | None = None,
    engine: str | None = None,
    without: Iterable[str] = (),
) -> Verdict:
    """Decide whether a deal can be won, or with `best` what its best score is.

    `deal` is a token string or `number` a numbered deal; `rules` sets options by name; `after` are moves already
    played; `without` switches techniques off (docs/soundness).

    Raises DealError, RuleError, IllegalMoveError or EngineError (all ValueError) for bad input, with one clear line.

    >>> solve("single-left", number=1).record()["score"]
    18
    >>> verdict = solve("universal", "2V 1E 1V 2E", rules={"columns": 2, "deck": "as-dealt"})
    >>> verdict.verdict, " ".join(verdict.answer.line)
    ('winnable', '2! T W! W! 1!')
    """
    ask = make_ask(game, deal, number, rules or {}, after, best, engine, frozenset(without))
    return answer(ask, make_budget(limits or Limits()))


def hint(
    game: str,
    deal: str | None = None,
    *,
    number: int | None = None,
    rules: Mapping[str, Any] | None = None,
    after: str | Iterable[str] = (),
    best: bool = False,
    limits: Limits | None = None,
    engine: str | None = None,
    without: Iterable[str] = (),
) -> Hint:
    """Return the verdict of a position and of each of its legal moves; arguments and errors as in `solve`.

    >>> [move.move for move in hint("single-left", number=1).moves]
    ['draw']
    """
    ask = make_ask(game, deal, number, rules or {}, after, best, engine, frozenset(without))
    return answer_hint(ask, make_budget(limits or Limits()))


def make_ask(
    game: str,
    deal: str | None,
    number: int | None,
    rules: Mapping[str, Any],
    after: str | Iterable[str] = (),
    best: bool = False,
    engine: str | None = None,
    without: frozenset[str] = frozenset(),
) -> Ask:
    """Return the question that these arguments pose; raise DealError or RuleError for what cannot be."""
    if (deal is None) == (number is None):
        raise DealError("give either a deal's cards or its number")
    asked = Deal.parse(game, deal, rules) if deal is not None else Deal.numbered(game, number or 0, rules)
    moves = split_moves(GAMES[asked.game], after) if isinstance(after, str) else tuple(after)
    return Ask(asked, moves, best, engine, without)
