"""Problems: positions from play with one answer, harvested from numbered deals and proved on their whole tree.

`tree` sees all that can follow, `walk` finds the places where natural play loses, `describing` turns one into a record,
`panel` rates it, `generating` makes packs and `checking` makes every record again from the rules.
"""
