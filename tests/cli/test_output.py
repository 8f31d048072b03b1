"""Output: whole or not at all, through links, into pipes and devices as they are."""

import errno
import os
import pty
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import winnow_puzzles
from winnow.cli import exits, main
from winnow.core.errors import OutputError
from winnow.core.output import Output


def test_a_file_appears_whole_with_the_usual_permissions(tmp_path):
    target = tmp_path / "new"
    with Output(str(target)).opened() as stream:
        stream.write(b"half")
        assert not target.exists()
        stream.write(b" and half")
    assert target.read_bytes() == b"half and half"
    assert list(tmp_path.iterdir()) == [target]
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def fail_half_way(output):
    with output.opened() as stream:
        stream.write(b"after")
        raise RuntimeError


def test_a_file_stays_as_it_was_if_writing_fails(tmp_path):
    target = tmp_path / "old"
    target.write_text("before")
    target.chmod(0o600)
    with pytest.raises(RuntimeError):
        fail_half_way(Output(str(target)))
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]
    Output(str(target)).write(b"after")
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("after", 0o600)


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)
    Output(str(link)).write(b"after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "made")
    Output(str(dangling)).write(b"made")
    assert dangling.is_symlink()
    assert (tmp_path / "made").read_text() == "made"


def test_a_pipe_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    Output(str(pipe)).write(b"through")
    reader.join()
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_stays_a_device():
    Output("/dev/null").write(b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(OutputError, match="cannot write /dev/full: No space left"):
        Output("/dev/full").write(b"x" * 100_000)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_another_file_that_ends_in_part_is_left_alone(tmp_path):
    other = tmp_path / "x.part"
    other.write_text("mine")
    Output(str(tmp_path / "x")).write(b"x")
    assert other.read_text() == "mine"


def test_standard_output(capfdbinary):
    Output("-").write(b"out")
    assert capfdbinary.readouterr().out == b"out"


@pytest.mark.parametrize("name", ["{}/no/where", "{}", "{}/file/x"])
def test_what_cannot_be_written_is_said_at_once(tmp_path, name):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError) as caught:
        Output(name.format(tmp_path))
    assert str(caught.value).startswith(f"cannot write {tmp_path}")
    assert "\n" not in str(caught.value)


def run(*args, **more):
    command = [sys.executable, "-m", "winnow", *map(str, args)]
    return subprocess.run(command, capture_output=True, check=False, **more)


LOST = ["single-left", "--number", "1", "--rule", "goal=one"]


def test_a_certificate_goes_through_a_pipe_and_to_standard_output(tmp_path):
    assert run("prove", *LOST, "-o", tmp_path / "file").returncode == 0
    out = run("prove", *LOST, "-o", "-")
    assert (out.stdout, out.stderr) == ((tmp_path / "file").read_bytes(), b"")


def test_brackets_in_a_name_are_told_as_they_are(tmp_path):
    target = tmp_path / "a[bold].gz"
    told = run("prove", *LOST, "-o", target, text=True).stdout
    assert f"Certificate: {target} (" in told


def test_what_cannot_be_written_ends_before_the_search(tmp_path):
    result = run("prove", "universal", "--number", "0", "-o", tmp_path / "no" / "p")
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.startswith(b"winnow: cannot write ")


def test_a_file_that_cannot_be_read_costs_check_only_itself(tmp_path):
    (tmp_path / "bad").write_text("no verdict\n")
    (tmp_path / "empty").touch()
    verdict = tmp_path / "verdict"
    verdict.write_bytes(run("solve", *LOST, "--json").stdout)
    result = run("check", tmp_path / "none", tmp_path / "bad", tmp_path / "empty", verdict)
    assert result.returncode == 2
    assert result.stdout.decode().startswith(f"{verdict}:1: verified: ")
    assert result.stdout.decode().endswith("\n1 verified\n")
    assert [line.partition(b" ")[2] for line in result.stderr.splitlines()] == [
        f"cannot read {tmp_path / 'none'}: No such file or directory".encode(),
        f"{tmp_path / 'bad'}:1: not a JSON object on one line".encode(),
        f"no verdict in {tmp_path / 'empty'}".encode(),
    ]


def on_a_terminal(*args, **environment):
    """Return a function that runs a command with a terminal as stderr and returns its output there."""
    ours, theirs = pty.openpty()
    known = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run([sys.executable, "-m", "winnow", *args], stderr=theirs, check=False, env={**known, **environment})
    os.close(theirs)
    said = os.read(ours, 4096)
    os.close(ours)
    return said


def test_errors_are_in_colour_on_a_terminal_only():
    text = b"unknown game 'x'"
    assert on_a_terminal("rules", "x").startswith(b"\x1b[31m\x1b[1mwinnow:\x1b[0m " + text)
    assert on_a_terminal("rules", "x", NO_COLOR="1").startswith(b"winnow: " + text)
    assert run("rules", "x").stderr.startswith(b"winnow: " + text)


def test_an_exported_pack_keeps_links_and_other_files(tmp_path):
    pack = Path(winnow_puzzles.__file__).parent / "curated" / "head"
    target, link, part = tmp_path / "target", tmp_path / "link", tmp_path / "link.part"
    target.write_text("before")
    part.write_text("mine")
    link.symlink_to(target)
    assert run("pack", "export", pack, "--to", "csv", "-o", link).returncode == 0
    assert link.is_symlink()
    assert part.read_text() == "mine"
    out = run("pack", "export", pack, "--to", "csv", "-o", "-")
    assert out.stdout == target.read_bytes()


@pytest.mark.parametrize("command", ["generate", "problems"])
def test_a_pack_that_cannot_be_written_is_named(command, tmp_path, capsys):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as ended:
        main([command, "head", "--count", "1", "-o", str(tmp_path / "file" / "pack")])
    said = f"winnow: cannot write {tmp_path}/file/pack: Not a directory\n"
    assert (ended.value.code, capsys.readouterr().err) == (2, said)


def test_a_file_that_no_command_expects_to_miss_is_named_as_read(monkeypatch, capsys):
    def missing(*_given, **_options):
        raise PermissionError(errno.EACCES, "Permission denied", "/usr/rules.md")

    monkeypatch.setattr(Path, "read_text", missing)
    monkeypatch.setattr(exits, "drop", lambda _stream: None)
    with pytest.raises(SystemExit) as ended:
        main(["rules", "head"])
    assert (ended.value.code, capsys.readouterr().err) == (2, "winnow: cannot read /usr/rules.md: Permission denied\n")
