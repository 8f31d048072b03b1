"""Untrusted packs are shown and exported, or refused in one line; nothing in them is executed."""

import shutil

import pytest

from command_help import run
from hostile_files import CURATED, PACKS, rewrite
from winnow_puzzles.packs.files import BUNDLE, DEALS, PACK, puzzle_id

PRIVATE = "the first line of somebody's secrets"


def copied(name, folder):
    """Return a copy of a pack that comes with Winnow, cut to its first puzzle."""
    shutil.copytree(CURATED / name, folder, ignore=shutil.ignore_patterns(BUNDLE))
    deals = folder / DEALS
    deals.write_text(deals.read_text().splitlines()[0] + "\n")
    return folder


def commands(folder, output):
    """Yield the commands that show a pack or print it; sites read packs in the same way."""
    yield ["pack", "show", folder]
    yield ["pack", "show", folder, "--puzzle", "1", "--solution"]
    yield ["pack", "export", folder, "--to", "html", "-o", output / "html"]


def ended(args):
    """Return the status and output of a command; a refusal is one line."""
    status, out, err = run(*args)
    assert (status, err.count("\n")) in [(0, 0), (1, 0), (2, 1)], err
    return status, out + err


def test_a_packs_deck_is_never_a_path(tmp_path):
    secret, folder = tmp_path / "secret", copied("blink", tmp_path / "pack")
    secret.write_text(PRIVATE)

    def change(record):
        record["rules"]["deck"] = str(secret)
        if "deal" in record:
            record["id"] = puzzle_id(record["game"], record["rules"], record["deal"])

    for name in (PACK, DEALS):
        rewrite(folder / name, change)
    for args in (["check", folder], *commands(folder, tmp_path)):
        status, said = ended(args)
        assert status == (1 if args[0] == "check" else 2)
        assert "'the" not in said
        assert "secrets" not in said


def devices(folder):
    for name in (PACK, DEALS):
        (folder / name).unlink()
        (folder / name).symlink_to("/dev/zero")


def long_line(folder):
    with (folder / DEALS).open("a") as file:
        file.write('"' + "x" * (1 << 21))


def deep_lines(folder):
    (folder / DEALS).write_text("[" * 500_000)


ODD = {
    **{name: make for name, make in PACKS.items() if "GiB" in name or "link" in name or "pipes" in name},
    **{make.__name__: lambda path, make=make: make(copied("head", path)) for make in (devices, long_line, deep_lines)},
}
READABLE = "a pack with sums of 20 GiB"
"""Checksums: only a check reads them, not showing or exporting."""


@pytest.mark.parametrize("name", ODD)
def test_odd_files_of_a_pack_end_in_one_line(name, tmp_path):
    folder = tmp_path / "pack"
    ODD[name](folder)
    for args in commands(folder, tmp_path):
        status, said = ended(args)
        assert status == (0 if name == READABLE else 2), said


def test_a_pack_from_another_system_is_read(tmp_path):
    folder = copied("head", tmp_path / "pack")
    usual = [ended(args) for args in commands(folder, tmp_path)]
    for name in (PACK, DEALS):
        (folder / name).write_bytes(b"\xef\xbb\xbf" + (folder / name).read_bytes().replace(b"\n", b"\r\n"))
    assert [ended(args) for args in commands(folder, tmp_path)] == usual


NAMES = ["x\0", "id", "Gap", "rule_deck", "\x1b[2J", "", "\n", "\ud800"]
NUMBERS = [-(2**63) - 1, 2**64, 10**400, float("inf"), -0.0, 0.5]
PLACES = [(None, "number"), (None, "level"), ("metrics", "gap"), ("rating", "logits"), ("rating", "plays"),
          ("verdict", "score")]  # fmt: skip


def put(part, name, value):
    """Return a change of a puzzle: a value in one of its parts, or in the puzzle itself."""
    return lambda puzzle: (puzzle[part] if part else puzzle).update({name: value})


CHANGES = [
    *(put(part, name, 1) for part in ("metrics", "rules", "played") for name in NAMES),
    *(put(*place, number) for place in PLACES for number in NUMBERS),
    put("rules", "passing", "a\nb"),
    put("rules", "passing", {"a": [1]}),
    put(None, "goal", "\ud800"),
    put("verdict", "engine", "x\0y"),
]


def test_odd_names_and_numbers_end_in_one_line(tmp_path):
    for place, change in enumerate(CHANGES):
        folder = copied("one-minute", tmp_path / str(place))
        rewrite(folder / DEALS, change)
        for args in (["check", folder], *commands(folder, tmp_path)):
            ended(args)


def test_a_table_without_end_is_not_drawn(tmp_path):
    folder = copied("blink", tmp_path / "pack")

    def change(record):
        record["rules"].update(columns=10**17, rows=10**17)

    rewrite(folder / DEALS, change)
    for args in commands(folder, tmp_path):
        ended(args)
