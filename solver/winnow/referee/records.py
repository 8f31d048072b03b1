"""Checks one record, as `--json` prints it, by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from winnow.deals import game_type
from winnow.lines import replay
from winnow.referee.base import REFEREES
from winnow.referee.claims import BAD, Claim, check_no_score, deal_of, moves_of, question_of, read_claim
from winnow.referee.meter import ExhaustedError, Meter
from winnow.referee.results import BeyondError, CheckResult, Status, exhausted, failed, field_of, require, result_of
from winnow.verdicts import CONSTRUCTION_FORMAT, COUNT_FORMAT, HINT_FORMAT, VERDICT_FORMAT


def check(record: Mapping[str, Any], meter: Meter | None = None) -> CheckResult:
    """Check one record that a command prints with `--json`, by the rules alone.

    A line is replayed and its score compared; a theorem or witness is verified; what an exhausted search claims
    carries nothing that could be checked, and the result then says `unproven` and names the claim.
    """
    meter = Meter() if meter is None else meter
    checks = {HINT_FORMAT: _check_hint, CONSTRUCTION_FORMAT: _check_construction, COUNT_FORMAT: _check_count}
    kind = record.get("format")
    try:
        return (checks.get(kind, _check_verdict) if isinstance(kind, str) else _check_verdict)(record, meter)
    except BAD as error:
        return failed(error)
    except (ExhaustedError, MemoryError, RecursionError) as error:
        return exhausted(error)


def _check_verdict(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    require(field_of(record, "format", str) == VERDICT_FORMAT, f"the format is not {VERDICT_FORMAT}")
    verdict = field_of(record, "verdict", str)
    if verdict == "invalid":
        return CheckResult("unproven", "a record of bad input claims nothing")
    deal = deal_of(record, meter)
    if deal.unknown:
        question_of(record)
        check_no_score(record)
        return REFEREES.of(deal.game).partial(record, deal, verdict, meter)
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
        claims[_bound_name(record)] = "verified" if bound == best else "unproven"
    if not claims:
        return CheckResult("unproven", "undecided claims nothing")
    if verdict == "undecided":
        claims["verdict"] = "unproven"
    return result_of(text, claims)


def _bound_name(record: Mapping[str, Any]) -> str:
    return f"bound {record['bound']}"


def _check_hint(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    """Check that a hint lists exactly the legal moves and that the position's verdict follows from theirs."""
    moves = field_of(record, "moves", list)
    wellformed = all(isinstance(move, dict) and isinstance(move.get("move"), str) for move in moves)
    require(wellformed, "moves is not a list of moves with their verdicts")
    deal = deal_of(record, meter)
    require(not deal.unknown, "a hint needs every card known")
    verdict = {name: value for name, value in record.items() if name != "moves"}
    result = _check_verdict({**verdict, "format": VERDICT_FORMAT}, meter)
    game = deal.bind()
    position = replay(game, game.start(), moves_of(record, "after") or (), meter.step)
    require(tuple(move["move"] for move in moves) == game.moves(position), "these are not the legal moves")
    won = game.won(position) or any(move.get("verdict") == "winnable" for move in moves)
    require(won == (record["verdict"] == "winnable"), "the position's verdict does not follow from its moves'")
    claims = {**dict(result.claims), "moves": "verified", "the moves' verdicts": "unproven"}
    return result_of(f"all legal moves are there; {result.text.split('; unproven')[0]}", claims)


def _check_construction(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    return REFEREES.of(game_type(field_of(record, "game", str)).name).construction(record, meter)


def _check_count(record: Mapping[str, Any], meter: Meter) -> CheckResult:
    deal_of(record, meter)
    moves_of(record, "after")
    layouts, cap = field_of(record, "layouts", int), field_of(record, "cap", int)
    require(0 <= layouts <= cap, "layouts is not a number up to the cap")
    exact = field_of(record, "exact", bool)
    text = f"{'' if exact else 'at least '}{layouts:,} layouts: the record carries nothing to check that by"
    return CheckResult("unproven", text, (("layouts", "unproven"),))


def _check_loss(claim: Claim, claims: dict[str, Status], meter: Meter) -> CheckResult:
    record, game = claim.record, claim.game
    proof, kind = record.get("proof"), reason_kind(record)
    witness = None if kind is None else REFEREES.of(game.name).witnesses().get(kind)
    bounded = record.get("bound") is not None
    if witness is None or proof not in (witness.proof, "exhausted"):
        require(proof in ("exhausted", "certificate"), f"{game.name} has no proof {proof!a} of kind {kind!a}")
        claims["verdict"] = "unproven"
        if bounded:
            claims[_bound_name(record)] = "unproven"
        file = proof == "certificate"
        why = "a certificate, which is a file of its own" if file else "a search, which nothing here repeats"
        return result_of(f"unwinnable by {why}", claims)
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
        claims[_bound_name(record)] = "verified" if proven.shows(game, record.get("bound")) else "unproven"
    return result_of(f"unwinnable: {proven.text}", claims)


def reason_kind(record: Mapping[str, Any]) -> str | None:
    """Return the kind of a record's reason, whose text is for people and is not checked; None if it gives none."""
    reason = record.get("reason")
    kind = reason.get("kind") if isinstance(reason, Mapping) else None
    return kind if isinstance(kind, str) else None
