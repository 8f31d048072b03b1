"""What this installation of Winnow has: its Python, its kernels, and the packages that only some questions need."""

from __future__ import annotations

import pkgutil
import platform
from collections.abc import Iterator
from importlib import import_module, metadata

import winnow_kernels

_SOLVERS = {"SAT": "python-sat", "CP-SAT": "ortools"}


def lines() -> Iterator[str]:
    """Yield what is there, one subject a line."""
    yield f"Python: {platform.python_version()}, {platform.system()} {platform.machine()}"
    found = pkgutil.walk_packages(winnow_kernels.__path__, "winnow_kernels.")
    names = [module.name for module in found if not module.ispkg]
    yield f"kernels: {len(names)}, in C"
    for name in names:
        try:
            kernel = import_module(name)
        except (ImportError, ValueError) as error:
            yield f"broken: {name}: {error}"
            continue
        if hasattr(kernel, "LANES"):
            yield f"lanes: {', '.join(map(str, kernel.LANES))} at once in {name}"
    for solver, package in _SOLVERS.items():
        yield f"{solver}: {_version(package)}"


def _version(package: str) -> str:
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return f"none, {package} is not installed"
