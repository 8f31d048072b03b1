"""The abilities of this game's panel in logits, as `winnow problems --study --seed 1000000` fits them."""

from __future__ import annotations

ABILITIES = {
    "ahead-1/0.1": -3.55,
    "ahead-2/0.1": -3.32,
    "ahead-3/0.1": -2.97,
    "ahead-4/0.1": -2.53,
    "natural-1/0.1": -3.42,
    "careful-1/0.1": -3.42,
    "natural-2/0.1": -2.34,
    "careful-2/0.1": -2.34,
    "ahead-1/0.3": -3.62,
    "ahead-2/0.3": -3.43,
    "ahead-3/0.3": -3.16,
    "ahead-4/0.3": -2.83,
    "natural-1/0.3": -3.21,
    "careful-1/0.3": -3.2,
    "natural-2/0.3": -2.59,
    "careful-2/0.3": -2.57,
    "play-outs-3": -1.93,
    "play-outs-8": -0.79,
    "play-outs-20": 0.28,
}
