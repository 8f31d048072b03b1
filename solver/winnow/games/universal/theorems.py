"""Short reasons why a position of Universal Solitaire is lost, in a player's words."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from winnow.core.cards import UNIVERSAL, UNIVERSAL_RANKS, Card
from winnow.core.verdicts import SEARCH, Reason
from winnow.games.universal.rules import CARDS_ABOVE, CARDS_BELOW, GALAXY, Position, Universal, fits_below, next_cards

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
    needs = [
        [card for card in waiting if card == table.next_lower(top)],
        [host for host in waiting if fits_below(top, host)],
        [head for head in waiting if fits_below(head, top)],
    ]
    words = ("before it on the bar", "to lie below", "to lie above")
    ways = [f"{' or '.join(cards)} {word}" for cards, word in zip(needs, words, strict=True) if cards]
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
        self.game = game
        self.position = position
        self.under = {above: below for column in position.columns for above, below in pairwise(column)}
        self.heads = {column[0] for column in position.columns if column}
        self.on_table = {card for column in position.columns for card in column}
        self.left: set[Card] = set()
        self.barrable = set(game.deal) - self.on_table - set(position.waste + position.stock)
        """The cards that are on the bar or can get there."""
        self._spread()

    def play_out(self) -> list[Card]:
        """Let every card leave that can; return those that cannot, the lowest of the waste first."""
        waste, stock = list(self.position.waste), self.position.stock
        draw = self.game.rules.draw
        self._pop(waste)
        while stock:
            waste += stock[:draw]
            stock = stock[draw:]
            self._pop(waste)
        if self.position.redeals:
            # After a redeal the groups may be different: any card counts as reachable.
            while free := [card for card in waste if self._can_leave(card)]:
                waste = [card for card in waste if card not in free]
                for card in free:
                    self._leave(card)
        return waste

    def _pop(self, waste: list[Card]) -> None:
        while waste and self._can_leave(waste[-1]):
            self._leave(waste.pop())

    def _leave(self, card: Card) -> None:
        self.left.add(card)
        self._spread()

    def _spread(self) -> None:
        """Add every card that can get onto the bar now."""
        grown = True
        while grown:
            free = {card for card in (self.on_table | self.left) - self.barrable if self._can_be_barred(card)}
            self.barrable |= free
            grown = bool(free)

    def _can_be_barred(self, card: Card) -> bool:
        lower, beneath = self.next_lower(card), self.under.get(card)
        return (lower is None or lower in self.barrable) and (beneath is None or beneath in self.barrable)

    def _can_leave(self, card: Card) -> bool:
        """Return whether a talon card can leave: to the bar, below a foot, or above a head; a Galaxy always can."""
        lower = self.next_lower(card)
        if card[0] == GALAXY or lower is None or lower in self.barrable:
            return True
        hosts = (host for host in self.game.deal if fits_below(card, host))
        crowns = (head for head in self.game.deal if fits_below(head, card))
        return any(self._is_foot(host) for host in hosts) or any(c in self.heads or c in self.left for c in crowns)

    def _is_foot(self, card: Card) -> bool:
        """Return whether a card can lie open at the lower end of a column."""
        if card in self.left:
            return True
        beneath = self.under.get(card)
        return card in self.on_table and (beneath is None or beneath in self.barrable)

    def next_lower(self, card: Card) -> Card | None:
        """Return the next lower card of the suit; None for the lowest of the deal."""
        rank = UNIVERSAL_RANKS.index(card[0])
        return None if rank == self.game.lowest_rank else UNIVERSAL_RANKS[rank - 1] + card[1]
