"""The kernels' .pyi files agree with the compiled modules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import winnow_kernels

HERE = Path(__file__).parent
SOURCES = sorted(Path(winnow_kernels.__file__).parent.rglob("*.pyx"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_every_kernel_has_a_stub(source):
    assert source.with_suffix(".pyi").exists()


def test_the_stubs_say_what_the_kernels_hold():
    modules = [f"winnow_kernels.{source.parent.name}.{source.stem}" for source in SOURCES]
    ext = Path(winnow_kernels.__file__).parents[1]
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--concise", "--allowlist", HERE / "allowed.txt", *modules],
        env=os.environ | {"MYPYPATH": str(ext)},
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
