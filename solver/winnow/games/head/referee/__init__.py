"""The referee of Head Solitaire: block sets."""

from __future__ import annotations

from collections.abc import Mapping

from winnow.core.referee import Content, Referee
from winnow.games.head.referee import block_set


class HeadReferee(Referee):
    """Checks block sets."""

    def contents(self) -> Mapping[str, Content]:
        """Return the block set."""
        return {"block-set": block_set.check}
