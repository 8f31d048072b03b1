"""The local carrier: a server, for this machine alone, of the page's files, its answers, and progress in a file."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from winnow.play.answers import REQUESTS, Answer, Page, answered
from winnow.play.beside import beside
from winnow.play.carriers import Gone
from winnow.play.keeping import CHANGED, TOLD, Keeper
from winnow.play.progress import Progress
from winnow.play.reading import Json, read_object
from winnow.play.shelf import Shelf
from winnow.play.thinking import Thinkers

_READ = {"games": "games", "packs": "packs", "rules": "rules/{game}"}
"""The answers that are read, each with its path."""
_ASKED = tuple(name for name in REQUESTS if name not in _READ)
Ask = Callable[[Request], Awaitable[Answer]]


class Server:
    """The state of one run of the server: the page's answers, the engine processes, and the file of progress."""

    def __init__(self, shelf: Shelf, progress: Progress) -> None:
        self.progress = progress
        self.thinkers = Thinkers()
        self.page = Page(shelf, self.thinkers, beside, keeps=True)

    def app(self) -> Starlette:
        """Return the application, without the guard that belongs around it."""

        @asynccontextmanager
        async def lifespan(_app: Starlette) -> Any:
            yield
            self.thinkers.end()

        routes = [
            *(_route(path, "GET", partial(self._read, name)) for name, path in _READ.items()),
            *(_route(name, "POST", partial(self._asked, name)) for name in _ASKED),
            *(_route(name, "GET", partial(self._told, keeper)) for name, keeper in TOLD.items()),
            *(_route(name, "POST", partial(self._changed, keeper)) for name, keeper in CHANGED.items()),
            Mount("/", StaticFiles(packages=[("winnow.play", "static")], html=True)),
        ]
        return Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _not_found, 405: _not_found})

    async def _read(self, name: str, request: Request) -> Answer:
        return await self.page.answer(name, json.dumps(request.path_params).encode(), _leaving(request))

    async def _asked(self, name: str, request: Request) -> Answer:
        return await self.page.answer(name, await request.body(), _leaving(request))

    async def _told(self, keeper: Keeper, _request: Request) -> Answer:
        return await answered(keeper(self.progress, {}))

    async def _changed(self, keeper: Keeper, request: Request) -> Answer:
        body = await request.body()

        async def change() -> Json:
            return await keeper(self.progress, read_object(body))

        return await answered(change())


def _route(path: str, method: str, ask: Ask) -> Route:
    async def endpoint(request: Request) -> JSONResponse:
        status, value = await ask(request)
        return JSONResponse(value, status)

    return Route(f"/api/{path}", endpoint, methods=[method])


def _leaving(request: Request) -> Gone:
    """Return a function that waits until the page that asks goes away."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return gone


async def _not_found(_request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": "Nothing is here."}, status_code=getattr(error, "status_code", 404))
