"""The referee: checks what Winnow printed, by the rules alone. It imports no engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from solver.capacity import capacity
from solver.cards import BLINK
from solver.covers import TooManySetsError, can_cover
from solver.deals import Deal, DealError
from solver.games import Blink, Game, Head, IllegalMoveError, OneMinute, RuleError
from solver.games.blink import ways
from solver.games.single_left import SingleLeft
from solver.lines import replay
from solver.verdicts import HINT_FORMAT, VERDICT_FORMAT

Status = Literal["verified", "unproven", "failed"]


@dataclass(frozen=True)
class CheckResult:
    """What a check came to: `verified`, `failed`, or `unproven` where the record carries nothing to check by."""

    status: Status
    text: str


class _CheckFailedError(Exception):
    pass


def check(record: Mapping[str, Any]) -> CheckResult:
    """Check one record (format `winnow-verdict/1` or `winnow-hint/1`) by the rules alone.

    A line is replayed and its score compared; a theorem or witness is verified; an exhausted search carries nothing
    that could be checked, and the result then says `unproven`.
    """
    try:
        if record.get("format") == HINT_FORMAT:
            return _check_hint(record)
        return _check_verdict(record)
    except (_CheckFailedError, DealError, RuleError, IllegalMoveError) as error:
        return CheckResult("failed", str(error))


def _check_verdict(record: Mapping[str, Any]) -> CheckResult:
    _require(_field(record, "format", str) == VERDICT_FORMAT, f"the format is not {VERDICT_FORMAT}")
    verdict = _field(record, "verdict", str)
    if verdict == "invalid":
        return CheckResult("unproven", "a record of bad input claims nothing")
    deal = _deal(record)
    question = _field(record, "question", str)
    _require(question in ("win", "best"), f"unknown question {question!r}")
    _require(verdict in ("winnable", "unwinnable", "undecided", "open"), f"unknown verdict {verdict!r}")
    if deal.unknown:
        _check_no_score(record)
        return _check_partial(record, deal, verdict)
    _require(verdict != "open", "only a deal with unknown cards can be open")
    game = deal.bind()
    position = replay(game, game.start(), _moves(record, "after") or ())
    shown = _check_line(record, game, position, verdict, question)
    _check_numbers(record, game, verdict)
    if verdict == "unwinnable":
        return _check_loss(record, game, position)
    if record.get("optimal"):
        perfect = record["score"] == game.best_possible()
        if perfect:
            return CheckResult("verified", f"{shown}, and no score can be better")
        return CheckResult("unproven", f"{shown}; that nothing is better rests on an exhausted search")
    if verdict == "winnable":
        return CheckResult("verified", shown)
    return CheckResult("unproven", "undecided claims nothing" if not shown else f"undecided; {shown}")


def _check_hint(record: Mapping[str, Any]) -> CheckResult:
    """Check that a hint lists exactly the legal moves and that the position's verdict follows from theirs."""
    moves = _field(record, "moves", list)
    wellformed = all(isinstance(move, dict) and isinstance(move.get("move"), str) for move in moves)
    _require(wellformed, "moves is not a list of moves with their verdicts")
    verdict = {name: value for name, value in record.items() if name != "moves"}
    result = _check_verdict({**verdict, "format": VERDICT_FORMAT})
    deal = _deal(record)
    game = deal.bind()
    position = replay(game, game.start(), _moves(record, "after") or ())
    _require(tuple(move["move"] for move in moves) == game.moves(position), "these are not the legal moves")
    won = game.won(position) or any(move.get("verdict") == "winnable" for move in moves)
    _require(won == (record["verdict"] == "winnable"), "the position's verdict does not follow from its moves'")
    return CheckResult("unproven", f"all legal moves are there; their verdicts rest on searches; {result.text}")


def _deal(record: Mapping[str, Any]) -> Deal:
    rules = _field(record, "rules", dict)
    deck = rules.get("deck")
    inline = isinstance(deck, str) and all(token in BLINK.tokens for token in deck.split())
    _require(deck in ("full", "as-dealt") or inline, "rules: deck must be full, as-dealt, or a deck's cards")
    deal = Deal.parse(_field(record, "game", str), _field(record, "deal", str), rules)
    _require(rules == deal.rules.spelled_out(), "rules must spell every option out")
    number = record.get("number")
    if number is not None:
        _require(type(number) is int, "number is not a whole number")
        _require(Deal.numbered(deal.game, number, rules).cards == deal.cards, f"this is not deal number {number}")
    return deal


def _check_line(record: Mapping[str, Any], game: Game[Any, Any], position: Any, verdict: str, question: str) -> str:
    """Replay the line; return what it shows in words ("" if there is none)."""
    line = _moves(record, "line")
    if line is None:
        _require(verdict != "winnable", "a winnable verdict needs its line")
        return ""
    end = replay(game, position, line)
    score = game.score(end)
    _require(score is not None, f"the line stops after {len(line)} moves, before the game may end")
    _require(score == record.get("score"), f"the line reaches {score}, not the stated score {record.get('score')}")
    won = game.won(end)
    _require(won == (verdict == "winnable"), f"the line {'wins' if won else 'does not win'}, the verdict is {verdict}")
    _require(won or question == "best", "a line that does not win answers only the question for the best score")
    return f"the line is legal and {'wins' if won else 'ends'} with {score} {game.score_unit}"


def _check_numbers(record: Mapping[str, Any], game: Game[Any, Any], verdict: str) -> None:
    score, bound = record.get("score"), record.get("bound")
    for name, value in (("score", score), ("bound", bound)):
        _require(value is None or type(value) is int, f"{name} is not a whole number")
    optimal = record.get("optimal")
    _require(optimal is (score is not None and score == bound), "optimal must say whether score equals bound")
    if score is not None and bound is not None:
        beyond = score > bound if game.higher_is_better else score < bound
        _require(not beyond, f"the score {score} is beyond the bound {bound}")
    best = game.best_possible()
    for value in (score, bound):
        if value is not None and best is not None:
            beyond = value > best if game.higher_is_better else value < best
            _require(not beyond, f"no line of this deal reaches the score {value}")


def _check_loss(record: Mapping[str, Any], game: Game[Any, Any], position: Any) -> CheckResult:
    proof = record.get("proof")
    reason = record.get("reason")
    kind = reason.get("kind") if isinstance(reason, Mapping) else None
    if isinstance(game, SingleLeft) and proof == "theorem" and kind == "parity":
        _require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
        if record.get("line") is None:
            _require(record.get("score") is None, "a score needs its line")
        if record.get("bound") not in (None, game.best_possible()):
            return CheckResult("unproven", "unwinnable by parity; the bound rests on a search")
        return CheckResult("verified", "unwinnable by parity: discards come in twos and fours")
    if isinstance(game, SingleLeft) and proof == "witness" and kind == "forced-play":
        _require(game.forced, "this game leaves choices, so playing it once proves nothing")
        left = _forced_end(game, position)
        _require(not game.goal_met(left), f"the forced game ends with {left} left, which meets the goal")
        for name in ("score", "bound"):
            _require(record.get(name) in (None, left), f"the forced game ends with {left} left, which {name} denies")
        return CheckResult("verified", f"unwinnable: nothing is chosen, and the game ends with {left} left")
    if isinstance(game, OneMinute) and proof == "witness" and kind == "pass-capacity":
        laid = game.play(position, game.deal[0]) if position.top is None else position
        least = capacity(game, laid).handlings
        _require(game.bound_loses(least), f"what passes can play takes {least} handlings, and so many are allowed")
        if record.get("bound") not in (None, least):
            return CheckResult(
                "unproven", f"unwinnable: it takes at least {least} handlings; the bound rests on a search"
            )
        return CheckResult("verified", f"unwinnable: what passes can play takes at least {least} handlings")
    if isinstance(game, Blink) and proof == "witness" and kind == "room":
        cells = game.rules.columns * game.rules.rows
        _require(len(game.deal) > cells, f"{len(game.deal)} cards fit on {cells} cells")
        return CheckResult("verified", "unwinnable: the table has fewer cells than there are cards")
    if isinstance(game, Blink) and proof == "witness" and kind == "match-graph":
        most = _most_placed(game, position)
        _require(most < len(game.deal), "cards that are placed beside any card they match can all be placed in time")
        text = f"unwinnable: even with all the room there is, {most} of {len(game.deal)} cards can be placed at most"
        return CheckResult("verified", text)
    if isinstance(game, Head) and proof == "witness" and kind == "cover":
        return _check_cover(record, game, position)
    _require(proof == "exhausted", f"{game.name} has no proof {proof!r} of kind {kind!r}")
    return CheckResult("unproven", f"unwinnable by {proof}: the record carries nothing to check that by")


def _check_cover(record: Mapping[str, Any], game: Head, position: Any) -> CheckResult:
    """Check that the cards cannot be split into melds with few enough of them over, whatever their order."""
    last = position.turn == game.rules.passes
    cards = position.hand + position.pile + (() if last else position.discards)
    spent = len(position.discards) if last else 0
    target, bound = game.rules.target, record.get("bound")
    try:
        _require(not can_cover(cards, target - spent, game.rules.hand), f"melds could leave only {target} cards over")
        if bound is not None and can_cover(cards, bound - 1 - spent, game.rules.hand):
            return CheckResult("unproven", "unwinnable by the melds there are; the bound rests on a search")
    except TooManySetsError:
        return CheckResult("unproven", "unwinnable by cover: too many melds to check that here")
    return CheckResult("verified", f"unwinnable: no choice of melds leaves fewer than {target + 1} cards over")


def _forced_end(game: SingleLeft, position: Any) -> int:
    while not game.over(position):
        position = next(iter(game.successors(position)))[1]
    return len(position.hand)


def _most_placed(game: Blink, position: Any) -> int:
    """Return how many cards can lie if each is placed beside any card that it matches, as soon as it may come.

    Beside the cards that lie already, it must fit a cell by the rules. Whatever a game can place, this can.
    """
    unhurried = Blink(dataclasses.replace(game.rules, hold=len(game.deal)), game.deal)
    if position.layout:
        # The rules name the first of equal cards alone, but all of them fit.
        fitting = {move.partition("@")[0] for move in unhurried.moves(position)}
        return _most_added(game, position, {i for i in position.left if game.deal[i] in fitting}, set())
    firsts = [i for i in position.left if i <= game.rules.hold]
    return max(_most_added(game, position, set(), {first}) for first in firsts)


def _most_added(game: Blink, position: Any, fitting: set[int], placed: set[int]) -> int:
    laid = len(position.layout)
    while True:
        reach = laid + len(placed) + game.rules.hold
        for i in position.left:
            beside = i in fitting or any(ways(game.deal[i], game.deal[j]) for j in placed)
            if i <= reach and i not in placed and beside:
                placed = placed | {i}
                break
        else:
            return laid + len(placed)


def _check_no_score(record: Mapping[str, Any]) -> None:
    for name in ("score", "bound", "line"):
        _require(record.get(name) is None, f"a deal with unknown cards has no {name}")
    _require(record.get("optimal") is False, "a deal with unknown cards has no best score")


def _check_partial(record: Mapping[str, Any], deal: Deal, verdict: str) -> CheckResult:
    game = SingleLeft(deal.rules, deal.cards)  # type: ignore[arg-type]
    if verdict == "unwinnable" and record.get("proof") == "theorem":
        _require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
        return CheckResult("verified", "every completion is unwinnable by parity")
    if verdict != "open":
        return CheckResult("unproven", f"{verdict} for every completion: the record carries nothing to check that by")
    completions = _field(record, "completions", dict)
    for word in ("winning", "losing"):
        full = Deal.parse(deal.game, _field(completions, word, str), deal.rules.spelled_out())
        _require(not full.unknown, f"the {word} completion leaves cards unknown")
        fits = all(known in ("?", card) for known, card in zip(deal.cards, full.cards, strict=True))
        _require(fits, f"the {word} completion does not agree with the known cards")
        complete = full.bind()
        if isinstance(complete, SingleLeft) and complete.forced:
            won = complete.goal_met(_forced_end(complete, complete.start()))
            _require(won == (word == "winning"), f"the {word} completion {'wins' if won else 'loses'}")
    if not game.forced:
        return CheckResult("unproven", "open: both completions fit the known cards; they are not played out here")
    return CheckResult("verified", "open: one completion wins and one loses when played out")


def _moves(record: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    value = record.get(name)
    if value is None:
        return None
    _require(isinstance(value, list) and all(isinstance(move, str) for move in value), f"{name} is not a list of moves")
    return tuple(value)


def _field(record: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    value = record.get(name)
    _require(isinstance(value, kind), f"{name} is missing or not {'text' if kind is str else 'an object'}")
    return value


def _require(condition: bool, text: str) -> None:
    if not condition:
        raise _CheckFailedError(text)
