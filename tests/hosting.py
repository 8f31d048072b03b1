"""A host for the built site, and what the tests ask of the page there."""

import functools
import http.server
import threading
from contextlib import contextmanager
from urllib.parse import quote

PLACE = "a host's \u00e9 & #1"
"""A folder whose name has spaces, other letters, and signs that mean something in addresses."""
ASK = "(asked) => Winnow.carrier.ask(...asked)"
KEPT = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
"""JavaScript: whether the site is kept for use without a network."""


class Host(http.server.SimpleHTTPRequestHandler):
    """Python's own server of files, without its log."""

    def send_head(self):
        """Send a file whole: its time in seconds does not tell two versions of one second apart."""
        del self.headers["If-Modified-Since"]
        return super().send_head()

    def log_message(self, *_):
        pass


@contextmanager
def hosted(folder):
    """Serve the folder above that of a site; `address` is that of the site."""
    serve = functools.partial(Host, directory=folder.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        server.address = f"http://127.0.0.1:{server.server_address[1]}/{quote(folder.name)}/"
        yield server
        server.shutdown()


def go(page, address):
    """Open an address, and wait until a table is there."""
    page.goto(address)
    page.locator(".board .card:visible").first.wait_for()


def ask(page, name, **fields):
    """Return the status and the value of the page's answer to a request."""
    return page.evaluate(ASK, [name, fields])
