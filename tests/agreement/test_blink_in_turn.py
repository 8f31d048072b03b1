"""Beams in the order of the deal find the best layouts of small decks, and good ones of full deals."""

import pytest

from blink_decks import solved_by_plain_search
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.games.blink.engine import best, in_turn
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.beam import matched_ways
from winnow.games.blink.engine.bound import most_matched
from winnow.games.blink.engine.in_turn import LayoutsInTurn
from winnow.games.blink.engine.loss import LossSearch
from winnow.games.blink.engine.table import in_numbers, placing_order
from winnow.games.blink.engine.win import win
from winnow_kernels.common.budget import Budget


def full_deal(number, **rules):
    game = Deal.numbered("blink", number, {"hold": 0, "columns": 8, "rows": 8, **rules}).bind()
    return game, in_numbers(game, game.start())


@pytest.fixture(scope="module")
def solved():
    tables = ((in_numbers(game, position), truth) for game, position, truth in solved_by_plain_search(11, 600, True))
    return [(table, truth.score) for table, truth in tables if table.left]


@pytest.fixture
def small_decks(solved, monkeypatch):
    """Return tables of few cards that the beams take, with the score that plain search found."""
    monkeypatch.setattr(in_turn, "_FEWEST_CARDS", 2)
    return [(table, score) for table, score in solved if LayoutsInTurn.of(table, Budget())]


def test_a_beam_that_leaves_nothing_out_finds_the_best_layout(small_decks):
    assert len(small_decks) > 20
    assert any(score is None for _, score in small_decks)
    for table, score in small_decks:
        found = LayoutsInTurn(table, Budget()).in_order(3_000, {}, 0)
        assert (None if found is None else 2 * found.matched) == score
        if found is not None:
            cells = LayoutsInTurn(table, Budget()).in_order(3_000, {}, found.matched)
            assert cells is not None
            assert LayoutsInTurn(table, Budget()).in_order(3_000, {}, found.matched + 1) is None


def test_short_turns_of_the_losses_come_to_an_end(small_decks, monkeypatch):
    monkeypatch.setattr(best, "_NODES_BESIDE_LAYOUTS_IN_TURN", (1, 1))
    for table, score in small_decks:
        layout = win(table, frozenset(), Budget()).layout
        if layout is not None:
            losses = LossSearch.of(table, frozenset(), Budget())
            found = best._by_losses(table, layout, losses, None, Budget())
            assert found.proven
            assert 2 * found.layout.matched == score


def test_fixed_cards_keep_their_places_and_the_rest_is_laid_anew_as_well():
    _, table = full_deal(6)
    layouts = LayoutsInTurn(table, Budget())
    found = layouts.in_order(300, {}, 0)
    assert found.matched == matched_ways(table, layouts.placements(found.cells))
    fixed = {card: cell for card, cell in enumerate(found.cells) if card % 3}
    again = layouts.in_order(100, fixed, found.matched)
    assert again.matched >= found.matched
    assert all(again.cells[card] == cell for card, cell in fixed.items())
    assert placing_order(table, layouts.placements(again.cells))


def test_rounds_better_a_layout_the_same_way_each_time_until_the_budget_ends():
    _, table = full_deal(12)
    first = win(table, frozenset(), Budget()).layout
    layouts = [LayoutsInTurn(table, Budget(positions=500_000)).better(first, 176) for _ in range(2)]
    assert layouts[0] == layouts[1]
    assert layouts[0].matched > first.matched + 20
    assert LayoutsInTurn(table, Budget(positions=1_000)).better(first, 176) == first
    assert LayoutsInTurn(table, Budget(memory_mib=0)).better(first, 176) == first


def test_the_best_score_of_a_full_deal_comes_near_its_bound():
    game, table = full_deal(6)
    answer = blink.solve(Task(game, game.start(), best=True), Budget(positions=1_500_000))
    assert 2 * 148 < answer.score <= answer.bound <= 2 * most_matched(table)


@pytest.mark.parametrize("rules", [{"hold": 1}, {"columns": 9}])
def test_other_tables_are_not_taken(rules):
    assert LayoutsInTurn.of(full_deal(6, **rules)[1], Budget()) is None
