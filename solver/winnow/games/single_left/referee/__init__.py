"""The referee of Single Left: parity, forced games, relations, and deals with unknown cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar

from winnow.checking import closed_set
from winnow.checking.claims import fits, reason_kind
from winnow.core.deals import UNKNOWN, Deal
from winnow.core.meter import Meter
from winnow.core.referee import Claim, Content, PartialContent, Referee, Witness
from winnow.core.results import CheckResult, Proven, field_of, require, result_of
from winnow.games.single_left.referee import assignments, relations
from winnow.games.single_left.rules import Position, SingleLeft


def _relations_set(claim: Claim, lines: Iterator[str], meter: Meter) -> Proven:
    return closed_set.check(claim, lines, meter, partial(relations.least_relations, claim.bound_to(SingleLeft)))


def _partial_parity(record: Mapping[str, Any], deal: Deal, _lines: Iterator[str], _meter: Meter) -> str:
    game = SingleLeft(deal.rules, deal.cards)  # type: ignore[arg-type]
    require(record.get("verdict") == "unwinnable", "parity shows losses")
    require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
    return "every completion loses by parity"


def _parity(game: SingleLeft, _position: Position, _bound: int | None, _meter: Meter) -> Proven:
    require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
    return Proven(True, game.best_possible(), "by parity, as discards come in twos and fours")


def _forced_play(game: SingleLeft, position: Position, _bound: int | None, meter: Meter) -> Proven:
    left = forced_end(game, position, meter)
    text = f"nothing is chosen, and the game ends with {left} left"
    return Proven(not game.goal_met(left), left, text, exact=True)


def forced_end(game: SingleLeft, position: Position, meter: Meter) -> int:
    """Return the cards left at the end of the forced game; raise CheckFailedError if this game leaves choices."""
    require(game.forced, "this game leaves choices, so playing it once proves nothing")
    begun: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    while (step := next(iter(game.successors(position)), None)) is not None:
        move, position = step
        meter.step()
        if move == "redeal":
            # Hand and deck determine what follows: if they recur together once, they do so for ever.
            period = begun.setdefault((position.hand, position.deck), position.redeals) - position.redeals
            if period:
                position = position._replace(redeals=position.redeals % period)
                begun.clear()
            else:
                meter.hold(_PAIR_BYTES + 8 * len(game.deal))
    return len(position.hand)


_PAIR_BYTES = 300
"""The bytes held for a hand and a deck that were met, without their cards; an upper estimate."""


class SingleLeftReferee(Referee):
    """Checks relations, parity and forced play."""

    knows = frozenset({"redeal_order"})

    contents: ClassVar[Mapping[str, Content]] = {"relations": relations.check, "relations-set": _relations_set}
    witnesses: ClassVar[Mapping[str, Witness]] = {
        "parity": Witness("theorem", _parity),
        "forced-play": Witness("witness", _forced_play),
    }
    partial_contents: ClassVar[Mapping[str, PartialContent]] = {
        "parity": _partial_parity,
        "assignments": assignments.check,
    }

    def partial(self, record: Mapping[str, Any], deal: Deal, verdict: str, meter: Meter) -> CheckResult:
        """Return the result: parity and the two completions of an open deal are checked, other claims are unproven."""
        game = SingleLeft(deal.rules, deal.cards)  # type: ignore[arg-type]
        if verdict == "unwinnable" and record.get("proof") == "theorem":
            kind = reason_kind(record)
            require(kind == "parity", f"single-left has no proof 'theorem' of kind {kind!a} for unknown cards")
            require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
            return result_of("every completion is unwinnable by parity", {"verdict": "verified"})
        if verdict != "open":
            text = f"{verdict} for every completion: the record carries nothing to check that by"
            return result_of(text, {"verdict": "unproven"})
        completions = field_of(record, "completions", dict)
        for word in ("winning", "losing"):
            whole = Deal.parse(deal.game, field_of(completions, word, str), deal.rules.spelled_out())
            require(not whole.unknown, f"the {word} completion leaves cards unknown")
            agrees = fits(deal.cards, whole.cards, UNKNOWN)
            require(agrees, f"the {word} completion does not agree with the known cards")
            complete = SingleLeft(deal.rules, whole.cards)  # type: ignore[arg-type]
            if complete.forced:
                won = complete.goal_met(forced_end(complete, complete.start(), meter))
                require(won == (word == "winning"), f"the {word} completion {'wins' if won else 'loses'}")
        if not game.forced:
            return result_of("open: both completions fit the known cards", {"verdict": "unproven"})
        return result_of("open: one completion wins and one loses when played out", {"verdict": "verified"})
