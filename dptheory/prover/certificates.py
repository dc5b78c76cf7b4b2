"""Certificates put together, as the kernel reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import fmpq

from ..kernel.real import FORMAT, VERSION, Claim, seal


def certificate(
    claim: Claim, domain_point: Mapping[str, object], proof: object, defined: Sequence[object] = (),
    lemmas: Sequence[object] = (),
) -> dict[str, object]:  # fmt: skip
    """A sealed certificate; a lemma is {"claim", "where", "defined", "proof"}."""
    parts: dict[str, object] = {
        "format": FORMAT, "version": VERSION, **claim.to_json(), "hash": claim.hash,
        "domain_point": {n: str(x) if isinstance(x, fmpq) else x for n, x in sorted(domain_point.items())},
        "lemmas": list(lemmas), "defined": list(defined), "proof": proof,
    }  # fmt: skip
    return {**parts, "seal": seal(parts)}
