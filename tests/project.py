"""What tests read of the project: its folder, its sources, and what pyproject.toml says."""

import shutil
import sys
from pathlib import Path
from typing import Any

from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd")
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def supported() -> list[str]:
    """Return the Pythons that the classifiers name, the oldest first, such as "3.10"."""
    classifiers = PYPROJECT["project"]["classifiers"]
    return sorted((line.rpartition(" :: ")[2] for line in classifiers if "Python :: 3." in line), key=Version)
