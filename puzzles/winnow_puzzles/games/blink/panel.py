"""The abilities of this game's panel in logits, as `winnow problems --study --seed 1000000` fits them."""

from __future__ import annotations

ABILITIES = {
    "ahead-1/0.1": -1.29,
    "ahead-2/0.1": -0.52,
    "ahead-3/0.1": 1.87,
    "ahead-4/0.1": 2.07,
    "natural-1/0.1": -2.22,
    "careful-1/0.1": -0.77,
    "natural-2/0.1": -2.25,
    "careful-2/0.1": -1.45,
    "ahead-1/0.3": -1.35,
    "ahead-2/0.3": -0.76,
    "ahead-3/0.3": 0.65,
    "ahead-4/0.3": 0.72,
    "natural-1/0.3": -2.07,
    "careful-1/0.3": -0.98,
    "natural-2/0.3": -2.13,
    "careful-2/0.3": -1.45,
    "play-outs-3": 0.72,
    "play-outs-8": 3.18,
    "play-outs-20": 7.15,
}
