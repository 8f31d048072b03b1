"""The questions that the page's engine processes answer: functions of plain values."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from winnow.api.luck import advice, chance, fair_wins, good_play, judged, truth
from winnow.api.review import review_line
from winnow.api.solve import Question, answer
from winnow.core.deals import Deal
from winnow.core.fair import ruled_line
from winnow.core.knowledge import known_after
from winnow.core.rng import SplitMix64
from winnow_kernels.common.budget import Budget

Json = dict[str, Any]
NewBudget = Callable[[float | None], Budget]
"""Takes seconds (None: no limit) and returns a budget that ends when the page moves on."""

_SECONDS_A_DEAL = 5.0
"""Seconds after which an undecided random deal is skipped, and advice is given."""
_SECONDS_A_CHOICE, _LEAST_CHOSEN_FROM = 10.0, 20
"""Seconds after which no further random deal is tried, and the deals that are tried in any case."""
_SECONDS_A_CHANCE, _SECONDS_A_STORY = 2.0, 20.0
"""Seconds for the first estimate of a position, and for each half of the story of a game with the cards face down."""
_SECONDS_A_BEST = 3.0
"""Seconds for the best of a deal that was played face down."""
_TRIES, _EVERY = 4, 2
"""The tries at a deal that is drawn for play face down; of how many deals one is tried thoroughly."""
_SEED = 0
"""The seed of random orders: the same position has the same chance."""


def verdict(new_budget: NewBudget, deal: Deal, line: tuple[str, ...], best: bool) -> Json:
    """Return the verdict of the position after `line`, or with `best` its best known score and bound."""
    return answer(Question(deal, line, best), new_budget(None)).record()


def story(new_budget: NewBudget, deal: Deal, after: tuple[str, ...], line: tuple[str, ...]) -> Json:
    """Return where `line`, played after `after`, lost the win, and the verdict of the position that was lost first."""
    budget = new_budget(None)
    found = review_line(Question(deal, after), line, budget)
    record = found.record() | {"start": found.start, "end": found.end, "why": None}
    if found.lost is not None and budget.stopped is None:
        record["why"] = answer(Question(deal, after + line[: found.lost]), budget).record()
    return record


def winnable(new_budget: NewBudget, game: str, rules: Json, seed: int, fair: bool = False) -> Json:
    """Return the `number` of a random deal that can be won, and how many deals were `tried`; None if none was found.

    With `fair` players who see no more than a player win it in `won` of `of` tries.
    """
    numbers, end, tried = SplitMix64(seed), time.monotonic() + _SECONDS_A_CHOICE, 0
    while tried < _LEAST_CHOSEN_FROM or time.monotonic() < end:
        number, tried = numbers.word() >> 32, tried + 1
        budget = new_budget(_SECONDS_A_DEAL)
        if fair:
            wins, tries = fair_wins(Deal.numbered(game, number, rules), _TRIES, budget, thorough=tried % _EVERY == 0)
            if wins:
                return {"number": number, "tried": tried, "won": wins, "of": tries}
        elif answer(Question(Deal.numbered(game, number, rules)), budget).verdict == "winnable":
            return {"number": number, "tried": tried}
        if budget.poll() and budget.stopped == "interrupt":
            break
    return {"number": None, "tried": tried}


def fair_chance(new_budget: NewBudget, deal: Deal, line: tuple[str, ...], again: int) -> Json:
    """Return what a good player reaches from the position after `line`, given the cards shown so far.

    Each time that it is asked `again` it takes twice as long, and plays more games.
    """
    return chance(known_after(deal, line), _SEED, new_budget(_SECONDS_A_CHANCE * 2**again))


def fair_advice(new_budget: NewBudget, deal: Deal, line: tuple[str, ...]) -> Json:
    """Return the move that a player who sees no more than the cards shown so far would make; null to stop."""
    return {"move": advice(known_after(deal, line), _SEED, new_budget(_SECONDS_A_DEAL))}


def fair_good_play(new_budget: NewBudget, deal: Deal, line: tuple[str, ...]) -> Json:
    """Return the results of an average and a good player who see only face-up cards, and the best of the deal.

    Each is whether the deal is won, and the score; null if time ends it. The game after `line` is over: before, the
    answer would tell what lies under the cards.
    """
    found: Json = {}
    for name, play in (("average", partial(good_play, games=0)), ("good", good_play)):
        budget = new_budget(_SECONDS_A_DEAL)
        won, score = play(deal, _SEED, budget)
        found[name] = None if budget.stopped is not None else {"won": won, "score": score}
    best = answer(Question(deal, best=True), new_budget(_SECONDS_A_BEST)).record()
    score = best["score"] if best["optimal"] else None
    found["best"] = None if best["verdict"] == "undecided" else {"won": best["verdict"] == "winnable", "score": score}
    return found


def fair_peek(new_budget: NewBudget, deal: Deal, line: tuple[str, ...]) -> Json:
    """Return whether one who sees every card can still win after `line`, and nothing that would name a card."""
    return {"verdict": truth(deal, line, new_budget(None))}


def fair_story(new_budget: NewBudget, deal: Deal, line: tuple[str, ...]) -> Json:
    """Return where `line` lost the win to one who sees every card, and each move judged by the cards shown by then."""
    budget = new_budget(_SECONDS_A_STORY)
    found = review_line(Question(deal), ruled_line.of(deal.game)(line), budget)
    made = [len(ruled_line.of(deal.game)(line[:place])) for place in range(len(line) + 1)]
    kept, lost = (None if number is None else made.index(number) for number in (found.kept, found.lost))
    end = found.end
    # Until the next move of the rules, each handling may be the one that lost the win.
    for place in () if kept is None else range(kept + 1, kept + made.count(made[kept])):
        verdict = truth(deal, line[:place], budget)
        kept = place if verdict == "winnable" else kept
        end = verdict if made[place] == made[-1] else end
        if verdict == "unwinnable":
            lost = place
            break
    moves = judged(deal, line, _SEED, new_budget(_SECONDS_A_STORY))
    where = {"kept": kept, "lost": lost, "start": found.start, "end": end}
    return {**where, "judged": [move.record() for move in moves]}


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "verdict": verdict,
    "story": story,
    "winnable": winnable,
    "chance": fair_chance,
    "advice": fair_advice,
    "peek": fair_peek,
    "good play": fair_good_play,
    "fair story": fair_story,
}


def told(new_budget: NewBudget, name: str, arguments: tuple[Any, ...]) -> tuple[Any, str | None]:
    """Return (result of the function `name`, None), or (None, sentence that says why there is no result)."""
    try:
        return _FUNCTIONS[name](new_budget, *arguments), None
    except ValueError as error:
        return None, str(error)
