"""A review finds the move that loses the win, in agreement with the verdicts of the positions."""

import json
import random
from dataclasses import replace
from pathlib import Path

from winnow import Limits
from winnow.api.review import review_line
from winnow.api.solve import answer, make_budget, pose
from winnow.core.deals import Deal

ROWS = (Path(__file__).parents[1] / "cases" / "universal.jsonl").read_text().splitlines()


def random_line(rng, game, most=60):
    position, line = game.start(), []
    while (moves := game.moves(position)) and len(line) < most:
        line.append(rng.choice(moves))
        position = game.play(position, line[-1])
    return line


def test_the_losing_move_is_where_the_verdicts_change():
    rng = random.Random(5)
    for row in map(json.loads, ROWS[::8]):
        game = Deal.parse("universal", row["deal"], row["rules"]).bind()
        line = random_line(rng, game)
        question = pose("universal", row["deal"], rules=row["rules"])
        found = review_line(question, line, make_budget(Limits()))
        places = range(len(line) + 1)
        verdicts = [
            answer(replace(question, after=tuple(line[:place])), make_budget(Limits())).verdict for place in places
        ]
        assert found.kept == max((i for i in places if verdicts[i] == "winnable"), default=None)
        assert found.lost == min((i for i in places if verdicts[i] == "unwinnable"), default=None)
        assert found.found


def test_an_undecided_line_is_told_as_such():
    ask = pose("one-minute", number=0, engine="plain")
    line = Deal.numbered("one-minute", 0).cards[:1]
    found = review_line(ask, line, make_budget(Limits(positions=50)))
    assert (found.found, found.lost) == (False, None)
