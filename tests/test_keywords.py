"""The keywords of the questions that a program asks: declared once, listed in every signature, refused if unknown."""

import inspect

import pytest

import winnow

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
    with pytest.raises(TypeError, match="too many positional arguments"):
        function("single-left", None, 1)
