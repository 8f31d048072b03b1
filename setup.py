"""Builds the Cython kernels of ext/winnow_kernels; everything else is said in pyproject.toml."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = Path("ext/winnow_kernels")
# Plain -O3, unless CFLAGS says otherwise: the same wheel must run on every processor of its kind, so nothing native.
# Debug tables, which Python's own flags ask for, would be nine tenths of a kernel.
OPTIMIZED = [] if "-O" in os.environ.get("CFLAGS", "") else ["-O3"]
COMPILE_ARGS = ["/O2"] if sys.platform == "win32" else [*OPTIMIZED, "-g0"]
DIRECTIVES = {"boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}


def kernel(source: Path) -> Extension:
    """Return the extension module of a .pyx file, named by its place below ext/."""
    headers = [header for folder in (source.parent, KERNELS / "common") for header in sorted(folder.glob("*.h"))]
    return Extension(
        ".".join(source.with_suffix("").parts[1:]),
        [source.as_posix()],
        include_dirs=["ext"],
        depends=[header.as_posix() for header in headers],
        extra_compile_args=COMPILE_ARGS,
    )


class KernelBuild(build_ext):
    """Translates and compiles several kernels at a time, and only when they are built: an sdist needs neither."""

    def finalize_options(self) -> None:
        """Use every processor unless told otherwise (`build_ext -j`)."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Translate all kernels to C, in processes of their own, then compile them."""
        translated = cythonize(
            self.extensions,
            nthreads=self.parallel,
            include_path=["ext"],
            build_dir="build/cython",
            language_level=3,
            compiler_directives=DIRECTIVES,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().build_extensions()


if __name__ == "__main__":
    os.chdir(Path(__file__).parent)
    setup(
        cmdclass={"build_ext": KernelBuild},
        ext_modules=[kernel(path) for path in sorted(KERNELS.glob("*/*.pyx"))],
    )
