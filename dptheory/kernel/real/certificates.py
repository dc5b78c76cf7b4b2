"""Certificates as JSON: reading strictly, sealing, and nothing about mathematics.

A node is an object with a field ``rule``, or a list of nodes: ``[a, b, c]`` is `a` whose field
``then`` is `[b, c]`, which keeps long proofs flat. Numbers are written as text ("3/2"), indices as
JSON integers; a floating point number anywhere is an error.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Final, TypeVar

from flint import fmpq

from ..limits import MAX_DIGITS, MAX_STEPS, KernelError, need
from .claims import Claim

Kind = TypeVar("Kind")
FORMAT: Final = "dptheory-certificate"
VERSION: Final = 1
MAX_JSON_DEPTH: Final = 400
_PARTS: Final = ("claim", "where", "hash", "domain_point", "lemmas", "defined", "proof")
_RATIONAL: Final = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?")


def seal(parts: Mapping[str, object]) -> dict[str, str]:
    """The digest of each part of a certificate's content."""
    return {name: _digest(parts.get(name)) for name in _PARTS}


def _digest(value: object) -> str:
    try:
        text = json.dumps(value, sort_keys=True, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise KernelError(f"a certificate must be plain JSON: {error}") from None
    return hashlib.sha256(text.encode()).hexdigest()


def read(claim: Claim, data: object) -> Fields:
    """The fields of a certificate for this claim, after its form and seal are checked."""
    check_plain(data)
    fields = Fields(data, "")
    if fields.text("format") != FORMAT or fields.index("version") != VERSION:
        raise KernelError(f"a certificate has format {FORMAT!r} and version {VERSION}", "format")
    found = fields.mapping("seal")
    for name, digest in seal(fields.raw).items():
        if found.get(name) != digest:
            raise KernelError("the content was changed after it was sealed", name)
    need(set(found) == set(_PARTS), f"a seal has the parts {', '.join(_PARTS)}", "seal")
    stated = {"claim": fields.text("claim"), "where": fields.text("where")}
    if fields.text("hash") != claim.hash or stated != claim.to_json():
        raise KernelError(f"the certificate is of another claim than {claim.text!r}", "hash")
    return fields


def check_plain(data: object) -> None:
    """Only objects, lists, texts and integers, of bounded depth and number."""
    stack: list[tuple[object, str, int]] = [(data, "", 0)]
    count = 0
    while stack:
        value, place, depth = stack.pop()
        count += 1
        if depth > MAX_JSON_DEPTH or count > 10 * MAX_STEPS:
            raise KernelError(f"nested deeper than {MAX_JSON_DEPTH}, or too long; use lists of nodes", place)
        if type(value) is dict:
            need(all(type(k) is str for k in value), "expected names as keys", place)
            stack.extend((v, f"{place}.{k}" if place else k, depth + 1) for k, v in value.items())
        elif type(value) is list:
            stack.extend((v, f"{place}[{i}]", depth + 1) for i, v in enumerate(value))
        elif type(value) not in (str, int):
            raise KernelError(f"expected an object, list, text or integer, found {value!r}", place)


class Fields:
    """The fields of one object, each taken once; `close` rejects what nobody asked for."""

    def __init__(self, data: object, place: str) -> None:
        if isinstance(data, list) and data:
            head, rest = data[0], data[1:]
            if rest and isinstance(head, dict):
                need("then" not in head, "a node with followers in its list has no field 'then'", place)
                head = {**head, "then": rest}
            data = head
        if not isinstance(data, dict):
            raise KernelError(f"expected an object, found {type(data).__name__}", place)
        self.raw: dict[str, object] = data
        self.place = place
        self._left = set(data)

    def at(self, name: str) -> str:
        return f"{self.place}.{name}" if self.place else name

    def has(self, name: str) -> bool:
        return name in self.raw

    def take(self, name: str) -> object:
        if name not in self.raw:
            raise KernelError(f"the field {name!r} is missing", self.place)
        self._left.discard(name)
        return self.raw[name]

    def _of(self, kind: type[Kind], name: str, wanted: str) -> Kind:
        value = self.take(name)
        if not isinstance(value, kind):
            raise KernelError(f"expected {wanted}", self.at(name))
        return value

    def text(self, name: str) -> str:
        return self._of(str, name, "a text")

    def index(self, name: str) -> int:
        value = self._of(int, name, "an index (0, 1, ...)")
        need(type(value) is int and value >= 0, "expected an index (0, 1, ...)", self.at(name))
        return value

    def items(self, name: str) -> list[object]:
        """A list; a field that is absent is an empty one."""
        return self._of(list, name, "a list") if self.has(name) else []

    def texts(self, name: str) -> list[str]:
        values = self.items(name)
        need(all(isinstance(v, str) for v in values), "expected a list of texts", self.at(name))
        return [str(v) for v in values]

    def indices(self, name: str, bound: int) -> list[int]:
        values = self.items(name)
        if not all(type(v) is int and 0 <= v < bound for v in values):
            raise KernelError(f"expected a list of indices below {bound}", self.at(name))
        return [v for v in values if isinstance(v, int)]

    def mapping(self, name: str) -> dict[str, object]:
        return self._of(dict, name, "an object")

    def close(self) -> None:
        if self._left:
            raise KernelError(f"unknown field(s): {', '.join(sorted(self._left))}", self.place)


def rational(value: object, place: str) -> fmpq:
    """An exact rational written as text: "3", "-3/2"."""
    if not isinstance(value, str) or len(value) > 2 * MAX_DIGITS or not _RATIONAL.fullmatch(value):
        raise KernelError('expected a rational as text, such as "3/2"', place)
    top, _, bottom = value.partition("/")
    return fmpq(int(top), int(bottom or 1))
