"""Rules of thumb of One-Minute."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from winnow.core.cards import STANDARD_RANKS
from winnow.games.one_minute.rules import OneMinute, Position, matches
from winnow_puzzles.base import Option
from winnow_puzzles.one_minute.puzzles import matched
from winnow_puzzles.one_minute.thought import coming
from winnow_puzzles.problems.base import Cost, each


def _alike(after: Position, letter: int) -> int:
    """Return the number of cards left that have the rank (letter 0) or suit (1) of the card just played."""
    return sum(card[letter] == str(after.top)[letter] for card in coming(after))


def _stays(position: Position, after: Position, letter: int) -> bool:
    return str(position.top)[letter] == str(after.top)[letter]


def _orphans(after: Position) -> int:
    """Return the number of cards left that match no other card left and not the foundation."""
    left = (*coming(after), str(after.top))
    return sum(not any(matches(card, other) for other in left if other != card) for card in coming(after))


def _next_match(after: Position) -> int:
    """Return the cards handled until the next match comes up; all of them if none does."""
    cards = coming(after)
    return next((place for place, card in enumerate(cards) if matches(card, str(after.top))), len(cards))


def _rank(after: Position) -> int:
    return STANDARD_RANKS.index(str(after.top)[0])


def _chain(after: Position) -> int:
    """Return how many of the next cards match, each the one before."""
    top, count = str(after.top), 0
    for card in after.hand:
        if not matches(card, top):
            break
        top, count = card, count + 1
    return count


def _followers(game: OneMinute, after: Position) -> int:
    """Return the number of moves within the budget."""
    return sum(then.handlings + len(coming(then)) <= game.rules.handlings for _, then in game.successors(after))


def _of_two(sign: int, game: OneMinute, position: Position, options: Sequence[Option]) -> list[tuple[bool, int]]:
    """Return the costs of a rule that takes, of the first two matches, the one that most (-1) or fewest cards match.

    At an impasse all cards are looked at.
    """
    two = sorted(_cost(position, after) for _, after in options)[:2][-1]
    return [(_cost(position, after) > two, sign * matched(after)) for _, after in options]


def _within(sign: int) -> Cost:
    """Return the cost of a rule that leaves most (-1) or fewest moves within the budget."""
    return each(lambda game, position, option: (sign * _followers(game, option[1]), _cost(position, option[1])))


def _second(game: OneMinute, position: Position, options: Sequence[Option]) -> list[bool]:
    """Return the costs of a rule that lets the first match pass and takes the second."""
    order = sorted(range(len(options)), key=lambda place: _cost(position, options[place][1]))
    wanted = order[min(1, len(order) - 1)]
    return [place != wanted for place in range(len(options))]


def _by(score: Callable[[Position, Position], object]) -> Cost:
    return each(lambda _game, position, option: score(position, option[1]))


def _cost(position: Position, after: Position) -> int:
    return after.handlings - position.handlings


THUMBS: Mapping[str, Cost] = {
    "the first match": _by(_cost),
    "the last match": _by(lambda p, a: -_cost(p, a)),
    "the match that most cards match": _by(lambda _p, a: -matched(a)),
    "the match that fewest cards match": _by(lambda _p, a: matched(a)),
    "the match that fewest cards match, but no impasse": _by(lambda _p, a: (not matched(a), matched(a))),
    "the first match that leaves no impasse": _by(lambda p, a: (not matched(a), _cost(p, a))),
    "the first match that leaves an impasse": _by(lambda p, a: (matched(a) > 0, _cost(p, a))),
    "stay in the suit": _by(lambda p, a: (not _stays(p, a, 1), _cost(p, a))),
    "change the suit": _by(lambda p, a: (_stays(p, a, 1), _cost(p, a))),
    "the rarest rank": _by(lambda p, a: (_alike(a, 0), _cost(p, a))),
    "the rarest suit": _by(lambda p, a: (_alike(a, 1), _cost(p, a))),
    "the most frequent suit": _by(lambda p, a: (-_alike(a, 1), _cost(p, a))),
    "the second match": _second,
    "stay in the rank": _by(lambda p, a: (not _stays(p, a, 0), _cost(p, a))),
    "change the rank": _by(lambda p, a: (_stays(p, a, 0), _cost(p, a))),
    "the most frequent rank": _by(lambda p, a: (-_alike(a, 0), _cost(p, a))),
    "the lowest rank": _by(lambda _p, a: _rank(a)),
    "the highest rank": _by(lambda _p, a: -_rank(a)),
    "the match with the longest run of matches behind it": _by(lambda p, a: (-_chain(a), _cost(p, a))),
    "never pass a match by, but for an impasse": _by(lambda p, a: (not matched(a), len(a.waste), _cost(p, a))),
    "the match that leaves fewest cards in the waste": _by(lambda p, a: (len(a.waste), _cost(p, a))),
    "the match that leaves most cards in the waste": _by(lambda p, a: (-len(a.waste), _cost(p, a))),
    "the match after which the next is farthest": _by(lambda _p, a: -_next_match(a)),
    "the move that leaves fewest cards without a match": _by(lambda p, a: (_orphans(a), _cost(p, a))),
    "the match after which the next is nearest": _by(lambda p, a: _cost(p, a) + _next_match(a)),
    "the match with the fewest followers within the budget": _within(1),
    "the match with the most followers within the budget": _within(-1),
    "of the first two matches the one that most cards match": partial(_of_two, -1),
    "of the first two matches the one that fewest cards match": partial(_of_two, 1),
}
