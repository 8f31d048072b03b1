"""Writers of certificates: one file a game, and closed sets for every game. The referee checks what they write.

A writer uses engines, kernels and the referee's own moves and clauses; nothing that it does is trusted, as the referee
reads the file alone. `winnow.checking` says what the two have in common.
"""
