"""Rules of thumb of Universal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from winnow.core.cards import UNIVERSAL_RANKS, Card
from winnow.games.universal.rules import CARDS_ABOVE, CARDS_BELOW, Position, Universal, next_cards
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import Cost, each
from winnow_puzzles.universal.puzzles import kind


def _prefer(kinds: str, tie: Callable[[Position, Option], int] = lambda _position, _option: 0) -> Cost:
    """Return the cost of a rule that takes the kinds of move in this order; `tie` decides between two of one kind."""
    order = kinds.split()
    return each(lambda _game, position, option: (order.index(kind(option[0])), tie(position, option)))


def moved(position: Position, move: str) -> Card | None:
    """Return the card that moves, or the head of a merged column; None for a turn."""
    if kind(move) == "T":
        return None
    return position.waste[-1] if move[0] == "W" else position.columns[int(move[0]) - 1][-1 if move[1] == "!" else 0]


def _moved(position: Position, option: Option) -> int:
    """Return the rank of the card that moves; -1 for a turn."""
    card = moved(position, option[0])
    return -1 if card is None else UNIVERSAL_RANKS.index(card[0])


def _host_length(position: Position, option: Option) -> int:
    """Return the length of the column that receives the card; 0 without one."""
    move = option[0]
    return 0 if "!" in move or kind(move) == "T" else len(position.columns[int(move[2]) - 1])


def _mobility(_position: Position, option: Option) -> int:
    """Return the number of cards that are free after the move, negative: more are better."""
    after: Position = option[1]
    return -sum(map(bool, after.columns)) - bool(after.waste)


def _column(option: Option) -> int:
    """Return the number of the column that a move takes from or plays to; 0 for another."""
    return next((int(letter) for letter in reversed(option[0]) if letter.isdigit()), 0)


def _bar_pile(position: Position, option: Option) -> int:
    """Return how many cards the pile on the bar has that a move plays to; -1 for another move."""
    after: Position = option[1]
    grown = [count for count, before in zip(after.bar, position.bar, strict=True) if count > before]
    return grown[0] if grown else -1


def _spread(position: Position, option: Option) -> int:
    """Return the difference between the highest and the lowest pile on the bar after a move."""
    after: Position = option[1]
    return max(after.bar) - min(after.bar)


def _wanted_depths(game: Universal, option: Option) -> list[int]:
    """Return how many cards lie over each card that the bar needs next and that lies in a column or the waste."""
    after: Position = option[1]
    wanted = next_cards(after.bar, game.lowest_rank)
    piles = (pile[::-1] for pile in (*after.columns, after.waste))
    return [place for pile in piles for place, card in enumerate(pile) if card in wanted]


def _own_blocks(option: Option) -> int:
    """Return how often a card of the waste lies over a lower one of its suit."""
    pairs = combinations(option[1].waste, 2)
    return sum(a[1] == b[1] and UNIVERSAL_RANKS.index(a[0]) < UNIVERSAL_RANKS.index(b[0]) for a, b in pairs)


def _places(option: Option) -> int:
    """Return how many columns could take the waste's top card after a move."""
    after: Position = option[1]
    if not after.waste:
        return 0
    below, above = CARDS_ABOVE[after.waste[-1]], CARDS_BELOW[after.waste[-1]]
    return sum(column[-1] in below or column[0] in above for column in after.columns if column)


THUMBS: Mapping[str, Cost] = {
    "bar, columns, turn, merge": _prefer("W! ! W> W^ T >"),
    "bar, merge, columns, turn": _prefer("W! ! > W> W^ T"),
    "columns, bar, turn": _prefer("W> W^ W! ! > T"),
    "merge, bar, columns, turn": _prefer("> W! ! W> W^ T"),
    "above before below, then the bar": _prefer("W^ W> W! ! > T"),
    "turn whenever possible": _prefer("T W! ! W> W^ >"),
    "turn before the bar, place first": _prefer("W> W^ T W! ! >"),
    "the waste before the columns": _prefer("W! W> W^ ! > T"),
    "columns before the waste": _prefer("! > W! W> W^ T"),
    "never to the bar while anything else goes": _prefer("W> W^ > T W! !"),
    "bar, then the longest column": _prefer("W! ! W> W^ > T", lambda p, o: -_host_length(p, o)),
    "bar, then the shortest column": _prefer("W! ! W> W^ > T", _host_length),
    "columns, the longest first": _prefer("W> W^ > W! ! T", lambda p, o: -_host_length(p, o)),
    "bar, the lowest pile first": _prefer("W! ! W> W^ T >", _bar_pile),
    "bar, the highest pile first": _prefer("W! ! W> W^ T >", lambda p, o: -_bar_pile(p, o)),
    "the move that keeps the bar level": each(lambda _g, p, o: (_spread(p, o), o[0] in "TR")),
    "bar, else the first column": _prefer("W! ! W> W^ > T", lambda _p, o: _column(o)),
    "bar, else the last column": _prefer("W! ! W> W^ > T", lambda _p, o: -_column(o)),
    "merge, the longest column first": _prefer("> W! ! W> W^ T", lambda p, o: -_host_length(p, o)),
    "merge, the shortest column first": _prefer("> W! ! W> W^ T", _host_length),
    "bar, above before below, turn": _prefer("W! ! W^ W> T >"),
    "bar, merge, above before below, turn": _prefer("W! ! > W^ W> T"),
    "bar, turn, columns": _prefer("W! ! T W> W^ >"),
    "bar, turn, above before below": _prefer("W! ! T W^ W> >"),
    "the move that leaves fewest cards in the waste": each(lambda _g, _p, o: len(o[1].waste)),
    "the move that leaves fewest cards free": each(lambda _g, p, o: -_mobility(p, o)),
    "the lowest card first": each(lambda _g, p, o: _moved(p, o) if o[0] not in "TR" else 99),
    "the highest card first": each(lambda _g, p, o: -_moved(p, o)),
    "the move that leaves most cards free": each(lambda _g, p, o: _mobility(p, o)),
    "the bar's next cards least covered": each(lambda g, _p, o: sum(_wanted_depths(g, o))),
    "most of the bar's next cards open": each(lambda g, _p, o: -_wanted_depths(g, o).count(0)),
    "fewest cards over lower ones of their suit": each(lambda _g, _p, o: _own_blocks(o)),
    "most places for the next card of the waste": each(lambda _g, _p, o: -_places(o)),
}
