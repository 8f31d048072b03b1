"""The kernels compile for the systems that wheels are for, and for compilers without GNU's extensions."""

import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest

from project import ROOT
from winnow.site.toolchain import ZIG, run, translated

GNU = "-fgnuc-version=0"
"""As in MSVC, the names of GNU's extensions are not defined; arrays have sizes that are known."""
WIDE = "-mcpu=baseline+evex512"
"""Zig leaves out what clang takes from a function's own mark for AVX-512; functions without one are not changed."""
TARGETS = {
    "linux, aarch64": ("aarch64-linux-gnu.2.28",),
    "macos, arm64": ("aarch64-macos",),
    "macos, x86_64": ("x86_64-macos", WIDE),
    "windows, x86_64": ("x86_64-windows-gnu", WIDE),
    "linux, musl": ("x86_64-linux-musl", WIDE),
    "linux without GNU": ("x86_64-linux-gnu.2.28", GNU, "-Werror=vla", "-Werror=implicit-function-declaration"),
}
WINDOWS_SIZES = {
    **{"SHORT": 2, "INT": 4, "LONG": 4, "LONG_LONG": 8, "VOID_P": 8, "SIZE_T": 8, "TIME_T": 8, "WCHAR_T": 2},
    **{"OFF_T": 4, "FPOS_T": 8},
}
WINDOWS_NAMES = ("MS_WINDOWS", "MS_WIN64", "NT_THREADS", "WITH_THREAD", "HAVE_DECLSPEC_DLL", "HAVE_STDINT_H")


pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(sys.platform != "linux", reason="headers of this machine's Python are changed as on Linux"),
    pytest.mark.skipif(find_spec("ziglang") is None, reason="ziglang is not installed (the extra site)"),
]


@pytest.fixture(scope="module")
def in_c(tmp_path_factory):
    """The kernels in C, translated once."""
    made, folder = tmp_path_factory.mktemp("cross"), ROOT / "ext"
    return list(translated(folder, sorted((folder / "winnow_kernels").glob("*/*.pyx")), made))


def headers(target, place):
    """Python's headers for a target: those of this machine, with the settings of Windows where they are asked for."""
    shutil.copytree(sysconfig.get_path("include"), place)
    if "windows" in target:
        sizes = [f"#define SIZEOF_{name} {size}" for name, size in WINDOWS_SIZES.items()]
        aligned = [f"#define ALIGNOF_{name} 8" for name in ("SIZE_T", "MAX_ALIGN_T")]
        names = [f"#define {name} 1" for name in WINDOWS_NAMES]
        (place / "pyconfig.h").write_text("\n".join([*names, *sizes, *aligned, ""]))
    return place


def compile_for(target, source, include):
    """Compile a kernel, without linking it; raise SiteError if that fails."""
    options = ("-O0", "-g0", "-c", "-DNDEBUG", *(() if "windows" in target[0] else ("-fPIC",)))
    made = source.with_suffix(f".{target[0]}.o")
    # Warnings about Cython's own code say nothing of the kernels.
    quiet = () if GNU in target else ("-w",)
    folders = (f"-I{include}", f"-I{ROOT / 'ext'}")
    run([*ZIG, "cc", "-target", *target, *options, *quiet, *folders, "-o", str(made), str(source)], ROOT)
    return made


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_all_kernels_compile(target, in_c, tmp_path):
    include = headers(target[0], tmp_path / "include")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda source: compile_for(target, source, include), in_c))
    assert len(made) == len(in_c) > 50
    assert all(path.stat().st_size for path in made)
