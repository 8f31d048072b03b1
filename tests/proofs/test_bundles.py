"""Bundles: their claims are verified by name; changes are refused or leave claims unproven."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import random
import shutil
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import winnow_puzzles
from certificates_help import LOST, WON, certificate, pack, posed
from command_help import run
from winnow.api.bundle import prove_hint
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget
from winnow.api.trial import random_play
from winnow.checking.bundles import Bundle, check_packed, read_facts
from winnow.cli.check import _subject
from winnow.core.deals import Deal
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.question import Question
from winnow.core.results import CheckFailedError
from winnow.core.verdicts import Limits
from winnow_kernels.common.budget import Budget
from winnow_puzzles.packs.checking import check_pack
from winnow_puzzles.packs.checking_deals import check_puzzle
from winnow_puzzles.packs.files import BUNDLE, PACK, PACK_FORMAT, pack_texts
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.checking import GOAL

CURATED = Path(winnow_puzzles.__file__).parent / "curated"
HINTS = {
    "universal lost": f"universal columns=2 {LOST}",
    "universal won": f"universal columns=2 best {WON}",
    "single-left": f"single-left discarding=optional number=3 after {'draw ' * 6}",
    "head": "head hand=3 melding=optional AS AW 2MK CW 8MS AL",
    "blink": "blink columns=2 rows=2 1RS 1BM 2GT 2RS",
    "one-minute": "one-minute pace=0.14 best 8S JH 9C 2S 4D 4H JC",
}


@cache
def lines_of(name: str) -> tuple[str, ...]:
    _, made = prove_hint(posed(HINTS[name]), make_budget(Limits(positions=200_000)))
    return tuple(made.text())


def findings(data: bytes, memory: float = 200.0, **limits: Any) -> list[tuple[str, Any]]:
    return list(check_packed(io.BytesIO(data), Meter(memory, **limits), _subject))


def test_the_hint_of_a_lost_position_states_the_bound_that_is_shown():
    deal = Deal.numbered("one-minute", 50000)
    *_, (_, line) = islice(random_play(deal.bind(), random.Random(1)), 40)
    hint, made = prove_hint(Question(deal, line), make_budget(Limits(positions=100_000)))
    ((record, _),) = made.records
    assert made.results[0].status == "verified"
    assert (record["verdict"], record["bound"]) == ("unwinnable", hint.verdict.answer.bound)


@pytest.mark.parametrize("name", HINTS)
def test_every_claim_of_a_hint_is_verified_by_name(name):
    lines = lines_of(name)
    ((place, result),) = findings(pack(lines))
    assert (place, result.status) == (":1", "verified"), result.text
    record = json.loads(lines[1])["record"]
    assert {f"move {move['move']}" for move in record["moves"]} <= dict(result.claims).keys()
    without = pack(
        [json.dumps({**json.loads(lines[0]), "certificates": 0}), json.dumps({"record": record, "claims": []})]
    )
    ((_, alone),) = findings(without)
    assert alone.status == ("unproven" if json.loads(lines[0])["certificates"] else "verified")


def with_claims(lines: tuple[str, ...], **changes: Any) -> bytes:
    entry = json.loads(lines[1])
    return pack([lines[0], json.dumps({**entry, **changes}), *lines[2:]])


@pytest.mark.parametrize("name", HINTS)
def test_a_hint_that_says_otherwise_is_not_verified(name):
    """A changed verdict of a move, a score better than the line's, and a bound stronger than the proof's."""
    lines = lines_of(name)
    entry = json.loads(lines[1])
    better = 1 if entry["record"]["game"] in ("universal", "blink") else -1
    other = {"winnable": "unwinnable", "unwinnable": "winnable"}
    for place, move in enumerate(entry["record"]["moves"]):
        changes: list[tuple[str, dict[str, Any]]] = [("", {"verdict": other[move["verdict"]]})]
        if move["score"] is not None:
            changes.append((f": score {move['score'] + better}", {"score": move["score"] + better}))
        if move["bound"] is not None:
            changes.append((f": bound {move['bound'] - better}", {"bound": move["bound"] - better}))
        for part, change in changes:
            moves = [*entry["record"]["moves"]]
            moves[place] = {**move, **change}
            ((_, result),) = findings(with_claims(lines, record={**entry["record"], "moves": moves}))
            claim = f"move {move['move']}{part}"
            assert result.status == "failed" or claim in result.named("unproven"), (name, change, result.text)


LOSS = lines_of("universal lost")
HEAD, ENTRY, START = (json.loads(line) for line in LOSS[:3])
DIGEST, CLAIM = START["sha256"], ENTRY["claims"][0]


def begun(**changes: Any) -> list[str]:
    return [json.dumps({**HEAD, **changes}), *LOSS[1:]]


def recorded(**changes: Any) -> list[str]:
    return [LOSS[0], json.dumps({**ENTRY, **changes}), *LOSS[2:]]


def certified(**changes: Any) -> list[str]:
    return [*LOSS[:2], json.dumps({**START, **changes}), *LOSS[3:]]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([], "not a JSON object"),
        *((LOSS[:end], "") for end in (1, 2, -1)),
        *(([*LOSS, *more], "") for more in ([""], LOSS[-1:], LOSS[2:])),
        (begun(records=-1), "records is not a number up to"),
        (begun(records=True), "records is missing or of another type"),
        *((begun(certificates=number), "certificates is not a number up to") for number in (-1, 10**7)),
        *((begun(**changes), "") for changes in ({"records": 2}, {"certificates": 2}, {"more": 1})),
        (recorded(more=1), "record 1: this is not a record with its claims"),
        (recorded(claims=None), "claims is missing or of another type"),
        (recorded(claims=[[CLAIM[0], {DIGEST: 1}]]), "record 1: this is not a claim"),
        (recorded(claims=[[CLAIM[0], []]]), "record 1: this is not a claim"),
        *((recorded(claims=claims), "") for claims in ([], [[]], [["verdict"]], [["verdict", DIGEST]], [CLAIM, CLAIM])),
        *((recorded(claims=claims), "") for claims in ([["verdict", [DIGEST, "f" * 64]]], [["move fly", [DIGEST]]])),
        *(
            (recorded(claims=[[CLAIM[0], [*CLAIM[1], other]], *ENTRY["claims"][1:]]), "record 1: no SHA-256")
            for other in (7, DIGEST.upper(), DIGEST + "0")
        ),
        *((certified(lines=number), "") for number in (START["lines"] - 1, START["lines"] + 1, True, 10**18)),
        (certified(lines=0), "certificate 1: it has no lines"),
        (certified(sha256=DIGEST.upper()), "certificate 1: no SHA-256"),
        *((certified(**changes), "") for changes in ({"sha256": "0" * 64}, {"x": 1})),
        ([line.replace(DIGEST, "0" * 64) for line in LOSS], "its SHA-256 is not the one named"),
        ([*LOSS[:3], LOSS[3].replace("unwinnable", "winnable"), *LOSS[4:]], "its SHA-256 is not the one named"),
    ],
)
def test_what_is_not_well_formed_fails(lines, text):
    found = [result.text for _, result in findings(pack(lines)) if result.status == "failed"]
    assert found
    assert text in found[0]


def test_another_format_is_refused():
    with pytest.raises(CheckFailedError, match="the format is not winnow-bundle/1"):
        Bundle(Meter(), _subject).read(begun(format="winnow-bundle/9")[0], iter(LOSS[1:]))


def test_a_bundle_without_records_is_evidence_by_itself():
    lines = lines_of("universal lost")
    ((_, result),) = findings(pack([json.dumps({**json.loads(lines[0]), "records": 0}), *lines[2:]]))
    assert (result.status, result.text) == ("verified", "1 certificate")


def rehashed(lines: list[str]) -> list[str]:
    """Return the lines of a bundle with one certificate under its correct SHA-256."""
    start = json.loads(lines[2])
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines[3:]).encode()).hexdigest()
    entry = lines[1].replace(start["sha256"], digest)
    return [lines[0], entry, json.dumps({"sha256": digest, "lines": len(lines) - 3}), *lines[3:]]


def test_a_certificate_of_something_else_shows_nothing_here():
    """Each certificate is valid, or its digest is forged to match: the claims are not proved."""
    lines = list(lines_of("universal lost"))
    header = json.loads(lines[3])
    for other in (certificate("parity"), certificate("universal win"), certificate("head set")):
        ((_, result),) = findings(pack(rehashed([*lines[:3], *other])))
        assert result.status == "failed", result.text
    for change in ({"after": ["T"]}, {"deal": WON}, {"rules": {**header["rules"], "draw": 1}}, {"bound": 3}):
        found = findings(pack(rehashed([*lines[:3], json.dumps({**header, **change}), *lines[4:]])))
        assert "failed" in {result.status for _, result in found}


def test_limits_end_the_check_of_a_bundle():
    data = pack(lines_of("single-left"))
    for limits in ({"memory": 0.02}, {"positions": 1}):
        with pytest.raises(ExhaustedError):
            findings(data, **limits)
    deep = json.dumps({"format": "winnow-bundle/1", "records": 1, "certificates": 0})
    nest = '{"record":{"a":' + "[" * 400_000 + "]" * 400_000 + '},"claims":[]}'
    assert findings(pack([deep, nest]))[0][1].status == "failed"


@pytest.fixture(scope="module")
def puzzle_bundle(tmp_path_factory) -> tuple[bytes, dict[str, Any]]:
    folder, puzzles = tmp_path_factory.mktemp("bundle"), read_pack(CURATED / "head").puzzles
    decided = (one["metrics"]["only_moves"] and not one["metrics"]["only_open"] for one in puzzles)
    trapped = (one["metrics"]["trap_at"] is not None for one in puzzles)
    place = [all(both) for both in zip(decided, trapped, strict=True)].index(True)
    words = ["prove", CURATED / "head", place + 1, "--bundle"]
    file = folder / "puzzle"
    assert run(*words, "-o", file).status == 0
    return file.read_bytes(), puzzles[place]


def test_a_puzzle_with_its_bundle_has_nothing_open_but_what_players_reach(puzzle_bundle):
    data, puzzle = puzzle_bundle
    ((_, result),) = findings(data)
    assert puzzle["metrics"]["only_moves"] > 0
    assert puzzle["metrics"]["trap_at"] is not None
    assert {name.partition(".")[0] for name in result.named("unproven")} == {"rating", "played", "level"}


def test_a_pack_is_checked_with_its_bundle_inside_or_beside_it(puzzle_bundle, tmp_path):
    data, puzzle = puzzle_bundle
    about = json.loads((CURATED / "head" / PACK).read_text())
    made, panel = about["generator"], {name: about[name] for name in ("rating_version", "panel")}
    texts = pack_texts(PACK_FORMAT, [puzzle], made["arguments"], {"screened": made["screened"]}, panel)
    inside, beside = tmp_path / "inside", tmp_path / "beside"
    for directory in (inside, beside):
        directory.mkdir()
        for name, text in texts.items():
            (directory / name).write_text(text)
    (inside / BUNDLE).write_bytes(data)
    (tmp_path / f"beside.{BUNDLE}").write_bytes(data)
    for directory in (inside, beside):
        (_, certificates), (_, result) = check_pack(directory)
        assert (certificates.status, result.status) == ("verified", "unproven")
        assert not [name for name in result.named("unproven") if name.startswith("metrics")]
    shutil.rmtree(beside)
    (inside / BUNDLE).write_bytes(data[:-20])
    assert dict(check_pack(inside))[str(inside / BUNDLE)].status == "failed"


def test_a_puzzle_whose_figures_were_changed_fails_by_its_certificates(puzzle_bundle):
    data, puzzle = puzzle_bundle
    facts, _ = read_facts(io.BytesIO(data), Meter())
    metrics = puzzle["metrics"]
    moved = {"trap_at": metrics["trap_at"] + 1, "trap_after": metrics["trap_after"] - 1}
    for change in ({"only_moves": metrics["only_moves"] + 1}, {"only_moves": metrics["only_moves"] - 1}, moved):
        other = {**puzzle, "metrics": {**metrics, **change}}
        alone, result = check_puzzle(other, {}), check_puzzle(other, {}, None, facts)
        assert "certificates" in result.text or alone.status == "failed", (change, result.text)
        assert result.status == "failed" or "metrics.trap_at" in result.named("unproven")


def test_a_problem_has_a_certificate_for_each_losing_move(tmp_path):
    file = tmp_path / "bundle"
    assert run("prove", CURATED / "single-left-problems", 1, "--bundle", "-o", file).status == 0
    ((_, result),) = findings(file.read_bytes())
    problem = read_pack(CURATED / "single-left-problems").puzzles[0]
    losing = sum(len(decision["losing"]) for decision in problem["decisions"])
    assert result.named("unproven") == ("rating",)
    assert sum(name.endswith("loses") for name, _ in result.claims) == losing > 1
    listed = dict(json.loads(gzip.decompress(file.read_bytes()).split(b"\n")[1])["claims"])
    assert listed.keys() == {name for name, _ in result.claims if name == GOAL or name.endswith("loses")}


def test_ctrl_c_ends_the_search_of_every_move_and_all_further_proofs(monkeypatch):
    whole, asked = Budget(), []
    part = whole.share(2).share(2)

    def proved(question, budget, *_):
        whole.interrupt()
        asked.append(question)
        assert budget.poll()
        return prove_question(question, budget)

    assert not part.poll()
    monkeypatch.setattr("winnow.api.bundle.prove_question", proved)
    hint, made = prove_hint(posed(HINTS["blink"]), whole)
    assert part.poll()
    assert (len(hint.moves) > 1, len(asked), made.certificates) == (True, 1, {})
