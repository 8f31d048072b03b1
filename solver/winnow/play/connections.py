"""The server's connections: a request must arrive in time, and the number of open connections is limited."""

from __future__ import annotations

import asyncio
import math

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 20.0
"""A connection that has not sent the whole of a request, header and body, after this time is closed."""
MOST_CONNECTIONS = 100
"""Connections that are open at a time: well below the 256 files that some systems let a process open."""
BACKLOG = 32
"""Connections that are accepted at once, before those beyond the limit can be closed."""
_INCOMPLETE = (h11.IDLE, h11.SEND_BODY)


class Connection(H11Protocol):
    """One connection. Beyond the limit the one that has waited longest for its request is closed, else the newest."""

    _deadline: asyncio.TimerHandle | None = None

    @property
    def due(self) -> float:
        """The time of the event loop's clock until which the request must be here; infinite once it is."""
        return math.inf if self._deadline is None else self._deadline.when()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Make room for the connection, or close it if all others are being answered."""
        super().connection_made(transport)
        still_open = [one for one in self.connections if isinstance(one, Connection) and not one.transport.is_closing()]
        if len(still_open) > MOST_CONNECTIONS:
            first = min(still_open, key=lambda one: one.due)
            # Its own time does not run yet: it goes only if no other connection can.
            (self if first.due == math.inf else first).transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what has come of a request."""
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
        """Let the time run while the other side owes a request or the rest of one; more bytes give no more time."""
        if self.conn.their_state not in _INCOMPLETE:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
