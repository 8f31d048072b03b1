"""Block sets checked as docs/formats.md describes; only the test for melds is shared with the referee."""

import string
from functools import cache
from itertools import combinations

from winnow.games.head.rules import is_meld

NAMES = string.digits + string.ascii_uppercase + string.ascii_lowercase + "+/"


class RefusedError(Exception):
    pass


def demand(condition):
    if not condition:
        raise RefusedError


class AsTold:
    """The format's rules. A position is (pass, b, spent, line, discards, star); blocks are frozensets of places."""

    def __init__(self, rules, hand, pile, discards, bound):
        self.size, self.passes, self.optional = rules.hand, rules.passes, rules.melding == "optional"
        self.bound, self.cards = bound, hand + pile + discards
        self.members = []
        self.left_over = cache(self.left_over)

    def melds(self, cards):
        every = (frozenset(chosen) for size in range(1, self.size + 1) for chosen in combinations(sorted(cards), size))
        return [meld for meld in every if is_meld([self.cards[place] for place in meld])]

    def left_over(self, cards):
        """Return the fewest cards that disjoint melds leave over."""
        if not cards:
            return 0
        first = min(cards)
        with_first = [meld for meld in self.melds(cards) if first in meld]
        return min([1 + self.left_over(cards - {first}), *(self.left_over(cards - meld) for meld in with_first)])

    def hand(self, line):
        """Return the whole blocks, the parted block and how many of its cards are in the hand, and the rest."""
        whole, room = [], self.size
        for place, block in enumerate(line):
            if len(block) > room:
                return whole, block if room else frozenset(), room, list(line[place + (room > 0) :])
            whole.append(block)
            room -= len(block)
        return whole, frozenset(), 0, []

    def drawn(self, turn, b, spent, line, discards, star):
        line, discards = [block for block in line if block], [block for block in discards if block]
        while not (
            b or turn == self.passes or sum(map(len, line)) >= self.size or self.melds(frozenset().union(*line))
        ):
            b = not line and bool(discards)
            turn = turn + 1 if discards else self.passes
            line, discards = line + discards, []
        if turn == self.passes and not b:
            whole, parted, _, rest = self.hand(line)
            line = [block for block in (frozenset().union(*whole), parted, *rest) if block]
        return turn, b, spent, tuple(line), tuple(discards), star

    def following(self, position):
        turn, b, spent, line, discards, star = position
        last = turn == self.passes
        whole, parted, count, rest = self.hand(line)
        held = frozenset().union(*whole)
        for meld in self.melds(held | parted):
            if len(meld & parted) <= count:
                yield self.drawn(turn, False, spent, [block - meld for block in line], discards, star)
        if len(held) + count == self.size:
            for chosen in map(frozenset, combinations(sorted(parted), count)):
                if self.optional or not self.melds(held | chosen):
                    down = [held | chosen] if turn == 1 else [*whole, chosen]
                    yield self.put_down(position, [parted - chosen, *rest], down)
        if b:
            for card in line[0]:
                yield self.put_down(position, [block - {card} for block in line], [frozenset({card})])
        assert not (last and discards)

    def put_down(self, position, line, down):
        turn, _, spent, _, discards, star = position
        if turn == self.passes:
            return self.drawn(turn, False, spent + sum(map(len, down)), line, (), star)
        return self.drawn(turn, False, spent, line, discards if star else [*discards, *down], star)

    def held(self, position):
        turn, b, spent, line, discards, star = position
        cards = frozenset().union(*line, *discards)
        if spent >= self.bound or (not star and self.left_over(cards) >= self.bound - spent):
            return True
        for other_turn, other_b, other_spent, other_line, other_discards, other_star in self.members:
            if (turn, b) != (other_turn, other_b) or other_spent > spent:
                continue
            if turn == self.passes:
                stands = self.joined(other_line, other_star, line, star)
            else:
                stands = line == other_line and self.joined(other_discards, other_star, discards, star)
            if stands:
                return True
        return False

    def joined(self, blocks, forgets, others, star):
        """Tell whether `blocks` are `others` with neighbours joined; with `forgets`, a beginning of that is enough."""
        others = list(others)
        for block in blocks:
            union = frozenset()
            while union < block and others:
                union |= others.pop(0)
            if union != block:
                return False
        return forgets or not (others or star)

    def ends(self, position):
        """Return the score where the game may end, else None."""
        turn, b, spent, line, _, star = position
        held = frozenset().union(*line)
        if star or not (b or turn == self.passes) or len(held) >= self.size or self.melds(held):
            return None
        return len(held) + spent

    def read(self, line):
        words = line.split(" ")
        demand(len(words) == 4)
        turn, spent, line_word, discards_word = words
        b = turn.endswith("b")
        turn = turn.removesuffix("b")
        demand(all(number == str(int(number)) for number in (turn, spent)))
        turn, spent = int(turn), int(spent)
        stars = line_word.endswith("*"), discards_word.endswith("*")
        parts = [
            tuple(frozenset(map(NAMES.index, block)) for block in word.split(",")) if word != "-" else ()
            for word in (line_word.removesuffix("*"), discards_word.removesuffix("*"))
        ]
        every = [place for part in parts for block in part for place in block]
        demand(len(every) == len(set(every)) == sum(c not in "-,*" for c in line_word + discards_word))
        demand(all(place < len(self.cards) for place in every))
        demand(all(block for part in parts for block in part))
        demand(len(self.hand(parts[0])[1]) <= self.size)
        demand(not stars[0] or (turn == self.passes and sum(map(len, parts[0])) >= self.size))
        demand(not stars[1] or (turn == self.passes - 1 and parts[1]))
        demand(not parts[1] or (turn < self.passes and not b))
        demand(turn == self.passes or spent == 0)
        position = turn, b, spent, *parts, any(stars)
        demand(1 <= turn <= self.passes and self.drawn(*position) == position)
        return position

    def take(self, line):
        member = self.read(line)
        turn, b, spent, *rest = member
        demand(0 <= spent < self.bound)
        demand(not any((turn, b, *rest) == (m[0], m[1], *m[3:]) and m[2] <= spent for m in self.members))
        score = self.ends(member)
        demand(score is None or score >= self.bound)
        demand(all(self.held(after) for after in self.following(member)))
        self.members.append(member)


def verifies(rules, position, bound, lines):
    """Tell whether the lines prove that no line of play from the position scores below the bound."""
    told = AsTold(rules, position.hand, position.pile, position.discards, bound)
    places = [frozenset({place}) for place in range(len(told.cards))]
    drawn = len(position.hand + position.pile)
    last = position.turn == rules.passes
    start = told.drawn(
        position.turn,
        position.may_burn,
        len(position.discards) if last else 0,
        places[:drawn],
        [] if last else places[drawn:],
        False,
    )
    try:
        for line in lines:
            told.take(line)
    except (RefusedError, ValueError):
        return False
    return told.held(start)
