"""Answers the page's requests with plain values, independently of the carrier (server or worker)."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.face import FACES, packet
from winnow.core.games import GAMES
from winnow.core.lines import split_moves
from winnow.core.referee import REFEREES
from winnow.play.covered import (
    along,
    along_record,
    covered_table,
    is_covered,
    known,
    opened_covered,
)
from winnow.play.opening import bound, game_record, opened, position_of, rules_page, table_of
from winnow.play.reading import (
    Gone,
    GoneError,
    Json,
    Played,
    RefusedError,
    read_deal,
    read_object,
    read_played,
    text_of,
    whole_of,
)
from winnow.play.shelf import LEVELS, Shelf, puzzle_deal, reasons, with_reason

_MOST_AGAIN = 3
"""How often an estimate is refined."""
GONE = 499
"""The status of an answer that nobody reads: the page has moved on."""
Aside = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Returns what some work returns or raises, and does it beside the other requests where the carrier can."""


class Thinker(Protocol):
    """Answers the questions that need a search, without blocking the page's other requests."""

    async def ask(self, gone: Gone, name: str, *arguments: Any, long: bool = False) -> Any:
        """Return the result of the function `name` of winnow.play.questions, called with `arguments`.

        A `long` question does not keep short ones waiting. Raises GoneError when the page that asks goes away,
        RefusedError if the question has no answer or the search was ended from outside.
        """


@dataclass(frozen=True)
class Asked:
    """One request: its fields, and what waits until nobody wants the answer any more."""

    fields: Json
    gone: Gone


Request = Callable[["Page", Asked], Awaitable[Json]]
"""Returns the value of the answer to a request; raises RefusedError or GoneError if there is none."""


class Page:
    """What one run of the page knows. `keep` answers requests about progress if it is kept outside the browser, too."""

    def __init__(self, shelf: Shelf, thinker: Thinker, aside: Aside, keep: Request | None = None) -> None:
        self.shelf, self.thinker, self.aside, self.keeps = shelf, thinker, aside, keep is not None
        self._requests = REQUESTS if keep is None else REQUESTS | {"progress": keep}
        self._reasons: dict[str, dict[Any, str]] = {}
        self._reading: asyncio.Future[object] | None = None

    async def answer(self, name: str, body: bytes, gone: Gone) -> tuple[int, Json]:
        """Return the answer to a request by its name and its JSON; `gone` waits until nobody wants it any more.

        It is 200 with its value, or another status with a sentence in `error`.
        """
        try:
            if name not in self._requests:
                raise RefusedError("Nothing is here.", 404)
            return 200, await self._requests[name](self, Asked(read_object(body), gone))
        except RefusedError as error:
            return error.status, {"error": error.text} | ({} if error.place is None else {"place": error.place})
        except GoneError:
            return GONE, {}

    async def packs_read(self) -> Shelf:
        """Return the shelf with its packs read: they are read once, and beside the other work."""
        reading = self._reading = self._reading or asyncio.ensure_future(self.aside(lambda: self.shelf.packs))
        await asyncio.shield(reading)
        return self.shelf

    def reasons_of(self, puzzle: Json) -> dict[Any, str]:
        """Return why positions of a problem are lost, in its pack's words; raise RefusedError if it is malformed."""
        if puzzle["id"] not in self._reasons:
            self._reasons[puzzle["id"]] = reasons(puzzle)
        return self._reasons[puzzle["id"]]

    async def why(self, asked: Asked, played: Played) -> str | None:
        """Return the sentence of the puzzle's pack on the position after the moves; None if there is none."""
        if asked.fields.get("puzzle") is None:
            return None
        found = (await self.packs_read()).puzzles.get(text_of(asked.fields, "puzzle", 40))
        return None if found is None else self.reasons_of(found[0]).get(position_of(played))


async def _games(page: Page, _asked: Asked) -> Json:
    return {"games": [game_record(kind) for kind in GAMES.usable()], "keeps": page.keeps}


async def _packs(page: Page, _asked: Asked) -> Json:
    packs = (await page.packs_read()).packs
    return {"packs": await page.aside(lambda: [pack.listed() for pack in packs])}


def _game(asked: Asked) -> str:
    """Return the name of the game that a request names."""
    game = text_of(asked.fields, "game", 60)
    if game not in GAMES:
        raise RefusedError("There is no such game.", 404)
    return game


async def _rules(_page: Page, asked: Asked) -> Json:
    return {"html": rules_page(_game(asked))}


async def _table(page: Page, asked: Asked) -> Json:
    played = read_played(asked.fields)
    if is_covered(asked.fields):
        return {"table": covered_table(played)}
    return {"table": table_of(played).record()}


async def _open(page: Page, asked: Asked) -> Json:
    """Return a game opened by its number, its cards, a puzzle's id, a link, or any that can be won."""
    kind = text_of(asked.fields, "kind", 20)
    if kind not in _WAYS:
        raise RefusedError(f"A game is opened by one of: {', '.join(_WAYS)}.")
    return await _WAYS[kind](page, asked)


async def _by_deal(page: Page, asked: Asked) -> Json:
    opening = opened_covered if is_covered(asked.fields) else opened
    return opening(read_played({**asked.fields, "line": asked.fields.get("after", [])}))


async def _by_puzzle(page: Page, asked: Asked) -> Json:
    wanted = text_of(asked.fields, "id", 40)
    found = (await page.packs_read()).puzzles.get(wanted)
    if found is None:
        raise RefusedError("No pack here has a puzzle of that id.", 404)
    page.reasons_of(found[0])
    return opened_puzzle(*found)


def opened_puzzle(puzzle: Json, place: Json) -> Json:
    """Return an opened puzzle with the fields about its place in its pack."""
    game = opened(Played(puzzle_deal(puzzle), tuple(puzzle["after"])), puzzle["goal"])
    return game | {"puzzle": place}


async def _any_winnable(page: Page, asked: Asked) -> Json:
    one = read_deal({**asked.fields, "deal": None, "number": 0})
    if is_covered(asked.fields) and asked.fields.get("level") in LEVELS:
        puzzle = (await page.packs_read()).face_down(one.game, asked.fields["level"])
        if puzzle:
            odds = Fraction(puzzle["fair"]).limit_denominator(100).as_integer_ratio()
            return opened_covered(Played(puzzle_deal(puzzle), ())) | {"odds": list(odds)}
    rules, seed = one.rules.spelled_out(), random.getrandbits(32)
    fair = is_covered(asked.fields)
    found = await page.thinker.ask(asked.gone, "winnable", one.game, rules, seed, fair)
    if found["number"] is None:
        raise RefusedError(f"Of {found['tried']:,} deals none was found that can be won under these rules.", 404)
    played = Played(Deal.numbered(one.game, found["number"], rules), ())
    if fair:
        return opened_covered(played) | {"odds": [found["won"], found["of"]]}
    return opened(played)


async def _by_link(page: Page, asked: Asked) -> Json:
    """Return the opened position of a link: game, rules, deal or number, and `moves`, the player's own, as text."""
    game = GAMES[_game(asked)]
    try:
        line = split_moves(game, text_of(asked.fields, "moves"))
        check = known if is_covered(asked.fields) else position_of
        check(read_played({**asked.fields, "line": list(line)}))
        return await _by_deal(page, asked) | {"line": list(line)}
    except RefusedError as error:
        raise RefusedError(f"{error.text} If the link was cut short, copy it whole.", error.status) from None


_WAYS: dict[str, Request] = {
    "deal": _by_deal,
    "puzzle": _by_puzzle,
    "winnable": _any_winnable,
    "link": _by_link,
}


async def _verdict(page: Page, asked: Asked) -> Json:
    """Return the exact verdict of a position, or with `best` its best known score and bound."""
    played, best = read_played(asked.fields), asked.fields.get("best") is True
    position_of(played)
    found = await page.thinker.ask(asked.gone, "verdict", played.deal, played.line, best, long=best)
    found = with_reason(found, await page.why(asked, played))
    names = ("verdict", "score", "bound", "optimal", "line", "proof", "reason", "positions", "seconds")
    return {name: found.get(name) for name in names}


async def _story(page: Page, asked: Asked) -> Json:
    """Return where the moves after the first `kept` of a line lost the win."""
    played = read_played(asked.fields)
    start = whole_of(asked.fields, "start", 0, len(played.line))
    after, line = played.line[:start], played.line[start:]
    position_of(played)
    found: Json = await page.thinker.ask(asked.gone, "story", played.deal, after, line)
    told: Json = {name: found[name] for name in ("kept", "lost", "start", "end", "winning")} | {"why": None}
    if found["why"]:
        lost = Played(played.deal, played.line[: start + found["lost"]])
        why = with_reason(found["why"], await page.why(asked, lost))
        told["why"] = {name: why[name] for name in ("reason", "proof", "positions", "verdict")}
    return told


async def _good_play(page: Page, asked: Asked) -> Json:
    """Return what a good player who sees no more reaches on the deal of a game that is over."""
    if not covered_table(read_played(asked.fields))["over"]:
        raise RefusedError("What good play reaches is shown when the game is over.", 409)
    return await _thought(page, asked, "good play")


async def _along(_page: Page, asked: Asked) -> Json:
    return along_record(along(asked.fields))


async def _along_advice(page: Page, asked: Asked) -> Json:
    """Return the move that a player would make who has seen the cards entered; null to stop."""
    knowledge = along(asked.fields)
    deal = replace(knowledge.deal, cards=knowledge.known)
    found: Json = await page.thinker.ask(asked.gone, "advice", deal, knowledge.line)
    return found


async def _chance(page: Page, asked: Asked) -> Json:
    return await _thought(page, asked, "chance", whole_of({"again": 0, **asked.fields}, "again", 0, _MOST_AGAIN))


async def _thought(page: Page, asked: Asked, name: str, *more: int) -> Json:
    """Return the answer to a question of a game with the cards face down."""
    played = read_played(asked.fields)
    known(played)
    found: Json = await page.thinker.ask(asked.gone, name, played.deal, played.line, *more)
    return found


async def _packet(_page: Page, asked: Asked) -> Json:
    """Return the cards of a numbered deal, or of a random one, in the order in which a player handles them."""
    number = asked.fields.get("number")
    deal = read_deal({"game": asked.fields.get("game"), "number": random.getrandbits(32) if number is None else number})
    face = FACES.of(deal.game)
    if face.clock is None:
        raise RefusedError(f"{deal.game} is not played against the clock.", 404)
    cards = list(packet.of(deal.game)(bound(deal)))
    return {"game": deal.game, "number": str(deal.number), "cards": cards, "seconds": face.clock}


async def _judge(_page: Page, asked: Asked) -> Json:
    """Return whether a pile is won, and the place of its first wrong card; it is lost if cards are left.

    Cards that are left could have been laid at any time, as those above a card could.
    """
    game, cards = _game(asked), text_of(asked.fields, "pile").split()
    rest = Counter(GAMES[game].full_deck(GAMES[game].rules_type()())) - Counter(cards)
    judge = REFEREES.of(game).pile
    if judge is None:
        raise RefusedError(f"{game} has no pile to judge.", 422)
    found = judge(read_deal({"game": game, "deal": " ".join([*cards, *rest.elements()])}))
    left, place = rest.total(), found.wrong
    if not left:
        return {"won": place is None, "text": found.text, "place": place}
    if place is None or place >= len(cards):
        return {"won": False, "text": f"{counted(left, 'cards')} {'is' if left == 1 else 'are'} left", "place": None}
    return {"won": False, "text": f"{cards[place]} does not match {cards[place - 1]}", "place": place}


REQUESTS: dict[str, Request] = {
    "games": _games,
    "packs": _packs,
    "rules": _rules,
    "open": _open,
    "table": _table,
    "verdict": _verdict,
    "story": _story,
    "along": _along,
    "along-advice": _along_advice,
    "packet": _packet,
    "judge": _judge,
    "peek": partial(_thought, name="peek"),
    "chance": _chance,
    "advice": partial(_thought, name="advice"),
    "fair-story": partial(_thought, name="fair story"),
    "good-play": _good_play,
}
"""The requests that every carrier supports, by name."""
