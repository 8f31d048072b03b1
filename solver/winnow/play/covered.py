"""Games on the page with the cards face down: answers that name no card before it is seen."""

from __future__ import annotations

from typing import Any

from winnow.api.along import begun, entered, settled
from winnow.core.drawing.seen import next_place, seen_table
from winnow.core.errors import BadInputError
from winnow.core.face import FACES
from winnow.core.knowledge import Knowledge, known_after
from winnow.play.opening import game_id, opened
from winnow.play.reading import Json, Played, RefusedError, read_rules, sentence, text_of

MOST_ENTRIES = 4000
"""The most cards and moves of a game with real cards."""


def is_covered(record: Json) -> bool:
    """Return whether a request is about a game with the cards face down."""
    return record.get("fair") is True


def known(played: Played) -> Knowledge:
    """Return what the moves have shown of the deal. Raises RefusedError for a move that is not legal."""
    try:
        return known_after(played.deal, played.line)
    except BadInputError as error:
        raise RefusedError(sentence(str(error)), 409) from None


def covered_table(played: Played) -> dict[str, Any]:
    """Return the table after the moves as JSON values, with the unseen cards face down."""
    return seen_table(known(played)).record()


def opened_covered(played: Played) -> dict[str, Any]:
    """Return the JSON values of a game opened with the cards face down. Raises RefusedError without a number.

    The deal is named by its number alone.
    """
    if played.deal.number is None:
        raise RefusedError("A deal whose cards were typed in cannot be played face down.", 422)
    knowledge = known(played)
    game = opened(Played(played.deal, ()))
    return game | {
        "id": game_id(played.deal, ("face down", *played.line)),
        "fair": True,
        "deal": " ".join(knowledge.known),
        "after": list(played.line),
        "table": seen_table(knowledge).record(),
    }


def along(record: Json) -> Knowledge:
    """Return what the entries of a game with real cards say: its cards as they turned up, and the moves made.

    Raises RefusedError for an entry that cannot be; its place says which.
    """
    entries = record.get("entries")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES or not all(isinstance(one, str) for one in entries):
        raise RefusedError(f"The field entries must be a list of at most {MOST_ENTRIES} cards and moves.")
    game = text_of(record, "game", 60)
    try:
        knowledge = settled(begun(game, read_rules(game, record.get("rules"))))
    except BadInputError as error:
        raise RefusedError(sentence(str(error)), 422) from None
    for number, entry in enumerate(entries, 1):
        try:
            knowledge = entered(knowledge, entry)
        except BadInputError as error:
            raise RefusedError(sentence(str(error)), 422, number) from None
    return knowledge


def along_record(knowledge: Knowledge) -> dict[str, Any]:
    """Return the table of a game with real cards, the unseen cards, and whether one of them is to be entered next."""
    deal = knowledge.deal
    return {
        "table": seen_table(knowledge).record(),
        "unseen": list(knowledge.unseen),
        "card": next_place(knowledge) is not None,
        "layouts": [layout.record() for layout in FACES.of(deal.game).layouts(knowledge.bind(knowledge.unseen))],
    }
