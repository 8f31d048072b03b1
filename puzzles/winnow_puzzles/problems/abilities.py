"""The abilities of each game's panel, in logits, fitted to problems of deals from number 1,000,000 on."""

from __future__ import annotations

import csv
from importlib import resources


def abilities_of(game: str) -> dict[str, float]:
    """Return the ability of each player of a game's panel, in logits, by the player's name.

    >>> abilities_of('head')['natural-1/0.03'] < abilities_of('head')['ahead-4/0.03']
    True
    """
    table = (resources.files("winnow_puzzles") / "problems/abilities.csv").read_text(encoding="utf-8")
    return {row["player"]: float(row[game]) for row in csv.DictReader(table.splitlines())}
