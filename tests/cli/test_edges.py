"""Odd words, files and texts: tables of commands, what they are given, and the line that refuses it."""

import errno
import json
import os
import re
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

import winnow
from command_help import refused, run
from hostile_files import CURATED, resum
from winnow.cli import common, exits
from winnow.core.deals import MAX_NUMBER
from winnow.core.errors import BadInputError, UnreadableError
from winnow.surveys.survey import MAX_SURVEYED
from winnow_puzzles.packs.files import BUNDLE, PACK
from winnow_puzzles.packs.files import DEALS as DEALS_FILE
from winnow_puzzles.single_left.puzzles import SingleLeftPuzzles

SMALL = "universal --rule deck=as-dealt --rule columns=2 '3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M'"
WORDS = {
    "solve univresal --number 1": "unknown game 'univresal'...did you mean universal?",
    "rules x": "unknown game 'x'",
    **dict.fromkeys(("solve x", "hint x", "prove x", "generate x", "deal x", "survey x head"), "unknown game 'x'"),
    **dict.fromkeys((f"survey {name} x" for name in ("run", "fair", "report", "rows")), "unknown game 'x'"),
    "slove universal --number 1": "no command 'slove'...did you mean solve?",
    "pack shwo DIR": "no command 'shwo'...did you mean show?",
    "solve universal --numbr 1": "--numbr...--number",
    "solve single-left --frobnicate": "--frobnicate",
    "solve universal --number 1 --rule drow=1": "no rule 'drow'...did you mean draw?",
    "solve universal --number 1 --rule draw=99999999999999999999": "1 to 999999999999999999",
    "solve universal --number 1 --rule draw=0": "draw=0",
    "solve universal --number 1 --rule draw": "name=value",
    "solve single-left --number 1 --rule 'redeals=a\nb'": r"redeals=a\nb",
    "solve head --number 1 --rule passes=1 --rule 'passes = 2'": "--rule passes is given twice",
    "solve single-left --goal one --number 1": "--rule goal=VALUE",
    "solve universal --number 1 --number 2": "--number is given 2 times",
    "solve universal --number -1": "-1...out of range",
    "solve universal --number one": "'one'",
    "solve universal --number 1 --engine magic": "no engine 'magic'",
    "solve universal --number 1 --without magic": "no technique 'magic'",
    "solve universal": "--number N",
    "solve universal 1E --number 1": "give one of",
    "solve single-left AC AC": "card 2...AC",
    "solve single-left 10♥,é --rule deck=as-dealt": "card 2: 'é' is not a card",
    "solve single-left --number 1 --seconds -1": "--seconds",
    "solve universal --number 1 --seconds nan": "'nan' is not in the range",
    "solve universal --number 1 --memory inf": "inf is not in the range",
    "check in --seconds nan": "'nan' is not in the range",
    "check in --memory nan": "'nan' is not in the range",
    "along head --seconds nan": "'nan' is not in the range",
    f"solve universal --number 1 --positions {'9' * 30}": "--positions",
    f"solve {SMALL} --after 'T W>9'": "move 2...'W>9'...legal there",
    f"hint {SMALL} --line 'T W>9'": "move 2...'W>9'",
    "solve head --number 0 --set-time 3": "--set-time is for blink only",
    "solve blink --number 0 --time 3": "go together",
    "solve blink --number 0 --time 3 --set-time 0": "positive number",
    "solve blink --file in --svg x.svg": "not for a file",
    "solve blink --number 0 --svg /no/such/place.svg": "cannot write",
    f"pack show {CURATED}/head --puzzle 0": "no puzzle 0: the puzzles of this pack are 1 to 50",
    f"pack show {CURATED}/head --puzzle 51": "no puzzle 51: the puzzles of this pack are 1 to 50",
    "bench single-left --against . --ablate": "two runs",
    "bench single-left --against . --without parity": "--ablate",
    "bench single-left --ablate --without nothing": "'nothing'",
    "bench single-left --only nothing": "'nothing'",
    "bench single-left --ablate --only nothing": "'nothing'",
    "bench single-left --against . --only nothing": "'nothing'",
    "survey head --deals 2 --db unused.db --dask foo": "no scheduler answers at foo: an address is HOST:PORT",
    "survey head --deals 2 --db unused.db --dask localhost:1": "no scheduler answers at localhost:1",
    "solve blink --number 0 --best --engine blink-beam": "looks for a win only; engine blink finds best scores",
    "survey head --deals 2 --db unused.db --dask '[::1]:99999'": "no scheduler answers at [::1]:99999",
    "survey klondike --deals 5 --db unused.db": "unknown game 'klondike'",
    "survey head --db unused.db": "--deals",
    "survey --deals 5 --db unused.db": "GAME",
    "survey --deals 0 head --db unused.db": "--deals",
    "survey --deals 5 head --deals 6 --db unused.db": "--deals is given 2 times",
    f"survey head --deals 5 --from {MAX_SURVEYED} --db unused.db": str(MAX_SURVEYED - 1),
    "survey head --deals 5 --rule deck=as-dealt --db unused.db": "deck=as-dealt",
    "survey head --deals 5 --engine magic --db unused.db": "no engine 'magic'",
    "survey head --deals 5 --markdown --db unused.db": "--markdown",
    "survey head --deals 1": "--db",
    "survey head --deals 1 --db none/s.db": "unable to open",
    "survey report --deals 5 --db unused.db": "--deals",
    "survey report --json --markdown --db unused.db": "a report has one form",
    "survey report --db none.db": "no such file",
    "survey report --db none.csv.xz": "cannot read",
    "survey rows --db unused.db": "-o",
    "survey rows -o /no/such/folder --db unused.db": "no such directory",
    "survey rows -o . --db none.db": "no such file",
    "hint single-left --number 1 --line draw --fair": "--line needs every card to be known",
    "along chess": "unknown game 'chess'",
    "play --no-browser nonsense": "is no game",
    "generate single-left --count 1 --rule discarding=forced -o p": "no choice",
    "generate head --count 1 --rule deck=as-dealt -o p": "as-dealt",
    "generate blink --count 1 --rule hold=0 -o p": "the tables begin with columns=3",
    "generate head --count 1 --level 1,6 -o p": "no level '6'",
    "problems head --rule deck=as-dealt -o p": "as-dealt",
    "problems head --theme luck -o p": "the themes of head are",
    "problems head": "-o DIR is needed",
    "problems head --rating x -o p": "not two numbers",
    "problems head --rating 3-1 -o p": "larger number first",
    "pack show .": "is not a pack",
    f"pack show {CURATED}/head --puzzle nothing": "no id begins with",
    f"pack show {CURATED}/head --puzzle ''": "several ids begin",
    f"pack export {CURATED}/head --to html -o no/file": "cannot write",
    f"pack export {CURATED}/head --to site -o p": "`winnow site`",
    f"pack export {CURATED}/one-minute --to site -o p": "`winnow site`",
}
"""Words of a command line, and what the line that refuses them says."""
BUNDLE_OF_PACK = f"prove {CURATED}/head --bundle -o p"
WORDS |= {f"{BUNDLE_OF_PACK} {asked}": "only limits" for asked in ("--best", "--without x", "--engine x", "--number 1")}
WORDS |= {f"prove {CURATED}/head nothing --bundle -o p": "nothing", f"prove {CURATED} --bundle -o p": "not a pack"}
WORDS |= {f"prove universal {asked} -o p": "either a deal's cards or its number" for asked in ("", "--bundle")}
FAIR = "survey fair head --deals 2 --policy natural"
LIMITS = ("--best", "--seconds=1", "--positions=9", "--memory=9")
WORDS |= {
    f"{FAIR} {option}": option.split("=")[0] for option in ("--db=x", "--engine=x", "--without=x", "--games=9", *LIMITS)
}
IDLE = [
    *(f"hint blink --number 0 {option}" for option in ("--policy tree", "--games 9", "--samples 9", "--seed 9")),
    *(f"hint blink --number 0 --line draw {option}" for option in ("--policy tree", "--games 9", "--samples 9")),
    "hint single-left --number 0 --fair --policy natural --games 9",
    *(f"solve blink --number 0 {option}" for option in ("--jobs 1", "--samples 9", "--seed 9")),
    "prove blink --number 0 --bundle -o p --dimacs x",
    "prove blink --number 0 --bundle -o p --reason",
    f"prove {CURATED}/head --bundle -o p --json",
    *(f"count blink --number 0 {option}" for option in ("--best", "--engine plain")),
    "check --seed 1 x",
    "check --sample 3 x",
    *(f"check x --verified {option}" for option in ("--positions 5", "--search", "--sample 5")),
    *(f"check head --pile AS {option}" for option in ("--strict", "--seconds 5")),
    f"pack show {CURATED}/head --solution",
    f"pack export {CURATED}/head --to html -o x --jobs 2",
]
"""Words of a command line whose last option would have no effect."""
AS_DEALT = "solve single-left --rule deck=as-dealt --file"
PLAIN_FILE = "is no plain file, which a survey database is"
FILES = [
    ("solve single-left --file /no/such/file", b"", "/no/such/file"),
    ("solve single-left --file /", b"", "/"),
    ("solve universal --file in", b"\n# nothing\n", "holds no deal"),
    ("solve universal --file in", bytes(range(256)) * 50, "not a text file"),
    (f"{AS_DEALT} in --memory 64", b"AS " * 5_000_000, "in: line 1 has more than 1,048,576 characters"),
    (f"{AS_DEALT} /dev/zero", b"", "/dev/zero: not a text file: line 1 holds a zero byte"),
    ("solve blink --number 1 --rule deck=in", b"1RS\n" * 20_000, ": more than 65,536 bytes"),
    ("solve blink --number 1 --rule deck=in --rule decks=50", b"1RS\n" * 6_000, "more than 1,048,576 characters"),
    ("check in", b"", "no verdict in in"),
    ("check in", b"not json\n", "in:1: not a JSON object on one line"),
    ("check - --verified", b"", "--verified checks files, not standard input"),
    *(("check in", text, "in:1: not a JSON object on one line") for text in (b"[" * 10**5, b"9" * 10**5)),
    ("check in", b"\0" * 1000, "not a"),
    ("check in", b"\xff\n", "in: not a text file: line 1 is not UTF-8"),
    ("check in", b'{"\xc3": 1}\n', "not a"),
    ("check /dev/zero", b"", "/dev/zero: not a text file: line 1 holds a zero byte"),
    *((f"prove universal --number 0 -o {name}", b"", f"cannot write {name}") for name in ("no/p", ".", "in/p")),
    (f"pack export {CURATED}/head-problems --to site -o .", b"kept", "holds something else than a site"),
    ("generate head --count 1 -o in/pack", b"", "cannot write in/pack: Not a directory"),
    ("problems head --count 1 -o in/pack", b"", "cannot write in/pack: Not a directory"),
    ("survey head --deals 1 --db /dev/zero", b"", f"/dev/zero {PLAIN_FILE}"),
    ("survey head --deals 1 --db /dev/full", b"", f"/dev/full {PLAIN_FILE}"),
    ("survey head --deals 1 --db /dev", b"", f"/dev {PLAIN_FILE}"),
    ("survey head --deals 1 --db fifo", b"", f"fifo {PLAIN_FILE}"),
]
"""A command, the content of its file `in` (a pipe is at `fifo`), and what the line that refuses it says."""
UNREAD = "winnow: the memory limit was reached as the deal was read (--memory raises it)\n"
LONG = ["solve", "solve --best", "hint", "hint --line draw", "prove -o -", "count", "prove --bundle -o -",
        "construct --leaves 0"]  # fmt: skip
SLOW = ["solve head --number 3", "hint head --number 3", f"prove head --number 3 -o {os.devnull}",
        "count blink '1RS 1RM' --rule deck=as-dealt"]  # fmt: skip


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("words", "said"), WORDS.items(), ids=WORDS)
def test_words_are_refused_in_one_line(words, said):
    refused(run(words), *said.split("..."))


@pytest.mark.parametrize("words", IDLE)
def test_an_option_without_effect_is_refused(words):
    refused(run(words), next(word for word in words.split()[::-1] if word.startswith("--")))


@pytest.mark.parametrize(("words", "content", "said"), FILES, ids=[f"{words}-{said}" for words, _, said in FILES])
def test_files_are_refused_in_one_line(words, content, said, tmp_path):
    before = set(os.listdir("/dev"))
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "in").write_bytes(content)
    refused(run(words), said)
    assert {path.name for path in tmp_path.iterdir()} == {"fifo", "in"}
    assert not {f"{name}-journal" for name in before} & set(os.listdir("/dev")) - before


def test_rows_of_a_folder_are_plain_files():
    os.mkfifo("head.win.csv.xz")
    refused(run("survey report --db ."), "head.win.csv.xz: not a regular file")


@pytest.mark.parametrize(("made", "journal"), [("generate", "screening.part"), ("problems", "problems.part")])
@pytest.mark.parametrize("content", ["not JSON\n", "{}\n", None])
def test_a_pack_is_not_made_over_something_else(made, journal, content, tmp_path):
    """An invalid journal or description, or a pipe (None) in its place."""
    for name in (journal, "pack.json"):
        folder = tmp_path / name
        folder.mkdir()
        if name == "pack.json":
            (folder / "SHA256SUMS").touch()
        if content is None:
            os.mkfifo(folder / name)
        else:
            (folder / name).write_text(content)
        refused(run(f"{made} single-left --count 1 --deals 8 -o {name}"), name)


@pytest.mark.parametrize("claim", ["/nonexistent", "/"])
def test_a_claim_that_cannot_be_read_is_bad_input(claim):
    with pytest.raises(UnreadableError, match=f"cannot read {claim}: "):
        winnow.check(claim)
    with pytest.raises(BadInputError):
        winnow.survey("head", 1, db=f"{claim}/of/nothing.db")


@pytest.mark.parametrize("made", ["generate", "problems"])
def test_the_first_deal_is_any_number(made, monkeypatch):
    monkeypatch.setattr(SingleLeftPuzzles, "deal_panel", {"natural-1/0.02": (-3.0, 2)})
    for seed, known in ((MAX_NUMBER - 1, True), (MAX_NUMBER, False)):
        assert (
            "is not in the range" not in run(f"{made} single-left --count 1 --deals 1 --seed {seed} -o {seed}").err
        ) == known


@pytest.mark.parametrize("asked", LONG)
def test_a_deal_on_the_command_line_is_read_within_the_memory(asked):
    words = [*asked.split(), "single-left", "AS " * 30_000, "--rule", "deck=as-dealt", "--memory", "1"]
    assert run(*words) == (3, "", UNREAD)


@pytest.mark.parametrize("asked", SLOW)
def test_the_time_begins_before_the_deal_is_read(asked, monkeypatch):
    pose = common.pose
    monkeypatch.setattr(common, "pose", lambda *asked, **named: time.sleep(0.3) or pose(*asked, **named))
    assert run(f"{asked} --seconds 0.2").status == 3


def test_options_that_repeat_and_flags_stay_allowed():
    assert run("solve universal --number 1 --rule draw=3 --rule passes=3 --json --json").status == 0


@pytest.mark.parametrize("deal", ["10♥ A♠\ufe0f k♧", "10♥\ufe0e A♠\ufe0e k♣\ufe0e", "TH; AS; KC", "\"TH\" “AS” 'KC'"])
def test_cards_are_read_as_they_are_pasted(deal):
    assert '"deal": "TH AS KC"' in run("solve", "single-left", deal, "--rule", "deck=as-dealt", "--json").out


def test_a_file_that_cannot_be_read_costs_check_only_itself(tmp_path):
    (tmp_path / "verdict").write_text(json.dumps(winnow.solve("single-left", 1).record()))
    (tmp_path / "bad").write_text("no verdict\n")
    (tmp_path / "empty").touch()
    status, out, said = run("check none bad empty verdict")
    assert (status, said.splitlines()) == (
        2,
        [
            "winnow: cannot read none: No such file or directory",
            "winnow: bad:1: not a JSON object on one line",
            "winnow: no verdict in empty",
        ],
    )
    assert re.fullmatch(r"verdict:1: (\w+): .*\n1 \1\n", out)


def test_a_file_that_no_command_expects_to_miss_is_named_as_read(monkeypatch):
    def missing(*_given, **_options):
        raise PermissionError(errno.EACCES, "Permission denied", "/usr/rules.md")

    monkeypatch.setattr(Path, "read_text", missing)
    monkeypatch.setattr(exits, "drop", lambda _stream: None)
    assert run("rules head")[::2] == (2, "winnow: cannot read /usr/rules.md: Permission denied\n")


DEALS = ["AS 2H", "# none", "3D KC 4S", "", "5D"]
SOLVE = ["solve", "single-left", "--rule", "deck=as-dealt", "--json", "--file"]
RECORDS = [json.dumps(winnow.solve("single-left", number).record()) for number in (1, 2)]
ENDS = [(begin, end) for begin in (b"", b"\xef\xbb\xbf") for end in (b"\n", b"\r\n", b"\r")]


def told(args, text, file):
    """Return the answer to a text: the same for a file and for standard input."""
    file.write_bytes(text)
    done = [run(*args, name, stdin=text) for name in (str(file), "-")]
    assert [(each.status, each.err) for each in done] == [(0, "")] * 2
    (answer,) = {re.sub(r'"seconds": [^,]*', '"seconds": 0', each.out.replace(str(file), "-")) for each in done}
    return answer


@pytest.mark.parametrize(("args", "lines"), [(SOLVE, DEALS), (["check"], RECORDS)], ids=["solve", "check"])
def test_every_reader_reads_text_of_any_system(args, lines, tmp_path):
    texts = [begin + b"".join(line.encode() + end for line in lines) for begin, end in ENDS]
    assert len({told(args, text, tmp_path / "text") for text in texts}) == 1


def test_a_carriage_return_does_not_join_two_deals(tmp_path):
    answer = told(SOLVE, b"AS 2H\r3D KC 4S\r\n5D", tmp_path / "text")
    assert [json.loads(line)["deal"] for line in answer.splitlines()] == ["AS 2H", "3D KC 4S", "5D"]


EVIL = "\x1b[2J\x1b]0;title\x07\x9b31m\u202e\u2028\x85\r\n1 verified\n"


def assert_harmless(*args):
    """Run a command, which prints neither control characters nor a line of the hostile text; return its output."""
    status, out, line = run(*args)
    lines = (out + line).split("\n")
    assert status in (0, 1, 2, 3)
    assert all(line.isprintable() for line in lines), (args, lines)
    assert not any(line.startswith("1 verified") for line in lines[:-2]), (args, lines)
    return out


def with_evil(value):
    """Yield copies of a JSON value, each with one text or one key that ends with the hostile text."""
    if isinstance(value, str):
        yield value + EVIL
    elif isinstance(value, list):
        yield from ([other, *value[1:]] for part in value[:1] for other in with_evil(part))
    elif isinstance(value, dict):
        for name, part in value.items():
            yield {**{other: kept for other, kept in value.items() if other != name}, name + EVIL: part}
            yield from ({**value, name: other} for other in with_evil(part))


def test_no_text_of_a_pack_reaches_a_terminal_as_it_is(tmp_path):
    name = "single-left-problems"
    about = json.loads((CURATED / name / PACK).read_text())
    puzzle = json.loads((CURATED / name / DEALS_FILE).read_text().splitlines()[0])
    shutil.copytree(CURATED / name, tmp_path / "pack", ignore=shutil.ignore_patterns(BUNDLE))
    changed = [(other, puzzle) for other in with_evil(about)] + [(about, other) for other in with_evil(puzzle)]
    for described, deal in changed:
        (tmp_path / "pack" / PACK).write_text(json.dumps(described))
        (tmp_path / "pack" / DEALS_FILE).write_text(json.dumps(deal) + "\n")
        if described is about:
            resum(tmp_path / "pack")
        for words in (["check"], ["pack", "show"], ["pack", "show", "--puzzle", "1", "--solution"]):
            assert_harmless(*words, "pack")


@pytest.mark.parametrize("game", ["single-left", "universal"])
def test_no_text_of_a_record_reaches_a_terminal_as_it_is(game, tmp_path):
    for record in (winnow.solve(game, 1).record(), winnow.hint(game, 1).record()):
        for changed in with_evil(record):
            (tmp_path / "verdict").write_text(json.dumps(changed))
            assert_harmless("check", "--search", "verdict")


def test_no_name_of_a_file_reaches_a_terminal_as_it_is():
    file = Path(f"a{EVIL}".replace("/", ""))
    for args in (["check"], ["pack", "show"], ["solve", "head", "--file"], ["survey", "report", "--db"]):
        assert_harmless(*args, file)
    file.write_text(json.dumps(winnow.solve("head", 1).record()))
    assert_harmless("check", file)


@pytest.mark.parametrize("form", [[], ["--markdown"]])
def test_no_text_of_a_survey_reaches_a_terminal_as_it_is(form):
    winnow.survey("head", 3, db="survey.db")
    with closing(sqlite3.connect("survey.db")) as connection:
        (rules,) = connection.execute("SELECT rules FROM survey").fetchone()
        odd = json.dumps({**json.loads(rules), "deck" + EVIL: EVIL})
        connection.execute("UPDATE survey SET rules = ?, engine = ?, version = ?", (odd, EVIL, EVIL))
        connection.commit()
    assert "\\x1b" in assert_harmless("survey", "report", "--db", "survey.db", *form)
