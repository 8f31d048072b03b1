"""How one thinks about free cells that the cards to come fill exactly: forced cards, a glance, suppositions.

A ladder of steps without search, each used only where the ones before lead no further:

1. singles: a cell that one card fits, or a card that one cell takes;
2. a glance: a placement that leaves some cell without a card, or some card without a cell, is out;
3. a supposition: a placement is out after which singles alone end so;
4. a nested one: a placement is out after which, for some cell or card, every way is out by a supposition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from winnow.core.cards import Card
from winnow.games.blink.rules import Blink, Cell, Position, matching, neighbours

GRADES = ("one supposition", "two suppositions", "three suppositions", "four or more suppositions", "nested ones")
"""The modes of thought that problems ask for, from grade 1 on."""
NESTED = 5
Pair = tuple[int, int]
"""The places of a cell and of a card."""


@dataclass(frozen=True)
class State:
    """What is known: for each cell the bits of the cards that it may take, and the bits of the cells settled."""

    able: tuple[int, ...]
    settled: int = 0

    @property
    def solved(self) -> bool:
        """Whether every cell is settled."""
        return self.settled == (1 << len(self.able)) - 1

    def possible(self) -> Iterator[Pair]:
        """Yield every placement that is not out, in cells that are not settled."""
        for cell, cards in enumerate(self.able):
            if not self.settled >> cell & 1:
                yield from ((cell, card) for card in range(len(self.able)) if cards >> card & 1)

    def without(self, pair: Pair) -> State:
        """Return the state with a placement out."""
        cell, card = pair
        return State((*self.able[:cell], self.able[cell] & ~(1 << card), *self.able[cell + 1 :]), self.settled)


@dataclass(frozen=True)
class Line:
    """The cards that follow one from another, where they lead, and what is left without a partner in the end."""

    forced: tuple[Pair, ...]
    state: State
    dead: tuple[str, int] | None
    """("cell", its place) that no card fits, ("card", its place) that no cell takes; None if neither."""


class Region:
    """The free cells of a full table and the cards to come, as numbers."""

    def __init__(self, cells: Sequence[Cell], cards: Sequence[Card], laid: Mapping[Cell, Card]) -> None:
        self.cells, self.cards = cells, cards
        place = {cell: i for i, cell in enumerate(cells)}
        self.beside = [[place[near] for near in neighbours(cell) if near in place] for cell in cells]
        self._match = [self._bits(card) for card in cards]
        able = []
        for cell in cells:
            fitting = (1 << len(cards)) - 1
            for near in neighbours(cell):
                fitting &= self._bits(laid[near]) if near in laid else fitting
            able.append(fitting)
        self.start = State(tuple(able))

    @classmethod
    def of(cls, game: Blink, position: Position) -> Region:
        """Return the region that is left in a position whose cards span the table."""
        laid = dict(position.layout)
        across, down = ([cell[axis] for cell in laid] for axis in (0, 1))
        table = ((x, y) for x in range(min(across), max(across) + 1) for y in range(min(down), max(down) + 1))
        return cls([cell for cell in table if cell not in laid], [game.deal[place] for place in position.left], laid)

    def _bits(self, card: Card) -> int:
        matches = matching(card)
        return sum(1 << i for i, other in enumerate(self.cards) if other in matches)

    def put(self, state: State, pair: Pair) -> State:
        """Return the state after a placement."""
        cell, card = pair
        able = [cards & ~(1 << card) for cards in state.able]
        able[cell] = state.able[cell] & 1 << card
        for near in self.beside[cell]:
            able[near] &= self._match[card]
        return State(tuple(able), state.settled | 1 << cell)

    def dead(self, state: State) -> tuple[str, int] | None:
        """Return a cell that no card fits, or a card that no cell takes."""
        some = 0
        for cell, cards in enumerate(state.able):
            if not cards:
                return "cell", cell
            some |= cards
        missing = ~some & (1 << len(self.cards)) - 1
        return ("card", missing.bit_length() - 1) if missing else None

    def follow(self, state: State) -> Line:
        """Return what singles alone lead to."""
        forced: list[Pair] = []
        while (dead := self.dead(state)) is None and (pair := self._single(state)) is not None:
            forced.append(pair)
            state = self.put(state, pair)
        return Line(tuple(forced), state, dead)

    def _single(self, state: State) -> Pair | None:
        once, twice = 0, 0
        for cell, cards in enumerate(state.able):
            if not state.settled >> cell & 1:
                if not cards & (cards - 1):
                    return cell, cards.bit_length() - 1
                twice |= once & cards
                once |= cards
        alone = once & ~twice
        if not alone:
            return None
        card = alone.bit_length() - 1
        return next((cell, card) for cell, cards in enumerate(state.able) if cards >> card & 1)

    def deduce(self, state: State) -> State:
        """Return what singles and glances lead to."""
        while True:
            state = self.follow(state).state
            out = [pair for pair in state.possible() if self.dead(self.put(state, pair))]
            if not out:
                return state
            for pair in out:
                state = state.without(pair)

    def deduction_places(self) -> bool:
        """Return whether singles and glances place a card at first."""
        return self._single(self.start) is not None or self.deduce(self.start).settled > 0

    def failing(self, state: State) -> tuple[Pair, ...]:
        """Return the ways of a cell, or of a card, all of which are out by a supposition: the fewest; () for none."""
        ways_left = list(state.possible())
        out = {pair for pair in ways_left if self.follow(self.put(state, pair)).dead}
        groups = (
            tuple(pair for pair in ways_left if pair[axis] == place)
            for axis in (0, 1)
            for place in range(len(self.cells))
        )
        return min((own for own in groups if own and out.issuperset(own)), key=len, default=())

    def refuted(self, state: State, pair: Pair, nested: bool) -> bool:
        """Return whether a placement is out by a supposition; with `nested`, within which more are made."""
        line = self.follow(self.put(state, pair))
        return line.dead is not None or (nested and not line.state.solved and bool(self.failing(line.state)))

    def suppositions(self) -> list[tuple[Pair, bool]] | None:
        """Return the suppositions that, with all that singles and glances show, fill the cells; each may be nested.

        They are as few as possible if one or two are enough; else at each turn the one that leaves the fewest ways.
        None if they lead to no end.
        """
        state = self.deduce(self.start)
        short = [] if state.solved else self._one_or_two(state)
        if short is not None:
            return [(pair, False) for pair in short]
        made: list[tuple[Pair, bool]] = []
        while not state.solved:
            plain = [pair for pair in state.possible() if self.refuted(state, pair, False)]
            out = plain or [pair for pair in state.possible() if self.refuted(state, pair, True)]
            if not out:
                return None
            after = {pair: self.deduce(state.without(pair)) for pair in out}
            pair = min(out, key=lambda one: sum(cards.bit_count() for cards in after[one].able))
            made.append((pair, not plain))
            state = after[pair]
        return made

    def _one_or_two(self, state: State) -> list[Pair] | None:
        after = [
            (pair, self.deduce(state.without(pair))) for pair in state.possible() if self.refuted(state, pair, False)
        ]
        for pair, then in after:
            if then.solved:
                return [pair]
        for pair, then in after:
            for other in then.possible():
                if self.refuted(then, other, False) and self.deduce(then.without(other)).solved:
                    return [pair, other]
        return None

    def grade(self) -> int:
        """Return the mode of thought that the region asks for, 1 to 5; 0 if deduction places a card at first.

        One supposition, two, three, more; nested ones. 0, too, if even these lead to no end.
        """
        if len(self.cells) != len(self.cards) or self.deduction_places():
            return 0
        made = self.suppositions()
        if made is None:
            return 0
        return NESTED if any(nested for _, nested in made) else min(len(made), NESTED - 1)

    def completions(self, state: State, most: int = 2) -> int:
        """Return the number of ways to fill the cells; counting stops at `most`."""
        line = self.follow(state)
        if line.dead or line.state.solved:
            return int(line.dead is None)
        found, cell = 0, next(line.state.possible())[0]
        for pair in [pair for pair in line.state.possible() if pair[0] == cell]:
            found += self.completions(self.put(line.state, pair), most - found)
            if found >= most:
                break
        return found
