"""Parts of a site: several files in one, compressed, and named by a hash of their content."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_BEFORE, _AFTER = b'Winnow.part("', b'")'
_ESCAPED = {b"\\": b"\\\\", b'"': b'\\"', b"\n": b"\\n", b"\r": b"\\r"}


class Part(NamedTuple):
    """A written part: the name of its file, and the size of the file in bytes."""

    file: str
    size: int


def joined(files: Mapping[str, bytes]) -> bytes:
    r"""Return `files` as one: a line of JSON with their paths and sizes, then their bytes in the same order.

    >>> joined({"a": b"xy", "b": b"z"})
    b'[["a", 2], ["b", 1]]\nxyz'
    """
    index = json.dumps([[path, len(content)] for path, content in files.items()])
    return index.encode() + b"\n" + b"".join(files.values())


def write_part(folder: Path, name: str, content: bytes, *, hashed_name: bool = True) -> Part:
    """Write `content` as a compressed part and return the part; its bytes depend on the content alone.

    Its file's name has a hash of the content, except where the folder's name has one.
    """
    script = as_script(gzip.compress(content, 9, mtime=0))
    # No host takes this suffix for a compressed form of another file.
    file = hashed(name, content, ".part") if hashed_name else f"{name}.part"
    (folder / file).write_bytes(script)
    return Part(file, len(script))


def as_script(content: bytes) -> bytes:
    r"""Return `content` as a script that hands it on: a page opened from the disk can load scripts, and nothing else.

    The script is to be read in the encoding x-user-defined, which has one character for each byte.

    >>> as_script(b'a"b')
    b'Winnow.part("a\\"b")'
    """
    for byte, escaped in _ESCAPED.items():
        content = content.replace(byte, escaped)
    return _BEFORE + content + _AFTER


def hashed(name: str, content: bytes, ending: str) -> str:
    """Return a file's name with a hash of `content`."""
    return f"{name}.{hashlib.sha256(content).hexdigest()[:16]}{ending}"
