"""Write the clauses and the proof of a Blink certificate, from docs/soundness/blink_clauses.md alone.

python docs/blink_clauses.py PROOF.gz PREFIX     writes PREFIX.cnf, PREFIX.lrat and PREFIX.drup
"""

import gzip
import json
import sys
from itertools import combinations, product

head, *proof = gzip.open(sys.argv[1], "rt").read().splitlines()
head = json.loads(head)
if [head.get(name) for name in ("game", "content", "verdict", "after")] != ["blink", "clauses", "unwinnable", []]:
    sys.exit(f"{sys.argv[1]}: not a certificate with clauses of a Blink deal that is lost from its start")
cards, hold, n = head["deal"].split(), head["rules"]["hold"], len(head["deal"].split())
wide, high = (min(head["rules"][side], n) for side in ("columns", "rows"))
cells = [(x, y) for y in range(high) for x in range(wide)]
near = {(x, y): [d for d in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if d in cells] for x, y in cells}
number, clauses = {}, [[1]]  # Variable 1 is "true"; the others are numbered from 2 as they occur.


def add(*literals):  # A literal is True, False or (sign, name).
    if True not in literals:
        real = [literal for literal in literals if literal is not False]
        clauses.append([sign * number.setdefault(name, len(number) + 2) for sign, name in real])


def no(literal):
    return not literal if isinstance(literal, bool) else (-literal[0], literal[1])


def one_of(literals, least=True):
    real = [literal for literal in literals if literal is not False]
    for clause in [*[real][: int(least)], *([no(a), no(b)] for a, b in combinations(real, 2))]:
        add(*clause)


image = {(x, y) for x, y in cells if x <= (wide - 1) // 2 and y <= (high - 1) // 2 and (wide != high or y <= x)}
lies = {(i, c): (1, ("lies", i, c)) if i or c in image else False for i in range(n) for c in cells}
at = {(i, t): i <= t + hold and (1, ("at", i, t)) for i in range(n) for t in range(n)}
placed = {(i, t): t == n or (t > max(0, i - hold) and (1, ("placed", i, t))) for i in range(n) for t in range(n + 1)}
full = {(c, t): t > 0 and (1, ("full", t, c)) for c in cells for t in range(n)}
for i in range(n):  # Each card lies in one cell; no cell holds two.
    one_of(lies[i, c] for c in cells)
for c in cells:
    one_of((lies[i, c] for i in range(n)), least=False)
    if len(cells) == n:
        add(*(lies[i, c] for i in range(n)))
for c in cells:  # Cards beside each other match.
    for d, i, j in product([d for d in near[c] if c < d], range(n), range(n)):
        if i != j and all(a != b for a, b in zip(cards[i], cards[j], strict=True)):
            add(no(lies[i, c]), no(lies[j, d]))
for t in range(n):  # One card a step; one step a card.
    one_of(at[i, t] for i in range(n))
for i in range(n):
    one_of(at[i, t] for t in range(n))
    for t in range(n):
        b, p, now = placed[i, t], placed[i, t + 1], at[i, t]
        for clause in ((no(b), p), (no(now), no(b)), (no(now), p), (no(p), b, now)):
            add(*clause)
for c, t in product(cells, range(1, n)):  # A cell is full once its card is placed.
    add(no(full[c, t]), *(lies[i, c] for i in range(n)))
    if t > 1:
        add(no(full[c, t - 1]), full[c, t])
    for i in range(n):
        add(no(lies[i, c]), no(placed[i, t]), full[c, t])
        add(no(lies[i, c]), placed[i, t], no(full[c, t]))
for i, c, t in product(range(n), cells, range(1, n)):  # Each card but the first is placed beside one that lies.
    add(no(lies[i, c]), no(at[i, t]), *(full[d, t] for d in near[c]))
drup = [" ".join(words[1 : words.index("0") + 1]) for words in map(str.split, proof) if words[1] != "d"]
cnf = [f"p cnf {len(number) + 1} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
for name, lines in (("cnf", cnf), ("lrat", proof), ("drup", drup)):
    with open(f"{sys.argv[2]}.{name}", "w") as file:
        file.writelines(line + "\n" for line in lines)
