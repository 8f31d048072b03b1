"""Write how many of 40 games, with the cards face down, the adviser wins of each deal: docs/fair_wins.py PACK..."""

import json
import sys
from pathlib import Path

from winnow.core.verdicts import Limits
from winnow.search.fair.players import ADVISER, Player, play_fairly
from winnow.search.questions import make_budget
from winnow_puzzles.packs.files import FAIR_WINS
from winnow_puzzles.packs.reading import Puzzle, deal_of, read_pack

HOW = {"format": "winnow-fair-wins/1", "policy": ADVISER, "played_on": 100, "games": 40}
"""The player, the games that it plays on to choose a move, and the games of each deal: their seeds are 0 to 39."""


def wins(puzzle: Puzzle) -> int:
    """Return how many games the adviser wins."""
    players = [Player(ADVISER, HOW["played_on"], seed) for seed in range(HOW["games"])]
    ends = [play_fairly(deal_of(puzzle), player, make_budget(Limits())) for player in players]
    return sum(game.won(position) for game, position in ends)


for folder in map(Path, sys.argv[1:]):
    found = {puzzle["id"]: wins(puzzle) for puzzle in read_pack(folder).puzzles}
    (folder / FAIR_WINS).write_text(json.dumps({**HOW, "wins": found}) + "\n", encoding="ascii")
    print(f"{folder}: {sum(found.values())} of {HOW['games'] * len(found)} games won")
