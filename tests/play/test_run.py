"""`winnow play` as a process: slow and incomplete connections, and its end."""

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress

import httpx
import psutil
import pytest
from browser import CAP

resource = pytest.importorskip("resource", reason="limits of open files are set as on Unix")

MANY = 400
LONG = {"game": "blink", "number": "1", "line": [], "best": True, "slot": "long"}
"""A question that no test waits for: the best layout of a full deck."""
CHANGED = "import time; from winnow.play import connections; from winnow.cli import main, play; {}; main(sys.argv[1:])"
"""A program that starts a server with a patch."""


class Running:
    """A running `winnow play` in a process group of its own; its standard error is read at its end."""

    def __init__(self, home, changed="pass"):
        command = [sys.executable, "-c", f"import sys; {CHANGED.format(changed)}", "play", "--no-browser"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(home)},
            start_new_session=True,
        )
        self.base = self.process.stdout.readline().strip()
        self.token, self.port = self.base.split("/")[3], int(self.base.split("/")[2].split(":")[1])
        self.headers = {"Host": f"127.0.0.1:{self.port}", "Origin": self.base[: -len(self.token) - 2]}

    def get(self, path=""):
        return httpx.get(self.base + path, timeout=CAP).status_code

    def request(self, method, path, **headers):
        """Return the head of a request, without the empty line at its end."""
        told = {**self.headers, "Content-Type": "application/json", **headers}
        lines = [f"{method} /{self.token}/{path} HTTP/1.1", *(f"{name}: {text}" for name, text in told.items())]
        return "\r\n".join(lines).encode()

    def connect(self, sent=b""):
        found = socket.create_connection(("127.0.0.1", self.port), timeout=CAP)
        # Writing to a connection that the server has closed fails.
        with suppress(OSError):
            found.sendall(sent)
        return found

    def ask_long(self):
        """Ask an endless question in a thread, and ignore the outcome."""

        def ask():
            with suppress(httpx.HTTPError):
                httpx.post(f"{self.base}api/verdict", json=LONG, headers=self.headers, timeout=CAP)

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
def running(home, changed="pass"):
    found = Running(home, changed)
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):
            os.killpg(found.process.pid, signal.SIGKILL)
        found.process.communicate()


def closed(connection):
    """Wait until the other side closes the connection; return the data received."""
    said = bytearray()
    with suppress(ConnectionResetError):
        while part := connection.recv(4096):
            said += part
    return bytes(said)


@pytest.fixture
def many_files():
    """Raise this process's limit of open files; the servers it starts keep the usual limit."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = before[1] if before[1] != resource.RLIM_INFINITY else 4096
    if most < MANY + 100:
        pytest.skip(f"this user may open {most} files only")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], MANY + 100), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("sent", ["nothing", "half a header", "half a body"])
def test_many_connections_that_send_too_little_do_not_stop_the_page(tmp_path, many_files, sent):
    few_files = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))"
    with running(tmp_path, few_files) as server, ExitStack() as stack:
        part = {
            "nothing": b"",
            "half a header": b"GET / HTTP/1.1\r\nHost: 127",
            "half a body": server.request("POST", "api/open", **{"Content-Length": "99"}) + b"\r\n\r\n{",
        }[sent]
        for _ in range(MANY):
            stack.enter_context(server.connect(part))
        assert server.get() == 200
        assert server.get("api/games") == 200
        server.process.send_signal(signal.SIGINT)
        assert server.told() == (130, "")


def test_a_request_that_does_not_come_in_time_is_closed(tmp_path):
    with running(tmp_path, "connections.REQUEST_SECONDS = 1.0") as server:
        head = server.request("POST", "api/open", **{"Content-Length": "9000"})
        for part in (b"", head[:40], head + b"\r\n\r\n{"):
            with server.connect(part) as slow:
                dribbled = threading.Event()

                def dribble(slow=slow, dribbled=dribbled):
                    # Further bytes, a few at a time, do not extend the time.
                    with suppress(OSError):
                        while not dribbled.wait(0.1):
                            slow.sendall(b" ")

                thread = threading.Thread(target=dribble)
                if part:
                    thread.start()
                closed(slow)
                dribbled.set()
                if part:
                    thread.join()
        assert server.get() == 200
        server.process.send_signal(signal.SIGINT)
        assert server.told() == (130, "")


def test_a_question_that_is_being_answered_keeps_its_connection(tmp_path):
    with running(tmp_path, "connections.REQUEST_SECONDS = 0.5; connections.MOST_CONNECTIONS = 1") as server:
        body = b'{"game": "blink", "number": "1", "line": [], "best": true, "slot": "long"}'
        with server.connect(
            server.request("POST", "api/verdict", **{"Content-Length": len(body)}) + b"\r\n\r\n" + body
        ) as asking:
            server.children(2)
            with server.connect(b"GET / HTTP/1.1\r\n") as newest:
                assert closed(newest) == b""
            asking.settimeout(1.5)
            with pytest.raises(TimeoutError):
                asking.recv(1)
        server.process.send_signal(signal.SIGINT)
        assert server.told() == (130, "")


def test_ctrl_c_while_packs_are_read_ends_at_once(tmp_path):
    with running(tmp_path, "play.curated = lambda: (print('reading', flush=True), time.sleep(3600))") as server:
        threading.Thread(target=server.get, args=("api/packs",), daemon=True).start()
        assert server.process.stdout.readline() == "reading\n"
        assert server.get("api/games") == 200
        server.process.send_signal(signal.SIGINT)
        assert server.told() == (130, "")


@pytest.mark.parametrize("processes", [1, 3])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_whatever_ends_the_server_ends_its_processes(tmp_path, name, processes):
    """A terminal interrupts its whole process group; other signals reach the server alone."""
    with running(tmp_path) as server:
        server.ask_long()
        children = server.children(processes)
        end = os.killpg if name == "SIGINT" else os.kill
        end(server.process.pid, getattr(signal, name))
        status, said = server.told()
        assert status == (-signal.SIGKILL if name == "SIGKILL" else 130)
        # The others leave the server no time: a process that is just starting reports that it lost its parent.
        assert said == "" or name in ("SIGHUP", "SIGKILL")
        assert psutil.wait_procs(children, CAP)[1] == []


def test_a_second_ctrl_c_is_as_quiet_as_the_first(tmp_path):
    with running(tmp_path) as server:
        server.ask_long()
        children = server.children(3)
        for _ in range(2):
            with suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGINT)
        assert server.told()[1] == ""
        assert psutil.wait_procs(children, CAP)[1] == []
