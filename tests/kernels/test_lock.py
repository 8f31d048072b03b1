"""Searches take the GIL by the clock, some fifty times a second, so several threads search at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import winnow
import winnow_kernels

COUNTER = """
#define _GNU_SOURCE
#include <dlfcn.h>
static long taken;
long times_taken(void) { return taken; }
int PyGILState_Ensure(void)
{
    static int (*real)(void);
    if (!real)
        real = dlsym(RTLD_NEXT, "PyGILState_Ensure");
    taken++;
    return real();
}
void PyEval_RestoreThread(void *state)
{
    static void (*real)(void *);
    if (!real)
        real = dlsym(RTLD_NEXT, "PyEval_RestoreThread");
    taken++;
    real(state);
}
"""

COUNTED = """
import ctypes, sys, time, winnow
times_taken = ctypes.CDLL(None).times_taken
times_taken.restype = ctypes.c_long
asked = {asked}
winnow.solve(*asked[0], **asked[1])
taken, began = times_taken(), time.monotonic()
winnow.solve(*asked[0], **asked[1])
print(times_taken() - taken, time.monotonic() - began)
"""

# Each took the GIL 130 times or more, in milliseconds, when layers traded names and searches polled by positions.
EASY = {
    "universal": (("universal", 930001), {}),
    "blink": (("blink", 930002), {}),
    "one-minute": (("one-minute", 930002), {"best": True}),
    "head": (("head", 930002), {"best": True, "rules": {"extended": True, "melding": "optional"}}),
    "single-left": (("single-left", 5), {"best": True, "rules": {"discarding": "optional", "redeals": 1}}),
}

IN_A_SUB_INTERPRETER = """
import sys
try:
    import _interpreters as interpreters
    made = interpreters.create("legacy")
except ImportError:
    import _xxsubinterpreters as interpreters
    made = interpreters.create(isolated=False)
sys.exit(interpreters.run_string(made, sys.argv[1]))
"""
ASKED_THERE = f"""
import winnow
for words, named in {list(EASY.values())}:
    print(winnow.solve(*words, **named, limits=winnow.Limits(seconds=2)).stopped)
try:
    print(len(list(winnow.solve_many("blink", [1]))))
except RuntimeError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def counter(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("calls are counted by a library that Linux loads first, and that a C compiler makes")
    folder = tmp_path_factory.mktemp("counter")
    (folder / "counter.c").write_text(COUNTER)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "counter.so", "counter.c", "-ldl"], cwd=folder, check=True)
    return folder / "counter.so"


@pytest.mark.parametrize("game", EASY)
def test_a_search_takes_the_lock_a_few_times_and_then_by_the_clock(counter, game):
    asked = EASY[game]
    if game == "single-left":
        asked = (asked[0], {**asked[1], "limits": "LIMITS"})
    program = COUNTED.format(asked=repr(asked).replace("'LIMITS'", "winnow.Limits(positions=100_000)"))
    folders = [str(Path(package.__file__).parents[1]) for package in (winnow, winnow_kernels)]
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "LD_PRELOAD": f"{os.environ.get('LD_PRELOAD', '')} {counter}",
            "PYTHONPATH": os.pathsep.join(folders),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    taken, seconds = run.stdout.split()
    assert 0 < int(taken) < 80 + 80 * float(seconds)


def test_a_sub_interpreter_answers_questions_and_says_where_it_cannot_search():
    cannot = "a sub-interpreter can search only in threads that were started there (threading.Thread)"
    command = [sys.executable, "-c", IN_A_SUB_INTERPRETER, ASKED_THERE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    *stopped, told = done.stdout.splitlines()
    assert len(stopped) == len(EASY)
    assert set(stopped) <= {"None", "seconds"}
    assert told == ("1" if sys.version_info >= (3, 12) else cannot)
