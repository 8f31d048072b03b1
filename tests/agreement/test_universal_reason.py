"""Reasons for losses of Universal Solitaire: each is true by the rules."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest
from test_universal_engine import random_deal, small_game
from test_universal_model import departures, solvable

from winnow.api.solve import solve
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.game import Game
from winnow.core.verdicts import Answer
from winnow.games.universal import theorems as universal_reason
from winnow.games.universal.engine import clauses as universal_sat
from winnow.games.universal.engine import solving as universal_chain
from winnow.games.universal.engine.talon import LooseTalon
from winnow.games.universal.rules import Position
from winnow.search import plain
from winnow.search.satisfier import Clauses
from winnow_kernels.common.budget import Budget

ENGINES = [universal_chain, universal_sat]


def lost(seed: int, count: int, draw: int, passes: int) -> Iterator[tuple[Game[Any, Any], Position, list[Answer]]]:
    """Yield lost small positions, from the start or from mid-game, with the answers of both engines."""
    rng = random.Random(seed)
    for _ in range(count):
        game = small_game(" ".join(random_deal(rng)), rng.randint(1, 4), draw, passes)
        position = game.start()
        for _ in range(rng.choice([0, 0, 4, 8])):
            if moves := game.moves(position):
                position = game.play(position, rng.choice(moves))
        answers = [engine.solve(Task(game, position), Budget()) for engine in ENGINES]
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
    for game, position, answers in lost(21, 250, draw, passes):
        for answer in answers:
            if answer.reason is not None and answer.reason.kind == "buried" and told < 25:
                told += 1
                card = answer.reason.text.split()[0]
                assert all(card in after.waste + after.stock for after in reached(game, position))
    assert told > 2


def test_cards_whose_order_loses_do_so_wherever_the_others_lie():
    rng = random.Random(5)
    told = 0
    for game, position, answers in lost(22, 250, 1, 1):
        for reason in filter(None, (answer.reason for answer in answers)):
            if reason.kind == "buried":
                continue
            told += 1
            listed = re.search(r"lies: (.*) cannot", reason.text)
            cards = list(reason.cards)
            assert cards == (listed.group(1).split() if listed else [])
            assert cards
            talon = position.waste + position.stock
            for _ in range(5):
                others = rng.sample([card for card in talon if card not in cards], len(talon) - len(cards))
                kept = sorted(rng.sample(range(len(talon)), len(cards)))
                order = iter(cards)
                mixed = tuple(next(order) if i in kept else others.pop() for i in range(len(talon)))
                waste = len(position.waste)
                if [c for c in mixed[:waste] if c in cards] != [c for c in talon[:waste] if c in cards]:
                    continue
                moved = position._replace(waste=mixed[:waste], stock=mixed[waste:])
                assert plain.solve(Task(game, moved), Budget()).verdict == "unwinnable", (game.deal, moved, cards)
    assert told > 20


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


def test_a_long_list_of_cards_is_told_by_its_length():
    game = Deal.numbered("universal", 0, {"draw": 1, "passes": 1}).bind()
    found = [universal_reason.stock_order(game.start(), range(count)) for count in (20, 21)]
    assert [(reason.kind, len(reason.cards)) for reason in found] == [("stock-order", 20), ("search", 21)]
    assert "21 cards alone" in found[1].text


def test_losses_by_search_name_the_cards_whose_order_refutes_a_win():
    for number, kind in ((11, "search"), (14, "stock-order")):
        verdict = solve("universal", number, rules={"draw": 1, "passes": 1})
        reason = verdict.record()["reason"]
        assert (reason["kind"], len(reason["cards"]) > 20) == (kind, kind == "search")
        if kind == "search":
            assert f"({verdict.positions:,} positions searched)" in reason["text"]
            assert f"The order of {len(reason['cards'])} cards alone" in reason["text"]
