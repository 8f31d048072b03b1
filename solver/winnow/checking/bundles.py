"""Checks a bundle (format `winnow-bundle/1`): records with their claims, and the certificates that prove them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, BinaryIO

from winnow.checking.certificates import check_text
from winnow.checking.claims import object_of
from winnow.checking.records import Facts, check
from winnow.checking.stream import lines
from winnow.core.counted import counted
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import CheckFailedError, CheckResult, failed, field_of, require, worst

BUNDLE_FORMAT = "winnow-bundle/1"
Subject = Callable[[Mapping[str, Any], Meter, Facts], CheckResult]
"""Returns the result of checking a record by the rules and by facts."""

_DIGEST = re.compile("[0-9a-f]{64}")
_NAME_BYTES = 1000
_MOST = 10**6
"""The most records, and the most certificates, of one bundle."""
_COPIES = 30
"""A record's memory, as a multiple of its text."""

Finding = tuple[str, CheckResult]
Judge = Callable[[Iterator[str], Meter], tuple[CheckResult, Mapping[str, Any] | None]]
"""Returns the result of checking a certificate's lines, and the header of a verified one."""


def check_packed(file: BinaryIO, meter: Meter, subjects: Callable[[str], Subject | None]) -> Iterator[Finding]:
    """Yield the findings about a gzip file, a certificate or a bundle, each with its place in the file.

    `subjects` maps the format of a bundle's records to their check, if they are not a search's answers; None if
    unknown.
    """
    text = lines(file, meter)
    try:
        first = next(text, "")
        if is_bundle(first, meter):
            yield from Bundle(meter, subjects).check(first, text)
        else:
            yield "", check_text(chain([first], text), meter)[0]
    except CheckFailedError as error:
        yield "", failed(error)


def is_bundle(first: str, meter: Meter) -> bool:
    """Return whether a file's first line is that of a bundle; a certificate's check says what is wrong with another."""
    with suppress(CheckFailedError):
        return bool(object_of(first, meter).get("format") == BUNDLE_FORMAT)
    return False


def read_facts(file: BinaryIO, meter: Meter) -> tuple[Facts, CheckResult]:
    """Return the facts that a bundle's certificates prove, apart from its records, and the certificates' result.

    Raises ExhaustedError.
    """
    bundle = Bundle(meter, lambda _: None)
    text = lines(file, meter)
    try:
        bundle.read(next(text, ""), text)
    except CheckFailedError as error:
        return bundle.facts, failed(error)
    return bundle.facts, bundle.certificates()


class Bundle:
    """A bundle being read: its records, then its certificates, whose facts are compared with the records."""

    def __init__(self, meter: Meter, subjects: Callable[[str], Subject | None], judge: Judge = check_text) -> None:
        self.facts = Facts(meter)
        self._meter = meter
        self._subjects = subjects
        self._judge = judge
        self.records: list[tuple[dict[str, Any], dict[str, tuple[str, ...]]]] = []
        self._shown: dict[str, CheckResult] = {}

    def check(self, first: str, text: Iterator[str]) -> Iterator[Finding]:
        """Yield a finding for each record, and for each certificate that is not verified."""
        self.read(first, text)
        for digest, result in self._shown.items():
            if result.status != "verified":
                yield f":{digest[:16]}", result
        if not self.records:
            yield "", self.certificates()
        for number, (record, listed) in enumerate(self.records, 1):
            yield f":{number}", self._check_record(record, listed)

    def certificates(self) -> CheckResult:
        """Return the result of all the certificates; `unproven` if there is none."""
        if not self._shown:
            return CheckResult("unproven", "no certificates, so nothing is shown")
        status = worst(result.status for result in self._shown.values())
        bad = next(
            (f"{name[:16]}: {result.text}" for name, result in self._shown.items() if result.status == status), ""
        )
        text = counted(len(self._shown), "certificates")
        return CheckResult(status, text if status == "verified" else f"{text}; {bad}", (("certificates", status),))

    def read(self, first: str, text: Iterator[str]) -> None:
        """Read the records and check the certificates; raise CheckFailedError if the bundle is not well formed."""
        head = object_of(first, self._meter)
        require(head.get("format") == BUNDLE_FORMAT, f"the format is not {BUNDLE_FORMAT}")
        require(head.keys() == {"format", "records", "certificates"}, "the first line is not that of a bundle")
        records, certificates = (_count(head, name) for name in ("records", "certificates"))
        for number in range(1, records + 1):
            self._read_record(f"record {number}", next(text, ""))
        named = {digest for _, listed in self.records for digests in listed.values() for digest in digests}
        for number in range(1, certificates + 1):
            self._read_certificate(f"certificate {number}", next(text, ""), text)
        require(next(text, None) is None, "something follows the last certificate")
        # A bundle without records is evidence for records in another file.
        require(not records or named == self._shown.keys(), "the certificates are not those that the claims name")

    def _read_record(self, place: str, line: str) -> None:
        self._meter.step()
        self._meter.hold(_COPIES * len(line))
        entry = object_of(line, self._meter)
        require(entry.keys() == {"record", "claims"}, f"{place}: this is not a record with its claims")
        claims = field_of(entry, "claims", list)
        listed: dict[str, tuple[str, ...]] = {}
        for claim in claims:
            wellformed = isinstance(claim, list) and len(claim) == 2 and isinstance(claim[0], str)
            require(wellformed and isinstance(claim[1], list) and bool(claim[1]), f"{place}: this is not a claim")
            name, digests = claim
            require(all(isinstance(each, str) and _DIGEST.fullmatch(each) for each in digests), f"{place}: no SHA-256")
            require(name not in listed, f"{place}: the claim {name[:40]!a} is there twice")
            listed[name] = tuple(digests)
        self.records.append((field_of(entry, "record", dict), listed))

    def _read_certificate(self, place: str, line: str, text: Iterator[str]) -> None:
        entry = object_of(line, self._meter)
        require(entry.keys() == {"sha256", "lines"}, f"{place}: this is not the beginning of a certificate")
        digest, count = field_of(entry, "sha256", str), field_of(entry, "lines", int)
        require(_DIGEST.fullmatch(digest) is not None, f"{place}: no SHA-256")
        require(count > 0, f"{place}: it has no lines")
        require(digest not in self._shown, f"{place}: it is there twice")
        self._meter.hold(_NAME_BYTES)
        found, hashed = 0, hashlib.sha256()

        def read() -> Iterator[str]:
            nonlocal found
            for each in islice(text, count):
                found += 1
                hashed.update(each.encode() + b"\n")
                yield each

        own, held = read(), self._meter.held
        result, header = self._judge(own, self._meter)
        # Lines that a failed check has left unread do not belong to the next certificate.
        for _ in own:
            self._meter.step()
        self._meter.release(self._meter.held - held)
        require(found == count, f"{place}: the file ends before it does")
        require(hashed.hexdigest() == digest, f"{place}: its SHA-256 is not the one named")
        self._shown[digest] = result
        if header is not None and result.status == "verified":
            self.facts.add(header)

    def _check_record(self, record: Mapping[str, Any], listed: Mapping[str, tuple[str, ...]]) -> CheckResult:
        kind = record.get("format")
        subject = self._subjects(kind) if isinstance(kind, str) else None
        try:
            result = (subject or check)(record, self._meter, self.facts)
        except ExhaustedError as error:
            return CheckResult("exhausted", str(error))
        if result.status == "failed":
            return result
        known = dict(result.claims)
        for name, digests in listed.items():
            if name not in known:
                return CheckResult("failed", f"the record has no claim {name[:60]!a}")
            open_ones = [self._shown[digest].status for digest in digests]
            if known[name] != "verified" and worst(open_ones) == "verified":
                return CheckResult("failed", f"its certificates do not show {name}")
        return result


def _count(head: Mapping[str, Any], name: str) -> int:
    count: int = field_of(head, name, int)
    require(0 <= count <= _MOST, f"{name} is not a number up to {_MOST:,}")
    return count
