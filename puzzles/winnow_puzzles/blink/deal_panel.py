"""The players who rate this game's full deals: abilities, in logits, and plays of a deal.

The abilities are fitted to 20 winnable deals from number 1,000,000 on.
"""

from __future__ import annotations

DEAL_PANEL = {
    "natural-1/0.02": (-7.04, 4),
    "natural-2/0.02": (-7.04, 4),
    "ahead-2/0.02": (-7.04, 4),
    "ahead-3/0.02": (-4.37, 2),
    "play-outs-1/0.02": (-2.98, 6),
    "play-outs-4/0.02": (-3.17, 4),
    "plans-3/0.02": (-4.59, 10),
    "plans-3/0.1": (-4.73, 10),
    "plans-10/0.02": (-3.58, 10),
    "plans-10/0.1": (-4.03, 10),
    "plans-30/0.02": (-3.43, 10),
    "plans-30/0.1": (-3.93, 10),
    "plans-100/0.02": (-0.77, 10),
    "plans-100/0.1": (-1.97, 10),
    "plans-300/0.02": (0.39, 10),
    "plans-300/0.1": (-1.1, 10),
    "plans-1000/0.02": (1.53, 10),
    "plans-1000/0.1": (-0.16, 6),
    "plans-3000/0.02": (2.8, 6),
}
