"""The local carrier: a server, for this machine alone, of the page's files, its answers, and progress in a file."""

from __future__ import annotations

import gc
import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from winnow.core.errors import OutputError
from winnow.play.answers import GONE, Asked, Page
from winnow.play.guard import Guard, guarded
from winnow.play.progress import Progress
from winnow.play.reading import Gone, Json, RefusedError, text_of
from winnow.play.shelf import Shelf
from winnow.play.thinking import Thinkers, beside
from winnow.workers.interrupts import is_free

ADDRESS = "127.0.0.1"


class Server:
    """The state of one run of the server: the page's answers, the engine processes, and the file of progress."""

    def __init__(self, shelf: Shelf, progress: Progress) -> None:
        self.progress = progress
        self.thinkers = Thinkers()
        self.page = Page(shelf, self.thinkers, beside, self._kept)

    def app(self) -> Starlette:
        """Return the application, without the guard that belongs around it."""
        routes = [
            Route("/api/{name}", self._asked, methods=["POST"]),
            Mount("/", StaticFiles(packages=[("winnow.play", "static")], html=True)),
        ]
        handlers: dict[Any, Any] = {HTTPException: _refused, ClientDisconnect: _left}
        return Starlette(routes=routes, exception_handlers=handlers)

    async def _asked(self, request: Request) -> JSONResponse:
        name, body = request.path_params["name"], await request.body()
        status, value = await self.page.answer(name, body, _leaving(request))
        return JSONResponse(value, status)

    async def _kept(self, _page: Page, asked: Asked) -> Json:
        """Return the progress in the file, or keep what the page sends."""
        progress, sent = self.progress, asked.fields
        try:
            if not sent:
                return await beside(progress.read)
            record, mark = sent.get("progress"), text_of(sent, "mark", 80)
            return await beside(lambda: progress.keep(record if isinstance(record, dict) else {}, mark))
        except OSError as error:
            raise RefusedError(f"Progress ({progress.path}) cannot be read or kept: {error.strerror}.", 409) from None
        except OutputError as error:
            raise RefusedError(f"Progress is not kept: {error}.", 409) from None


def _leaving(request: Request) -> Gone:
    """Return a function that waits until the page that asks goes away."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return gone


async def _refused(_request: Request, error: HTTPException) -> JSONResponse:
    text = "Nothing is here." if error.status_code in (404, 405) else error.detail
    return JSONResponse({"error": text}, error.status_code)


async def _left(_request: Request, _error: ClientDisconnect) -> Response:
    """Answer a request whose client went away before it was complete: nobody reads it."""
    return Response(status_code=GONE)


def run(server: Server, place: socket.socket, where: str, tell: Callable[[str], None], *, browser: bool) -> None:
    """Serve the page until Ctrl-C, SIGTERM or SIGHUP; `where` is the page's part after the #. `tell` gets the address.

    Raises KeyboardInterrupt after a clean end.
    """
    token = secrets.token_urlsafe(24)
    address = f"http://{ADDRESS}:{place.getsockname()[1]}/{token}/{where}"
    guard = Guard(server.app(), token)
    config = uvicorn.Config(
        guarded(guard),
        http="h11",
        # What a client does wrong is answered, and no line on the terminal.
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    tell(address)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and is_free(hangup):
        # For SIGTERM uvicorn has an answer of its own.
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))
    _Running(config, guard, server).run(sockets=[place])


class _Running(uvicorn.Server):
    """A server that waits for no answer once it stops."""

    def __init__(self, config: uvicorn.Config, guard: Guard, server: Server) -> None:
        super().__init__(config)
        self._guard, self._page = guard, server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the requests under way and the engine processes, then the server."""
        self._guard.ended = True
        for task in self.server_state.tasks:
            task.cancel()
        self._page.thinkers.end()
        await super().shutdown(sockets)
        # Python would look for garbage in all that packs hold, for a second or two, before the program ends.
        gc.freeze()
