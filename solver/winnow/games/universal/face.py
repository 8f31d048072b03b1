"""Universal Solitaire: the bar above, the waste, six columns with two ends, the stock open below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from winnow.core import face
from winnow.core.cards import UNIVERSAL, UNIVERSAL_RANKS, UNIVERSAL_SUITS
from winnow.core.counted import counted
from winnow.core.drawing.decks.universal import SHAPES
from winnow.core.drawing.piles import BELOW, BESIDE, ROW, TITLE, Area, Keys, Layout, beside
from winnow.core.drawing.plain_text import card_text, columns, titled
from winnow.core.drawing.table import CARD_HEIGHT, Counter, Gesture, Pile, ShownCard
from winnow.core.face import AnyGame, Daily, Face, Lesson, Step, walk
from winnow.games.universal.rules import Position, Universal
from winnow.games.universal.theorems import safe_foot

_WIDTH = 5 * BESIDE + 1
_STOCK_STEP = (0.32, 0.62)
_STOCK_ACROSS = 18
_GRADES = ((60, "Top of your game"), (40, "Expert"), (20, "Above average"), (10, "Average"), (1, "Novice"))
"""The grades of a full deck with the least score of each."""
_BAR_NAMES = {shape.letter: shape.name for shape in SHAPES}

_LESSON = Lesson(
    "3V 1E 2E 1V 2V 3E",
    (
        Step("The bar above is the goal: each planet from 1 upwards. 1E, the foot of column 2, goes there.", ("2!",)),
        Step("Tap the stock to turn a card onto the waste.", ("T",)),
        Step(
            "A card fits below the next higher rank of a higher planet; Earth fits below Venus. So 2E fits here.",
            ("W>1",),
        ),
        Step("Turn again. 1V could go below 2E, but the bar is better.", ("T", "W!")),
        Step("The foot of the column goes up, since 1E is on the bar.", ("1!",)),
        Step("Go on: turn, and put each card onto the bar.", ("T", "W!", "1!", "T", "W!")),
    ),
    {"columns": "2", "draw": "1", "passes": "1"},
)


class UniversalFace(Face[Universal, Position]):
    """The table of Universal: columns take cards at both ends; a tap on the stock turns or redeals."""

    aim = "Build each planet from 1 up to its Galaxy."
    lesson = _LESSON
    minutes = 8
    felt = "violet"
    levels = ({"draw": "4"}, {}, {"draw": "2"})
    dailies = (
        Daily(3, "open", "bar"),
        Daily(5, "open", "bar", {"draw": "2"}, digits=66 * "0" + "1"),
    )

    def piles(self, game: Universal, position: Position) -> Sequence[Pile]:
        """Return bar, waste, columns, and the stock with every card in a place of its own, in dealing order."""
        keys = Keys(game.deal)
        step = min(0.5, beside(len(position.waste), _WIDTH)[0])
        return (
            *_bar(game, position, keys),
            Pile("waste", "Waste", 0, TITLE + ROW, "right", keys.show(position.waste), (step, 0.0)),
            *(
                Pile(f"column-{c}", f"Column {c}", (c - 1) * BESIDE, TITLE + 2 * ROW, "down", cards, (0, BELOW))
                for c, cards in enumerate(map(keys.show, position.columns), 1)
            ),
            _stock(game, keys.show(position.stock[::-1])),
        )

    def gestures(self, game: Universal, position: Position) -> Sequence[Gesture]:
        """Return turning and redealing as taps on the stock, other moves as cards that go to an end of a pile."""
        piles = {pile.key: tuple(card.key for card in pile.cards) for pile in self.piles(game, position)}
        return [self._gesture(game, position, move, piles) for move in game.moves(position)]

    def _gesture(self, game: Universal, position: Position, move: str, piles: dict[str, tuple[str, ...]]) -> Gesture:
        says = self.says(game, position, move)
        if move == "T":
            turned = piles["stock"][: -game.rules.draw - 1 : -1]
            return Gesture(move, says, "Turn", turned, "stock", "waste", tap="stock")
        if move == "R":
            return Gesture(move, says, "Redeal", piles["waste"], "waste", "stock", tap="stock")
        source = "waste" if move[0] == "W" else f"column-{move[0]}"
        if move.endswith("!"):
            card = piles[source][-1:]
            suit = game.deal[int(card[0])][1]
            return Gesture(move, says, "To the bar", card, source, f"bar-{suit}")
        target = f"column-{move[-1]}"
        cards = piles[source] if source != "waste" else piles[source][-1:]
        return Gesture(
            move, says, f"To column {move[-1]}", cards, source, target, end="first" if "^" in move else "last"
        )

    def counters(self, game: Universal, position: Position) -> Sequence[Counter]:
        """Return counters for the cards on the bar and the pass."""
        return (
            Counter("On the bar", game.score(position), len(game.deal)),
            Counter("Pass", game.rules.passes - position.redeals, game.rules.passes),
        )

    def layouts(self, game: Universal) -> Sequence[Layout]:
        """Return stock and waste at the left of bar and columns, or below them; and the bar at their right."""
        suits, across = _suits(game), max(4.4, BESIDE * max(len(_suits(game)), game.rules.columns))
        deep = CARD_HEIGHT + BELOW * (len({card[0] for card in game.deal}) - 1)

        def bar(x: float, row: int) -> dict[str, Area]:
            """Return the areas of the bar, `row` of them side by side."""
            places = {suit: (x + i % row * BESIDE, TITLE + i // row * ROW) for i, suit in enumerate(suits)}
            return {f"bar-{suit}": Area(*place, 1, CARD_HEIGHT, "stack") for suit, place in places.items()}

        def columns(x: float, y: float, height: float) -> dict[str, Area]:
            return {f"column-{c + 1}": Area(x + c * BESIDE, y, 1, height, "column") for c in range(game.rules.columns)}

        low, right = 2 * TITLE + ROW + deep, 2.8 + across + 0.3
        beside = {
            "stock": Area(0, TITLE, 2.4, CARD_HEIGHT, "fan"),
            "waste": Area(0, TITLE + ROW, 2.4, CARD_HEIGHT, "trail"),
        }
        beneath = {
            "stock": Area(0, low, across / 2 - 0.2, CARD_HEIGHT, "fan"),
            "waste": Area(across / 2, low, across / 2 - 0.08, CARD_HEIGHT, "trail"),
        }
        wide = bar(2.8, len(suits)) | columns(2.8, TITLE + ROW, deep - 1) | beside
        tall = bar(0, len(suits)) | columns(0, TITLE + ROW, deep) | beneath
        flat = bar(right, 2) | columns(2.8, TITLE, 3 * ROW - TITLE) | beside
        return [
            Layout(2.8 + across, TITLE + ROW + deep - 1, wide),
            Layout(across, low + CARD_HEIGHT, tall),
            Layout(right + BESIDE + 1, 3 * ROW, flat),
        ]

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return how cards and moves are written."""
        return (
            "Ranks 1 to 7, Moon, Sun, Galaxy; suits, from high to low, Earth, Jupiter, Mars, Neptune, Saturn, Venus. "
            "A card fits below one of the next higher rank and of a higher suit; Earth fits below Venus, too. "
            "Columns run down from head to foot. An empty column takes a Galaxy only; one goes above a head, too. "
            "Moves: T turn; R redeal; W>c waste below column c; W^c above its head; W! waste to the bar; "
            "c! foot of column c to the bar; c>d column c below column d."
        )

    def says(self, game: Universal, position: Position, move: str) -> str:
        """Return the move with the cards it moves."""
        move = game.normal(move)
        if move == "T":
            top = game.play(position, "T").waste[-1]
            return f"Turn {_cards(game.rules.draw)}: {top} lies on top of the waste."
        if move == "R":
            number = game.rules.passes - position.redeals + 1
            return f"Turn the waste over to be the stock again: pass {number} of {game.rules.passes}."
        if move == "W!":
            return f"Put {position.waste[-1]} from the waste onto the bar."
        column = position.columns[int(move[-1]) - 1] if move[-1].isdigit() else ()
        if move.startswith("W>"):
            foot = f"below {column[-1]}, the foot of column {move[-1]}" if column else ""
            return f"Put {position.waste[-1]} from the waste {foot or f'into the empty column {move[-1]}'}."
        if move.startswith("W^"):
            return f"Put {position.waste[-1]} from the waste above {column[0]}, the head of column {move[-1]}."
        own = position.columns[int(move[0]) - 1]
        if move.endswith("!"):
            return f"Put onto the bar: {own[-1]} (column {move[0]})."
        return f"Move all of column {move[0]} ({' '.join(own)}) below {column[-1]}, the foot of column {move[-1]}."

    def steps(self, game: Universal, position: Position, line: Sequence[str]) -> list[str]:
        """Return the line as sentences, with one for each run of turns and of feet that go to the bar."""
        told: list[str] = []
        for kind, group in groupby(walk(game, position, line), key=lambda step: _kind(step[0])):
            moves = list(group)
            if kind == "turn" and len(moves) > 1:
                top = game.play(moves[-1][1], "T").waste[-1]
                told.append(f"Turn {_cards(game.rules.draw)}, {len(moves)} times: {top} lies on top of the waste.")
            elif kind == "bar" and len(moves) > 1:
                feet = [f"{before.columns[int(move[0]) - 1][-1]} (column {move[0]})" for move, before in moves]
                told.append(f"Put onto the bar, one after the other: {', '.join(feet)}.")
            else:
                told += [self.says(game, before, move) for move, before in moves]
        return told

    def score_text(self, game: Universal, score: int) -> str:
        """Return the cards on the bar and, for a full deck, their grade; 0 cards have no grade."""
        grade = next((name for least, name in grades(game) if score >= least), "")
        return super().score_text(game, score) + (f", grade {grade}" if grade else "")

    def text(self, game: Universal, position: Position) -> Text:
        """Return bar, columns side by side, waste and stock."""
        looks = self.looks(game)
        bar = Text.assemble(("Bar: ", "bold"))
        for suit, count in zip(UNIVERSAL_SUITS, position.bar, strict=True):
            if any(card[1] == suit for card in game.deal):
                top = UNIVERSAL_RANKS[game.lowest_rank + count - 1] + suit if count else f"-{suit}"
                bar.append_text(card_text(looks, top)).append("  ")
        rows = titled(looks, [("Waste, top first", position.waste[::-1]), ("Stock, next first", position.stock)])
        turned = game.rules.passes - position.redeals
        state = Text(f"Pass {turned} of {game.rules.passes}, {counted(game.rules.draw, 'cards')} a turn", style="dim")
        return Text("\n").join([bar, columns(looks, position.columns), rows, state])


def _suits(game: AnyGame) -> list[str]:
    return [suit for suit in UNIVERSAL_SUITS if any(card[1] == suit for card in game.deal)]


def _bar(game: Universal, position: Position, keys: Keys) -> Iterator[Pile]:
    for place, suit in enumerate(_suits(game)):
        count = position.bar[UNIVERSAL_SUITS.index(suit)]
        ranks = UNIVERSAL_RANKS[game.lowest_rank : game.lowest_rank + count]
        cards = keys.show(rank + suit for rank in ranks)
        yield Pile(f"bar-{suit}", _BAR_NAMES[suit], place * BESIDE, TITLE, "stack", cards, emblem=suit)


def _stock(game: Universal, shown: tuple[ShownCard, ...]) -> Pile:
    """Return the stock below a column of all ranks, its next card last; the cards of the next turn are marked."""
    cells = [divmod(int(card.key) - game.rules.columns, _STOCK_ACROSS)[::-1] for card in shown]
    cards = tuple(ShownCard(card.key, card.card, cell=cell) for card, cell in zip(shown, cells, strict=True))
    marked = min(game.rules.draw, len(cards))
    top = TITLE + 2 * ROW + BELOW * (len({card[0] for card in game.deal}) - 1) + ROW
    return Pile("stock", "Stock", 0, top, "grid", cards, _STOCK_STEP, marked=marked)


def _cards(draw: int) -> str:
    return f"{draw} cards" if draw > 1 else "one card"


def _kind(move: str) -> str:
    if move == "T":
        return "turn"
    return "bar" if move.endswith("!") and move[0].isdigit() else "other"


def forced(game: Universal, position: Position, gestures: Sequence[Gesture]) -> str | None:
    """Return the move of a safe foot to the bar, or the only move."""
    safe = safe_foot(game, position)
    return face.forced.default(game, position, gestures) if safe is None else safe[0]


def grades(game: Universal) -> Sequence[tuple[int, str]]:
    """Return the grades of a full deck."""
    return _GRADES if len(game.deal) == len(UNIVERSAL.tokens) else ()
