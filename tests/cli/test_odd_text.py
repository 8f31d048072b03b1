"""Text from any system: a byte-order mark, and lines that end with CRLF or CR, are read by every command alike."""

import json

import pytest
from click.testing import CliRunner

import winnow
from winnow.cli import command, main

DEALS = ["AS 2H", "# none", "3D KC 4S", "", "5D"]
SOLVE = ["solve", "single-left", "--rule", "deck=as-dealt", "--json"]
RECORDS = [json.dumps(winnow.solve("single-left", number).record()) for number in (1, 2)]
ODD = [(begin, end) for begin in (b"", b"\xef\xbb\xbf") for end in (b"\n", b"\r\n", b"\r")]
USUAL = b"", b"\n"


def written(lines, begin, end):
    return begin + b"".join(line.encode() + end for line in lines)


def run(args, stdin=b""):
    result = CliRunner().invoke(command, [str(arg) for arg in args], input=stdin, standalone_mode=False)
    assert result.exception is None
    return result


def outcome(name, lines, text, folder):
    """Return a command's output for a text, given as a file and, if possible, as standard input."""
    file = folder / "text"
    file.write_bytes(text)
    args = [[*SOLVE, "--file", file], [*SOLVE, "--file", "-"]] if name == "solve" else [[name, file], [name, "-"]]
    results = [run(each, text) for each in args]
    told = [result.stdout.replace(str(file), "-") for result in results]
    if name == "solve":
        told = [[json.loads(line) | {"seconds": 0} for line in each.splitlines()] for each in told]
    assert all(each == told[0] for each in told)
    return [result.return_value for result in results], told[0]


@pytest.mark.parametrize(("begin", "end"), ODD)
@pytest.mark.parametrize(("name", "lines"), [("solve", DEALS), ("check", RECORDS)])
def test_every_reader_reads_text_of_any_system(name, lines, begin, end, tmp_path):
    usual = outcome(name, lines, written(lines, *USUAL), tmp_path)
    assert usual[0][0] == 0
    assert outcome(name, lines, written(lines, begin, end), tmp_path) == usual


def test_a_carriage_return_does_not_join_two_deals(tmp_path):
    file = tmp_path / "deals"
    file.write_bytes(b"AS 2H\r3D KC 4S\r\n5D")
    found = [json.loads(line)["deal"] for line in run([*SOLVE, "--file", file]).stdout.splitlines()]
    assert found == ["AS 2H", "3D KC 4S", "5D"]


@pytest.mark.parametrize("content", [b"\0" * 1000, b"{}\n\xff\n", b'{"\xc3": 1}\n'])
def test_what_is_no_text_gets_one_line(content, tmp_path, capsys):
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        main(["check", str(file)])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.count("\n") == 1
    assert "not a" in said


def test_a_file_without_an_end_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["check", "/dev/zero"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith("/dev/zero: not a text file: line 1 holds a zero byte\n")
