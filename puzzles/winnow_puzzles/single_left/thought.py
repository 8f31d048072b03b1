"""How one thinks about a row of cards, hand and deck, read from its end: what can still be discarded, and what stays.

A discard takes as many cards from odd as from even places of the row. So two cards can make one only if they stand an
odd distance of three or more apart, and the cards that stay are counted separately at odd and at even places. Of two
discards that cross, at most one is made. A ladder of steps, each used only where the ones before lead no further:

1. reading: a card stays that no two equal ranks or suits at an odd distance can take. Of the cards between the two, all
   but one at odd and one at even places must be discarded before; and two cards that were passed over meet only after a
   four on their right;
2. forced discards: where no more cards may stay, one goes by the one discard that can take it;
3. a supposition: every way of a card, to go or to stay, leads to such an end by forced discards;
4. a nested one: every way of a card leads there, some only by a further supposition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from winnow.core.bits import bits
from winnow.core.cards import Card
from winnow.games.single_left.rules import WINDOW, Position, SingleLeft

GRADES = ("reading what stays", "forced discards", "one supposition", "nested ones")
"""The modes of thought that problems ask for, from grade 1 on."""
FORCED = 2
_NESTED = 2
"""How many suppositions a nested one holds."""


def _mask(holds: Iterable[bool | int]) -> int:
    return sum(1 << i for i, value in enumerate(holds) if value)


@dataclass(frozen=True)
class Arc:
    """A discard that two cards of the row would make: the places of its first and its last card."""

    move: str
    first: int
    last: int

    @property
    def between(self) -> int:
        """The bits of the cards between the two."""
        return (1 << self.last) - (2 << self.first)

    @property
    def taken(self) -> int:
        """The bits of the cards that are gone after it, those discarded before to bring the two together included."""
        return self.between | (1 << self.first | 1 << self.last if self.move == "four" else 0)

    def is_beyond(self, card: int) -> bool:
        """Return whether it leaves a card and all before it in the hand."""
        return self.first > card or (self.first == card and self.move == "pair")

    def spoils(self, other: Arc) -> bool:
        """Return whether this and the other discard exclude each other: they cross, or one takes the other's end."""
        inner, outer = sorted((self, other), key=lambda arc: (arc.last - arc.first, arc.move == "pair"))
        if outer.first <= inner.first and inner.last <= outer.last:
            shared = outer.first == inner.first, outer.last == inner.last
            return all(shared) or (any(shared) and inner.move == "four")
        crosses = max(self.first, other.first) < min(self.last, other.last)
        return crosses or (self.move == other.move == "four" and bool(self.taken & other.taken))


class State(NamedTuple):
    """What is known: the bits of the discards that are possible, and of those that are forced."""

    able: int
    forced: int = 0


class Span(NamedTuple):
    """Cards of which few may stay: of the row, between two that meet, or to the right of two that were passed over."""

    cards: int
    arcs: int
    """The bits of the discards that can take them."""
    most: tuple[int, int]
    """The most cards that may stay at odd and at even places; with `is_between` exactly this number stays."""
    is_between: bool = False


class Way(NamedTuple):
    """What becomes of a card: it goes by a discard, or stays (None); and what is known then."""

    card: int
    arc: int | None
    state: State


class End(NamedTuple):
    """Why a state is lost: the bits of cards that stay, too many of odd or of even places; or a discard that fails."""

    stay: int
    arc: int | None = None


class Line(NamedTuple):
    """What follows one from another, where it leads, and why that is lost, if it is."""

    ways: tuple[Way, ...]
    state: State
    end: End | None


class Row:
    """The cards of the hand and of the deck, in order, and the discards that two of them can make."""

    def __init__(self, cards: Sequence[Card], held: int, goal: int) -> None:
        self.cards = cards
        self.every = (1 << len(cards)) - 1
        odd = sum(1 << place for place in range(0, len(cards), 2))
        self.places = odd, self.every & ~odd
        more = len(cards) % 2
        self.most = (goal + more) // 2, (goal - more) // 2
        self.arcs = [
            Arc(move, first, last)
            for last in range(WINDOW - 1, len(cards))
            for first in range(last - WINDOW + 1, -1, -2)
            for letter, move in enumerate(("four", "pair"))
            if cards[first][letter] == cards[last][letter]
        ]
        self.start = State((1 << len(self.arcs)) - 1)
        self._takes = [_mask(arc.taken >> card & 1 for arc in self.arcs) for card in range(len(cards))]
        self._inside = [_mask(self._fits(arc, outer) for arc in self.arcs) for outer in self.arcs]
        self._spoilt = [_mask(self._excludes(arc, other) for arc in self.arcs) for other in self.arcs]
        self._passed = [max(0, (1 << held) - (2 << arc.last)) for arc in self.arcs]
        self._beyond = [_mask(arc.is_beyond(left.last) for arc in self.arcs) for left in self.arcs]
        self._back = [list(self._returns(arc)) for arc in self.arcs]

    def _fits(self, arc: Arc, outer: Arc) -> bool:
        """Return whether a discard can be made between the two cards of another one, and leaves two cards there."""
        inside = outer.first <= arc.first and arc.last <= outer.last and not arc.taken & ~outer.between
        return inside and all(outer.between & ~arc.taken & places for places in self.places)

    def _excludes(self, arc: Arc, other: Arc) -> bool:
        """Return whether two discards exclude each other.

        They do, too, if one's last card is the other's first, unless a four brings it back: a four comes too late then.
        """
        if arc is other or arc.spoils(other):
            return arc is not other
        before, after = sorted((arc, other), key=lambda one: one.first)
        is_late = before.last == after.first and before.move == "four"
        return is_late and not any(four.move == "four" and four.first >= after.last for four in self.arcs)

    def _returns(self, arc: Arc) -> Iterator[tuple[int, int, int]]:
        """Yield each four after which the last card of a discard may be the last in the hand.

        With it, as bits, the cards between that are to go before and the discards that can take them.
        """
        for i, four in enumerate(self.arcs):
            if four.move == "four" and four.first > arc.last and (four.first - arc.last) % 2:
                own = _mask(one.is_beyond(arc.last) and one.last <= four.first for one in self.arcs)
                yield 1 << i, (1 << four.first) - (2 << arc.last), own

    def taken(self, arcs: int) -> int:
        """Return the bits of the cards that some of these discards take."""
        found = 0
        for i in bits(arcs):
            found |= self.arcs[i].taken
        return found

    def read(self, state: State) -> State:
        """Return what is known by what lies between two cards, and to the right of two that were passed over."""
        able = state.able
        while True:
            left = sum(1 << i for i in bits(able) if self._comes_about(i, able))
            if left == able:
                return State(able, state.forced)
            able = left

    def _comes_about(self, i: int, able: int) -> bool:
        if self._passed[i] and not any(
            four & able and not cards & ~self.taken(own & able) for four, cards, own in self._back[i]
        ):
            return False
        kept = self.arcs[i].between & ~self.taken(self._inside[i] & able)
        return all((kept & places).bit_count() <= 1 for places in self.places)

    def end(self, state: State) -> End | None:
        """Return why a state is lost; None if it is not seen to be."""
        for i in bits(state.forced):
            sure = self.taken(state.forced & self._inside[i])
            if not state.able >> i & 1 or not all(self.arcs[i].between & places & ~sure for places in self.places):
                return End(0, i)
        stay = self.every & ~self.taken(state.able)
        for places, most in zip(self.places, self.most, strict=True):
            if (stay & places).bit_count() > most:
                return End(stay & places)
        return None

    def follow(self, state: State) -> Line:
        """Return what forced discards lead to."""
        ways: list[Way] = []
        state = self.read(state)
        while (end := self.end(state)) is None and (way := next(self._forced(state), None)) is not None:
            ways.append(way)
            state = self.read(way.state)
        return Line(tuple(ways), state, end)

    def _spans(self, state: State) -> Iterator[Span]:
        yield Span(self.every, -1, self.most)
        for i in bits(state.forced):
            yield Span(self.arcs[i].between, self._inside[i], (1, 1), True)
            if self._passed[i]:
                yield Span(self._passed[i], self._beyond[i], (0, 0))

    def _made(self, state: State, card: int, i: int) -> Way:
        return Way(card, i, State(state.able & ~self._spoilt[i], state.forced | 1 << i))

    def _forced(self, state: State) -> Iterator[Way]:
        """Yield the ways of cards that have one way."""
        for span in self._spans(state):
            own, sure = state.able & span.arcs, self.taken(state.forced & span.arcs)
            for places, most in zip(self.places, span.most, strict=True):
                cards = span.cards & places
                stay = cards & ~self.taken(own)
                for card in bits(cards & ~stay & ~sure) if stay.bit_count() == most else ():
                    arcs = self._takes[card] & own
                    if not arcs & (arcs - 1):
                        yield self._made(state, card, arcs.bit_length() - 1)
                left = cards & ~sure
                out = own & self._takes[left.bit_length() - 1]
                if span.is_between and left.bit_count() == 1 and out:
                    yield Way(left.bit_length() - 1, None, State(state.able & ~out, state.forced))

    def failing(self, state: State, suppositions: int) -> tuple[Way, ...]:
        """Return the ways of the card with the fewest ways of which each fails by at most `suppositions` nested ones.

        Return () if there is no such card.
        """
        groups = []
        for span in self._spans(state):
            own = state.able & span.arcs
            for card in bits(span.cards & self.taken(own) & ~self.taken(state.forced & span.arcs)):
                arcs = self._takes[card] & own
                stays = Way(card, None, State(state.able & ~arcs, state.forced))
                groups.append((*(self._made(state, card, i) for i in bits(arcs)), stays))
        fails = (ways for ways in sorted(groups, key=len) if all(self._out(way, suppositions) for way in ways))
        return next(fails, ())

    def _out(self, way: Way, suppositions: int) -> bool:
        line = self.follow(way.state)
        return line.end is not None or (suppositions > 1 and bool(self.failing(line.state, suppositions - 1)))

    @cached_property
    def step(self) -> int:
        """The least step of the ladder that shows that too many cards stay, from 1 on; 0 if none does."""
        line = self.follow(self.start)
        if line.end:
            return FORCED if line.ways else FORCED - 1
        return next((FORCED + i for i in (1, _NESTED) if self.failing(line.state, i)), 0)


def row_of(game: SingleLeft, position: Position) -> Row:
    """Return the row of a position of a game whose goal is a number of cards at most."""
    goal = {"clear": 0, "one": 1}.get(game.rules.goal)
    cards = tuple(game.deal[place] for place in position.hand + position.deck)
    return _row(cards, len(position.hand), int(game.rules.goal) if goal is None else goal)


_row = lru_cache(maxsize=2_000)(Row)
"""A row that is kept: the positions of a deal have many later ones in common."""
