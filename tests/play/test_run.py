"""`winnow play` as a process: careless and hostile clients, long questions, and its end."""

import os
import signal
import socket
import subprocess
import threading
from contextlib import ExitStack, contextmanager, suppress

import httpx
import psutil
import pytest
from browser import CAP, Server

LONG = {"game": "blink", "number": "1", "line": [], "best": True}
"""A question that no test waits for: the best layout of a full deck."""
SHORT = {"game": "single-left", "line": []}
CHANGED = "import sys, time; from winnow.cli import main, play; {}; main(sys.argv[1:])"
"""A program that starts a server with a patch."""


class Running(Server):
    """A running `winnow play` in a process group of its own; its standard error is read at its end."""

    def __init__(self, home, changed, *arguments):
        program = ("-c", CHANGED.format(changed))
        super().__init__(home, *arguments, program=program, stderr=subprocess.PIPE, start_new_session=True)
        self.base = self.address.split("#")[0]
        self.origin, self.token = self.base.rstrip("/").rsplit("/", 1)
        self.port = int(self.origin.rsplit(":", 1)[1])

    def get(self):
        return httpx.get(self.base, timeout=CAP).status_code

    def post(self, name, body):
        return httpx.post(f"{self.base}api/{name}", json=body, headers={"Origin": self.origin}, timeout=CAP)

    def ask_long(self):
        """Ask an endless question in a thread, and ignore the outcome."""

        def ask():
            with suppress(httpx.HTTPError):
                self.post("verdict", LONG)

        threading.Thread(target=ask, daemon=True).start()

    def children(self, count):
        """Return the server's child processes, once there are `count`."""
        while True:
            found = psutil.Process(self.process.pid).children(recursive=True)
            if len(found) >= count:
                return found

    def told(self):
        """Return the exit status and standard error, once the server has ended."""
        _, err = self.process.communicate(timeout=CAP)
        return self.process.returncode, err.strip()


@contextmanager
def running(home, changed="pass", *arguments):
    found = Running(home, changed, *arguments)
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):
            os.killpg(found.process.pid, signal.SIGKILL)
        found.process.communicate()


def test_requests_that_come_in_part_and_what_is_none_stop_neither_the_page_nor_its_end(tmp_path):
    with running(tmp_path, "pass", "head") as server:
        assert server.address.endswith("/#/game/head")
        head = f"POST /{server.token}/api/open HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
        body = f"{head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{".encode()
        with ExitStack() as stack:
            for part in (b"", b"GET / HTTP/1.1\r\nHost: 127", body) * 20:
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port))).sendall(part)
            assert (server.get(), server.post("games", {}).status_code) == (200, 200)
        for sent in (
            b"\x16\x03\x01\x02\x00\x01\x00",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET " + b"/x" * 60000 + b" HTTP/1.1\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", server.port), timeout=CAP) as connection:
                connection.sendall(sent)
                answer = connection.recv(2000)
            assert b" 4" in answer[:20], answer
            assert b"Traceback" not in answer
            assert server.token.encode() not in answer
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(body)
            assert server.get() == 200
            server.process.send_signal(signal.SIGINT)
            assert server.told() == (130, "")


def test_many_long_questions_leave_a_process_to_short_ones(tmp_path):
    """Twelve tabs ask for the best layout of a full deck, which never ends; another tab's lamp is still answered."""
    with running(tmp_path) as server:
        for _ in range(12):
            server.ask_long()
        for number in range(3):
            assert server.post("verdict", SHORT | {"number": number}).json()["verdict"] == "unwinnable"


def test_ctrl_c_while_packs_are_read_ends_at_once(tmp_path):
    with running(tmp_path, "play.curated = lambda: (print('reading', flush=True), time.sleep(3600))") as server:
        threading.Thread(target=server.post, args=("packs", {}), daemon=True).start()
        assert server.process.stdout.readline() == "reading\n"
        assert server.post("games", {}).status_code == 200
        server.process.send_signal(signal.SIGINT)
        assert server.told() == (130, "")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_whatever_ends_the_server_ends_its_processes(tmp_path, name):
    """A terminal interrupts its whole process group, here twice; other signals reach the server alone."""
    with running(tmp_path) as server:
        server.ask_long()
        children = server.children(3)
        if name == "SIGINT":
            for _ in range(2):
                with suppress(ProcessLookupError):
                    os.killpg(server.process.pid, signal.SIGINT)
        else:
            server.process.send_signal(getattr(signal, name))
        status, said = server.told()
        assert status == (-signal.SIGKILL if name == "SIGKILL" else 130)
        # The others leave the server no time: a process that is just starting reports that it lost its parent.
        assert said == "" or name in ("SIGHUP", "SIGKILL")
        assert psutil.wait_procs(children, CAP)[1] == []
