"""The Blink engine agrees with plain search on small decks, and its losses with the referee."""

import pytest

import winnow
from winnow.checking.records import check
from winnow.core.deals import Deal
from winnow.core.engine import Task, confirmed
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.model import LayoutModel, UnfinishedError
from winnow.games.blink.engine.table import in_numbers, placing_order
from winnow.search.cp_sat import CpSat
from winnow_kernels.common.budget import Budget


def test_equal_cards_are_placed_in_an_order_that_lets_all_come():
    """The second 1RS must come first: the 2BS touches no other, and is drawn before the next 1RS."""
    tokens = "1BM 1RS 2BS 2BT 1RS"
    game = Deal.parse("blink", tokens, {"deck": "as-dealt", "hold": 0, "columns": 5, "rows": 2}).bind()
    table = in_numbers(game, game.start())
    kinds = {token: kind for kind, token in enumerate(table.tokens)}
    cells = [("1BM", 1, 0), ("1RS", 0, 0), ("1RS", 2, 0), ("2BS", 3, 0), ("2BT", 4, 0)]
    order = placing_order(table, [(kinds[token], x, y) for token, x, y in cells])
    position = game.start()
    for move in table.written(order):
        position = game.play(position, move)
    assert game.won(position)


@pytest.mark.parametrize(
    ("deal", "rules", "text"),
    [
        ("3RS 4RT 1GM", {}, "1GM matches no other card."),
        (
            "3RS 1GM 1GT 3GM",
            {"hold": 0},
            "No second card can be placed: by then nothing on the table matches 1GM.",
        ),
        (
            "3RS 3RM 1GT 2YL 1YT 1RT",
            {"hold": 1},
            "At most 2 cards can be placed: by then nothing on the table matches 2YL, nor the held back 1GT.",
        ),
        ("3RS 3RT 3RM", {"columns": 1, "rows": 2}, "3 cards do not fit on a table of 1 x 2 cells."),
    ],
)
def test_a_loss_names_the_cards_that_are_stuck(deal, rules, text):
    verdict = winnow.solve("blink", deal, rules={"deck": "as-dealt", **rules})
    assert (verdict.verdict, verdict.answer.proof, verdict.answer.reason.text) == ("unwinnable", "witness", text)
    assert check(verdict.record()).status == "verified"


def test_several_decks_and_large_tables():
    game = Deal.numbered("blink", 0, {"decks": 3, "columns": 100_000, "rows": 20}).bind()
    question = Task(game, game.start())
    answer = confirmed(question, blink.solve(question, Budget()), Budget())
    assert answer.verdict == "winnable"
    assert len(answer.line) == 180


def test_the_solver_keeps_to_the_budget():
    # With cards held back the solver needs far longer than all of these limits.
    deck = " ".join(Deal.numbered("blink", 6).cards[:40])
    table = Deal.parse("blink", deck, {"deck": "as-dealt", "columns": 5, "rows": 8, "hold": 3}).bind()
    model = LayoutModel(in_numbers(table, table.start()), Budget().poll).model
    limits = [
        ({"positions": 5}, "positions"),
        ({"seconds": 0.3}, "seconds"),
        ({"memory_mib": 1}, "memory"),
        ({"on_tick": lambda positions: budget.interrupt()}, "interrupt"),
    ]
    for limit, stopped in limits:
        budget = Budget(**limit)
        # As if the process were new: one that has room from earlier tests may not grow.
        budget.resident_before = 0
        assert not CpSat(budget).run(model)
        assert budget.stopped == stopped
    with pytest.raises(UnfinishedError):
        LayoutModel(in_numbers(table, table.start()), Budget(seconds=0).poll)


def test_annealing_betters_a_full_deal_and_says_how_far_it_may_be_from_the_best():
    game = Deal.numbered("blink", 3, {"columns": 8, "rows": 8}).bind()
    position = game.start()
    for move in blink.solve(Task(game, position), Budget()).line[:20]:
        position = game.play(position, move)
    question = Task(game, position, best=True)
    narrow, longer = (
        confirmed(question, blink.solve(question, Budget(positions=n)), Budget()) for n in (80_000, 1_000_000)
    )
    assert narrow.score < longer.score <= longer.bound == 304
    assert longer.proof is None
