"""Checks theorems and witnesses: losses that show in the position itself, without more evidence."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from winnow.games import Game
from winnow.games.blink import Blink, ways
from winnow.games.blink import Position as Layout
from winnow.games.head import Head
from winnow.games.head import Position as Piles
from winnow.games.one_minute import OneMinute
from winnow.games.one_minute import Position as Packet
from winnow.games.single_left import Position as Row
from winnow.games.single_left import SingleLeft
from winnow.referee.results import CheckFailedError, Proven, require
from winnow.theorems.head import can_cover
from winnow.theorems.one_minute import capacity

WITNESS_PROOFS = {
    "parity": "theorem",
    "forced-play": "witness",
    "pass-capacity": "witness",
    "room": "witness",
    "match-graph": "witness",
    "cover": "witness",
}
"""The kinds of evidence, and what a verdict calls a proof by each."""


def check_witness(kind: str, game: Game[Any, Any], position: Any, bound: int | None) -> Proven:
    """Return what evidence of this kind shows of a position; `bound` is the bound on the score that it should show.

    Raises CheckFailedError if the game has no such evidence, and `winnow.theorems.head.TooManySetsError`.
    """
    check = _CHECKS.get((game.name, kind))
    if check is None:
        raise CheckFailedError(f"{game.name} has no proof of kind {kind!a}")
    return check(game, position, bound)


def _parity(game: SingleLeft, _position: Row, _bound: int | None) -> Proven:
    require(game.lost_by_parity(), "the parity of this deck does not rule the goal out")
    return Proven(True, game.best_possible(), "by parity, as discards come in twos and fours")


def _forced_play(game: SingleLeft, position: Row, _bound: int | None) -> Proven:
    left = forced_end(game, position)
    return Proven(not game.goal_met(left), left, f"nothing is chosen, and the game ends with {left} left")


def forced_end(game: SingleLeft, position: Row) -> int:
    """Return the cards left at the end of the forced game; raise CheckFailedError if this game leaves choices."""
    require(game.forced, "this game leaves choices, so playing it once proves nothing")
    begun: dict[tuple[int, ...], int] = {}
    while (step := next(iter(game.successors(position)), None)) is not None:
        move, position = step
        if move == "redeal":
            # After a redeal the hand says where all other cards lie: a hand that comes back comes back for ever.
            period = begun.setdefault(position.hand, position.redeals) - position.redeals
            if period:
                position = position._replace(redeals=position.redeals % period)
                begun.clear()
    return len(position.hand)


def _pass_capacity(game: OneMinute, position: Packet, _bound: int | None) -> Proven:
    laid = game.play(position, game.deal[0]) if position.top is None else position
    least = capacity(game, laid).handlings
    return Proven(game.bound_loses(least), least, f"what passes can play takes at least {least} handlings")


def _room(game: Blink, _position: Layout, _bound: int | None) -> Proven:
    cards, cells = len(game.deal), game.rules.columns * game.rules.rows
    return Proven(cards > cells, None, f"{cards} cards are to lie on {cells} cells")


def _match_graph(game: Blink, position: Layout, _bound: int | None) -> Proven:
    most = _most_placed(game, position)
    text = f"even with all the room there is, {most} of {len(game.deal)} cards can be placed at most"
    return Proven(most < len(game.deal), None, text)


def _most_placed(game: Blink, position: Layout) -> int:
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


def _most_added(game: Blink, position: Layout, fitting: set[int], placed: set[int]) -> int:
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


def _cover(game: Head, position: Piles, bound: int | None) -> Proven:
    """Check that the cards cannot be split into melds with few enough of them over, whatever their order."""
    last = position.turn == game.rules.passes
    cards = position.hand + position.pile + (() if last else position.discards)
    spent = len(position.discards) if last else 0
    target = game.rules.target
    require(not can_cover(cards, target - spent, game.rules.hand), f"melds could leave only {target} cards over")
    if bound is None or can_cover(cards, bound - 1 - spent, game.rules.hand):
        bound = target + 1
    return Proven(True, max(bound, target + 1), f"no choice of melds leaves fewer than {target + 1} cards over")


_CHECKS: Mapping[tuple[str, str], Callable[[Any, Any, int | None], Proven]] = {
    ("single-left", "parity"): _parity,
    ("single-left", "forced-play"): _forced_play,
    ("one-minute", "pass-capacity"): _pass_capacity,
    ("blink", "room"): _room,
    ("blink", "match-graph"): _match_graph,
    ("head", "cover"): _cover,
}
