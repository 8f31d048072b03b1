"""Universal Solitaire as clauses: the model against play by hand, the plain engine and the beam; reasons of losses."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest
from pysat.solvers import Glucose4
from test_universal_engine import TRAPS, random_deal, small_game

from limits_help import most_mib, run
from small_decks import truths
from winnow.api.solve import solve
from winnow.core.deals import Deal
from winnow.core.engine import Task, confirmed
from winnow.core.game import Game
from winnow.core.verdicts import Answer
from winnow.games.universal import engine as universal_chain
from winnow.games.universal.engine import clauses as universal_sat
from winnow.games.universal.engine.talon import LooseTalon, Talon
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.games.universal.rules import Position
from winnow.search import plain
from winnow.search.satisfier import Clauses
from winnow_kernels.common.budget import Budget
from winnow_kernels.common.clauses import Implications

ENGINES = {"sat": universal_sat, "chain": universal_chain}


def ask(game: Game[Any, Any], position: Any = None, best: bool = False, engine: str = "sat") -> Answer:
    question = Task(game, game.start() if position is None else position, best)
    return confirmed(question, ENGINES[engine].solve(question, Budget()), Budget())


def solvable(parts: Iterator[list[list[int]]], *more: list[int]) -> bool:
    with Glucose4() as solver:
        for part in (*parts, list(more)):
            solver.append_formula(part)
        return bool(solver.solve())


def departures(waste: tuple[int, ...], stock: tuple[int, ...], redeals: int, draw: int) -> set[tuple[int, ...]]:
    """Return every order in which cards can leave the talon, by direct simulation."""
    orders = {()}
    if waste:
        orders |= {(waste[-1], *rest) for rest in departures(waste[:-1], stock, redeals, draw)}
    if stock:
        orders |= departures(waste + stock[:draw], stock[draw:], redeals, draw)
    elif waste and redeals:
        orders |= departures((), waste, redeals - 1, draw)
    return orders


@pytest.mark.parametrize(("size", "draw"), [(1, 1), (2, 3), (4, 1), (4, 2), (4, 3), (5, 2)])
def test_the_talon_lets_cards_leave_in_the_orders_that_turning_allows(size, draw):
    for waste, redeals in product(range(size + 1), range(3)):
        cards = tuple(range(size))
        possible = departures(cards[:waste], cards[waste:], redeals, draw)
        for leaving in range(size + 1):
            for order in permutations(cards, leaving):
                clauses = Clauses()
                talon = Talon(clauses, size, waste, redeals + 1, draw, may_stay=True)
                parts = [clauses.take() for _ in talon.write()]
                fixed = [[talon.before(a, b)] for a, b in combinations(order, 2)]
                fixed += [[-talon.stays[i] if i in order else talon.stays[i]] for i in cards]
                assert solvable(iter(parts), *fixed) == (order in possible), (size, waste, redeals, draw, order)


def test_clauses_held_back_are_told_where_they_break():
    rng = random.Random(7)
    for _ in range(200):
        size, literals = rng.randint(0, 4), [1, -1, *range(2, 9), *range(-8, -1)]
        after = [rng.choices(literals, k=size) for _ in range(size)]
        family = Implications([rng.choices(literals, k=size) for _ in range(rng.randint(0, 3))], after)
        clauses = Clauses()
        clauses.take()
        family.write(clauses)
        assignment = [1, *(variable * rng.choice((1, -1)) for variable in range(2, 9))]
        broken = [clause for clause in clauses.take() if not set(clause) & set(assignment)]
        assert list(family.broken(assignment)) == broken


def test_the_bound_of_a_best_score_shows_a_loss(monkeypatch):
    # With draw 1 and one pass the search for a short reason gives up after some conflicts: here at once.
    monkeypatch.setattr(universal_sat, "_CONFLICTS_FOR_A_REASON", 0)
    rng = random.Random(109)
    games = [small_game(" ".join(random_deal(rng)), rng.randint(1, 3), 1, 1) for _ in range(12)]
    verdicts = set()
    for game in games:
        truth, best = plain.solve(Task(game, game.start(), best=True), Budget()), ask(game, best=True)
        assert (best.verdict, best.score, best.bound) == (truth.verdict, truth.score, truth.score)
        verdicts.add(best.verdict)
    assert verdicts == {"winnable", "unwinnable"}


@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.full) for n in (1, 2))])
@pytest.mark.parametrize("draw", [1, 2, 3])
def test_engines_agree_on_full_deals(draw, number):
    game = Deal.numbered("universal", number, {"draw": draw, "passes": draw}).bind()
    verdicts = {ask(game, engine=engine).verdict for engine in ENGINES}
    assert len(verdicts) == 1
    assert verdicts <= {"winnable", "unwinnable"}


def test_proves_the_best_score_of_a_full_deal():
    game = Deal.numbered("universal", 5, {"draw": 1, "passes": 1}).bind()
    answers = [ask(game, best=True, engine=engine) for engine in ENGINES]
    assert [(a.verdict, a.score, a.bound) for a in answers] == [("unwinnable", 26, 26)] * 2


@pytest.mark.parametrize(
    ("draw", "number", "memory", "stopped"), [(1, 5, 64, None), (3, 0, 64, None), (1, 5, 8, "memory")]
)
def test_memory_stays_within_the_limit(draw, number, memory, stopped):
    rules = ["--rule", f"draw={draw}", "--rule", f"passes={draw}", "--memory", memory]
    done = run("solve", "universal", "--number", number, *rules, "--best", "--json")
    assert json.loads(done.out).get("stopped") == stopped
    # The clauses are written in parts, so the first part exists before the total size is known.
    assert done.peak < most_mib(max(memory, 60))


@pytest.mark.parametrize("engine", ENGINES)
def test_takes_huge_options(engine):
    deal = "4E 2V 2E 3V 1M 3E 1E 4V 5E 3M 2M 5M 4M 1V 5V"
    huge = ask(small_game(deal, 2, 10**17, 10**17), best=True, engine=engine)
    enough = ask(small_game(deal, 2, 15, 15), best=True, engine=engine)
    assert (huge.verdict, huge.score, huge.bound) == (enough.verdict, enough.score, enough.bound)


def lost(seed: int, count: int, draw: int, passes: int) -> Iterator[tuple[Game[Any, Any], Position, list[Answer]]]:
    """Yield lost small positions, from the start or from mid-game, with the answers of both engines."""
    rng = random.Random(seed)
    for _ in range(count):
        game = small_game(" ".join(random_deal(rng)), rng.randint(1, 4), draw, passes)
        position = game.start()
        for _ in range(rng.choice([0, 0, 4, 8])):
            if moves := game.moves(position):
                position = game.play(position, rng.choice(moves))
        answers = [engine.solve(Task(game, position), Budget()) for engine in (universal_chain, universal_sat)]
        if answers[0].verdict == "unwinnable":
            yield game, position, answers


def reached(game: Game[Any, Any], start: Position) -> set[Position]:
    """Return every position that can be reached."""
    seen, waiting = {start}, [start]
    while waiting:
        for _, after in game.successors(waiting.pop()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


@pytest.mark.parametrize(("draw", "passes"), [(1, 1), (2, 1), (2, 2)])
def test_a_buried_card_never_leaves(draw, passes):
    told = 0
    for game, position, answers in lost(21, 120, draw, passes):
        for answer in answers:
            if answer.reason is not None and answer.reason.kind == "buried" and told < 25:
                told += 1
                card = answer.reason.text.split()[0]
                assert all(card in after.waste + after.stock for after in reached(game, position))
    assert told > 2


def test_the_referees_clauses_are_no_weaker_than_the_game():
    """Completeness: not needed for a sound check, but for the existence of a proof."""
    known = [(task.game, task.position, truth.score) for task, truth in truths("universal", 3, 160) if task.best]
    traps = [small_game(deal, *rules) for rules, deal in TRAPS.values()]
    for game, position, score in (*known, *((trap, trap.start(), len(trap.deal)) for trap in traps)):
        most = len(game.deal)
        for asked, answer in ((None, score == most), (score, True), (score + 1, score == most)):
            clauses = UniversalClauses(game, position, min(asked, most) if asked is not None else None)
            assert solvable(clauses.write()) == answer, (game.deal, position, asked)
    assert sum(score < len(game.deal) for game, _, score in known) > 10


def test_the_cards_that_a_reason_names_lose_wherever_the_others_lie():
    """By the referee's clauses, of which this is a theorem (verified/coq/UniversalContents.v)."""
    told = 0
    for game, position, answers in lost(22, 100, 1, 1):
        for reason in filter(None, (answer.reason for answer in answers)):
            if reason.kind != "buried":
                told += 1
                assert not solvable(UniversalClauses(game, position, named=reason.cards).write()), (game.deal, position)
    assert told > 8


def test_loosened_cards_leave_at_any_time():
    size = 4
    for waste in range(size + 1):
        for kept in (kept for count in range(size + 1) for kept in combinations(range(size), count)):
            in_waste = sum(card < waste for card in kept)
            possible = departures(kept[:in_waste], kept[in_waste:], 0, 1)
            for order in permutations(range(size)):
                clauses = Clauses()
                talon = LooseTalon(clauses, size, waste)
                parts = [clauses.take() for _ in talon.write()]
                for family in talon.held_back:
                    family.write(clauses)
                parts.append(clauses.take())
                fixed = [[talon.before(a, b)] for a, b in combinations(order, 2)]
                fixed += [[talon.keeps[card]] for card in kept]
                remaining = tuple(card for card in order if card in kept)
                assert solvable(iter(parts), *fixed) == (remaining in possible), (waste, kept, order)


def test_losses_by_search_name_the_cards_whose_order_refutes_a_win():
    for number, kind in ((11, "search"), (14, "stock-order")):
        verdict = solve("universal", number, rules={"draw": 1, "passes": 1})
        reason = verdict.record()["reason"]
        assert (reason["kind"], len(reason["cards"]) > 20) == (kind, kind == "search")
        if kind == "search":
            assert f"({verdict.positions:,} positions searched)" in reason["text"]
            assert f"The order of {len(reason['cards'])} cards alone" in reason["text"]
