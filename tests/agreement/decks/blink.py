"""Small decks of Blink, on tables that are often tight; some under readings that only the rules know."""

from dataclasses import replace

from small_decks import truths
from winnow.core.game import read_rules
from winnow.games.blink.rules import Blink


def usual_game(rng):
    """Return a game with cards of few counts, colours and shapes, on a table that is often tight."""
    cards = rng.randint(1, 8)
    counts = rng.sample("12345", rng.randint(1, 5))
    colours = rng.sample("RBGYNA", rng.randint(2, 5))
    shapes = rng.sample("SMTDLF", rng.randint(2, 6))
    deck = [rng.choice(counts) + rng.choice(colours) + rng.choice(shapes) for _ in range(cards)]
    half, third = -(-cards // 2), -(-cards // 3)
    tight = [(1, cards), (cards, 1), (2, half), (2, half + 1), (3, third), (max(1, cards - 1), 1)]
    columns, rows = rng.choice([*tight, (3, 3), (2, 4), (4, 4), (6, 6), (10, 10)])
    values = {"deck": "as-dealt", "hold": rng.choice([0, 0, 1, 1, 2, 3, 9]), "columns": columns, "rows": rows}
    return Blink(read_rules(Blink, values), deck)


def random_game(rng):
    """Return a small game; one in four has a table that does not slide, a last card that waits, or a bonus."""
    game = usual_game(rng)
    if rng.random() < 0.75:
        return game
    rules = game.rules
    corner = f"{rng.randrange(rules.columns)},{rng.randrange(rules.rows)}"
    first, held = rng.choice(["anywhere", "centre", corner]), rng.choice(["after", "before"])
    return Blink(replace(rules, first=first, held=held, bonus=rng.choice([1.0, 2.0])), game.deal)


def solved_by_plain_search(seed, count, best):
    """Yield positions of small decks under the usual readings, cards still to come, with plain search's answers."""
    for task, truth in truths("blink", seed, count):
        if task.best == best and task.position.left and not task.game.rules.readings():
            yield task.game, task.position, truth


OF_THE_FULL_DECK = {"decks"}
"""Options that say what the full deck is, and nothing of a deck as dealt."""
