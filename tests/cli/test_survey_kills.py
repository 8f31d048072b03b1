"""Surveys whose processes are killed: no row is lost or decided twice, and the result is the same."""

import os
import random
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest
from distributed import Client, LocalCluster
from test_survey import HEAD, query, rows, wait_for_rows

import winnow
from command_help import run, start
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
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        self.run("scheduler", "scheduler", "--host", "127.0.0.1", "--port", port)
        for name in ("worker 1", "worker 2"):
            self.begin_worker(name)
        Client(self.address, timeout=60).close()

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


def survive(folder, deals, kills, runner, strike):
    """Call `strike` after each part of the rows, restart an ended run; no row may change, or differ at the end."""
    db, whole = folder / "killed.db", folder / "whole.db"
    args = ["survey", *HEAD, "--deals", deals, "--batch", 4]
    process = start(*args, *runner(), "--db", db)
    for kill in range(kills):
        if wait_for_rows(db, 1 + deals * kill // (kills * 5 // 4), process) is None:
            raise AssertionError(f"ended before kill {kill}: {process.communicate()}")
        before = timed_rows(db)
        if strike(process):
            process.communicate(timeout=300)
            process = start(*args, *runner(), "--db", db)
        assert before <= timed_rows(db)
    _, stderr = process.communicate(timeout=1200)
    assert (process.returncode, stderr) == (0, b"")
    assert before <= timed_rows(db)
    run(*args, "--db", whole)
    assert rows(db) == rows(whole)


@pytest.mark.parametrize(("deals", "kills"), [(300, 4), pytest.param(2000, 20, marks=pytest.mark.full)])
def test_killed_processes_lose_no_row(tmp_path, deals, kills):
    rng = random.Random(kills)

    def strike(writer):
        time.sleep(rng.random() / 2)
        victim = local_victim(writer, rng)
        os.kill(victim.pid, signal.SIGKILL)
        return victim is writer

    survive(tmp_path, deals, kills, lambda: ["--jobs", "2"], strike)


VICTIMS = ("worker 1", "worker 2", "scheduler", "writer")


@pytest.mark.parametrize(
    ("deals", "kills", "victims"), [(100, 1, VICTIMS[:1]), pytest.param(2000, 20, VICTIMS, marks=pytest.mark.full)]
)
def test_a_cluster_of_which_parts_are_killed_loses_no_row(tmp_path, cluster, deals, kills, victims):
    rng, struck = random.Random(20), set()

    def strike(writer):
        time.sleep(rng.random() / 2)
        victim = rng.choice(victims)
        struck.add(victim)
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
            if kills > 1:
                cluster.begin_worker(victim)
        return victim in ("writer", "scheduler")

    survive(tmp_path, deals, kills, lambda: ["--dask", cluster.address], strike)
    assert struck == set(victims)


def test_a_survey_from_python_uses_the_cluster(cluster):
    here, there = (list(winnow.survey("single-left", 30, dask=dask)) for dask in (None, cluster.address))
    assert [row | {"seconds": 0} for row in there] == [row | {"seconds": 0} for row in here]


def test_a_scheduler_without_workers_is_told(caplog):
    with LocalCluster(n_workers=0, dashboard_address=None) as cluster, connected(cluster.scheduler_address, bool):
        pass
    assert any(message.startswith("waiting for workers: the scheduler at ") for message in caplog.messages)


def test_a_cluster_makes_the_same_pack_though_a_worker_dies(tmp_path, cluster):
    args = ["generate", "single-left", "--count", "5", "--deals", "200"]
    here, there = tmp_path / "here", tmp_path / "there"
    process = start(*args, "--dask", cluster.address, "-o", there)
    journal = there / "screening.part"
    while process.poll() is None and not (journal.exists() and journal.stat().st_size):
        time.sleep(0.01)
    cluster.kill("worker 1")
    _, stderr = process.communicate(timeout=300)
    assert stderr == b""
    assert run(*args, "-o", here).status == process.returncode
    assert {path.name: path.read_bytes() for path in there.iterdir()} == {
        path.name: path.read_bytes() for path in here.iterdir()
    }
