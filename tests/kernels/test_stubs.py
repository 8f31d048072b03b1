"""The .pyi files, which setup.py writes from the kernels' signatures, agree with the compiled modules."""

import os
import subprocess
import sys
from pathlib import Path

import winnow_kernels

PACKAGE = Path(winnow_kernels.__file__).parent


def test_the_stubs_say_what_the_kernels_hold():
    stubs = sorted(PACKAGE.glob("*/*.pyi"))
    modules = [f"winnow_kernels.{stub.parent.name}.{stub.stem}" for stub in stubs]
    # A stub leaves out what only kernels use; mypy finds what Python uses and no stub describes.
    options = ["--concise", "--ignore-missing-stub", "--ignore-disjoint-bases"]
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *options, *modules],
        env=os.environ | {"MYPYPATH": str(PACKAGE.parent)},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert modules
    assert result.returncode == 0, result.stdout + result.stderr
