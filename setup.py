"""Builds the Cython kernels of ext/winnow_kernels; everything else is said in pyproject.toml."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
KERNELS = Path("ext/winnow_kernels")
# Plain -O3: the same wheel must run on every processor of its kind, so nothing native.
COMPILE_ARGS = ["/O2"] if sys.platform == "win32" else ["-O3"]
HEADERS = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / KERNELS).glob("*/*.h"))]
DIRECTIVES = {"boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}


def kernel(source: Path) -> Extension:
    """Return the extension module of a .pyx file, named by its place below ext/."""
    place = source.relative_to(ROOT)
    return Extension(
        ".".join(place.with_suffix("").parts[1:]),
        [place.as_posix()],
        include_dirs=["ext"],
        depends=HEADERS,
        extra_compile_args=COMPILE_ARGS,
    )


class ParallelBuild(build_ext):
    """Compiles several kernels at a time: one after the other they take minutes."""

    def finalize_options(self) -> None:
        """Use every processor unless told otherwise (`build_ext -j`)."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()


setup(
    cmdclass={"build_ext": ParallelBuild},
    ext_modules=cythonize(
        [kernel(path) for path in sorted((ROOT / KERNELS).glob("*/*.pyx"))],
        include_path=["ext"],
        build_dir="build/cython",
        language_level=3,
        compiler_directives=DIRECTIVES,
    ),
)
