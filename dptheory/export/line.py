"""The rule on polynomials in one unknown, in Coq: what `coq/Sturm.v` computes is what the kernel computes."""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly, fmpq_poly

from ..kernel.real import Field, Relation, polynomials
from ..kernel.real import rational as read_rational
from .poly import unified
from .script import Lines, Node, Script
from .shallow import shallow, suffix


def sturm(p: Script, n: Node) -> Lines:
    """The goal from hypotheses: each relation's difference, times a square, is a polynomial."""
    chosen = n.fields.indices("use", len(n.names))
    used = [Relation(*r.oriented) for r in (n.sequent.goal, *(n.sequent.hypotheses[i] for i in chosen))]
    field = Field([t for r in used for t in (r.left, r.right)])
    found = [field.difference(r) for r in used]
    unknown = {i for d in found for q in (d.num, d.den) for i, k in enumerate(q.degrees()) if k > 0}
    place = min(unknown, default=0)
    x = shallow(field.generators[place]) if unknown else "0"
    said = [f"({suffix(r)}, {_listed(q)})" for r, q in zip(used, polynomials(used), strict=True)]
    cuts = "; ".join(_number(read_rational(text, "")) for text in n.fields.texts("cuts"))
    rewriting = unified([t for r in used for t in (r.left, r.right)])
    shown = ["{ scale. } {", *rewriting, "coefficients. }"]
    parts = [
        f"{suffix(r)} ({_written(d.den, place, x)} ^ 2) ({shallow(r.left)} - {shallow(r.right)})"
        for r, d in zip(used, found, strict=True)
    ]
    name, (goal, *given) = p.fresh("k"), parts
    gap = f"({shallow(used[0].left)} - {shallow(used[0].right)})"
    lines = [
        f"assert ({name} : compare {suffix(used[0])} {gap} 0).",
        f"{{ apply (Sturm.unscaled {goal} (Sturm.qe {_listed(polynomials(used)[0])} {x})).",
        *shown,
        f"apply (Sturm.sturm_line {said[0]} [{'; '.join(said[1:])}] [{cuts}]); [vm_compute; reflexivity|].",
        "repeat apply List.Forall_cons; try apply List.Forall_nil; cbv [fst snd].",
    ]
    for one in given:
        lines += [f"{{ eapply (Sturm.scaled {one}).", *shown, "difference. }"]
    return [*lines, "}", f"cbv [compare] in {name}; first [lra | (intro; lra)]."]


def _number(c: fmpq) -> str:
    return f"QArith_base.Qmake ({c.p}) {c.q}"


def _listed(q: fmpq_poly) -> str:
    """The coefficients, of 1 first."""
    return f"[{'; '.join(_number(c) for c in q.coeffs())}]"


def _written(q: fmpq_mpoly, place: int, x: str) -> str:
    """A polynomial in one unknown, with the operations of Coq."""
    terms = [f"({c.p} / {c.q}) * {x} ^ {e[place]}" for e, c in sorted(q.to_dict().items())]
    return f"({' + '.join(terms)})"
