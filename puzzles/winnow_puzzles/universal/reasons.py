"""Why a move of Universal loses: which card never reaches the bar, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from winnow.core.cards import UNIVERSAL_RANKS, UNIVERSAL_SUITS, Card
from winnow.core.counted import counted
from winnow.games.universal.rules import Position
from winnow_puzzles.problems.refuted import VERDICT, Reason, Refuted

_LONGEST = 3
"""The most cards that a sentence follows."""


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons, the most telling first; each holds on every line that can follow."""
    stuck = _stuck(refuted)
    yield from _circle(refuted, stuck)
    yield from _lost_host(refuted)
    yield from _covered(refuted, stuck)
    yield from _no_room(refuted)
    yield from _buried(refuted, stuck)
    yield Reason(VERDICT, f"After that {refuted.best} of {refuted.goal} cards reach the bar at most.")


def _stuck(refuted: Refuted) -> dict[str, Card]:
    """Return by suit the first card that never reaches the bar."""
    lowest = refuted.game.lowest_rank
    most = [max(heights) for heights in zip(*(position.bar for position in refuted.positions), strict=True)]
    ranks = {suit: lowest + height for suit, height in zip(UNIVERSAL_SUITS, most, strict=True)}
    return {suit: UNIVERSAL_RANKS[rank] + suit for suit, rank in ranks.items() if rank < len(UNIVERSAL_RANKS)}


def _over(position: Position) -> dict[Card, Card]:
    """Return by card the card that lies directly on it: lower in a column, or later in the waste."""
    piles = (*position.columns, position.waste)
    return {below: above for pile in piles for below, above in pairwise(pile)}


def _always_under(refuted: Refuted) -> dict[Card, Card]:
    """Return by card the card that lies directly on it in every end of a line."""
    first, *others = map(_over, refuted.ends)
    return {card: above for card, above in first.items() if all(one.get(card) == above for one in others)}


def _chain(stuck: dict[str, Card], under: dict[Card, Card], card: Card) -> list[tuple[Card, Card]]:
    """Return (stuck card, the card on it), each the first that the one before waits for, if the last waits for `card`.

    [] if it does not, or if there are too many.
    """
    links = list[tuple[Card, Card]]()
    now: Card | None = card
    while now in under and len(links) < _LONGEST:
        links.append((now, under[now]))
        now = stuck.get(under[now][1])
        if now == card:
            return links
    return []


def _told(links: list[tuple[Card, Card]]) -> str:
    parts = (
        f"{card} lies under {above}" + ("" if then == above else f", which waits for {then}")
        for (card, above), (then, _) in pairwise((*links, links[0]))
    )
    return "; ".join(parts)


def _circle(refuted: Refuted, stuck: dict[str, Card]) -> Iterator[Reason]:
    """Yield the reason for cards that wait for each other in a circle."""
    under = _always_under(refuted)
    for card in stuck.values():
        if links := _chain(stuck, under, card):
            about = tuple(dict.fromkeys(named for link in links for named in link))
            own = f"{card} ends under {under[card]}, which cannot reach the bar before it."
            several = f"In the end {_told(links)}."
            yield Reason("circle", several, about) if links[1:] else Reason("blocks its own suit", own, about)


def _pairs(position: Position) -> set[tuple[Card, Card]]:
    return {pair for column in position.columns for pair in pairwise(column)}


def _lost_host(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons for the first card of the solution that never comes to lie where it was to lie."""
    have = set().union(*map(_pairs, refuted.positions))
    known = _pairs(refuted.before)
    after = refuted.after
    left = {card for pile in (*after.columns, after.waste, after.stock) for card in pile}
    for _, position in refuted.won:
        for host, card in sorted(_pairs(position) - known - have):
            if host not in left:
                yield Reason("host gone", f"{card} was to lie under {host}, which is on the bar now.", (card, host))
            elif (over := _over(after).get(host)) is not None and over != card:
                text = f"{card} was to lie under {host}, which {over} covers now."
                yield Reason("host covered", text, (card, host, over))
            elif card in after.waste and refuted.move in ("T", "R"):
                text = f"{card} was to be laid under {host} before turning; it never gets there."
                yield Reason("turned away", text, (card, host))
            else:
                yield Reason("never meet", f"{card} never comes to lie under {host} any more.", (card, host))
            return
        known |= _pairs(position)


def _covered(refuted: Refuted, stuck: dict[str, Card]) -> Iterator[Reason]:
    """Yield the reason for a stuck card that lies under another in every end."""
    under = _always_under(refuted)
    for card in stuck.values():
        if card in under:
            above = under[card]
            waits = stuck.get(above[1])
            third = () if waits in (None, above, card) else (str(waits),)
            later = f", which waits for {third[0]}" if third else ""
            yield Reason("covered", f"{card} ends under {above}{later}.", (card, above, *third))


def _no_room(refuted: Refuted) -> Iterator[Reason]:
    if all(all(position.columns) for position in refuted.positions):
        loose = sorted(card for card in refuted.after.waste + refuted.after.stock if card[0] == "G")
        if loose:
            yield Reason("no room", f"No column comes free any more, and {loose[0]} needs an empty one.", (loose[0],))


def _buried(refuted: Refuted, stuck: dict[str, Card]) -> Iterator[Reason]:
    """Yield the reason for a stuck card that stays in the waste after the last pass."""
    ends = [end for end in refuted.ends if not end.stock and not end.redeals]
    if len(ends) < len(refuted.ends):
        return
    for card in stuck.values():
        if all(card in end.waste for end in ends):
            above = min(len(end.waste) - 1 - end.waste.index(card) for end in ends)
            if above:
                text = f"The last pass ends with {card} in the waste, under {counted(above, 'cards')} or more."
                yield Reason("pass runs out", text, (card,))
