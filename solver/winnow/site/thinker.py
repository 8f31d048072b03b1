"""The thinker in the browser: answers questions that need a search, in a worker of their own."""

from __future__ import annotations

import pickle

from winnow.core.verdicts import Limits
from winnow.play import questions
from winnow.search.questions import make_budget
from winnow_kernels.common.budget import Budget

_MEMORY_MIB = 1024.0


def think(message: bytes) -> bytes:
    """Return the answer to a question of `winnow.site.browser.Worker`, both pickled."""
    # It comes from another worker of the same page, which runs the same program.
    name, arguments = pickle.loads(message)  # noqa: S301

    def new_budget(seconds: float | None) -> Budget:
        return make_budget(Limits(seconds=seconds, memory=_MEMORY_MIB))

    return pickle.dumps(questions.told(new_budget, name, arguments))
