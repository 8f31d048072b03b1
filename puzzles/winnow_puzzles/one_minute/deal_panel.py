"""The players who rate this game's full deals: abilities, in logits, and plays of a deal.

The abilities are fitted to 20 winnable deals from number 1,000,000 on.
"""

from __future__ import annotations

DEAL_PANEL = {
    "natural-1/0.02": (-3.24, 8),
    "natural-2/0.02": (-4.88, 2),
    "ahead-2/0.02": (-2.42, 6),
    "ahead-3/0.02": (-1.13, 2),
    "play-outs-1/0.02": (-1.88, 2),
    "plans-3/0.02": (-1.09, 8),
    "plans-3/0.05": (-2.48, 8),
    "plans-10/0.02": (-0.52, 8),
    "plans-10/0.05": (-1.98, 8),
    "plans-30/0.02": (-0.58, 8),
    "plans-30/0.05": (-1.67, 8),
    "plans-100/0.02": (-0.16, 8),
    "plans-100/0.05": (-1.55, 8),
    "plans-300/0.02": (0.02, 8),
    "plans-300/0.05": (-1.29, 8),
}
