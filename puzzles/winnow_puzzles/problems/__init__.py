"""Problems: positions from play with one solution, harvested from numbered deals and proved on their whole tree.

`tree` enumerates all successors, `walk` finds the positions where natural play loses, `describing` makes a record,
`panel` rates it, `generating` makes packs, and `checking` recomputes every record from the rules.
"""
