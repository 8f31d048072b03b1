"""Mutation tests: no condition of the referee can be dropped, or shifted by one, without a failing test."""

from __future__ import annotations

import pytest

import referee_mutants

EQUIVALENT: dict[str, str] = {}
"""Mutants that survive because they are equivalent, with the reason."""


def test_every_condition_is_found():
    found = referee_mutants.mutants()
    assert len(found) > 250
    assert {mutant.module.split(".")[2] for mutant in found} >= {"claims", "head", "lrat", "one_minute", "single_left"}


@pytest.mark.full
def test_no_mutant_of_the_referee_lives():
    living = [f"{mutant.module}: {mutant.text}" for mutant in referee_mutants.run()]
    assert set(living) == set(EQUIVALENT)
