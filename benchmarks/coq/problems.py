"""Certificates and witnesses that the prover finds for a list of problems, kept in a file as they are found.

A list is a JSON file of objects with `id`, `claim` and `where`. They are asked in the order of the digests of
their names, so that what was asked when a run was ended is a random sample.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from dptheory.errors import BadInput
from dptheory.inputs import claims
from dptheory.kernel import KernelError, SyntaxProblem
from dptheory.kernel.real import Claim, Compound, parse_claim
from dptheory.prover import prove


def asked(
    file: Path, kept: Path, count: int | None, effort: int, seconds: float | None
) -> tuple[int, dict[str, object]]:
    """How many problems were asked, and what was found, by the hashes of claims: certificates, and witnesses
    of what is refuted."""
    entries = json.loads(file.read_text(encoding="utf-8"))
    entries.sort(key=lambda entry: hashlib.sha256(entry["id"].encode()).hexdigest())
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    known = {found["id"]: found for found in map(json.loads, lines)}
    with kept.open("a", encoding="utf-8") as out:
        for done, entry in enumerate(entries[:count], 1):
            if entry["id"] not in known:
                known[entry["id"]] = {"id": entry["id"], "found": list(_found(entry, effort, seconds))}
                out.write(json.dumps(known[entry["id"]]) + "\n")
                out.flush()
            print(f"\r{done}/{len(entries[:count])}", end="", file=sys.stderr, flush=True)
    return len(entries[:count]), {
        one["hash"]: one for entry in entries[:count] for one in known[entry["id"]]["found"]
    }


def _found(entry: dict[str, str], effort: int, seconds: float | None) -> Iterator[dict[str, object]]:
    """Of each link of a chain its certificate or its witness; of what is undecided nothing."""
    try:
        for claim in _claims(entry["claim"], entry["where"]):
            outcome = prove(claim, effort=effort, timeout=seconds)
            if outcome.certificate is not None:
                yield outcome.certificate
            elif outcome.witness is not None or outcome.failure is not None:
                at = outcome.failure or {name: str(value) for name, value in outcome.witness.items()}
                said = claim.said if isinstance(claim, Compound) else claim.relation.text
                yield {"claim": said, "where": claim.where, "hash": claim.hash, "witness": at}
    except (BadInput, KernelError, SyntaxProblem) as why:
        print(f"{entry['id']}: {why}", file=sys.stderr)


def _claims(claim: str, where: str) -> tuple[Claim | Compound, ...]:
    """As the kernel reads it, in which `e` is a variable; or as people write it."""
    try:
        return (parse_claim(claim, where),)
    except (KernelError, SyntaxProblem):
        return claims(claim, where)
