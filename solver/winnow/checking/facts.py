"""The facts that verified certificates prove, by position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from winnow.core.deals import game_type
from winnow.core.game import read_rules
from winnow.core.meter import Meter

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
