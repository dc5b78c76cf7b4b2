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
from .shallow import function, said, shallow
from .statement import statement
from .structural import evaluated

_NOT_ENCLOSED: Final = frozenset({"gamma", "uppergamma", "lowergamma"})
MOST: Final = 60
"""Terms of a sum that are written out."""


def refutation(
    name: str, claim: Claim, witness: Mapping[str, object], lacking: frozenset[str] = frozenset()
) -> str:
    """The theorem that the claim is refuted, at a rational point or at one of terms without variables, with
    what shows that it fails there."""
    script, before, r = Script(WRITERS, lacking, name), Lines(), claim.relation
    if isinstance(at := witness.get("at"), dict):
        todo, known = shown_at(claim, witness)
        images = {v.name: parse_term(str(at[v.name])) for v in claim.variables}
        f, here = Fields(witness, ""), r.substituted(images)
        values, known = owing(f, known, here.left, here.right, name="values")
        before = [line for t in (*todo, *values) for line in script.asserted(t, NOWHERE, ())]
        end = task(f, "fails", known.showing(here.negated()))
        fails = [f"assert (no : {said(here.negated())}).", *script.block(end, ()), "against no yes."]
    else:
        images = {v.name: num(read_rational(witness[v.name], "")) for v in claim.variables}
        fails = list(_fails(claim, images))
    sides = [substitute(t, images) for c in claim.conditions for t in (c.left, c.right)]
    lines = [
        f"(* not: {comment(claim.text)} *)",
        f"Theorem {name} : refuted ({statement(claim)}).",
        "Proof. apply refuted_by_val. shown.",
        *before,
        *at_terms(claim, images, [*claim.conditions, r]),
        "split.", "{", *evaluated(sides, "try "), *_summed(sides), "inside. }",
        "intros (D & yes). tidy.", *fails, "Qed.",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _fails(claim: Claim, images: Mapping[str, Term]) -> Iterator[str]:
    """A side that has no value at a point of numbers; or else the negation of the relation, with a proof."""
    r = claim.relation
    for o in obligations((r.left, r.right), claim.integers):
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
    known = [*evaluated((r.left, r.right), "try "), *_summed([r.left, r.right])]
    for side in (r.left, r.right):
        if (chosen := resolved(side, {}, 64)) != side:
            known.append(f"try replace {shallow(side)} with {shallow(chosen)} by branches.")
    return [f"assert ({name} : {said(r)}).", "{", *apart, *known, f"{by} }}"]


def _summed(terms: list[Term]) -> Lines:
    """What writes out sums and products with numbers for their ends."""
    lines = []
    for t in subterms(*terms):
        if t.op in ("sum", "prod"):
            low, high = (exact_value(a, {}) for a in t.args[:2])
            if low is None or high is None or high - low > MOST:
                raise Unsupported("a sum of many terms at a point")
            a, b = (shallow(a) for a in t.args[:2])
            how = f"terms_all {function(t)} {a} {b} {int(high - low) + 1}%nat ltac:(simpl; lra)"
            lines.append(f"try rewrite (proj{1 if t.op == 'sum' else 2} ({how})).")
    return [*lines, "cbn [iterate]; simpl INR."] if lines else []
