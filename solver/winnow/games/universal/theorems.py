"""Short reasons why a position of Universal Solitaire is lost, in a player's words."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from winnow.core.cards import UNIVERSAL, Card
from winnow.core.verdicts import SEARCH, Reason
from winnow.games.universal.rules import CARDS_ABOVE, CARDS_BELOW, GALAXY, LOWER, Position, Universal, next_cards

_GALAXIES = frozenset(card for card in UNIVERSAL.tokens if card[0] == GALAXY)
MOST_NAMED = 20
"""The most cards that a reason lists; a longer list explains nothing to a player."""


def stock_order(position: Position, places: Collection[int]) -> Reason:
    """Return the reason that names the cards whose places in the talon, by themselves, lose.

    Places count from the bottom of the waste through the stock; the list is never empty, since cards that leave in
    order of rank win. For a long list the kind is `search`, and the text says only how many cards they are.
    """
    talon = position.waste + position.stock
    cards = tuple(talon[place] for place in sorted(places))
    if len(cards) > MOST_NAMED:
        text = (
            f"The order of {len(cards)} cards alone rules a win out, wherever the rest of the stock and the waste lies."
        )
        return Reason(SEARCH, text, cards)
    text = (
        f"The order of {len(cards)} cards loses the deal, wherever the rest of the stock and the waste lies: "
        f"{' '.join(cards)} cannot all leave in turn."
    )
    return Reason("stock-order", text, cards)


def buried(game: Universal, position: Position) -> Reason | None:
    """Return why a card can never leave the waste, or None if the relaxed game can be won.

    The relaxation is the ledger's `talon-relaxation`, played from the position itself: hosts are never used up, a
    Galaxy always finds a column, and all cards leave as soon as they can. A card that cannot leave even so never can.
    """
    table = _Relaxed(game, position)
    stuck = table.play_out()
    if not stuck:
        return None
    top = stuck[-1]
    waiting = [card for card in game.deal if card not in table.barrable]
    needs = {
        "before it on the bar": {LOWER.get(top)},
        "to lie below": CARDS_ABOVE[top],
        "to lie above": CARDS_BELOW[top],
    }
    named = {word: [card for card in waiting if card in cards] for word, cards in needs.items()}
    ways = [f"{' or '.join(cards)} {word}" for word, cards in named.items() if cards]
    text = (
        f"{top} can never leave the waste: it needs {', or '.join(ways)}, "
        "and each of these waits for it or for a card that is stuck with it."
    )
    return Reason("buried", text)


def safe_foot(game: Universal, position: Position) -> tuple[str, Position] | None:
    """Return the move of a safe foot to the bar, which never loses, and the position after it; None if there is none.

    The ledger's `safe-foot`.

    >>> from winnow.core.deals import Deal
    >>> game = Deal.parse("universal", "1V 2V 3V", {"deck": "as-dealt", "columns": "1"}).bind()
    >>> safe_foot(game, game.start())[0]
    '1!'
    """
    wanted = next_cards(position.bar, game.lowest_rank)
    columns, _, stock, waste, _ = position
    for c, column in enumerate(columns):
        if not column or column[-1] not in wanted:
            continue
        hosts = CARDS_BELOW[column[-1]]
        if not (hosts.isdisjoint(stock) and hosts.isdisjoint(waste)):
            continue
        # While a Galaxy waits, columns may still be merged for it.
        waits = not (_GALAXIES.isdisjoint(stock) and _GALAXIES.isdisjoint(waste))
        if waits and any(other and other[0] in hosts for other in columns):
            continue
        above = CARDS_ABOVE[column[-1]]
        if len(column) > 1 or (above.isdisjoint(stock) and above.isdisjoint(waste)):
            after = game.with_foot_barred(position, c)
            return None if after is None else (f"{c + 1}!", after)
    return None


class _Relaxed:
    """The relaxed game; its sets only grow."""

    def __init__(self, game: Universal, position: Position) -> None:
        self.draw, self.position = game.rules.draw, position
        self.under = {above: below for column in position.columns for above, below in pairwise(column)}
        self.heads = {column[0] for column in position.columns if column}
        """The heads of columns, and the cards that have left the talon, which can be heads for ever."""
        self.out = {card for column in position.columns for card in column}
        """The cards on the table, and those that have left the talon."""
        self.barrable: set[Card | None] = {None, *UNIVERSAL.tokens} - self.out - {*position.waste, *position.stock}
        """The cards that are on the bar, or can get there, or are in no pile; and None, which no card waits for."""
        self._spread()

    def play_out(self) -> list[Card]:
        """Let every card leave that can; return those that cannot, the lowest of the waste first."""
        waste, stock = list(self.position.waste), list(self.position.stock)
        self._pop(waste)
        while stock:
            waste += stock[: self.draw]
            del stock[: self.draw]
            self._pop(waste)
        if self.position.redeals:
            # After a redeal the groups may be different: any card counts as reachable.
            while free := [card for card in waste if self._can_leave(card)]:
                waste = [card for card in waste if card not in free]
                self._leave(*free)
        return waste

    def _pop(self, waste: list[Card]) -> None:
        while waste and self._can_leave(waste[-1]):
            self._leave(waste.pop())

    def _leave(self, *cards: Card) -> None:
        self.heads.update(cards)
        self.out.update(cards)
        self._spread()

    def _spread(self) -> None:
        """Add every card that can get onto the bar now."""
        while free := {card for card in self.out - self.barrable if self._waits_for(card) <= self.barrable}:
            self.barrable |= free

    def _waits_for(self, card: Card) -> set[Card | None]:
        return {LOWER.get(card), self.under.get(card)}

    def _can_leave(self, card: Card) -> bool:
        """Return whether a talon card can leave: to the bar, below a foot, or above a head; a Galaxy always can."""
        if card[0] == GALAXY or LOWER.get(card) in self.barrable:
            return True
        feet = {host for host in self.out if self.under.get(host) in self.barrable}
        return not (CARDS_ABOVE[card].isdisjoint(feet) and CARDS_BELOW[card].isdisjoint(self.heads))
