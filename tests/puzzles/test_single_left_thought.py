"""How one thinks about a row of Single Left: each step on a row made by hand, and all of them against enumeration."""

import random
import re

import pytest

from hostile_files import CURATED
from winnow.core.deals import Deal
from winnow.core.lines import replay
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.predicting import started
from winnow_puzzles.single_left.thought import FORCED, Row, row_of

READING, SUPPOSITION, NESTED = FORCED - 1, FORCED + 1, FORCED + 2


@pytest.mark.parametrize(
    ("cards", "held", "goal", "step"),
    [
        ("2C 3D 4H 2H", 4, 0, 0),
        # Equal ranks four apart never meet.
        ("2C 3D 4H 5S 2H 6D", 4, 4, READING),
        # The pair of 2C and 5C brings the fours together; without it 9D stays between, or when it was passed over.
        ("2C 9D 4S 5C 6H 2D", 4, 0, 0),
        ("2C 9D 4C 5H 6H 2D", 4, 0, READING),
        ("2C 9D 4S 5C 6H 2D", 5, 0, READING),
        # A four that was passed over comes back if the cards on its right go by a four.
        ("2C 3D 4H 2H 5S", 4, 1, 0),
        ("2C 3D 4H 2H 5S", 5, 1, READING),
        ("2C 3D 4H 2H 5S 6D 7C 5H", 5, 0, 0),
        # AD can go by the four of the aces alone, which leaves 9S.
        ("KC TD AD 9D 2D AC 9S 2S JS QH 2C JD", 6, 2, FORCED),
        # 7C goes by a four or stays.
        ("AC 7C QS 4S 5S QC 6S 8C 5C TH 7D 7H 2S 6D 3S TS", 7, 4, SUPPOSITION),
        ("9S JS 4S 7H 5H KD 9D JH 2S 4D 4H AD 4C 5S", 5, 2, NESTED),
    ],
)
def test_each_step_of_thought(cards, held, goal, step):
    assert Row(tuple(cards.split()), held, goal).step == step


def fewest_left(game, position, known):
    """Return the fewest cards that can be left, by the rules."""
    if position not in known:
        stop = [] if position.deck else [len(position.hand)]
        known[position] = min(stop + [fewest_left(game, after, known) for _, after in game.successors(position)])
    return known[position]


def test_no_step_refutes_a_row_that_can_be_played_to_its_goal():
    """On random rows of few ranks; nearly all that are lost are refuted."""
    rng = random.Random(1)
    deck = [rank + suit for rank in "A2345" for suit in "CDHS"]
    lost, refuted = 0, [0] * 5
    for _ in range(600):
        cards, goal = rng.sample(deck, rng.randint(8, 14)), rng.randint(0, 4)
        rules = {"deck": "as-dealt", "discarding": "optional", "goal": str(goal)}
        game = Deal.parse("single-left", " ".join(cards), rules).bind()
        position = game.start()
        for _ in range(rng.randint(0, len(cards))):
            position = rng.choice([after for _, after in game.successors(position)] or [position])
        step = row_of(game, position).step
        if fewest_left(game, position, {}) <= goal:
            assert step == 0, (cards, goal, position)
        else:
            lost += 1
            refuted[step] += 1
    assert lost > 300
    assert refuted[0] < 0.02 * lost
    assert all(refuted[1:4])


def test_thought_names_cards_where_they_lie():
    problems = read_pack(CURATED / "single-left-problems").puzzles[::25]
    own = problems_of("single-left")
    for problem in problems:
        game, start = started(problem)
        told = list(own.thought(game, start))
        losing = [(decision["place"], one["move"]) for decision in problem["decisions"] for one in decision["losing"]]
        assert len(told) == len(losing)
        for sentences, (place, move) in zip(told, losing, strict=True):
            after = game.play(replay(game, start, problem["solution"][:place]), move)
            row = [game.deal[card] for card in after.hand + after.deck]
            assert len(row) <= 16
            assert all(row[int(at) - 1] == card for card, at in re.findall(r"(\w\w) at (\d+)", sentences))
            assert f"{move.capitalize()} loses (" in sentences
