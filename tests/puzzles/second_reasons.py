"""Whether the sentence about a losing move is true: a second reading, by an enumeration of its own.

`OF[game]` takes the bound game, the goal, the position before the move, the move, the position after it and the
sentence. Nothing is cut: every legal move is followed, those that are made automatically and hopeless ones included.
"""

import re
from functools import cache
from itertools import combinations, pairwise

from winnow.games.head.rules import is_meld
from winnow.games.one_minute.rules import matches

RANKS = "1234567MSG"
SUITS = "EJMNSV"
CARD = r"\b[A2-9C][MSWLYK]+\b"


def reached(game, position):
    """Return every position that can follow, this one included, with its moves."""
    found, waiting = {}, [position]
    while waiting:
        now = waiting.pop()
        if now not in found:
            found[now] = list(game.successors(now))
            waiting += [after for _, after in found[now]]
    return found


def numbers(text):
    """Return the numbers in a sentence; `none` is 0."""
    return [0 if word == "none" else int(word) for word in re.findall(r"\b(?:\d+|none)\b", text)]


def one_minute(game, goal, before, move, after, text):
    def coming(position):
        return position.hand + position.waste[::-1]

    def within(position):
        return [then for _, then in game.successors(position) if then.handlings + len(coming(then)) <= goal]

    def near(position):
        return [then for then in within(position) if within(then) or not coming(then)] or within(position)

    @cache
    def lost(position):
        return all(position.hand + position.waste and lost(then) for then in within(position)) and coming(position)

    first, _, rest = text.partition(" forced, and ")
    end = after
    for card in re.findall(r"\b[2-9TJQKA][CDHS]\b", first if rest else ""):
        if [then.top for then in near(end)] != [card]:
            return False
        (end,) = near(end)
    cards = re.findall(r"\b[2-9TJQKA][CDHS]\b", rest or text)
    spare = goal - end.handlings - len(coming(end))
    if "the next match" in text:
        place = next(place for place, card in enumerate(coming(end)) if matches(card, end.top))
        later = place >= len(end.hand)
        passed = place + later * len(end.hand)  # What is left of the hand comes up again before the waste.
        told = later == ("in the next pass" in text) and (later and bool(end.hand)) == ("of the hand twice" in text)
        return told and numbers(rest or text) == [passed, spare] and passed > spare and cards == [coming(end)[place]]
    if "near enough after" in text:
        return sorted(then.top for then in within(end)) == sorted(cards) and not any(map(within, within(end)))
    if "are near enough, and each" in text:
        return [then.top for then in near(end)] == cards and all(map(lost, near(end)))
    impasse = not any(matches(card, end.top) for card in coming(end))
    return "no card left matches" in text and impasse and lost(end) and cards == [end.top]


def single_left(game, goal, before, move, after, text):
    deal = game.deal
    cards = re.findall(r"\b[2-9TJQKA][CDHS]\b", text)
    places = {deal.index(card) for card in cards}
    positions = reached(game, after)
    discards = {
        (step, deal[position.hand[-4]], deal[position.hand[-1]])
        for position, steps in positions.items()
        for step, _ in steps
        if step in ("pair", "four")
    }
    ends = [set(position.hand) for position in positions if not position.deck]
    if "in the hand on every line" in text:
        return len(places) > goal and all(places <= end for end in ends)
    if "none may" in text or "even distances apart" in text:
        row = after.hand + after.deck
        sides = row[::2], row[1::2]
        same, others = sides if places <= set(sides[0]) else sides[::-1]
        most = (goal + len(same) - len(others)) // 2
        return all(places <= end for end in ends) and places <= set(same) and len(places) == most + 1
    if "is discarded" in text:
        return deal.index(cards[0]) in set(before.hand) - set(after.hand)
    if "were to make" in text or "passed over" in text:
        return all({first, last} != set(cards) for _, first, last in discards)
    return text.startswith("After that") and numbers(text)[0] == min(map(len, ends))


@cache
def melds_among(cards):
    return [set(some) for size in range(2, 7) for some in combinations(sorted(cards), size) if is_meld(some)]


def head(game, goal, before, move, after, text):
    """Every way that can follow is among those named, and each ends as the sentence says."""
    melds = melds_among(frozenset(before.pile + before.hand + before.discards))
    known = re.fullmatch(r"(?:(\S+) was the last partner of (\S+): then|Then|Forced: (.+)\. Then) (.+)\.", text)
    if not known:
        ways = [way.split(": ") for way in text.removeprefix("Each way on fails: ").removesuffix(".").split("; ")]
        return _fails(game, melds, after, [(moves.removeprefix("after ").split(", "), end) for moves, end in ways])
    partner, card, forced, end = known.groups()
    if partner and not (partner in move.split() and all(partner in meld for meld in melds if card in meld)):
        return False
    return _fails(game, melds, after, [(forced.split(", ") if forced else [], end)])


def _fails(game, melds, position, paths):
    if not paths[0][0]:
        return len(paths) == 1 and _ends(game, melds, position, paths[0][1])
    after = {step if step.startswith("meld") else step.split()[0]: then for step, then in game.successors(position)}
    return after.keys() == {path[0] for path, _ in paths} and all(
        _fails(game, melds, then, [(path[1:], end) for path, end in paths if path[0] == step])
        for step, then in after.items()
    )


def _ends(game, melds, position, end):
    *needs, out = end.split(", then ")
    named = set(re.findall(CARD, out))
    left = set(position.pile + position.hand + position.discards)
    if out.endswith(" out"):
        gone = position.discards if position.turn == game.rules.passes else ()
        return bool(named) and named <= (left if game.score(position) is not None else set(gone))
    for need in needs:
        card, *others = re.findall(CARD, need)
        if [meld for meld in melds if card in meld and meld <= left] != [{card, *others}]:
            return False
        left -= {card, *others}
    return bool(named) and named <= left and not any(named & meld for meld in melds if meld <= left)


def universal(game, goal, before, move, after, text):
    positions = reached(game, after)
    ends = [_on(position) for position, steps in positions.items() if not steps]
    pairs = {pair for position in positions for column in position.columns for pair in pairwise(column)}
    under = re.findall(r"(\w\w) (?:lies|ends) under (\w\w)", text)
    if under:
        waits = re.findall(r"(\w\w), which waits for (\w\w)", text)
        lower = all(a[1] == b[1] and _rank(b) < _rank(a) for a, b in waits)
        if "cannot reach the bar before it" in text:
            lower = all(a[1] == b[1] and _rank(a) < _rank(b) for a, b in under)
        return lower and all(end.get(card) == above for card, above in under for end in ends)
    cards = re.findall(r"\b[1-7MSG][EJMNSV]\b", text)
    if "on the bar now" in text:
        return _rank(cards[1]) < after.bar[SUITS.index(cards[1][1])]
    if "covers now" in text and _on(after).get(cards[1]) != cards[2]:
        return False
    if "needs an empty one" in text:
        return all(all(position.columns) for position in positions)
    if text.startswith("The last pass"):
        return all(cards[0] in end.waste for end, steps in positions.items() if not steps)
    return (cards[1], cards[0]) not in pairs


def _rank(card):
    return RANKS.index(card[0])


def _on(position):
    """Return by card the card that lies directly on it."""
    return {below: above for pile in (*position.columns, position.waste) for below, above in pairwise(pile)}


def blink(game, goal, before, move, after, text):
    laid, cards = dict(after.layout), {game.deal[place] for place in after.left}
    free = {(x, y) for x in range(game.rules.columns) for y in range(game.rules.rows)} - laid.keys()

    def fits(card, cell, laid):
        beside = ((cell[0] + dx, cell[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        return all(set(enumerate(card)) & set(enumerate(laid[near])) for near in beside if near in laid)

    def lost(laid, cards, free):
        cell = min(free, key=lambda cell: sum(fits(card, cell, laid) for card in cards), default=None)
        able = [card for card in cards if fits(card, cell, laid)] if free else []
        return bool(free) and all(lost({**laid, cell: card}, cards - {card}, free - {cell}) for card in able)

    first, _, rest = text.partition(" forced, and ")
    for card, x, y in re.findall(r"(\w{3}) at (\d),(\d)", first if rest else ""):
        cell = int(x), int(y)
        others = [fits(other, cell, laid) for other in cards - {card}], [fits(card, at, laid) for at in free - {cell}]
        if not fits(card, cell, laid) or all(map(any, others)):
            return False
        laid, cards, free = {**laid, cell: card}, cards - {card}, free - {cell}
    end = rest or text
    cells = [(int(x), int(y)) for x, y in re.findall(r"(\d),(\d)", end)]
    named = re.findall(r"\b\d[A-Z]{2}\b", end)
    if "no card to come fits" in end:
        return not any(fits(card, cells[0], laid) for card in cards)
    if "no cell takes" in end:
        return named[0] in cards and not any(fits(named[0], cell, laid) for cell in free)
    if "each card for" in end:
        return {card for card in cards if fits(card, cells[0], laid)} == set(named) and lost(laid, cards, free)
    if "each cell for" in end:
        return {at for at in free if fits(named[0], at, laid)} == set(cells) and lost(laid, cards, free)
    return text.startswith("After that") and lost(laid, cards, free)


OF = {"blink": blink, "one-minute": one_minute, "single-left": single_left, "head": head, "universal": universal}
