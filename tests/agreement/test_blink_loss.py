"""The search by losses finds the best layouts that plain search finds, whatever is switched off, and stops honestly."""

import random
from collections import defaultdict

import pytest
from decks.blink import solved_by_plain_search

from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.games.blink.engine import loss
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.best import best
from winnow.games.blink.engine.loss import TECHNIQUES, Cores, LossSearch, Searches, any_layout
from winnow.games.blink.engine.table import in_numbers, most_matched
from winnow.games.blink.rules import Blink
from winnow_kernels.blink.loss import ShareTree
from winnow_kernels.common.budget import Budget

SEARCHES = sorted(TECHNIQUES - {"loss-search"})
SWITCHES = [(), *((name,) for name in SEARCHES), tuple(SEARCHES)]
ENOUGH = 10**9


def searchable(decks):
    """Yield the decks that a search is asked about, as tables, with the score that plain search found."""
    for game, position, truth in decks:
        table = in_numbers(game, position)
        if table.spare >= 0:
            yield game, position, table, truth.score


def check_layout(game, position, table, layout, score):
    """Play a layout by the rules."""
    assert (layout is None) == (score is None)
    if layout is not None:
        for move in table.written(layout.placements):
            position = game.play(position, move)
        assert game.won(position)
        assert game.score(position) == 2 * layout.matched == score


def searched(table, without=(), nodes=ENOUGH):
    """Return the best layout, found in runs of `nodes` nodes; the bound never rises from run to run."""
    search = LossSearch(table, frozenset(without), Budget())
    bounds = [search.bound]
    while not search.run(nodes, -1):
        bounds.append(search.bound)
    bounds.append(search.bound)
    assert bounds == sorted(bounds, reverse=True)
    if search.layout is not None:
        assert search.layout.matched == search.bound
    return search.layout


@pytest.fixture(scope="module")
def decks():
    return list(searchable(solved_by_plain_search(11, 200, best=True)))


@pytest.mark.parametrize("without", SWITCHES, ids="+".join)
def test_agrees_with_plain_search_on_small_decks(decks, without):
    for game, position, table, score in decks:
        check_layout(game, position, table, searched(table, without), score)
    assert sum(bool(table.layout) for _, _, table, _ in decks) > 12
    assert sum(len(set(table.order)) < table.cards for _, _, table, _ in decks) > 8
    assert sum(min(table.columns, table.rows) == 1 for _, _, table, _ in decks) > 4


def test_a_search_in_pieces_finds_the_same_and_any_layout_is_found(decks):
    for game, position, table, score in decks:
        check_layout(game, position, table, searched(table, nodes=3), score)
        found = any_layout(table, ENOUGH, frozenset(), Budget())
        assert found.exhausted == (score is None)
        if score is not None:
            check_layout(game, position, table, found.layout, 2 * found.layout.matched)


IN_TURN = ("cells-in-time", "reachable-pairs", "share-cores")


@pytest.fixture(scope="module")
def decks_in_turn():
    """Return decks of different cards, nothing of which is held back, and the ways that the search by cells matches."""
    rng = random.Random(13)
    few = [count + colour + shape for count in "123" for colour in "RBG" for shape in "SMT"]
    pools = few, Deal.numbered("blink", 0).cards
    decks = []
    while len(decks) < 14:
        columns, rows = rng.choice([(3, 4), (4, 3), (4, 4), (2, 6), (5, 5)])
        values = {"deck": "as-dealt", "hold": 0, "columns": columns, "rows": rows}
        game = Blink(read_rules(Blink, values), rng.sample(pools[len(decks) % 2], rng.randint(9, 12)))
        table = in_numbers(game, game.start())
        if any_layout(table, 100_000, frozenset(), Budget()).layout is not None:
            decks.append((game, table, searched(table, ["whole-components"]).matched))
    return decks


@pytest.mark.parametrize("listed", [20, 200, 262_144])
@pytest.mark.parametrize("without", [(), *((name,) for name in IN_TURN), IN_TURN], ids="+".join)
def test_whole_components_in_turn_agree_with_the_search_by_cells(decks_in_turn, without, listed, monkeypatch):
    # Where lists are short, it is asked of many components what pairs can touch.
    monkeypatch.setattr(loss, "_MOST_LISTED_OF_WHOLE", listed)
    for game, table, ways in decks_in_turn:
        check_layout(game, game.start(), table, searched(table, without), 2 * ways)


def first_cards(number, count, **rules):
    tokens = " ".join(Deal.numbered("blink", number).cards[:count])
    return Deal.parse("blink", tokens, {"deck": "as-dealt", **rules}).bind()


def searched_shares(search, losses):
    """Yield the shares of losses below `losses`: box, share, finished tree, and whether it has a layout."""
    for ways in range(search.bound, search.bound - losses, -1):
        search.bound = ways
        for box in search.boxes():
            for share in search.shares(box):
                tree = search.begin(box, share)
                if isinstance(tree, ShareTree):
                    yield box, share, tree, tree.run(ENOUGH) == "found"


@pytest.mark.parametrize("cards", [10, 12])
def test_a_share_with_a_layout_is_excluded_by_no_other(cards):
    excluded = laid = 0
    for number in range(300):
        game = first_cards(number, cards, columns=4, rows=4, hold=0)
        table = in_numbers(game, game.start())
        if any_layout(table, 1_000, frozenset(), Budget()).layout is None:
            continue
        cores, with_layout = defaultdict(Cores), []
        for box, share, tree, found in searched_shares(Searches(table, frozenset(), Budget()), 6):
            excluded += cores[box].exclude(share)
            if found:
                with_layout.append((box, share))
            else:
                cores[box].add(share, *tree.rests_on)
        laid += len(with_layout)
        assert not [share for box, share in with_layout if cores[box].exclude(share)]
    assert excluded > 100
    assert laid > 100


@pytest.mark.parametrize(("cards", "rows"), [(12, 3), (11, 4)], ids=["full", "free cells"])
@pytest.mark.parametrize("hold", range(4))
def test_tables_have_the_same_best_score_whatever_is_switched_off(hold, cards, rows):
    game = first_cards(3, cards, columns=4, rows=rows, hold=hold)
    table = in_numbers(game, game.start())
    scores = {getattr(searched(table, without), "matched", None) for without in SWITCHES[:-1]}
    assert len(scores) == 1


def test_a_full_table_is_proved_by_its_losses():
    game = first_cards(5, 16, columns=4, rows=4)
    answer = blink.solve(Task(game, game.start(), best=True), Budget())
    assert (answer.score, answer.bound, answer.proof) == (60, 60, "exhausted")


def test_what_is_proved_counts_when_the_search_is_stopped():
    game = first_cards(0, 30, columns=6, rows=5)
    table = in_numbers(game, game.start())
    search = LossSearch(table, frozenset(), Budget())
    before = search.bound
    while search.bound == before:
        assert not search.run(1000, 0)
    stopped = best(table, frozenset(), Budget(positions=400_000))
    assert not stopped.exhausted
    assert stopped.layout.matched < stopped.bound < before


@pytest.mark.parametrize(
    ("number", "cards", "table", "matched"),
    [(6, 30, {"columns": 6, "rows": 5, "hold": 0}, 61), (4, 25, {"columns": 6, "rows": 6, "hold": 1}, 49)],
    ids=["nothing held back", "free cells"],
)
def test_whole_components_decide_what_the_search_by_cells_leaves_open(number, cards, table, matched):
    game = first_cards(number, cards, **table)
    search = LossSearch(in_numbers(game, game.start()), frozenset(), Budget(positions=1_000_000))
    assert search.run(ENOUGH, -1)
    assert (search.layout.matched, search.bound) == (matched, matched)


def test_the_order_takes_the_bound_of_a_full_deck_down():
    game = Deal.numbered("blink", 6, {"columns": 8, "rows": 8, "hold": 0}).bind()
    budget = Budget(positions=3_000_000)
    search = LossSearch(in_numbers(game, game.start()), frozenset(), budget)
    assert search.bound == 176
    while search.bound == 176:
        assert not search.run(100_000, -1)
        assert not budget.stopped


def test_limits_give_what_is_known():
    game = first_cards(1, 25, columns=5, rows=5)
    table = in_numbers(game, game.start())
    limits = {"positions": {"positions": 100}, "memory": {"memory_mib": 0.001}, "seconds": {"seconds": 0}}
    for stopped, limit in limits.items():
        budget = Budget(**limit)
        search = LossSearch(table, frozenset(), budget)
        budget.poll()
        assert not search.run(ENOUGH, 0)
        assert (search.layout, budget.stopped) == (None, stopped)
        del search
        assert budget.bytes_used == 0


@pytest.mark.parametrize("memory", [0.3, 1])
def test_short_of_memory_placements_are_not_listed_and_the_bound_is_the_same(memory):
    game = first_cards(1, 25, columns=5, rows=5)
    table = in_numbers(game, game.start())
    budget, enough = Budget(memory_mib=memory), Budget()
    short, whole = LossSearch(table, frozenset(), budget), LossSearch(table, frozenset(), enough)
    assert short.run(ENOUGH, -1)
    assert whole.run(ENOUGH, -1)
    assert short.bound == whole.bound == short.layout.matched
    assert budget.positions > enough.positions
    del short
    assert budget.bytes_used == 0


def test_too_many_cards_and_too_large_boxes_claim_nothing():
    game = Deal.numbered("blink", 0, {"decks": 2, "columns": 20, "rows": 20}).bind()
    table = in_numbers(game, game.start())
    assert best(table, frozenset(), Budget(positions=1_000)).bound == most_matched(table)
    line = Deal.parse("blink", "1RS 2RS 1RM", {"deck": "as-dealt", "columns": 100, "rows": 100}).bind()
    position = line.play(line.start(), "1RS@0,0")
    assert searched(in_numbers(line, position)) is not None
