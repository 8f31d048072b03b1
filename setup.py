"""Builds the Cython kernels of ext/winnow_kernels and their stubs; everything else is said in pyproject.toml."""

from __future__ import annotations

import ast
import os
import re
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
# Annotations are for the stubs alone.
DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,
}


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


ITEM = re.compile(
    r"""^(?P<final>@cython\.final\n)?cdef\ class\ (?P<class>\w+)(?P<base>.*):$
    | ^(?P<constant>[A-Z][A-Z_]+)\ =\ (?P<made>frozenset|tuple)?
    | ^(?P<record>\w+\ =\ NamedTuple\((?:.|\n)*?^\]\))
    | ^\ +cdef\ (?:readonly|public)\ (?P<ctype>\w+|long\ long)\ (?P<attribute>\w+)
        (?:\ +\#\ (?:type:\ (?P<kind>.*)|.*))?$
    | (?P<property>\ +@property\n)?^(?P<def>\ *def\ (?:(?!\n\ *c?def\b)[\s\S])*?\)\ ->\ .*:)$
    | ^from\ (?P<module>winnow_kernels\S+)\ c?import\ (?P<names>[^(\n]+|\([^)]*\))""",
    re.MULTILINE | re.VERBOSE,
)
PARAMETER = re.compile(r"\b(long long|(?!not\b)\w+) (\w+)(?: not None)?(?=\s*([=,)]))(=None)?")
MADE = {"frozenset": "frozenset[str]", "tuple": "tuple[int, ...]"}
STANDARD = {
    **dict.fromkeys(("Callable", "Collection", "Iterable", "Iterator", "Mapping", "Sequence"), "collections.abc"),
    **dict.fromkeys(("Literal", "NamedTuple", "final"), "typing"),
    "Self": "typing_extensions",
}


def python_type(ctype: str) -> str:
    """Return the type that Python sees of a C type; classes and Python's own types stand for themselves."""
    if ctype in ("int", "int64_t", "uint64_t", "long long", "Py_ssize_t"):
        return "int"
    return {"bint": "bool", "double": "float"}.get(ctype, ctype)


def parameter(match: re.Match[str]) -> str:
    """Return a parameter with a C type as Python writes it."""
    kind = python_type(match[1])
    return f"{match[2]}: {kind} | None=None" if match[4] else f"{match[2]}: {kind}"


def write_stub(source: Path) -> None:
    """Write the .pyi of a kernel: its constants, and the functions and methods that say what they return."""
    declared = source.with_suffix(".pxd")
    text = (declared.read_text(encoding="utf-8") if declared.exists() else "") + source.read_text(encoding="utf-8")
    known, classes, lines = dict(STANDARD), dict[str, list[str]](), list[str]()
    body = list[str]()
    for item in ITEM.finditer(text):
        if item["class"]:
            final = "@final\n" if item["final"] else ""
            body = classes.setdefault(item["class"], [f"{final}class {item['class']}{item['base']}:"])
        elif item["attribute"]:
            body.append(f"    {item['attribute']}: {item['kind'] or python_type(item['ctype'])}")
        elif item["module"]:
            known |= dict.fromkeys(re.findall(r"\w+", item["names"]), item["module"])
        elif item["def"]:
            signature = PARAMETER.sub(parameter, item["def"])
            signature = re.sub(r"__cinit__\(\s*self(.*)None:", r"__new__(cls\1Self:", signature, flags=re.DOTALL)
            (body if signature.startswith(" ") else lines).append((item["property"] or "") + signature + " ...")
        else:
            lines.append(item["record"] or f"{item['constant']}: {MADE.get(item['made'], 'int')}")
    shown = {name: body for name, body in classes.items() if any("def " in line for line in body)}
    for body in shown.values():
        if not {*known, *shown} & {*re.findall(r"\((\w+)\):$", body[0])}:
            body[0] = re.sub(r"\(.*", ":", body[0])  # its base class is for kernels alone
        lines.append("\n".join(body))
    if any("def " in line for line in lines):
        tree = ast.parse("\n".join(lines))
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & known.keys() - classes.keys()
        imports = [f"from {known[name]} import {name}" for name in sorted(used)]
        stub, text = source.with_suffix(".pyi"), "\n".join([*imports, ast.unparse(tree), ""])
        if not stub.exists() or stub.read_text(encoding="utf-8") != text:  # others may be reading it
            stub.write_text(text, encoding="utf-8")


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
    sources = sorted(KERNELS.glob("*/*.pyx"))
    for source in sources:
        write_stub(source)
    setup(cmdclass={"build_ext": KernelBuild}, ext_modules=[kernel(source) for source in sources])
