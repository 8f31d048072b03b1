"""Verify a pack of problems by the rules in solver/winnow/games: no search, proof or puzzle code of Winnow is used.

    python docs/verify_problems.py DIR

`winnow.games` is the rules made executable; put your own implementation of them in its place.
"""

import json
import sys
from pathlib import Path

from winnow.core.deals import Deal


def least(position):
    """Return the least number of handlings in all, one for each card left; 0 in games without."""
    return position.handlings + len(position.hand + position.waste) if hasattr(position, "handlings") else 0


def best(game, position, goal, known):
    """Return the best count that can be reached: every continuation is tried, none twice."""
    if position not in known:
        known[position] = game.score(position)
        if game.name == "blink":  # A problem of Blink counts the cards placed.
            known[position] = len(position.layout)
        if least(position) <= goal:
            choose = max if game.higher_is_better else min
            found = [known[position], *(best(game, after, goal, known) for _, after in game.successors(position))]
            known[position] = choose((one for one in found if one is not None), default=None)
    return known[position]


def verify(problem):
    """Return what is wrong with a problem; "" if its one answer, its losing moves and its solution are as it says."""
    deal = Deal.numbered(problem["game"], problem["number"], problem["rules"])
    game, goal, known = deal.bind(), problem["goal"], {}
    position = game.start()
    for move in problem["after"]:
        position = game.play(position, move)
    decisions = {decision["place"]: decision for decision in problem["decisions"]}
    for place, move in enumerate(problem["solution"]):
        if place in decisions:
            offered = {m: after for m, after in game.successors(position) if least(after) <= goal}
            wins = {m: best(game, after, goal, known) == goal for m, after in offered.items()}
            losing = {one["move"] for one in decisions[place]["losing"]}
            winning = set(decisions[place]["winning"])
            if {m for m in wins if wins[m]} != winning or wins.keys() - winning != losing:
                return f"the moves after {place} of the solution are not sorted right"
        position = game.play(position, move)
    return "" if game.won(position) and deal.text == problem["deal"] else "another deal, or the goal is not reached"


if __name__ == "__main__":
    problems = [json.loads(line) for line in (Path(sys.argv[1]) / "deals.jsonl").open(encoding="utf-8")]
    wrong = {problem["id"]: text for problem in problems if (text := verify(problem))}
    print(wrong or f"{len(problems)} problems verified")
