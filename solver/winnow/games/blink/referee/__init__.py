"""Checks for Blink Solitaire: clausal proofs, loss trees, and losses shown by the cells or the match graph."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar

from winnow.checking.lrat import refuted
from winnow.core.counted import counted
from winnow.core.meter import Meter
from winnow.core.referee import Claim, Content, Referee, Witness
from winnow.core.results import BeyondError, Proven, require
from winnow.games.blink.referee.clauses import BlinkClauses, too_large
from winnow.games.blink.referee.loss_tree import check_loss_tree
from winnow.games.blink.rules import Blink, Position, ways


def _clauses(claim: Claim, text: Iterator[str], meter: Meter) -> Proven:
    """Check that the clauses "all cards are placed", or "... for a score above the bound", contradict each other."""
    game, bound = claim.bound_to(Blink), claim.record.get("bound")
    require(not too_large(game, claim.position), "clauses are for smaller tables", BeyondError)
    refuted(BlinkClauses(game, claim.position, bound).write(), text, meter)
    return Proven(bound is None, bound, "a clausal proof")


def _room(game: Blink, _position: Position, _bound: int | None, _meter: Meter) -> Proven:
    cards, cells = len(game.deal), game.rules.columns * game.rules.rows
    return Proven(cards > cells, None, f"{counted(cards, 'cards')} to lie on {counted(cells, 'cells')}")


def _match_graph(game: Blink, position: Position, _bound: int | None, meter: Meter) -> Proven:
    most = _most_placed(game, position, meter)
    text = f"even with all the room there is, at most {most} of {counted(len(game.deal), 'cards')} can be placed"
    return Proven(most < len(game.deal), None, text)


def _most_placed(game: Blink, position: Position, meter: Meter) -> int:
    """Return how many cards can lie if each is placed beside any card that it matches, as soon as it may come.

    Beside the cards that lie already, it must fit a cell by the rules. Every card that a game can place is counted.
    """
    unhurried = Blink(dataclasses.replace(game.rules, hold=len(game.deal)), game.deal)
    if position.layout:
        # The rules name the first of equal cards alone, but all of them fit.
        fitting = {move.partition("@")[0] for move in unhurried.moves(position)}
        return _most_added(game, position, {i for i in position.left if game.deal[i] in fitting}, (), meter)
    firsts = [i for i in position.left if i <= game.rules.hold]
    return max(_most_added(game, position, (), (first,), meter) for first in firsts)


def _most_added(game: Blink, position: Position, fitting: Collection[int], first: tuple[int, ...], meter: Meter) -> int:
    """Return how many cards lie in the end if `first` is placed, then all that are `fitting` or match one placed."""
    laid = len(position.layout)
    waiting, beside = set(position.left), set(fitting)
    placed = list(first)
    waiting.difference_update(first)
    looked_at = 0
    while True:
        for i in placed[looked_at:]:
            meter.step(len(waiting))
            beside.update(j for j in waiting if ways(game.deal[i], game.deal[j]))
        looked_at = len(placed)
        reach = laid + len(placed) + game.rules.hold
        free = sorted(i for i in waiting & beside if i <= reach)
        if not free:
            return laid + len(placed)
        placed += free
        waiting.difference_update(free)


class BlinkReferee(Referee):
    """Checks clausal proofs, loss trees, room and match graph."""

    contents: ClassVar[Mapping[str, Content]] = {"clauses": _clauses, "loss-tree": check_loss_tree}
    witnesses: ClassVar[Mapping[str, Witness]] = {
        "room": Witness("witness", _room),
        "match-graph": Witness("witness", _match_graph),
    }
