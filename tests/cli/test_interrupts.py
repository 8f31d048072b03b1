"""Ctrl-C at any time: status 130, no traceback, and the results so far are printed."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WINNOW = [sys.executable, "-m", "winnow"]


def takes_interrupts(pid):
    """Tell whether Python handles SIGINT yet; before, the system ends the process, and nothing of winnow ran."""
    caught = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1)


def interrupted(args, wait, feed=None):
    """Run winnow, send it Ctrl-C (to its whole group, as a terminal does) `wait` seconds after it handles signals."""
    process = subprocess.Popen(
        [*WINNOW, *args],
        stdin=subprocess.PIPE if feed else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    if feed:
        process.stdin.write(feed)
        process.stdin.close()
        process.stdin = None
    while Path("/proc").is_dir() and not takes_interrupts(process.pid):
        time.sleep(0.01)
    time.sleep(wait)
    subprocess.os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


@pytest.mark.parametrize("wait", [0.9, 2.5, 5])
def test_a_bench_ends_without_a_traceback(wait):
    status, _, err = interrupted(["bench", "one-minute", "--deals", "100"], wait)
    assert (status, err.strip()) == (130, "")


def test_a_survey_of_fair_games_says_that_none_was_over():
    status, out, err = interrupted(
        ["survey", "universal", "--fair", "roll-outs", "--games", "10000000", "--deals", "10"], 1.5
    )
    assert (status, out) == (130, "")
    assert err.strip() == "no game was over when the survey ended"


@pytest.mark.parametrize("module", ["click", "winnow.cli.streams", "winnow.cli.deal"])
def test_ctrl_c_while_modules_are_imported_is_quiet(module):
    pressed = f"""if __name__ == "__main__":
        import sys
        class Pressed:
            def find_spec(self, name, path=None, target=None):
                if name == {module!r}:
                    raise KeyboardInterrupt
        sys.meta_path.insert(0, Pressed())
        sys.argv = ["winnow", "games"]
        from winnow.__main__ import main
        main()"""
    done = subprocess.run([sys.executable, "-c", pressed], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child are POSIX")
def test_not_even_the_first_process_sees_ctrl_c():
    told = """if __name__ == "__main__":
        import signal
        from winnow.workers.alone import alone
        print(signal.SIGINT in alone(signal.pthread_sigmask, signal.SIG_BLOCK, ()))
        alone(signal.raise_signal, signal.SIGINT)
        print(alone(signal.getsignal, signal.SIGINT) is signal.SIG_IGN)"""
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True\nTrue\n", "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_deal_under_way_in_a_file_is_told(jobs, tmp_path):
    deal = subprocess.run([*WINNOW, "deal", "blink", "--number", "3"], capture_output=True, text=True, check=True)
    file = tmp_path / "deals"
    file.write_text(deal.stdout * 6)
    args = ["solve", "blink", "--engine", "plain", "--best", "--file", str(file), "--json", "--jobs", jobs]
    status, out, err = interrupted(args, 8)
    records = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (130, "")
    assert records
    assert all(record["stopped"] == "interrupt" and record["positions"] for record in records)


def test_an_address_that_is_none_is_one_line():
    args = ["survey", "head", "--deals", "2", "--db", "unused.db", "--dask", "foo"]
    result = subprocess.run([*WINNOW, *args], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "winnow: no scheduler answers at foo: an address is HOST:PORT\n")
