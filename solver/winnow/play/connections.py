"""The server's connections: limits on the time of a request and on the number of open connections."""

from __future__ import annotations

import asyncio
import math

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 20.0
"""Seconds after which a connection is closed if it has not sent a whole request, header and body."""
MOST_CONNECTIONS = 100
"""The most open connections: well below the 256 open files that some systems allow a process."""
BACKLOG = 32
"""The listen backlog: connections accepted at once, before those beyond the limit can be closed."""
_INCOMPLETE = (h11.IDLE, h11.SEND_BODY)


class Connection(H11Protocol):
    """One connection. Beyond the limit the one that has waited longest for its request is closed, else the newest."""

    _deadline: asyncio.TimerHandle | None = None

    @property
    def due(self) -> float:
        """The event loop's time by which the request must have arrived; infinite once it has."""
        return math.inf if self._deadline is None else self._deadline.when()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Make room for the connection, or close it if all others are being answered."""
        super().connection_made(transport)
        still_open = [one for one in self.connections if isinstance(one, Connection) and not one.transport.is_closing()]
        if len(still_open) > MOST_CONNECTIONS:
            first = min(still_open, key=lambda one: one.due)
            # The new connection has no deadline yet: it is closed only if no other can be.
            (self if first.due == math.inf else first).transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Process the received part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._stop_watching()

    def _watch(self) -> None:
        """Run the timer while a request or the rest of one is due; further bytes do not extend it."""
        if self.conn.their_state not in _INCOMPLETE:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
