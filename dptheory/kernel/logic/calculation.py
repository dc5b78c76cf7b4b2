"""A calculation step as a claim about real numbers.

The real and integer subterms that arithmetic cannot look into (norms, losses, expectations, probabilities,
sums) become variables; equal subterms become the same variable. The claim says: whatever their values, if
the premises hold then so does the conclusion. That is more than the step needs, so a proof of the claim
proves the step. And when two vector terms are the same linear combination, whatever the vectors are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..limits import KernelError, need
from ..real import terms as real
from ..real.claims import Claim, Relation, Variable
from ..real.defined import defining
from ..real.ratfun import Field
from .sorts import BINARY_REAL, INT, REAL, SYMBOLS, UNARY_REAL, fits
from .terms import Expr, num, op

_ARITHMETIC = frozenset(real.ARITHMETIC) | UNARY_REAL | BINARY_REAL
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


class Names:
    """Variables for opaque subterms, in the order in which they are met."""

    def __init__(self) -> None:
        self.made: dict[Expr, str] = {}

    def name(self, term: Expr) -> str:
        if term in self.made:
            return self.made[term]
        need(term.reach == 0, "a calculation cannot look under a binder")
        own = term.head == "var" and _PLAIN.match(term.label) and term.label not in ("pi", "E", "oo")
        name = term.label if own else f"t{len(self.made) + 1}"
        while name in self.made.values():
            name += "_"
        self.made[term] = name
        return name

    def term(self, term: Expr) -> real.Term:
        """The real term in which opaque subterms are variables."""
        if term.head == "num" and term.value is not None:
            return real.num(term.value)
        if term.head == "const":
            return real.Term("const", (), term.label)
        if term.head in _ARITHMETIC:
            return real.apply(term.head, *(self.term(a) for a in term.args))
        need(fits(term.sort, REAL), f"a calculation is about numbers, found a term of sort {term.sort}")
        return real.var(self.name(term))


def conjuncts(formula: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction, in order."""
    parts: list[Expr] = []
    stack = [formula]
    while stack:
        node = stack.pop()
        if node.head == "and":
            stack.extend(reversed(node.args))
        else:
            parts.append(node)
    return tuple(parts)


def step_claims(premises: Sequence[Expr], goal: Expr) -> tuple[list[Claim], dict[str, Expr]]:
    """The claims of a calculation step, and what their variables stand for.

    Premises and goal are relations between numbers (premises may be conjunctions of them), in
    normal form. The last claim is the step itself, with the premises as conditions; the others say
    that premises which divide, take logarithms and so on have values: first those that always have
    stand as conditions, then each further one once it is shown to have.
    """
    names = Names()
    relations: list[Relation] = []
    for formula in [part for premise in premises for part in conjuncts(premise)] + [goal]:
        if formula.head not in SYMBOLS:
            raise KernelError(f"a calculation takes relations between numbers, found {formula.head!r}")
        left, right = (names.term(a) for a in formula.args)
        relations.append(Relation(SYMBOLS[formula.head], left, right))
    *conditions, wanted = relations
    integers = frozenset(name for term, name in names.made.items() if term.sort == INT)
    partial = [r for r in conditions if defining((), r, integers)]
    known = tuple(r for r in conditions if r not in partial)
    found: list[Claim] = []
    for relation in partial:
        used = frozenset[str]().union(*(r.variables() for r in (*known, relation)))
        found += defining(known, relation, integers & used)
        known = (*known, relation)
    variables = tuple(sorted((Variable(n, n in integers) for n in names.made.values()), key=lambda v: v.name))
    meaning = {name: term for term, name in names.made.items()}
    return [*found, Claim(variables, tuple(conditions), wanted)], meaning


def combination(term: Expr) -> dict[Expr, Expr]:
    found: dict[Expr, Expr] = {}
    stack = [(term, num(1))]
    while stack:
        node, factor = stack.pop()
        if node.head in ("vadd", "vsub"):
            left, right = node.args
            stack.append((left, factor))
            stack.append((right, factor if node.head == "vadd" else op("neg", REAL, factor)))
        elif node.head == "vscale":
            stack.append((node.args[1], op("mul", REAL, factor, node.args[0])))
        elif node.head != "zero":
            found[node] = op("add", REAL, found[node], factor) if node in found else factor
    return found


def same_vector(left: Expr, right: Expr) -> bool:
    """Whether both sides have equal coefficients, as polynomials, at every base vector.

    Coefficients that divide are refused: their cancellation would need a divisor that is not 0.
    """
    names = Names()
    difference = combination(op("vsub", left.sort, left, right))
    coefficients = [names.term(c) for c in difference.values()]
    for t in real.subterms(*coefficients):
        exponent = real.rational_value(t.args[1]) if t.op == "pow" else None
        whole = exponent is not None and exponent.q == 1 and exponent > 0
        if (t.op == "pow" and not whole) or (t.op == "div" and not real.rational_value(t.args[1])):
            raise KernelError("a coefficient of a vector has a divisor or a power that is not a numeral's")
    field = Field(coefficients)
    return all(field[c].is_zero for c in coefficients)
