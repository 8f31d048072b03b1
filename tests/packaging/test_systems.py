"""What differs between systems is stated: the encoding and line ends of files, signals, limits of other programs."""

import ast
import signal
import sys

import pytest

from project import ROOT
from winnow.cli import verified
from winnow.core.meter import ExhaustedError, Meter
from winnow.workers.interrupts import ENDING

SOURCES = [path for folder in ("solver", "puzzles") for path in sorted((ROOT / folder).rglob("*.py"))]
NEEDED = {"read_text": {"encoding"}, "write_text": {"encoding", "newline"}}
TEXT_MODES = {"r", "w", "a", "x", "r+", "w+"}


def unstated(source):
    """Yield the lines of a source that leave encoding or line ends of a file to the system."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            method = isinstance(node.func, ast.Attribute)
            name = node.func.attr if method else node.func.id
            stated = {keyword.arg for keyword in node.keywords}
            modes = [each.value for each in (*node.args, *(k.value for k in node.keywords)) if is_text(each)]
            as_text = (name in ("open", "fdopen") and modes) or (
                method and name == "open" and not node.args and "fileobj" not in stated
            )
            if (method and not NEEDED.get(name, set()) <= stated) or (as_text and "encoding" not in stated):
                yield node.lineno


def is_text(node):
    return isinstance(node, ast.Constant) and node.value in TEXT_MODES


LEFT = ("p.read_text()", "p.write_text(t, encoding='utf-8')", "open(p, 'w')", "p.open('a')", "p.open()")


@pytest.mark.parametrize("source", [*LEFT, "os.fdopen(1, 'w')"])
def test_what_is_left_to_the_system_is_found(source):
    assert list(unstated(source)) == [1]


def test_every_file_of_text_states_its_encoding_and_line_ends():
    assert len(SOURCES) > 250
    left = {f"{path.relative_to(ROOT)}:{line}" for path in SOURCES for line in unstated(path.read_text("utf-8"))}
    assert left == set()


def test_every_signal_that_closes_a_terminal_ends_a_program():
    assert {getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)} == set(ENDING)


HUNGRY = "import sys, time; kept = b'x' * (200 << 20); time.sleep(60)"


@pytest.mark.parametrize(("program", "limit"), [(HUNGRY, "memory"), ("import time; time.sleep(60)", "seconds")])
def test_a_program_is_limited(program, limit):
    with pytest.raises(ExhaustedError, match=limit):
        verified._run([sys.executable, "-c", program], Meter(16, 20 if limit == "memory" else 1))


def test_a_limited_program_tells_its_answer():
    program = "import sys; print('verified'); print('x' * 100_000, file=sys.stderr); sys.exit(3)"
    status, out, errors = verified._run([sys.executable, "-c", program], Meter(512, 60))
    assert (status, out, len(errors)) == (3, "verified\n", 100_001)
