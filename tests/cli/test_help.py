"""Help: every command ends with two examples, and the command's own parser accepts each."""

import shlex

import click
import pytest

import winnow
from command_help import said
from winnow.cli import command
from winnow.cli.examples import EXAMPLES


def commands(group, words=()):
    """Yield (words, command) of every command."""
    yield words, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            yield from commands(group.get_command(context, name), (*words, name))


ALL = {" ".join(words): found for words, found in commands(command)}


@pytest.mark.parametrize("words", ALL)
def test_help_ends_with_two_examples(words):
    shown = said(*words.split(), "--help").rstrip().splitlines()
    heading, *examples = shown[-3:]
    assert heading.strip() == "Examples:"
    assert [line.strip() for line in examples] == list(EXAMPLES[words])
    assert "\b" not in "".join(shown)
    assert "Examples" not in "".join(shown[:-3])


def test_there_is_no_example_of_another_command():
    assert set(EXAMPLES) == set(ALL)


def parsed(args):
    """Parse the arguments as the command does, without running it."""
    found, words = command, []
    with click.Context(command, info_name="winnow") as context:
        while isinstance(found, click.Group):
            name, found, args = found.resolve_command(context, args)
            words.append(name)
        found.make_context(" ".join(words), list(args), parent=context)


@pytest.mark.parametrize("example", [line for lines in EXAMPLES.values() for line in lines])
def test_an_example_is_read(example):
    for part in example.split(" | "):
        program, *args = shlex.split(part)
        if program == "winnow":
            parsed(args)
        else:
            assert program in ("less", "head")


def test_the_version():
    assert said("--version") == f"winnow, version {winnow.__version__}\n"
