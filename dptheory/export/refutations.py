"""A witness as a theorem: the point is in the claim's domain, and the claim does not hold there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..kernel.real import (
    PRECISIONS,
    Claim,
    Fields,
    Relation,
    Term,
    compare,
    decide,
    num,
    obligations,
    owing,
    parse_term,
    substitute,
    subterms,
    task,
)
from ..kernel.real import exact as exact_value
from ..kernel.real import rational as read_rational
from .certificates import NOWHERE, WRITERS, at_terms, comment, shown_at
from .leaves import resolved
from .script import Lines, Script, Unsupported
from .shallow import said, shallow
from .statement import statement
from .structural import evaluated, summed

_NOT_ENCLOSED: Final = frozenset({"gamma", "uppergamma", "lowergamma"})


def refutation(
    name: str, claim: Claim, witness: Mapping[str, object], lacking: frozenset[str] = frozenset()
) -> str:
    """The theorem that the claim is refuted, at a rational point or at one of terms without variables, with
    what shows that it fails there."""
    script, before, r = Script(WRITERS, lacking, name), Lines(), claim.relation
    if isinstance(at := witness.get("at"), dict):
        images = {v.name: parse_term(str(at[v.name])) for v in claim.variables}
        before, fails = fails_at_terms(claim, images, witness, script)
    else:
        images = {v.name: num(read_rational(witness[v.name], "")) for v in claim.variables}
        fails = list(fails_at(r, claim.integers, images))
    sides = [substitute(t, images) for c in claim.conditions for t in (c.left, c.right)]
    lines = [
        f"(* not: {comment(claim.text)} *)",
        f"Theorem {name} : refuted ({statement(claim)}).",
        "Proof. apply refuted_by_val. shown.",
        *before,
        *at_terms(claim, images, [*claim.conditions, r]),
        "split.", "{", *evaluated(sides, "try "), *summed(sides), "inside. }",
        "intros (D & yes). tidy.", *fails, "Qed.",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def fails_at_terms(
    claim: Claim, images: Mapping[str, Term], witness: Mapping[str, object], script: Script
) -> tuple[Lines, Lines]:
    """What is shown first of a point of terms, and what shows that the claim fails there."""
    todo, known = shown_at(claim, witness)
    f, here = Fields(witness, ""), claim.relation.substituted(images)
    values, known = owing(f, known, here.left, here.right, name="values")
    before = [line for t in (*todo, *values) for line in script.asserted(t, NOWHERE, ())]
    end = task(f, "fails", known.showing(here.negated()))
    return before, [f"assert (no : {said(here.negated())}).", *script.block(end, ()), "against no yes."]


def fails_at(r: Relation, integers: frozenset[str], images: Mapping[str, Term]) -> Iterator[str]:
    """A side that has no value at a point of numbers; or else the negation of the relation, with a proof."""
    for o in obligations((r.left, r.right), integers):
        ways = [way.substituted(images) for way in o.ways]
        if not o.between and all(decide(way, {}) is False for way in ways):
            for i, way in enumerate(ways):
                yield from _shown(f"no{i}", way.negated())
            yield "absent."
            return
    yield from _shown("no", r.substituted(images).negated())
    yield "against no yes."


def _shown(name: str, r: Relation) -> Lines:
    """A relation between numbers, as an assertion."""
    if strange := {t.op for t in subterms(r.left, r.right) if exact_value(t, {}) is None} & _NOT_ENCLOSED:
        raise Unsupported(f"a value of {min(strange)}")
    good = [p for p in PRECISIONS if compare(r, {}, p)]
    below = r.op == "!=" and decide(Relation("<", r.left, r.right), {})
    apart = [f"apply apart_{'below' if below else 'above'}."] if r.op == "!=" else []
    by = f"decided ltac:(interval with (i_prec {good[0] if good else 64}))."
    known = [*evaluated((r.left, r.right), "try "), *summed([r.left, r.right])]
    for side in (r.left, r.right):
        if (chosen := resolved(side, {}, 64)) != side:
            known.append(f"try replace {shallow(side)} with {shallow(chosen)} by branches.")
    return [f"assert ({name} : {said(r)}).", "{", *apart, *known, f"{by} }}"]
