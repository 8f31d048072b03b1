"""Admits only requests of the page of this machine's user: with the right token, host and origin, and not oversized."""

from __future__ import annotations

import asyncio
import json
from hmac import compare_digest

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 4 * 1024 * 1024
"""A request with a longer body is refused: only an import of progress comes near."""
_ENDED = (503, "winnow play has ended.")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


class _TooLongError(Exception):
    """The body exceeds the limit."""


class _LeftError(Exception):
    """The client disconnected before its request was complete."""


class Guard:
    """Answers what is forged or oversized itself, with a status of 4xx and a sentence; the rest goes on to `app`.

    `port` is where the server listens; `token` is the first part of every path.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost"}
        self._under_way: set[asyncio.Task[None]] = set()
        self._ended = False

    def end(self) -> None:
        """End the requests under way, and those that still come: each gets the status 503 at once."""
        self._ended = True
        for task in self._under_way:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            began = True
            await send(message)

        task = asyncio.ensure_future(self._answer(scope, receive, sending))
        self._under_way.add(task)
        try:
            await asyncio.wait([task])
        finally:
            self._under_way.discard(task)
        if not task.cancelled():
            task.result()
        elif not began:
            await _refuse(send, *_ENDED)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is admitted."""
        try:
            body = await _body(receive)
        except _LeftError:
            return
        except _TooLongError:
            await _refuse(send, 413, f"A request has at most {MOST_BYTES} bytes.")
            return
        prefix = "/" + self._token
        inner = {**scope, "path": scope["path"][len(prefix) :] or "/", "raw_path": None}
        await self._app(inner, _after(body, receive), send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        if self._ended:
            return _ENDED
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or _text(hosts[0]).lower() not in self._hosts:
            return 421, "This server answers for this machine's own address only."
        first = scope["path"].split("/", 2)[1] if scope["path"].startswith("/") else ""
        if not compare_digest(first.encode(), self._token.encode()):
            return 404, "Nothing is here. Open the address that winnow play printed."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST are answered."
        site = [_text(value) for value in headers.get(b"sec-fetch-site", [])]
        if any(value not in ("same-origin", "none") for value in site):
            return 403, "Another page may not use this server."
        origins = [_text(value).lower() for value in headers.get(b"origin", [])]
        own = f"http://{_text(hosts[0]).lower()}"
        if any(origin != own for origin in origins) or (scope["method"] == "POST" and origins != [own]):
            return 403, "Another page may not use this server."
        if scope["method"] == "POST":
            kind = _text(headers.get(b"content-type", [b""])[0]).split(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "A request's content is application/json."
            length = _text(headers.get(b"content-length", [b"0"])[0])
            if not length.isdigit() or int(length) > MOST_BYTES:
                return 413, f"A request has at most {MOST_BYTES} bytes."
        return None


def _text(value: bytes) -> str:
    return value.decode("latin-1")


async def _body(receive: Receive) -> bytes:
    """Return a request's whole body; raise _TooLongError at the limit, _LeftError if the rest does not come."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _LeftError
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BYTES:
            raise _TooLongError
    return bytes(body)


def _after(body: bytes, receive: Receive) -> Receive:
    """Return what gives the body first and then what comes later: that the other side goes away."""
    given = False

    async def next_message() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return next_message


async def _refuse(send: Send, status: int, text: str) -> None:
    body = json.dumps({"error": text}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
