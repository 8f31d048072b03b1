"""winnow site: the page and the engines as a folder of static files."""

from __future__ import annotations

from pathlib import Path

import click
from platformdirs import user_cache_path

from winnow.cli.play import curated


@click.command()
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the site into this folder.",
)
@click.option("--python", metavar="PROGRAM", help="A CPython 3.13 with its headers (else one that is found here).")
def site(output: Path, python: str | None) -> None:
    """Build the page as static files that any web host serves, with the engines in the browser.

    Kernels are compiled to WebAssembly and kept in the user's cache; the browser's Python and SAT solver are fetched
    from the npm and PyPI registries once and held to their hashes. The compilers come with the extra `site`.
    """
    from winnow.site.build import write_site  # noqa: PLC0415  the toolchain is loaded when a site is built
    from winnow.site.toolchain import find_python  # noqa: PLC0415

    write_site(output, curated(), find_python(python), user_cache_path("winnow", appauthor=False) / "site")
    size = sum(file.stat().st_size for file in output.rglob("*") if file.is_file())
    click.echo(f"{output}: {size / 1e6:.1f} MB")
