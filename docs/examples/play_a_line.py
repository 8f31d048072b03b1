"""Play a solved deal move by move, and ask at each position whether it can still be won."""

import winnow


def main() -> None:
    """Print each move of the line, and what is known after it."""
    deal = winnow.Deal.numbered("single-left", 4, {"discarding": "optional", "goal": 8})
    verdict = winnow.solve(deal)
    print(verdict)
    position = winnow.Position(deal)
    for move in verdict.line or ():
        position.push(move)
        print(move, winnow.solve(position).verdict)


if __name__ == "__main__":
    main()
