"""Why a move of One-Minute loses: what is forced after it, and where that ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnow.core.counted import counted
from winnow.games.one_minute.rules import Position
from winnow_puzzles.base import Option
from winnow_puzzles.one_minute.thought import Ahead, Line, ahead, at_impasse, coming, passed_by
from winnow_puzzles.problems.refuted import Reason, Refuted, forced, listed


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reason: what is forced, and where that ends; it holds on every line that can follow."""
    own = ahead(refuted.game)
    line = own.follow(refuted.after)
    kind, text = _end(own, line)
    about = [*line.forced, *(card for card in (str(line.end.top), *coming(line.end)) if card in text)]
    yield Reason(kind, f"{forced(line.forced)}{text}", tuple(about))


def thought(own: Ahead, losing: Sequence[Refuted]) -> Iterator[str]:
    """Yield how one thinks at one turn: each losing move with what follows, then the one that is left."""
    before, won = losing[0].before, losing[0].won[0][1]
    yield f"On {before.top}, {_cards(own.spare(before))} may be passed by."
    glance = [(one.move, one.after) for one in losing if not own.within(one.after)]
    if glance:
        yield f"  {_named(glance, 'and')}: no match is near enough then."
    for one in losing:
        if own.within(one.after):
            yield from _supposed(own, one.after, 1)
    yield f"So {won.top}."


def _supposed(own: Ahead, position: Position, level: int) -> Iterator[str]:
    """Yield a move and what is forced after it; then, one level deeper, each way that follows."""
    line = own.follow(position)
    played = "  " * level + ", then ".join((str(position.top), *line.forced))
    if not line.ways or not _choices(own, line):
        yield f"{played}: {_end(own, line)[1]}"
        return
    impasse = "an impasse, " if at_impasse(line.end) else ""
    yield f"{played}, {impasse}then {_named(line.ways, 'or')}:"
    for _, after in line.ways:
        yield from _supposed(own, after, level + 1)


def _cards(count: int) -> str:
    return counted(count, "cards") if count else "none"


def _choices(own: Ahead, line: Line) -> int:
    depth = own.depth(line.end)
    return 0 if depth is None else depth.choices


def _named(ways: Sequence[Option], last: str) -> str:
    return listed([str(after.top) for _, after in ways], last)


def _end(own: Ahead, line: Line) -> tuple[str, str]:
    """Return where a lost line ends: the kind of the reason, and the rest of its sentence."""
    prefix, spare = "forced: " if line.forced else "", own.spare(line.end)
    if not line.ways:
        after = next(after for _, after in own.game.successors(line.end))
        passed = passed_by(line.end, after)
        in_hand = len(line.end.hand)
        later = passed >= in_hand
        twice = " (those of the hand twice)" if later and in_hand else ""
        where = f"{'in the next pass, ' if later else ''}behind {_cards(passed)}{twice}"
        kind = "next match a pass away" if later else "next match too far"
        return prefix + kind, f"the next match, {after.top}, is {where}, and {spare or 'none'} may be passed by."
    if at_impasse(line.end):
        most = f"the {counted(spare, 'cards')} that may be passed by" if spare else "a run without passing a card by"
        return f"{prefix}impasse", f"no card left matches {line.end.top}; whichever is taken leads to more than {most}."
    choices = _choices(own, line)
    if not choices:
        return f"{prefix}too far either way", f"no match is near enough after {_named(line.ways, 'or')}."
    near = f"only {_named(line.ways, 'and')} are near enough, and each"
    if choices == 1:
        return f"{prefix}every choice too far", f"{near} leads by forced moves to a match too far."
    return "a choice within a choice", f"{near} loses, if only after a further choice."
