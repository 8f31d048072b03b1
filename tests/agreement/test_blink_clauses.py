"""The referee's clauses for Blink can be satisfied exactly if a line wins, or reaches the score."""

from __future__ import annotations

from decks.blink import solved_by_plain_search
from pysat.solvers import Glucose4

from random_play import sizes
from winnow.games.blink.referee.clauses import BlinkClauses


def satisfiable(clauses):
    with Glucose4(bootstrap_with=[clause for part in clauses for clause in part]) as solver:
        return solver.solve()


@sizes((1, 100), (2, 6000))
def test_clauses_agree_with_plain_search(seed, count):
    wins = []
    for game, position, truth in solved_by_plain_search(seed, count, best=False):
        wins.append(satisfiable(BlinkClauses(game, position).write()))
        assert wins[-1] == (truth.verdict == "winnable"), (game.deal, game.rules, position)
    assert min(wins.count(True), wins.count(False)) > count // 16


@sizes((3, 60), (4, 4000))
def test_clauses_of_better_scores_can_be_satisfied_only_if_there_is_one(seed, count):
    scored = 0
    for game, position, truth in solved_by_plain_search(seed, count, best=True):
        score = truth.score
        for above in (0, 7) if score is None else (score - 2, score - 1, score, score + 5):
            found = satisfiable(BlinkClauses(game, position, above).write())
            assert found == (score is not None and score > above), (game.deal, game.rules, position, above)
        scored += score is not None
    assert scored > count // 20
