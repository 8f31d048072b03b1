"""Positions and verdicts in a notebook."""

from xml.etree import ElementTree

import pytest

import winnow
from asking import curated_pack
from winnow.core.counted import counted
from winnow.core.face import FACES
from winnow.core.games import GAMES


def cards_in(svg):
    root = ElementTree.fromstring(svg)  # noqa: S314 (written here)
    return sorted(element.get("data-card") for element in root.iter() if element.get("data-card"))


@pytest.mark.parametrize("game", ["blink", "head", "one-minute", "single-left", "universal"])
def test_a_position_is_a_picture_with_words(game):
    position = winnow.Position(game, 3)
    assert cards_in(position._repr_svg_()) == sorted(position.deal.cards)
    position.push(position.table.gestures[0].move)
    shown = position._repr_html_()
    assert shown.startswith("<div")
    assert f"{counted(len(position.table.gestures), 'moves')}." in shown or position.is_over
    assert sorted(card for pile in position.piles.values() for card in pile) == sorted(position.deal.cards)
    assert GAMES[game].title not in str(position)


def test_a_verdict_is_a_picture_sentences_and_steps():
    verdict = winnow.solve("blink", ["3RS", "3RM", "4RS", "1RT"], rules={"deck": "as-dealt"})
    assert cards_in(verdict._repr_svg_()) == ["1RT", "3RM", "3RS", "4RS"]
    assert "This deal can be won." in verdict._repr_html_()
    assert verdict._repr_html_().count("<li>") == 4
    lost = winnow.solve("single-left", 1, rules={"goal": "one"})
    assert "cannot be won" in lost._repr_html_()
    assert "<details>" not in lost._repr_html_()


def test_a_deal_with_unknown_cards_has_no_picture():
    verdict = winnow.solve("single-left", " ".join(["?"] * 52), limits=winnow.Limits(positions=10))
    assert verdict._repr_svg_() is None
    assert "<svg" not in verdict._repr_html_()


@pytest.mark.parametrize("name", ["universal", "head-problems"])
def test_a_puzzle_is_its_position_its_goal_and_its_solution(name):
    puzzle = curated_pack(name).puzzles[0]
    assert cards_in(puzzle._repr_svg_()) == sorted(puzzle.position.deal.cards)
    shown = puzzle._repr_html_()
    assert puzzle.goal in shown
    assert puzzle["id"] in shown
    assert shown.count("<li>") == len(
        FACES.of(puzzle["game"]).steps(puzzle.position.game, puzzle.position.state, puzzle.line)
    )
    end = puzzle.position
    for move in puzzle.line:
        end.push(move)
    assert end.is_won
