"""The kinds of questions whose evidence `winnow bench --proofs` measures, and how the evidence of each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from winnow.api.bundle import prove_hint
from winnow.api.prove import prove_question
from winnow.core.deals import UNKNOWN, Deal
from winnow.core.question import Question
from winnow.core.rng import SplitMix64
from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget

_LONGEST_GAME = 100


@dataclass(frozen=True)
class Made:
    """The result of one question: `content` names the evidence that shows all of the claim ("": none does).

    `write` writes the evidence; None if the claim needs no evidence. A verdict `undecided` is no claim.
    """

    verdict: str
    bound: int | None
    content: str
    write: Callable[[BinaryIO], None] | None = None


Prove = Callable[[Question, Limits], Made | None]
"""Answers a question and looks for evidence; None if a line shows the answer, so that it is no claim."""
OPEN = Made("undecided", None, "")


def by_certificate(question: Question, limits: Limits) -> Made | None:
    """Return the claim that no line wins, or that none beats the best score."""
    proof = prove_question(question, make_budget(limits))
    verdict = proof.verdict
    if not verdict.decided:
        return OPEN
    if not (verdict.verdict == "unwinnable" or (verdict.answer.optimal and proof.content != "line")):
        return None
    return Made(verdict.verdict, verdict.answer.bound, proof.content or "", proof.pack)


def by_bundle(question: Question, limits: Limits) -> Made | None:
    """Return the claims of a hint: the verdicts of a position and of each legal move."""
    hint, bundle = prove_hint(question, make_budget(limits))
    if hint.verdict.verdict == "undecided" or any(move.verdict == "undecided" for move in hint.moves):
        return OPEN
    whole = bundle.results[0].status == "verified"
    return Made(hint.verdict.verdict, hint.verdict.answer.bound, "bundle" if whole else "", bundle.pack)


def midway(make: Callable[[int], Question]) -> Callable[[int], Question]:
    """Return a function like `make` that asks about the position three quarters into a random game of the deal."""

    def at(number: int) -> Question:
        question = make(number)
        game: Any = question.deal.bind()
        rng, position, played = SplitMix64(number), game.start(), list[str]()
        while len(played) < _LONGEST_GAME and (legal := game.moves(position)):
            played.append(legal[rng.below(len(legal))])
            position = game.play(position, played[-1])
        return replace(question, after=tuple(played[: 3 * len(played) // 4]))

    return at


def unknown(make: Callable[[int], Question], count: int) -> Callable[[int], Question]:
    """Return a function like `make` whose deals have `count` unknown cards, drawn by the deal's number."""

    def hide(number: int) -> Question:
        question = make(number)
        rng, cards = SplitMix64(number), list(question.deal.cards)
        places = list(range(len(cards)))
        for _ in range(count):
            cards[places.pop(rng.below(len(places)))] = UNKNOWN
        hidden = Deal.parse(question.deal.game, " ".join(cards), question.deal.rules.spelled_out())
        return replace(question, deal=hidden)

    return hide
