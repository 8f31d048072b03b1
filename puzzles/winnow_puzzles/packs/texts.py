"""The names of the levels of full deals."""

from __future__ import annotations

LEVEL_NAMES = {1: "easy", 2: "fairly easy", 3: "middling", 4: "hard", 5: "very hard"}
