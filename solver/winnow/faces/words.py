"""A verdict in plain sentences, the same on a terminal and in a notebook."""

from __future__ import annotations

from typing import Any

from winnow.faces import FACES
from winnow.games import Game
from winnow.verdicts import Verdict

_STOPS = {
    "positions": "the limit of positions was reached",
    "seconds": "the time was up",
    "memory": "the memory limit was reached (--memory raises it)",
    "interrupt": "it was interrupted",
}


def stop_words(stopped: str | None) -> str:
    """Return what ended a search, in words."""
    return _STOPS.get(stopped or "", "a limit was reached")


def sentence(verdict: Verdict) -> str:
    """Return the verdict in one plain sentence."""
    name = verdict.verdict
    from_here = "From this position the deal" if verdict.after else "This deal"
    if name == "winnable":
        return f"{from_here} can be won."
    if name == "unwinnable":
        reason = verdict.answer.reason
        return f"{from_here} cannot be won." if reason is None else f"{from_here} cannot be won. {reason.text}"
    if name == "open":
        return "Open: the unknown cards decide it."
    return f"Undecided: {stop_words(verdict.stopped)} before the search could finish."


def end_sentence(game: Game[Any, Any], position: Any) -> str:
    """Return how the game has ended in a position without a legal move, in words.

    >>> from winnow.deals import Deal
    >>> game = Deal.parse('blink', '1RS 2BM', {'deck': 'as-dealt'}).bind()
    >>> end_sentence(game, game.play(game.start(), '1RS@0,0'))
    'No move is left: the game is over and not won.'
    """
    score = game.score(position)
    ending = "" if score is None else f", with {FACES.of(game.name).score_text(game, score)}"
    return f"No move is left: the game is over and {'won' if game.won(position) else 'not won'}{ending}."


def score_sentence(game: Game[Any, Any], verdict: Verdict) -> str:
    """Return what is known of the score of a deal of `game`, in words; "" if nothing is."""
    answer, best = verdict.answer, verdict.question == "best"
    if answer.score is None:
        return ""
    face = FACES.of(game.name)
    if verdict.verdict == "unwinnable" and not best and answer.bound is not None:
        told = face.bound_text(game, answer.bound)
        if told:
            return told
    known = face.score_text(game, answer.score)
    if not best:
        return f"The line ends with {known}." if answer.line else ""
    if answer.optimal:
        return f"Best score: {known}; nothing better is possible."
    limit = "" if answer.bound is None else f"; no line can better {answer.bound}"
    return f"Best score found: {known}{limit}."
