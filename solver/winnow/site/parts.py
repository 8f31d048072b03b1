"""Parts of a site: several files in one, compressed, and named by a hash of their content."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Part:
    """A written part: the name of its file, and its compressed size in bytes."""

    file: str
    size: int

    def record(self) -> dict[str, Any]:
        """Return the part as JSON values."""
        return {"file": self.file, "size": self.size}


def joined(files: Mapping[str, bytes]) -> bytes:
    r"""Return `files` as one: a line of JSON with their paths and sizes, then their bytes in the same order.

    >>> joined({"a": b"xy", "b": b"z"})
    b'[["a", 2], ["b", 1]]\nxyz'
    """
    index = json.dumps([[path, len(content)] for path, content in files.items()])
    return index.encode() + b"\n" + b"".join(files.values())


def write_part(folder: Path, name: str, content: bytes) -> Part:
    """Write `content` as a compressed part and return the part; name and bytes depend on the content alone."""
    packed = gzip.compress(content, 9, mtime=0)
    # No host takes this suffix for a compressed form of another file.
    file = hashed(name, content, ".part")
    (folder / file).write_bytes(packed)
    return Part(file, len(packed))


def hashed(name: str, content: bytes, ending: str) -> str:
    """Return a file's name with a hash of `content`."""
    return f"{name}.{hashlib.sha256(content).hexdigest()[:16]}{ending}"
