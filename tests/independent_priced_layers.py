"""A second implementation of One-Minute's priced layers, in plain Python, from docs/formats.md alone."""

from __future__ import annotations

from functools import cache

from winnow.games.one_minute.rules import matches

NEVER = 10**9


class Told:
    """The claim that no line from a position ends with fewer than `bound` handlings; `passes` are its P."""

    def __init__(self, position, pickup, bound):
        self.cards = [*position.waste, *position.hand]
        self.n, self.w = len(self.cards), len(position.waste)
        self.top, self.pickup, self.bound = position.top, pickup, bound
        self.first = (frozenset(range(self.n)), None, 0, self.w, position.handlings - self.w)
        self.passes = 1
        while self.passes <= self.n:
            least = self.n + self.passes * (self.passes + 1) // 2 + self.passes * pickup
            if least >= bound - self.first[4]:
                break
            self.passes += 1

    def come(self, k, p, x):
        return x >= p if k % 2 == 0 else x < p

    def suit(self, x):
        return self.cards[x][1]

    def matching(self, top, cards):
        card = self.top if top is None else self.cards[top]
        return [x for x in sorted(cards) if x != top and matches(self.cards[x], card)]

    def put_in_force(self, prices, near):
        """Compute the tables for these prices; `near` maps nodes (pass, card) to the cards that they remember."""
        everyone = range(self.n)
        memory = {node: frozenset(others) for node, others in near.items()}

        def remembered(k, x):
            return memory.get((k, x), frozenset())

        def by_match(gone, k, p, x_before, played):
            """Yield the cost of each next match from place p in pass k."""
            for x in self.matching(x_before, everyone):
                later = 0 if self.come(k, p, x) else 1
                if self.suit(x) not in gone and x not in played and k + later < self.passes:
                    step = 256 * (k + 1 + later * (1 + self.pickup)) - prices[x]
                    kept = (played | {x_before}) & remembered(k + later, x)
                    yield step + match(gone, k + later, x, kept)

        @cache
        def match(gone, k, c, played):
            return min([0, impasse(gone | {self.suit(c)}, k, c), *by_match(gone, k, c, c, played)])

        @cache
        def impasse(gone, k, p):
            takes = [x for x in everyone if self.suit(x) not in gone]
            costs = (256 * (k + (1 if self.come(k, p, x) else 2)) - prices[x] + taken(gone, k, p, x) for x in takes)
            return min(costs, default=NEVER)

        @cache
        def taken(gone, k, p, x):
            return min([0, impasse(gone | {self.suit(x)}, k, p), *by_match(gone, k, p, x, frozenset())])

        def bound_of(label):
            rest, top, k, p, cost = label
            gone = frozenset("CDHS") - {self.suit(x) for x in (*rest, top)}
            value = match(gone, k, top, remembered(k, top) - rest) if p == top else taken(gone, k, p, top)
            return 256 * cost + sum(prices[x] for x in rest) + value

        self.bound_of = bound_of

    def reaches(self, label):
        rest, _, k, _, cost = label
        if not rest:
            return cost >= self.bound
        return k >= self.passes or self.bound_of(label) > 256 * (self.bound - 1)

    def followers(self, label):
        rest, top, k, p, cost = label
        match = self.matching(top, rest)
        for x in match:
            if self.come(k, p, x):
                yield rest - {x}, x, k, x, cost + k + 1
            else:
                yield rest - {x}, x, k + 1, x, cost + k + 2 + self.pickup
        for x in () if match else rest:
            yield rest - {x}, x, k, p, cost + (k + 1 if self.come(k, p, x) else k + 2)

    def dominates(self, a, b):
        (rest, _, k, p, cost), (_, _, other_k, other_p, other_cost) = a, b
        time = k, sum(not self.come(k, p, x) for x in rest)
        other = other_k, sum(not self.come(other_k, other_p, x) for x in rest)
        return time <= other and cost - k * self.pickup <= other_cost - other_k * self.pickup

    def layers(self, changes):
        """Return the number of labels in each layer from 0 to n."""
        layer, counts = [self.first], []
        groups = {start: (prices, near) for start, prices, near in changes}
        for number in range(self.n):
            if number in groups:
                self.put_in_force(*groups[number])
                if number:
                    layer = [label for label in layer if not self.reaches(label)]
            counts.append(len(layer))
            kept = {}
            for follower in (after for label in layer for after in self.followers(label)):
                rivals = kept.setdefault(follower[:2], [])
                if not self.reaches(follower) and not any(self.dominates(other, follower) for other in rivals):
                    rivals[:] = [other for other in rivals if not self.dominates(follower, other)] + [follower]
            layer = [label for rivals in kept.values() for label in rivals]
        return [*counts, len(layer)]
