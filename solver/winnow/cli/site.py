"""winnow site: the page and the engines as a folder of static files."""

from __future__ import annotations

from pathlib import Path

import click
from platformdirs import user_cache_path
from rich.console import Console

from winnow.cli import common
from winnow.cli.play import curated, read_shown
from winnow.cli.runners import jobs_option, runner
from winnow.play.reading import RefusedError
from winnow.workers.local import WorkerLostError


@click.command()
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the site into this folder.",
)
@click.option(
    "--pack",
    "own",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also offer this pack, before those that come with Winnow (repeatable).",
)
@click.option("--python", metavar="PROGRAM", help="A CPython 3.13 with its headers (else one that is found here).")
@jobs_option
def site(output: Path, own: tuple[Path, ...], python: str | None, jobs: int) -> None:
    """Build the page as static files that any web host serves, with the engines in the browser.

    Kernels are compiled to WebAssembly and kept in the user's cache; the browser's Python and SAT solver are fetched
    from the npm and PyPI registries once and held to their hashes. The compilers come with the extra `site`. --jobs
    processes lay out the problems' first positions.
    """
    from winnow.site.build import write_site  # noqa: PLC0415  the toolchain is loaded when a site is built
    from winnow.site.toolchain import find_python  # noqa: PLC0415
    from winnow_puzzles.packs.site import first_positions  # noqa: PLC0415

    packs = [*map(read_shown, own), *curated()]
    try:
        with (
            runner(jobs, None, lambda: False, in_order=True) as workers,
            Console(stderr=True).status("building the site") as status,
        ):
            cache = user_cache_path("winnow", appauthor=False) / "site"
            write_site(output, packs, find_python(python), cache, first_positions(packs, workers), status.update)
    except OSError as error:
        raise common.InputError(f"cannot write {output}: {error.strerror}") from None
    except RefusedError as error:
        raise common.InputError(error.text) from None
    except WorkerLostError as error:
        raise common.UnansweredError(f"{error}; {output} is unchanged") from None
    size = sum(file.stat().st_size for file in output.rglob("*") if file.is_file())
    click.echo(f"{output}: {size / 1e6:.1f} MB")
