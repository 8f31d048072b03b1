"""Checks one record, as `--json` prints it, by the rules alone, or by the facts that verified certificates prove."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from winnow.checking.claims import (
    BAD,
    RETIRED_CONTENTS,
    RETIRED_FORMATS,
    check_reason,
    deal_of,
    moves_of,
    not_retired,
    partial_verdict,
    position_of,
    read_claim,
    reason_kind,
)
from winnow.core.counted import counted
from winnow.core.deals import Deal, game_type
from winnow.core.errors import EngineError
from winnow.core.game import read_rules
from winnow.core.knowledge import Knowledge, known_after
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.referee import Claim, known_referee
from winnow.core.results import (
    BeyondError,
    CheckResult,
    Status,
    by_facts,
    exhausted,
    failed,
    field_of,
    require,
    result_of,
)
from winnow.core.verdicts import COUNT_FORMAT, HINT_FORMAT, VERDICT_FORMAT

_FACT_BYTES = 600
"""The bytes held for a fact with its key, an upper estimate."""


@dataclass(frozen=True)
class Fact:
    """The facts about a position: that a line wins, or that none does; the best score found, and the proven bound."""

    won: bool = False
    lost: bool = False
    score: int | None = None
    bound: int | None = None

    def reaches(self, score: int | None, higher: bool) -> bool:
        """Return whether a line with this score or a better one is known; with `higher` higher scores are better."""
        return _at_least(self.score, score, higher)

    def limits(self, bound: int | None, higher: bool) -> bool:
        """Return whether it is proved that no line beats `bound`; with `higher` higher scores are better."""
        return _at_least(self.bound, bound, not higher)


def _at_least(known: int | None, wanted: int | None, higher: bool) -> bool:
    if known is None or wanted is None:
        return wanted is None
    return known >= wanted if higher else known <= wanted


NOTHING = Fact()


class Facts:
    """Facts by question: game, rules, deal, and moves made. The same position reached by other moves has its own entry.

    >>> facts = Facts(Meter())
    >>> question = {'game': 'single-left', 'rules': {}, 'deal': 'AS', 'after': ['draw']}
    >>> facts.add({**question, 'verdict': 'unwinnable', 'line': None, 'score': None, 'bound': 1})
    >>> facts.of(question, ('draw',))
    Fact(won=False, lost=True, score=None, bound=1)
    """

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._known: dict[bytes, Fact] = {}

    def add(self, header: Mapping[str, Any]) -> None:
        """Add the facts that a verified certificate's header claims."""
        key = _key(header, header["after"])
        known = self._known.get(key)
        if known is None:
            self._meter.hold(_FACT_BYTES)
            known = NOTHING
        higher = game_type(header["game"]).higher_is_better
        score, bound = header["score"], header["bound"]
        self._known[key] = replace(
            known,
            won=known.won or header["verdict"] == "winnable",
            lost=known.lost or header["verdict"] == "unwinnable",
            score=known.score if known.reaches(score, higher) else score,
            bound=known.bound if known.limits(bound, higher) else bound,
        )

    def of(self, question: Mapping[str, Any], after: Iterable[str]) -> Fact:
        """Return the facts about a record's game, rules and deal after these moves."""
        return self._known.get(_key(question, after), NOTHING)


def _key(question: Mapping[str, Any], after: Iterable[str]) -> bytes:
    """Return a digest of the question; the order of the rules does not matter."""
    kind = game_type(question["game"])
    rules = read_rules(kind, question["rules"]).identity()
    content = [kind.name, rules, question["deal"], [*after]]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()


_ALL_MOVES = "the moves' verdicts"
_CLAIMED = frozenset(
    ("format", "game", "rules", "deal", "number", "after", "question", "verdict", "score", "bound", "optimal", "line")
) | {"proof", "reason"}
"""The fields that the claims of a verdict cover, or that no text can change."""
_COST = frozenset(("positions", "seconds", "engine", "stopped"))
"""Fields that state what a search cost, by what and how it ended; they claim nothing of the deal."""
_OWN_FIELDS = {HINT_FORMAT: frozenset({"moves"}), COUNT_FORMAT: frozenset(("layouts", "exact", "cap"))}
_OF_A_MOVE = frozenset(("move", "verdict", "score", "bound"))
_LONGEST_KIND = 40
"""The most characters shown of a reason's kind."""


def check(record: Mapping[str, Any], meter: Meter | None = None, facts: Facts | None = None) -> CheckResult:
    """Return the result of checking one record that a command prints with `--json`, by the rules alone.

    A line is replayed and its score compared; a theorem or witness is verified. The claim of an exhausted search
    carries no evidence: it is `unproven` and named in the result, unless `facts`, which come from certificates, prove
    it.
    """
    meter = Meter() if meter is None else meter
    checks = {HINT_FORMAT: _check_hint, COUNT_FORMAT: _check_count}
    kind = record.get("format")
    try:
        not_retired(kind, RETIRED_FORMATS)
        result = (checks.get(kind, _check_verdict) if isinstance(kind, str) else _check_verdict)(record, meter)
        result = result if facts is None else _by_facts(record, result, facts)
        return _with_unclaimed(record, result)
    except (BeyondError, ExhaustedError, MemoryError, RecursionError) as error:
        return exhausted(error)
    except BAD as error:
        return failed(error)


def _with_unclaimed(record: Mapping[str, Any], result: CheckResult) -> CheckResult:
    """Return the result with every field unproven that states more than cost and that no claim covers."""
    if not result.claims:
        return result
    kind = record["format"]
    known = _CLAIMED | _COST | _OWN_FIELDS.get(kind, frozenset())
    if record.get("verdict") == "open":
        known |= {"completions"}
    unclaimed = {name for name in record.keys() - known if record[name] is not None}
    if kind == HINT_FORMAT:
        unclaimed |= {name for move in record["moves"] for name in move.keys() - _OF_A_MOVE}
    if not unclaimed:
        return result
    more: dict[str, Status] = dict.fromkeys((f"field {name[:_LONGEST_KIND]}" for name in sorted(unclaimed)), "unproven")
    return result_of(result.text, {**dict(result.claims), **more})


def _check_verdict(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    require(field_of(record, "format", str) == VERDICT_FORMAT, f"the format is not {VERDICT_FORMAT}")
    verdict = field_of(record, "verdict", str)
    if verdict == "invalid":
        return CheckResult("unproven", "a record of bad input claims nothing")
    require(
        record.get("proof") in (None, "theorem", "witness", "certificate", "exhausted"), "proof is of no known kind"
    )
    check_reason(record)
    wanted = verdict in ("open", "undecided") or record.get("completions") is None
    require(wanted, "only an open or undecided deal has completions")
    deal = deal_of(record, meter)
    if deal.unknown:
        return _check_partial(record, deal, meter)
    claim = read_claim(record, meter, deal)
    claims: dict[str, Status] = {"line": "verified"} if claim.shown else {}
    if not claim.shown and record.get("score") is not None:
        claims[f"score {record['score']}"] = "unproven"
    if verdict == "unwinnable":
        return _check_loss(claim, claims, meter)
    text = claim.shown or "undecided: no claim about a win"
    bound = record.get("bound")
    if bound is not None:
        best = claim.game.best_possible()
        claims[f"bound {record['bound']}"] = "verified" if bound == best else "unproven"
    if not claims:
        return CheckResult("unproven", "undecided claims nothing")
    if verdict == "undecided":
        claims["verdict"] = "unproven"
    return result_of(text, claims)


def _check_partial(record: Mapping[str, Any], deal: Deal, meter: Meter) -> CheckResult:
    """Return the result for a verdict on a deal with unknown cards; after moves of a player it is unproven."""
    verdict, after = partial_verdict(record), moves_of(record, "after")
    if not after:
        return known_referee(deal.game, deal.rules).partial(record, deal, verdict, meter)
    try:
        known_after(deal, after, meter.step)
    except EngineError as error:
        # Nothing says which cards this game shows: the moves must be legal in one order of the unknown ones.
        position_of(record, Knowledge(deal, deal.cards, deal.missing, after).bind(deal.missing), meter)
        return CheckResult("unproven", str(error))
    return CheckResult("unproven", "a position with unknown cards, whose verdict nothing here checks")


def _check_hint(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    """Return the result for a hint, which must list exactly the legal moves and verdicts that agree with each other.

    One that a limit ended before all moves were known lists none, and is undecided.
    """
    moves = field_of(record, "moves", list)
    wellformed = all(isinstance(move, dict) and isinstance(move.get("move"), str) for move in moves)
    require(wellformed, "moves is not a list of moves with their verdicts")
    deal = deal_of(record, meter)
    require(not deal.unknown, "a hint needs every card known")
    verdict = {name: value for name, value in record.items() if name != "moves"}
    result = _check_verdict({**verdict, "format": VERDICT_FORMAT}, meter)
    if not moves and record["verdict"] == "undecided" and record.get("stopped") is not None:
        return result
    game = deal.bind()
    position = position_of(record, game, meter)
    require(tuple(move["move"] for move in moves) == game.moves(position), "these are not the legal moves")
    won = game.won(position) or any(move.get("verdict") == "winnable" for move in moves)
    require(won == (record["verdict"] == "winnable"), "the position's verdict does not follow from its moves'")
    verdicts = {str(move.get("verdict")) for move in moves}
    require(verdicts <= {"winnable", "unwinnable", "undecided"}, "a move has an unknown verdict")
    scores = [move.get(name) for move in moves for name in ("score", "bound")]
    require(all(value is None or type(value) is int for value in scores), "a move's score or bound is no number")
    claims = {**dict(result.claims), "moves": "verified", _ALL_MOVES: "unproven"}
    return result_of(f"all legal moves are there; {result.text}", claims)


def _by_facts(record: Mapping[str, Any], result: CheckResult, facts: Facts) -> CheckResult:
    """Return the result with the claims verified that the facts prove; each move of a hint has claims of its own."""
    if not result.claims or record.get("format") not in (VERDICT_FORMAT, HINT_FORMAT):
        return result
    after = moves_of(record, "after") or ()
    higher = game_type(record["game"]).higher_is_better
    here = facts.of(record, after)
    shown = {"verdict": here.lost if record["verdict"] == "unwinnable" else here.won}
    if record.get("bound") is not None:
        shown[f"bound {record['bound']}"] = here.limits(record["bound"], higher)
    if record.get("score") is not None:
        shown[f"score {record['score']}"] = here.reaches(record["score"], higher)
    if result.status == "unproven" and shown["verdict"] and record["verdict"] == "unwinnable":
        result = replace(result, text="unwinnable by a certificate")
    result = by_facts(result, shown)
    if record["format"] == VERDICT_FORMAT:
        return result
    lost = record["verdict"] == "unwinnable" and dict(result.claims).get("verdict") == "verified"
    claims = {name: status for name, status in result.claims if name != _ALL_MOVES}
    for move in record["moves"]:
        there = facts.of(record, (*after, move["move"]))
        # A bound on the position bounds each of its moves.
        there = replace(there, bound=here.bound) if there.bound is None else there
        claims |= _move_claims(move, there, lost, higher)
    return result_of(result.text, claims)


def _move_claims(move: Mapping[str, Any], fact: Fact, lost: bool, higher: bool) -> dict[str, Status]:
    """Return the claims of a hint about one move, each with its status; in a `lost` position every move loses."""
    name, verdict = move["move"], move.get("verdict")
    score, bound = move.get("score"), move.get("bound")
    shown = {}
    if verdict != "undecided":
        shown[f"move {name}"] = fact.won if verdict == "winnable" else fact.lost or lost
    if score is not None:
        shown[f"move {name}: score {score}"] = fact.reaches(score, higher)
    if bound is not None:
        shown[f"move {name}: bound {bound}"] = fact.limits(bound, higher)
    return {claim: "verified" if holds else "unproven" for claim, holds in shown.items()}


def _check_count(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    deal = deal_of(record, meter)
    require(not deal.unknown, "layouts are counted of deals whose cards are known")
    position_of(record, deal.bind(), meter)
    layouts, cap = field_of(record, "layouts", int), field_of(record, "cap", int)
    require(0 <= layouts <= cap, "layouts is not a number up to the cap")
    exact = field_of(record, "exact", bool)
    text = f"{'' if exact else 'at least '}{counted(layouts, 'layouts')}: the record carries nothing to check that by"
    return CheckResult("unproven", text, (("layouts", "unproven"),))


def _check_loss(claim: Claim, claims: dict[str, Status], meter: Meter) -> CheckResult:
    record, game = claim.record, claim.game
    proof, kind = record.get("proof"), reason_kind(record)
    witness = None if kind is None else known_referee(game.name, game.rules).witnesses.get(kind)
    bounded = record.get("bound") is not None
    if witness is None or proof not in (witness.proof, "exhausted"):
        if proof == "witness":
            not_retired(kind, RETIRED_CONTENTS)
        require(proof in ("exhausted", "certificate"), f"{game.name} has no proof {proof!a} of kind {kind!a}")
        claims["verdict"] = "unproven"
        if bounded:
            claims[f"bound {record['bound']}"] = "unproven"
        file = proof == "certificate"
        why = "a certificate, which is a file of its own" if file else "a search, which nothing here repeats"
        text = "" if kind is None else f"; its reason, {kind[:_LONGEST_KIND]!a}, is text that is not checked"
        return result_of(f"unwinnable by {why}{text}", claims)
    try:
        proven = witness.check(game, claim.position, record.get("bound"), meter)
    except BeyondError as error:
        return result_of(f"unwinnable by {kind}: {error}", {**claims, "verdict": "unproven"})
    require(proven.loses, f"{proven.text}, and that does not rule a win out")
    if proven.exact:
        claims = dict.fromkeys(claims, "verified")
        for name in ("score", "bound"):
            require(record.get(name) in (None, proven.bound), f"{proven.text}, which {name} denies")
    elif witness.proof == "theorem":
        require(record.get("line") is not None or record.get("score") is None, "a score needs its line")
    claims["verdict"] = "verified"
    if bounded:
        claims[f"bound {record['bound']}"] = "verified" if proven.shows(game, record.get("bound")) else "unproven"
    return result_of(f"unwinnable: {proven.text}", claims)
