"""Two Aces, from another package: equal cards, a score that is a cost, and moves with spaces."""

import json
import os
import pty
import re
import subprocess
import sys
from collections import Counter, deque
from contextlib import suppress
from pathlib import Path

import pytest

from outside_game import Installed, environment, run

FOLDER = Path(__file__).parent
SMALL = ["--rule", "suits=1", "--rule", "ranks=4", "--rule", "columns=3"]
"""Eight cards in three columns."""
LOST = ["--rule", "suits=2", "--rule", "ranks=6", "--rule", "columns=1", "--rule", "limit=0"]
"""One column of 24 cards, and nothing to be done but to take its foot: next to no deal can be won."""


@pytest.fixture(scope="module")
def two_aces(tmp_path_factory):
    """Return a function that runs winnow with Two Aces installed, and must succeed unless told otherwise."""
    return Installed(FOLDER, tmp_path_factory)


def python(two_aces, text):
    """Return what a program prints that may import the game."""
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, check=True, env=environment(two_aces.target), capture_output=True, text=True)
    return done.stdout


def fewest_moves(cards, columns):
    """Return the fewest moves from column to column that bring all cards up; None if none do: a second reading."""
    start = tuple("".join(card[0] for card in cards[c::columns]) for c in range(columns))
    whole = Counter("".join(start))
    queue, seen = deque([(start, 0)]), {}
    while queue:
        table, cost = queue.popleft()
        if seen.get(table, cost + 1) <= cost:
            continue
        seen[table] = cost
        if not any(table):
            return cost
        left = Counter("".join(table))
        for c, column in enumerate(table):
            if not column:
                continue
            rank, rest = "A23456789TJQK".index(column[-1]), column[:-1]
            up = whole[column[-1]] - left[column[-1]]
            low = "A23456789TJQK"[rank - 1]
            if up < (2 if rank == 0 else whole[low] - left[low]):
                queue.appendleft(((*table[:c], rest, *table[c + 1 :]), cost))
            for d, other in enumerate(table):
                if d != c and (not other or "A23456789TJQK".index(other[-1]) == rank + 1):
                    after = list(table)
                    after[c], after[d] = rest, other + column[-1]
                    queue.append((tuple(after), cost + 1))
    return None


@pytest.fixture(scope="module")
def solved(two_aces, tmp_path_factory):
    """Return the verdicts on the best scores of small deals."""
    deals = tmp_path_factory.mktemp("deals") / "deals"
    text = "from winnow.core.deals import Deal\nfor n in range(12): print(Deal.numbered('two-aces', n, {}).text)"
    deals.write_text(python(two_aces, text.replace("{}", "dict(suits=1, ranks=4, columns=3)")))
    told = two_aces("solve", "two-aces", "--best", "--json", "--file", deals, *SMALL)
    return [json.loads(line) for line in told.splitlines()]


def test_best_scores_are_those_of_a_second_reading(solved):
    assert [one["score"] for one in solved] == [fewest_moves(one["deal"].split(), 3) for one in solved]
    assert all(one["optimal"] for one in solved if one["score"] is not None)


def test_a_limit_below_the_fewest_moves_loses_and_that_is_proved(two_aces, solved, tmp_path):
    most, deal = max((one["score"], one["deal"]) for one in solved if one["score"] is not None)
    assert most > 0
    won = json.loads(two_aces("solve", "two-aces", deal, *SMALL, "--rule", f"limit={most}", "--json"))
    lost = json.loads(two_aces("solve", "two-aces", deal, *SMALL, "--rule", f"limit={most - 1}", "--json"))
    assert (won["verdict"], lost["verdict"], lost["bound"]) == ("winnable", "unwinnable", most)
    two_aces("prove", "two-aces", deal, *SMALL, "--rule", f"limit={most - 1}", "-o", tmp_path / "lost.proof")
    assert "verified" in two_aces("check", tmp_path / "lost.proof")


def test_moves_with_spaces_are_separated_and_hinted_at(two_aces, solved):
    record = solved[1]
    asked = ["two-aces", record["deal"], *SMALL, "--best", "--after", "; ".join(record["line"][:3])]
    hint = json.loads(two_aces("hint", *asked, "--json"))
    assert hint["after"] == record["line"][:3]
    assert record["line"][3] in [move["move"] for move in hint["moves"]]


def test_equal_cards_are_counted_drawn_and_named(two_aces):
    third = run(two_aces.target, "solve", "two-aces", "AC AC AC 2C 2C 3C 3C 4C", *SMALL)
    assert (third.returncode, third.stderr.count("\n")) == (2, 1)
    assert "AC is there too often" in third.stderr
    found = python(
        two_aces,
        "from winnow.core.deals import Deal; from winnow.core.face import FACES\n"
        "deal = Deal.numbered('two-aces', 5); game = deal.bind(); position = game.start()\n"
        "for _ in range(40):\n"
        "    table = FACES.of('two-aces').table(game, position)\n"
        "    shown = [card for pile in table.piles for card in pile.cards]\n"
        "    assert sorted(card.card for card in shown) == sorted(deal.cards)\n"
        "    assert len({card.key for card in shown}) == 104\n"
        "    assert [gesture.move for gesture in table.gestures] == list(game.moves(position))\n"
        "    for gesture in table.gestures:\n"
        "        kind, source, *target = gesture.move.split()\n"
        "        wanted = (f'columns-{source}', f'columns-{target[0]}' if target else 'foundations')\n"
        "        assert (gesture.source, gesture.target) == wanted, gesture\n"
        "        foot = next(pile for pile in table.piles if pile.key == wanted[0]).cards[-1]\n"
        "        assert gesture.cards == (foot.key,), gesture\n"
        "    position = next(iter(game.successors(position)), (None, position))[1]\n"
        "print(len(position.foundations))\n",
    )
    assert int(found) > 0


def test_the_other_copy_of_a_known_card_is_among_the_unknown_ones(two_aces):
    found = python(
        two_aces,
        "from winnow.core.deals import Deal\n"
        "deal = Deal.parse('two-aces', 'AC ? 2C ?', {'suits': 1, 'ranks': 2, 'columns': 2})\n"
        "print(*deal.missing)\n",
    )
    assert found.split() == ["AC", "2C"]
    told = two_aces("solve", "two-aces", "AC ? 2C ?", "--rule", "suits=1", "--rule", "ranks=2", "--rule", "columns=2")
    assert "of all 2 orders" in told


def test_deals_are_surveyed_and_made_into_a_pack(two_aces, tmp_path):
    two_aces("survey", "two-aces", "--deals", "4", *SMALL, "--db", tmp_path / "survey.db")
    report = json.loads(two_aces("survey", "--report", "--db", tmp_path / "survey.db", "--json"))
    assert (report["game"], report["deals"]) == ("two-aces", 4)
    two_aces("generate", "two-aces", "--count", "1", "--level", "1", *SMALL, "-o", tmp_path / "pack")
    assert "failed" not in two_aces("check", tmp_path / "pack")
    shown = two_aces("pack", "show", tmp_path / "pack", "--puzzle", "1")
    assert "Two Aces" in shown
    # The least score that there can be is not what a win needs.
    assert "Win the game." in shown


def test_rules_under_which_nothing_is_won_end_in_one_line(two_aces, tmp_path):
    asked = ["generate", "two-aces", "--count", "1", *LOST, "-o", tmp_path / "pack"]
    told = run(two_aces.target, *asked)
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (3, "", 1)
    assert "no deal of two-aces that can be won under these rules among the first 1,000: no pack" in told.stderr
    assert "--seed 1000" in told.stderr
    assert not (tmp_path / "pack").exists()
    # Fewer deals than that are screened as asked, and the pack says how many there were.
    assert "0 puzzles" in two_aces(*asked, "--deals", "16", status=3)


def test_a_terminal_shows_how_many_deals_were_screened(two_aces, tmp_path):
    ours, theirs = pty.openpty()
    asked = ["generate", "two-aces", "--count", "1", *LOST, "-o", str(tmp_path / "pack")]
    command = [sys.executable, "-m", "winnow", *asked]
    with subprocess.Popen(command, stderr=theirs, env=environment(two_aces.target) | {"TERM": "xterm"}) as running:
        os.close(theirs)
        seen = b""
        # The end of a terminal is an error on Linux.
        with suppress(OSError):
            while piece := os.read(ours, 1 << 16):
                seen += piece
        os.close(ours)
    assert running.returncode == 3
    assert re.search(rb"screening the first deals \(\d+ s\)|\d+ deals screened, .* 0 of 5 that can be won", seen)
    assert b"no deal of two-aces that can be won" in seen


def test_deals_that_search_leaves_open_count_for_many(two_aces):
    found = python(
        two_aces,
        "from winnow.workers.local import InProcess\n"
        "from winnow_puzzles.base import PUZZLES\n"
        "from winnow_puzzles.packs.generating import NoneWonError, Wanted, rate_deals\n"
        "from winnow_puzzles.players.rating import pack_rules\n"
        "PUZZLES.of('two-aces').search_positions = 20\n"
        "PUZZLES.of('two-aces').plan = lambda *_: None\n"
        "rules = pack_rules('two-aces', {'columns': 9, 'limit': 9})\n"
        "try: rate_deals(Wanted('two-aces', rules, 1, (1,), 0, 10_000), InProcess(lambda: False))\n"
        "except NoneWonError as error: print(error)\n",
    )
    assert "among the first 56; 53 stay open after 20 positions each" in found
