"""Check that clauses contradict each other: python docs/verify_lrat.py FILE.cnf FILE.lrat

Each line of the proof is a clause with hints; it follows from those that its hints name, by unit propagation.
"""

import sys

cnf, lrat = (open(name).read().splitlines() for name in sys.argv[1:3])
known = {number: list(map(int, line.split()))[:-1] for number, line in enumerate(cnf[1:], 1)}
given, clause = len(known), None
for line in lrat:
    if " d " in line:
        for name in line.split()[2:-1]:
            del known[int(name)]
        continue
    words = list(map(int, line.split()))
    clause, hints = words[1 : words.index(0)], words[words.index(0) + 1 : -1]
    true, rest = {-literal for literal in clause}, None
    for hint in hints:
        rest = [literal for literal in known[hint] if -literal not in true]
        assert len(rest) < 2, f"clause {hint} is not unit there"
        true.update(rest)
    assert rest == [], f"the hints of clause {words[0]} end before a contradiction"
    known[words[0]] = clause
assert clause == [], "the proof does not end with the empty clause"
print(f"{given:,} clauses contradict each other: {len(lrat):,} lines of proof hold")
