"""The public names are in the reference, what docs name is public, and questions list and refuse their keywords."""

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


QUESTION = {
    "number": None,
    "rules": None,
    "after": (),
    "best": False,
    "limits": None,
    "engine": None,
    "without": (),
    "progress": None,
}
OWN = {
    winnow.solve: {"samples": 120, "seed": 0},
    winnow.hint: {},
    winnow.review: {"line": None},
    winnow.prove: {"reason": False, "clausal": False},
    winnow.count: {"cap": 10_000},
}
WITHOUT = {winnow.count: {"best", "engine"}}
"""The keywords of a question that a function does not take."""


@pytest.mark.parametrize("function", OWN, ids=lambda function: function.__name__)
def test_the_signature_lists_every_keyword_with_its_default(function):
    parameters = inspect.signature(function).parameters
    assert list(parameters)[:2] == ["game", "deal"]
    found = {name: one.default for name, one in parameters.items() if one.kind is inspect.Parameter.KEYWORD_ONLY}
    lacking = WITHOUT.get(function, set())
    assert found == {**OWN[function], **{name: value for name, value in QUESTION.items() if name not in lacking}}


@pytest.mark.parametrize("function", OWN, ids=lambda function: function.__name__)
def test_a_keyword_that_is_none_is_refused(function):
    for name in {"bset", *WITHOUT.get(function, ())}:
        with pytest.raises(TypeError, match=f"{function.__name__} takes no {name}"):
            function("single-left", 1, **{name: True})
    with pytest.raises(TypeError, match="positional arguments but"):
        function("single-left", None, 1)
