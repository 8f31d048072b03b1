"""Single Left: the row with its window of four, the deck open, the discards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from winnow.core.drawing.piles import ROOM, ROW, TITLE, Area, Layout, beside, rows
from winnow.core.drawing.plain_text import row, titled
from winnow.core.drawing.table import CARD_HEIGHT, Counter, Gesture, Pile, ShownCard
from winnow.core.face import AnyGame, Daily, Face, Lesson, Step, walk
from winnow.games.single_left.rules import WINDOW, Position, SingleLeft

_HAND_ACROSS, _HAND_STEP = 13, (0.58, 0.72)
_DECK_ACROSS = 17
_DECK_STEP = ((ROOM - 1) / (_DECK_ACROSS - 1), 0.62)
_HAND_ROWS = 2
"""The rows of the hand for which there is always room."""

_LESSON = Lesson(
    "5H 9C KD 2H 8S 5C",
    (
        Step("Cards come from the deck, one by one, and join the end of the hand. Tap the deck.", ("draw",)),
        Step("The last four cards of the hand are the window. Draw until it is full.", ("draw",) * 3),
        Step("The window's first and last card are both Hearts. So the two between them go: tap them.", ("pair",)),
        Step("The window slides back over what is left. Draw two more cards.", ("draw",) * 2),
        Step("Now the ends share a rank: both are fives. So all four go, and no card is left.", ("four",)),
    ),
)

_WEDNESDAY = "200100000000000000200000000001100000010000000000000001001001000000000000000101000000000000000000001"
"""The digits of the day's numbers: see `Daily`."""


class SingleLeftFace(Face[SingleLeft, Position]):
    """The table of Single Left: a tap on the deck draws; discarded cards go to the discards."""

    aim = "Discard between matching ends until no card is left."
    lesson = _LESSON
    minutes = 3
    felt = "blue"
    levels = (
        {"discarding": "optional", "redeals": "1", "goal": "4"},
        {"discarding": "optional", "redeals": "1"},
        {"discarding": "optional"},
    )
    choice = ("discarding", "optional")
    dailies = (Daily(2, "open", "discards", {"discarding": "optional", "redeals": "1"}, digits=_WEDNESDAY),)

    def piles(self, game: SingleLeft, position: Position) -> Sequence[Pile]:
        """Return the deck (next card last), the hand with its window marked, and the discards."""
        deck, hand, discards = (
            tuple(ShownCard(str(place), game.deal[place]) for place in places)
            for places in (position.deck, position.hand, position.discards)
        )
        # Rows are counted from the last card, so that no card moves in its row when others are drawn.
        coming = rows(deck, _DECK_ACROSS, -len(deck) % _DECK_ACROSS)[::-1]
        held = rows(hand, _HAND_ACROSS)
        below_deck = TITLE + (ROW + max(0, len(deck) - 1) // _DECK_ACROSS * _DECK_STEP[1])
        below_hand = below_deck + (ROW + (max(_HAND_ROWS, -(-len(hand) // _HAND_ACROSS)) - 1) * _HAND_STEP[1])
        return (
            Pile("deck", "Deck", 0, TITLE, "grid", coming, _DECK_STEP, marked=min(1, len(deck))),
            Pile("hand", "Hand", 0, below_deck, "grid", held, _HAND_STEP, marked=min(WINDOW, len(hand))),
            Pile("discards", "Discards", 0, below_hand, "right", discards, beside(len(discards))),
        )

    def gestures(self, game: SingleLeft, position: Position) -> Sequence[Gesture]:
        """Return drawing and redealing as taps on the deck, and the discards."""
        hand = tuple(map(str, position.hand))
        found = []
        for move in game.moves(position):
            says = self.says(game, position, move)
            if move == "draw":
                found.append(Gesture(move, says, "Draw", (str(position.deck[0]),), "deck", "hand", tap="deck"))
            elif move == "redeal":
                cards = tuple(map(str, position.discards))
                found.append(Gesture(move, says, "Redeal", cards, "discards", "deck", tap="deck"))
            else:
                cards = hand[-4:] if move == "four" else hand[-3:-1]
                text = "Discard all four" if move == "four" else "Discard the two between"
                found.append(Gesture(move, says, text, cards, "hand", "discards"))
        return found

    def counters(self, game: SingleLeft, position: Position) -> Sequence[Counter]:
        """Return the cards in the hand and in the deck, and the redeals left."""
        redeals = [Counter("Redeals left", position.redeals, game.rules.redeals)] if game.rules.redeals else []
        return (Counter("In the hand", len(position.hand)), Counter("In the deck", len(position.deck)), *redeals)

    def layouts(self, game: SingleLeft) -> Sequence[Layout]:
        """Return deck and discards above, and the hand in rows below."""

        def layout(width: float, high: float) -> Layout:
            half = width / 2
            areas = {
                "deck": Area(0, TITLE, half - 0.2, CARD_HEIGHT, "fan"),
                "discards": Area(half, TITLE, half, CARD_HEIGHT, "trail"),
                "hand": Area(0, 2.15, width, high, "row", "Cards come here, and leave when they match"),
            }
            return Layout(width, 2.15 + high, areas)

        return [layout(8.6, 4.3), layout(6.5, 7.4), layout(10.2, 2.35)]

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return how cards and moves are written."""
        return (
            "Ranks A, 2 to 9, T (10), J, Q, K; suits Clubs, Diamonds, Hearts, Spades. Cards come in the order shown. "
            "The window, in brackets, is the last four cards of the hand. "
            "Moves: draw; pair (the window's two middle cards go, its ends share a suit); "
            "four (all four go, the ends share a rank); redeal."
        )

    def says(self, game: SingleLeft, position: Position, move: str) -> str:
        """Return the move with its cards."""
        move = game.normal(move)
        if move == "DRAW":
            return f"Draw {game.deal[position.deck[0]]}."
        window = [game.deal[place] for place in position.hand[-4:]]
        if move == "PAIR":
            return f"{window[0]} and {window[3]} share a suit: discard {window[1]} {window[2]} between them."
        if move == "FOUR":
            return f"{window[0]} and {window[3]} share a rank: discard {' '.join(window)}."
        order = "original order" if game.rules.redeal_order == "deal" else "order of discarding"
        return f"Redeal: the discards, in their {order}, become the deck."

    def steps(self, game: SingleLeft, position: Position, line: Sequence[str]) -> list[str]:
        """Return the line as sentences, with one for each run of draws."""
        told: list[str] = []
        for draws, group in groupby(walk(game, position, line), key=lambda step: step[0] == "DRAW"):
            moves = list(group)
            if draws:
                told.append(f"Draw {' '.join(game.deal[before.deck[0]] for _, before in moves)}.")
            else:
                told += [self.says(game, before, move) for move, before in moves]
        return told

    def text(self, game: SingleLeft, position: Position) -> Text:
        """Return the hand with its window in brackets, deck and discards."""
        looks = self.looks(game)
        cards = [game.deal[place] for place in position.hand]
        hand = Text.assemble(("Hand, oldest first: ", "bold"))
        if len(cards) > WINDOW:
            hand.append_text(row(looks, cards[:-WINDOW])).append(" ")
        hand.append("[").append_text(row(looks, cards[-WINDOW:]) if cards else Text()).append("]")
        named = [
            ("Deck, next first", [game.deal[place] for place in position.deck]),
            ("Discards", [game.deal[place] for place in position.discards]),
        ]
        return Text("\n").join([hand, titled(looks, named)])
