"""Checks one record, as `--json` prints it, by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from winnow.cards import BLINK
from winnow.deals import Deal, DealError
from winnow.games import Game, IllegalMoveError, RuleError
from winnow.games.single_left import SingleLeft
from winnow.lines import replay
from winnow.referee.results import CheckFailedError, CheckResult, failed, field_of, require
from winnow.referee.witnesses import WITNESS_PROOFS, check_witness, forced_end
from winnow.theorems.head import TooManySetsError
from winnow.verdicts import HINT_FORMAT, VERDICT_FORMAT

G = TypeVar("G", bound=Game[Any, Any])


@dataclass(frozen=True)
class Claim:
    """A record whose form, question and line are in order: `shown` says what its line shows ("" if there is none)."""

    record: Mapping[str, Any]
    game: Game[Any, Any]
    position: Any
    verdict: str
    question: str
    shown: str

    def bound_to(self, kind: type[G]) -> G:
        """Return the game, which must be of this kind; raise CheckFailedError if it is another."""
        if not isinstance(self.game, kind):
            raise CheckFailedError(f"{self.game.name} has no such proof")
        return self.game


def check(record: Mapping[str, Any]) -> CheckResult:
    """Check one record (format `winnow-verdict/1` or `winnow-hint/1`) by the rules alone.

    A line is replayed and its score compared; a theorem or witness is verified; an exhausted search carries nothing
    that could be checked, and the result then says `unproven`.
    """
    try:
        if record.get("format") == HINT_FORMAT:
            return _check_hint(record)
        return _check_verdict(record)
    except (CheckFailedError, DealError, RuleError, IllegalMoveError) as error:
        return failed(error)


def _check_verdict(record: Mapping[str, Any]) -> CheckResult:
    require(field_of(record, "format", str) == VERDICT_FORMAT, f"the format is not {VERDICT_FORMAT}")
    verdict = field_of(record, "verdict", str)
    if verdict == "invalid":
        return CheckResult("unproven", "a record of bad input claims nothing")
    deal = _deal(record)
    if deal.unknown:
        _check_question(record)
        _check_no_score(record)
        return _check_partial(record, deal, verdict)
    claim = read_claim(record, deal)
    if verdict == "unwinnable":
        return _check_loss(claim)
    if record.get("optimal"):
        perfect = record["score"] == claim.game.best_possible()
        if perfect:
            return CheckResult("verified", f"{claim.shown}, and no score can be better")
        return CheckResult("unproven", f"{claim.shown}; that nothing is better rests on an exhausted search")
    if verdict == "winnable":
        return CheckResult("verified", claim.shown)
    return CheckResult("unproven", "undecided claims nothing" if not claim.shown else f"undecided; {claim.shown}")


def read_claim(record: Mapping[str, Any], deal: Deal | None = None) -> Claim:
    """Return what a record of a deal without unknown cards claims, once its line has been replayed.

    Raises CheckFailedError, DealError, RuleError or IllegalMoveError for what is wrong with it.
    """
    deal = _deal(record) if deal is None else deal
    verdict, question = _check_question(record)
    require(verdict != "open" and not deal.unknown, "only a deal with unknown cards can be open")
    game = deal.bind()
    position = replay(game, game.start(), _moves(record, "after") or ())
    shown = _check_line(record, game, position, verdict, question)
    _check_numbers(record, game)
    return Claim(record, game, position, verdict, question, shown)


def _check_question(record: Mapping[str, Any]) -> tuple[str, str]:
    verdict, question = field_of(record, "verdict", str), field_of(record, "question", str)
    require(question in ("win", "best"), f"unknown question {question!r}")
    require(verdict in ("winnable", "unwinnable", "undecided", "open"), f"unknown verdict {verdict!r}")
    return verdict, question


def _check_hint(record: Mapping[str, Any]) -> CheckResult:
    """Check that a hint lists exactly the legal moves and that the position's verdict follows from theirs."""
    moves = field_of(record, "moves", list)
    wellformed = all(isinstance(move, dict) and isinstance(move.get("move"), str) for move in moves)
    require(wellformed, "moves is not a list of moves with their verdicts")
    verdict = {name: value for name, value in record.items() if name != "moves"}
    result = _check_verdict({**verdict, "format": VERDICT_FORMAT})
    deal = _deal(record)
    game = deal.bind()
    position = replay(game, game.start(), _moves(record, "after") or ())
    require(tuple(move["move"] for move in moves) == game.moves(position), "these are not the legal moves")
    won = game.won(position) or any(move.get("verdict") == "winnable" for move in moves)
    require(won == (record["verdict"] == "winnable"), "the position's verdict does not follow from its moves'")
    return CheckResult("unproven", f"all legal moves are there; their verdicts rest on searches; {result.text}")


def _deal(record: Mapping[str, Any]) -> Deal:
    rules = field_of(record, "rules", dict)
    deck = rules.get("deck")
    inline = isinstance(deck, str) and all(token in BLINK.tokens for token in deck.split())
    require(deck in ("full", "as-dealt") or inline, "rules: deck must be full, as-dealt, or a deck's cards")
    deal = Deal.parse(field_of(record, "game", str), field_of(record, "deal", str), rules)
    require(rules == deal.rules.spelled_out(), "rules must spell every option out")
    number = record.get("number")
    if number is not None:
        require(type(number) is int, "number is not a whole number")
        require(Deal.numbered(deal.game, number, rules).cards == deal.cards, f"this is not deal number {number}")
    return deal


def _check_line(record: Mapping[str, Any], game: Game[Any, Any], position: Any, verdict: str, question: str) -> str:
    """Replay the line; return what it shows in words ("" if there is none)."""
    line = _moves(record, "line")
    if line is None:
        require(verdict != "winnable", "a winnable verdict needs its line")
        return ""
    end = replay(game, position, line)
    score = game.score(end)
    require(score is not None, f"the line stops after {len(line)} moves, before the game may end")
    require(score == record.get("score"), f"the line reaches {score}, not the stated score {record.get('score')}")
    won = game.won(end)
    require(won == (verdict == "winnable"), f"the line {'wins' if won else 'does not win'}, the verdict is {verdict}")
    require(won or question == "best", "a line that does not win answers only the question for the best score")
    return f"the line is legal and {'wins' if won else 'ends'} with {score} {game.score_unit}"


def _check_numbers(record: Mapping[str, Any], game: Game[Any, Any]) -> None:
    score, bound = record.get("score"), record.get("bound")
    for name, value in (("score", score), ("bound", bound)):
        require(value is None or type(value) is int, f"{name} is not a whole number")
    optimal = record.get("optimal")
    require(optimal is (score is not None and score == bound), "optimal must say whether score equals bound")
    if score is not None and bound is not None:
        beyond = score > bound if game.higher_is_better else score < bound
        require(not beyond, f"the score {score} is beyond the bound {bound}")
    best = game.best_possible()
    for value in (score, bound):
        if value is not None and best is not None:
            beyond = value > best if game.higher_is_better else value < best
            require(not beyond, f"no line of this deal reaches the score {value}")


def _check_loss(claim: Claim) -> CheckResult:
    record, game = claim.record, claim.game
    proof = record.get("proof")
    reason = record.get("reason")
    kind = reason.get("kind") if isinstance(reason, Mapping) else None
    if isinstance(kind, str) and proof == WITNESS_PROOFS.get(kind, ""):
        return _check_witness(claim, kind)
    require(proof in ("exhausted", "certificate"), f"{game.name} has no proof {proof!r} of kind {kind!r}")
    if proof == "certificate":
        return CheckResult("unproven", "unwinnable by a certificate, which is a file of its own")
    return CheckResult("unproven", f"unwinnable by {proof}: the record carries nothing to check that by")


def _check_witness(claim: Claim, kind: str) -> CheckResult:
    record = claim.record
    try:
        proven = check_witness(kind, claim.game, claim.position, record.get("bound"))
    except TooManySetsError:
        return CheckResult("unproven", f"unwinnable by {kind}: too many melds to check that here")
    require(proven.loses, f"{proven.text}, and that does not rule a win out")
    if kind == "forced-play":
        for name in ("score", "bound"):
            require(record.get(name) in (None, proven.bound), f"{proven.text}, which {name} denies")
    elif kind == "parity" and record.get("line") is None:
        require(record.get("score") is None, "a score needs its line")
    if not proven.shows(claim.game, record.get("bound")):
        return CheckResult("unproven", f"unwinnable: {proven.text}; the bound rests on a search")
    return CheckResult("verified", f"unwinnable: {proven.text}")


def _check_no_score(record: Mapping[str, Any]) -> None:
    for name in ("score", "bound", "line"):
        require(record.get(name) is None, f"a deal with unknown cards has no {name}")
    require(record.get("optimal") is False, "a deal with unknown cards has no best score")


def _check_partial(record: Mapping[str, Any], deal: Deal, verdict: str) -> CheckResult:
    game = SingleLeft(deal.rules, deal.cards)  # type: ignore[arg-type]
    if verdict == "unwinnable" and record.get("proof") == "theorem":
        require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
        return CheckResult("verified", "every completion is unwinnable by parity")
    if verdict != "open":
        return CheckResult("unproven", f"{verdict} for every completion: the record carries nothing to check that by")
    completions = field_of(record, "completions", dict)
    for word in ("winning", "losing"):
        full = Deal.parse(deal.game, field_of(completions, word, str), deal.rules.spelled_out())
        require(not full.unknown, f"the {word} completion leaves cards unknown")
        fits = all(known in ("?", card) for known, card in zip(deal.cards, full.cards, strict=True))
        require(fits, f"the {word} completion does not agree with the known cards")
        complete = full.bind()
        if isinstance(complete, SingleLeft) and complete.forced:
            won = complete.goal_met(forced_end(complete, complete.start()))
            require(won == (word == "winning"), f"the {word} completion {'wins' if won else 'loses'}")
    if not game.forced:
        return CheckResult("unproven", "open: both completions fit the known cards; they are not played out here")
    return CheckResult("verified", "open: one completion wins and one loses when played out")


def _moves(record: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    value = record.get(name)
    if value is None:
        return None
    require(isinstance(value, list) and all(isinstance(move, str) for move in value), f"{name} is not a list of moves")
    return tuple(value)
