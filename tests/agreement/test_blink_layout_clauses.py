"""Full tables by clause learning: the best scores of plain search and of the search by losses, and honest limits."""

import random

import pytest

from random_play import random_position
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.layout_clauses import layout_clauses
from winnow.games.blink.engine.loss import LossSearch
from winnow.games.blink.engine.table import in_numbers
from winnow.games.blink.rules import Blink
from winnow.search import plain
from winnow_kernels.common.budget import Budget

ENOUGH = 10**9
FULL_TABLES = [(1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (4, 2), (2, 4), (3, 3), (1, 1)]


def full_tables(seed, count, most):
    """Yield positions of decks that fill their table, often with equal cards, with what plain search says."""
    rng = random.Random(seed)
    while count:
        columns, rows = rng.choice(FULL_TABLES)
        counts, colours, shapes = rng.sample("12345", 2), rng.sample("RBGYNA", 3), rng.sample("SMTDLF", 2)
        deck = [rng.choice(counts) + rng.choice(colours) + rng.choice(shapes) for _ in range(columns * rows)]
        values = {"deck": "as-dealt", "hold": rng.choice([0, 0, 1, 2, 9]), "columns": columns, "rows": rows}
        game = Blink(read_rules(Blink, values), deck)
        position = random_position(rng, game, (0, 0, 1, 2))
        truth = plain.solve(Task(game, position, best=True), Budget(positions=most))
        if position.left and truth.verdict != "undecided" and (truth.optimal or truth.score is None):
            count -= 1
            yield game, position, truth


def searched(table, without=(), conflicts=ENOUGH):
    """Return the best layout, searched for so many conflicts at a time; the bound never claims too much on the way."""
    with layout_clauses(table, frozenset(without), Budget()) as search:
        bounds = [search.bound]
        while not search.run(conflicts, -1):
            bounds.append(search.bound)
        bounds.append(search.bound)
    assert bounds == sorted(bounds, reverse=True)
    if search.layout is None:
        assert search.bound == -1
    else:
        assert search.layout.matched == search.bound
    return search.layout


def check_full_tables(seed, count, most):
    """Compare with plain search, and play each layout by the rules; return how many positions could be won."""
    won = laid = 0
    for game, position, truth in full_tables(seed, count, most):
        table = in_numbers(game, position)
        for without in ((), ("mirrors",)):
            layout = searched(table, without, 1 if without else ENOUGH)
            assert (layout is None) == (truth.score is None), (game.deal, position)
            if layout is None:
                continue
            end = position
            for move in table.written(layout.placements):
                end = game.play(end, move)
            assert game.won(end)
            assert game.score(end) == 2 * layout.matched == truth.score, (game.deal, position)
        won += layout is not None
        laid += bool(table.layout)
    return won, laid


def test_agrees_with_plain_search_on_full_tables():
    won, laid = check_full_tables(1, 80, 500)
    assert 20 < won < 70
    assert laid > 15


@pytest.mark.full
def test_agrees_with_plain_search_on_many_full_tables():
    assert min(check_full_tables(2, 600, 5_000)) > 100


def first_cards(number, columns, rows, hold):
    tokens = " ".join(Deal.numbered("blink", number).cards[: columns * rows])
    rules = {"deck": "as-dealt", "columns": columns, "rows": rows, "hold": hold}
    return Deal.parse("blink", tokens, rules).bind()


def check_against_losses(columns, rows, numbers):
    """Compare with the search by losses; return how many deals had a layout."""
    won = 0
    for number in numbers:
        for hold in range(4):
            game = first_cards(number, columns, rows, hold)
            table = in_numbers(game, game.start())
            losses = LossSearch(table, frozenset(), Budget())
            losses.run(ENOUGH, -1)
            layout = searched(table)
            assert (layout and layout.matched) == (losses.layout and losses.layout.matched), (number, hold)
            won += layout is not None
    return won


def test_agrees_with_the_search_by_losses_on_twelve_cards():
    assert check_against_losses(4, 3, range(4)) > 2


@pytest.mark.full
def test_agrees_with_the_search_by_losses_on_sixteen_cards():
    assert check_against_losses(4, 4, range(20)) > 20


def test_a_position_that_row_by_row_search_cannot_close():
    game = first_cards(4, 5, 5, hold=1)
    answer = blink.solve(Task(game, game.start(), best=True), Budget(positions=3_000_000))
    assert (answer.score, answer.bound, answer.proof) == (98, 98, "exhausted")


def test_limits_give_what_is_known():
    game = first_cards(6, 5, 5, hold=0)
    table = in_numbers(game, game.start())
    limits = {"positions": {"positions": 100}, "memory": {"memory_mib": 0.001}, "seconds": {"seconds": 0}}
    for stopped, limit in limits.items():
        budget = Budget(**limit)
        with layout_clauses(table, frozenset(), budget) as search:
            before = search.bound
            budget.poll()
            assert not search.run(ENOUGH, -1)
        assert (search.layout, search.bound, budget.stopped) == (None, before, stopped)


def test_tables_with_free_cells_and_the_switch_leave_it_out():
    game = first_cards(0, 4, 4, hold=3)
    with layout_clauses(in_numbers(game, game.start()), frozenset(["layout-clauses"]), Budget()) as search:
        assert search is None
    wide = Deal.numbered("blink", 0).bind()
    with layout_clauses(in_numbers(wide, wide.start()), frozenset(), Budget()) as search:
        assert search is None
