"""Runs winnow in this process, or starts one of its own, and reads what it prints."""

import json
import re
import shlex
import subprocess
import sys
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from winnow.cli import main

WINNOW = [sys.executable, "-m", "winnow"]


class Ended(NamedTuple):
    """The exit status of a command, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def records(self):
        """The objects of JSON lines on standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*args, stdin=None):
    """Run winnow in this process, with a text or bytes as its standard input; one text is the words of the command."""
    args = shlex.split(args[0]) if len(args) == 1 and isinstance(args[0], str) else args
    with CliRunner().isolation(input=stdin) as (out, err, _):
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        sys.stdout.flush()
        sys.stderr.flush()
        return Ended(end.value.code or 0, out.getvalue().decode(), err.getvalue().decode())


def said(*args):
    """Return what a command that exits with status 0 prints."""
    ended = run(*args)
    assert (ended.status, ended.err) == (0, "")
    return ended.out


def refused(ended, *parts):
    """Assert exit status 2, nothing on stdout, and one line on stderr with these parts in this order."""
    status, out, line = ended
    assert (status, out, line.count("\n"), line.startswith("winnow: ")) == (2, "", 1, True), line
    assert re.search(".*".join(map(re.escape, parts)), line), line


def python(*args, **options):
    """Run a Python program in a process of its own, to its end; what it writes is text unless `text` is False."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "timeout": 300, **options}
    done = subprocess.run([sys.executable, *map(str, args)], check=False, **given)
    return Ended(done.returncode, done.stdout, done.stderr)


def start(*args, **options):
    """Start winnow in a process group of its own; unbuffered, so that readline takes no more than its line."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    return subprocess.Popen([*WINNOW, *map(str, args)], **pipes, start_new_session=True, **options)
