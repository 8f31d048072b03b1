"""The abilities of this game's panel in logits, as `winnow problems --study --seed 1000000` fits them."""

from __future__ import annotations

ABILITIES = {
    "ahead-1/0.1": -2.14,
    "ahead-2/0.1": -1.77,
    "ahead-3/0.1": -1.39,
    "ahead-4/0.1": -1.07,
    "natural-1/0.1": -4.75,
    "careful-1/0.1": -4.21,
    "natural-2/0.1": -4.75,
    "careful-2/0.1": -4.21,
    "ahead-1/0.3": -2.21,
    "ahead-2/0.3": -1.92,
    "ahead-3/0.3": -1.63,
    "ahead-4/0.3": -1.39,
    "natural-1/0.3": -3.68,
    "careful-1/0.3": -3.22,
    "natural-2/0.3": -3.68,
    "careful-2/0.3": -3.22,
    "play-outs-3": -0.4,
    "play-outs-8": 0.94,
    "play-outs-20": 2.18,
}
