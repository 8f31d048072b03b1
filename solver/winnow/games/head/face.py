"""Head Solitaire: hand, draw pile and discards open, melds in the archive."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from winnow.core.cards import label
from winnow.core.counted import counted
from winnow.core.drawing.piles import ROW, TITLE, Area, Keys, Layout, Sized, beside, rows
from winnow.core.drawing.plain_text import titled
from winnow.core.drawing.table import CARD_HEIGHT, Counter, Gesture, Pile
from winnow.core.face import AnyGame, Daily, Face, Lesson, Step
from winnow.games.head.rules import Head, Position

_ACROSS = 15
_STEP = (0.5, 0.62)

_LESSON = Lesson(
    "4WL 4YK AM 4MS AS 9MS CS 8MS AW",
    (
        Step("Three cards of one rank are a meld. Tap the three fours, then the archive.", ("meld 4WL 4YK 4MS",)),
        Step(
            "No meld now: the whole hand goes to the discards, and comes up again in this order. The numbers show it.",
            ("discard AM AS 9MS CS",),
        ),
        Step("The second pass. With AW the aces are three of a rank.", ("meld AW AM AS",)),
        Step(
            "8, 9 and Crown follow each other and share the Suns: a run. So every card is melded.", ("meld 8MS 9MS CS",)
        ),
    ),
    {"hand": "4"},
)


class HeadFace(Face[Head, Position]):
    """The table of Head: melds go to the archive; in part one the player chooses the order of a discard."""

    aim = "Meld every card in three passes through the deck."
    lesson = _LESSON
    minutes = 10
    levels = ({"melding": "optional"}, {}, {"melding": "optional", "passes": "2"})
    dailies = (Daily(4, "open", "archive", {"melding": "optional"}),)

    def piles(self, game: Head, position: Position) -> Sequence[Pile]:
        """Return hand, archive, draw pile (next card last) and discards (first to come up first)."""
        keys = Keys(game.deal)
        hand = keys.show(position.hand)
        pile, discards = keys.show(position.pile), keys.show(position.discards)
        melded = keys.rest()
        deep = ROW + (len(game.deal) - 1) // _ACROSS * _STEP[1]
        # Places are counted from the pile's last card, so that no card moves when others are drawn.
        drawn = len(game.deal) - len(pile)
        return (
            Pile("hand", "Hand", 0, TITLE, "right", hand, beside(len(hand))),
            Pile("archive", "Archive", 0, TITLE + ROW, "right", melded, beside(len(melded))),
            Pile("pile", "Draw pile", 0, TITLE + 2 * ROW, "grid", rows(pile, _ACROSS, drawn)[::-1], _STEP),
            Pile("discards", "Discards", 0, TITLE + 2 * ROW + deep, "grid", rows(discards, _ACROSS), _STEP),
        )

    def gestures(self, game: Head, position: Position) -> Sequence[Gesture]:
        """Return every meld, the discard of the hand, and the burn."""
        found: list[Gesture] = []
        keys = tuple(card.key for card in self.piles(game, position)[0].cards)
        named = {label(position.hand, i): key for i, key in enumerate(keys)}
        ordered = game.sorts(position)
        for move, _ in game.successors(position):
            word, *cards = move.split()
            # The table shows the pass and the hand.
            if word == "meld":
                text = f"Meld {' '.join(cards)}"
                found.append(Gesture(move, f"{text}.", text, tuple(named[card] for card in cards), "hand", "archive"))
            elif word == "carry":
                found.append(Gesture(move, "Keep the hand for the next pass.", "Keep the hand for the next pass"))
            elif word == "burn":
                text = f"Burn {position.hand[0]}"
                found.append(Gesture(move, f"{text}.", text, keys[:1], "hand", "discards"))
            elif not (found and found[-1].target == "discards"):
                # The other orders are the same gesture. The player chooses the order, so the sentence names none.
                text = "Discard in this order" if ordered else "Discard the hand"
                says = "Discard the hand." if ordered else "Discard the hand as it lies."
                found.append(Gesture(move, says, text, keys, "hand", "discards", ordered=ordered))
        return found

    def counters(self, game: Head, position: Position) -> Sequence[Counter]:
        """Return the pass, the cards in melds, and the cards that may stay out."""
        melded = len(game.deal) - len(position.pile) - len(position.hand) - len(position.discards)
        return (
            Counter("Pass", position.turn, game.rules.passes),
            Counter("In melds", melded, len(game.deal)),
            *([Counter("May stay out", game.rules.target)] if game.rules.target else []),
        )

    def layouts(self, game: Head) -> Sequence[Layout]:
        """Return the hand above, the draw pile beside or below it, then discards and melds, also side by side."""

        def layout(width: float, height: float, pile: Sized, discards: Sized, archive: Sized) -> Layout:
            areas = {
                "hand": Area(0, TITLE, 6.5, CARD_HEIGHT, "row"),
                "pile": Area(*pile, "fan"),
                "discards": Area(*discards, "row", "Hands without a meld, for the next pass"),
                "archive": Area(*archive, "row", "Melds go here"),
            }
            return Layout(width, height, areas)

        return [
            layout(10.5, 7.25, (7.0, TITLE, 3.5, CARD_HEIGHT), (0, 2.15, 10.5, 2.35), (0, 4.9, 10.5, 2.35)),
            layout(6.5, 10.0, (0, 2.15, 6.5, CARD_HEIGHT), (0, 3.95, 6.5, 3.2), (0, 7.5, 6.5, 2.5)),
            layout(12.0, 5.15, (7.0, TITLE, 5.0, CARD_HEIGHT), (0, 2.15, 5.9, 3.0), (6.1, 2.15, 5.9, 3.0)),
        ]

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return how cards and moves are written."""
        return (
            "Ranks A, 2 to 9, C (Crown); suits Moons, Suns, Waves, Leaves, wYrms, Knots. "
            "A meld: three cards or more of one rank, or of ranks in a row that share a suit, or cards that show each "
            "of the six suits once. Cards come in the order shown, a hand at a time. A full hand without a meld is "
            "discarded and comes up again in the next pass; to burn is to put the first card of a pass there. "
            "Moves: meld with its cards; discard with the order in which the cards go down; burn; under carry=true "
            "also carry, which keeps a short hand for the next pass."
        )

    def says(self, game: Head, position: Position, move: str) -> str:
        """Return the move with the pass and the hand."""
        word, _, cards = game.normal(move).partition(" ")
        hand = " ".join(position.hand)
        if word == "BURN":
            return f"Pass {position.turn}: burn {position.hand[0]}."
        if word == "CARRY":
            return f"Pass {position.turn}: keep the hand {hand} for the next pass."
        if word == "MELD":
            return f"Pass {position.turn}: hand {hand}; meld {cards}."
        if game.sorts(position):
            return f"Pass {position.turn}: hand {hand}; discard all, the first named to come up first: {cards}."
        return f"Pass {position.turn}: discard the hand as it lies: {cards}."

    def text(self, game: Head, position: Position) -> Text:
        """Return hand, draw pile and discards."""
        melded = len(game.deal) - len(position.pile) - len(position.hand) - len(position.discards)
        named = [
            ("Hand", position.hand),
            ("Draw pile, next first", position.pile),
            ("Discards, first to come up first", position.discards),
        ]
        state = f"Pass {position.turn} of {game.rules.passes}; {counted(melded, 'cards')} in melds"
        burn = "; the first card of the hand may be burned" if position.may_burn else ""
        return Text("\n").join([titled(self.looks(game), named), Text(state + burn, style="dim")])
