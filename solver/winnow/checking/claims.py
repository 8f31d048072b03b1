"""Reads a record's claim: its question, its deal, and its line, which is replayed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from winnow.core.cards import CardError
from winnow.core.counted import counted
from winnow.core.deals import Deal, game_type
from winnow.core.errors import BrokenGameError, DealError, IllegalMoveError, RuleError
from winnow.core.game import Game, spells_out
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.core.referee import Claim
from winnow.core.results import BeyondError, CheckFailedError, field_of, require

BAD = (CheckFailedError, DealError, RuleError, IllegalMoveError, BrokenGameError)
"""The errors raised for a faulty record."""
MOST_DIGITS = 100
"""The most characters of a whole number in JSON, its sign included."""
_JSON_BYTES = 60
"""The most bytes that Python holds for a character of JSON (nested lists: 104 bytes for two characters)."""
_CARD_BYTES = 200
"""The bytes held for a card of a deal, in all its forms."""


RETIRED_FORMATS = frozenset(("winnow-construction/1", "winnow-count-proof/1"))
RETIRED_CONTENTS = frozenset(("buried", "cover", "pass-capacity"))
"""Those of earlier releases, of which the check cannot tell."""


class NotJsonError(CheckFailedError):
    """Raised for a text that is not JSON."""


def object_of(text: str, meter: Meter, least: int | None = None, most: int | None = None) -> dict[str, Any]:
    """Return the JSON object in a text; raise CheckFailedError for any other text, and for a repeated key.

    Its whole numbers must lie within `least`..`most`, if these are given. The meter is charged for the object; the
    caller releases that when it drops the object.
    """

    def whole(digits: str) -> int:
        # Python itself refuses thousands of digits with ValueError.
        number = int(digits)
        require(len(digits) <= MOST_DIGITS, f"a whole number of more than {MOST_DIGITS} digits")
        require(digits != "-0", "-0 is no spelling of 0")
        within = (least is None or least <= number) and (most is None or number <= most)
        require(within, f"{digits} is not a whole number of {least} to {most}")
        return number

    meter.hold(_JSON_BYTES * len(text))
    try:
        found = json.loads(text, object_pairs_hook=_unique, parse_int=whole, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise NotJsonError("not a JSON object") from None
    if not isinstance(found, dict):
        raise CheckFailedError("not a JSON object")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict[str, Any]()
    for name, value in pairs:
        require(name not in found, f"the key {name[:40]!a} is there twice")
        found[name] = value
    return found


def _no_number(name: str) -> float:
    raise CheckFailedError(f"{name} is no number of JSON")


def read_claim(record: Mapping[str, Any], meter: Meter, deal: Deal | None = None) -> Claim:
    """Return the claim of a record whose deal has no unknown cards, after replaying its line.

    Raises CheckFailedError, DealError, RuleError or IllegalMoveError for a faulty record, and ExhaustedError.
    """
    deal = deal_of(record, meter) if deal is None else deal
    verdict, question = question_of(record)
    require(verdict != "open" and not deal.unknown, "only a deal with unknown cards can be open")
    game = deal.bind()
    position = position_of(record, game, meter)
    shown = _check_line(record, game, position, verdict, question, meter)
    _check_numbers(record, game)
    return Claim(record, game, position, verdict, question, shown)


def question_of(record: Mapping[str, Any]) -> tuple[str, str]:
    """Return a record's verdict and question; raise CheckFailedError for unknown ones."""
    verdict, question = field_of(record, "verdict", str), field_of(record, "question", str)
    require(question in ("win", "best"), f"unknown question {question!a}")
    require(verdict in ("winnable", "unwinnable", "undecided", "open"), f"unknown verdict {verdict!a}")
    return verdict, question


def deal_of(record: Mapping[str, Any], meter: Meter) -> Deal:
    """Return a record's deal; raise CheckFailedError unless its rules spell out every option."""
    rules = field_of(record, "rules", dict)
    kind, text = game_type(field_of(record, "game", str)), field_of(record, "deal", str)
    deck = rules.get("deck")
    require_deck(kind, rules)
    tokens = text.count(" ") + text.count(",") + len(str(deck).split())
    meter.hold(tokens * _CARD_BYTES)
    meter.step(tokens)
    deal = Deal.parse(kind.name, text, rules)
    require(spells_out(rules, deal.rules), "rules must spell every option out")
    number = record.get("number")
    if number is not None:
        require(type(number) is int, "number is not a whole number")
        require(Deal.numbered(deal.game, number, rules).cards == deal.cards, f"this is not deal number {number}")
    return deal


def require_deck(kind: type[Game[Any, Any]], rules: Mapping[str, Any]) -> None:
    """Raise CheckFailedError unless the rules name a deck; a record, unlike the command line, may not name a file."""
    deck = rules.get("deck")
    try:
        inline = isinstance(deck, str) and all(map(kind.cards.read, deck.split()))
    except CardError:
        inline = False
    require(deck in ("full", "as-dealt") or inline, "rules: deck must be full, as-dealt, or a deck's cards")


def moves_of(record: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    """Return a field that is a list of moves, None if it is null or missing; raise CheckFailedError for others."""
    value = record.get(name)
    if value is None:
        return None
    require(isinstance(value, list) and all(isinstance(move, str) for move in value), f"{name} is not a list of moves")
    return tuple(value)


def position_of(record: Mapping[str, Any], game: Game[Any, Any], meter: Meter) -> Any:
    """Return the record's position, after its moves `after`; raise IllegalMoveError if one is not legal."""
    return replay(game, game.start(), moves_of(record, "after") or (), meter.step)


def _check_line(
    record: Mapping[str, Any], game: Game[Any, Any], position: Any, verdict: str, question: str, meter: Meter
) -> str:
    """Replay the line; return a phrase that says what it proves ("" without a line)."""
    line = moves_of(record, "line")
    if line is None:
        require(verdict != "winnable", "a winnable verdict needs its line")
        return ""
    end = replay(game, position, line, meter.step)
    score = game.score(end)
    require(score is not None, f"the line stops after {counted(len(line), 'moves')}, before the game may end")
    stated: Any = record.get("score")
    require(type(stated) is int and score == stated, f"the line reaches {score}, not the stated score {stated!a}")
    won = game.won(end)
    require(won == (verdict == "winnable"), f"the line {'wins' if won else 'does not win'}, the verdict is {verdict}")
    require(won or question == "best", "a line that does not win answers only the question for the best score")
    return f"the line is legal and {'wins' if won else 'ends'} with {counted(stated, game.score_unit)}"


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


def check_reason(record: Mapping[str, Any]) -> None:
    """Raise CheckFailedError unless a record's reason belongs to a loss and has a kind, a text, and perhaps cards."""
    reason = record.get("reason")
    if reason is not None:
        require(_is_reason(reason), "reason is not a kind with its text")
        require(record.get("verdict") == "unwinnable", "only a loss has a reason")


def _is_reason(value: Any) -> bool:
    if not isinstance(value, Mapping) or not value.keys() <= {"kind", "text", "cards"}:
        return False
    cards = value.get("cards", [])
    texts = [value.get("kind"), value.get("text"), *(cards if isinstance(cards, list) else [None])]
    return all(isinstance(text, str) for text in texts)


def reason_kind(record: Mapping[str, Any]) -> str | None:
    """Return the kind of a record's reason, or None without one; the reason's text is for people and is not checked."""
    reason = record.get("reason")
    kind = reason.get("kind") if isinstance(reason, Mapping) else None
    return kind if isinstance(kind, str) else None


def not_retired(name: object, retired: frozenset[str]) -> None:
    """Raise BeyondError if a format, or a content as evidence, has one of the names that were `retired`."""
    if isinstance(name, str) and name in retired:
        raise BeyondError(f"{name} was retired; nothing here checks it")


def fits(known: Sequence[str], whole: Sequence[str], unknown: str) -> bool:
    """Return whether the cards `whole` complete `known`, which has `unknown` in place of unknown cards."""
    return len(known) == len(whole) and all(a in (unknown, b) for a, b in zip(known, whole, strict=True))


def partial_verdict(record: Mapping[str, Any]) -> str:
    """Return a record's verdict on a deal with unknown cards; raise CheckFailedError for `best` or a score."""
    verdict, question = question_of(record)
    require(question == "win", "a deal with unknown cards takes the question win alone")
    for name in ("score", "bound", "line"):
        require(record.get(name) is None, f"a deal with unknown cards has no {name}")
    require(record.get("optimal") is False, "a deal with unknown cards has no best score")
    return verdict
