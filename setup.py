"""Builds the Cython kernels of ext/; everything else is said in pyproject.toml."""

from __future__ import annotations

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

HERE = Path(__file__).parent
# Plain -O3: the same wheel must run on every processor of its kind, so nothing native.
COMPILE_ARGS = ["/O2"] if sys.platform == "win32" else ["-O3"]
HEADERS = [f"ext/{path.name}" for path in sorted((HERE / "ext").glob("*.h"))]

kernels = [
    Extension(f"ext.{path.stem}", [f"ext/{path.name}"], depends=HEADERS, extra_compile_args=COMPILE_ARGS)
    for path in sorted((HERE / "ext").glob("*.pyx"))
]

setup(
    ext_modules=cythonize(
        kernels,
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
)
