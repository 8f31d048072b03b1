"""Rules of thumb of Single Left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from winnow.core.cards import Card
from winnow.games.single_left.rules import WINDOW, Position, SingleLeft
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import Cost, each

Judge = Callable[[SingleLeft, Position], bool]


def _prefer(moves: str, unless: Judge = lambda _game, _position: False) -> Cost:
    """Return the cost of a rule that takes the moves in this order, and draws where `unless` holds."""
    order = [*moves.split(), "redeal"]
    return each(lambda g, p, option: -1 if option[0] == "draw" and unless(g, p) else order.index(option[0]))


def next_makes(game: SingleLeft, position: Position, letters: Sequence[int]) -> bool:
    """Return whether the card drawn next agrees with the first card of its window in one of these letters."""
    if not position.deck or len(position.hand) < WINDOW - 1:
        return False
    first, drawn = game.deal[position.hand[1 - WINDOW]], game.deal[position.deck[0]]
    return any(first[i] == drawn[i] for i in letters)


def _applies(game: SingleLeft, position: Position) -> bool:
    return any(move in ("four", "pair") for move, _ in game.successors(position))


def _discard_if(wanted: Callable[[SingleLeft, Option], bool]) -> Cost:
    """Return the cost of a rule that takes the discards that it wants, and else draws."""
    return each(lambda game, _position, option: 1 if option[0] == "draw" else 0 if wanted(game, option) else 2)


def _unless_draw_discards(game: SingleLeft, _position: Position, option: Option) -> int:
    """Return the cost of an option for a rule that draws if a discard applies after the draw."""
    return 1 if option[0] != "draw" else 0 if _applies(game, option[1]) else 2


def _middle_alike(game: SingleLeft, position: Position) -> bool:
    """Return whether the two cards that a pair discards have the same rank or suit."""
    if len(position.hand) < WINDOW:
        return False
    first, second = (game.deal[place] for place in position.hand[-3:-1])
    return first[0] == second[0] or first[1] == second[1]


def _most(count: Callable[[list[Card], int], int]) -> Cost:
    """Return the cost of a rule that wants most by a count of the row's cards, the first of which are the hand."""

    def score(game: SingleLeft, _position: Position, option: Option) -> int:
        after: Position = option[1]
        return -count([game.deal[place] for place in after.hand + after.deck], len(after.hand))

    return each(score)


def _meeting(letters: Sequence[int], row: list[Card], begin: int = 0) -> list[tuple[int, int]]:
    """Return the places of two cards that agree in a letter an odd distance of three or more apart.

    The second one is at `begin` or after it.
    """
    return [
        (first, last)
        for last in range(max(begin, WINDOW - 1), len(row))
        for first in range(last - WINDOW + 1, -1, -2)
        if any(row[first][i] == row[last][i] for i in letters)
    ]


def _apart(hand: list[Card]) -> int:
    """Return the number of matches three places apart."""
    return sum(a[0] == b[0] or a[1] == b[1] for a, b in zip(hand, hand[WINDOW - 1 :], strict=False))


def _three_apart(letter: int, row: list[Card], _held: int) -> int:
    return sum(last - first == WINDOW - 1 for first, last in _meeting((letter,), row))


def _partners(letters: Sequence[int], row: list[Card], _held: int) -> int:
    """Return minus the number of cards that agree with none an odd distance of three or more apart."""
    return len({place for two in _meeting(letters, row) for place in two}) - len(row)


THUMBS: Mapping[str, Cost] = {
    "always discard, fours first": _prefer("four pair draw"),
    "always discard, pairs first": _prefer("pair four draw"),
    "never discard before the deck is empty": _prefer("draw four pair"),
    "fours only": _prefer("four draw pair"),
    "pairs only": _prefer("pair draw four"),
    "draw if the next card makes a four": _prefer("four pair draw", lambda g, p: next_makes(g, p, (0,))),
    "draw if the next card makes a pair": _prefer("four pair draw", lambda g, p: next_makes(g, p, (1,))),
    "draw if the next card makes a discard": _prefer("four pair draw", lambda g, p: next_makes(g, p, (0, 1))),
    "discard only if another discard follows at once": _discard_if(lambda g, o: _applies(g, o[1])),
    "draw if a discard applies after the draw": each(_unless_draw_discards),
    "draw unless the next card makes a discard": _prefer("four pair draw", lambda g, p: not next_makes(g, p, (0, 1))),
    "draw unless the next card makes a four": _prefer("four pair draw", lambda g, p: not next_makes(g, p, (0,))),
    "discard if another follows at once or after the draw": _discard_if(
        lambda g, o: _applies(g, o[1]) or next_makes(g, o[1], (0, 1))
    ),
    "every four; pairs if another discard follows": _discard_if(lambda g, o: o[0] == "four" or _applies(g, o[1])),
    "every pair; fours if another discard follows": _discard_if(lambda g, o: o[0] == "pair" or _applies(g, o[1])),
    "discard if the two cards in the middle are alike": _prefer("four pair draw", lambda g, p: not _middle_alike(g, p)),
    "draw if the two cards in the middle are alike": _prefer("four pair draw", _middle_alike),
    "leave most matches three places apart": _most(lambda row, held: _apart(row[:held])),
    "leave fewest matches three places apart": _most(lambda row, held: -_apart(row[:held])),
    "never discard with more than ten cards in the deck": _prefer("four pair draw", lambda _g, p: len(p.deck) > 10),
    "never discard with more than five cards in the deck": _prefer("four pair draw", lambda _g, p: len(p.deck) > 5),
    "discard only with fewer than eight cards in hand": _prefer("four pair draw", lambda _g, p: len(p.hand) >= 8),
    "discard only with ten or more cards in hand": _prefer("four pair draw", lambda _g, p: len(p.hand) < 10),
    "discard only with eight or more cards in hand": _prefer("four pair draw", lambda _g, p: len(p.hand) < 8),
    "discard only with six or more cards in hand": _prefer("four pair draw", lambda _g, p: len(p.hand) < 6),
    "the move after which most equal ranks stand at an odd distance of three or more": _most(
        lambda row, _: len(_meeting((0,), row))
    ),
    "the move after which most equal suits stand at an odd distance of three or more": _most(
        lambda row, _: len(_meeting((1,), row))
    ),
    "the move after which most equal ranks can still meet": _most(lambda row, held: len(_meeting((0,), row, held - 1))),
    "the move after which most equal suits can still meet": _most(lambda row, held: len(_meeting((1,), row, held - 1))),
    "the move after which most equal ranks stand three apart": _most(partial(_three_apart, 0)),
    "the move after which most equal suits stand three apart": _most(partial(_three_apart, 1)),
    "the move after which fewest cards are without an equal rank": _most(partial(_partners, (0,))),
    "the move after which fewest cards are without a partner": _most(partial(_partners, (0, 1))),
    "the move after which most equal ranks can meet the last card": _most(
        lambda row, _: len(_meeting((0,), row, len(row) - 1))
    ),
}
