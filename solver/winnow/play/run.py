"""Runs the page's server until it is stopped."""

from __future__ import annotations

import gc
import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from winnow.play.guard import Guard, guarded
from winnow.play.server import Server
from winnow.workers.interrupts import is_free

ADDRESS = "127.0.0.1"


def listen(port: int) -> socket.socket:
    """Return a socket that listens on this machine's own address only; port 0 takes a free one.

    Raises OSError if the port is taken.
    """
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind((ADDRESS, port))
    place.listen()
    return place


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
    served = _Running(config, guard, server)
    with _ended_by_hangup(served):
        served.run(sockets=[place])


class _Running(uvicorn.Server):
    """A server that waits for no answer once it stops."""

    def __init__(self, config: uvicorn.Config, guard: Guard, server: Server) -> None:
        super().__init__(config)
        self._guard, self._page = guard, server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the requests under way and the engine processes, then the server."""
        self._guard.end()
        self._page.thinkers.end()
        await super().shutdown(sockets)
        # Python would look for garbage in all that packs hold, for a second or two, before the program ends.
        gc.freeze()


@contextmanager
def _ended_by_hangup(served: uvicorn.Server) -> Iterator[None]:
    """Let SIGHUP end a server as SIGTERM does, for which uvicorn has an answer of its own."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is None or not is_free(hangup):
        yield
        return
    asked = threading.Event()

    def answer(number: int, frame: FrameType | None) -> None:
        asked.set()
        served.handle_exit(number, frame)

    before = signal.signal(hangup, answer)
    try:
        yield
    finally:
        signal.signal(hangup, before)
    if asked.is_set():
        raise KeyboardInterrupt
