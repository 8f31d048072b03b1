"""Help: every command ends with two examples, and the command's own parser accepts each."""

import platform
import shlex
import subprocess
import sys
from importlib import import_module, metadata

import click
import pytest

import winnow
from command_help import said
from winnow.cli import command
from winnow.cli.examples import EXAMPLES

WIDE = ["winnow_kernels.head.covers"]
"""The kernels that use vectors where the processor has them."""


def commands(group, words=()):
    """Yield (words, command) of every command."""
    yield words, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            yield from commands(group.get_command(context, name), (*words, name))


ALL = {" ".join(words): found for words, found in commands(command)}
QUICK = ("rules", "games", "deal")


@pytest.mark.parametrize("words", ALL)
def test_help_ends_with_two_examples(words):
    shown = said(*words.split(), "--help").rstrip().splitlines()
    heading, *examples = shown[-3:]
    assert heading.strip() == "Examples:"
    assert [line.strip() for line in examples] == list(EXAMPLES[words])
    assert "\b" not in "".join(shown)
    assert "Examples" not in "".join(shown[:-3])


@pytest.mark.parametrize("words", ["", "pack show"])
def test_python_without_docstrings_shows_the_same_help(words):
    shown = [
        subprocess.run(
            [sys.executable, *optimized, "-m", "winnow", *words.split(), "--help"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for optimized in ([], ["-OO"])
    ]
    assert shown[0] == shown[1]


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


@pytest.mark.parametrize("example", [line for words in QUICK for line in EXAMPLES[words]])
def test_a_quick_example_runs(example):
    assert said(*shlex.split(example.split(" | ")[0])[1:])


def test_the_version_says_what_is_built_in():
    version, python, kernels, *lanes, sat, cp_sat = said("--version", "--verbose").splitlines()
    assert version == said("--version").strip() == f"winnow, version {winnow.__version__}"
    assert python.startswith(f"Python: {platform.python_version()}, ")
    assert int(kernels.removeprefix("kernels: ").removesuffix(", in C")) > 10
    wide = map(import_module, WIDE)
    assert lanes == [f"lanes: {', '.join(map(str, each.LANES))} at once in {each.__name__}" for each in wide]
    assert sat == f"SAT: python-sat {metadata.version('python-sat')}"
    assert cp_sat == f"CP-SAT: ortools {metadata.version('ortools')}"
