"""The referee of Head Solitaire: block sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from winnow.core.referee import Content, Referee
from winnow.games.head.referee import block_set


class HeadReferee(Referee):
    """Checks block sets."""

    contents: ClassVar[Mapping[str, Content]] = {"block-set": block_set.check}
