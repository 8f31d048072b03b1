"""Writers of certificates: one file a game, and closed sets for every game. The referee checks what they write.

A writer uses engines, kernels and the referee's own moves and clauses. It need not be trusted: the referee reads the
file alone. `winnow.checking` lists the code that writers and referee share.
"""
