"""Loss trees checked as docs/formats.md describes, slowly; no code is shared with the referee."""

from itertools import permutations, product

NOTHING = None


class RefusedError(Exception):
    pass


def demand(condition):
    if not condition:
        raise RefusedError


def number(word):
    demand(word.isdigit() and word.isascii() and str(int(word)) == word)
    return int(word)


class AsTold:
    """The rules of the format. A node is a dict of decided cells: (x, y) to a card's place in the deal, or NOTHING."""

    def __init__(self, cards, columns, rows, hold, bound, lines):
        self.cards, self.hold, self.bound = cards, hold, bound
        self.lines = iter(lines)
        self.n = n = len(cards)
        self.components = []
        for card in range(n):
            if not any(card in other for other in self.components):
                members = {card}
                while more := {b for a in members for b in range(n) if self.ways(a, b) == 2} - members:
                    members |= more
                if len(members) > 1:
                    self.components.append(sorted(members))
        for w, h in product(range(1, min(columns, n) + 1), range(1, min(rows, n) + 1)):
            if w * h >= n and not (w < h <= columns and w <= rows):
                self.box(w, h)
        demand(next(self.lines, None) is None)

    def ways(self, a, b):
        return 0 if a == b else sum(x == y for x, y in zip(self.cards[a], self.cards[b], strict=True))

    def partners(self, members):
        """Return the pairs of members that match in two ways."""
        return [(a, b) for a in members for b in members if a < b and self.ways(a, b) == 2]

    def box(self, w, h):
        self.w, self.h = w, h
        self.cells = [(x, y) for y in range(h) for x in range(w)]
        self.lists = [self.placements(members) for members in self.components]
        if not all(self.lists):
            return
        most = [max(pairs) for pairs in self.lists]
        loss = 2 * self.n - w - h + sum(most) - (self.bound // 2 + 1)
        shares = []
        for g in range(loss + 1 if self.n < w * h else 1):
            for t in product(*(range(m, -1, -1) for m in most)):
                if g + sum(most) - sum(t) <= loss:
                    shares.append((g, t))
        trees = []
        for self.g, self.t in shares:
            if any(
                all(self.t[k] == pairs for k, pairs in told.items()) and runs in (None, self.g) for told, runs in trees
            ):
                continue
            self.head(next(self.lines, "").split(" "))
            if not self.closed({}):
                self.node({})
            trees.append(({k: self.t[k] for k in self.told}, self.g if self.runs_told else None))

    def head(self, words):
        names = range(len(self.components))
        self.told, self.runs_told = list(names), True
        if "/" in words:
            slash = words.index("/")
            words, told = words[:slash], words[slash + 1 :]
            self.runs_told = "runs" in told
            if self.runs_told:
                demand(told.pop() == "runs")
            self.told = [number(word) for word in told]
        demand(words)
        self.pivot, *self.listed = [number(word) for word in words]
        demand(self.pivot < self.n)
        for rising in (self.told, self.listed):
            demand(rising == [k for k in names if k in rising])
        demand(all(k in self.told for k in self.listed))

    def placements(self, members):
        """Return the placements by number of touching pairs, ascending."""
        found = {}
        for places in permutations(self.cells, len(members)):
            lie = dict(zip(members, places, strict=True))
            touching = [(a, b) for a in members for b in members if a < b and self.touch(lie[a], lie[b])]
            if all(self.ways(a, b) for a, b in touching):
                found.setdefault(sum(self.ways(a, b) == 2 for a, b in touching), []).append(lie)
        return {
            pairs: sorted(lies, key=lambda lie: [x + self.w * y for x, y in lie.values()])
            for pairs, lies in found.items()
        }

    def touch(self, a, b):
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1

    def beside(self, at, cell):
        return [card for near, card in at.items() if card is not NOTHING and self.touch(near, cell)]

    def agrees(self, at, lie):
        cells = {cell: card for card, cell in lie.items()}
        for card, cell in lie.items():
            if cell in at:
                if at[cell] != card:
                    return False
            elif card in at.values() or not all(self.ways(card, b) or b in lie for b in self.beside(at, cell)):
                return False
        return all(cells.get(cell) == card for cell, card in at.items() if card in lie)

    def closed(self, at):
        lie = {card: cell for cell, card in at.items() if card is not NOTHING}
        for k in self.listed:
            if not any(self.agrees(at, each) for each in self.lists[k].get(self.t[k], [])):
                return True
        x, y = lie.get(self.pivot, (0, 0))
        if 2 * x >= self.w or 2 * y >= self.h or (self.w == self.h and x > y):
            return True
        for k in self.told:
            pairs, t = self.partners(self.components[k]), self.t[k]
            known = [self.touch(lie[a], lie[b]) for a, b in pairs if a in lie and b in lie]
            if sum(known) > t or len(known) - sum(known) > len(pairs) - t:
                return True
        return self.n < self.w * self.h and self.too_many_runs(at, len(lie) == self.n)

    def too_many_runs(self, at, whole):
        runs = 0
        lines = [[(x, y) for x in range(self.w)] for y in range(self.h)]
        lines += [[(x, y) for y in range(self.h)] for x in range(self.w)]
        for line in lines:
            if all(cell in at and at[cell] is NOTHING for cell in line):
                return True
            held = [at.get(cell, NOTHING) is not NOTHING for cell in line if cell in at or whole]
            count = sum(here and not before for before, here in zip([False, *held], held, strict=False))
            runs += count if whole else max(1, count)
        return self.runs_told and runs > self.w + self.h + self.g

    def node(self, at):
        line = next(self.lines, "")
        left = [card for card in range(self.n) if card not in at.values()]

        def fits(card, cell):
            return cell not in at and all(self.ways(card, other) for other in self.beside(at, cell))

        if line == "o":
            demand(not self.in_time(at, left, fits))
            return
        demand(line[:2] in ("c ", "d ", "k "))
        name = number(line[2:])
        children = []
        if line[0] == "c":
            demand(name < len(self.cells) and self.cells[name] not in at)
            cell = self.cells[name]
            children = [{cell: card} for card in left if fits(card, cell)]
            if sum(card is NOTHING for card in at.values()) < self.w * self.h - self.n:
                children.append({cell: NOTHING})
        elif line[0] == "d":
            demand(name in left)
            first = self.hold == 0 and name == min(left) and name > 0
            for cell in self.cells:
                if fits(name, cell) and not (first and all(other > name for other in self.beside(at, cell))):
                    children.append({cell: name})
        else:
            demand(name in self.listed and any(card in left for card in self.components[name]))
            for lie in self.lists[name].get(self.t[name], []):
                if self.agrees(at, lie):
                    children.append({lie[card]: card for card in self.components[name] if card in left})
        for child in children:
            after, open_still = dict(at), True
            for cell, card in child.items():
                after[cell] = card
                open_still = open_still and not self.closed(after)
            if open_still:
                self.node(after)

    def in_time(self, at, left, fits):
        cell_of = {card: cell for cell, card in at.items() if card is not NOTHING}

        def near(a, b):
            if a in left and b in left:
                return self.ways(a, b) > 0
            if a in left or b in left:
                lies, other = (b, a) if a in left else (a, b)
                return any(self.touch(cell, cell_of[lies]) and fits(other, cell) for cell in self.cells)
            return self.touch(cell_of[a], cell_of[b])

        for first in range(min(self.hold + 1, self.n)):
            placed = {first}
            while more := {
                card
                for card in range(min(self.n, len(placed) + self.hold + 1))
                if card not in placed and any(near(card, other) for other in placed)
            }:
                placed |= more
            if len(placed) == self.n:
                return True
        return False


def accepts(cards, columns, rows, hold, bound, lines):
    """Tell whether these lines prove that no layout of the cards scores above the bound."""
    try:
        AsTold(cards, columns, rows, hold, bound, lines)
    except RefusedError:
        return False
    return True
