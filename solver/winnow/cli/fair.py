"""How `winnow hint --fair` shows what each move is worth with the cards face down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from winnow.api.fair import FairHint, FairMove
from winnow.core.counted import counted
from winnow.core.face import end_sentence
from winnow.core.verdicts import stop_words


def tell_fair(hint: FairHint, console: Console) -> None:
    """Print the position as the player sees it, the table of moves, and what its figures mean."""
    game, position = hint.knowledge.shown()
    known, unseen = hint.knowledge.known, hint.knowledge.unseen
    console.print(Text(f"{counted(len(known) - len(unseen), 'cards')} seen, {len(unseen)} unseen."))
    if not hint.moves:
        console.print(Text(end_sentence(game, position)))
        return
    if not hint.samples:
        console.print(Text(f"No estimate: {stop_words(hint.stopped)} before the first order was looked at."))
    else:
        console.print(_table(hint))
        if others := len(game.moves(position)) - len(hint.moves):
            told = f"{counted(others, 'other orders')} of the discard are legal; the table leaves them out."
            console.print(Text(told))
        console.print(Text(_basis(hint)))
    if hint.advice is not None:
        move = "stops here" if hint.advice.move is None else hint.advice.move
        console.print(Text(f"Advice ({_adviser(hint)}): {move}", style="bold"))
    for text in _meanings(hint) if hint.samples else ():
        console.print(Text(text, style="dim"))


def _adviser(hint: FairHint) -> str:
    """Return who gives the advice, and what was looked at for it."""
    policy, games = ("natural", 0) if hint.advice is None else (hint.advice.policy, hint.advice.games)
    if policy != "natural" and not games:
        return "the engine's line, as every card is known"
    if len(hint.moves) == 1 and hint.advice is not None and hint.advice.move is not None:
        return "the only move"
    early = policy == "natural" and hint.stopped is not None
    return f"natural; {stop_words(hint.stopped)} before a game was played on" if early else _player(policy, games)


def _player(policy: str, games: int) -> str:
    return policy if policy == "natural" else f"{policy}, {counted(games, 'games')} played on"


def _meanings(hint: FairHint) -> tuple[str, ...]:
    """Return what the figures mean."""
    who = "a natural player" if hint.policy == "natural" else f"a player ({_player(hint.policy, hint.games)})"
    best = [] if any(move.best is not None for move in hint.moves) else [_without_best(hint)]
    return (
        "can still be won: by a player who sees every card; no fair player wins more often.",
        f"won by play: by {who} who goes on from there and looks at shown cards alone; the best wins more often.",
        *best,
    )


def _without_best(hint: FairHint) -> str:
    """Return why no best fair play is shown."""
    if hint.exact:
        return "best fair play: not found, within the states of knowledge and the time that it may take."
    return "best fair play: shown only where every order of the unseen cards is counted."


def share_sentence(share: Mapping[str, Any]) -> str:
    """Return the share of the orders of the unknown cards that can be won, and what it rests on."""
    orders = counted(share["samples"], "orders")
    among = f"all {orders}" if share["exact"] else f"{orders} looked at, random with seed {share['seed']}"
    return f"One who sees every card can win {_share(share)} % of {among}."


def _basis(hint: FairHint) -> str:
    """Return what the figures rest on."""
    if hint.exact:
        orders = f"all {counted(hint.samples, 'orders')} of the unseen cards were counted"
        return f"Exact: {orders if hint.knowledge.unseen else 'every card is known'}."
    ended = f" ({stop_words(hint.stopped)})" if hint.stopped else ""
    return (
        f"Estimates from {counted(hint.samples, 'random orders')} of the unseen cards{ended}, "
        f"seed {hint.seed}, with 95% intervals."
    )


def _table(hint: FairHint) -> Table:
    with_best = any(move.best is not None for move in hint.moves)
    table = Table("", "move", box=None, pad_edge=False)
    for share in ("can still be won", "won by play", *(["best fair play"] if with_best else [])):
        table.add_column(f"{share}, %")
    table.add_column("mean score")
    for move in hint.moves:
        table.add_row(*_row(hint, move, with_best))
    return table


def _row(hint: FairHint, move: FairMove, with_best: bool) -> list[str]:
    record = move.record(hint.exact)
    mean = record["mean_score"]
    advised = hint.advice is not None and move.move == hint.advice.move
    shares = ["can_still_be_won", "won_by_play", *(["best_play"] if with_best else [])]
    return [
        "*" if advised else "",
        move.move,
        *(_share(record[share]) for share in shares),
        "none" if mean is None else _mean(mean),
    ]


def _mean(figure: dict[str, Any]) -> str:
    """Return a mean score, with its interval where it is estimated from more than one game."""
    if figure["low"] is None:
        return f"{figure['mean']:.1f}"
    return _span(*(f"{figure[name]:.1f}" for name in ("mean", "low", "high")))


def _share(figure: Mapping[str, Any]) -> str:
    """Return a share in percent, with its interval where it is estimated."""
    share, low, high = (f"{100 * figure[name]:.1f}" for name in ("share", "low", "high"))
    return _span(share, low, high)


def _span(value: str, low: str, high: str) -> str:
    return value if low == high else f"{value} ({low} to {high})"
