"""The public names: all are in the reference, and what docs and docstrings name is public."""

import builtins
import inspect
import re
from pathlib import Path

import pytest

import winnow

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = (DOCS / "python.md").read_text(encoding="utf-8").split("## Functions")[1]
NAMES = set(winnow.__all__) - {"__version__"}


def test_the_reference_lists_the_public_names():
    listed = re.findall(r"auto\w+:: winnow\.(\w+)", REFERENCE)
    for members in re.findall(r":members: (.+)", REFERENCE):
        listed += members.split(", ")
    assert sorted(listed) == sorted(NAMES)


PAGES = [DOCS.parent / "README.md", *DOCS.glob("*.md"), *DOCS.glob("*.ipynb"), *DOCS.glob("examples/*.py")]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_names_in_the_docs_are_public(path):
    for name in re.findall(r"\bwinnow\.([A-Z]\w+|\w+(?=\())", path.read_text(encoding="utf-8")):
        assert name in NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_errors_that_a_docstring_promises_are_public(name):
    value = getattr(winnow, name)
    texts = [inspect.getdoc(value) or "", *(inspect.getdoc(member) or "" for member in vars(value).values())]
    for error in re.findall(r"\b(?<!\.)[A-Z]\w+Error\b", " ".join(texts)):
        assert error in NAMES or hasattr(builtins, error)
