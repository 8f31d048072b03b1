"""Surveys whose processes are killed: no row is lost or decided twice, and the result is the same."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest
from distributed import LocalCluster
from test_command import start
from test_survey import HEAD, query, rows, run, wait_for_rows

from winnow.workers.cluster import connected

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is POSIX")


def timed_rows(db):
    return set(query(db, "SELECT number, verdict, score, bound, positions, seconds FROM verdicts"))


class DaskCluster:
    """A scheduler and two workers, each a process that can be killed."""

    def __init__(self, folder):
        self.log = (folder / "cluster.log").open("ab")
        self.processes = {}
        self.begin()

    def begin(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.run("scheduler", "scheduler", "--host", "127.0.0.1", "--port", self.port)
        for name in ("worker 1", "worker 2"):
            self.begin_worker(name)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.1)
        raise TimeoutError("the scheduler has not begun")

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def begin_worker(self, name):
        self.run(name, "worker", self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "60")

    def run(self, name, *args):
        command = [sys.executable, "-m", "dask", *map(str, args), "--no-dashboard"]
        self.processes[name] = subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def kill(self, name):
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def end(self):
        for name in list(self.processes):
            self.kill(name)
        self.log.close()


@pytest.fixture
def cluster(tmp_path):
    cluster = DaskCluster(tmp_path)
    yield cluster
    cluster.end()


def local_victim(writer, rng):
    """Return a process of the run to kill: the writer or one of its workers."""
    workers = [child for child in psutil.Process(writer.pid).children() if "spawn_main" in " ".join(child.cmdline())]
    return rng.choice([writer, *workers])


def survive(db, deals, kills, begin, strike):
    """Start the survey, call `strike` after each part of its rows, restart it if it ended; no row may change."""
    process = begin()
    for kill in range(kills):
        if wait_for_rows(db, 1 + deals * kill // (kills * 5 // 4), process) is None:
            raise AssertionError(f"ended before kill {kill}: {process.communicate()}")
        before = timed_rows(db)
        if strike(process):
            process.communicate(timeout=300)
            process = begin()
        assert before <= timed_rows(db)
    _, stderr = process.communicate(timeout=1200)
    assert (process.returncode, stderr) == (3, b"")
    assert before <= timed_rows(db)


def kill_local(tmp_path, deals, kills):
    db, whole = tmp_path / "killed.db", tmp_path / "whole.db"
    args = ["survey", *map(str, HEAD), "--deals", str(deals), "--batch", "5"]
    rng = random.Random(kills)

    def strike(writer):
        time.sleep(rng.random() / 2)
        victim = local_victim(writer, rng)
        os.kill(victim.pid, signal.SIGKILL)
        return victim is writer

    survive(db, deals, kills, lambda: start(*args, "--jobs", "2", "--db", str(db)), strike)
    run(*args, "--db", whole)
    assert rows(db) == rows(whole)


def test_killed_processes_lose_no_row(tmp_path):
    kill_local(tmp_path, 300, 4)


@pytest.mark.full
def test_twenty_killed_processes_lose_no_row(tmp_path):
    kill_local(tmp_path, 2000, 20)


def test_a_cluster_writes_the_same_rows_though_a_worker_dies(tmp_path, cluster):
    db, whole = tmp_path / "dask.db", tmp_path / "whole.db"
    args = ["survey", *map(str, HEAD), "--deals", "100"]
    process = start(*args, "--batch", "2", "--dask", cluster.address, "--db", str(db))
    assert wait_for_rows(db, 10, process) is not None
    cluster.kill("worker 1")
    _, stderr = process.communicate(timeout=300)
    assert (process.returncode, stderr) == (3, b"")
    run(*args, "--db", whole)
    assert rows(db) == rows(whole)


def test_a_scheduler_without_workers_is_told():
    said = []
    with LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        with connected(cluster.scheduler_address, lambda: False, waiting=said.append):
            pass
        assert said == [cluster.scheduler_address]


def test_a_cluster_makes_the_same_pack_though_a_worker_dies(tmp_path, cluster):
    args = ["generate", "single-left", "--count", "5", "--deals", "200"]
    here, there = tmp_path / "here", tmp_path / "there"
    process = start(*args, "--dask", cluster.address, "-o", str(there))
    journal = there / "screening.part"
    while process.poll() is None and not (journal.exists() and journal.stat().st_size):
        time.sleep(0.01)
    cluster.kill("worker 1")
    _, stderr = process.communicate(timeout=300)
    assert stderr == b""
    assert run(*args, "-o", here).returncode == process.returncode
    assert {path.name: path.read_bytes() for path in there.iterdir()} == {
        path.name: path.read_bytes() for path in here.iterdir()
    }


@pytest.mark.full
def test_a_cluster_of_which_everything_is_killed_in_turn(tmp_path, cluster):
    db, whole = tmp_path / "dask.db", tmp_path / "whole.db"
    args = ["survey", *map(str, HEAD), "--deals", "2000"]
    rng = random.Random(20)
    struck = []

    def strike(writer):
        time.sleep(rng.random() / 2)
        victim = rng.choice(["writer", "scheduler", "worker 1", "worker 2"])
        struck.append(victim)
        if victim == "writer":
            writer.kill()
        elif victim == "scheduler":
            for name in list(cluster.processes):
                cluster.kill(name)
            _, stderr = writer.communicate(timeout=300)
            assert (writer.returncode, stderr.count(b"\n")) == (3, 1), stderr
            assert b"went away; run again to continue" in stderr
            cluster.begin()
        else:
            cluster.kill(victim)
            cluster.begin_worker(victim)
        return victim in ("writer", "scheduler")

    def begin():
        return start(*args, "--batch", "5", "--dask", cluster.address, "--db", str(db))

    survive(db, 2000, 20, begin, strike)
    print(json.dumps(struck))
    assert set(struck) == {"writer", "scheduler", "worker 1", "worker 2"}
    run(*args, "--db", whole)
    assert rows(db) == rows(whole)
