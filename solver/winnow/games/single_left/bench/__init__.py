"""The bench of Single Left: whole deals, games by the million, and partly known deals."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

from winnow.bench.base import Bench, Claims, Deals, Measured, Sizes, Slow, Special, Workload, first_cards, numbered
from winnow.bench.claims import by_bundle, by_construction, midway, unknown
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.question import Question
from winnow.core.verdicts import Limits
from winnow.games.single_left.engine.cards import encode
from winnow.games.single_left.engine.simulation import Simulation, simulate
from winnow.games.single_left.rules import SingleLeft
from winnow.search.questions import answer, make_budget
from winnow_kernels.single_left.forced import LANES
from winnow_kernels.single_left.optional import best_line

_OPTIONAL: dict[str, Any] = {"discarding": "optional"}
PARTIAL_LIMITS = Limits(positions=1_000_000)
"""The limit for one partly known deal: a count, so that the sum is the same on every machine."""
MODEL_DEALS = 4
LINES = 100_000
PLAIN_GAMES = 5_000


class SingleLeftBench(Bench):
    """Full deals, random games by the million, and partly known deals."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return the workloads."""
        forced = numbered(game)
        return (
            Deals("full deck, forced", 1000, forced),
            Deals("full deck, optional, best", 1000, numbered(game, best=True, **_OPTIONAL)),
            *(
                Deals(
                    f"full deck, optional, {counted(redeals, 'redeals')}",
                    20,
                    numbered(game, **_OPTIONAL, redeals=redeals),
                )
                for redeals in (1, 2)
            ),
            Deals(
                "full deck, optional, 2 redeals, 16 MiB",
                3,
                numbered(game, **_OPTIONAL, redeals=2),
                limits=Limits(positions=3_000_000, memory=16),
            ),
            Deals("51 cards, optional, 1 redeal", 20, first_cards(game, 51, **_OPTIONAL, redeals=1)),
            Special("random games, forced", lambda sizes: _games(sizes.games, 0)),
            Special("random games, forced, one at a time", lambda sizes: _games(max(1, sizes.games // 10), 1)),
            Special("random games, forced, beside a plain loop", _beside_plain),
            Special("random deals, optional", lambda sizes: _deals(sizes.games)),
            Special("numbered deals, optional, least left with line", lambda _sizes: _lines()),
            *(
                Deals(f"partly known, {count} cards unknown", 20, unknown(forced, count), limits=PARTIAL_LIMITS)
                for count in (8, 12, 16, 20)
            ),
            Special("partly known, CP-SAT beside the search", _model),
        )

    def slow(self) -> Sequence[Slow]:
        """Return an easy deal's call."""
        return (Slow("forced, a call", "win", 200, "0.00007", calls=10),)

    def fair_variants(self) -> Sequence[Mapping[str, Any]]:
        """Return the game with choices, and with a redeal."""
        return ({"discarding": "optional"}, {"discarding": "optional", "redeals": 1})

    def fair_deck(self, game: str, number: int) -> Deal:
        """Return six cards of three ranks."""
        cards = [card for card in Deal.numbered(game, number).cards if card[0] in "A23"][:6]
        return Deal.parse(game, " ".join(cards), {"deck": "as-dealt", "discarding": "optional"})

    def claims(self, game: str) -> Sequence[Claims]:
        """Return losses and best scores of small and full deals, partly known deals, hints and constructions."""
        redeal: dict[str, Any] = {**_OPTIONAL, "redeals": 1}
        forced = numbered(game)
        return (
            Claims("16 cards, optional", first_cards(game, 16, **_OPTIONAL)),
            Claims("10 cards, optional, 1 redeal", first_cards(game, 10, best=True, **redeal), question="best"),
            Claims("full deck, forced", forced),
            Claims("full deck, forced, 1 redeal", numbered(game, redeals=1)),
            Claims("full deck, optional", numbered(game, **_OPTIONAL)),
            Claims("full deck, optional, 1 redeal", numbered(game, **redeal)),
            Claims("full deck, forced", numbered(game, best=True), question="best"),
            Claims("full deck, optional", numbered(game, best=True, **_OPTIONAL), question="best"),
            Claims("full deck, optional, 1 redeal", numbered(game, best=True, **redeal), question="best"),
            Claims("full deck, forced, 8 cards unknown", unknown(forced, 8), question="no completion"),
            Claims(
                "full deck, optional, 6 cards unknown",
                unknown(numbered(game, **_OPTIONAL), 6),
                question="no completion",
            ),
            Claims(
                "full deck, optional, late in a game",
                midway(numbered(game, **_OPTIONAL)),
                question="hint",
                prove=by_bundle,
            ),
            Claims("clears, 8 cards unknown", unknown(forced, 8), question="construct", prove=by_construction),
        )


def _simulated(result: Simulation, seconds: float, word: str, speed: str) -> Measured:
    low, high = result.interval
    share = result.wins / max(1, result.games)
    note = f"{word} {share:.7f}, 95% interval {low:.7f} to {high:.7f}; {speed}"
    return Measured(result.games, result.games, result.wins, result.games, seconds, note)


def _games(games: int, lanes: int) -> Measured:
    began = time.process_time()
    result = simulate(games, seed=1, lanes=lanes)
    seconds = time.process_time() - began
    return _simulated(
        result, seconds, "cleared", f"{lanes or LANES[-1]} at once: {_nanoseconds(seconds, games)} a game"
    )


def _deals(deals: int) -> Measured:
    began = time.process_time()
    result = simulate(deals, seed=1, discarding="optional")
    seconds = time.process_time() - began
    shares = ", ".join(f"{left}: {result.histogram[left] / deals:.4f}" for left in range(0, 10, 2))
    speed = f"{_nanoseconds(seconds, deals)} a deal, dealing included; least left {shares}"
    return _simulated(result, seconds, "can be cleared", speed)


def _lines() -> Measured:
    decks = [encode(Deal.numbered(SingleLeft.name, number).cards) for number in range(LINES)]
    began = time.process_time()
    cleared = sum(best_line(*deck)[0] == 0 for deck in decks)
    seconds = time.process_time() - began
    return Measured(
        LINES, LINES, cleared, LINES, seconds, f"{_nanoseconds(seconds, LINES)} a deal, one after the other"
    )


def _beside_plain(sizes: Sizes) -> Measured:
    """Return the times of a plain loop and of lanes, measured one after the other, and their ratio."""
    games = max(1, sizes.games // 10)
    rng = random.Random(1)
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]
    began = time.process_time()
    plain_wins = 0
    for _ in range(PLAIN_GAMES):
        rng.shuffle(deck)
        plain_wins += _plain_game(deck) == 0
    plain = (time.process_time() - began) / PLAIN_GAMES
    lanes = _games(games, 0)
    ratio = plain / (lanes.seconds / games)
    note = (
        f"plain Python loop {plain * 1e6:.1f} microseconds a game ({plain_wins} of {PLAIN_GAMES:,} cleared), "
        f"{ratio:,.0f} times as long"
    )
    return Measured(games, games, lanes.winnable, games, lanes.seconds, note)


def _plain_game(deck: Sequence[tuple[int, int]]) -> int:
    """Return the cards left after a forced game, played by a straightforward loop."""
    hand: list[tuple[int, int]] = []
    for card in deck:
        hand.append(card)
        while len(hand) >= 4:
            first, last = hand[-4], hand[-1]
            if first[0] == last[0]:
                del hand[-4:]
            elif first[1] == last[1]:
                del hand[-3:-1]
            else:
                break
    return len(hand)


def _model(sizes: Sizes) -> Measured:
    """Return the times of both engines, without clause learning in the search, on deals with 1 to 6 unknown cards."""
    count = sizes.deals or MODEL_DEALS
    agreed, positions, seconds, searched = 0, 0, 0.0, 0.0
    for number in range(count):
        deal = unknown(numbered(SingleLeft.name), 1 + number % 6)(number).deal
        model = answer(Question(deal, engine="cp-sat"), make_budget(Limits()))
        search = answer(Question(deal, without=frozenset({"clause-learning"})), make_budget(Limits()))
        agreed += model.verdict == search.verdict
        positions += model.positions + search.positions
        seconds += model.seconds
        searched += search.seconds
    note = f"{agreed} of {count} agree; CP-SAT {seconds / count:.2f} s a deal, search {searched / count * 1e3:.1f} ms"
    return Measured(count, agreed, 0, positions, seconds + searched, note)


def _nanoseconds(seconds: float, count: int) -> str:
    return f"{seconds / max(1, count) * 1e9:,.0f} ns"
