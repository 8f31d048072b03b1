"""How one thinks about the last pass of Universal: which cards wait for one another, forced moves, forks.

A natural player tries its moves in its order and makes the first that the steps do not refute, each step used only
where the ones before lead no further:

1. a look: a card lies under one that has no place but the bar, and that waits for the first, or for a card that does;
2. forced moves: one move is open at a time, and the line ends so;
3. a fork, or one within another: of two or more open moves each ends so;
4. forks three deep or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import pairwise

from winnow.core.cards import UNIVERSAL_RANKS, UNIVERSAL_SUITS, Card
from winnow.core.face import FACES
from winnow.games.universal.rules import CARDS_ABOVE, CARDS_BELOW, GALAXY, Position, Universal, next_cards
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import NATURALS, Problems
from winnow_puzzles.problems.shortcuts import offered

GRADES = ("one look", "forced moves", "a fork or two", "forks within forks")
"""The modes of thought that problems ask for, from grade 1 on."""
ONE_LOOK, FORCED = 1, 2
_FORKS = 2
"""The most forks, one within another, of the third grade."""
Links = tuple[tuple[Card, Card], ...]
"""Cards that the bar needs next, each with the open card over it, whose suit waits for the following one in a circle.
"""


class PlayOut:
    """A position of the last pass, played on in mind: a place once free stays so, so more cards leave than can.

    What is stuck even so is stuck on every line.
    """

    def __init__(self, game: Universal, position: Position) -> None:
        self.lowest = game.lowest_rank
        self.bar = list(position.bar)
        self.columns = [list(column) for column in position.columns if column]
        self.waste = list(position.waste)
        self._laid = set[Card]()
        """The cards that left the waste for a column and wait there."""
        self._feet = {column[-1] for column in self.columns}
        """The cards below which others can have been laid, and in `_heads` above which."""
        self._heads = {column[0] for column in self.columns}
        stock, draw = position.stock, game.rules.draw
        self._leave()
        while stock:
            self.waste += stock[:draw]
            stock = stock[draw:]
            self._leave()

    def _leave(self) -> None:
        """Let every card leave that can."""
        before = None
        while before != (before := (len(self.waste), sum(self.bar))):
            for pile in self.columns:
                while pile and self._is_barred(pile[-1]):
                    pile.pop()
                    self._feet.update(pile[-1:])
            self._laid -= {card for card in sorted(self._laid) if self._is_barred(card)}
            while self.waste and (self._is_placed(self.waste[-1]) or self._is_barred(self.waste[-1])):
                # A card that goes to the bar may have been laid down first.
                card = self.waste.pop()
                self._feet.add(card)
                self._heads.add(card)

    def _is_barred(self, card: Card) -> bool:
        """Return whether the card is the next on the bar, and put it there."""
        suit = UNIVERSAL_SUITS.index(card[1])
        if UNIVERSAL_RANKS[self.lowest + self.bar[suit]] != card[0]:
            return False
        self.bar[suit] += 1
        return True

    def _is_placed(self, card: Card) -> bool:
        """Return whether a column can take the card, and lay it there."""
        if card[0] != GALAXY and self._feet.isdisjoint(CARDS_ABOVE[card]) and self._heads.isdisjoint(CARDS_BELOW[card]):
            return False
        self._laid.add(card)
        return True

    def circle(self) -> Links:
        """Return the cards that wait for one another, as few as possible; () if all cards reach the bar."""
        over = {card: pile[-1] for pile in (*self.columns, self.waste) for card in pile}
        wanted = {card[1]: card for card in next_cards(tuple(self.bar), self.lowest) if card in over}
        circles = []
        for card in sorted(wanted.values()):
            chain = [card]
            while chain.count(chain[-1]) == 1:
                chain.append(wanted[over[chain[-1]][1]])
            circles.append(chain[chain.index(chain[-1]) : -1])
        return tuple((card, over[card]) for card in min(circles, key=len, default=()))


def told(links: Links) -> str:
    """Return which cards wait for one another, as a part of a sentence."""
    if len(links) == 1:
        (card, above), *_ = links
        return f"{card} ends under {above}, which has no place and waits for it"
    following = pairwise((*links, links[0]))
    return "; ".join(f"{card} ends under {above}, which waits for {then}" for (card, above), (then, _) in following)


class Thinker:
    """The steps by which positions of one deal are seen to be lost."""

    def __init__(self, problems: Problems, game: Universal) -> None:
        self.problems = problems
        self.game = game
        self.options = partial(offered, problems, game)
        self.step = cache(self._step)
        self.circle = cache(lambda position: PlayOut(game, position).circle())
        """What a look at a position shows; () if it shows no circle."""

    def open(self, position: Position) -> dict[Position, str]:
        """Return the positions that can follow and that a look does not refute, each with a move to it."""
        return {after: move for move, after in self.options(position) if not self.circle(after)}

    def _step(self, position: Position) -> int:
        """Return the step that shows that the position is lost: FORCED and one more for each fork within a fork.

        0 if it can be won.
        """
        if self.circle(position):
            return ONE_LOOK
        if self.game.won(position):
            return 0
        found = FORCED
        ways = self.open(position)
        for after in ways:
            step = self.step(after)
            if not step:
                return 0
            found = max(found, step + (len(ways) > 1))
        return found

    def tried(self, player: int, position: Position) -> Iterator[tuple[Position, list[Option], Option]]:
        """Yield each position of a natural player who makes no losing move: the moves tried before, and the one made.

        The position must be one that can be won.
        """
        while not self.game.won(position):
            options = self.options(position)
            ordered = [options[place] for place in self.problems.order(player, self.game, position, options)]
            place = next(i for i, (_, after) in enumerate(ordered) if not self.step(after))
            yield position, ordered[:place], ordered[place]
            position = ordered[place][1]

    def grade(self, position: Position) -> int:
        """Return the mode of thought, from 1 on, by which every natural player refutes the losing moves it tries."""
        step = max(self._needs(player, position) for player in range(NATURALS))
        return step if step <= FORCED else FORCED + 1 + (step > FORCED + _FORKS)

    def _needs(self, player: int, position: Position) -> int:
        lost = (after for _, tried, _ in self.tried(player, position) for _, after in tried)
        return max(map(self.step, lost), default=0)

    def thoughts(self, position: Position) -> list[tuple[Position, list[Option], Option]]:
        """Return what the natural player tries that needs the highest step, up to the last losing move."""
        player = max(range(NATURALS), key=lambda one: self._needs(one, position))
        found = list(self.tried(player, position))
        last = max((place for place, (_, lost, _) in enumerate(found) if lost), default=-1)
        return found[: last + 1]

    def looked_at(self, positions: Iterable[Position]) -> int:
        """Return how many positions are looked at to see that these are lost."""
        found = dict.fromkeys(positions)
        queue = list(found)
        for position in queue:
            new = [after for after in ({} if self.circle(position) else self.open(position)) if after not in found]
            found.update(dict.fromkeys(new))
            queue += new
        return len(found)

    def why(self, position: Position) -> str:
        """Return why a position is lost, as a part of a sentence; of forks within a fork it counts the positions."""
        if links := self.circle(position):
            return told(links)
        line = list[str]()
        while len(ways := self.open(position)) == 1:
            ((position, move),) = ways.items()
            line.append(move)
        start = f"only {' '.join(line)} is open then, and " if line else ""
        if ways:
            ends = [f"after {move} {self._short(after)}" for after, move in ways.items()]
            return f"{start}each of {', '.join(ways.values())} fails: {'; '.join(ends)}"
        circles = dict.fromkeys(told(self.circle(after)) for _, after in self.options(position))
        return start + (f"whatever follows, {' or '.join(circles)}" if circles else "no move is left")

    def _short(self, position: Position) -> str:
        return (
            self.why(position) if self.step(position) == FORCED else f"a fork, {self.looked_at([position])} positions"
        )


def thought(thinker: Thinker, position: Position) -> Iterator[str]:
    """Yield how one thinks: each losing move that one tries, why it fails, and the moves that are made."""
    game, says = thinker.game, FACES.of(thinker.game.name).says
    made, known = list[str](), set[str]()
    for before, lost, (won, _) in thinker.thoughts(position):
        for move, after in lost:
            why = thinker.why(after)
            text = f"{says(game, before, move)} {why[0].upper()}{why[1:]}. So not."
            if text not in known:
                if made:
                    yield f"Play {' '.join(made)}."
                yield f"Try {move}: {text}"
                known, made = known | {text}, []
        made.append(won)
    yield f"Play {' '.join(made)}; the rest follows."
