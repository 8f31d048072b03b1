"""Universal Solitaire as clauses, written for checking: every line of play satisfies them.

Each variable is a statement about a line of play, and each clause is true of every line by one rule of the game, merges
and bar moves at any time included (docs/soundness/universal_clauses.md). So if the clauses contradict each other, no
line empties the talon (as a win does), or none reaches the score in question. No code is shared with the clauses of the
engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product

from winnow.checking.lrat import FALSE, TRUE, Clause, Statements
from winnow.core.cards import UNIVERSAL_RANKS, Card
from winnow.games.universal.rules import GALAXY, LOWER, Position, Universal, fits_below

END = "end"
"""The end of the line, a moment like the leaving of a card of the talon."""


class UniversalClauses(Statements):
    """The clauses for one position: "every card leaves the talon", or with `score` "`score` cards reach the bar".

    With `named`, for one pass with draw 1, only the places of these cards of the talon bind: the clauses are true of
    every line that empties the talon from any arrangement of it in which they lie in this order, each in waste or stock
    as here.
    """

    def __init__(
        self, game: Universal, position: Position, score: int | None = None, named: Collection[Card] | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.columns = position.columns
        self.talon = position.waste + position.stock
        self.waste = len(position.waste)
        self.score = score
        self.cards = tuple(card for column in position.columns for card in column) + self.talon
        size = len(self.talon)
        # A pass that takes no card can be skipped: more passes than cards are of no use.
        self.passes = min(position.redeals + 1, size + 1)
        self.draw = max(1, min(game.rules.draw, size))
        self.place = {card: i for i, card in enumerate(self.talon)}
        self.loose = {i for i, card in enumerate(self.talon) if named is not None and card not in named}
        """The places that do not bind."""
        self.times: tuple[str, ...] = self.talon if score is None else (*self.talon, END)
        self.under = {above: below for column in self.columns for above, below in pairwise(column)}
        self.galaxies = [card for card in self.talon if card[0] == GALAXY]
        self.hosts = {y: [x for x in self.cards if fits_below(y, x)] for y in self.talon}
        """The cards that a card of the talon could be played below."""
        self.crowned: dict[Card, list[Card]] = {}
        """The heads that a card of the talon could be played above, by card."""
        heads = [column[0] for column in self.columns if column]
        for y in sorted(self.talon, key=lambda card: UNIVERSAL_RANKS.index(card[0])):
            self.crowned[y] = [h for h in heads if fits_below(h, y)]
            if self.crowned[y]:
                heads.append(y)
        self.heads = heads
        """The cards that can ever be heads of columns, Galaxies played into empty columns apart."""
        self.movable = [h for h in heads if h[0] != GALAXY] if self.galaxies else []
        self.merge_hosts = {h: [v for v in self.cards if fits_below(h, v)] for h in self.movable}

    def write(self) -> Iterator[list[Clause]]:
        """Yield all clauses, in parts."""
        if self.loose:
            self._write_loose_order()
            yield self._take()
        for p in range(0 if self.loose else self.passes):
            self._write_stack(p)
            self._write_turns(p)
            self._write_order(p)
            yield self._take()
        for write_part in (
            self._write_places,
            self._write_bar,
            self._write_guests,
            self._write_crowns,
            self._write_uppers,
            self._write_columns,
            self._write_merges,
            self._write_merge_pairs,
            self._write_score,
        ):
            write_part()
            yield self._take()

    # The talon. Its cards are numbered by place, from the bottom of the waste through the stock.

    def there(self, p: int, i: int) -> int:
        """Return the variable of "card i is in the talon when pass p begins", after the last pass "it never leaves"."""
        if p == 0:
            return TRUE
        if p == self.passes and self.score is None:
            return FALSE
        return self._is("there", p, i)

    def waits(self, p: int, i: int, j: int) -> int:
        """Return the variable of "in pass p card i lies in the waste when place j is turned", for i < j.

        A place whose card has left counts as turned with the next that has not, or with the last.
        """
        lies = p == 0 and j < self.waste and self.loose.isdisjoint((i, j))
        return TRUE if lies else self._is("waits", p, i, j)

    def stays(self, card: Card) -> int:
        """Return the variable of "the card never leaves the talon"."""
        return self.there(self.passes, self.place[card])

    def left(self, x: Card, j: str) -> int:
        """Return the variable of "card x is not in the talon when j leaves it"."""
        if x not in self.place:
            return TRUE
        if j == END:
            return -self.stays(x)
        a, b = self.place[x], self.place[j]
        if a == b:
            return FALSE
        sign = 1 if a < b else -1
        low, high = sorted((a, b))
        if self.passes == 1:
            return -sign * self.waits(0, low, high)
        return sign * self._is("before", low, high)

    def _write_stack(self, p: int) -> None:
        """Write: the waste is a stack; cards under a waiting card wait, too."""
        size = len(self.talon)
        last = size - 1
        for i in range(size):
            here, later = self.there(p, i), self.there(p + 1, i)
            self._add(-later, here)
            if i < last:
                self._add(here, -self.waits(p, i, i + 1))
                self._add(-later, self.waits(p, i, last))
            for j in range(i + 1, size):
                self._add(-self.there(p + 1, j), -self.waits(p, i, j), later)
                if j < last:
                    self._add(-self.waits(p, i, j + 1), self.waits(p, i, j))
        for i, j, k in combinations(range(size), 3):
            self._add(-self.waits(p, i, j), -self.waits(p, j, k), self.waits(p, i, k))

    def _write_turns(self, p: int) -> None:
        """Write: a card leaves between two turns, and all turns but the last of a pass bring `draw` cards."""
        last = len(self.talon) - 1
        for i in range(last):
            self._add(-self.there(p, i), self.waits(p, i, i + 1), self._turn_ends(p, i))
            for j in range(i + 1, last):
                self._add(-self.waits(p, i, j), self.waits(p, i, j + 1), self._turn_ends(p, j))
        if self.draw == 1:
            return
        for i in range(self.waste if p == 0 else 0, last):
            here = self.there(p, i)
            for m in range(self.draw):
                before = self._count(p, i - 1, m)
                for literal, after in ((-here, self._count(p, i, (m + 1) % self.draw)), (here, self._count(p, i, m))):
                    self._add(literal, -before, after)
                    self._add(literal, before, -after)

    def _write_loose_order(self) -> None:
        """Write: cards leave one by one; of three binding places the highest leaves first only if the next does."""
        for i, j, k in combinations(range(len(self.talon)), 3):
            low, high, outer = self.waits(0, i, j), self.waits(0, j, k), self.waits(0, i, k)
            self._add(-low, -high, outer)
            if self.loose.isdisjoint((i, j, k)):
                self._add(low, -outer)
            else:
                self._add(low, high, -outer)

    def _turn_ends(self, p: int, i: int) -> int:
        return TRUE if self.draw == 1 else self._count(p, i, 0)

    def _count(self, p: int, i: int, m: int) -> int:
        """Return the variable of "the cards turned in pass p up to place i number m modulo `draw`"."""
        if i < (self.waste if p == 0 else 0):
            return TRUE if m == 0 else FALSE
        return self._is("count", p, i, m)

    def _write_order(self, p: int) -> None:
        """Write, with several passes, which of two cards leaves first by pass p."""
        if self.passes == 1:
            return
        for i, j in combinations(range(len(self.talon)), 2):
            before, wait = self._is("before", i, j), self.waits(p, i, j)
            (here_i, later_i), (here_j, later_j) = ((self.there(p, x), self.there(p + 1, x)) for x in (i, j))
            self._add(wait, -here_i, -here_j, before)
            self._add(-wait, -here_j, later_j, -before)
            self._add(-later_i, later_j, -before)
            self._add(later_i, -later_j, before)

    # The table. Statements without a method: the card y is played from the waste `below` x, or `above` the head h; the
    # Galaxy g is, into the column c (`slot`). `merge` h v: the column with the head h is moved below v, at some time;
    # `merged` h g: it has been moved when g leaves; `gone` h g: h's column has, with h or with the cards above h.

    def barred(self, x: Card, j: str) -> int:
        """Return the variable of "x lies on the bar when j leaves"; false for x of j's suit and not below j's rank."""
        if j != END and x[1] == j[1] and UNIVERSAL_RANKS.index(x[0]) >= UNIVERSAL_RANKS.index(j[0]):
            return FALSE
        return self._is("barred", x, j)

    def resides(self, h: Card, c: int) -> int:
        """Return the variable of "h is, or has been, the head of column c"; false for cards that never are heads."""
        if h in self.place:
            return self._is("resides", h, c)
        return TRUE if self.columns[c] and self.columns[c][0] == h else FALSE

    def _write_places(self) -> None:
        """Write: a card of the talon leaves for exactly one place, or stays."""
        for y in self.talon:
            places = [self._is("direct", y), self.stays(y)]
            places += [self._is("below", y, x) for x in self.hosts[y]]
            places += [self._is("above", y, h) for h in self.crowned[y]]
            if y in self.galaxies:
                places += [self._is("slot", y, c) for c in range(len(self.columns))]
            self._add(*places)
            self._at_most_one(places)

    def _write_bar(self) -> None:
        """Write: piles are built upwards from cards that have left the talon, foot by foot, and only grow."""
        add = self._add
        follows = {(j, k): -self.left(j, k) for j, k in permutations(self.times, 2) if j != END}
        for x in self.cards:
            row = {j: self.barred(x, j) for j in self.times}
            # The card that must be barred before it, if it is not barred at the start.
            lower = LOWER[x] if LOWER.get(x) in self.cards else None
            for j, literal in row.items():
                add(-literal, self.left(x, j))
                if lower is not None:
                    add(-literal, self.barred(lower, j))
                if x in self.under:
                    add(-literal, self.barred(self.under[x], j))
            if x in self.place:
                direct = self._is("direct", x)
                if lower is not None:
                    add(-direct, self.barred(lower, x))
                for k, literal in row.items():
                    if k != x:
                        add(-direct, -self.left(x, k), literal)
            for (j, k), waits in follows.items():
                if row[j] != FALSE:
                    add(-row[j], waits, row[k])

    def _write_guests(self) -> None:
        """Write: a card is played below a foot, which it then covers."""
        add = self._add
        for y, hosts in self.hosts.items():
            for x in hosts:
                below = self._is("below", y, x)
                add(-below, self.left(x, y))
                for j in self.times:
                    add(-below, -self.barred(x, j), self.barred(y, j))
                if x in self.under:
                    add(-below, self.barred(self.under[x], y))
        for y, z in permutations(self.talon, 2):
            for x in self.hosts[y]:
                if x in self.hosts[z]:
                    add(-self._is("below", y, x), -self._is("below", z, x), -self.left(y, z), self.barred(y, z))

    def _write_crowns(self) -> None:
        """Write: a card is played above a head, which then covers it; guests below the card find that head barred."""
        add = self._add
        for y, heads in self.crowned.items():
            guests = [z for z in self.talon if y in self.hosts[z]]
            for h in heads:
                above = self._is("above", y, h)
                add(-above, self.left(h, y))
                add(-above, -self.barred(h, y))
                for j in self.times:
                    add(-above, -self.barred(y, j), self.barred(h, j))
                for z in guests:
                    add(-above, -self._is("below", z, y), self.barred(h, z))

    def _write_uppers(self) -> None:
        """Write: no card ever comes to lie directly under two cards; only a head comes to lie under one."""
        for x in self.cards:
            uppers = [self._is("above", y, x) for y in self.talon if x in self.crowned[y]]
            uppers += [self._is("merge", x, v) for v in self.merge_hosts.get(x, ())]
            if x not in self.place:
                self._at_most_one(uppers)
                continue
            for upper in uppers:
                self._add(-upper, *(self._is("above", x, h) for h in self.crowned[x]))
            self._at_most_one(uppers)

    def _write_columns(self) -> None:
        """Write: a Galaxy is played into an empty column: its former head is barred, or has moved with its column."""
        add = self._add
        if not self.galaxies:
            return
        for y, heads in self.crowned.items():
            for h, c in product(heads, range(len(self.columns))):
                add(-self._is("above", y, h), -self.resides(h, c), self.resides(y, c))
                add(-self._is("above", y, h), self.resides(h, c), -self.resides(y, c))
        for c in range(len(self.columns)):
            for g, other in permutations(self.galaxies, 2):
                add(-self._is("slot", g, c), -self._is("slot", other, c), -self.left(g, other), self.barred(g, other))
            for h, g in product(self.heads, self.galaxies):
                if h != g:
                    gone = self._is("gone", h, g) if h in self.movable else FALSE
                    add(-self._is("slot", g, c), -self.resides(h, c), -self.left(h, g), self.barred(h, g), gone)
        for h, g in product(self.movable, self.galaxies):
            uppers = [y for y in self.talon if h in self.crowned[y]]
            add(-self._is("gone", h, g), self._is("merged", h, g), *(self._is("above", y, h) for y in uppers))
            add(-self._is("gone", h, g), self.left(h, g))
            for y in uppers:
                gone = self._is("gone", y, g) if y in self.movable else FALSE
                add(-self._is("gone", h, g), -self._is("above", y, h), gone)

    def _write_merges(self) -> None:
        """Write: a column is moved below a foot, which its head then covers."""
        add = self._add
        for h, hosts in self.merge_hosts.items():
            for g in self.galaxies:
                merged = self._is("merged", h, g)
                add(-merged, *(self._is("merge", h, v) for v in hosts))
                add(-merged, self.left(h, g))
                for later in self.galaxies:
                    if later != g:
                        add(-merged, -self.left(g, later), self._is("merged", h, later))
            for v in hosts:
                merge = self._is("merge", h, v)
                for j in self.times:
                    add(-merge, -self.barred(v, j), self.barred(h, j))
                for g in self.galaxies:
                    self._write_merge_below(h, v, g)

    def _write_merge_below(self, h: Card, v: Card, g: Card) -> None:
        """Write: if h was moved below v before g leaves, v was on the table, and the cards under it were barred."""
        both = (-self._is("merge", h, v), -self._is("merged", h, g))
        self._add(*both, self.left(v, g))
        if v in self.under:
            self._add(*both, self.barred(self.under[v], g))
        for head in self.crowned.get(v, ()):
            self._add(*both, -self._is("above", v, head), self.barred(head, g))
        for y in self.talon:
            if v in self.hosts[y]:
                self._add(*both, -self._is("below", y, v), -self.left(y, g), self.barred(y, g), self.barred(h, y))
                if y != g:
                    self._add(*both, -self._is("below", y, v), -self.left(g, y), self.barred(h, y))

    def _write_merge_pairs(self) -> None:
        """Write: of two columns moved below one foot, the first is barred when the second is moved."""
        for (h, hosts), (other, others) in permutations(self.merge_hosts.items(), 2):
            for v in (v for v in hosts if v in others):
                pair = (-self._is("merge", h, v), -self._is("merge", other, v))
                for g in self.galaxies:
                    first = (*pair, -self._is("merged", h, g))
                    self._add(*first, -self._is("merged", other, g), self.barred(h, g), self.barred(other, g))
                    for later in self.galaxies:
                        if later != g:
                            now, then = self._is("merged", other, g), self._is("merged", other, later)
                            self._add(*first, now, -then, self.barred(h, later))

    def _write_score(self) -> None:
        """Write: at the end at least `score` cards lie on the bar."""
        if self.score is None:
            return
        missing = len(self.game.deal) - self.score
        counts = self._more_than("missing", [-self.barred(x, END) for x in self.cards])
        if missing < len(counts):
            self._add(-counts[missing])

    def _more_than(self, name: str, literals: Sequence[int]) -> list[int]:
        """Return a totalizer, as many literals as given: number k, from 0, is true if more than k of them are."""
        if len(literals) <= 1:
            return list(literals)
        half = len(literals) // 2
        left = self._more_than(name + "<", literals[:half])
        right = self._more_than(name + ">", literals[half:])
        total = [self._is(name, k) for k in range(len(literals))]
        for i, j in product(range(len(left) + 1), range(len(right) + 1)):
            if i + j:
                self._add(*(-literal for literal in (*left[:i][-1:], *right[:j][-1:])), total[i + j - 1])
        return total
