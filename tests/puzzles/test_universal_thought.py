"""How one thinks about Universal: the steps refute lost positions alone, and all of them together refute each."""

import random

import pytest

from hostile_files import CURATED
from winnow.core.deals import Deal
from winnow.games.universal.rules import Position
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.predicting import started
from winnow_puzzles.problems.tree import Tree, settled
from winnow_puzzles.universal.thought import FORCED, ONE_LOOK, PlayOut, Thinker, told

OWN = problems_of("universal")


def small(cards, **rules):
    options = {"deck": "as-dealt", "columns": "2", "passes": "1", **rules}
    return Deal.parse("universal", cards, options).bind()


def test_a_look_shows_a_card_under_a_higher_one_of_its_suit():
    game = small("3J 1J 2J", columns="1")
    position = Position((("3J",),), (0,) * 6, (), ("1J", "2J"), 0)
    links = PlayOut(game, position).circle()
    assert links == (("1J", "2J"),)
    assert told(links) == "1J ends under 2J, which has no place and waits for it"
    assert PlayOut(game, position._replace(waste=("2J", "1J"))).circle() == ()


def test_a_look_shows_suits_that_wait_for_one_another():
    """4J has no place: no card of rank 5, and 3N, above which it could lie, lies below it in the waste."""
    game = small("3J 4N 1J 2J 2N 3N 1N 4J")
    position = Position((("3J", "2N"), ("4N",)), (0, 2, 0, 0, 0, 0), (), ("3N", "1N", "4J"), 0)
    links = PlayOut(game, position).circle()
    assert set(links) == {("1N", "4J"), ("3J", "2N")}
    assert "1N ends under 4J, which waits for 3J" in told(links)
    # Laid above 3N, it waits there.
    assert (
        PlayOut(game, Position((("3J", "2N"), ("3N",)), (0, 2, 0, 0, 0, 0), (), ("4N", "1N", "4J"), 0)).circle() == ()
    )


def decks(count):
    """Yield small games of one pass, shuffled with numbered seeds."""
    for seed in range(count):
        rng = random.Random(seed)
        suits = rng.sample("EJMNSV", 3)
        cards = [rank + suit for rank in "7MSG" for suit in suits]
        rng.shuffle(cards)
        yield small(" ".join(cards), draw=str(rng.randint(1, 3)), columns=str(rng.randint(1, 3)))


def test_the_steps_refute_exactly_the_lost_positions():
    """By the whole tree of 40 small decks; every kind of step occurs."""
    seen = set()
    for game in decks(40):
        start, _ = settled(OWN, game, game.start())
        tree = Tree(OWN, game)
        assert tree.begin(start, 20_000)
        thinker = Thinker(OWN, game)
        for place, value in tree.value.items():
            position = tree.positions[place]
            step = thinker.step(position)
            assert (step == 0) == (value == len(game.deal))
            assert (step == ONE_LOOK) == bool(thinker.circle(position))
            seen.add(step)
    assert {0, ONE_LOOK, FORCED, FORCED + 1, FORCED + 2} <= seen


@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_natural_player_who_makes_no_losing_move_wins(player):
    games = [game for game in decks(40) if Thinker(OWN, game).step(game.start()) == 0]
    assert len(games) >= 5
    for game in games:
        thinker = Thinker(OWN, game)
        lines = list(thinker.tried(player, game.start()))
        assert game.won(lines[-1][2][1])
        assert all(thinker.step(after) for _, lost, _ in lines for _, after in lost)
        assert all(thinker.why(after) for _, lost, _ in lines for _, after in lost)


def test_thought_leads_through_a_curated_problem():
    for problem in read_pack(CURATED / "universal-problems").puzzles[::9]:
        game, start = started(problem)
        losing = {one["move"] for decision in problem["decisions"] for one in decision["losing"]}
        told = list(OWN.thought(game, start))
        tries = [text.split(":")[0].removeprefix("Try ") for text in told if text.startswith("Try ")]
        assert tries
        assert tries[0] in losing
        assert told[-1].endswith("; the rest follows.")
