"""Mistyped words: one line that names the word and suggests a similar one."""

import pytest
from click.testing import CliRunner

from winnow.cli import command, main


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        ("solve univresal --number 1", ["unknown game 'univresal'", "did you mean universal?"]),
        ("slove universal --number 1", ["no command 'slove'", "did you mean solve?"]),
        ("pack shwo DIR", ["no command 'shwo'", "did you mean show?"]),
        ("solve universal --numbr 1", ["--numbr", "--number"]),
        ("solve universal --number 1 --rule drow=1", ["no rule 'drow'", "did you mean draw?"]),
        ("solve universal --number 1 --rule draw=99999999999999999999", ["1 to 999999999999999999"]),
        ("solve universal --number 1 --number 2", ["--number is given 2 times"]),
        ("solve single-left 10♥,é --rule deck=as-dealt", ["card 2: 'é' is not a card"]),
    ],
)
def test_the_word_is_named(args, parts, capsys):
    with pytest.raises(SystemExit) as ended:
        main(args.split())
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    for part in parts:
        assert part in said.err


def test_suit_symbols_are_read():
    args = ["solve", "single-left", "10♥ A♠️ k♧", "--rule", "deck=as-dealt", "--json"]
    assert '"deal": "TH AS KC"' in CliRunner().invoke(command, args).output


def test_options_that_repeat_and_flags_stay_allowed():
    args = ["solve", "universal", "--number", "1", "--rule", "draw=3", "--rule", "passes=3", "--json", "--json"]
    assert CliRunner().invoke(command, args, standalone_mode=False).return_value == 0
