"""A million calls leave nothing behind."""

import psutil
import pytest

import winnow

CALLS = 1_000_000
WARM = 50_000
"""Calls after which memory is compared: pools of the allocator are full then."""
SPARE = 2.0
"""MiB by which memory may grow: pages come and go."""


def resident():
    return psutil.Process().memory_info().rss / 2**20


@pytest.mark.full
def test_memory_is_flat_over_a_million_solves(capsys):
    sizes = {}
    for calls, verdict in enumerate(winnow.solve_many("single-left", range(CALLS), rules={"goal": 20}), 1):
        assert verdict.decided
        if calls % WARM == 0:
            sizes[calls] = resident()
    with capsys.disabled():
        print(f"\nMiB after {WARM:,} calls: {sizes[WARM]:.1f}; after {CALLS:,}: {sizes[CALLS]:.1f}")
    assert max(sizes.values()) < sizes[WARM] + SPARE
