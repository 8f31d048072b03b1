"""One-Minute's problems: the last cards, to be finished in the fewest possible handlings."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import cast

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.rng import SplitMix64
from winnow.games.one_minute.rules import OneMinute, OneMinuteRules, Position, matches
from winnow_puzzles.base import Option, Record, numbered_letters
from winnow_puzzles.one_minute.puzzles import OneMinutePuzzles, matched
from winnow_puzzles.one_minute.reasons import thought
from winnow_puzzles.one_minute.thought import GRADES, ahead, at_impasse, coming
from winnow_puzzles.one_minute.thumbs import THUMBS
from winnow_puzzles.problems.base import Problems, with_rules
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.problems.tree import Tree
from winnow_puzzles.problems.walk import crux

LEAST_CARDS, MOST_CARDS = 9, 13
"""The fewest and the most cards left where a walk begins."""
_MOST_EXTRA = 12
"""The most handlings above one a card that a goal may allow."""
_LINES = (1, 3, 10, 30)
"""The widths of the beams one of which plays a deal to its last cards."""

PASS_BY, NEXT_PASS, IMPASSE, ON_PURPOSE, TAKE_IT, OTHER = (
    "pass it by",
    "next pass",
    "the impasse's choice",
    "impasse on purpose",
    "take it now",
    "wait in the waste",
)


class OneMinuteProblems(Problems):
    """Problems of One-Minute: finish within `handlings`. Natural move: the first card that matches."""

    grades = GRADES
    least_refutation = 3
    pool = 1.7
    hides_hopeless = True
    thumbs = THUMBS
    themes = (ON_PURPOSE, NEXT_PASS, PASS_BY, OTHER, TAKE_IT, IMPASSE)

    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield the lines of planners that could still finish within the minute, each up to its last cards."""
        game = cast(OneMinute, deal.bind())
        lines = (OneMinutePuzzles().plan(game, game.start(), width) for width in _LINES)
        for line in dict.fromkeys(line for line in lines if line is not None):
            left = LEAST_CARDS + chance.below(MOST_CARDS - LEAST_CARDS + 1)
            yield line[: len(deal.cards) - left]

    def order(self, player: int, game: OneMinute, position: Position, options: Sequence[Option]) -> list[int]:
        """Return, for the first player, the options as they come up; at an impasse those with the most matches first.

        The second prefers the card of this pass that most others match. The third prefers the one that fewest match,
        but avoids cards that would leave an impasse.
        """
        places = list(range(len(options)))
        if player == 2:
            agree = [matched(after) for _, after in options]
            turned = [not at_impasse(position) and _picked_up(position, after) for _, after in options]
            return sorted(places, key=lambda i: (turned[i], not agree[i], agree[i]))
        if at_impasse(position):
            return sorted(places, key=lambda i: -matched(options[i][1])) if player == 0 else places
        if player == 0:
            return places
        return sorted(places, key=lambda i: (_picked_up(position, options[i][1]), -matched(options[i][1])))

    def measure(self, game: OneMinute, position: Position) -> int | None:
        """Return the handlings; None over the budget, which picking up the waste for the last card can reach."""
        score = game.score(position)
        return None if score is None or score > game.rules.handlings else score

    def hopeless(self, game: OneMinute, position: Position) -> bool:
        """Return whether even one handling for each card left exceeds the budget."""
        return _least(position) > game.rules.handlings

    def grade(self, game: OneMinute, position: Position) -> int:
        """Return the least step that shows, at each turn up to the last trap, that all other moves lose."""
        own = ahead(game)
        lost = (own.depth(one.after) for _, lost in crux(self, game, position) for one in lost)
        return max((depth.grade for depth in lost if depth is not None), default=0)

    def thought(self, game: OneMinute, position: Position) -> Iterator[str]:
        """Yield, for each turn up to the last trap, each losing move with what follows."""
        for _, lost in crux(self, game, position):
            yield from thought(ahead(game), lost)

    def goal_rules(self, goal: int) -> Record:
        """Return the budget."""
        return {"handlings": goal, "pace": OneMinuteRules.chosen({"handlings": goal}).pace}

    def ask(self, deal: Deal, tree: Tree, position: Position, most: int) -> Deal | None:
        """Return the deal with the fewest sufficient handlings as its budget."""
        if position.top is None:
            return None
        rules = cast(OneMinuteRules, deal.rules)
        budget = min(_least(position) + _MOST_EXTRA, rules.handlings)
        tree.ask(OneMinute(replace(rules, handlings=budget), deal.cards))
        handlings = self._fewest(tree, position, budget, most)
        if handlings is None:
            return None
        asked = with_rules(deal, self.goal_rules(handlings))
        tree.ask(asked.bind())
        return asked if tree.begin(position, most) else None

    def _fewest(self, tree: Tree, position: Position, budget: int, most: int) -> int | None:
        """Return the fewest handlings in all from a position, by best-first search.

        None if they exceed the budget, or if more than `most` positions were met first.
        """
        queue = [(_least(position), tree.place(position))]
        met = {queue[0][1]}
        while queue and len(met) <= most:
            least, place = heappop(queue)
            now = tree.positions[place]
            if least > budget:
                return None
            if not now.hand + now.waste:
                return least
            for step in tree.steps(place):
                if step.child not in met:
                    met.add(step.child)
                    heappush(queue, (_least(tree.positions[step.child]), step.child))
        return None

    def form(self, game: OneMinute, position: Position) -> Hashable:
        """Return the cards with ranks and suits numbered by first occurrence, and the remaining budget."""
        top = () if position.top is None else (position.top,)
        cards = numbered_letters((*top, *position.hand, *position.waste), (0, 1))
        return cards, len(position.hand), game.rules.handlings - position.handlings

    def goal_text(self, game: OneMinute, position: Position, goal: int) -> str:
        """Return a sentence that states the cards and handlings left."""
        cards = len(position.hand) + len(position.waste)
        spare = goal - _least(position)
        most = "none" if spare == 0 else f"at most {counted(spare, 'cards')}"
        return f"Play the last {counted(cards, 'cards')} with {most} passed by."

    def themes_by_moves(self, lost: Refuted) -> set[str]:
        """Return the themes from the places of the two cards in the order in which cards come up."""
        position: Position = lost.before
        played = lost.won[0][0]
        cards = coming(position)
        found = set()
        if not any(matches(card, str(position.top)) for card in cards):
            found.add(IMPASSE)
        else:
            made, won = (cards.index(move.partition("#")[0]) for move in (lost.move, played))
            in_hand = len(position.hand)
            if made < in_hand <= won:
                found.add(NEXT_PASS)
            elif made < won:
                found.add(PASS_BY if won < in_hand else OTHER)
            else:
                found.add(TAKE_IT)
        rest: list[Card] = [card for card in cards if card != played]
        if rest and not any(matches(card, played) for card in rest):
            found.add(ON_PURPOSE)
        return found


def _least(position: Position) -> int:
    """Return the handlings in all if each card left takes one."""
    return position.handlings + len(position.hand) + len(position.waste)


def _picked_up(before: Position, after: Position) -> bool:
    """Return whether the waste was picked up: otherwise the later hand is the end of the earlier one."""
    return after.handlings - before.handlings > len(before.hand)
