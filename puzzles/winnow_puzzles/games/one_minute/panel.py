"""The abilities of this game's panel in logits, as `winnow problems --study --seed 1000000` fits them."""

from __future__ import annotations

ABILITIES = {
    "ahead-1/0.1": -2.98,
    "ahead-2/0.1": -1.96,
    "ahead-3/0.1": -1.28,
    "ahead-4/0.1": -0.35,
    "natural-1/0.1": -2.24,
    "careful-1/0.1": -1.66,
    "natural-2/0.1": -4.94,
    "careful-2/0.1": -2.94,
    "ahead-1/0.3": -3.53,
    "ahead-2/0.3": -2.8,
    "ahead-3/0.3": -2.33,
    "ahead-4/0.3": -1.73,
    "natural-1/0.3": -3.13,
    "careful-1/0.3": -2.67,
    "natural-2/0.3": -4.89,
    "careful-2/0.3": -3.58,
    "play-outs-3": -3.68,
    "play-outs-8": -2.78,
    "play-outs-20": -1.95,
}
