"""One-Minute Solitaire: the foundation, and hand and waste with every card face up in a place of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from winnow.core.cards import Card, label
from winnow.core.counted import counted
from winnow.core.drawing.piles import ROOM, ROW, TITLE, Area, Keys, Layout, Sized, beside
from winnow.core.drawing.plain_text import titled
from winnow.core.drawing.table import CARD_HEIGHT, Counter, Gesture, Pile, ShownCard
from winnow.core.face import AnyGame, Daily, Face, Lesson, Step, walk
from winnow.games.one_minute.rules import OneMinute, Position, at_impasse

_ACROSS = 17
_STEP = ((ROOM - 1) / (_ACROSS - 1), 0.62)

_LESSON = Lesson(
    "8S 9H 8H 2S KD",
    (
        Step("The first card of the deal is the base of the pile. Lay it down.", ("8S",)),
        Step("A card goes on the pile if it shares rank or suit with the top. The King is dealt on: tap 2S.", ("2S",)),
        Step("No card that is left fits 2S: an impasse. Only then you may take any card. Take KD.", ("KD",)),
        Step("Nothing fits the King either. Take 8H.", ("8H",)),
        Step("9H is a Heart, too. Each card that you touched has cost a handling: a minute has 120.", ("9H",)),
    ),
)

_TUESDAY = "0010010001000700001102000003200000100000200124000400000000001110000000020000001011000101004120201"
"""The digits of the day's numbers: see `Daily`."""


class OneMinuteFace(Face[OneMinute, Position]):
    """A move puts a card on the foundation: a tap on it first deals all cards before it onto the waste."""

    aim = "Lay all cards on one pile, by rank or suit."
    lesson = _LESSON
    minutes = 5
    felt = "wine"
    levels = ({"handlings": "150"}, {}, {"passing": "forced", "handlings": "150"})
    dailies = (Daily(1, "clock", "foundation", digits=_TUESDAY),)
    clock = 60

    def piles(self, game: OneMinute, position: Position) -> Sequence[Pile]:
        """Return foundation, hand (next card last) and waste (top last).

        Dealing on and picking up never change the order of the cards, only the player's place in it: so each card has
        one place in the hand and one in the waste, in the order of the first pass. When few cards are left, hand and
        waste are one row each, in the order in which the cards come up.
        """
        keys = Keys(game.deal)
        base = keys.show(game.deal[:1])
        hand, waste = keys.show(position.hand[::-1]), keys.show(position.waste)
        laid = tuple(sorted((*base, *keys.rest()), key=lambda card: card.card == position.top))
        left = len(hand) + len(waste)
        few = left <= _ACROSS
        step = beside(left) if few else _STEP
        deep = ROW + (0 if few else (len(game.deal) - 2) // _ACROSS * _STEP[1])
        return (
            Pile("foundation", "Foundation", 0, TITLE, "stack", laid if position.top else ()),
            *([] if position.top else [Pile("base", "Base", 1.3, TITLE, "stack", laid)]),
            Pile("hand", "Hand", 0, TITLE + ROW, "grid", _placed(game, hand, few), step, marked=min(1, len(hand))),
            Pile("waste", "Waste", 0, TITLE + ROW + deep, "grid", _placed(game, waste, few), step),
        )

    def gestures(self, game: OneMinute, position: Position) -> Sequence[Gesture]:
        """Return a gesture for each card that may be played next; it states the handlings."""
        hand, waste = self.piles(game, position)[-2:]
        coming = [(card, "hand") for card in hand.cards[::-1]] + [(card, "waste") for card in waste.cards[::-1]]
        named = {label([card.card for card, _ in coming], i): (card.key, pile) for i, (card, pile) in enumerate(coming)}
        named = named if position.top else {game.deal[0]: ("0", "base")}
        found = []
        for move, after in game.successors(position):
            key, source = named[move]
            handled = after.handlings - position.handlings
            text = f"{move}: {counted(handled, 'handlings')}" if position.top else move
            says = _told(position, after) if position.top else self.says(game, position, move)
            over = after.handlings + len(after.hand) + len(after.waste) > game.rules.handlings
            found.append(Gesture(move, says, text, (key,), source, "foundation", over=over))
        return found

    def counters(self, game: OneMinute, position: Position) -> Sequence[Counter]:
        """Return the handlings and their limit, the seconds they take, and the cards left."""
        return (
            Counter("Handlings", position.handlings, game.rules.handlings),
            Counter("Seconds", int(position.handlings / game.rules.pace), 60),
            Counter("Cards left", len(position.hand) + len(position.waste) + (position.top is None)),
        )

    def layouts(self, game: OneMinute) -> Sequence[Layout]:
        """Return the foundation at the left of hand and waste, which may lie side by side, or above them."""

        def layout(width: float, height: float, base: tuple[float, float], hand: Sized, waste: Sized) -> Layout:
            areas = {
                "foundation": Area(0, TITLE, 1, CARD_HEIGHT, "stack"),
                "base": Area(*base, 1, CARD_HEIGHT, "stack"),
                "hand": Area(*hand, "row"),
                "waste": Area(*waste, "row", "Cards that do not match"),
            }
            return Layout(width, height, areas)

        below = 0, TITLE + ROW
        return [
            layout(10.0, 7.1, below, (1.7, TITLE, 8.3, 3.2), (1.7, 3.9, 8.3, 3.2)),
            layout(6.5, 9.9, (1.9, TITLE), (0, 2.15, 6.5, 3.7), (0, 6.2, 6.5, 3.7)),
            layout(12.0, 4.2, below, (1.7, TITLE, 5.05, 3.85), (6.95, TITLE, 5.05, 3.85)),
        ]

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return how cards and moves are written."""
        return (
            "Ranks A, 2 to 9, T (10), J, Q, K; suits Clubs, Diamonds, Hearts, Spades. The deal's first card is the "
            "foundation's base; the others are the hand, read from the last one backwards. When the hand is empty, "
            "the waste is picked up: its top card comes up first. A card fits by rank or suit; where none that is left "
            "does, any one is taken at once, for one handling. "
            "Moves name the cards in the order in which they go to the foundation."
        )

    def says(self, game: OneMinute, position: Position, move: str) -> str:
        """Return a sentence that names the card played and the handlings."""
        if position.top is None:
            return f"Lay the base, {game.normal(move)}."
        return _told(position, game.play(position, move))

    def steps(self, game: OneMinute, position: Position, line: Sequence[str]) -> list[str]:
        """Return a text for each pass, its cards in the order in which they come up; `steps_legend` has the marks."""
        return list(_passes(game, position, line))

    def text(self, game: OneMinute, position: Position) -> Text:
        """Return foundation, hand and waste."""
        top = (position.top,) if position.top else (game.deal[0],)
        rows = [
            ("Foundation" if position.top else "Base, still to be laid", top),
            ("Hand, next first", position.hand),
            ("Waste, top first", position.waste[::-1]),
        ]
        spent = f"{counted(position.handlings, 'handlings')} of {game.rules.handlings} so far"
        return Text("\n").join([titled(self.looks(game), rows), Text(spent, style="dim")])

    def score_text(self, game: OneMinute, score: int) -> str:
        """Return the handlings and the pace at which they fit into a minute."""
        return f"{super().score_text(game, score)}, a pace of {_pace(score)} cards a second"


def _told(position: Position, after: Position) -> str:
    handled = after.handlings - position.handlings
    if at_impasse(position.top, position.hand + position.waste):
        source = "hand" if len(after.hand) < len(position.hand) else "waste"
        return f"Impasse: take {after.top} from the {source}, 1 handling."
    if handled == 1:
        return f"Play {after.top}, 1 handling."
    picked = handled > len(position.hand)
    dealt = len(position.hand) + len(after.waste) if picked else handled - 1
    over = " and pick up the waste on the way" if picked else ""
    return f"Deal {counted(dealt, 'cards')} on{over}, then play {after.top}: {counted(handled, 'handlings')}."


def _placed(game: OneMinute, cards: Sequence[ShownCard], few: bool) -> tuple[ShownCard, ...]:
    """Return the cards in their places, the deal's last card first; a `few` side by side, the pile's last first."""
    home = [divmod(len(game.deal) - 1 - int(card.key), _ACROSS)[::-1] for card in cards]
    row = [(i, 0) for i in reversed(range(len(cards)))]
    return tuple(replace(card, cell=cell) for card, cell in zip(cards, row if few else home, strict=True))


def _passes(game: AnyGame, position: Any, line: Sequence[str]) -> Iterator[str]:
    number = 1
    told: list[str] = []
    for move, before in walk(game, position, line):
        if before.top is None:
            yield f"Lay the base, {move}."
            continue
        after = game.play(before, move)
        if at_impasse(before.top, before.hand + before.waste):
            told.append(f"!{after.top} from the {'hand' if len(after.hand) < len(before.hand) else 'waste'}!")
            continue
        handled = after.handlings - before.handlings
        if handled <= len(before.hand):
            dealt = before.hand[: handled - 1]
        else:
            # The card came up only after the waste was picked up.
            told.extend(before.hand)
            if told:
                yield f"Pass {number}: {' '.join(told)}"
                number += 1
            told = []
            dealt = after.waste
        told.extend(dealt)
        told.append(f"[{after.top}]")
    if told:
        yield f"Pass {number}: {' '.join(told)}"


def _pace(handlings: int) -> str:
    """Return the pace, in cards a second, at which the handlings fit into a minute, rounded up to hundredths."""
    return f"{-(-handlings * 100 // 60) / 100:.2f}"


def packet(game: OneMinute) -> Sequence[Card]:
    """Return the base, and the packet, which is flipped and so read from its last card."""
    return game.deal[:1] + game.deal[:0:-1]


def steps_legend() -> str:
    """Return the meaning of the marks in `steps`."""
    return (
        "Cards in the order they come up: [card] is played, !card! is taken at an impasse, others are dealt on. "
        "Between passes the waste is picked up without turning it."
    )


def bound_text(game: OneMinute, bound: int) -> str:
    """Return a sentence that states the least handlings of any line."""
    return f"It takes {counted(bound, game.score_unit)} at least, a pace of {_pace(bound)} cards a second."
