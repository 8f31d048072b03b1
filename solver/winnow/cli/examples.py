"""The examples at the end of every command's help; the tests parse each of them as the command does."""

from __future__ import annotations

import click

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": ("winnow play", "winnow solve universal --number 1"),
    "rules": ("winnow rules universal", "winnow rules head | less"),
    "games": ("winnow games", "winnow games --test head"),
    "deal": ("winnow deal head --number 7", "winnow deal blink --number 7 --layout"),
    "solve": ("winnow solve universal --number 3", "winnow solve head --number 12 --best"),
    "prove": (
        "winnow prove universal --number 0 --rule draw=1 --rule passes=1 -o lost.proof",
        "winnow prove single-left --number 1 -o forced.proof",
    ),
    "hint": (
        'winnow hint universal --number 1 --after "T T"',
        'winnow hint universal --number 1 --line "T T W^3"',
    ),
    "site": ("winnow site -o build/site", "winnow site -o build/site --python python3.13"),
    "along": ("winnow along one-minute", "winnow along blink --rule hold=2 --rule columns=8 --rule rows=8"),
    "play": ("winnow play universal", "winnow play ./my-pack --port 8765"),
    "construct": (
        "winnow construct single-left --leaves 8",
        "winnow construct single-left --leaves 0 --first-discard 10",
    ),
    "count": (
        'winnow count blink --rule deck=as-dealt --rule columns=2 --rule rows=2 "1RS 1BM 2RM 3BS"',
        "winnow count blink --number 7 --cap 100 --seconds 10",
    ),
    "check": ("winnow check lost.proof", "winnow check single-left.db --search --sample 200"),
    "generate": (
        "winnow generate head --count 10 --level 3 -o my-pack",
        "winnow generate universal --count 20 --level 1,2 --rule draw=1 --jobs 2 -o easy",
    ),
    "problems": (
        "winnow problems head --count 20 -o my-problems",
        'winnow problems universal --theme "premature merge" -o merges',
    ),
    "pack": ("winnow pack show my-pack", "winnow pack export my-pack --to html -o my-pack.html"),
    "pack show": ("winnow pack show my-pack", "winnow pack show my-pack --puzzle 1 --solution"),
    "pack export": (
        "winnow pack export my-pack --to html -o my-pack.html",
        "winnow pack export my-pack --to site -o my-site",
    ),
    "survey": (
        "winnow survey single-left --deals 1000 --db single-left.db",
        "winnow survey report --db single-left.db",
    ),
    "survey run": (
        "winnow survey run single-left --deals 1000 --db single-left.db",
        "winnow survey run head --deals 1000 --best --positions 100000 --db head.db --jobs 2",
    ),
    "survey report": ("winnow survey report --db head.db", "winnow survey report head --db rows --markdown"),
    "survey rows": ("winnow survey rows --db head.db -o rows", "winnow survey rows head --db surveys.db -o rows"),
    "survey fair": (
        "winnow survey fair universal --deals 1000 --policy natural",
        "winnow survey fair head --deals 1000 --policy tree --games 300 --jobs 2",
    ),
    "bench": ("winnow bench head", "winnow bench single-left --ablate --deals 5"),
}
"""The examples by the words after `winnow`; "" is the command `winnow` itself."""


def with_examples(command: click.Command, words: str) -> click.Command:
    """Return the command with examples added to its help and to that of its subcommands."""
    if words in EXAMPLES:
        # \b keeps click from joining the lines.
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[words])
    if words and isinstance(command, click.Group):
        for name, inner in command.commands.items():
            with_examples(inner, f"{words} {name}")
    return command
