"""The themes of a trap told from the positions alone, with no look at any move: a second computation for each game."""

from itertools import pairwise

from winnow.games.blink.rules import neighbours, ways
from winnow_puzzles.blink import problems as blink_part
from winnow_puzzles.head import problems as head_part
from winnow_puzzles.one_minute import problems as one_minute_part
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.tree import settled
from winnow_puzzles.single_left import problems as single_left_part
from winnow_puzzles.universal import problems as universal_part


def blink(game, trap):
    """Return the themes by the completed table."""
    before = dict(trap.position.layout)
    final = dict((trap.following[-1][1] if trap.following else trap.won[1]).layout)
    cell, card = blink_part._placed(before, trap.lost[1])
    right = next(place for place in final if final[place] == card and place not in before)
    beside = [near for near in neighbours(right) if near in before]
    able = right in game.open_cells(trap.position)
    open_now = able and all(ways(card, before[near]) for near in beside)
    matched, touching = [], []
    for place in (cell, right):
        cards = [before[near] for near in neighbours(place) if near in before]
        matched.append(sum(ways(card, other) for other in cards))
        touching.append(len(cards))
    return blink_part._themes(cell in final, open_now, matched, touching)


def head(game, trap):
    """Return the themes by which cards of the hand have left it, and where to."""
    before = trap.position
    gone = []
    for after in (trap.lost[1], trap.won[1]):
        left = [*after.pile, *after.hand, *after.discards]
        gone.append({card for card in before.hand if card not in left})
    lost, won = gone
    if not lost or not won:
        if won or lost:
            melded_by_winner = bool(won)
            if before.may_burn:
                return {head_part.KEEP if melded_by_winner else head_part.BURN}
            return {head_part.DISCARD}
        return {head_part.KEEP if len(trap.won[1].discards) > 1 else head_part.BURN}
    found = set()
    if len(won) < len(lost):
        found.add(head_part.SMALLER)
    if len(won) > len(lost):
        found.add(head_part.LARGER)
    kept_by_winner, common = lost - won, won & lost
    if kept_by_winner and not won - lost:
        found.add(head_part.HOLD_BACK)
    else:
        found.add(head_part.SHARE if common else head_part.OTHER)
    return found


def one_minute(game, trap):
    """Return the themes by what was handled, dealt past and picked up."""
    position, lost, won = trap.position, trap.lost[1], trap.won[1]
    found = {one_minute_part.ON_PURPOSE} if one_minute_part._at_impasse(won) and won.hand + won.waste else set()
    if one_minute_part._at_impasse(position):
        return found | {one_minute_part.IMPASSE}
    turned = [one_minute_part._picked_up(position, after) for after in (lost, won)]
    if won.handlings < lost.handlings:
        found.add(one_minute_part.TAKE_IT)
    elif turned == [False, True]:
        found.add(one_minute_part.NEXT_PASS)
    else:
        found.add(one_minute_part.PASS_BY if turned == [False, False] else one_minute_part.OTHER)
    return found


def single_left(game, trap):
    """Return the theme by how many cards lie in the hand after each."""
    before = len(trap.position.hand)
    lost, won = before - len(trap.lost[1].hand), before - len(trap.won[1].hand)
    if won > 0 >= lost:
        return {single_left_part.TAKE_PAIR if won == 2 else single_left_part.TAKE_FOUR}
    if won > 0:
        return {single_left_part.FOUR_FOR_PAIR if won == 2 else single_left_part.TAKE_FOUR}
    sizes = [len(after.hand) for after in (trap.won[1], *(after for _, after in trap.following))]
    fell = next((a - b for a, b in pairwise(sizes) if a - b in (2, 4)), 0)
    if lost == 2 and fell:
        return {single_left_part.PAIR_FOR_FOUR if fell == 4 else single_left_part.PAIR_FOR_PAIR}
    if lost == 4 and fell:
        return {single_left_part.FOUR_FOR_FOUR if fell == 4 else single_left_part.FOUR_FOR_PAIR}
    return {single_left_part.FOR_NOTHING}


def universal(game, trap):
    """Return the themes by what has left the waste and what the bar and the columns have gained."""
    before = trap.position
    lost, won = (_change(game, before, option) for option in (trap.lost, trap.won))
    found = set()
    if lost == "turned":
        found.add(universal_part.TURN)
    if lost == "merged":
        found.add(universal_part.PREMATURE)
    if won == "merged" and lost != "merged":
        found.add(universal_part.MERGE)
    if lost == "hosted":
        if won == "hosted":
            found.add(universal_part.WRONG_COLUMN)
        elif won in ("turned", "merged", "barred a foot"):
            found.add(universal_part.LEAVE)
    if lost.startswith("barred") != won.startswith("barred"):
        found.add(universal_part.HOLD_BACK if lost.startswith("barred") else universal_part.BAR)
    return found or {universal_part.PLACE}


def _change(game, before, option):
    """Return what happened first, automatic moves aside: they only take feet from columns to the bar."""
    own = problems_of(game.name)
    move, after = option
    if len(after.stock) != len(before.stock) or after.redeals != before.redeals:
        return "turned"
    if len(after.waste) < len(before.waste):
        ways = {
            universal_part.kind(way)
            for way, reached in game.successors(before)
            if settled(own, game, reached)[0] == after
        }
        # A card just hosted may be a foot at once, and go on to the bar. If that is the same, the move tells.
        barred = ways == {"W!"} or (move == "W!" and "W!" in ways)
        return "barred the waste" if barred else "hosted"
    heads = [column[0] for column in before.columns if column]
    joined = any(sum(head in column for head in heads) > 1 for column in after.columns)
    return "merged" if joined else "barred a foot"


OF = {
    "blink": blink,
    "head": head,
    "one-minute": one_minute,
    "single-left": single_left,
    "universal": universal,
}
