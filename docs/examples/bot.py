"""Play a deal as somebody does who sees only the cards shown: by the advice of a fair hint at every choice."""

import winnow


def chosen(position: winnow.Position) -> str | None:
    """Return the move that the hint advises; None to stop."""
    if len(position.legal_moves) == 1:
        return position.legal_moves[0]
    advice = winnow.fair_hint(position, samples=5, games=20, seed=1).advice
    return None if advice is None else advice.move


def main() -> None:
    """Print each choice, and the score at the end."""
    position = winnow.Position("single-left", 4, {"discarding": "optional", "goal": 8})
    while position.legal_moves and (move := chosen(position)) is not None:
        if len(position.legal_moves) > 1:
            print(" ".join(position.piles["hand"][-4:]), move)
        position.push(move)
    print(f"{position.score} cards left, {'won' if position.is_won else 'not won'}")


if __name__ == "__main__":
    main()
