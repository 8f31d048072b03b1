"""What the levels of a pack of full deals are called."""

from __future__ import annotations

LEVEL_NAMES = {
    1: "a player without foresight, or with one line of play in mind, can do it",
    2: "a little foresight",
    3: "a plan",
    4: "careful planning",
    5: "no planner found it",
}
"""What each level asks for."""
