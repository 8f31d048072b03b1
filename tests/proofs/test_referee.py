"""The referee rejects claims that the rules do not confirm."""

import copy

import pytest

import winnow
from winnow.checking.records import check

RULES = {"columns": 2, "deck": "as-dealt"}


@pytest.fixture(scope="module")
def won():
    return winnow.solve("universal", "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M", rules=RULES).record()


@pytest.fixture(scope="module")
def lost_by_parity():
    return winnow.solve("single-left", number=0, rules={"goal": "one"}).record()


@pytest.fixture(scope="module")
def lost_by_play():
    return winnow.solve("single-left", number=1).record()


def test_a_true_win_is_verified(won):
    assert check(won).status == "verified"


@pytest.mark.parametrize(
    "change",
    [
        {"line": None},
        {"line": []},
        {"line": ["T", "W>9"]},
        {"line": "T"},
        {"line": [1]},
        {"score": 14},
        {"score": True},
        {"bound": 14},
        {"optimal": False},
        {"verdict": "unwinnable"},
        {"verdict": "open"},
        {"verdict": "sure"},
        {"question": "why"},
        {"number": 5},
        {"number": "5"},
        {"rules": {"draw": 0}},
        {"rules": {"draw": 1, "passes": 1, "columns": 2, "deck": "as-dealt"}},
        {"rules": []},
        {"game": "head"},
        {"deal": "3E 2E"},
        {"deal": None},
        {"after": ["R"]},
        {"format": "winnow-verdict/0"},
        {"bound": 16, "optimal": False},
        {"rules": {"deck": "as-dealt", "columns": 2}},
        {"rules": {"deck": "/etc/hostname"}},
    ],
    ids=str,
)
def test_a_changed_win_is_refused(won, change):
    assert check({**won, **change}).status == "failed"


def test_every_dropped_or_doubled_move_is_refused(won):
    for place in range(len(won["line"])):
        for line in (won["line"][:place] + won["line"][place + 1 :], won["line"][: place + 1] + won["line"][place:]):
            changed = {**won, "line": line}
            if check(changed).status == "verified":
                # Dropping or repeating a turn can leave a winning line.
                assert won["line"][place] in ("T", "R")


def test_theorem_and_forced_play_are_verified(lost_by_parity, lost_by_play):
    assert check(lost_by_parity).status == "verified"
    assert check(lost_by_play).status == "verified"


def test_losses_that_do_not_hold_are_refused(lost_by_parity, lost_by_play):
    other_goal = copy.deepcopy(lost_by_parity)
    other_goal["rules"]["goal"] = "clear"
    assert check(other_goal).status == "failed"
    easier = copy.deepcopy(lost_by_play)
    easier["rules"]["goal"] = "52"
    assert check(easier).status == "failed"
    optional = copy.deepcopy(lost_by_play)
    optional["rules"]["discarding"] = "optional"
    assert check(optional).status == "failed"


def test_an_exhausted_search_is_not_called_verified():
    lost = winnow.solve("universal", "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E", rules=RULES).record()
    assert (lost["verdict"], lost["proof"]) == ("unwinnable", "exhausted")
    assert check(lost).status == "unproven"


def test_an_empty_record_is_refused():
    assert check({}).status == "failed"


@pytest.mark.parametrize(
    "change",
    [{"bound": 99}, {"score": 0}, {"proof": "theorem"}, {"proof": "certificate"}, {"reason": None}],
    ids=str,
)
def test_a_changed_forced_loss_is_refused(lost_by_play, change):
    assert check({**lost_by_play, "optimal": False, **change}).status == "failed"


def test_a_parity_loss_proves_its_verdict_only(lost_by_parity):
    assert check({**lost_by_parity, "bound": 2, "optimal": False}).status == "unproven"
    assert check({**lost_by_parity, "score": 0, "optimal": True}).status == "failed"


def test_open_deals_are_played_out():
    known = winnow.Deal.numbered("single-left", 3).text.split()
    found = winnow.solve("single-left", " ".join(["?"] * 40 + known[40:])).record()
    # The share of orders is an estimate, of which nothing here is proved.
    assert found["share"] is not None
    assert (found["verdict"], check(found).claims) == ("open", (("verdict", "verified"), ("field share", "unproven")))
    completions = found["completions"]
    swapped = {"winning": completions["losing"], "losing": completions["winning"]}
    for change in (
        {"completions": swapped},
        {"completions": {**completions, "winning": found["deal"]}},
        {"completions": {"winning": completions["winning"]}},
        {"score": 3, "bound": 3, "optimal": True},
        {"verdict": "sure"},
    ):
        assert check({**found, **change}).status == "failed", change


@pytest.mark.parametrize(
    "change",
    [
        {"after": ["bogus"]},
        {"after": ["draw"]},
        {"question": "best"},
        {"reason": None},
        {"reason": {"kind": "luck", "text": ""}},
        {"completions": {"winning": "", "losing": ""}},
        {"number": 3},
        {"score": 4},
        {"bound": 0},
        {"line": []},
        {"optimal": True},
    ],
    ids=str,
)
def test_a_theorem_about_unknown_cards_excuses_no_other_field(change):
    found = winnow.solve("single-left", ["?"] * 52, rules={"goal": "one"}).record()
    assert check(found).status == "verified"
    assert check({**found, **change}).status == "failed"


@pytest.mark.parametrize(
    "change",
    [
        {"after": ["bogus"]},
        {"completions": {"winning": "", "losing": ""}},
        {"number": 3},
        {"score": 4},
        {"bound": -1},
        {"line": ["draw"]},
        {"optimal": True},
        {"rules": {"deck": "full"}},
    ],
    ids=str,
)
def test_a_theorem_excuses_no_other_field(lost_by_parity, change):
    assert check({**lost_by_parity, **change}).status == "failed"


def test_the_moves_before_a_count_are_replayed():
    rules = {"deck": "as-dealt", "columns": 2, "rows": 1}
    counted = winnow.count("blink", "1RS 1RM", rules=rules).record()
    assert check({**counted, "after": ["1RS@0,0"]}).status == "unproven"
    assert check({**counted, "after": ["bogus"]}).status == "failed"


def test_a_win_has_no_reason_and_no_completions(won):
    for change in ({"reason": {"kind": "parity", "text": ""}}, {"completions": {"winning": "", "losing": ""}}):
        assert check({**won, **change}).status == "failed"


def test_a_hint_lists_the_legal_moves():
    hint = winnow.hint("universal", "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M", rules=RULES).record()
    assert check(hint).status == "unproven"
    assert check({**hint, "moves": hint["moves"][1:]}).status == "failed"
    assert check({**hint, "verdict": "undecided", "line": None, "score": None, "optimal": False}).status == "failed"
