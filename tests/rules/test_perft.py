"""The rules, pinned by the number of lines of play at each depth.

The counts in perft/*.jsonl come from a second implementation, written from the rule pages alone.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from winnow.core.deals import Deal
from winnow.core.registry import own_names

ROWS = [
    json.loads(line)
    for path in sorted(Path(__file__).parents[1].glob("perft/*.jsonl"))
    for line in path.read_text().splitlines()
]


def perft(game, depths):
    """Return the number of lines of play by depth, and the sum of their costs; equal positions are expanded once."""
    layer = Counter({game.start(): 1})
    for _ in range(depths):
        yield sum(layer.values()), sum(game.spent(position) * count for position, count in layer.items())
        following = Counter()
        for position, count in layer.items():
            for _, after in game.successors(position):
                following[after] += count
        layer = following


def name(row):
    options = ",".join(str(value) for option, value in row["rules"].items() if option != "deck")
    return f"{row['game']}-{options}-{row['deal'].split()[0]}"


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_lines_of_play_by_depth(row):
    game = Deal.parse(row["game"], row["deal"], row["rules"]).bind()
    counted = list(perft(game, len(row["perft"])))
    assert [lines for lines, _ in counted] == row["perft"]
    if "handlings" in row:
        assert [cost for _, cost in counted] == row["handlings"]


def test_every_game_has_three_decks_and_two_variants():
    decks = Counter(game for game, _ in {(row["game"], row["deal"]) for row in ROWS})
    variants = Counter(game for game, _ in {(row["game"], json.dumps(row["rules"])) for row in ROWS})
    assert set(decks) == set(own_names()), "each game has a file perft/NAME.jsonl"
    assert min(decks.values()) >= 3
    assert min(variants.values()) >= 2


def test_legal_moves_along_random_lines():
    """Compare the legal moves (or their number) after every move of the second implementation's random lines."""
    for text in (Path(__file__).parents[1] / "walks.jsonl").read_text().splitlines():
        row = json.loads(text)
        game = Deal.parse(row["game"], row["deal"], row["rules"]).bind()
        position = game.start()
        for move, legal in zip([*row["line"], None], row["legal"], strict=False):
            found = game.moves(position)
            if isinstance(legal, int):
                assert len(found) == legal, row
            else:
                assert sorted(map(game.normal, found)) == sorted(map(game.normal, legal)), row
            position = position if move is None else game.play(position, move)
