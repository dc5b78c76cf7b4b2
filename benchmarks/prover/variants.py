"""The same claim written otherwise: what the prover says must not depend on it."""

from __future__ import annotations

from collections.abc import Callable

from confirm import confirm

from dptheory.kernel.real import FLIPPED, Claim, Relation, Term, apply, claim_of, num, var
from dptheory.prover import find_point


def _substituted(claim: Claim, images: dict[str, Term]) -> Claim:
    conditions = [c.substituted(images) for c in claim.conditions]
    return claim_of(conditions, claim.relation.substituted(images))


def renamed(claim: Claim) -> Claim:
    """Other names, in another alphabetical order."""
    names = [v.name for v in claim.variables]
    return _substituted(claim, {n: var(f"{chr(ord('z') - i)}{i}") for i, n in enumerate(names)})


def swapped(claim: Claim) -> Claim:
    """Sides exchanged, conditions in reverse order."""
    r = claim.relation
    return claim_of(reversed(claim.conditions), Relation(FLIPPED[r.op], r.right, r.left))


def scaled(claim: Claim) -> Claim:
    """Every variable tripled or halved, both sides multiplied by 7/3."""
    images = {
        v.name: num(3) * var(v.name) if i % 2 == 0 else var(v.name) / 2 for i, v in enumerate(claim.variables)
    }
    inner = _substituted(claim, images)
    r = inner.relation
    return claim_of(inner.conditions, Relation(r.op, num(7) * r.left / 3, num(7) * r.right / 3))


def inverted(claim: Claim) -> Claim:
    """The first variable replaced by its inverse, on the positive half or, if that is empty, the other."""
    name = claim.variables[0].name
    inner = _substituted(claim, {name: num(1) / var(name)})
    made = claim
    for op in (">", "<"):
        made = claim_of([*inner.conditions, Relation(op, var(name), num(0))], inner.relation)
        if find_point(made) is not None:
            break
    return made


def logarithmic(claim: Claim) -> Claim:
    """The first variable replaced by the logarithm of a positive one."""
    name = claim.variables[0].name
    inner = _substituted(claim, {name: apply("log", var(name))})
    return claim_of([Relation(">", var(name), num(0)), *inner.conditions], inner.relation)


VARIANTS: dict[str, Callable[[Claim], Claim]] = {
    "renamed": renamed,
    "sides swapped": swapped,
    "scaled": scaled,
    "x -> 1/x": inverted,
    "x -> log x": logarithmic,
}


def truth(name: str, variant: Claim, stated: bool) -> bool:
    """The truth of a variant. Inverting keeps half of the domain, where a false claim may hold: there it is
    false if sampling finds a failure."""
    if stated or name != "x -> 1/x":
        return stated
    entry = {"claim": variant.relation.text, "where": variant.where, "truth": False}
    return confirm(entry, 2000)[0] != "as stated"
