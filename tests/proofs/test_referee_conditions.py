"""Each condition of the referee by itself: something that it alone refuses.

tests/referee_mutants.py drops and shifts the conditions one by one, and lists those that no test notices.
"""

from __future__ import annotations

from certificates_help import certificate, checked, pack


def test_something_after_the_proof_is_refused():
    assert checked(pack([*certificate("parity"), "more"])).status == "failed"
