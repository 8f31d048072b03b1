"""The engine of Single Left: the parity theorem, the forced game and the optional one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from winnow.core.cards import STANDARD, STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.counted import counted
from winnow.core.deals import UNKNOWN
from winnow.core.engine import Task
from winnow.core.verdicts import TOO_LONG, Answer, Reason, VerdictName
from winnow.games.single_left.rules import Position, SingleLeft
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import (
    MOST_CARDS,
    MOST_FORCED,
    MOST_REDEALS,
    Search,
    best_line,
    cards_left,
    least_left_from,
    line_of_play,
)

NAME = "single-left"
KNOWS = frozenset({"redeal_order"})
TECHNIQUES: frozenset[str] = frozenset(
    {"parity", "relations", "suits-first", "completion-memo", "completion-bound", "clause-learning", "forgetting"}
)

MOST_REDEALS_SHOWN = 1000
"""The most redeals of a line that is written; a win that only a longer line would show is not claimed."""

_MOVES = ("draw", "pair", "four", "redeal")
"""The moves as the kernels number them."""
_RANK = {card: STANDARD_RANKS.index(card[0]) for card in STANDARD.tokens} | {UNKNOWN: 0}
_SUIT = {card: STANDARD_SUITS.index(card[1]) for card in STANDARD.tokens} | {UNKNOWN: 0}


def encode(cards: Sequence[Card]) -> tuple[bytes, bytes]:
    """Return the ranks and the suits of the cards as the kernels take them; `?` counts as rank and suit 0."""
    return bytes(map(_RANK.__getitem__, cards)), bytes(map(_SUIT.__getitem__, cards))


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for one position: whether it can be won, or with `task.best` its best score.

    Switches in `task.without`: "parity" (the theorem), "relations" (the optional game by its relations rather than by
    plain search), "forgetting" (with redeals); those of partly known deals have no effect here.
    """
    game = cast(SingleLeft, task.game)
    impossible = None if "parity" in task.without else parity(game)
    if impossible and not task.best:
        return Answer("unwinnable", NAME, bound=game.best_possible(), proof="theorem", reason=impossible)
    if game.rules.readings() and task.position.redeals:
        # The only reading that this engine knows is the order of a redeal; the kernels redeal in the original one.
        answer = plain.solve(task, budget)
    elif game.forced and len(game.deal) <= MOST_FORCED:
        answer = _forced(task, budget)
    elif "relations" not in task.without and _relations_apply(game, task.position):
        answer = _optional(task, budget)
    else:
        answer = plain.solve(task, budget)
    if impossible:
        answer = replace(answer, verdict="unwinnable", proof="theorem", reason=impossible)
    return answer


def parity(game: SingleLeft) -> Reason | None:
    """Return why no deal of this number of cards can be won, if parity rules the goal out."""
    if not game.lost_by_parity():
        return None
    deck, left = ("an odd", "no card") if len(game.deal) % 2 else ("an even", "exactly one card")
    return Reason("parity", f"Cards are discarded in twos and fours, so from {deck} deck {left} can never remain.")


def _forced(task: Task, budget: Budget) -> Answer:
    game, position = cast(SingleLeft, task.game), task.position
    if budget.spend():
        return Answer("undecided", NAME, bound=game.best_possible())
    low, high = game.rules.wanted(len(game.deal))
    ranks, suits = encode(game.deal)
    left = cards_left(ranks, suits, position.hand, position.deck, position.redeals, low, high)
    won = low <= left <= high
    line = None
    if won or task.best:
        shown = Budget(positions=MOST_REDEALS_SHOWN)
        moves = line_of_play(ranks, suits, position.hand, position.deck, position.redeals, low, high, shown)
        line = None if moves is None else tuple(_MOVES[move] for move in moves)
    if won and line is None:
        return Answer("undecided", NAME, bound=game.best_possible(), stopped=TOO_LONG)
    if won:
        return Answer("winnable", NAME, left, left, line)
    return Answer("unwinnable", NAME, left, left, line, proof="witness", reason=forced_loss(left))


def forced_loss(left: int) -> Reason:
    """Return the reason for the loss of a forced deal that ends with `left` cards."""
    text = f"Under forced discarding nothing is chosen: this deal ends with {counted(left, 'cards')} left."
    return Reason("forced-play", text)


def _relations_apply(game: SingleLeft, position: Position) -> bool:
    """Return whether the relations decide what follows the last redeal: the kernels take at most 63 cards."""
    cards = len(game.deal) if position.redeals else len(position.hand) + len(position.deck)
    return not game.forced and position.redeals <= MOST_REDEALS and cards <= MOST_CARDS


def _optional(task: Task, budget: Budget) -> Answer:
    """Return the answer by the relations; with redeals after a search of all positions of the earlier passes.

    No position occurs twice on one line, so the table of the search may forget positions when memory ends.
    """
    game, position = cast(SingleLeft, task.game), task.position
    if budget.spend():
        return Answer("undecided", NAME, bound=game.best_possible())
    if not position.redeals:
        return _by_least(task, *_least_left_with_line(game, position))
    _, most = game.rules.wanted(len(game.deal))
    enough = game.best_possible() if task.best else max(game.best_possible(), most)
    forgetful = "forgetting" not in task.without
    search = Search(*encode(game.deal), position.hand, position.deck, position.redeals, budget, forgetful)
    whole, least = search.run(enough), search.least
    moves = [_MOVES[move] for move in search.moves]
    for move in moves:
        position = dict(game.successors(position))[move]
    line = (*moves, *_least_left_with_line(game, position._replace(redeals=0))[1])
    # A search that ends at a goal met has not shown that fewer cards cannot be left.
    if whole and not game.best_possible() < least <= enough:
        return _by_least(task, least, line)
    verdict: VerdictName = "winnable" if game.goal_met(least) else "undecided"
    shown = line if task.best or verdict == "winnable" else None
    return Answer(verdict, NAME, None if shown is None else least, game.best_possible(), shown)


def least_left(game: SingleLeft, position: Position) -> int:
    """Return the least number of cards that can be left from a position, without a redeal, by optional discarding."""
    return least_left_from(*encode(game.deal), position.hand, position.deck)


def _least_left_with_line(game: SingleLeft, position: Position) -> tuple[int, tuple[str, ...]]:
    if position.deck == tuple(range(len(game.deal))):
        least, moves = best_line(*encode(game.deal))
        return least, tuple(_MOVES[move] for move in moves)
    least = least_left(game, position)
    line: list[str] = []
    while position.deck or len(position.hand) > least:
        # Some move keeps the least number reachable.
        move, position = next(
            (move, after)
            for move, after in game.successors(position)
            if move != "redeal" and least_left(game, after) == least
        )
        line.append(move)
    return least, tuple(line)


def _by_least(task: Task, least: int, line: tuple[str, ...]) -> Answer:
    """Return the answer for a position whose least number of cards left is `least`, reached by `line`."""
    game = cast(SingleLeft, task.game)
    # `least` decides every goal, also "exactly one card": a deal that can leave 0 cards never leaves 1.
    if game.goal_met(least):
        proved_by_line = least == game.best_possible()
        return Answer("winnable", NAME, least, least, line, proof=None if proved_by_line else "exhausted")
    reason = Reason("least-left", f"Whatever is discarded, at least {counted(least, 'cards')} remain.")
    shown = line if task.best else None
    return Answer("unwinnable", NAME, least, least, shown, proof="exhausted", reason=reason)
