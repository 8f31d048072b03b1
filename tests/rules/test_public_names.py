"""Every public name of `winnow` is loaded on demand and has an example."""

import inspect

import pytest

import winnow


@pytest.mark.parametrize("name", [name for name in winnow.__all__ if name != "__version__"])
def test_a_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (inspect.getdoc(getattr(winnow, name)) or "")


def test_the_public_names_are_listed():
    assert set(winnow.__all__) == set(dir(winnow))
