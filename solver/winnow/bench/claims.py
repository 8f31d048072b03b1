"""The kinds of questions whose evidence `winnow bench --proofs` measures, and how the evidence of each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from winnow.api.bundle import prove_hint
from winnow.api.construct import construct_deal, prove_none
from winnow.api.count import count_layouts, prove_layouts
from winnow.api.prove import prove_question
from winnow.checking.records import check
from winnow.core.deals import UNKNOWN, Deal
from winnow.core.engine import Wishes
from winnow.core.question import Question
from winnow.core.rng import SplitMix64
from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget

MOST_LAYOUTS = 100
"""The most winning layouts that a certificate of their number lists."""
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


def by_layouts(question: Question, limits: Limits) -> Made | None:
    """Return the claim of the exact number of winning layouts."""
    found = count_layouts(question, MOST_LAYOUTS, make_budget(limits))
    if not found.exact:
        return OPEN if found.stopped else None
    proof = prove_layouts(question, MOST_LAYOUTS, make_budget(limits))
    text = "one layout" if found.layouts == 1 else f"{found.layouts} layouts"
    return Made(text, None, "" if proof is None else "layouts", None if proof is None else proof.pack)


def by_construction(question: Question, limits: Limits) -> Made | None:
    """Return the claim that no deal with these cards, and any for `?`, has an end that meets the goal."""
    wishes = Wishes(question.deal, 0, 1)
    record = construct_deal(wishes, make_budget(limits)).record()
    if record["verdict"] == "undecided":
        return OPEN
    if record["verdict"] != "none":
        return None
    if check(record).status == "verified":
        return Made("none", None, record["proof"])
    proof = prove_none(wishes, make_budget(limits))
    return Made("none", None, "") if proof is None else Made("none", None, proof.content or "", proof.pack)


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
