"""A second implementation of Universal's clauses, from docs/soundness/universal_clauses.md alone."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

from winnow.core.cards import UNIVERSAL_RANKS
from winnow.games.universal.rules import GALAXY, fits_below

RANK = {letter: rank for rank, letter in enumerate(UNIVERSAL_RANKS)}


def told(game, position, score, named=None):
    """Return the clauses in order; literals are (sign, statement)."""
    clauses = [[(1, True)]]
    talon = position.waste + position.stock
    n, w = len(talon), len(position.waste)
    places = {card: i for i, card in enumerate(talon)}
    draw, passes = max(1, min(game.rules.draw, n)), min(position.redeals + 1, n + 1)
    moments = [*talon, "end"] if score is not None else [*talon]
    columns = range(len(position.columns))
    binding = set(range(n)) if named is None else {places[card] for card in named}
    cards = [card for column in position.columns for card in column] + [*talon]
    under = {a: b for column in position.columns for a, b in pairwise(column)}
    hosts = {y: [x for x in cards if fits_below(y, x)] for y in talon}
    heads = [column[0] for column in position.columns if column]
    first_heads = {(column[0], c) for c, column in enumerate(position.columns) if column}
    crowned = {}
    for y in sorted(talon, key=lambda card: (RANK[card[0]], places[card])):
        crowned[y] = [h for h in heads if fits_below(h, y)]
        heads += [y] if crowned[y] else []
    galaxies = [g for g in talon if g[0] == GALAXY]
    movable = [h for h in heads if h[0] != GALAXY] if galaxies else []
    low = {h: [v for v in cards if fits_below(h, v)] for h in movable}

    def no(literal):
        return not literal if isinstance(literal, bool) else (-literal[0], literal[1])

    def add(*literals):
        if True not in literals:
            clauses.append([literal for literal in literals if literal is not False])

    def at_most_one(literals):
        for a, b in combinations(literals, 2):
            add(no(a), no(b))

    def there(p, i):
        if p == 0 or (p == passes and score is None):
            return p == 0
        return 1, ("there", p, i)

    def waits(p, i, j):
        return True if p == 0 and j < w and {i, j} <= binding else (1, ("waits", p, i, j))

    def count(p, i, m):
        return m == 0 if i < (w if p == 0 else 0) else (1, ("count", p, i, m))

    def ends(p, i):
        return True if draw == 1 else count(p, i, 0)

    def before(i, j):
        return 1, ("before", i, j)

    def stays(y):
        return there(passes, places[y])

    def out(x, j):
        if x not in places:
            return True
        if j == "end":
            return no(stays(x))
        a, b = places[x], places[j]
        if a == b:
            return False
        if passes == 1:
            return no(waits(0, a, b)) if a < b else waits(0, b, a)
        return before(a, b) if a < b else no(before(b, a))

    def barred(x, j):
        if j != "end" and j[1] == x[1] and RANK[j[0]] <= RANK[x[0]]:
            return False
        return 1, ("barred", x, j)

    def resides(h, c):
        return (1, ("resides", h, c)) if h in places else (h, c) in first_heads

    def gone(h, g):
        return (1, ("gone", h, g)) if h in movable else False

    def say(*statement):
        return 1, statement

    for i, j, k in combinations(range(n), 3) if len(binding) < n else ():
        add(no(waits(0, i, j)), no(waits(0, j, k)), waits(0, i, k))
        add(waits(0, i, j), *(() if {i, j, k} <= binding else (waits(0, j, k),)), no(waits(0, i, k)))

    for p in range(passes) if len(binding) == n else ():
        for i in range(n):
            add(no(there(p + 1, i)), there(p, i))
            if i < n - 1:
                add(there(p, i), no(waits(p, i, i + 1)))
                add(no(there(p + 1, i)), waits(p, i, n - 1))
            for j in range(i + 1, n):
                add(no(there(p + 1, j)), no(waits(p, i, j)), there(p + 1, i))
                if j < n - 1:
                    add(no(waits(p, i, j + 1)), waits(p, i, j))
        for i, j, k in combinations(range(n), 3):
            add(no(waits(p, i, j)), no(waits(p, j, k)), waits(p, i, k))
        for i in range(n - 1):
            add(no(there(p, i)), waits(p, i, i + 1), ends(p, i))
            for j in range(i + 1, n - 1):
                add(no(waits(p, i, j)), waits(p, i, j + 1), ends(p, j))
        for i in range(w if p == 0 else 0, n - 1) if draw > 1 else ():
            for m in range(draw):
                h, b = there(p, i), count(p, i - 1, m)
                for literal, a in ((no(h), count(p, i, (m + 1) % draw)), (h, count(p, i, m))):
                    add(literal, no(b), a)
                    add(literal, b, no(a))
        for i, j in combinations(range(n), 2) if passes > 1 else ():
            add(waits(p, i, j), no(there(p, i)), no(there(p, j)), before(i, j))
            add(no(waits(p, i, j)), no(there(p, j)), there(p + 1, j), no(before(i, j)))
            add(no(there(p + 1, i)), there(p + 1, j), no(before(i, j)))
            add(there(p + 1, i), no(there(p + 1, j)), before(i, j))

    for y in talon:
        ways = [say("direct", y), stays(y), *(say("hosted", y, x) for x in hosts[y])]
        ways += [say("above", y, h) for h in crowned[y]]
        ways += [say("slot", y, c) for c in columns] if y in galaxies else []
        add(*ways)
        at_most_one(ways)

    for x in cards:
        lower = next((c for c in cards if c[1] == x[1] and RANK[c[0]] == RANK[x[0]] - 1), None)
        for j in moments:
            add(no(barred(x, j)), out(x, j))
            if lower:
                add(no(barred(x, j)), barred(lower, j))
            if x in under:
                add(no(barred(x, j)), barred(under[x], j))
        if x in places:
            if lower:
                add(no(say("direct", x)), barred(lower, x))
            for k in moments:
                if k != x:
                    add(no(say("direct", x)), no(out(x, k)), barred(x, k))
        for j, k in permutations(moments, 2):
            if j != "end" and barred(x, j) is not False:
                add(no(barred(x, j)), no(out(j, k)), barred(x, k))

    for y in talon:
        for x in hosts[y]:
            hosted = no(say("hosted", y, x))
            add(hosted, out(x, y))
            for j in moments:
                add(hosted, no(barred(x, j)), barred(y, j))
            if x in under:
                add(hosted, barred(under[x], y))
    for y, z in permutations(talon, 2):
        for x in [x for x in hosts[y] if x in hosts[z]]:
            add(no(say("hosted", y, x)), no(say("hosted", z, x)), no(out(y, z)), barred(y, z))

    for y, below in crowned.items():
        for h in below:
            above = no(say("above", y, h))
            add(above, out(h, y))
            add(above, no(barred(h, y)))
            for j in moments:
                add(above, no(barred(y, j)), barred(h, j))
            for z in talon:
                if y in hosts[z]:
                    add(above, no(say("hosted", z, y)), barred(h, z))

    for x in cards:
        uppers = [say("above", y, x) for y in talon if x in crowned[y]]
        uppers += [say("merge", x, v) for v in low.get(x, ())]
        if x in places:
            for upper in uppers:
                add(no(upper), *(say("above", x, h) for h in crowned[x]))
        at_most_one(uppers)

    if galaxies:
        for y, below in crowned.items():
            for h in below:
                for c in columns:
                    add(no(say("above", y, h)), no(resides(h, c)), resides(y, c))
                    add(no(say("above", y, h)), resides(h, c), no(resides(y, c)))
        for c in columns:
            for g, o in permutations(galaxies, 2):
                add(no(say("slot", g, c)), no(say("slot", o, c)), no(out(g, o)), barred(g, o))
            for h in heads:
                for g in galaxies:
                    if g != h:
                        add(no(say("slot", g, c)), no(resides(h, c)), no(out(h, g)), barred(h, g), gone(h, g))
        for h in movable:
            for g in galaxies:
                over = [y for y in talon if h in crowned[y]]
                add(no(gone(h, g)), say("merged", h, g), *(say("above", y, h) for y in over))
                add(no(gone(h, g)), out(h, g))
                for y in over:
                    add(no(gone(h, g)), no(say("above", y, h)), gone(y, g))

    for h in movable:
        for g in galaxies:
            merged = no(say("merged", h, g))
            add(merged, *(say("merge", h, v) for v in low[h]))
            add(merged, out(h, g))
            for later in galaxies:
                if later != g:
                    add(merged, no(out(g, later)), say("merged", h, later))
        for v in low[h]:
            for j in moments:
                add(no(say("merge", h, v)), no(barred(v, j)), barred(h, j))
            for g in galaxies:
                both = [no(say("merge", h, v)), no(say("merged", h, g))]
                add(*both, out(v, g))
                if v in under:
                    add(*both, barred(under[v], g))
                for k in crowned.get(v, ()):
                    add(*both, no(say("above", v, k)), barred(k, g))
                for y in talon:
                    if v in hosts[y]:
                        add(*both, no(say("hosted", y, v)), no(out(y, g)), barred(y, g), barred(h, y))
                        if y != g:
                            add(*both, no(say("hosted", y, v)), no(out(g, y)), barred(h, y))

    for h, o in permutations(movable, 2):
        for v in [v for v in low[h] if v in low[o]]:
            for g in galaxies:
                pair = [no(say("merge", h, v)), no(say("merge", o, v)), no(say("merged", h, g))]
                add(*pair, no(say("merged", o, g)), barred(h, g), barred(o, g))
                for later in galaxies:
                    if later != g:
                        add(*pair, say("merged", o, g), no(say("merged", o, later)), barred(h, later))

    def block(name, literals):
        if len(literals) == 1:
            return literals
        half = len(literals) // 2
        a, b = block(name + "<", literals[:half]), block(name + ">", literals[half:])
        more = [say("more", name, k) for k in range(len(literals))]
        for i in range(len(a) + 1):
            for j in range(len(b) + 1):
                if i + j:
                    add(*([no(a[i - 1])] if i else []), *([no(b[j - 1])] if j else []), more[i + j - 1])
        return more

    if score is not None and cards:
        missing = block("missing", [no(barred(x, "end")) for x in cards])
        if len(missing) > len(game.deal) - score:
            add(no(missing[len(game.deal) - score]))
    return clauses


def numbered(clauses):
    """Return the clauses with variables numbered from 2 in order of occurrence; 1 is true."""
    numbers = {True: 1}
    return [tuple(sign * numbers.setdefault(name, len(numbers) + 1) for sign, name in clause) for clause in clauses]
