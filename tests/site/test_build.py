"""What a site is built from: parts by content, a toolchain that is named if it is not here, a folder kept safe."""

import ast
import asyncio
import gzip
import importlib
import json
import random
import re
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from platformdirs import user_cache_path

from asking import never, run
from built_site import part_content
from winnow.cli.site import site
from winnow.core.deals import Deal
from winnow.play.reading import RefusedError
from winnow.site import library, pages, runtime, snapshot, start, toolchain
from winnow.site.browser import Worker
from winnow.site.build import write_site
from winnow.site.parts import as_script, joined, write_part
from winnow.site.thinker import think
from winnow.site.toolchain import Python, SiteError, find_python

ASKED = {"game": "single-left", "number": "1", "line": []}


@pytest.mark.parametrize("terminal", [True, False])
def test_the_command_shows_the_step_on_a_terminal_and_one_line_at_the_end(terminal, tmp_path, monkeypatch):
    def written(folder, packs, python, cache, problems, report):
        folder.mkdir()
        report("compiling the kernels")
        time.sleep(0.2)

    monkeypatch.setattr("winnow.site.build.write_site", written)
    monkeypatch.setattr("winnow.site.toolchain.find_python", lambda _: None)
    environment = {"FORCE_COLOR": "1"} if terminal else {"FORCE_COLOR": ""}
    done = CliRunner().invoke(site, ["-o", str(tmp_path / "site")], env=environment)
    assert done.stdout == f"{tmp_path / 'site'}: 0.0 MB\n"
    assert ("compiling the kernels" in done.stderr) == terminal


def test_a_part_is_named_by_its_content_and_the_same_whenever_it_is_written(tmp_path):
    content = joined({"a/b.py": b"x = 1", "c": b""})
    one, other = write_part(tmp_path, "winnow", content), write_part(tmp_path, "winnow", content)
    assert one == other
    assert one != write_part(tmp_path, "winnow", content + b"!")
    assert gzip.decompress(part_content(tmp_path / one.file)) == content
    assert one.size == (tmp_path / one.file).stat().st_size


def test_a_part_is_a_script_without_line_ends():
    every = bytes(range(256))
    script = as_script(every)
    assert b"\n" not in script
    assert b"\r" not in script
    assert ast.literal_eval(script[len(b"Winnow.part(") : -1].decode("latin-1").replace("\0", "\\0")) == every.decode(
        "latin-1"
    )


def test_a_problem_of_two_packs_is_that_of_the_first(tmp_path):
    name = pages._write_problems(tmp_path, [("a", b"first"), ("b", b"other"), ("a", b"second")])
    assert gzip.decompress(part_content(tmp_path / name / "a.part")) == b"first"
    assert len(list((tmp_path / name).iterdir())) == 2


PROGRAM = {
    **dict.fromkeys(("winnow/core/__init__.py", "winnow/site/__init__.py", "winnow/site/thinker.py"), b""),
    "winnow/__init__.py": b"Limits = solve = hint = None",
    "winnow/core/games.py": b"GAMES = ()",
    "winnow/site/start.py": b"import random, time\ndef warm(names): global now; now = time.time(), random.random()",
}
"""A program in the place of the page's."""


def test_memory_holds_nothing_of_the_machine_and_the_time_of_its_build(monkeypatch):
    cache = user_cache_path("winnow", appauthor=False) / "site" / "fetched"
    try:
        snapshot.node()
        wasm, scripts, library = runtime.pyodide(cache, lambda files: files)
    except SiteError as error:
        pytest.skip(f"the memory was not stored: {error}")
    more = {"pyodide.asm.wasm": wasm, "pyodide-lock.json": runtime.LOCK, "python_stdlib.zip": runtime.archive(library)}
    in_node, names = snapshot._run, json.dumps(["json", "random", "time"])  # asking the program takes as long again
    monkeypatch.setattr(snapshot, "_run", lambda *asked: names if asked[1] == "needed" else in_node(*asked))
    (one, loaded), (two, _) = (snapshot.memory(scripts | more, PROGRAM) for _ in range(2))
    assert "winnow.site.start" in loaded
    assert one == two
    assert b"snapshot.cjs" not in one


def test_memory_is_restored_with_randomness_of_its_own():
    random.seed(1)
    first = random.random()
    random.seed(1)
    finders = list(sys.meta_path)
    try:
        start.restored(lambda _module: False)
        assert random.random() != first
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module("no_part_has_this")
    finally:
        sys.meta_path[:] = finders


def test_a_module_of_a_part_is_found_once_the_part_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    asked = []

    def unpack(module):
        asked.append(module)
        if module != "comes_later":
            return False
        (tmp_path / "comes_later.py").write_text("value = 7")
        return True

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, start.Parts(unpack)])
    assert importlib.import_module("comes_later").value == 7
    # A part is listed for a package, too.
    assert start.Parts(unpack).find_spec("winnow.checking.nothing") is None
    assert asked == ["comes_later", "winnow.checking.nothing", "winnow.checking", "winnow"]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine").write_text("kept")
    with pytest.raises(SiteError, match="holds something else than a site"):
        write_site(tmp_path, [], Python(sys.executable, tmp_path), tmp_path / "cache")
    assert (tmp_path / "data" / "mine").read_text() == "kept"


def test_an_older_site_stays_whole_until_all_of_the_next_is_written(tmp_path, monkeypatch):
    def files(folder):
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def written(folder, named):
        monkeypatch.setattr(runtime, "pyodide", lambda *_: (named, dict.fromkeys(runtime._RUNTIME, b""), {}))
        write_site(folder, [], None, tmp_path, [(named.decode(), b"{}")])
        return files(folder)

    for name in ("pysat", "imported"):
        monkeypatch.setattr(runtime, name, lambda _: {})
    monkeypatch.setattr("winnow.site.build.kernels", lambda *_: {})
    monkeypatch.setattr("winnow.site.build.compiled", lambda _, files: files)
    monkeypatch.setattr("winnow.site.snapshot.memory", lambda *_: (b"", set()))
    older = written(tmp_path / "site", b"older")
    own = {Path("CNAME"): b"example.org"}
    (tmp_path / "site" / "CNAME").write_bytes(own[Path("CNAME")])
    with monkeypatch.context() as broken:
        broken.setattr("winnow.site.build._write_worker_of_the_cache", Mock(side_effect=OSError("full")))
        with pytest.raises(OSError, match="full"):
            written(tmp_path / "site", b"next")
    assert files(tmp_path / "site") == older | own
    (tmp_path / "site" / ".new" / "engine").mkdir(parents=True)  # a run was killed
    assert written(tmp_path / "site", b"next") == written(tmp_path / "other", b"next") | own != older | own


def test_a_python_of_another_version_is_told_in_a_line(tmp_path, monkeypatch):
    done = CliRunner().invoke(site, ["-o", str(tmp_path / "out"), "--python", "/nonexistent/python"])
    assert isinstance(done.exception, SiteError)
    assert str(done.exception) == "/nonexistent/python is not a CPython 3.13 with its headers"
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    with pytest.raises(SiteError, match="no CPython"):
        find_python()


def test_headers_get_the_sizes_of_32_bits(tmp_path):
    (tmp_path / "from").mkdir()
    (tmp_path / "from" / "pyconfig.h").write_text(
        "#define SIZEOF_LONG 8\n#define SIZEOF_DOUBLE 8\n#define SIZEOF_VOID_P 8\n#define HAVE_GCC_UINT128_T 1\n"
    )
    headers = toolchain._narrow_headers(Python("", tmp_path / "from"), tmp_path / "to")
    told = (headers / "pyconfig.h").read_text()
    assert told == "#define SIZEOF_LONG 4\n#define SIZEOF_DOUBLE 8\n#define SIZEOF_VOID_P 4\n\n"


def test_a_file_of_a_registry_that_is_another_is_refused(tmp_path):
    other = tmp_path / "other"
    other.write_bytes(b"not it")
    with pytest.raises(SiteError, match="is not the file that this version of Winnow was tested with"):
        runtime.fetched(other.as_uri(), "0" * 64, tmp_path / "cache")
    with pytest.raises(SiteError, match="cannot fetch"):
        runtime.fetched((tmp_path / "nothing").as_uri(), "0" * 64, tmp_path / "cache")


def asked(answer, *question):
    """Return what comes back of a question whose message a thinker answers so."""

    async def work():
        worker = Worker(lambda number, message, _of: worker.take(number, answer(message)), Mock())
        return await worker.ask(never, *question)

    return run(work)


def test_a_question_goes_to_a_worker_and_its_answer_or_the_lack_of_one_comes_back():
    deal = Deal.numbered("single-left", 1)
    assert asked(think, "verdict", deal, (), False)["verdict"] == "unwinnable"
    with pytest.raises(RefusedError, match="not legal"):
        asked(think, "story", deal, ("nonsense",), ())
    with pytest.raises(RefusedError, match="ran out of memory or was stopped"):
        asked(lambda _message: None, "verdict")


def test_a_request_that_is_left_drops_its_question():
    dropped, belongs = [], []

    async def work():
        asked = asyncio.Event()
        worker = Worker(lambda _number, _message, of: (belongs.append(of), asked.set()), dropped.append)
        answer = asyncio.create_task(worker.answer(7, "verdict", json.dumps(ASKED)))
        await asked.wait()
        worker.leave(7)
        return json.loads(await answer), json.loads(await worker.answer(8, "nope", "{}"))

    assert run(work) == ([499, {}], [404, {"error": "Nothing is here."}])
    assert (belongs, dropped) == ([7], [1])


def told(**fields):
    return json.loads(library.answer(json.dumps(fields)))


TYPES = (pages.OWN / "winnow.d.mts").read_text()


def declared(name):
    """Return the fields of an interface of the module's types, and those that may be absent."""
    extends, body = re.search(rf"(?sm)interface {name} (?:extends (\w+) )?{{(.*?)^}}", TYPES).groups()
    fields = dict(re.findall(r"(?m)^  (\w+)(\??):", body))
    inherited, optional = declared(extends) if extends else (set(), set())
    return inherited | fields.keys(), optional | {field for field, mark in fields.items() if mark}


def test_the_types_of_the_module_name_every_field():
    number, small = {"game": "single-left", "number": 1}, {"columns": 2, "rows": 2, "deck": "1RD 2RD 1BD 2BD"}
    hidden = " ".join(["?", "?", *Deal.numbered("universal", 1).cards[2:]])
    position = told(ask="play", svg=True, **number)["value"]
    found = [
        ("Verdict", told(ask="solve", **number)["value"]),
        ("Verdict", told(ask="solve", game="universal", number=1, limits={"positions": 1})["value"]),
        ("Verdict", told(ask="solve", game="universal", deal=hidden)["value"]),
        ("Hint", told(ask="hint", game="blink", number=1, rules=small)["value"]),
        ("FairHint", fair := told(ask="fairHint", samples=2, games=2, **number)["value"]),
        ("FairMove", fair["moves"][0]),
        ("Review", told(ask="review", best=True, line="draw", **number)["value"]),
        ("Position", position),
        ("Table", position["table"]),
        ("Pile", position["table"]["piles"][1]),
        ("Card", next(card for pile in position["table"]["piles"] for card in pile["cards"])),
        ("Gesture", position["table"]["gestures"][0]),
        ("Checked", told(ask="check", record={})["value"]),
        *(("Game", game) for game in told(ask="games")["value"]),
    ]
    for name, value in found:
        fields, optional = declared(name)
        assert fields - optional <= value.keys() <= fields, name


def test_kernels_are_translated_by_the_directives_of_setup_py():
    tree = ast.parse((Path(__file__).parents[2] / "setup.py").read_text())
    named = [node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "DIRECTIVES"]
    assert [ast.literal_eval(value) for value in named] == [toolchain._DIRECTIVES]
