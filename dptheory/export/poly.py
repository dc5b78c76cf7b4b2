"""The rule of combinations, in Coq: the identity by `ring` or `field`, the signs by lemmas on products."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.real import (
    BINDERS,
    FUNCTIONS,
    Field,
    Fields,
    Relation,
    Summand,
    Term,
    num,
    replace_terms,
    subterms,
)
from .script import Lines, Node, Script, Unsupported
from .shallow import power_is, rational, shallow, whole_number

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
