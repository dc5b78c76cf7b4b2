"""The rule of combinations, in Coq: the identity by `ring` or `field`, the signs by lemmas on products.
And that on polynomials in one unknown: what `coq/Sturm.v` computes is what the kernel computes.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpq_mpoly, fmpq_poly

from ..kernel.real import (
    BINDERS,
    FUNCTIONS,
    Field,
    Fields,
    Relation,
    Summand,
    Term,
    num,
    polynomials,
    replace_terms,
    subterms,
)
from ..kernel.real import rational as read_rational
from .script import Lines, Node, Script, Unsupported
from .shallow import power_is, rational, shallow, suffix, whole_number

_DIFFERENCE = {"<=": "le", "<": "lt", ">=": "ge", ">": "gt", "=": "eq", "!=": "ne"}


@dataclass(frozen=True)
class Signed:
    """A term with a proof of its sign: "<" positive, "<=" not negative, "=" zero, "" unknown."""

    text: str
    sign: str
    proof: str

    def weak(self) -> str:
        """The proof that it is not negative."""
        return {"<": f"(pos_le _ {self.proof})", "=": f"(zero_le _ {self.proof})"}.get(self.sign, self.proof)

    def __mul__(self, other: Signed) -> Signed:
        text, a, b = f"({self.text} * {other.text})", self, other
        if a.sign == "=":
            return Signed(text, "=", f"(mul_zero_l _ {b.text} {a.proof})")
        if b.sign == "=":
            return Signed(text, "=", f"(mul_zero_r {a.text} _ {b.proof})")
        if not (a.sign and b.sign):
            return Signed(text, "", "")
        if a.sign == b.sign == "<":
            return Signed(text, "<", f"(mul_lt _ _ {a.proof} {b.proof})")
        return Signed(text, "<=", f"(mul_le _ _ {a.weak()} {b.weak()})")

    def __add__(self, other: Signed) -> Signed:
        text, a, b = f"({self.text} + {other.text})", self, other
        if a.sign == b.sign == "=":
            return Signed(text, "=", f"(add_zero _ _ {a.proof} {b.proof})")
        if a.sign == "<":
            return Signed(text, "<", f"(add_lt_l _ _ {a.proof} {b.weak()})")
        if b.sign == "<":
            return Signed(text, "<", f"(add_lt_r _ _ {a.weak()} {b.proof})")
        return Signed(text, "<=", f"(add_le _ _ {a.weak()} {b.weak()})")


def difference(r: Relation, name: str) -> Signed:
    """The difference of a hypothesis; of != its square."""
    a, b = shallow(r.left), shallow(r.right)
    text = f"({b} - {a})" if r.op in ("<=", "<") else f"({a} - {b})"
    sign = "=" if r.op == "=" else "<" if r.strict else "<="
    return Signed(f"({text} ^ 2)" if r.op == "!=" else text, sign, f"(of_{_DIFFERENCE[r.op]} _ _ {name})")


def poly(p: Script, n: Node) -> Lines:
    times = n.fields.indices("times", len(n.names))
    summands = [Summand(Fields(raw, ""), n.sequent) for raw in n.fields.items("terms")]
    factors = [difference(h, name) for h, name in zip(n.sequent.hypotheses, n.names, strict=True)]
    multiplier = Signed("1", "<", "Rlt_0_1")
    for i in times:
        multiplier = multiplier * factors[i]
    total = None
    for entry in summands:
        one = _summand(entry, factors)
        total = one if total is None else total + one
    total = total or Signed("0", "=", "(eq_refl 0)")
    if total.sign == "":
        raise Unsupported("a summand without a sign")
    use = concluded(n.sequent.goal, multiplier, total)
    chosen = {*times, *(i for entry in summands for i in entry.hypotheses)}
    used = [n.sequent.goal, *(n.sequent.hypotheses[i] for i in sorted(chosen))]
    new = [t for entry in summands for t in entry.new]
    rewritten = unified([t for r in used for t in (r.left, r.right)] + new)
    return [*p.owed(n.tasks, n), *use, *rewritten, "same."]


def concluded(goal: Relation, multiplier: Signed, total: Signed) -> Lines:
    """What leaves to show that the goal's difference, times what is positive, is a sum with a sign."""
    proof = total.weak() if goal.op in ("<=", ">=") else total.proof
    how = f"poly_{_DIFFERENCE[goal.op]} {multiplier.text} _ _ {total.text}"
    return [f"apply ({how} {multiplier.proof} {proof})."]


def _summand(entry: Summand, factors: list[Signed]) -> Signed:
    c = rational(entry.coefficient)
    one = Signed(c, "<", f"(ltac:(lra) : 0 < {c})") if entry.coefficient > 0 else Signed(c, "", "")
    for i in entry.hypotheses:
        one = one * factors[i]
    for q in entry.squares:
        one = one * Signed(f"({shallow(q)} ^ 2)", "<=", f"(square_le {shallow(q)})")
    return one * Signed(shallow(entry.by), "", "") if entry.by else one


def unified(terms: list[Term]) -> Lines:
    """One way of writing those applications of functions whose arguments are equal as rational functions, and
    powers with an exponent that is a whole number as a rational function."""
    field, first, images = Field(terms), dict[object, Term](), dict[bytes, Term]()
    lines: Lines = []
    for u in subterms(*terms):
        if u.op not in (*FUNCTIONS, *BINDERS) and (u.op != "pow" or whole_number(u.args[1]) is not None):
            continue
        here = Term(u.op, tuple(replace_terms(a, images) for a in u.args), u.value)
        n = field[u.args[1]].constant if u.op == "pow" else None
        if n is not None and n.q == 1:
            images[u.key] = Term("pow", (here.args[0], num(n)))
            lines.append(f"try rewrite ({power_is(here, int(n.p), 'simpl; same')}).")
        elif (kept := first.setdefault((u.op, field[u].key), here)) != here:
            images[u.key] = kept
            lines.append(f"try replace {shallow(here)} with {shallow(kept)} in * by alike.")
        elif here != u:
            images[u.key] = here
    return lines


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
