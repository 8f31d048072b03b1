"""Attempts of people, ratings fitted to them, and what people thought of the problems."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from winnow.core.errors import BadInputError
from winnow.core.text_files import TextError, numbered_lines
from winnow_puzzles.problems.glicko import Belief, played
from winnow_puzzles.problems.rasch import Results, fit, standard_error

_LONGEST_LINE = 1 << 16
"""The most characters of an attempt."""


OPINIONS = ("liked", "disliked", "skipped")


class AttemptError(BadInputError):
    """Raised for a file of attempts that cannot be read; the message names the file and the line."""


@dataclass(frozen=True)
class Attempt:
    """One person's try at a problem, and what the person thought of it."""

    person: str
    problem: str
    solved: bool
    opinion: str | None = None
    """`liked`, `disliked` or `skipped`; None if nothing was said."""
    game: str = ""
    time: str = ""
    """When it was decided, as the page writes it (ISO 8601, UTC); equal times stay in the order of the file."""


def read_attempts(file: str) -> Iterator[Attempt]:
    """Yield the attempts of a JSON-lines file, ignoring other fields. Raises AttemptError."""
    return (_attempt(record, place) for place, record in _records(file))


def read_felt(file: str) -> Iterator[tuple[str, float]]:
    """Yield (problem's id, felt difficulty) of a JSON-lines file, ignoring other fields. Raises AttemptError."""
    for place, record in _records(file):
        problem, felt = _values(record, place, "id", "felt")
        if not isinstance(problem, str) or not isinstance(felt, int | float) or not isfinite(felt):
            raise AttemptError(f"{place}: id is a text, felt is a number")
        yield problem, felt


def _records(file: str) -> Iterator[tuple[str, Any]]:
    """Yield the place and the value of each line of a JSON-lines file. Raises AttemptError."""
    try:
        with Path(file).open("rb") as stream:
            for number, line in numbered_lines(stream, _LONGEST_LINE):
                if line.strip():
                    yield f"{file}:{number}", json.loads(line)
    except TextError as error:
        raise AttemptError(f"{file}: {error}") from None
    except (ValueError, RecursionError):
        raise AttemptError(f"{file}:{number}: not JSON") from None
    except OSError as error:
        raise AttemptError(f"cannot read {file}: {error.strerror}") from None


def _values(record: Any, place: str, *names: str) -> list[Any]:
    """Return the values of these fields of a record. Raises AttemptError if one is missing."""
    try:
        return [record[name] for name in names]
    except (KeyError, TypeError):
        raise AttemptError(f"{place}: not an object with {', '.join(names)}") from None


def _attempt(record: Any, place: str) -> Attempt:
    person, problem, solved = _values(record, place, "person", "problem", "solved")
    if not (isinstance(person, str) and isinstance(problem, str) and isinstance(solved, bool)):
        raise AttemptError(f"{place}: person and problem are texts, solved is true or false")
    opinion = record.get("opinion")
    if opinion is not None and opinion not in OPINIONS:
        raise AttemptError(f"{place}: opinion is one of {', '.join(OPINIONS)}")
    game, time = record.get("game", ""), record.get("time", "")
    if not isinstance(game, str) or not isinstance(time, str):
        raise AttemptError(f"{place}: game and time are texts")
    return Attempt(person, problem, solved, opinion, game, time)


def refit(attempts: Sequence[Attempt], least: int) -> Iterator[dict[str, Any]]:
    """Yield the difficulty of each problem that at least `least` people tried, easiest first, and what they thought.

    Only first tries count, and last opinions.

    The mean difficulty is 0. A prior keeps people who solved all or none at finite abilities
    (winnow_puzzles.problems.rasch).
    """
    first = {(one.person, one.problem): one.solved for one in _first_tries(attempts)}
    tried = Counter(problem for _, problem in first)
    results: dict[str, dict[str, tuple[float, float]]] = {}
    for (person, problem), solved in first.items():
        if tried[problem] >= least:
            results.setdefault(person, {})[problem] = (float(solved), 1.0)
    opinions = Counter((problem, opinion) for problem, opinion in _last_opinions(attempts).values())
    whole: Results = results
    abilities, difficulties = fit(whole)
    for problem, place in sorted(difficulties.items(), key=lambda item: (item[1], item[0])):
        people = [(abilities[person], *solved[problem]) for person, solved in results.items() if problem in solved]
        yield {
            "problem": problem,
            "logits": round(place, 2),
            "standard_error": round(standard_error(people, place), 2),
            "attempts": len(people),
            "solved": int(sum(solved for _, solved, _ in people)),
            **{opinion: opinions[problem, opinion] for opinion in OPINIONS},
        }


_PERSON, _PROBLEM = Belief(-1.0, 1.5), Belief(0.0, 1.5)
"""The ratings before the first try: a person's is the page's, a problem's that of one that no pack rates."""
_PANEL_ERROR = 1.0
"""The standard error of a panel's rating, as a guess at what people find."""


def follow(attempts: Sequence[Attempt], rated: Mapping[str, float]) -> Iterator[dict[str, Any]]:
    """Yield the rating of each problem, then of each person in each game, after the first tries in order of time.

    `rated` are a panel's ratings of problems, in logits, from which they begin. Each try changes both ratings (Glicko).
    """
    people: dict[tuple[str, str], Belief] = {}
    problems: dict[str, Belief] = {}
    tries, solved = Counter[Any](), Counter[Any]()
    for one in sorted(_first_tries(attempts), key=lambda one: one.time):
        person = one.person, one.game
        begun = Belief(rated[one.problem], _PANEL_ERROR) if one.problem in rated else _PROBLEM
        sides = people.get(person, _PERSON), problems.get(one.problem, begun)
        people[person], problems[one.problem] = played(*sides, one.solved)
        tries.update((person, one.problem))
        solved.update((person, one.problem) if one.solved else ())
    for problem, found in problems.items():
        yield {"problem": problem, **_stated(found), "attempts": tries[problem], "solved": solved[problem]}
    for person, found in people.items():
        name, game = person
        yield {"person": name, "game": game, **_stated(found), "attempts": tries[person], "solved": solved[person]}


def _stated(belief: Belief) -> dict[str, float]:
    return {"logits": round(belief.logits, 2), "standard_error": round(belief.error, 2)}


def _first_tries(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Return the first attempt of each person at each problem, in the order given."""
    first: dict[tuple[str, str], Attempt] = {}
    for one in attempts:
        first.setdefault((one.person, one.problem), one)
    return list(first.values())


def _last_opinions(attempts: Sequence[Attempt]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return by person and problem the problem and the last opinion that the person had of it."""
    said = ((attempt, attempt.opinion) for attempt in attempts if attempt.opinion is not None)
    return {(attempt.person, attempt.problem): (attempt.problem, opinion) for attempt, opinion in said}
