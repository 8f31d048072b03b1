"""Tries a game: its rules, page, table, engines and proofs, in random play and on small decks."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import resources
from itertools import permutations
from typing import Any, Literal

from winnow.api.check import check
from winnow.api.prove import prove
from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.deals import Deal, game_type
from winnow.core.drawing.table import Gesture, Table
from winnow.core.engine import Task
from winnow.core.errors import DealError, EngineError, IllegalMoveError
from winnow.core.face import FACES
from winnow.core.fair import FAIR
from winnow.core.game import Game, Rules, read_rules
from winnow.core.lines import replay, split_moves
from winnow.core.registry import package_of
from winnow.core.verdicts import Answer, Limits
from winnow.search.engines import PLAIN, engines_of
from winnow_kernels.common.budget import Budget

AnyGame = Game[Any, Any]
POSITIONS = 6_000
"""The positions after which plain search leaves a small deck undecided."""
_DECKS, _PERFT_DECKS, _PERFT_VARIANTS = 40, 3, 2
_WHOLE = 10
"""The numbered deals that are asked about where the rules given may make them small."""
_LONGEST = 60
"""The most moves of random play."""
_STATES = 1_000
"""The positions of a small deck among which equal states are looked for."""


class FaultError(Exception):
    """Raised for what a game gets wrong; the text is one line."""


class MissingError(Exception):
    """Raised for what a game does not bring; the text says what to add."""


@dataclass(frozen=True)
class Finding:
    """What one check found: the game passed or failed it, or brings nothing to check."""

    check: str
    status: Literal["passed", "failed", "missing"]
    text: str


def try_game(name: str, rules: Mapping[str, Any] | None = None) -> Iterator[Finding]:
    """Yield what each check finds in a game under these rules, in random play and on small decks.

    Raises RuleError for an unknown game or rule, and BrokenGameError for a game that is installed wrongly.
    """
    kind, rng = game_type(name), random.Random(1)
    chosen = read_rules(kind, rules or {})
    small, whole = small_games(kind, chosen, rng), list[AnyGame]()
    if chosen.deck == "full":
        whole = [Deal.numbered(name, number, rules).bind() for number in range(_WHOLE)]
    walked = [*small, *whole[:1]]
    # Whole decks are asked about where the rules make them small enough.
    asked = [*small, *(whole if whole and plain_answer(Task(whole[0], whole[0].start())) else [])]
    checks: dict[str, Callable[[], str]] = {
        "rules": lambda: check_page(kind),
        "perft": lambda: check_perft(kind),
        "play": lambda: _each(lambda game: check_play(game, rng), walked, "the rules accept the moves that they list"),
        "state": lambda: _each(check_states, small, "equal states have equal futures"),
        "table": lambda: _each(lambda game: check_tables(game, rng), walked, "all cards and moves are drawn"),
        "search": lambda: check_searches(asked),
        "proof": lambda: check_proofs(asked),
        "face": lambda: _brings(FACES.kind(name), "face.py, piles and sentences better than the position's fields"),
        "fair": lambda: _brings(FAIR.kind(name), "fair.py, which cards a position shows: hints for fair play"),
    }
    for what, test in checks.items():
        try:
            yield Finding(what, "passed", test())
        except MissingError as error:
            yield Finding(what, "missing", str(error))
        except Exception as error:  # whatever the game's own code raises is what it gets wrong
            yield Finding(what, "failed", _line(error))


def _brings(part: type | None, missing: str) -> str:
    if part is None:
        raise MissingError(missing)
    return part.__name__


def small_games(kind: type[AnyGame], rules: Rules, rng: random.Random) -> list[AnyGame]:
    """Return games of a few cards of the full deck, under these rules but for the deck."""
    full, values = kind.full_deck(replace(rules, deck="full")), {**rules.spelled_out(), "deck": "as-dealt"}
    found: list[AnyGame] = []
    for tried in range(8 * _DECKS):
        first, count = rng.randrange(len(full)), rng.randint(1, min(len(full), 9))
        # Neighbours in the canonical order share a suit, so more moves are legal; some games take nothing else.
        near = full[first : first + count]
        cards = rng.sample(near, len(near)) if tried % 2 else rng.sample(full, count)
        with suppress(DealError):
            found.append(Deal.parse(kind.name, " ".join(cards), values).bind())
        if len(found) == _DECKS:
            break
    return found


def _each(test: Callable[[AnyGame], object], games: Sequence[AnyGame], holds: str) -> str:
    """Return that the test holds for all these games; raise FaultError, which names the first that fails it."""
    for game in games:
        try:
            test(game)
        except Exception as error:  # as above
            raise FaultError(f"{_line(error)}; {_deal(game)}") from error
    return f"{counted(len(games), 'decks')}: {holds}"


def _line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, FaultError) else f"{type(error).__name__}: {text}"


def _deal(game: AnyGame) -> str:
    rules = " ".join(f"{name}={value}" for name, value in game.rules.spelled_out().items())
    return f"the deal is {' '.join(game.deal)} under {rules}"


def require(holds: object, fault: str) -> None:
    """Raise FaultError with this text unless the condition holds."""
    if not holds:
        raise FaultError(fault)


def check_page(kind: type[AnyGame]) -> str:
    """Check that the page of rules names every option."""
    page = resources.files(package_of(kind.name)) / "rules.md"
    if not page.is_file():
        raise MissingError("rules.md, the rules for people")
    options = [option.name for option in dataclasses.fields(kind.rules_type())]
    text = page.read_text(encoding="utf-8")
    text = text.partition("## Options")[2].partition("\n## ")[0] or text
    unnamed = [name for name in options if f"`{name}`" not in text]
    require(not unnamed, f"rules.md does not explain `{', '.join(unnamed)}`")
    return f"rules.md explains {counted(len(options), 'options')}"


def perft_rows(game: str) -> list[dict[str, Any]]:
    """Return the counts of lines of play that a game brings in `perft.jsonl`, made by a second program."""
    file = resources.files(package_of(game)) / "perft.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.is_file() else []


def check_perft(kind: type[AnyGame]) -> str:
    """Check the counts of lines of play, of which there must be three decks and two variants."""
    rows = perft_rows(kind.name)
    decks, variants = {row["deal"] for row in rows}, {json.dumps(row["rules"]) for row in rows}
    if len(decks) < _PERFT_DECKS or len(variants) < _PERFT_VARIANTS:
        wanted = f"{_PERFT_DECKS} decks and {_PERFT_VARIANTS} variants"
        raise MissingError(f"perft.jsonl, a second program's numbers of lines of play, for {wanted}")
    for row in rows:
        check_perft_row(row)
    return f"{counted(len(decks), 'decks')}, {counted(len(variants), 'variants')}: the counts of a second program"


def check_perft_row(row: Mapping[str, Any]) -> None:
    """Check one row: the number of lines of play at each depth and, where it is there, the sum of their costs."""
    game = Deal.parse(row["game"], row["deal"], row["rules"]).bind()
    layer, lines, costs = Counter({game.start(): 1}), [], []
    for _ in row["perft"]:
        lines.append(sum(layer.values()))
        costs.append(sum(game.spent(position) * count for position, count in layer.items()))
        following: Counter[Any] = Counter()
        for position, count in layer.items():
            for _move, after in game.successors(position):
                following[after] += count
        layer = following
    require(lines == row["perft"], f"lines of play are {lines}, not {row['perft']}; {_deal(game)}")
    wanted = row.get("spent", costs)
    require(costs == wanted, f"costs are {costs}, not {wanted}; {_deal(game)}")


def random_play(game: AnyGame, rng: random.Random) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield the positions of random play, each with the line that led there."""
    position, line = game.start(), tuple[str, ...]()
    while True:
        yield position, line
        following = list(game.successors(position))
        if not following or len(line) == _LONGEST:
            return
        move, position = rng.choice(following)
        line += (move,)


def check_play(game: AnyGame, rng: random.Random, others: Iterable[str] = ()) -> None:
    """Check the moves along random play: the same each time, read as written, and no other is accepted.

    `others` are texts to try beside the moves that were legal before or after.
    """
    steps = list(random_play(game, rng))
    known = {*others, *(move for position, _ in steps for move in game.moves(position))}
    for position, line in steps:
        following = list(game.successors(position))
        again = type(game)(game.rules, game.deal)
        require(following == list(again.successors(position)), "the moves differ when they are asked for again")
        require(game.play_all(again.start(), line) == position, "the line leads elsewhere when it is played again")
        require(len({game.normal(move) for move, _ in following}) == len(following), "two moves are spelled alike")
        for move, after in following:
            require(hash(after) == hash(game.play(position, move.lower())), f"play({move!r}) differs from successors")
            require(after == game.play(position, move), f"play({move!r}) leads elsewhere than successors")
            require(split_moves(type(game), move) == (move,), f"{move!r} is not read as one move: see move_separator")
        listed = {game.normal(move) for move, _ in following}
        # The start may take more moves than it lists: Blink's first card lies anywhere.
        for move in known if line else ():
            refused = game.normal(move) in listed or _refused(game, position, move)
            require(refused, f"{move!r} is accepted, but not listed, after {' '.join(line)!r}")
        score = game.score(position)
        require(game.over(position) == (not following), "over() contradicts successors()")
        require(score is not None or not game.won(position), "a won position has no score")
        require(_no_better(game, score, game.best_possible()), f"score {score} is better than best_possible()")


def _refused(game: AnyGame, position: Any, move: str) -> bool:
    """Return whether the move is refused, by itself and in a line."""
    with suppress(IllegalMoveError):
        game.play(position, move)
        return False
    with suppress(IllegalMoveError):
        game.play_all(position, [move])
        return False
    return True


def _no_better(game: AnyGame, score: int | None, bound: int | None) -> bool:
    """Return whether a score is no better than a bound; None stands for no score, and for no bound."""
    return score is None or bound is None or (score <= bound if game.higher_is_better else score >= bound)


def check_states(game: AnyGame) -> None:
    """Check that positions of equal state lead to equal states, at the same cost, and have the same score."""
    known: dict[Any, Any] = {}
    left, seen = [game.start()], {game.start()}
    while left and len(seen) < _STATES:
        position = left.pop()
        after = _future(game, position)
        require(known.setdefault(game.state(position), after) == after, f"equal states differ, one is {position}")
        fresh = {following for _, following in game.successors(position)} - seen
        seen |= fresh
        left += fresh


def _future(game: AnyGame, position: Any) -> tuple[Any, ...]:
    spent, score = game.spent(position), game.score(position)
    steps = Counter((game.state(after), game.spent(after) - spent) for _, after in game.successors(position))
    return steps, None if score is None else score - spent


def check_tables(game: AnyGame, rng: random.Random) -> None:
    """Check the tables along random play."""
    for position, _ in random_play(game, rng):
        check_table(game, position)


def check_table(game: AnyGame, position: Any) -> Table:
    """Return the table of a position, which shows every card once and has a gesture with its words for every move."""
    table = FACES.of(game.name).table(game, position)
    piles = {pile.key: {card.key: card.card for card in pile.cards} for pile in table.piles}
    require(len(piles) == len(table.piles), "two piles have the same key")
    drawn = [(int(key), card) for cards in piles.values() for key, card in cards.items()]
    require(sorted(drawn) == list(enumerate(game.deal)), f"not every card lies on one pile, at {position}")
    tokens = {str(place): card for place, card in drawn}
    moves = [move for gesture in table.gestures for move in _moves_of(gesture, tokens)]
    require(Counter(moves) == Counter(game.moves(position)), f"gestures are not the legal moves, at {position}")
    found = (table.won, table.over, table.score)
    require(
        found == (game.won(position), game.over(position), game.score(position)), "the table's end is not the game's"
    )
    for gesture in table.gestures:
        require(gesture.says and gesture.label, f"{gesture.move!r} has no words")
        source = piles.get(gesture.source or "", {})
        require(source.keys() >= set(gesture.cards), f"{gesture.move!r} takes cards that are not on its pile")
        require({gesture.target, gesture.tap} - {None} <= piles.keys(), f"{gesture.move!r} names no pile")
    cells = {pile.key: pile.cells for pile in table.piles}
    require(
        all(each.cell is None or each.cell in cells[each.target or ""] for each in table.gestures), "a cell is not free"
    )
    require(table.forced in (None, *game.moves(position)), "the forced move is not legal")
    return table


def _moves_of(gesture: Gesture, tokens: Mapping[str, Card]) -> Iterable[str]:
    """Return the moves of a gesture: every order of an ordered one."""
    if not gesture.ordered:
        return [gesture.move]
    word, *cards = gesture.move.split()
    require(cards == [tokens[key] for key in gesture.cards], f"{gesture.move!r} names other cards than it takes")
    return dict.fromkeys(" ".join([word, *order]) for order in permutations(cards))


def check_searches(games: Sequence[AnyGame]) -> str:
    """Check that plain search decides some of these games both ways, and that every engine agrees with it."""
    decided = Counter[str]()
    for game in games:
        for best in (False, True):
            task = Task(game, game.start(), best)
            truth = plain_answer(task)
            if truth is None:
                continue
            decided[truth.verdict] += not best
            require(_no_better(game, truth.score, game.best_possible()), f"best_possible() is beaten; {_deal(game)}")
            for engine in engines_of(game.name)[:-1]:
                for off in (frozenset[str](), *(frozenset({name}) for name in engine.techniques)):
                    with suppress(EngineError):  # raised for what the engine does not take
                        check_answer(task, engine.solve(replace(task, without=off), Budget()), truth)
    if not (decided["winnable"] and decided["unwinnable"]):
        told = f"{decided['winnable']} won, {decided['unwinnable']} lost"
        raise MissingError(f"small decks of both kinds: {told}; options that make them may help (--rule)")
    names = ", ".join(engine.name for engine in engines_of(games[0].name))
    return f"{decided['winnable']} small decks won, {decided['unwinnable']} lost; {names}"


def plain_answer(task: Task) -> Answer | None:
    """Return plain search's answer; None if it visits too many positions."""
    budget = Budget(positions=POSITIONS)
    answer = PLAIN.solve(task, budget)
    return answer if budget.stopped is None and answer.verdict != "undecided" else None


def check_answer(task: Task, answer: Answer, truth: Answer) -> None:
    """Check an engine's answer: its verdict, line, score and bound, against plain search's answer to the same task."""
    game, told = task.game, f"{answer.engine} after {task.position}; {_deal(task.game)}"
    require(answer.verdict == truth.verdict, f"verdict {answer.verdict}, not {truth.verdict}, by {told}")
    require(answer.line is not None or answer.verdict != "winnable", f"no line by {told}")
    if answer.line is not None:
        end = replay(game, task.position, answer.line)
        require(game.score(end) == answer.score, f"the line does not end with {answer.score}, by {told}")
    if task.best and truth.score is not None:
        found = answer.score, answer.bound
        require(found == (truth.score, truth.score), f"score and bound are {found}, not {truth.score}, by {told}")
    elif truth.score is not None:
        require(
            _no_better(game, truth.score, answer.bound), f"bound {answer.bound} is beaten by {truth.score}, by {told}"
        )


def check_proofs(games: Sequence[AnyGame]) -> str:
    """Check that certificates of decided small decks, won and lost, are verified."""
    contents = Counter[str]()
    for game in games:
        proof = prove(Deal(game.name, game.rules, game.deal), limits=Limits(positions=POSITIONS))
        if proof.verdict.decided and proof.content:
            result = check(proof)
            require(result.status == "verified", f"{proof.content} is {result.status}: {result.text}; {_deal(game)}")
            contents[proof.content] += 1
    if not contents:
        raise MissingError("a small deck that is decided and proved")
    return ", ".join(f"{count} {content} verified" for content, count in sorted(contents.items()))
