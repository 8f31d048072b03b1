"""The players who rate this game's full deals: abilities, in logits, and plays of a deal.

The abilities are fitted to 20 winnable deals from number 1,000,000 on.
"""

from __future__ import annotations

DEAL_PANEL = {
    "natural-1/0.02": (-5.08, 2),
    "natural-2/0.02": (-5.08, 2),
    "ahead-2/0.02": (-5.08, 2),
    "ahead-3/0.02": (-5.08, 2),
    "play-outs-1/0.02": (-2.14, 4),
    "plans-3/0.02": (-2.36, 10),
    "plans-3/0.05": (-2.9, 10),
    "plans-10/0.02": (-0.2, 6),
    "plans-30/0.02": (0.26, 6),
    "plans-30/0.05": (-0.11, 4),
    "plans-300/0.02": (2.31, 3),
    "plans-300/0.05": (0.9, 2),
}
