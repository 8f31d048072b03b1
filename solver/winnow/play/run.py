"""Runs the page's server until it is told to stop."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from winnow.play.guard import Guard
from winnow.play.server import Server

ADDRESS = "127.0.0.1"


def listen(port: int) -> socket.socket:
    """Return a socket that listens on this machine's own address only; port 0 takes a free one.

    Raises OSError if the port is taken.
    """
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind((ADDRESS, port))
    place.listen(128)
    return place


def run(server: Server, place: socket.socket, where: str, tell: Callable[[str], None], *, browser: bool) -> None:
    """Serve the page until Ctrl-C; `where` is the page's part after the #. `tell` gets the address.

    Raises KeyboardInterrupt after a clean end by Ctrl-C.
    """
    token = secrets.token_urlsafe(24)
    port = place.getsockname()[1]
    address = f"http://{ADDRESS}:{port}/{token}/{where}"
    config = uvicorn.Config(
        Guard(server.app(), token, port),
        log_level="warning",
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    tell(address)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    uvicorn.Server(config).run(sockets=[place])
