"""Mappings inside values: read only, also after pickling and copying, and copied into records."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class ReadOnly(dict[K, V]):
    """A dict that cannot be changed. It hashes if its values do.

    >>> ReadOnly({"goal": "one"})["goal"] = "all"
    Traceback (most recent call last):
    ...
    TypeError: a value of Winnow cannot be changed; dict(...) makes a copy that can
    """

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a value of Winnow cannot be changed; dict(...) makes a copy that can")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[ReadOnly[K, V]], tuple[dict[K, V]]]:
        return ReadOnly, (dict(self),)


def freeze(value: object, *names: str) -> None:
    """Make these fields of a frozen dataclass read-only, for its `__post_init__`."""
    for name in names:
        object.__setattr__(value, name, frozen(getattr(value, name)))


def frozen(value: Any) -> Any:
    """Return the value with read-only mappings in place of dicts and tuples in place of lists.

    >>> frozen({"share": [1, 2]})
    {'share': (1, 2)}
    """
    if isinstance(value, dict) and type(value) is not ReadOnly:
        return ReadOnly({name: frozen(each) for name, each in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value


def thawed(value: Any) -> Any:
    """Return a copy of the value as JSON has it, with dicts and lists that can be changed."""
    if isinstance(value, dict):
        return {name: thawed(each) for name, each in value.items()}
    return [thawed(each) for each in value] if isinstance(value, (list, tuple)) else value
