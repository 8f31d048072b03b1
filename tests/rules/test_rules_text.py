"""Rule pages: every game has one, and it names every option."""

import dataclasses
import re

import pytest
from click.testing import CliRunner

from winnow.cli import command
from winnow.core.face import rules_text
from winnow.core.games import GAMES


@pytest.mark.parametrize("game", list(GAMES))
def test_a_page_has_its_parts_and_names_every_option(game):
    page = rules_text(game)
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert {"Set-up", "Play", "End and score", "Options", "Readings"} <= set(headings)
    assert page.count("```") >= 2, "there is no picture of the set-up"
    options = page.partition("## Options")[2].partition("## Readings")[0]
    for option in dataclasses.fields(GAMES[game].rules_type()):
        assert f"`{option.name}`" in options, f"{option.name} is not explained"
    assert "**Source.**" in page


@pytest.mark.parametrize("game", list(GAMES))
def test_the_command_prints_the_page_as_it_is(game):
    result = CliRunner().invoke(command, ["rules", game])
    assert (result.exit_code, result.output) == (0, rules_text(game))


@pytest.mark.parametrize("game", list(GAMES))
def test_lines_of_prose_are_wrapped(game):
    for line in rules_text(game).splitlines():
        assert line.startswith("|") or len(line) <= 100, line
