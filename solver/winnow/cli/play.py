"""winnow play: the games on a page in the browser."""

from __future__ import annotations

import socket
from importlib import resources
from pathlib import Path
from urllib.parse import quote

import click
from platformdirs import user_data_path

from winnow.cli.exits import InputError
from winnow.core.games import GAMES
from winnow.play.progress import Progress
from winnow.play.server import ADDRESS, Server, run
from winnow.play.shelf import Pack, Shelf

_LEAST_ID = 6
"""The fewest characters of a puzzle's id that name it."""


@click.command()
@click.argument("what", metavar="[GAME | PACK | PUZZLE-ID]", required=False)
@click.option("--no-browser", is_flag=True, help="Only print the address; open no browser.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="P", help="Listen on port P (default: any free port)."
)
def play(what: str | None, no_browser: bool, port: int) -> None:
    r"""Play the games on a page in the browser, with hints and proved verdicts.

    The page is served to this machine only, at the printed address; Ctrl-C stops the server. Progress is kept in the
    user's data directory.
    """
    own = [read_shown(Path(what))] if what is not None and Path(what).is_dir() else []
    shelf = Shelf(lambda: [*own, *curated()])
    where = _place(shelf, what)
    try:
        place = socket.create_server((ADDRESS, port))
    except OSError as error:
        raise InputError(f"cannot listen on port {port}: {error.strerror}") from None
    progress = Progress(user_data_path("winnow", appauthor=False) / "progress.json")
    run(Server(shelf, progress), place, where, click.echo, browser=not no_browser)


def curated() -> list[Pack]:
    """Return the packs that come with Winnow."""
    folder = Path(str(resources.files("winnow_puzzles"))) / "curated"
    # The tests validate them against their schemas: the page need not.
    return [read_shown(path, known_good=True) for path in sorted(folder.iterdir()) if (path / "pack.json").is_file()]


def read_shown(directory: Path, *, known_good: bool = False) -> Pack:
    """Return the pack in a directory in the form that the page shows; raise PackError if it is malformed."""
    # The page is served before packs and their schemas are loaded.
    from winnow_puzzles.packs.reading import read_pack  # noqa: PLC0415

    return read_pack(directory, known_good=known_good).shown()


def _place(shelf: Shelf, what: str | None) -> str:
    """Return the fragment of the page's address for a game, a pack or a puzzle; "" without an argument."""
    if what is None:
        return ""
    if Path(what).is_dir():
        return f"#/pack/{quote(shelf.packs[0].id)}"
    if what.lower() in GAMES:
        return f"#/game/{quote(what.lower())}"
    for pack in shelf.packs:
        if pack.id == what:
            return f"#/pack/{quote(pack.id)}"
    found = {puzzle["id"] for pack in shelf.packs for puzzle in pack.puzzles if puzzle["id"].startswith(what.lower())}
    if len(found) == 1 and len(what) >= _LEAST_ID:
        return f"#/puzzle/{found.pop()}"
    raise InputError(f"{what!a} is no game ({', '.join(GAMES)}), no pack, and no puzzle's id")
