"""The heads of loss trees: the part of a share that a tree rests on, and the other shares it therefore covers.

The words are those of docs/formats.md, *loss-tree*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError, require
from winnow.games.blink.referee.shares import Share

TOLD, RUNS = "/", "runs"
"""The word before the components on whose pairs a tree rests, and the word for a tree that rests on the runs, too."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_TREE_BYTES = 200
_NUMBER_BYTES = 8


@dataclass(frozen=True)
class Told:
    """The part of a share that a tree rests on: the pairs of `components`, rising, and with `runs` the runs."""

    components: tuple[int, ...]
    runs: bool

    def numbers(self, share: Share) -> tuple[int, ...]:
        """Return the numbers of `share` that a tree rests on; it covers every share with the same numbers."""
        pairs = tuple(share.pairs[k] for k in self.components)
        return (*pairs, share.runs) if self.runs else pairs


@dataclass(frozen=True)
class Head:
    """The line before a tree: the card kept to a quarter (`pivot`), the components listed, what the tree rests on."""

    pivot: int
    listed: tuple[int, ...]
    told: Told

    def __str__(self) -> str:
        """Return the line.

        >>> str(Head(7, (1,), Told((0, 1), runs=True)))
        '7 1 / 0 1 runs'
        """
        words = [self.pivot, *self.listed, TOLD, *self.told.components, *[RUNS] * self.told.runs]
        return " ".join(map(str, words))


def head_of(line: str, cards: int, components: int) -> Head:
    """Return the head in `line`, of a deck with this number of cards and components. Raises CheckFailedError.

    >>> head_of("7 1", 60, 3)
    Head(pivot=7, listed=(1,), told=Told(components=(0, 1, 2), runs=True))
    """
    words, told = line.split(" "), Told(tuple(range(components)), runs=True)
    if TOLD in words:
        place = words.index(TOLD)
        words, rest = words[:place], words[place + 1 :]
        runs = rest[-1:] == [RUNS]
        told = Told(_rising(rest[:-1] if runs else rest, components, line), runs)
    require(bool(words), f"{line[:60]!a} names no card")
    pivot, listed = number_of(words[0], line), _rising(words[1:], components, line)
    require(pivot < cards, f"there is no card {pivot}")
    require(set(listed) <= set(told.components), "a component is listed whose pairs are not told")
    return Head(pivot, listed, told)


class Covered:
    """The shares of a box that are covered by trees."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._found: dict[Told, set[tuple[int, ...]]] = {}

    def add(self, share: Share, told: Told) -> None:
        """Record a tree that covers `share` and every other share with the same numbers in `told`."""
        numbers = told.numbers(share)
        self._meter.hold(_TREE_BYTES + 2 * _NUMBER_BYTES * (len(numbers) + len(told.components)))
        self._found.setdefault(told, set()).add(numbers)

    def has(self, share: Share) -> bool:
        """Return whether a tree covers `share`."""
        self._meter.step(len(self._found))
        return any(told.numbers(share) in found for told, found in self._found.items())


def number_of(word: str, line: str) -> int:
    """Return `word` as a number. Raises CheckFailedError that names `line`."""
    if _NUMBER.fullmatch(word) is None:
        raise CheckFailedError(f"{line[:60]!a} is not a line of a loss tree")
    return int(word)


def _rising(words: Sequence[str], components: int, line: str) -> tuple[int, ...]:
    numbers = [number_of(word, line) for word in words]
    require(sorted(set(numbers)) == numbers, "components are not rising")
    require(all(k < components for k in numbers), "there is no such component")
    return tuple(numbers)
