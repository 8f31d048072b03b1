"""Universal Solitaire by clause learning, which also decides the deals that are lost (docs/universal-model.md)."""

from __future__ import annotations

from dataclasses import replace

from ext.budget import Budget
from ext.universal_line import spell_out
from solver.engines.base import Question
from solver.engines.satisfier import Satisfier
from solver.engines.universal import in_numbers
from solver.models import universal as model
from solver.verdicts import Answer

NAME = "universal-sat"
TECHNIQUES = model.TECHNIQUES


def solve(question: Question, budget: Budget) -> Answer:
    """Decide a position of Universal Solitaire, or as far as the budget goes; best scores are found and proved too."""
    size = len(question.game.deal)
    score = question.game.score(question.position)
    known = Answer("undecided", NAME, score, size, ()) if question.best else Answer("undecided", NAME, None, size)
    return decide(question, budget, known)


def decide(question: Question, budget: Budget, known: Answer) -> Answer:
    """Do the same, starting from what is known: perhaps that the deal is lost, and for the best score a line."""
    answer = known
    if answer.verdict == "undecided":
        answer = _win(question, budget, answer)
    if answer.verdict == "unwinnable" and question.best:
        answer = _best(question, budget, answer)
    return replace(answer, engine=NAME)


def _win(question: Question, budget: Budget, known: Answer) -> Answer:
    """Decide whether the position can be won; a known line is kept if it cannot."""
    start, cards = in_numbers(question)
    size = len(cards)
    winning = model.Model(start, cards, best=False, without=question.without)
    with Satisfier(budget) as satisfier:
        satisfier.add(winning.write())
        winnable = satisfier.solve()
        if winnable:
            line = spell_out(start, winning.line(satisfier.assignment()))
            return Answer("winnable", NAME, size, size, tuple(line))
    if winnable is None:
        return known
    return replace(known, verdict="unwinnable", bound=size - 1, proof="exhausted")


def _best(question: Question, budget: Budget, known: Answer) -> Answer:
    """Raise the known line of a lost position until no better one exists, or as far as the budget goes."""
    start, cards = in_numbers(question)
    scoring = model.Model(start, cards, best=True, without=question.without)
    with Satisfier(budget) as satisfier:
        satisfier.add(scoring.write())
        better: bool | None = True
        while better:
            satisfier.add([scoring.at_least((known.score or 0) + 1)])
            better = satisfier.solve()
            if better:
                found = scoring.line(satisfier.assignment())
                known = replace(known, score=found.score, line=tuple(spell_out(start, found)))
    return known if better is None else replace(known, bound=known.score)
