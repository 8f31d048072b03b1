"""Limits, answers, verdicts and hints: what every question takes and returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any, Literal

from winnow.core.counted import counted, is_whole, value_repr, whole_number
from winnow.core.readonly import freeze, thawed

if TYPE_CHECKING:
    from winnow.core.deals import Deal

VERDICT_FORMAT = "winnow-verdict/1"
HINT_FORMAT = "winnow-hint/1"
COUNT_FORMAT = "winnow-count/1"
SEARCH = "search"
"""The kind of reason for a loss that only an exhausted search shows."""

TOO_LONG = "moves"
"""What stopped a search whose line has more moves than are written."""

_STOPS = {
    "positions": "the limit of positions was reached",
    "seconds": "the time was up",
    "memory": "the memory limit was reached (--memory raises it)",
    "interrupt": "it was interrupted",
}

VerdictName = Literal["winnable", "unwinnable", "undecided", "invalid", "open"]
Proof = Literal["theorem", "witness", "certificate", "exhausted"]


def stop_words(stopped: str | None) -> str:
    """Return what ended a search, in words."""
    if stopped is not None and stopped.startswith("package "):
        return f"the search needs the {stopped}, which is not installed here"
    return _STOPS.get(stopped or "", "a limit was reached")


@dataclass(frozen=True)
class Limits:
    """How much a search may use; reaching a limit is an honest `undecided`.

    `positions` counts visited positions, `seconds` is wall time, `memory` is MiB for the search's own tables.
    None sets no limit. Raises TypeError for a value that is no number, and ValueError for a negative number.

    >>> Limits(seconds=-1)
    Traceback (most recent call last):
    ...
    ValueError: the limit seconds=-1 is negative
    """

    positions: int | None = None
    seconds: float | None = None
    memory: float | None = 2048.0

    def __post_init__(self) -> None:
        for name, kinds in (("positions", (int,)), ("seconds", (int, float)), ("memory", (int, float))):
            value = getattr(self, name)
            if value is None:
                continue
            if is_whole(value):
                # The kernels take an int.
                value = whole_number(name, value)
                object.__setattr__(self, name, value)
            elif not isinstance(value, kinds) or isinstance(value, bool):
                raise TypeError(f"the limit {name} is a number or None, not {value!r}: write Limits({name}=3)")
            if isnan(value) or value < 0:
                raise ValueError(f"the limit {name}={value} is {'no number' if isnan(value) else 'negative'}")


@dataclass(frozen=True)
class Reason:
    """Why a deal is unwinnable: a stable `kind`, and one plain sentence for the player.

    >>> import winnow
    >>> winnow.solve('single-left', 1, rules={'goal': 'one'}).answer.reason.kind
    'parity'

    `cards`, if the search names any, are cards whose places alone lose the deal.

    >>> Reason("parity", "Cards go in twos.").record()
    {'kind': 'parity', 'text': 'Cards go in twos.'}
    """

    kind: str
    text: str
    cards: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """Return the reason as verdicts state it."""
        record: dict[str, Any] = {"kind": self.kind, "text": self.text}
        return record | {"cards": list(self.cards)} if self.cards else record


@dataclass(frozen=True)
class Answer:
    """An engine's result for one position. Engines return it; `winnow.solve` adds the question.

    `line` leads from the position of the question to the end of the game and reaches `score`; `bound` is the proven
    limit on the score; `proof` says how an unwinnable or optimal claim stands (None where the line proves itself);
    `stopped` is TOO_LONG where only a line too long to write would answer, and `package NAME` where a package that the
    search needs is not installed. For a deal with unknown cards `completions`
    are a winning and a losing deal, and `share` is the share of orders that can be won, as its record states it.

    >>> import winnow
    >>> answer = winnow.solve('single-left', 'AS 2S 3S 4S', rules={'deck': 'as-dealt'}).answer
    >>> answer.verdict, answer.score
    ('unwinnable', 2)
    """

    verdict: VerdictName
    engine: str
    score: int | None = None
    bound: int | None = None
    line: tuple[str, ...] | None = None
    proof: Proof | None = None
    reason: Reason | None = None
    completions: Mapping[str, str] | None = None
    share: Mapping[str, Any] | None = None
    stopped: str | None = None

    def __post_init__(self) -> None:
        freeze(self, "completions", "share")

    @property
    def optimal(self) -> bool:
        """True if and only if the score equals its proven bound."""
        return self.score is not None and self.score == self.bound


@dataclass(frozen=True)
class Verdict:
    """An answer together with its question and its cost: one line of `--json`; `str` tells it in sentences.

    >>> import winnow
    >>> verdict = winnow.solve('head', 3, rules={'melding': 'optional'})
    >>> verdict
    <winnow.Verdict on head, number 3: winnable>
    >>> verdict.decided, verdict.record()['format']
    (True, 'winnow-verdict/1')
    """

    game: str
    rules: Mapping[str, Any]
    deal: str
    number: int | None
    after: tuple[str, ...]
    question: Literal["win", "best"]
    answer: Answer
    positions: int
    seconds: float
    stopped: str | None = None

    def __post_init__(self) -> None:
        freeze(self, "rules")

    @property
    def verdict(self) -> VerdictName:
        """`winnable`, `unwinnable`, `undecided`, or for a partly known deal `open`."""
        return self.answer.verdict

    @property
    def score(self) -> int | None:
        """The best score found; None if none is known."""
        return self.answer.score

    @property
    def bound(self) -> int | None:
        """The proven limit on the score; None if none is known."""
        return self.answer.bound

    @property
    def line(self) -> tuple[str, ...] | None:
        """The moves from the position asked about to the end of the game; None if there are none to show."""
        return self.answer.line

    @property
    def reason(self) -> Reason | None:
        """Why the deal cannot be won; None if it can, or if nobody knows."""
        return self.answer.reason

    @property
    def decided(self) -> bool:
        """True if the question is fully answered; `best` also needs a proven optimum, if there is a score."""
        if self.verdict == "undecided":
            return False
        return self.question == "win" or self.answer.optimal or (self.answer.score is None and self.stopped is None)

    @property
    def sentence(self) -> str:
        """The verdict in one plain sentence."""
        from_here = "From this position the deal" if self.after else "This deal"
        if self.verdict == "winnable":
            return f"{from_here} can be won."
        if self.verdict == "unwinnable":
            reason = self.answer.reason
            return f"{from_here} cannot be won." if reason is None else f"{from_here} cannot be won. {reason.text}"
        if self.verdict == "open":
            return self._open_sentence
        if self.stopped == TOO_LONG:
            return "Undecided: the line found has more moves than Winnow writes, and nothing else shows a win."
        finish = "" if self.answer.stopped else " before the search could finish"
        return f"Undecided: {stop_words(self.stopped)}{finish}."

    @property
    def _open_sentence(self) -> str:
        """What is known of the orders: the unknown cards decide for sure where two orders with different ends are."""
        shown = self.answer.completions or {}
        if len(shown) == 2 or self.answer.share is None:
            return "Open: the unknown cards decide it."
        ends = {"winning": "can be won", "losing": "cannot be won"}
        found = next((f"every order that was decided {ends[word]}" for word in shown), "no order was decided")
        return f"Open as far as is known: {found}, but that is not all orders of the unknown cards."

    @property
    def score_sentence(self) -> str:
        """The score and its proven bound in one sentence; "" if neither is known."""
        from winnow.core.face import FACES, bound_text  # noqa: PLC0415  programs that show nothing do without

        answer, best = self.answer, self.question == "best"
        if answer.score is None:
            return ""
        face, game = FACES.of(self.game), self.asked_deal.bind()
        if self.verdict == "unwinnable" and not best and answer.bound is not None:
            told = bound_text.of(self.game)(game, answer.bound)
            if told:
                return told
        known = face.score_text(game, answer.score)
        if not best:
            return f"The line ends with {known}." if answer.line else ""
        if answer.optimal:
            return f"Best score: {known}; nothing better is possible."
        limit = "" if answer.bound is None else f"; no line can better {answer.bound}"
        return f"Best score found: {known}{limit}."

    def __str__(self) -> str:
        return " ".join(filter(None, [self.sentence, self.score_sentence]))

    def __repr__(self) -> str:
        return value_repr(self, self.game, self.number, self.after, self.verdict)

    @property
    def asked_deal(self) -> Deal:
        """The deal of the question as a value."""
        from winnow.core.deals import Deal  # noqa: PLC0415  programs that show nothing do without

        return replace(Deal.parse(self.game, self.deal, self.rules), number=self.number)

    def _repr_svg_(self) -> str | None:
        """Return the table of the question, or the solution's layout, for notebooks; None if cards are unknown."""
        from winnow.core.drawing.svg import solution_picture  # noqa: PLC0415  programs that draw nothing do without

        deal = self.asked_deal
        return None if deal.unknown else solution_picture(deal, self.after, self.answer.line or ())

    def _repr_html_(self) -> str:
        """Return the picture, the sentences and the steps, for notebooks."""
        from winnow.core.drawing.svg import block, solution_html  # noqa: PLC0415  as above

        if (picture := self._repr_svg_()) is None:
            return block("", [self.sentence])
        told = filter(None, [self.sentence, self.score_sentence])
        return solution_html(picture, told, self.asked_deal, self.after, self.answer.line or ())

    def record(self) -> dict[str, Any]:
        """Return the verdict as the object that `--json` prints (format `winnow-verdict/1`)."""
        answer = self.answer
        record: dict[str, Any] = {
            "format": VERDICT_FORMAT,
            "game": self.game,
            "rules": thawed(self.rules),
            "deal": self.deal,
            "number": self.number,
            "after": list(self.after),
            "question": self.question,
            "verdict": answer.verdict,
            "score": answer.score,
            "bound": answer.bound,
            "optimal": answer.optimal,
            "line": None if answer.line is None else list(answer.line),
            "proof": answer.proof,
            "reason": None if answer.reason is None else answer.reason.record(),
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
            "engine": answer.engine,
        }
        if answer.completions is not None:
            record["completions"] = thawed(answer.completions)
        if answer.share is not None:
            record["share"] = thawed(answer.share)
        if self.stopped is not None:
            record["stopped"] = self.stopped
        return record


@dataclass(frozen=True)
class MoveVerdict:
    """One legal move of a position and what it leads to.

    >>> import winnow
    >>> winnow.hint('single-left', 1).moves[0].move
    'draw'
    """

    move: str
    verdict: VerdictName
    score: int | None
    bound: int | None


@dataclass(frozen=True)
class Hint:
    """A position's verdict and that of each of its legal moves.

    >>> import winnow
    >>> hint = winnow.hint('universal', '2V 1E 1V 2E', rules={'deck': 'as-dealt', 'columns': 2})
    >>> hint.verdict.verdict, len(hint.moves)
    ('winnable', 3)
    >>> [move.move for move in hint if move.verdict == "winnable"]
    ['T', '2!', '2>1']
    """

    verdict: Verdict
    moves: tuple[MoveVerdict, ...] = ()

    def __iter__(self) -> Iterator[MoveVerdict]:
        return iter(self.moves)

    def __repr__(self) -> str:
        asked, moves = self.verdict, counted(len(self.moves), "moves")
        return value_repr(self, asked.game, asked.number, asked.after, f"{asked.verdict}, {moves}")

    def record(self) -> dict[str, Any]:
        """Return the hint as the object that `winnow hint --json` prints (format `winnow-hint/1`)."""
        record = self.verdict.record()
        record["format"] = HINT_FORMAT
        record["moves"] = [{**vars(move)} for move in self.moves]
        return record
