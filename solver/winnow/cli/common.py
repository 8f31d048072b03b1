"""Options, limits, Ctrl-C, progress and output, shared by all commands."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console
from rich.text import Text

from winnow.api.pose import pose
from winnow.api.pose import searching as within
from winnow.cli.exits import EXIT_DECIDED, EXIT_INTERRUPTED, EXIT_UNDECIDED, InputError, mention, tell
from winnow.cli.group import Amount
from winnow.core.counted import counted
from winnow.core.deals import BYTES_PER_CHARACTER, LONGEST_DEAL, game_type
from winnow.core.errors import UnansweredError
from winnow.core.game import read_rules, typed_rules
from winnow.core.games import GAMES
from winnow.core.question import Question
from winnow.core.text_files import printable
from winnow.core.verdicts import Limits
from winnow.search.fair.orders import Samples
from winnow.search.fair.players import POLICIES, Player
from winnow.workers.interrupts import interruptible
from winnow_kernels.common.budget import Budget

__all__ = ["EXIT_DECIDED", "EXIT_INTERRUPTED", "EXIT_UNDECIDED", "InputError", "UnansweredError"]
__all__ += ["interruptible", "mention", "tell"]

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

F = TypeVar("F", bound=Callable[..., Any])
_MEMORY_MET = "the memory limit was reached as the deal was read (--memory raises it)"


def claim_deal(characters: int, budget: Budget) -> None:
    """Claim the memory of a deal whose text has that many characters, before its cards are read.

    Raises UnansweredError where the budget has less, and InputError for a text that is too long.
    """
    if characters > LONGEST_DEAL:
        raise InputError(f"the deal has more than {LONGEST_DEAL:,} characters")
    if not budget.reserve(BYTES_PER_CHARACTER * characters):
        raise UnansweredError(_MEMORY_MET)


@dataclass(frozen=True)
class Options:
    """The options of a question, as given on the command line."""

    game: str
    deal: str | None
    number: int | None
    rules: dict[str, Any]
    after: str
    best: bool
    limits: Limits
    engine: str | None
    without: frozenset[str]

    def question(self, budget: Budget, deal: str | None = None) -> Question:
        """Return the question for `deal`, or for the one on the command line, within a running budget.

        Raises ValueError for bad input, and UnansweredError for a deal that takes more than the budget's memory.
        """
        number, text = (self.number, self.deal) if deal is None else (None, deal)
        if text is None:
            kind = game_type(self.game)
            claim_deal(sum(len(card) + 1 for card in kind.full_deck(read_rules(kind, self.rules))), budget)
        else:
            claim_deal(len(text), budget)
        asked = {name: getattr(self, name) for name in ("rules", "after", "best", "engine", "without")}
        return pose(self.game, text, number=number, **asked)


def _read_rules(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    rules: dict[str, str] = {}
    for value in values:
        name, equals, setting = value.partition("=")
        if not equals:
            raise InputError(f"--rule takes name=value, not {value!r}")
        if name.strip() in rules:
            raise InputError(f"option --rule {name.strip()} is given twice")
        rules[name.strip()] = setting.strip()
    return rules


def added(
    *options: Callable[[Any], Any], gather: Callable[[dict[str, Any]], dict[str, Any]] = lambda given: given
) -> Callable[[F], F]:
    """Return a decorator that adds arguments and options to a command, which receives them as `gather` returns them."""

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def wrapped(**given: Any) -> Any:
            return command(**gather(given))

        result: Callable[..., Any] = wrapped
        for option in reversed(options):
            result = option(result)
        return result  # type: ignore[return-value]

    return decorate


def _with_files(given: dict[str, Any]) -> dict[str, Any]:
    if given["game"] in GAMES:  # else it is a pack's folder
        given["rules"] = typed_rules(game_type(given["game"]), given["rules"])
    return given


def game_argument(*, required: bool = True, or_folder: bool = False) -> Callable[[F], F]:
    """Return a decorator that adds GAME; an unknown one is refused before an option is found missing.

    With `or_folder` the name of a folder is taken, too.
    """

    def known(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
        folder = or_folder and name not in GAMES and Path(name or "").is_dir()
        return name if name is None or folder else game_type(name).name

    return click.argument("game", required=required, callback=known)


rule_option = added(
    click.option(
        *("--rule", "rules"),
        multiple=True,
        callback=_read_rules,
        metavar="NAME=VALUE",
        help="Set a rule option (repeatable).",
    ),
    gather=_with_files,
)
"""Adds --rule; the command receives `rules`, with a Path for a value that the game reads from a file."""


limit_options = added(
    click.option("--seconds", type=Amount(0, 1e9, min_open=True), metavar="S", help="Stop after S seconds."),
    click.option("--positions", type=click.IntRange(1, 10**18), metavar="N", help="Stop after N positions."),
    click.option(
        "--memory",
        type=Amount(0, 1e9, min_open=True),
        default=Limits().memory,
        show_default=True,
        metavar="MIB",
        help="Memory for the search's tables.",
    ),
    gather=lambda given: {"limits": Limits(*map(given.pop, ("positions", "seconds", "memory"))), **given},
)
"""Adds the limits; the command receives them as `limits`."""
search_options = added(
    rule_option,
    click.option("--best", is_flag=True, help="Ask for the best score, not only for a win."),
    limit_options,
    click.option("--engine", metavar="NAME", help="Use this engine (see winnow games)."),
    click.option("--without", multiple=True, metavar="TECHNIQUE", help="Switch a technique off (repeatable)."),
    gather=lambda given: {**given, "without": frozenset(given["without"])},
)
"""Adds the rules, the question, the limits and the engine; the command receives them by these names."""


def _as_options(given: dict[str, Any]) -> dict[str, Any]:
    asked = {option.name: given.pop(option.name) for option in fields(Options)}
    asked["deal"] = " ".join(asked["deal"]) if asked["deal"] else None
    return {"options": Options(**asked), **given}


_ABOUT_A_DEAL: tuple[Callable[[Any], Any], ...] = (
    click.argument("deal", nargs=-1),
    click.option("--number", type=int, metavar="N", help="The N-th numbered deal."),
    click.option("--after", default="", metavar="MOVES", help="Start from the position after these moves."),
    search_options,
)
question_options = added(game_argument(), *_ABOUT_A_DEAL, gather=_as_options)
"""Adds the game, the deal, its rules and position, and the limits; the command receives them as `options`."""
pack_or_question_options = added(game_argument(or_folder=True), *_ABOUT_A_DEAL, gather=_as_options)
"""Adds the same, with a pack's folder in the game's place."""


sample_options = added(
    click.option(
        "--samples",
        type=click.IntRange(1, 10**6),
        default=Samples.number,
        show_default=True,
        metavar="N",
        help="For unseen cards: random orders to look at, or every order if there are fewer.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**64 - 1),
        default=Samples.seed,
        show_default=True,
        metavar="S",
        help="Seed of these orders.",
    ),
    gather=lambda given: {"samples": Samples(given.pop("samples"), given.pop("seed")), **given},
)
"""Adds --samples and --seed; the command receives them as `samples`."""
games_option = click.option(
    "--games",
    type=click.IntRange(1, 10**7),
    default=Player.games,
    show_default=True,
    metavar="N",
    help="Games that this player plays on to choose a move.",
)
policy_options = added(
    click.option(
        "--policy",
        type=click.Choice(POLICIES),
        help="The player who finishes the game and gives the advice, and who sees only face-up cards. "
        "[default: the natural player goes on, a tree search gives the advice]",
    ),
    games_option,
)
"""Adds --policy and --games."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class _Out(Console):
    def print(self, *objects: Any, **given: Any) -> None:
        """Print texts with control characters escaped; a `str` is one line, a Text may be several."""
        super().print(*map(_shown, objects), **given)

    def on_broken_pipe(self) -> None:
        # Rich would end the program with status 1, which means that a check failed.
        raise BrokenPipeError


def _shown(part: Any) -> Any:
    if isinstance(part, str):
        return printable(part)
    if not isinstance(part, Text) or part.plain.replace("\n", "").isprintable():
        return part
    return Text("\n".join(map(printable, part.plain.split("\n"))), style=part.style)


def out() -> Console:
    """Return the console for readable output; it writes to stdout, in colour on a terminal only."""
    # Brackets, for example in file names, are not markup.
    console = _Out(markup=False, highlight=False)
    # Output to a program or a file is not wrapped.
    return console if console.is_terminal else _Out(markup=False, highlight=False, soft_wrap=True)


def progress(*columns: ProgressColumn) -> Progress:
    """Return a display of progress on stderr, which shows nothing where that is no terminal."""
    from rich.progress import Progress  # noqa: PLC0415  slow to import

    console = Console(stderr=True)
    return Progress(*columns, console=console, disable=not console.is_terminal)


def write_json(record: Mapping[str, Any]) -> None:
    """Print one JSON object as one whole line, at once."""
    click.echo(json.dumps(record))


@contextmanager
def searching(limits: Limits) -> Iterator[Budget]:
    """Yield a budget that Ctrl-C ends and whose progress is shown on stderr if that is a terminal."""
    console, began = Console(stderr=True), time.monotonic()

    def tick(positions: int) -> None:
        rate = positions / max(time.monotonic() - began, 1e-3)
        status.update(f"searching: {counted(positions, 'positions')}, {rate:,.0f} a second (Ctrl-C stops)")

    with console.status("searching ...") as status, within(limits, tick if console.is_terminal else None) as budget:
        yield budget
