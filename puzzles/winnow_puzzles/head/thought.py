"""How one thinks about the cards left in Head: why a move leaves some of them out of melds.

A ladder of steps, each used only where the ones before lead no further:

1. a partner: hands that leave no choice are played on, until a card is in no meld of the cards left;
2. bound partners: a meld that alone takes some card is set aside, until a card is in no meld of the others;
3. a choice: at the first hand with a choice each way fails by these two steps;
4. choices in turn: or after one of the ways, at the next such hand, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from winnow.core.cards import DECKTET_RANKS, DECKTET_SUITS, EXCUSE, Card
from winnow.games.head.rules import LEAST_SET, Head, Position, is_meld, rank_of, suits_of

GRADES = ("a partner", "bound partners", "a choice", "choices in turn")
"""The modes of thought that problems ask for, from grade 1 on."""
Cards = frozenset[Card]
Binding = tuple[Card, Cards]
"""A card and the only meld that takes it."""


def left(position: Position) -> Cards:
    """Return the cards that are not melded."""
    return frozenset(position.pile + position.hand + position.discards)


@dataclass(frozen=True)
class Refutation:
    """Why some card stays out of melds, whatever is played."""

    forced: tuple[str, ...]
    """The moves of hands that leave no choice."""
    bound: tuple[Binding, ...] = ()
    """What is bound, in turn: each card has no other meld when the melds before are set aside."""
    out: tuple[Card, ...] = ()
    """The cards that no meld of the others takes then; () with `ways`."""
    is_late: bool = False
    """Whether these are out because the game is over, or because they were discarded in its last pass."""
    ways: tuple[tuple[str, Refutation], ...] = ()
    """The moves of the first hand with a choice, each with why it fails."""

    @property
    def grade(self) -> int:
        """The step of the ladder, from 1 to 4."""
        if self.ways:
            return min(len(GRADES), 1 + max(2, *(after.grade for _, after in self.ways)))
        return 2 if self.bound else 1

    def leaves(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Refutation]]:
        """Yield every line of moves that is thought of, with why it fails in the end."""
        path += self.forced
        if not self.ways:
            yield path, self
        for move, after in self.ways:
            yield from after.leaves((*path, move))


class Thought:
    """Thinks about the positions that can follow one."""

    def __init__(self, game: Head, position: Position) -> None:
        self.game = game
        self._melds = melds_among(left(position), game.rules.hand, game.rules.excuse == "suit-and-rank")
        self.refutation = cache(self._refutation)

    def melds(self, cards: Cards) -> list[Cards]:
        """Return the melds that can be made of some of the cards."""
        return [meld for meld in self._melds if meld <= cards]

    def _refutation(self, position: Position) -> Refutation | None:
        """Return why not all cards can be melded, by the lowest steps; None if they can."""
        forced: list[str] = []
        hands: list[Cards] = []
        while True:
            hands.append(left(position))
            over = self.game.score(position) is not None
            is_last = position.turn == self.game.rules.passes
            late = hands[-1] if over else frozenset(position.discards if is_last else ())
            out = late or hands[-1].difference(*self.melds(hands[-1]))
            if out:
                return Refutation(tuple(forced), out=tuple(sorted(out)), is_late=bool(late))
            if over:
                return None
            options = list(self.game.successors(position))
            if len(options) > 1:
                break
            move, position = options[0]
            forced.append(move)
        for place, cards in enumerate(hands):
            bound, lone = self._bound(cards)
            if lone:
                return Refutation(tuple(forced[:place]), bound, lone)
        ways = [(move, why) for move, after in options if (why := self.refutation(after))]
        return Refutation(tuple(forced), ways=tuple(ways)) if len(ways) == len(options) else None

    def _bound(self, cards: Cards) -> tuple[tuple[Binding, ...], tuple[Card, ...]]:
        """Return the bindings that leave a card without a meld, none of them idle, and that card; () if none do."""
        made: list[Binding] = []
        rest, melds = cards, self.melds(cards)
        while rest:
            takes = {card: [meld for meld in melds if card in meld] for card in sorted(rest)}
            out = next((card for card, own in takes.items() if not own), None)
            if out is not None:
                for binding in made[:]:
                    others = [other for other in made if other != binding]
                    made = others if self._holds(cards, others, out) else made
                return tuple(made), (out,)
            single = next(((card, own[0]) for card, own in takes.items() if len(own) == 1), None)
            if single is None:
                break
            made.append(single)
            rest -= single[1]
            melds = [meld for meld in melds if not meld & single[1]]
        return (), ()

    def _holds(self, cards: Cards, made: Sequence[Binding], out: Card) -> bool:
        """Return whether each meld is the only one for its card, in turn, and none takes the last card then."""
        melds = self.melds(cards)
        for card, bound in made:
            if [meld for meld in melds if card in meld] != [bound]:
                return False
            melds = [meld for meld in melds if not meld & bound]
        return not any(out in meld for meld in melds)


@lru_cache(maxsize=64)
def melds_among(cards: Cards, hand: int, excuse_in_runs: bool) -> tuple[Cards, ...]:
    """Return every meld that can be made of some of the cards, of no more than a hand."""
    ranked = [card for card in sorted(cards) if card != EXCUSE and rank_of(card) is not None]
    alike = [[card for card in ranked if name in card] for name in (*DECKTET_RANKS, *DECKTET_SUITS)]
    groups = [(*group, *cards.intersection((EXCUSE,))) for group in alike]
    sets = (some for group in groups for size in range(LEAST_SET, hand + 1) for some in combinations(group, size))
    melds = [frozenset(some) for some in sets if is_meld(some, excuse_in_runs)]
    return tuple(dict.fromkeys([*melds, *(meld for meld in _suit_melds(cards) if len(meld) <= hand)]))


def _suit_melds(cards: Cards) -> Iterator[Cards]:
    plain = sorted(cards - {EXCUSE})
    grown: list[tuple[Cards, str, int]] = [(frozenset(), "", 0)]
    for some, shown, begin in grown:
        if len(shown) == len(DECKTET_SUITS):
            yield some
        elif len(shown) == len(DECKTET_SUITS) - 1 and EXCUSE in cards:
            yield some | {EXCUSE}
        for place in range(begin, len(plain)):
            suits = suits_of(plain[place])
            if not set(shown).intersection(suits):
                grown.append((some | {plain[place]}, shown + suits, place + 1))
