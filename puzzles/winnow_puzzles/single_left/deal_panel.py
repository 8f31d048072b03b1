"""The players who rate this game's full deals: abilities, in logits, and plays of a deal.

The abilities are fitted to 20 winnable deals from number 1,000,000 on.
"""

from __future__ import annotations

DEAL_PANEL = {
    "natural-1/0.02": (-5.47, 8),
    "natural-2/0.02": (-7.09, 8),
    "ahead-2/0.02": (-5.14, 8),
    "ahead-3/0.02": (-5.47, 8),
    "play-outs-1/0.02": (-3.83, 10),
    "play-outs-4/0.02": (-3.61, 4),
    "plans-3/0.02": (-5.27, 12),
    "plans-3/0.05": (-5.5, 12),
    "plans-10/0.02": (-3.09, 12),
    "plans-10/0.05": (-3.6, 12),
    "plans-30/0.02": (-2.48, 8),
    "plans-30/0.05": (-2.97, 8),
    "plans-100/0.02": (-0.35, 4),
    "plans-100/0.05": (-0.79, 4),
    "plans-300/0.02": (0.64, 4),
    "plans-300/0.05": (-0.34, 2),
    "plans-1000/0.02": (2.34, 2),
}
