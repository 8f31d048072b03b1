"""Settings of all tests: the modules beside this file can be imported by their names.

rules: the games; agreement: every engine against plain search; proofs: certificates and the referee; cli: commands;
puzzles: packs and players; kernels: stubs; play: faces and the page; nullgame: a game from outside;
packaging: what pip installs. build_step.py lists what only `.ci/run` runs.
"""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from build_step import BUILD

# A busy machine is slow, not wrong: no property depends on the clock.
settings.register_profile("winnow", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("winnow")

# In the background of a script, or under nohup, programs started by the tests would inherit the ignored signals.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what BUILD lists, before marks are chosen from; what is marked `full` stays so."""
    root = Path(__file__).parents[1]
    for item in items:
        path = item.path.relative_to(root).as_posix()
        names = {path, f"{path}::{item.name.partition('[')[0]}", *map(str, Path(path).parents)}
        if names & set(BUILD) and item.get_closest_marker("full") is None:
            item.add_marker("build")
