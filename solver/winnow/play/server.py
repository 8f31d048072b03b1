"""The server behind the page: tables, verdicts, deals, packs and progress, for this machine alone."""

from __future__ import annotations

import asyncio
import random
import shlex
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from winnow.core.errors import OutputError
from winnow.core.games import GAMES
from winnow.core.lines import split_moves
from winnow.play.beside import beside
from winnow.play.entries import checked
from winnow.play.known import Known
from winnow.play.opening import game_record, opened, rules_page
from winnow.play.progress import Progress
from winnow.play.reading import Json, Played, RefusedError, read_deal, read_object, read_played, text_of, whole_of
from winnow.play.reasons import reasons, with_reason
from winnow.play.shelf import Pack, Shelf, puzzle_deal
from winnow.play.tables import Tables, bound, gesture_of, ways_said
from winnow.play.thinking import GoneError, Thinkers

_GONE = 499
"""Nobody reads this answer: the page has moved on."""
_TRIES = 40
"""So many numbered deals are tried for a random winnable one."""

T = TypeVar("T")
Handler = Callable[["Server", Request], Awaitable[Json]]


class Server:
    """What one run of the page knows."""

    def __init__(self, shelf: Shelf, progress: Progress) -> None:
        self.shelf, self.progress = shelf, progress
        self.tables = Tables()
        self.known = Known(self.tables)
        self.thinkers = Thinkers()
        self._reasons: dict[str, dict[Any, str]] = {}
        self._reading: asyncio.Future[object] | None = None

    async def packs_read(self) -> Shelf:
        """Return the shelf with its packs read: they are read once, and beside the other work."""
        if self._reading is None:
            self._reading = beside(lambda: self.shelf.packs)
        await asyncio.shield(self._reading)
        return self.shelf

    def reasons_of(self, puzzle: Json) -> dict[Any, str]:
        """Return why positions of a problem are lost, in its pack's words; raise RefusedError if it is malformed."""
        if puzzle["id"] not in self._reasons:
            self._reasons[puzzle["id"]] = reasons(puzzle)
        return self._reasons[puzzle["id"]]

    async def why(self, puzzle: str | None, played: Played) -> str | None:
        """Return the sentence of a puzzle's pack on the position after the moves; None if there is none."""
        found = None if puzzle is None else (await self.packs_read()).find(puzzle)
        if found is None:
            return None
        pack, place = found
        return self.reasons_of(pack.puzzles[place]).get(self.tables.position(played))

    def app(self) -> Starlette:
        """Return the application, without the guard that belongs around it."""

        @asynccontextmanager
        async def lifespan(_app: Starlette) -> Any:
            yield
            self.thinkers.end()

        posts = {
            "open": _open,
            "table": _table,
            "verdict": _verdict,
            "story": _story,
            "progress": _add_progress,
            "settings": _set,
            "forget": _forget,
        }
        gets = {"games": _games, "packs": _packs, "progress": _all_progress, "person": _person}
        routes = [
            *(Route(f"/api/{name}", self._answers(handler), methods=["POST"]) for name, handler in posts.items()),
            *(Route(f"/api/{name}", self._answers(handler), methods=["GET"]) for name, handler in gets.items()),
            Route("/api/rules/{game}", self._answers(_rules), methods=["GET"]),
            Mount("/", StaticFiles(packages=[("winnow.play", "static")], html=True)),
        ]
        return Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _not_found, 405: _not_found})

    def _answers(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            try:
                return JSONResponse(await handler(self, request))
            except RefusedError as error:
                body = {"error": error.text} | ({} if error.place is None else {"place": error.place})
                return JSONResponse(body, status_code=error.status)
            except GoneError:
                return Response(status_code=_GONE)

        return endpoint


async def _not_found(_request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    return JSONResponse({"error": "Nothing is here."}, status_code=status)


async def _body(request: Request) -> Json:
    return read_object(await request.body())


async def _games(server: Server, _request: Request) -> Json:
    games = [game_record(kind) for kind in GAMES.usable()]
    return {"games": games}


async def _packs(server: Server, _request: Request) -> Json:
    return {"packs": await beside((await server.packs_read()).summaries)}


async def _rules(_server: Server, request: Request) -> Json:
    game = request.path_params["game"]
    if game not in GAMES:
        raise RefusedError("There is no such game.", 404)
    return {"html": rules_page(game)}


async def _table(server: Server, request: Request) -> Json:
    return {"table": server.tables.table(read_played(await _body(request))).record()}


async def _open(server: Server, request: Request) -> Json:
    """Open a game by its number, its cards, a puzzle's id, a day, a level, or a shared line."""
    record = await _body(request)
    kind = text_of(record, "kind", 20)
    if kind not in _WAYS:
        raise RefusedError(f"A game is opened by one of: {', '.join(_WAYS)}.")
    return await _WAYS[kind](server, request, record)


async def _by_deal(server: Server, _request: Request, record: Json) -> Json:
    played = read_played({**record, "line": record.get("after", [])})
    return opened(server.tables, played)


async def _by_puzzle(server: Server, _request: Request, record: Json) -> Json:
    wanted = text_of(record, "id", 40)
    found = (await server.packs_read()).find(wanted)
    if found is None:
        raise RefusedError("No pack here has a puzzle of that id.", 404)
    return _of_pack(server, *found)


def _of_pack(server: Server, pack: Pack, place: int) -> Json:
    puzzle = pack.puzzles[place]
    server.reasons_of(puzzle)
    game = opened(server.tables, Played(puzzle_deal(puzzle), tuple(puzzle["after"])), puzzle["goal"])
    return game | {"puzzle": pack.place_of(place)}


async def _by_level(server: Server, request: Request, record: Json) -> Json:
    game, level = text_of(record, "game", 60), whole_of(record, "level", 0, 5)
    if level == 0:
        return await _any_winnable(server, request, record)
    puzzles = (await server.packs_read()).of_level(game, level)
    if not puzzles:
        raise RefusedError(f"No pack here has puzzles of {game[:40]!a} at level {level}.", 404)
    solved = record.get("solved", [])
    if not isinstance(solved, list):
        raise RefusedError("The field solved must be a list of puzzle ids.")
    new = [(pack, place) for pack, place in puzzles if pack.puzzles[place]["id"] not in solved]
    return _of_pack(server, *random.choice(new or puzzles))


async def _any_winnable(server: Server, request: Request, record: Json) -> Json:
    for _ in range(_TRIES):
        deal = read_deal({**record, "deal": None, "number": random.getrandbits(32)})
        if await server.thinkers.ask(_slot(record), _leaving(request), "winnable", deal):
            return opened(server.tables, Played(deal, ()))
    raise RefusedError(f"Of {_TRIES} deals none was found that can be won under these rules.", 404)


async def _by_line(server: Server, _request: Request, record: Json) -> Json:
    """Open what `winnow solve` would be asked: GAME, the cards or --number, --rule and --after."""
    try:
        words = shlex.split(text_of(record, "text"))
    except ValueError:
        raise RefusedError("A quotation mark of the text is not closed.", 422) from None
    words = words[2:] if words[:2] == ["winnow", "solve"] else words
    given: Json = {"rules": {}, "after": [], "deal": []}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word in ("--number", "--rule", "--after"):
            name, value = word, next(rest, "")
        elif not (equals and name in ("--number", "--rule", "--after")):
            given["deal"].append(word)
            continue
        if name == "--rule":
            rule, _, setting = value.partition("=")
            given["rules"][rule.strip()] = setting.strip()
        else:
            given[name[2:]] = value
    if not given["deal"] or given["deal"][0] not in GAMES:
        raise RefusedError(f"The text begins with one of: {', '.join(GAMES)}.", 422)
    game, *cards = given["deal"]
    after = split_moves(GAMES[game], given["after"]) if given["after"] else ()
    record = {"game": game, "rules": given["rules"], "number": given.get("number"), "deal": " ".join(cards) or None}
    return opened(server.tables, read_played({**record, "line": list(after)}), keep=True)


_WAYS: dict[str, Callable[[Server, Request, Json], Awaitable[Json]]] = {
    "deal": _by_deal,
    "puzzle": _by_puzzle,
    "level": _by_level,
    "line": _by_line,
}


def _slot(record: Json) -> str:
    return text_of(record, "slot", 80)


def _puzzle(record: Json) -> str | None:
    return None if record.get("puzzle") is None else text_of(record, "puzzle", 40)


def _leaving(request: Request) -> Callable[[], Awaitable[None]]:
    """Return what waits until the page that asks goes away."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return gone


async def _verdict(server: Server, request: Request) -> Json:
    """Return the exact verdict of a position, or with `best` what is known of its best score."""
    record = await _body(request)
    played, best, slot = read_played(record), record.get("best") is True, _slot(record)
    table = server.tables.table(played)
    found = None if best else server.known.verdict(played)
    if found is None:
        arguments = ("verdict", played.deal, played.line, best)
        found = await server.thinkers.ask(slot, _leaving(request), *arguments, long=best)
        if not best:
            server.known.learn(played, found)
    found = with_reason(found, await server.why(_puzzle(record), played))
    names = ("verdict", "score", "bound", "optimal", "line", "proof", "reason", "positions", "seconds")
    told = {name: found.get(name) for name in names}
    if told["line"]:
        position = server.tables.position(played)
        told["gesture"] = gesture_of(bound(played.deal), table, position, told["line"][0])
    return told


async def _story(server: Server, request: Request) -> Json:
    """Return where the moves after the first `kept` of a line lost the win."""
    record = await _body(request)
    played, slot = read_played(record), _slot(record)
    start = whole_of(record, "start", 0, len(played.line))
    after, line = played.line[:start], played.line[start:]
    server.tables.position(played)
    found: Json = await server.thinkers.ask(slot, _leaving(request), "story", played.deal, after, line)
    told: Json = {name: found[name] for name in ("kept", "lost", "start", "end", "winning")} | {"why": None}
    if found["why"]:
        lost = Played(played.deal, played.line[: start + found["lost"]])
        why = with_reason(found["why"], await server.why(_puzzle(record), lost))
        told["why"] = {name: why[name] for name in ("reason", "proof", "positions", "verdict")}
    if found["kept"] is not None:
        here = Played(played.deal, played.line[: start + found["kept"]])
        told["says"] = ways_said(played.deal, server.tables.position(here), found["winning"])
    return told


async def _all_progress(server: Server, _request: Request) -> Json:
    """Return all progress and settings; `notice` says what could not be read, "" if all could."""
    kept = await _with_file(server, server.progress.kept)
    return {"entries": kept.entries, "settings": kept.settings, "notice": server.progress.notice}


async def _person(server: Server, _request: Request) -> Json:
    """Return the name under which attempts are exported."""
    return {"person": await _with_file(server, server.progress.person)}


async def _add_progress(server: Server, request: Request) -> Json:
    record = await _body(request)
    added = checked(record.get("entries"))
    entries = await _with_file(server, lambda: server.progress.add(added))
    return {"entries": {name: entries[name] for name in added}}


async def _set(server: Server, request: Request) -> Json:
    record = await _body(request)
    if not isinstance(record.get("settings"), dict):
        raise RefusedError("Settings are an object.")
    await _with_file(server, lambda: server.progress.set(record["settings"]))
    return {}


async def _forget(server: Server, _request: Request) -> Json:
    await _with_file(server, server.progress.forget)
    return {}


async def _with_file(server: Server, act: Callable[[], T]) -> T:
    """Read or write progress beside the server's other work; raise RefusedError if that cannot be."""
    try:
        return await asyncio.to_thread(act)
    except OSError as error:
        raise RefusedError(
            f"Progress ({server.progress.path}) cannot be read or written: {error.strerror}.", 409
        ) from None
    except OutputError as error:
        raise RefusedError(f"Progress is not kept: {error}.", 409) from None
