from collections.abc import Sequence

def spread(rows: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the clauses "row[j] and after[j][k] -> row[k]", for every row and all places j and k apart.

    Raises ValueError if a row has not one literal for each place.
    """
