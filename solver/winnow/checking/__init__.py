"""The referee: checks what Winnow printed, by the rules alone.

It imports the rules (`winnow.games`), cards, deals and lines, no engine, no model, no writer of proofs, and one kernel
that is its own: `winnow_kernels.one_minute.priced_layers`.
"""
