"""Settings of all tests: the modules beside this file can be imported by their names.

rules: the games; agreement: every engine against plain search; proofs: certificates and the referee; cli: commands;
puzzles: packs and players; kernels: stubs; play: faces and the page; golf, nullgame: games from outside;
packaging: what pip installs.
"""

import signal

from hypothesis import HealthCheck, settings

# A busy machine is slow, not wrong: no property depends on the clock.
settings.register_profile("winnow", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("winnow")

# In the background of a script, or under nohup, programs started by the tests would inherit the ignored signals.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
