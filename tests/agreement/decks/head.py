"""Small decks of Head, some under readings that only the rules know, and positions with their best scores."""

import random
from dataclasses import replace

from random_play import random_position
from winnow.core.cards import DECKTET_BASIC, DECKTET_EXTENSION, DECKTET_SUITS, EXCUSE
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.games.head.rules import Head
from winnow.search import plain
from winnow_kernels.common.budget import Budget

# The most cards in random decks, by the size of the hand, that plain search can exhaust.
MOST_CARDS = {3: 12, 4: 12, 5: 11, 6: 11}
PLAIN_POSITIONS = 12_000


def random_deck(rng, most_cards, extended):
    """Return cards of similar ranks or suits, so that there are melds."""
    cards = list(DECKTET_BASIC + DECKTET_EXTENSION if extended else DECKTET_BASIC)
    count = rng.randint(5, most_cards)
    kind = rng.choice(["ranks", "suits", "any"])
    if kind == "ranks":
        first = rng.randrange(8)
        ranks = "A23456789C"[first : first + rng.randint(2, 4)] + ("XPT" if extended else "")
        cards = [card for card in cards if card[0] in ranks]
    elif kind == "suits":
        suits = set(rng.sample(DECKTET_SUITS, 2))
        cards = [card for card in cards if card == EXCUSE or suits & set(card[1:])]
    if len(cards) >= count and rng.random() < 0.65:
        return rng.sample(cards, count)
    several = [card for card in cards if card != EXCUSE]
    deck = [rng.choice(several) for _ in range(count)]
    if extended and rng.random() < 0.5:
        deck[rng.randrange(count)] = EXCUSE
    return deck


def usual_game(rng):
    """Return a game of few cards under any of the older options."""
    hand = rng.randint(3, 6)
    extended = rng.random() < 0.5
    values = {
        "deck": "as-dealt",
        "hand": hand,
        "passes": rng.choice([1, 2, 2, 3, 3, 4]),
        "extended": extended,
        "melding": rng.choice(["forced", "optional"]),
        "target": rng.choice([0, 0, 1, 2, 3, 5, 8]),
    }
    return Head(read_rules(Head, values), random_deck(rng, MOST_CARDS[hand], extended))


def random_game(rng):
    """Return a small game; in one of four, hands are sorted or carried, or the Excuse is in no run."""
    game = usual_game(rng)
    if rng.random() < 0.75:
        return game
    sorting, carry = rng.choice(["first", "all"]), rng.random() < 0.5
    excuse = rng.choice(["suit-and-rank", "suit-or-rank"])
    return Head(replace(game.rules, sorting=sorting, carry=carry, excuse=excuse), game.deal)


def solved_by_plain_search(seed, count):
    """Yield positions of small decks, each with the question (best or not) and plain search's best score."""
    rng = random.Random(seed)
    while count:
        game = usual_game(rng)
        position = random_position(rng, game)
        truth = plain.solve(Task(game, position, best=True), Budget(positions=PLAIN_POSITIONS))
        best = rng.random() < 0.6
        if truth.optimal:
            count -= 1
            yield game, position, best, truth.score
