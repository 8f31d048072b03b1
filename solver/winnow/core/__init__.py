"""The base of the package: values, the registry of games, and the interfaces that a game may implement.

Values: cards, deals, lines, verdicts, errors. Interfaces: `game` (the rules), `face`, `engine`, `proofs`, `referee` and
`commands`. Nothing here searches, checks or imports a game.
"""
