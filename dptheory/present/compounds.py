"""The parts of a certificate that was put together of several, each to be read like one of its own."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from ..kernel.real import COMPOUND_FORMAT, EMPTY, FALSE, claim_of, parse_compound, read_witness


def parts_of(certificate: Mapping[str, Any]) -> list[Mapping[str, object]]:
    """The certificate itself, or, of one of a compound claim or of conditions that exclude each other, what
    it says of each of the ordinary claims; they are read off the claim again, in the order of the kernel."""
    if certificate.get("format") not in (COMPOUND_FORMAT, EMPTY):
        return [certificate]
    if certificate["format"] == EMPTY:
        about = parse_compound(FALSE.text, certificate["where"])
        claims = [claim_of(d.conditions, FALSE, about.integers) for d in about.domains]
        nodes = certificate["cases"]
    else:
        about = parse_compound(certificate["claim"], certificate["where"])
        wanted = product(about.domains, about.clauses(read_witness(certificate["with"], "with")))
        pairs = list(zip(wanted, certificate["parts"], strict=True))
        claims = [c for (d, clause), part in pairs for c in about.cases(d, clause, part["show"])]
        nodes = [node for _, part in pairs for node in part["cases"]]
    return [{**claim.to_json(), **node} for claim, node in zip(claims, nodes, strict=True)]
