"""Universal Solitaire as propositional clauses: satisfiable exactly if a position can be won, or can reach a score.

docs/soundness/universal_model.md lists the variables and clauses, and proves that they are exact. Cards are numbered as
in `winnow_kernels.universal.line`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import cast

from winnow.games.universal.engine.talon import LooseTalon, Talon
from winnow.games.universal.rules import CARDS_ABOVE, NUMBER
from winnow.search.satisfier import FALSE, TRUE, Clauses
from winnow_kernels.common.clauses import ClauseArray, Implications
from winnow_kernels.universal.line import Found, Kind, Move, Start

RANKS = 10
_GALAXY = 9
_END = -1
"""The end of the game, after the last card has left the talon; `barred` takes it in place of a card."""
_NOBODY = -1
_FITTING = {(NUMBER[a], NUMBER[b]) for a, hosts in CARDS_ABOVE.items() for b in hosts}
"""Each card with a card below which it fits."""


class Model:
    """The clauses of one position; `deck` is the whole deck, and cards that are not in `start` lie on the bar.

    Without `best` all cards must leave the talon, which wins; assume `talon.keeps` then. With `best` any card may stay,
    and `at_least` demands a score. `held_back`, complete after `write`, are further clauses, for a solver to add when a
    solution violates them.
    """

    def __init__(self, start: Start, deck: Sequence[int], best: bool) -> None:
        self.clauses = Clauses()
        size = len(start.talon)
        if start.redeals == 0 and start.draw == 1 and not best:
            self.talon: Talon = LooseTalon(self.clauses, size, start.waste)
        else:
            self.talon = Talon(self.clauses, size, start.waste, start.redeals + 1, start.draw, best)
        self._start = start
        self._place = {card: i for i, card in enumerate(start.talon)}
        self._cards = [card for column in start.columns for card in column] + list(start.talon)
        self._barred_before = len(deck) - len(self._cards)
        self.held_back: list[Implications] = []
        self._missing: list[int] = []
        """[k]: more than k cards are not barred at the end."""
        self._known = set(self._cards)
        self._times = [*start.talon, *([_END] if best else [])]
        self._galaxies = sorted(card for card in start.talon if card % RANKS == _GALAXY)
        self._under = {above: below for column in start.columns for above, below in pairwise(column)}
        """The card under each card of the tableau that is no foot."""
        self._barred = {(x, j): self._new_barred(x, j) for x in self._cards for j in self._times}
        self._below: dict[tuple[int, int], int] = {}
        """[y, x]: y is played from the talon below x."""
        self._above: dict[tuple[int, int], int] = {}
        """[y, h]: y is played from the talon above the head h."""
        self._direct: dict[int, int] = {}
        """[y]: y is played from the talon to the bar."""
        self._slot: dict[tuple[int, int], int] = {}
        """[g, c]: the Galaxy g is played from the talon into column c."""
        self._merge_at: dict[tuple[int, int], int] = {}
        """[h, g]: the column with the head h is merged just before the Galaxy g is played into the place it leaves."""
        self._merge_under: dict[tuple[int, int], int] = {}
        """[h, v]: the column with the head h is merged below v."""
        self._name_placements()

    def at_least(self, score: int) -> list[list[int]]:
        """Return clauses that demand a score not reached yet; for a model of the best score, after `write`."""
        missing = self._barred_before + len(self._cards) - score
        return [[-literal] for literal in self._missing[missing : missing + 1]]

    def write(self) -> Iterator[ClauseArray]:
        """Yield all clauses but `held_back`, in parts."""
        for _ in self.talon.write():
            yield self.clauses.take()
        for write_part in (
            self._write_placements,
            self._write_bar,
            self._write_hosts,
            self._write_heads,
            self._write_slots,
            self._write_merges,
        ):
            write_part()
            yield self.clauses.take()
        if _END in self._times:
            self._missing = self.clauses.count([-self._barred[card, _END] for card in self._cards])
            yield self.clauses.take()

    def _new_barred(self, x: int, j: int) -> int:
        """Return a literal for "x lies on the bar when j leaves the talon"; a card that waits for j cannot."""
        waits = x // RANKS == j // RANKS and x % RANKS >= j % RANKS
        return FALSE if j != _END and waits else self.clauses.variable()

    def _left(self, x: int, j: int) -> int:
        """Return the literal of "x has left the talon when j leaves it", true if x was never there."""
        if x not in self._place:
            return TRUE
        if j == _END:
            return -self.talon.stays[self._place[x]]
        return self.talon.before(self._place[x], self._place[j])

    def _name_placements(self) -> None:
        new = self.clauses.variable
        heads = {column[0] for column in self._start.columns if column}
        # In order of rank: a card that can become a head comes before those that fit above it.
        for y in sorted(self._start.talon, key=lambda card: card % RANKS):
            self._direct[y] = new()
            self._below |= {(y, x): new() for x in self._cards if (y, x) in _FITTING}
            above = {(y, h): new() for h in sorted(heads) if (h, y) in _FITTING}
            self._above |= above
            if above:
                heads.add(y)
            if y % RANKS == _GALAXY:
                self._slot |= {(y, c): new() for c in range(len(self._start.columns))}
        movable = sorted(head for head in heads if head % RANKS != _GALAXY) if self._galaxies else []
        self._merge_at = {(h, g): new() for h in movable for g in self._galaxies}
        self._merge_under = {(h, v): new() for h in movable for v in self._cards if (h, v) in _FITTING}

    def _write_placements(self) -> None:
        """Write: every card of the talon leaves to exactly one place, or stays."""
        for y, i in self._place.items():
            places = [self._direct[y]]
            for options in (self._below, self._above, self._slot):
                places += [literal for (card, _), literal in options.items() if card == y]
            self.clauses.exactly_one([*places, self.talon.stays[i]])

    def _write_bar(self) -> None:
        """Write: piles are built upwards, from cards that have left the talon, and never shrink."""
        add, barred = self.clauses.add, self._barred
        for x in self._cards:
            lower = x - 1 if x % RANKS and x - 1 in self._known else None
            for j in self._times:
                add(-barred[x, j], self._left(x, j))
                if lower is not None:
                    add(-barred[x, j], barred[lower, j])
            if x in self._place:
                if lower is not None:
                    add(-self._direct[x], barred[lower, x])
                for k in self._times:
                    if k != x:
                        add(-self._direct[x], -self._left(x, k), barred[x, k])
        followed = [[FALSE if j == _END else self._left(j, k) for k in self._times] for j in self._times]
        stay_barred = Implications([[barred[x, j] for j in self._times] for x in self._cards], followed)
        self.held_back = [*self.talon.held_back, stay_barred]

    def _write_hosts(self) -> None:
        """Write: a card is played below a foot, and covers it until it is barred."""
        add, barred = self.clauses.add, self._barred
        for x, z in self._under.items():
            for j in self._times:
                add(-barred[x, j], barred[z, j])
        for (y, x), below in self._below.items():
            add(-below, self._left(x, y))
            # With j = y: the host is not barred.
            for j in self._times:
                add(-below, -barred[x, j], barred[y, j])
            if x in self._under:
                add(-below, barred[self._under[x], y])
        for (y, x), (z, host) in permutations(self._below, 2):
            if x == host:
                add(-self._below[y, x], -self._below[z, x], -self._left(y, z), barred[y, z])

    def _write_heads(self) -> None:
        """Write: a card is played above a head, which is then the card under it; a head is used once."""
        add, barred = self.clauses.add, self._barred
        uses: dict[int, list[int]] = {}
        for (y, h), above in self._above.items():
            uses.setdefault(h, []).append(above)
            add(-above, self._left(h, y))
            add(-above, -barred[h, y])
            for j in self._times:
                add(-above, -barred[y, j], barred[h, j])
            if h in self._place:
                add(-above, *self._becomes_head(h))
            for guest in self._guests(y):
                add(-above, -self._below[guest, y], barred[h, guest])
        for (h, _), under in self._merge_under.items():
            uses.setdefault(h, []).append(under)
        for literals in uses.values():
            self.clauses.at_most_one(literals)

    def _becomes_head(self, y: int) -> list[int]:
        return [above for (card, _), above in self._above.items() if card == y]

    def _guests(self, x: int) -> list[int]:
        return [guest for guest, host in self._below if host == x]

    def _write_slots(self) -> None:
        """Write: a Galaxy is played into a column whose cards are barred, or whose head was merged for a Galaxy."""
        add, barred = self.clauses.add, self._barred
        for c, column in enumerate(self._start.columns):
            for g, other in permutations(self._galaxies, 2):
                add(-self._slot[g, c], -self._slot[other, c], -self._left(g, other), barred[g, other])
            if not column:
                for (_, g), at in self._merge_at.items():
                    add(-at, -self._slot[g, c])
                continue
            member = self._members(column[0])
            merged = {g: self.clauses.variable() for g in self._galaxies}
            for g in self._galaxies:
                add(-merged[g], self._slot[g, c])
                add(-merged[g], *(at for (_, galaxy), at in self._merge_at.items() if galaxy == g))
                for other in self._galaxies:
                    if other != g:
                        add(-merged[g], -self._slot[other, c], self._left(g, other))
                for h, inside in member.items():
                    add(-self._slot[g, c], -inside, -self._left(h, g), barred[h, g], *merged.values())
                for (h, galaxy), at in self._merge_at.items():
                    if galaxy == g:
                        add(-at, -merged[g], member.get(h, FALSE))
                        add(-at, -self._slot[g, c], merged[g])

    def _members(self, head: int) -> dict[int, int]:
        """Return the literals of "this card is, or has been, the head of the column that began with `head`"."""
        member = {head: TRUE}
        # `_above` lists lower heads first.
        for y, h in self._above:
            if h in member and y not in member:
                member[y] = self.clauses.variable()
        for (y, h), above in self._above.items():
            if y in member:
                inside = member.get(h, FALSE)
                self.clauses.add(-above, -inside, member[y])
                self.clauses.add(-above, inside, -member[y])
        return member

    def _write_merges(self) -> None:
        """Write: at most one column is merged for each Galaxy, below a foot, which its head then covers."""
        add, barred = self.clauses.add, self._barred
        for g in self._galaxies:
            self.clauses.at_most_one([at for (_, galaxy), at in self._merge_at.items() if galaxy == g])
        for h in sorted({h for h, _ in self._merge_at}):
            times = {g: self._merge_at[h, g] for g in self._galaxies}
            hosts = {v: under for (head, v), under in self._merge_under.items() if head == h}
            self.clauses.at_most_one(list(times.values()))
            for g, at in times.items():
                add(-at, *hosts.values())
                add(-at, *(self._slot[g, c] for c in range(len(self._start.columns))))
                add(-at, -barred[h, g])
                add(-at, self._left(h, g))
                if h in self._place:
                    add(-at, *self._becomes_head(h))
            for v, under in hosts.items():
                add(-under, *times.values())
                for j in self._times:
                    add(-under, -barred[v, j], barred[h, j])
                for g, at in times.items():
                    self._write_merge_host(h, g, v, at, under)
        self._write_merge_pairs()

    def _write_merge_host(self, h: int, g: int, v: int, at: int, under: int) -> None:
        """Demand that v is a foot when h is merged below it, just before g, and covered by h from then on."""
        add, barred = self.clauses.add, self._barred
        add(-at, -under, -barred[v, g])
        add(-at, -under, self._left(v, g))
        if v in self._under:
            add(-at, -under, barred[self._under[v], g])
        for (y, head), above in self._above.items():
            if y == v:
                add(-at, -under, -above, barred[head, g])
        for y in self._guests(v):
            below = self._below[y, v]
            add(-at, -under, -below, -self._left(y, g), barred[y, g])
            add(-at, -under, -below, -self._left(g, y), barred[h, y])

    def _write_merge_pairs(self) -> None:
        """Demand that a column merged below a foot is barred before another is merged there."""
        for (h, v), (other, host) in permutations(self._merge_under, 2):
            if v != host:
                continue
            for g, later in permutations(self._galaxies, 2):
                first = (-self._merge_under[h, v], -self._merge_at[h, g])
                second = (-self._merge_under[other, v], -self._merge_at[other, later])
                self.clauses.add(*first, *second, -self._left(g, later), self._barred[h, later])

    def line(self, assignment: Sequence[int]) -> Found:
        """Return the line of play that a satisfying assignment describes."""
        true = frozenset(assignment)
        on_bar: set[int] = set()
        steps = []
        for place in self.talon.order(true):
            card = self._start.talon[place]
            before = _by_rank({x for x in self._cards if self._barred[x, card] in true} - on_bar)
            on_bar.update(before)
            kind, first, second = self._placement(card, true)
            if kind == "bar":
                on_bar.add(card)
            steps.append(Move(kind, card, first, second, before, ()))
        ends = {x for x in self._cards if _END not in self._times or self._barred[x, _END] in true}
        finale = _by_rank(ends - on_bar)
        return Found(self._barred_before + len(on_bar) + len(finale), False, steps, finale)

    def _placement(self, card: int, true: frozenset[int]) -> tuple[Kind, int, int]:
        """Return how a card leaves the talon: kind, first and second as in `Move`."""
        if self._direct[card] in true:
            return "bar", _NOBODY, _NOBODY
        for kind, options in (("below", self._below), ("above", self._above)):
            for (y, other), literal in options.items():
                if y == card and literal in true:
                    return cast(Kind, kind), other, _NOBODY
        for (h, g), at in self._merge_at.items():
            if g == card and at in true:
                host = next(v for (head, v), under in self._merge_under.items() if head == h and under in true)
                return "merge", h, host
        return "slot", _NOBODY, _NOBODY


def _by_rank(cards: set[int]) -> list[int]:
    return sorted(cards, key=lambda card: (card % RANKS, card))
