"""A second implementation of four games, from the rule pages alone, that distinguishes copies of a card.

A game has `start()`, `moves(state)`, pairs of a move's text and the state after it, and `score(state)`, which is None
where the game may not end. A text may occur several times, once for each copy that it may name.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

DECKTET_RANKS = "A23456789C"


def name(cards, i):
    """Return the name of card i: its token, with its number among the equal ones from the second on."""
    number = cards[: i + 1].count(cards[i])
    return cards[i] if number == 1 else f"{cards[i]}#{number}"


class Head:
    """States are (pile, hand, discards, pass, may burn); a finished game's state is its score."""

    def __init__(self, deal, hand, passes, melding, target):
        self.deal, self.size, self.passes, self.optional = tuple(deal), hand, passes, melding == "optional"
        self.wins = lambda score: score <= target

    def melds(self, hand):
        sizes = range(1, len(hand) + 1)
        return [at for size in sizes for at in combinations(range(len(hand)), size) if is_meld([hand[i] for i in at])]

    def settled(self, pile, hand, discards, turn):
        while True:
            room = self.size - len(hand)
            hand, pile = hand + pile[:room], pile[room:]
            if len(hand) == self.size or self.melds(hand):
                return pile, hand, discards, turn, False
            if turn == self.passes or not discards:
                return len(hand) + len(discards)
            pile, discards, turn = discards, (), turn + 1
            if not hand:
                return pile[self.size :], pile[: self.size], (), turn, True

    def start(self):
        return self.settled(self.deal, (), (), 1)

    def moves(self, state):
        if isinstance(state, int):
            return
        pile, hand, discards, turn, may_burn = state
        melds = self.melds(hand)
        for at in melds:
            kept = tuple(card for i, card in enumerate(hand) if i not in at)
            yield "meld " + " ".join(name(hand, i) for i in at), self.settled(pile, kept, discards, turn)
        if len(hand) == self.size and (self.optional or not melds):
            for order in permutations(hand) if turn == 1 else [hand]:
                yield "discard " + " ".join(order), self.settled(pile, (), discards + order, turn)
        if may_burn:
            yield "burn", self.settled(pile, hand[1:], (*discards, hand[0]), turn)

    def score(self, state):
        return state if isinstance(state, int) else None

    best = min


def is_meld(cards):
    """Return whether cards without an Excuse are a suit-meld, a kind-meld or a run-meld."""
    suits = "".join(card[1:] for card in cards)
    if len(suits) == len(set(suits)) == 6:
        return True
    ranks = sorted(DECKTET_RANKS.index(card[0]) for card in cards)
    shared = set.intersection(*(set(card[1:]) for card in cards))
    in_a_row = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 3 and (len(set(ranks)) == 1 or (in_a_row and bool(shared)))


class OneMinute:
    """States are (top, hand from its next card, waste from its last dealt card, handlings)."""

    def __init__(self, deal, passing, pickup, handlings):
        self.deal, self.forced, self.pickup = tuple(deal), passing == "forced", pickup
        self.wins = lambda score: score <= handlings

    def start(self):
        return None, self.deal[:0:-1], (), 0

    def moves(self, state):
        top, hand, waste, spent = state
        if top is None:
            yield self.deal[0], (self.deal[0], hand, waste, spent)
            return
        coming = hand + waste
        fit = [i for i, card in enumerate(coming) if card[0] == top[0] or card[1] == top[1]]
        for i in fit[:1] if self.forced and fit else fit or range(len(coming)):
            if not fit:
                rest = coming[:i] + coming[i + 1 :]
                split = len(hand) - (i < len(hand))
                after = rest[:split], rest[split:], spent + 1
            else:
                after = self.handled(hand, waste, spent, i)
            yield name(coming, i), (coming[i], *after)

    def handled(self, hand, waste, spent, i):
        """Return hand, waste and handlings after dealing on to card i of the coming ones and playing it."""
        place = 0
        while True:
            if place == i and hand:
                return hand[1:], waste, spent + 1
            if hand:
                hand, waste, spent, place = hand[1:], (hand[0], *waste), spent + 1, place + 1
            else:
                # The cards dealt on are on top of the waste now and come up before the older ones.
                hand, waste, spent, place = waste, (), spent + self.pickup, 0

    def score(self, state):
        top, hand, waste, spent = state
        return spent if top is not None and not hand and not waste else None

    best = min


class SingleLeft:
    """States are (hand, how many cards are drawn); discarding is optional."""

    def __init__(self, deal, goal):
        self.deal = tuple(deal)
        self.wins = {"clear": lambda left: left == 0, "one": lambda left: left == 1}.get(goal, lambda left: left <= 2)

    def start(self):
        return (), 0

    def moves(self, state):
        hand, drawn = state
        if len(hand) >= 4 and hand[-4][0] == hand[-1][0]:
            yield "four", (hand[:-4], drawn)
        if len(hand) >= 4 and hand[-4][1] == hand[-1][1]:
            yield "pair", ((*hand[:-3], hand[-1]), drawn)
        if drawn < len(self.deal):
            yield "draw", ((*hand, self.deal[drawn]), drawn + 1)

    def score(self, state):
        hand, drawn = state
        return len(hand) if drawn == len(self.deal) else None

    best = min


class Blink:
    """States are (cards by cell, places in the deal that are left): equal cards stay distinct."""

    def __init__(self, deal, hold, columns, rows):
        self.deal, self.hold, self.size = tuple(deal), hold, (columns, rows)
        self.wins = lambda score: True

    def start(self):
        return frozenset(), frozenset(range(len(self.deal)))

    def moves(self, state):
        layout, left = state
        laid = dict(layout)
        cells = {(x + a, y + b) for x, y in laid for a, b in SIDES} - laid.keys() if laid else {(0, 0)}
        for x, y in cells:
            spans = [max(side) - min(side) for side in zip(*laid, (x, y), strict=True)]
            if any(span >= most for span, most in zip(spans, self.size, strict=True)):
                continue
            near = [laid[x + a, y + b] for a, b in SIDES if (x + a, y + b) in laid]
            for place in left:
                card = self.deal[place]
                if place <= len(laid) + self.hold and all(same(card, other) for other in near):
                    yield f"{card}@{x},{y}", (layout | {((x, y), card)}, left - {place})

    def score(self, state):
        laid, left = dict(state[0]), state[1]
        if left:
            return None
        # Each touching pair is seen from both its cards.
        return sum(same(card, laid.get((x + a, y + b), "...")) for (x, y), card in laid.items() for a, b in SIDES)

    best = max


SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def same(a, b):
    """Return the number of ways (count, colour, shape) in which two cards agree."""
    return sum(x == y for x, y in zip(a, b, strict=True))


def solver(game):
    """Return a function from a state to (whether it can be won, its best score or None)."""

    @cache
    def outcome(state):
        stop = game.score(state)
        ends = [outcome(after) for _, after in game.moves(state)] + ([] if stop is None else [(game.wins(stop), stop)])
        scores = [score for _, score in ends if score is not None]
        return any(won for won, _ in ends), game.best(scores, default=None)

    return outcome
