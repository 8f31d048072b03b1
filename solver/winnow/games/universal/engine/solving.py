"""Universal Solitaire: a layered beam for a win; run exhaustively, it proves a loss or a best score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from winnow.core.cards import UNIVERSAL_RANKS, UNIVERSAL_SUITS, Card
from winnow.core.counted import counted
from winnow.core.engine import Task
from winnow.core.lines import replay
from winnow.core.verdicts import Answer
from winnow.games.universal.rules import NUMBER, Position, Universal
from winnow_kernels.common.budget import Budget
from winnow_kernels.universal import beam as kernel
from winnow_kernels.universal.line import Start, spell_out

NAME = "universal-beam"
CLAUSES_NAME = "universal-sat"
"""The clause engine's name, apart from its code: most deals are decided before that is loaded."""
TECHNIQUES = kernel.TECHNIQUES
# Without a redeal most deals are lost, and clause learning proves that faster than a wider beam. With more redeals more
# deals are won, and clause learning takes longer to find the line.
WIDTHS = ((30, 0), (810, 2430), (2430, 0))
"""By the number of redeals (the last entry also serves larger numbers) the widest beam, and the width of one more beam
for what the clauses do not decide at once; 0: none. Each is the kernel's FIRST_WIDTH times a power of `WIDER`: beams
take no other widths."""
WIDER = 3
_SHORT_WIDTH, _SHORT_POSITIONS = 30, 3000
"""The width of a beam, and its positions at most, that take some hundredths of a second."""


def solve_by_beams(task: Task, budget: Budget) -> Answer:
    """Return the answer that beams find, of whatever width it takes."""
    return search(task, budget, kernel.MOST_WIDTH)


def search(task: Task, budget: Budget, widest: int, wider: int = 10) -> Answer:
    """Return the answer that beams find, up to width `widest`, each `wider` times as wide as the last."""
    start, cards = in_numbers(task)
    size = len(cards)
    found = kernel.search(start, cards, size, task.without, budget, widest, wider)
    if found.score == size:
        return Answer("winnable", NAME, size, size, tuple(spell_out(start, found)))
    if not found.exhausted:
        line = tuple(spell_out(start, found)) if task.best else None
        return Answer("undecided", NAME, found.score if task.best else None, size, line)
    if not task.best:
        return Answer("unwinnable", NAME, None, size - 1, None, proof="exhausted")
    # A search for a win prunes positions that cannot win; the best score of a lost deal takes another search.
    best = kernel.search(start, cards, found.score + 1, task.without, budget, widest, wider)
    if best.score > found.score:
        found = found._replace(score=best.score, steps=best.steps, finale=best.finale)
    bound = found.score if best.exhausted else size - 1
    return Answer("unwinnable", NAME, found.score, bound, tuple(spell_out(start, found)), proof="exhausted")


def obstacle(game: Universal, position: Position) -> str:
    """Return a sentence: how many cards a short search brings to the bar, and which cards it leaves buried."""
    found = search(Task(game, position, best=True), Budget(_SHORT_POSITIONS), _SHORT_WIDTH)
    if found.line is None or found.verdict == "winnable":
        return ""
    end = replay(game, position, found.line)
    ranks = (game.lowest_rank + count for count in end.bar)
    wanted = [UNIVERSAL_RANKS[rank : rank + 1] + suit for rank, suit in zip(ranks, UNIVERSAL_SUITS, strict=True)]
    waiting = [f"{card} ({place})" for card in wanted if card in game.deal for place in _places(end, card)]
    cards = counted(sum(end.bar), "cards")
    return f"A short search brings {cards} to the bar and does not free {', '.join(waiting)}." if waiting else ""


def _places(position: Position, card: Card) -> Iterator[str]:
    """Yield a phrase for the place of a covered card; nothing for a card in the stock, which will come up."""
    for number, column in enumerate(position.columns, 1):
        if card in column:
            yield f"in column {number}"
    if card in position.waste:
        above = len(position.waste) - 1 - position.waste.index(card)
        yield f"in the waste under {counted(above, 'cards')}" if above else "on the waste"


def in_numbers(task: Task) -> tuple[Start, list[int]]:
    """Return the position and the whole deck with cards as the kernels number them."""
    game = cast(Universal, task.game)
    position: Position = task.position
    start = Start(
        [[NUMBER[card] for card in column] for column in position.columns],
        [NUMBER[card] for card in position.waste + position.stock],
        len(position.waste),
        position.redeals,
        game.rules.draw,
    )
    return start, [NUMBER[card] for card in game.deal]
