"""Many deals in one call: the same verdicts as one by one, in order, and an end on Ctrl-C."""

import itertools
import signal
import subprocess
import sys

import psutil
import pytest

import winnow

OPTIONAL = {"discarding": "optional"}


def timeless(verdict):
    return {**verdict.record(), "seconds": 0}


@pytest.mark.parametrize("jobs", [1, 2])
def test_verdicts_are_those_of_solve_in_order(jobs):
    deals = [7, "? " * 52, winnow.Deal.numbered("single-left", 3, OPTIONAL).cards, *range(20)]
    asked = {"rules": OPTIONAL, "limits": winnow.Limits(positions=1000)}
    found = list(winnow.solve_many("single-left", deals, jobs=jobs, **asked))
    assert list(map(timeless, found)) == [timeless(winnow.solve("single-left", deal, **asked)) for deal in deals]


@pytest.mark.parametrize("jobs", [1, 2])
def test_deals_may_be_endless(jobs):
    found = winnow.solve_many("head", itertools.count(), jobs=jobs)
    assert [verdict.number for verdict in itertools.islice(found, 5)] == [0, 1, 2, 3, 4]
    found.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_deal_is_named(jobs):
    with pytest.raises(winnow.DealError, match="card 1: 'XX'"):
        list(winnow.solve_many("head", [1, "XX"], jobs=jobs))


def test_there_is_at_least_one_job():
    with pytest.raises(ValueError, match="jobs is 1 or more, not 0"):
        winnow.solve_many("head", [1], jobs=0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child are POSIX")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_with_the_deal_under_way(jobs):
    script = f"""if __name__ == "__main__":
        import winnow
        print("started", flush=True)
        # No search decides these deals in time.
        for verdict in winnow.solve_many("blink", range(9), best=True, engine="plain", jobs={jobs}):
            print(verdict.number, verdict.stopped, flush=True)
        print("ended")"""
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "started\n"
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (out.splitlines()[-1], err) == ("ended", "")
    assert all(line.endswith("interrupt") for line in out.splitlines()[:-1])
    assert jobs > 1 or len(out.splitlines()) == 2


@pytest.mark.full
def test_memory_is_flat_over_a_million_solves(capsys):
    """After 50,000 calls, when the allocator's pools are full, memory grows by at most 2 MiB: pages come and go."""
    sizes = {}
    for calls, verdict in enumerate(winnow.solve_many("single-left", range(1_000_000), rules={"goal": 20}), 1):
        assert verdict.decided
        if calls % 50_000 == 0:
            sizes[calls] = psutil.Process().memory_info().rss / 2**20
    with capsys.disabled():
        print(f"\nMiB after 50,000 calls: {sizes[50_000]:.1f}; after 1,000,000: {sizes[1_000_000]:.1f}")
    assert max(sizes.values()) < sizes[50_000] + 2.0
