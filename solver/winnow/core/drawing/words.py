"""How a game has ended, in words."""

from __future__ import annotations

from typing import Any

from winnow.core.face import FACES
from winnow.core.game import Game


def end_sentence(game: Game[Any, Any], position: Any) -> str:
    """Return a sentence that says how the game ended in a position without a legal move.

    >>> from winnow.core.deals import Deal
    >>> game = Deal.parse('blink', '1RS 2BM', {'deck': 'as-dealt'}).bind()
    >>> end_sentence(game, game.play(game.start(), '1RS@0,0'))
    'No move is left: the game is over and not won.'
    """
    score = game.score(position)
    ending = "" if score is None else f", with {FACES.of(game.name).score_text(game, score)}"
    return f"No move is left: the game is over and {'won' if game.won(position) else 'not won'}{ending}."
