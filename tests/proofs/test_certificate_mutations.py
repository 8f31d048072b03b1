"""Changed certificates of every content: none with a false claim is verified, and both checkers agree on each.

`python -m pytest -m full -s tests/proofs/test_certificate_mutations.py` changes 10,000 and prints the outcomes.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
import subprocess
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_record_mutations import ODD, other_bytes

from certificates_help import CONTENTS, PARTLY_KNOWN, QUESTIONS, certificate, checked, pack, still_true
from random_play import sizes
from small_decks import decks
from winnow.checking.stream import lines as lines_of
from winnow.core.meter import Meter

VERIFIED = Path(__file__).resolve().parents[2] / "verified"
NAMES = (*QUESTIONS, *PARTLY_KNOWN)
IN_BODY = ("line dropped", "line repeated", "lines exchanged", "number", "word dropped", "letter")
_IN_HEADER = ("cards", "rule", "claim", "field", "spelling")
_IN_FILE = ("body of another", "two in one", "lines", "bytes of the text", "bytes of the file", "end")


@cache
def winnow_verify() -> str | None:
    """Return the path of the proved checker, built from the checkout; None without OCaml."""
    if shutil.which("ocamlopt") is None or (make := shutil.which("make")) is None:
        return None
    subprocess.run([make, "-C", str(VERIFIED), "winnow-verify"], check=True, capture_output=True)
    return str(VERIFIED / "winnow-verify")


def mutant(rng: random.Random, lines: tuple[str, ...]) -> tuple[str, bytes]:
    """Change one thing; return what was changed, and the file."""
    kind = rng.choice([*_IN_HEADER, *(IN_BODY if len(lines) > 1 else ()), *_IN_FILE])
    if kind in _IN_HEADER:
        return kind, pack([_other_header(rng, kind, json.loads(lines[0])), *lines[1:]])
    if kind in IN_BODY:
        return kind, pack([lines[0], *other_body(rng, kind, list(lines[1:]))])
    packed, text = pack(lines), "".join(f"{line}\n" for line in lines).encode()
    if kind == "bytes of the text":
        return kind, gzip.compress(other_bytes(rng, text), mtime=0)
    if kind == "bytes of the file":
        return kind, other_bytes(rng, packed)
    if kind == "lines":
        ending = rng.choice([b"", b"\r\n", b"\r", b"\n\n", b" \n", b"\n\xef\xbb\xbf"])
        return kind, gzip.compress(text.replace(b"\n", ending, rng.randint(1, len(lines))), mtime=0)
    other = certificate(rng.choice(NAMES))
    if kind == "body of another":
        return kind, pack([lines[0], *other[1:]])
    return kind, packed + pack(other) if kind == "two in one" else packed[: rng.randrange(len(packed))]


def _other_header(rng: random.Random, kind: str, header: dict[str, Any]) -> str:
    """Return the text of a header with one thing changed."""
    if kind == "cards":
        cards = header["deal"].split()
        for _ in range(rng.choice([1, 1, 2, 6])):
            i, j = rng.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
        return json.dumps({**header, "deal": " ".join(cards), "number": None})
    if kind == "rule":
        rules = header["rules"]
        name = rng.choice([name for name in rules if name != "deck"])
        small = decks(header["game"]).random_game(rng).rules.spelled_out()[name]
        near = rules[name] + rng.choice([-1, 1]) if type(rules[name]) is int else small
        return json.dumps({**header, "rules": {**rules, name: rng.choice([small, near, rng.choice(ODD)])}})
    if kind == "field":
        name = rng.choice([*header, "news"])
        other = {key: value for key, value in header.items() if key != name}
        return json.dumps(other if rng.random() < 0.3 else {**header, name: rng.choice(ODD)})
    if kind == "spelling":
        return _other_spelling(rng, header)
    return json.dumps({**header, **rng.choice(_other_claims(rng, header))})


def _other_spelling(rng: random.Random, header: dict[str, Any]) -> str:
    """Return a header's text with other separators, order, escapes, numbers, keys or spaces."""
    text, name = json.dumps(header), rng.choice([*header])
    return rng.choice(
        [
            json.dumps(dict(reversed(header.items()))),
            text.replace('"deal"', '"\\u0064eal"'),
            text.replace(": 0", ": -0").replace(": 1,", ": 1.0,"),
            f"{text[:-1]}, {json.dumps(name)}: {json.dumps(header[name])}}}",
            text.replace(" ", rng.choice(["  ", "\t", ""])),
            json.dumps({**header, "deal": header["deal"].replace(" ", rng.choice([", ", "  "]))}),
        ]
    )


def _other_claims(rng: random.Random, header: dict[str, Any]) -> list[dict[str, Any]]:
    """Return changes of the fields that state the claim."""
    step = rng.choice([-2, -1, 1, 2])
    claims: list[dict[str, Any]] = [
        {"verdict": "winnable" if header["verdict"] == "unwinnable" else "unwinnable"},
        {"question": "win" if header["question"] == "best" else "best"},
        {"content": rng.choice(["line", *CONTENTS.values()])},
        {"line": None, "score": None, "optimal": False},
        {"after": [*header["after"], *(header["line"] or ["T"])[:1]]},
        {"optimal": not header["optimal"]},
        {"number": 77},
    ]
    for name, other in (("bound", "score"), ("score", "bound")):
        if header[name] is not None:
            claims.append({name: header[name] + step, "optimal": header[name] + step == header[other]})
    return claims


def other_body(rng: random.Random, kind: str, body: list[str]) -> list[str]:
    """Return the lines after the header with one thing changed."""
    place = rng.randrange(len(body))
    words = body[place].split(" ")
    which = rng.randrange(len(words))
    if kind == "line dropped":
        del body[place]
    elif kind == "line repeated":
        body.insert(rng.randrange(len(body)), body[place])
    elif kind == "lines exchanged":
        other = rng.randrange(len(body))
        body[place], body[other] = body[other], body[place]
    elif kind == "word dropped":
        body[place] = " ".join(words[:which] + words[which + 1 :])
    elif kind == "letter":
        line = body[place]
        at = rng.randrange(len(line) or 1)
        letter = rng.choice([*"0123456789abcd,*-/ ", line[at : at + 1] * 2, ""])
        body[place] = line[:at] + letter + line[at + 1 :]
    else:
        old = words[which]
        number = int(old) if old.lstrip("-").isdigit() else 0
        new = rng.choice([number + 1, number - 1, -number, rng.randrange(200)])
        words[which] = rng.choice([str(new), f"{new & 0xFFFF:x}", rng.choice(words)])
        body[place] = " ".join(words)
    return body


def mutants(seed: int, count: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield (name of the certificate, what was changed, the file), each content as often as the others."""
    rng = random.Random(seed)
    for place in range(count):
        name = NAMES[place % len(NAMES)]
        lines = certificate(name)
        kind, data = mutant(rng, lines)
        while data == pack(lines):
            kind, data = mutant(rng, lines)
        yield name, kind, data


def unpacked(data: bytes) -> bytes | None:
    """Return the text that `winnow check --verified` would hand on; None if the file is no certificate's."""
    try:
        text = gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return None
    return text if text.isascii() and text.endswith(b"\n") else None


def proved(folder: Path, texts: list[bytes]) -> list[tuple[int, str]]:
    """Return the proved checker's status for each text (0 verified, 1 failed, 3 not told) with its sentence."""
    program = winnow_verify()
    assert program is not None
    files = [folder / str(place) for place in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text)
    asked = "".join(f"{file}\n" for file in files)
    run = subprocess.run([program, "--list"], input=asked, capture_output=True, text=True, check=True)
    said = (line.partition(" ") for line in run.stdout.splitlines())
    return [(int(status), text) for status, _, text in said]


def compare(folder: Path, seed: int, count: int) -> Counter[str]:
    """Check changed certificates with both checkers; return how often each kind was refused and accepted."""
    came, answers = Counter[str](), []
    known: dict[str, bool] = {}
    for name, kind, data in mutants(seed, count):
        result = checked(data)
        assert (len(result.text) < 320, result.text.isprintable()) == (True, True), (name, kind, result.text)
        came[f"{kind}: {result.status}"] += 1
        if (text := unpacked(data)) is not None:
            answers.append((result.status, text, name, kind))
        if result.status != "verified":
            continue
        header = next(lines_of(io.BytesIO(data), Meter()))
        if header != certificate(name)[0]:
            if header not in known:
                known[header] = still_true(json.loads(header))
            assert known[header], (name, kind, header)
    if winnow_verify() is None:
        return came
    for (status, text, name, kind), (other, _) in zip(
        answers, proved(folder, [text for _, text, *_ in answers]), strict=True
    ):
        pair = (status, other)
        assert pair not in {("verified", 1), ("failed", 0)}, (name, kind, pair, text[:2000])
        came[f"proved checker: {status}, {other}"] += 1
    return came


@sizes((1, 300), (2, 10_000))
def test_both_checkers_agree_on_changed_certificates(tmp_path, seed, count):
    came = compare(tmp_path, seed, count)
    print(*(f"{often:6} {kind}" for kind, often in sorted(came.items())), sep="\n")
    assert sum(often for kind, often in came.items() if kind.endswith(": failed")) > count // 2, came
    assert count < 10_000 or all(came[f"{kind}: failed"] for kind in (*_IN_HEADER, *IN_BODY, *_IN_FILE))
    if winnow_verify() is not None:
        assert came["proved checker: verified, 0"] > count // 30, came
        assert came["proved checker: failed, 1"] > count // 5, came


@pytest.mark.parametrize(
    ("name", "memory"),
    [("universal loss", 0.05), ("blink best", 0.05), ("one-minute layers", 0.05), ("one-minute best", 0.05)]
    + [(name, 0.005) for name in ("blink tree", "head set", "relations", "single-left set", "assignments")],
)
def test_memory_is_bounded(name, memory):
    result = checked(pack(certificate(name)), memory=memory)
    assert (result.status, "memory" in result.text) == ("exhausted", True)
