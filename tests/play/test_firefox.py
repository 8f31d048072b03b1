"""The site in Firefox, from a web host and from the disk; driven by Firefox's own protocol, Marionette."""

import json
import shutil
import socket
import subprocess
import time

import pytest
from browser import CAP

import winnow

pytestmark = pytest.mark.full

LAMP = "document.querySelector('.lamp.winnable, .lamp.unwinnable')"


class Firefox:
    """A running Firefox: it takes commands as JSON over a socket."""

    def __init__(self, profile):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, **quiet)
        self.socket = connected(port)
        self.messages = self.socket.makefile("rb")
        self.read()
        self.count = 0
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "eager"}})

    def read(self):
        size = b""
        while (byte := self.messages.read(1)) != b":":
            assert byte, "Firefox has ended"
            size += byte
        return json.loads(self.messages.read(int(size)))

    def ask(self, command, **fields):
        self.count += 1
        message = json.dumps([0, self.count, command, fields]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, value = self.read()
        assert (number, error) == (self.count, None)
        return value

    def value(self, expression):
        script = f"const {{ Winnow }} = window.wrappedJSObject || window; return {expression};"
        return self.ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def until(self, expression):
        end = time.monotonic() + CAP
        while not (value := self.value(expression)):
            assert time.monotonic() < end, f"never true: {expression}: {self.value('document.body.innerText')}"
            time.sleep(0.05)
        return value

    def stop(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(CAP)


def connected(port):
    end = time.monotonic() + CAP
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=CAP)
        except OSError:
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.1)


@pytest.fixture
def firefox(tmp_path):
    if shutil.which("firefox-esr") is None:
        pytest.skip("the site was not tested in Firefox: Debian's firefox-esr is not installed")
    profile = tmp_path / "profile"
    profile.mkdir()
    running = Firefox(profile)
    yield running
    running.stop()


def lamp_tells(firefox, address, number):
    firefox.ask("WebDriver:Navigate", url=f"{address}index.html#/deal/universal/{number}")
    firefox.until("Boolean(document.querySelector('.board .card'))")
    button = "document.querySelector(\"[aria-keyshortcuts='L']\")"
    if firefox.value(f"{button}.getAttribute('aria-pressed')") != "true":
        firefox.value(f"{button}.click()")
    return firefox.until(f"{LAMP} && {LAMP}.className")


def test_firefox_tells_the_native_verdict_from_the_disk(firefox, folder):
    assert winnow.solve("universal", 5).verdict in lamp_tells(firefox, folder.as_uri() + "/", 5)


def test_firefox_tells_the_native_verdict_from_a_host_and_without_it(firefox, host):
    assert winnow.solve("universal", 5).verdict in lamp_tells(firefox, host.address, 5)
    kept = (
        "navigator.serviceWorker.getRegistration().then((own) => own && own.active && own.active.state === 'activated')"
    )
    firefox.until(kept)
    host.shutdown()
    host.server_close()
    firefox.ask("WebDriver:Navigate", url="about:blank")
    assert winnow.solve("universal", 6).verdict in lamp_tells(firefox, host.address, 6)
