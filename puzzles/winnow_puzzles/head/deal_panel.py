"""The players who rate this game's full deals: abilities, in logits, and plays of a deal.

The abilities are fitted to 20 winnable deals from number 1,000,000 on.
"""

from __future__ import annotations

DEAL_PANEL = {
    "natural-1/0.02": (-6.07, 2),
    "natural-2/0.02": (-6.07, 2),
    "ahead-2/0.02": (-6.07, 2),
    "ahead-3/0.02": (-6.07, 2),
    "play-outs-1/0.02": (-6.78, 4),
    "play-outs-4/0.02": (-6.07, 2),
    "plans-3/0.02": (-4.56, 8),
    "plans-3/0.1": (-4.56, 8),
    "plans-10/0.02": (-2.08, 8),
    "plans-10/0.1": (-2.69, 8),
    "plans-30/0.02": (-0.84, 8),
    "plans-30/0.1": (-1.74, 8),
    "plans-100/0.02": (0.38, 8),
    "plans-100/0.1": (-1.09, 8),
    "plans-300/0.02": (1.71, 8),
    "plans-300/0.1": (-0.08, 8),
}
