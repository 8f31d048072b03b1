"""Writers of certificates: one file a game, and closed sets for every game. The referee checks what they write."""
