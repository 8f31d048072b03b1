"""The ladder of thought of Head: its melds, its steps by hand, and that it says of a position what search says."""

import random
from itertools import combinations

import pytest

from hostile_files import CURATED
from winnow.core.cards import DECKTET_BASIC, DECKTET_EXTENSION, EXCUSE
from winnow.core.deals import Deal
from winnow.games.head.rules import Position, is_meld
from winnow_puzzles.head.problems import MOST_CARDS
from winnow_puzzles.head.thought import Thought, left, melds_among
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.predicting import started
from winnow_puzzles.problems.tree import Tree

GAME = Deal.numbered("head", 0).bind()


def dealt(hand, pile, discards="", turn=2):
    return Position(tuple(pile.split()), tuple(hand.split()), tuple(discards.split()), turn, False)


FEW = dealt("CL 5ML AL 6MW 7ML 4MS", "AY AW AK 3SK 5SW 7SK 3MW")
ACES = dealt("AY AL AS 2SY 6MW AK", "3SK 8WL CW 7WY 9LK 9WY 7ML 8MS CY CM 5SW")
LONG = dealt("6MW CY 3LY 5SW 4WL 7WY", "6SY 5ML 5YK AK 2MK 3MW 8WL CS", "6LK 7ML CL CW 8MS 4MS")


@pytest.mark.parametrize("deck", [DECKTET_BASIC, DECKTET_BASIC + DECKTET_EXTENSION])
@pytest.mark.parametrize("excuse_in_runs", [True, False])
def test_melds_are_those_of_the_rules(deck, excuse_in_runs):
    rng = random.Random(7)
    for hand in (4, 6):
        cards = frozenset([EXCUSE] * (EXCUSE in deck) + rng.sample(deck[:-1], 12))
        sets = (some for size in range(1, hand + 1) for some in combinations(sorted(cards), size))
        assert set(melds_among(cards, hand, excuse_in_runs)) == {
            frozenset(some) for some in sets if is_meld(some, excuse_in_runs)
        }


def why(position, move):
    return Thought(GAME, position).refutation(GAME.play(position, move))


@pytest.mark.parametrize(
    ("position", "move", "grade", "forced", "out"),
    [
        (FEW, "meld 5ML 6MW 7ML 4MS", 1, "", "5SW"),  # a card without a meld
        (ACES, "meld AL 2SY 6MW AK", 1, "discard meld", "5SW AS"),  # hands without a choice are played on
        (FEW, "meld 5ML 6MW 4MS", 2, "", "3MW"),  # a bound meld leaves a card without one
    ],
)
def test_the_first_steps(position, move, grade, forced, out):
    found = why(position, move)
    assert (found.grade, [move.split()[0] for move in found.forced]) == (grade, forced.split())
    assert found.out == tuple(out.split())
    assert found.bound == ((("5SW", frozenset(["5SW", "7ML", "AK", "AY"])),) if grade == 2 else ())


def test_each_way_of_a_choice_fails():
    found = why(ACES, "meld AY AL AS")
    assert found.grade == 3
    assert [move for move, _ in found.ways] == ["meld 7WY 9LK 8MS", "meld 9LK 9WY 8MS"]
    assert [(leaf.out[0], leaf.is_late) for _, leaf in found.leaves()] == [("6MW", False), ("2SY", True)]
    nested = why(LONG, "meld 6MW 5SW 7WY")
    assert nested.grade == 4
    assert len(list(nested.leaves())) > len(nested.ways) > 1


def test_the_last_pass_takes_no_discard_back_and_an_end_is_an_end():
    last = dealt("AY AL CW 9WY 9MS CM", "AS 9LK", turn=3)
    found = Thought(GAME, last).refutation(last)
    assert (found.forced[0].split()[0], found.is_late, found.grade) == ("discard", True, 1)
    over = dealt("AY AL", "", turn=3)
    assert Thought(GAME, over).refutation(over).out == ("AL", "AY")


def test_a_move_that_wins_has_no_refutation():
    assert why(FEW, "meld 5ML 6MW 7ML") is None
    assert why(ACES, "meld AY AL AK") is None


def test_the_ladder_says_of_every_position_what_search_says():
    rng, own, told = random.Random(5), problems_of("head"), set()
    for solved in [FEW, ACES, LONG] * 25:
        cards = rng.sample(sorted(left(solved)), len(left(solved)))
        start = Position(tuple(cards[6:14]), tuple(cards[:6]), tuple(cards[14:]), 2, False)
        tree = Tree(own, GAME)
        assert tree.begin(start, 1_000)
        thought = Thought(GAME, start)
        for place, value in tree.value.items():
            position = tree.positions[place]
            found = thought.refutation(position)
            assert (found is None) == (value == 0)
            told.add(0 if found is None else found.grade)
            assert found is None or set().union(*(leaf.out for _, leaf in found.leaves())) <= left(position)
    assert told == {0, 1, 2, 3, 4}


def test_a_curated_problem_has_few_cards_and_its_thought_names_the_moves_that_are_left():
    for problem in read_pack(CURATED / "head-problems").puzzles[::8]:
        game, start = started(problem)
        assert len(left(start)) <= MOST_CARDS
        told = [text[3:-1] for text in problems_of("head").thought(game, start) if text.startswith("So ")]
        assert told == [problem["solution"][decision["place"]] for decision in problem["decisions"]]
