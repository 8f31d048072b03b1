"""Why a move of Head loses, in the words of the ladder of thought: which cards are left without a meld."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnow.core.cards import Card
from winnow_puzzles.head.thought import Refutation, Thought, left
from winnow_puzzles.problems.refuted import VERDICT, Reason, Refuted, listed

_MOST_NAMED = 3


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reason that needs the lowest step; it holds on every line that can follow."""
    thought = Thought(refuted.game, refuted.before)
    why = thought.refutation(refuted.after)
    cards = "1 card stays" if refuted.best == 1 else f"{refuted.best} cards stay"
    plain = Reason(VERDICT, f"After that {cards} out of melds at best, whatever is melded later.")
    yield plain if why is None else reason(thought, refuted, why)


def reason(thought: Thought, refuted: Refuted, why: Refutation) -> Reason:
    """Return a refutation as a kind, a sentence, and the cards it names."""
    if why.ways:
        leaves = list(why.leaves())
        text = "; ".join(f"after {_moves(path)}: {_end(leaf)}" for path, leaf in leaves)
        about = tuple(card for _, leaf in leaves for card in _named(leaf))
        return Reason("each way fails", f"Each way on fails: {text}.", about)
    about = _named(why)
    if why.forced:
        kind = "forced: left over" if why.is_late else "forced: bound partners" if why.bound else "forced: no partner"
        return Reason(kind, f"Forced: {_moves(why.forced)}. Then {_end(why)}.", about)
    if why.is_late or why.bound:
        return Reason("left over" if why.is_late else "bound partners", f"Then {_end(why)}.", about)
    partner = _partner(thought, refuted, why.out[0])
    if partner is None:
        return Reason("no partner", f"Then {_end(why)}.", about)
    return Reason(
        "last partner", f"{partner} was the last partner of {why.out[0]}: then {_end(why)}.", (*about, partner)
    )


def _partner(thought: Thought, refuted: Refuted, card: Card) -> Card | None:
    """Return a card of the move that every meld of the card needed."""
    melds = [meld for meld in thought.melds(left(refuted.before)) if card in meld]
    return min(frozenset.intersection(*melds) - left(refuted.after), default=None)


def _moves(moves: Sequence[str]) -> str:
    """Return moves in words; a discard's cards are the whole hand, so they are not named."""
    return ", ".join(move if move.startswith("meld") else move.split()[0] for move in moves)


def _named(why: Refutation) -> tuple[Card, ...]:
    return (*(card for bound in why.bound for card in (bound[0], *sorted(bound[1]))), *why.out[:_MOST_NAMED])


def _end(why: Refutation) -> str:
    out = why.out[:_MOST_NAMED]
    if why.is_late:
        return f"{listed(out)} {'stays' if len(out) == 1 else 'stay'} out"
    needs = [f"{card} needs {listed(sorted(meld - {card}))}" for card, meld in why.bound]
    return ", then ".join(
        (*needs, f"no {'other meld' if needs else 'meld of the cards left'} takes {listed(out, 'or')}")
    )
