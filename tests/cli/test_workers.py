"""Worker processes: what they import, scripts that start them, and what is said when one dies."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from command_help import python
from winnow.play.thinking import Thinkers
from winnow.workers.local import Processes, WorkerLostError, alone

SCRIPT = "import winnow; print(winnow.survey('head', 4, jobs=2, db='head.db'))"
COMMANDS = {
    "solve": ["solve", "blink", "--rule", "deck=as-dealt", "--file", "deals", "--jobs", "2"],
    "survey": ["survey", "head", "--deals", "4", "--db", "head.db", "--jobs", "2"],
}
SHADOWS = ("enum", "pickle", "select", "signal", "socket", "struct", "threading", "types")


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """Return a folder, the current one, with files that have the names of modules and leave a mark where imported."""
    for name in SHADOWS:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'w'); raise ImportError")
    (tmp_path / "deals").write_text("1RS 1RT\n1RS 1RS\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_workers_run_no_file_of_the_current_folder(name, trap):
    program = Path(sys.executable).with_name("winnow")
    assert python(program, *COMMANDS[name])[::2] == (0, "")
    assert not (trap / "mark").exists()


async def never():
    await asyncio.Event().wait()


def test_thinkers_run_no_file_of_the_current_folder(trap):
    async def work():
        thinkers = Thinkers(1)
        try:
            with pytest.raises(Exception, match="status 1"):
                await thinkers.ask(never, "no such function")
        finally:
            thinkers.end()

    asyncio.run(work())
    assert not (trap / "mark").exists()


def test_a_script_on_standard_input_starts_workers(tmp_path):
    assert python(input=SCRIPT, cwd=tmp_path, timeout=60)[::2] == (0, "")


def end_by(number):
    """End this process by a signal, or with a status."""
    if isinstance(number, signal.Signals):
        os.kill(os.getpid(), number)
    os._exit(number)


DEATHS = {
    signal.SIGKILL: "was killed \\(out of memory\\?\\)",
    signal.SIGSEGV: "was ended by signal 11 \\(Segmentation fault\\)",
    1: "ended with status 1",
}


@pytest.mark.parametrize("number", DEATHS)
def test_the_death_of_a_worker_is_told_as_what_it_was(number):
    with pytest.raises(WorkerLostError, match=DEATHS[number]) as raised:
        list(Processes(2, lambda: False).run(end_by, [number]))
    assert raised.value.task == number
    with pytest.raises(WorkerLostError, match=DEATHS[number]):
        alone(end_by, number)
