"""The page on which the games are played: a server for this machine alone, and static files that need none."""
