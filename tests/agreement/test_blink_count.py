"""Counting winning layouts, and what holding a card back does, against the rules alone."""

import random
from collections import Counter

import pytest
from decks.blink import usual_game

from random_play import sizes
from winnow.api.construct import count_layouts
from winnow.api.solve import pose
from winnow.core.errors import EngineError
from winnow.games.blink.engine.solving import normal_form
from winnow_kernels.common.budget import Budget

MOST_POSITIONS = 3000


def winning_layouts(game, position):
    """Return the normal forms of all winning layouts by the rules alone; None if there is too much to look at."""
    seen, found, queue = set(), set(), [position]
    while queue:
        position = queue.pop()
        if game.won(position):
            found.add(normal_form([(card, x, y) for (x, y), card in position.layout]))
        for _, after in game.successors(position):
            state = game.state(after)
            if state not in seen:
                seen.add(state)
                queue.append(after)
        if len(seen) > MOST_POSITIONS:
            return None
    return found


def counted_small_decks(seed, count):
    """Yield questions about small decks with their number of winning layouts."""
    rng = random.Random(seed)
    while count:
        game = usual_game(rng)
        line, position = [], game.start()
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            moves = game.moves(position)
            if moves:
                line.append(rng.choice(moves))
                position = game.play(position, line[-1])
        found = winning_layouts(game, position)
        if found is not None:
            count -= 1
            yield pose("blink", " ".join(game.deal), rules=game.rules.spelled_out(), after=line), len(found)


@sizes((1, 40), (2, 2000))
def test_counts_agree_with_the_rules(seed, count):
    numbers = Counter()
    for ask, layouts in counted_small_decks(seed, count):
        found = count_layouts(ask, 10_000, Budget())
        assert (found.layouts, found.exact, found.decided) == (layouts, True, True)
        numbers[min(layouts, 2)] += 1
    assert min(numbers[0], numbers[1], numbers[2]) > 5


def test_a_cap_and_limits_give_honest_numbers():
    ask = pose("blink", "3RS 3RM 4RS 1RT", rules={"deck": "as-dealt"})
    assert count_layouts(ask, 63, Budget()).exact
    capped = count_layouts(ask, 62, Budget())
    assert (capped.layouts, capped.exact, capped.decided) == (62, False, True)
    stopped = count_layouts(ask, 100, Budget(positions=3))
    assert (stopped.exact, stopped.decided, stopped.stopped) == (False, False, "positions")
    assert stopped.record()["format"] == "winnow-count/1"


def test_many_layouts_of_a_full_deal_are_counted_up_to_the_cap():
    count = count_layouts(pose("blink", number=0, rules={"columns": 8, "rows": 8}), 50, Budget())
    assert (count.layouts, count.exact) == (50, False)


def test_only_blink_is_counted():
    with pytest.raises(EngineError, match="head are not counted"):
        count_layouts(pose("head", number=0), 10, Budget())
    with pytest.raises(EngineError, match="no technique 'magic'"):
        count_layouts(pose("blink", number=0, without=frozenset({"magic"})), 10, Budget())
