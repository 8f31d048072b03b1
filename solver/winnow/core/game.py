"""The interface of a game's rules: options, positions, moves, and when the game is won.

A game object is one question's frame: the rules chosen and the deal. Positions are immutable values. A move is its
text. `successors` is the whole of the rules; everything else follows from it.
"""

from __future__ import annotations

import dataclasses
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, cast, get_args

from winnow.core.cards import Card, CardSet, shown
from winnow.core.counted import did_you_mean, is_whole, whole_number
from winnow.core.errors import IllegalMoveError, RuleError
from winnow.core.text_files import TextError, printable, read_bytes, text_of


def option(
    default: Any, read: Callable[[str], Any], help: str, *, follows: str = "", file: bool = False, later: bool = False
) -> Any:
    """Declare one rule option of a Rules dataclass: its default, how its value is read, and what it means.

    An option that is not given takes the value of the one that it `follows`, which has the same default. With `file`
    its value may be read from a file, named by a Path only, never by text, which may come from anybody. An option added
    `later` may be absent from older records, which mean its default.
    """
    metadata = {"read": read, "help": help, "follows": follows, "file": file, "later": later}
    return dataclasses.field(default=default, metadata=metadata)


_LONGEST_FILE = 1 << 16
"""The most bytes of a file that an option is read from, more than any deck needs."""
_LARGEST = 10**18 - 1
"""The largest number that a rule takes: it fits a 64-bit word everywhere."""


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers within `least`..`most`."""
    largest = _LARGEST if most is None else most
    span = f"{least} or more" if most is None else f"{least} to {most}"

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (text.isascii() and digits.isdigit()):
            raise ValueError(f"a whole number, {span}")
        if len(digits.lstrip("0")) > len(str(_LARGEST)) or int(text) > largest:
            raise ValueError(f"a whole number, {least} to {largest}")
        if int(text) < least:
            raise ValueError(f"a whole number, {span}")
        return int(text)

    return read


def positive(text: str) -> float:
    """Return the positive decimal number in a text; raise ValueError for any other text."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(0)
    if not (value.is_finite() and value > 0 and float(value) > 0 and float(value) < float("inf")):
        raise ValueError("a positive number")
    return float(value)


def flag(text: str) -> bool:
    """Return the truth value in a text, true or false; raise ValueError for any other text."""
    return one_of("true", "false")(text) == "true"


def one_of(*words: str) -> Callable[[str], str]:
    """Return a reader that takes one of the given words, in any case.

    >>> one_of("any", "Aces")("aces")
    'Aces'
    """
    known = {word.lower(): word for word in words}

    def read(text: str) -> str:
        if text.lower() not in known:
            raise ValueError(" or ".join(words))
        return known[text.lower()]

    return read


RulesT = TypeVar("RulesT", bound="Rules")


@dataclass(frozen=True)
class Rules:
    """The options of a game. Each game derives its own; `deck` is common to all."""

    deck: str = option("full", one_of("full", "as-dealt"), "full, or as-dealt: the deal's cards are the deck")

    @classmethod
    def chosen(cls: type[RulesT], values: Mapping[str, Any]) -> RulesT:
        """Return the rules with these options set; raise RuleError for values that contradict each other."""
        leaders = ((name, f.metadata.get("follows", "")) for name, f in _options(cls).items()) if values else ()
        following = {name: values[leader] for name, leader in leaders if leader in values}
        return cls(**{**following, **values})

    def spelled_out(self) -> dict[str, Any]:
        """Return every option with its value, as verdicts show them."""
        return {name: getattr(self, name) for name in _options(type(self))}

    def identity(self) -> dict[str, Any]:
        """Return the options that identify a question: all but those added later that have their default."""
        return {
            name: value for name, value in self.spelled_out().items() if name not in _later(self) or self._set(name)
        }

    def moot(self) -> frozenset[str]:
        """Return the options added later that leave play as it is, given the others; none unless a game names some."""
        return frozenset()

    def readings(self) -> dict[str, Any]:
        """Return the options added later whose value changes the game: engines and referees must know each of them."""
        moot = self.moot()
        return {name: getattr(self, name) for name in _later(self) if self._set(name) and name not in moot}

    def _set(self, name: str) -> bool:
        return bool(getattr(self, name) != type(self).__dataclass_fields__[name].default)


def _later(rules: Rules) -> list[str]:
    return [name for name, f in _options(type(rules)).items() if f.metadata.get("later", False)]


def _options(rules: type[Rules]) -> dict[str, dataclasses.Field[Any]]:
    return rules.__dataclass_fields__


P = TypeVar("P", bound=Hashable)
R = TypeVar("R", bound=Rules)


class Game(ABC, Generic[P, R]):
    """A game with its rules and deal bound. Subclasses hold the rule text made executable, and no search."""

    name: ClassVar[str]
    title: ClassVar[str]
    cards: ClassVar[CardSet]
    score_unit: ClassVar[str]
    higher_is_better: ClassVar[bool] = False
    move_separator: ClassVar[str] = " "
    """The separator of moves on a command line: " ", or ";" if a move can contain spaces."""

    def __init__(self, rules: R, deal: Sequence[Card]) -> None:
        self.rules = rules
        self.deal = tuple(deal)

    @classmethod
    def rules_type(cls) -> type[R]:
        """Return the game's Rules dataclass: the one that its class names, as in `Game[Position, BlinkRules]`."""
        named = [args[1] for args in map(get_args, cls.__orig_bases__) if len(args) == 2]  # type: ignore[attr-defined]
        return cast(type[R], named[0] if isinstance(named[0], type) else Rules)

    @classmethod
    def full_deck(cls, rules: R) -> tuple[Card, ...]:
        """Return the full deck under these rules, in the canonical order from which deals are numbered.

        By default: every card of the game's set once.
        """
        return cls.cards.tokens

    @classmethod
    def check_cards(cls, rules: R, cards: Sequence[Card]) -> None:
        """Raise ValueError if an as-dealt deck of these cards is impossible in this game."""
        if not cards:
            raise ValueError("a deal needs at least one card")

    @abstractmethod
    def start(self) -> P:
        """Return the position before the first move."""

    @abstractmethod
    def successors(self, position: P) -> Iterable[tuple[str, P]]:
        """Yield every legal move with the position it leads to."""

    @abstractmethod
    def score(self, position: P) -> int | None:
        """Return the score if the game ends here; None where it may not end."""

    @abstractmethod
    def won(self, position: P) -> bool:
        """Return whether the game may end here as a win."""

    def best_possible(self) -> int | None:
        """Return a score that no line of this deck can beat; None if no simple bound is known, as by default."""
        return None

    def bound_loses(self, bound: int) -> bool:
        """Return whether a proven bound on the score rules out a win; False if the score alone cannot."""
        return False

    def moves(self, position: P) -> tuple[str, ...]:
        """Return the legal moves."""
        return tuple(move for move, _ in self.successors(position))

    def play(self, position: P, move: str) -> P:
        """Return the position after `move`; raise IllegalMoveError if the rules do not allow it."""
        wanted = self.normal(move)
        for legal, after in self.successors(position):
            if self.normal(legal) == wanted:
                return after
        raise IllegalMoveError(f"{move!r} is not a legal move here")

    def play_all(self, position: P, line: Iterable[str]) -> P:
        """Return the position after a line; raise IllegalMoveError if the rules do not allow all of it.

        A game may override it to make no position on the way.
        """
        for move in line:
            position = self.play(position, move)
        return position

    def over(self, position: P) -> bool:
        """Return whether no move is left."""
        return not any(True for _ in self.successors(position))

    def normal(self, move: str) -> str:
        """Return the standard spelling of a move."""
        return move.strip().upper()

    def tidy(self, position: P, line: Sequence[str]) -> tuple[str, ...]:
        """Return the line as it is best shown: the same play in the usual spelling."""
        return tuple(line)

    def state(self, position: P) -> Hashable:
        """Return the part of a position that decides the future; equal states have the same lines of play ahead."""
        return position

    def spent(self, position: P) -> int:
        """Return the cost spent to reach a position, for games whose score is a cost; else 0."""
        return 0


def read_rules(game: type[Game[Any, R]], values: Mapping[str, Any]) -> R:
    """Return the game's Rules with `values` (texts, or the values of a verdict's `rules`) set.

    Only a Path names a file, for an option that is read from one; text never does. Raises RuleError, naming the
    option and the values that it takes.
    """
    fields = _options(game.rules_type())
    chosen: dict[str, Any] = {}
    for name, value in values.items():
        if name not in fields:
            guess = did_you_mean(name, fields)
            raise RuleError(f"{game.name} has no rule {shown(name)}{guess}; it has {', '.join(fields)}")
        try:
            chosen[name] = _read(fields[name], value)
        except TextError as error:
            raise RuleError(f"rule {name}: {_short(str(value))}: {error}") from None
        except ValueError as error:
            raise RuleError(f"rule {name}={_short(str(value).strip())}: {name} takes {error}") from None
        except OSError as error:
            raise RuleError(f"rule {name}: cannot read {_short(str(value))}: {error.strerror}") from None
    return game.rules_type().chosen(chosen)


def spells_out(values: Mapping[str, Any], rules: Rules) -> bool:
    """Return whether these values spell the rules out; options added later may be absent where they have their default.

    >>> from winnow.games.head.rules import HeadRules
    >>> full = HeadRules().spelled_out()
    >>> spells_out(full, HeadRules()), spells_out({"passes": 3}, HeadRules())
    (True, False)
    """
    return {**rules.spelled_out(), **values} == rules.spelled_out() and values.keys() >= rules.identity().keys()


def unusual(game: type[Game[Any, Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game's spelled-out rules that differ from the defaults; `read_rules` turns them into the same rules.

    An option that follows a changed one is among them even with its default value, which is then no longer implied.
    """
    usual, fields = game.rules_type()().spelled_out(), _options(game.rules_type())
    leaders = {name: f.metadata.get("follows", "") for name, f in fields.items()}
    changed = {name for name, value in values.items() if value != usual.get(name)}
    return {name: value for name, value in values.items() if name in changed or leaders.get(name) in changed}


def _read(option: dataclasses.Field[Any], value: Any) -> Any:
    """Return the value of an option; raise ValueError for a value that it does not take, OSError for a file."""
    if isinstance(value, Path) and option.metadata.get("file", False):
        value = text_of(read_bytes(value, _LONGEST_FILE))
    text = str(whole_number("", value) if is_whole(value) else value)
    return cast(Callable[[str], Any], option.metadata["read"])(text.strip())


def typed_rules(game: type[Game[Any, R]], values: Mapping[str, str]) -> dict[str, Any]:
    """Return the values that a person typed, with a Path in place of each value that names an option's file."""
    fields = {name: f for name, f in _options(game.rules_type()).items() if f.metadata.get("file", False)}
    return {
        name: Path(value) if name in fields and _names_file(fields[name], value) else value
        for name, value in values.items()
    }


def _names_file(option: dataclasses.Field[Any], value: str) -> bool:
    """Return whether `value`, which is not a valid value of the option, is the path of a regular file."""
    try:
        _read(option, value)
    except ValueError:
        return os.path.isfile(value)
    return False


def _short(value: str) -> str:
    return printable(value if len(value) <= 40 else value[:40] + "...")
