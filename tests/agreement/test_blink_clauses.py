"""The referee's clauses for Blink: every winning line satisfies them, and they are satisfiable only if a line wins."""

from __future__ import annotations

import gzip
import io
import json
import random
from itertools import product

import pytest
from click.testing import CliRunner
from pysat.solvers import Glucose4

from blink_decks import blink_position, random_game, solved_by_plain_search
from winnow.api.pose import pose
from winnow.checking.certificates import check_certificate
from winnow.cli import command
from winnow.core.engine import Task
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.games.blink.referee.clauses import TRUE, BlinkClauses
from winnow.games.blink.rules import neighbours, ways
from winnow.search import plain
from winnow_kernels.common.budget import Budget


def satisfiable(clauses):
    with Glucose4(bootstrap_with=[clause for part in clauses for clause in part]) as solver:
        return solver.solve()


def images(layout):
    """Return the eight images of a layout, mirrored and turned."""
    found = []
    for across, down in product((1, -1), repeat=2):
        mirrored = {(across * x, down * y): card for (x, y), card in layout.items()}
        found += [mirrored, {(y, x): card for (x, y), card in mirrored.items()}]
    return found


def true_of(game, position, line, clauses):
    """Return the variables that are true of a winning line, by their meaning, in an image that the mirrors allow."""
    order, at, cells = [], position, []
    for move in line:
        cell = move.partition("@")[2]
        after = game.play(at, move)
        (placed,) = set(at.left) - set(after.left)
        order.append(placed)
        cells.append(tuple(map(int, cell.split(","))))
        at = after
    layouts = [dict(zip(cells, order, strict=True))]
    if not position.layout:
        wide, high = min(game.rules.columns, len(game.deal)), min(game.rules.rows, len(game.deal))
        layouts = []
        for image in images(dict(zip(cells, order, strict=True))):
            left, top = min(x for x, _ in image), min(y for _, y in image)
            moved = {(x - left, y - top): card for (x, y), card in image.items()}
            if max(x for x, _ in moved) < wide and max(y for _, y in moved) < high:
                layouts.append(moved)
    first, last = len(position.layout), len(game.deal)
    found = []
    for layout in layouts:
        lies = {card: cell for cell, card in layout.items()}
        time = {card: first + step for step, card in enumerate(order)}
        whole = [cell for cell, _ in position.layout] + list(layout)
        begins = [min(cell[axis] for cell in whole) for axis in (0, 1)]
        met = [matched(game, position, layout, *pair) for pair in touching(game, position)]
        counted = [ways_met >= least for ways_met in met for least in (1, 2, 3)]
        # A table that contains the layout begins no later than it, and no earlier than the frame.
        holds = {
            "lies": lambda card, x, y, lies=lies: lies[card] == (x, y),
            "placed": lambda card, step, _, time=time: time[card] < step,
            "at": lambda card, step, _, time=time: time[card] == step,
            "full": lambda step, x, y, time=time, layout=layout: (x, y) in layout and time[layout[x, y]] < step,
            "meets": lambda pair, least, _, met=met: met[pair] >= least,
            "sum": lambda first, some, _, counted=counted: sum(counted[:first]) >= some,
            "begins": lambda axis, start, _, begins=begins: start == begins[axis],
        }
        found.append({v for (kind, *rest), v in clauses.variables.items() if holds[kind](*rest)} | {TRUE})
    assert last == first + len(line)
    return found


def touching(game, position):
    """Yield the pairs of touching cells, at least one of them free, in the order of the clauses."""
    laid, cells = dict(position.layout), BlinkClauses(game, position).cells
    for cell in cells:
        for near in neighbours(cell):
            if near in laid or (near in cells and cell < near):
                yield cell, near


def matched(game, position, layout, cell, near):
    whole = dict(position.layout) | {at: game.deal[card] for at, card in layout.items()}
    return ways(whole[cell], whole[near]) if cell in whole and near in whole else 0


def broken(parts, true):
    return [clause for part in parts for clause in part if not any((abs(v) in true) == (v > 0) for v in clause)]


def agrees(seed, count):
    """Compare the clauses with plain search; return how many positions were lost and how many won."""
    lost = won = 0
    for game, position, truth in solved_by_plain_search(seed, count, best=False):
        if not position.left:
            continue
        clauses = BlinkClauses(game, position)
        parts = list(clauses.write())
        assert satisfiable(parts) == (truth.verdict == "winnable"), (game.deal, game.rules, position)
        lost += truth.verdict == "unwinnable"
        if truth.verdict == "winnable":
            won += 1
            assert [] in [broken(parts, true) for true in true_of(game, position, truth.line, clauses)]
    return lost, won


def test_clauses_agree_with_plain_search_and_hold_of_every_line():
    lost, won = agrees(1, 40)
    assert min(lost, won) > 6


@pytest.mark.full
def test_clauses_agree_with_plain_search_at_length():
    print("lost and won positions that agree:", agrees(2, 3000))


def scores_agree(seed, count):
    """Compare the clauses of better scores with plain search; return the number of best scores."""
    scored = 0
    for game, position, truth in solved_by_plain_search(seed, count, best=True):
        if not position.left:
            continue
        asked = (0, 7) if truth.score is None else (truth.score - 2, truth.score - 1, truth.score, truth.score + 5)
        for above in asked:
            clauses = BlinkClauses(game, position, above=above)
            parts = list(clauses.write())
            better = truth.score is not None and truth.score > above
            assert satisfiable(parts) == better, (game.deal, game.rules, position, above)
            if better:
                assert [] in [broken(parts, true) for true in true_of(game, position, truth.line, clauses)]
        scored += truth.score is not None
    return scored


def test_clauses_of_better_scores_can_be_satisfied_only_if_there_is_one():
    assert scores_agree(3, 18) > 3


@pytest.mark.full
def test_clauses_of_better_scores_can_be_satisfied_only_if_there_is_one_at_length():
    print("best scores that agree:", scores_agree(4, 2000))


def test_best_scores_are_proved_and_no_better_bound_is(tmp_path):
    deal = "1RS 1RM 2RM 2BM 2BS 3BS"
    rules = {"deck": "as-dealt", "columns": 3, "rows": 2, "hold": 2}
    file = tmp_path / "best.gz"
    args = [f"--rule={name}={value}" for name, value in rules.items()]
    for after in ("", "1RS@0,0 1RM@1,0"):
        done = CliRunner().invoke(command, ["prove", "blink", deal, *args, "--best", "--after", after, "-o", str(file)])
        assert (done.exit_code, "(clauses)" in done.output) == (0, True), done.output
        header, *proof = gzip.decompress(file.read_bytes()).decode().splitlines()
        record = json.loads(header)
        assert record["optimal"]
        assert CliRunner().invoke(command, ["check", str(file)]).exit_code == 0
        for change in (
            {"bound": record["bound"] - 2, "line": None, "score": None, "optimal": False, "verdict": "undecided"},
            {"verdict": "unwinnable", "line": None, "score": None, "optimal": False},
            {"bound": None, "optimal": False},
        ):
            text = "".join(f"{line}\n" for line in (json.dumps({**record, **change}), *proof))
            result = check_certificate(io.BytesIO(gzip.compress(text.encode())), Meter())
            assert result.status == "failed", (change, result.text)


def different_cards(seed, count):
    rng = random.Random(seed)
    while count:
        game = random_game(rng)
        position = blink_position(rng, game)
        if len(set(game.deal)) == len(game.deal) and position.left and len(game.deal) > 2:
            count -= 1
            yield game, position


def test_of_two_cards_each_table_is_as_the_rules_say():
    """All pairs of cards on all small tables, with and without a first placement: plain search and the clauses."""
    for a, b in (("1RS", "1GM"), ("1RS", "2GM"), ("1RS", "1RS")):
        for columns, rows in ((1, 1), (2, 1), (1, 2), (2, 2)):
            question = pose(
                "blink", f"{a} {b}", rules={"deck": "as-dealt", "columns": columns, "rows": rows, "hold": 0}
            )
            game = question.deal.bind()
            for after in ((), (f"{a}@5,-3",)):
                position = replay(game, game.start(), after)
                truth = plain.solve(Task(game, position), Budget())
                wins = columns * rows > 1 and ways(a, b) > 0
                assert (truth.verdict == "winnable") == wins == satisfiable(BlinkClauses(game, position).write())
