"""The abilities of this game's panel in logits, as `winnow problems --study --seed 1000000` fits them."""

from __future__ import annotations

ABILITIES = {
    "ahead-1/0.1": -3.19,
    "ahead-2/0.1": -2.61,
    "ahead-3/0.1": -2.3,
    "ahead-4/0.1": -1.33,
    "natural-1/0.1": -4.51,
    "careful-1/0.1": -4.49,
    "natural-2/0.1": -1.24,
    "careful-2/0.1": -1.24,
    "ahead-1/0.3": -3.43,
    "ahead-2/0.3": -2.96,
    "ahead-3/0.3": -2.74,
    "ahead-4/0.3": -2.13,
    "natural-1/0.3": -3.87,
    "careful-1/0.3": -3.82,
    "natural-2/0.3": -2.03,
    "careful-2/0.3": -2.03,
    "play-outs-3": -2.55,
    "play-outs-8": -1.67,
    "play-outs-20": -0.69,
}
