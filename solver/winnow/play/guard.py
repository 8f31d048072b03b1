"""Admits only requests of the page of this machine's user: with the right token and origin, and not oversized."""

from __future__ import annotations

import asyncio
from hmac import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 16 * 1024 * 1024
"""A request with a longer body is refused: only progress comes near."""
HOSTS = ("127.0.0.1", "localhost")
_ENDED = (503, "winnow play has ended.")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def guarded(guard: Guard) -> ASGIApp:
    """Return the guard behind starlette's check of the Host header, which keeps other names of this machine out."""
    return TrustedHostMiddleware(guard, allowed_hosts=HOSTS, www_redirect=False)


class Guard:
    """Answers what is forged or oversized itself, with a status of 4xx and a sentence; the rest goes on to `app`.

    `token` is the first part of every path.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token
        self.ended = False
        """Set at the end: requests that still come get the status 503."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; one that is cancelled gets the status 503."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            began = True
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await _refused(*refusal)(scope, receive, sending)
            return
        inner = {**scope, "path": scope["path"][len(self._token) + 1 :] or "/", "raw_path": None}
        try:
            await self._app(inner, _limited(receive), sending)
        except asyncio.CancelledError:
            if not began:
                await _refused(*_ENDED)(scope, receive, sending)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        if self.ended:
            return _ENDED
        headers = Headers(scope=scope)
        first = scope["path"].split("/", 2)[1] if scope["path"].startswith("/") else ""
        if not compare_digest(first.encode(), self._token.encode()):
            return 404, "Nothing is here. Open the address that winnow play printed."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST are answered."
        origins, own = headers.getlist("origin"), [f"http://{headers['host'].lower()}"]
        foreign = [value for value in headers.getlist("sec-fetch-site") if value not in ("same-origin", "none")]
        if foreign or (origins and origins != own) or (scope["method"] == "POST" and origins != own):
            return 403, "Another page may not use this server."
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            return 415, "A request's content is application/json."
        return None


def _limited(receive: Receive) -> Receive:
    """Return what receives a request, and raises HTTPException where its body is too long."""
    come = 0

    async def next_message() -> Message:
        nonlocal come
        message = await receive()
        come += len(message.get("body", b""))
        if come > MOST_BYTES:
            raise HTTPException(413, f"A request has at most {MOST_BYTES} bytes.")
        return message

    return next_message


def _refused(status: int, text: str) -> JSONResponse:
    return JSONResponse({"error": text}, status)
