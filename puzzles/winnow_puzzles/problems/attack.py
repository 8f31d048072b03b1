"""What is wrong with a pack of problems: rules of thumb that solve them, twins, plain verdicts, long lines.

Everything is computed from the rules again, for packs of every format.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from winnow.core.counted import counted
from winnow_puzzles.players.correlation import rank_correlation
from winnow_puzzles.players.levels import LEVELS
from winnow_puzzles.problems.balance import TWO
from winnow_puzzles.problems.base import Record, problems_of
from winnow_puzzles.problems.beauty import beauty
from winnow_puzzles.problems.describing import decisions_of
from winnow_puzzles.problems.features import Features, features, predicted, several_folds, weights
from winnow_puzzles.problems.rebuilding import rebuilt
from winnow_puzzles.problems.refuted import VERDICT
from winnow_puzzles.problems.shortcuts import right_first, solvers, thumbs_of
from winnow_puzzles.problems.twins import first_half, forms_of
from winnow_puzzles.problems.walk import solve


@dataclass(frozen=True)
class Attacked:
    """What an attack finds of one problem."""

    level: int
    theme: str
    kind: str
    """The first word of the first move of the solution."""
    rating: float
    legal: int
    winning: int
    right: frozenset[str]
    """The rules of thumb that find the first move."""
    solved: frozenset[str]
    """Those that reach the goal."""
    decisions: int
    by_hand: int
    moves: int
    reasons: Counter[str]
    beauty: Record
    features: Features
    forms: Sequence[str]
    """The form of each position of the solution."""
    id: str
    number: int


def attacked(record: Record) -> Attacked:
    """Return what an attack finds of a problem."""
    problems, game, tree = rebuilt(record)
    solution = solve(problems, game, tree, 0)
    decisions = decisions_of(problems, game, tree, solution, solution.crux)
    first = decisions[0]
    return Attacked(
        record["level"],
        record["themes"][0],
        solution.path[0][0].move.split()[0],
        record["rating"]["logits"],
        len(first["winning"]) + len(first["losing"]),
        len(first["winning"]),
        frozenset(right_first(problems, game, tree, 0)),
        frozenset(solvers(problems, game, tree, 0)),
        len(solution.crux),
        solution.by_hand,
        len(solution.path),
        Counter(one["kind"] for decision in decisions for one in decision["losing"]),
        beauty(problems, game, tree, 0, solution),
        features(problems, game, tree, solution),
        forms_of(problems, game, tree, solution),
        record["id"],
        record["number"],
    )


def markdown(game: str, found: Sequence[Attacked], felt: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of the tables; `felt` is the difficulty that people felt, by the problem's id."""
    yield f"{counted(len(found), 'problems')} of {game}."
    yield ""
    names = [thumb.name for thumb in thumbs_of(problems_of(game))]
    yield from _thumb_table(names, found)
    yield ""
    yield "| fault | problems |"
    yield "|---|---|"
    yield f"| solved whole by some rule of thumb | {_share([bool(one.solved) for one in found])} |"
    yield f"| first move told by the first word that is usual for its theme | {_by_theme(found)} |"
    yield f"| of two first moves, told by the opposite of a rule of thumb | {_by_opposite(names, found)} |"
    yield f"| half of the line or more is shared with another problem | {len(_twins(found))} |"
    yield f"| another problem's solution is contained | {len(_containing(found))} |"
    yield f"| plain verdicts among the reasons | {_plain(found)} |"
    yield ""
    yield "| figure | least | 5% | median | 95% | most |"
    yield "|---|---|---|---|---|---|"
    yield from _spreads(found)
    yield ""
    yield from _feature_table(found, felt)
    yield ""
    yield "| reason | losing moves |"
    yield "|---|---|"
    reasons = _reasons(found)
    for kind, number in reasons.most_common():
        yield f"| {kind} | {100 * number / reasons.total():.1f}% |"


def _feature_table(found: Sequence[Attacked], felt: Mapping[str, float]) -> Iterator[str]:
    """Yield the features' weights in a fit of the rating, and how they go with the rating and with what is felt."""
    tried = [one for one in found if one.id in felt]
    yield f"| feature | weight | rank correlation with the rating | with {len(tried)} felt difficulties |"
    yield "|---|---|---|---|"
    if not found:
        return
    ratings, own = [one.rating for one in found], [one.features for one in found]
    said = [felt[one.id] for one in tried]
    yield f"| rating | | | {_correlation([one.rating for one in tried], said)} |"
    for name, weight in weights(own, ratings).items():
        to_rating = _correlation([one[name] for one in own], ratings)
        yield f"| {name} | {weight:+.2f} | {to_rating} | {_correlation([o.features[name] for o in tried], said)} |"
    deals = [one.number for one in found]
    if several_folds(deals):
        told = dict(zip([one.id for one in found], predicted(deals, own, ratings), strict=True))
        to_felt = _correlation([told[one.id] for one in tried], said)
        yield f"| all, fitted to other deals | | {_correlation(list(told.values()), ratings)} | {to_felt} |"


def _correlation(a: Sequence[float], b: Sequence[float]) -> str:
    value = rank_correlation(a, b) if a else None
    return "none" if value is None else f"{value:+.2f}"


def _thumb_table(names: Sequence[str], found: Sequence[Attacked]) -> Iterator[str]:
    """Yield, by rule of thumb, the share of problems that it solves, and of first moves that it finds by level."""
    yield "| rule of thumb | solves | first moves | " + " | ".join(f"level {level}" for level in LEVELS) + " |"
    yield "|---|---|---|" + "---|" * len(LEVELS)
    levels = [[one for one in found if one.level == level] for level in LEVELS]
    for name in names:
        shares = [_share([name in one.right for one in own]) for own in (found, *levels)]
        yield f"| {name} | {_share([name in one.solved for one in found])} | {' | '.join(shares)} |"
    chance = [
        f"{100 * sum(one.winning / one.legal for one in own) / max(1, len(own)):.0f}%" for own in (found, *levels)
    ]
    yield f"| chance | | {' | '.join(chance)} |"


def _share(holds: Sequence[bool]) -> str:
    return f"{100 * sum(holds) / max(1, len(holds)):.0f}%"


def _by_theme(found: Sequence[Attacked]) -> str:
    """Return the share of first moves of the kind that is the most frequent of their theme."""
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for one in found:
        kinds[one.theme][one.kind] += 1
    return f"{100 * sum(max(kind.values()) for kind in kinds.values()) / max(1, len(found)):.0f}%"


def _by_opposite(names: Sequence[str], found: Sequence[Attacked]) -> str:
    """Return the largest share of first moves of two that the opposite of a rule finds, and that rule."""
    missed = [[name for name in names if name not in one.right] for one in found if one.legal == TWO]
    most = Counter(name for own in missed for name in own).most_common(1)
    return f"{100 * most[0][1] / len(missed):.0f}% ({most[0][0]})" if most else "none"


def _met(found: Sequence[Attacked]) -> dict[str, set[int]]:
    """Return by form the places of the problems whose solutions pass through it."""
    places: dict[str, set[int]] = defaultdict(set)
    for place, one in enumerate(found):
        for form in one.forms:
            places[form].add(place)
    return places


def _twins(found: Sequence[Attacked]) -> list[int]:
    """Return the places of problems half of whose line, or more, is the end of another's."""
    met = _met(found)
    return [place for place, one in enumerate(found) if any(met[form] - {place} for form in first_half(one.forms))]


def _containing(found: Sequence[Attacked]) -> list[int]:
    """Return the places of problems whose line passes through the first position of another."""
    begins = {one.forms[0] for one in found}
    return [place for place, one in enumerate(found) if begins.intersection(one.forms[1:])]


def _reasons(found: Iterable[Attacked]) -> Counter[str]:
    total = Counter[str]()
    for one in found:
        total += one.reasons
    return total


def _plain(found: Sequence[Attacked]) -> str:
    reasons = _reasons(found)
    return f"{100 * reasons[VERDICT] / max(1, reasons.total()):.0f}%"


def _spreads(found: Sequence[Attacked]) -> Iterator[str]:
    figures: dict[str, list[float]] = {
        "rating (logits)": [one.rating for one in found],
        "decisions up to the last trap": [one.decisions for one in found],
        "moves by hand up to it": [one.by_hand for one in found],
        "moves by hand to the goal": [one.moves for one in found],
        **{f"beauty: {name}": [one.beauty[name] for one in found] for name in (found[0].beauty if found else ())},
    }
    for name, values in figures.items():
        ordered = sorted(values)
        last = len(ordered) - 1
        points = [ordered[round(last * share)] for share in (0, 0.05, 0.5, 0.95, 1)] if ordered else []
        yield f"| {name} | {' | '.join(f'{point:g}' for point in points)} |"
