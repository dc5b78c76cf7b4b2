"""The sign of a goal from the signs of the factors of its normal form."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Fraction, Relation, Term, free_variables, num, print_term, subterms, var

from ..cases.splits import assumed, by_cases
from ..facts.exponents import nonzero_power
from ..goals.forms import Forms, Identity, Item
from ..goals.goal import Goal, Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import Factored, factored, proportional
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, MODERATE, tactic


@dataclass(frozen=True)
class Shape:
    """The goal's difference, greater minus smaller, as factors of numerator and denominator."""

    top: Factored
    bottom: Factored

    @property
    def irreducible(self) -> fmpq_mpoly | None:
        """The only factor, when there is nothing to split, with the sign that it has where the goal holds."""
        if self.bottom.factors or len(self.top.factors) != 1 or self.top.factors[0][1] != 1:
            return None
        p = self.top.factors[0][0]
        return p if self.top.constant > 0 else -p


def shape_of(forms: Forms) -> Shape:
    """The factors of a goal that is not identically zero."""
    return Shape(factored(forms.reduced(forms.target.num)), factored(forms.target.den))


@tactic(
    "both sides have the same normal form",
    MODERATE,
    "x + 1 >= 2*sqrt(x) | x + 1 > 2*sqrt(x) | x >= 0",
)
def by_identity(prover: Prover, state: ProofState) -> Proof | None:
    """Show a <= b, a >= b or a = b where both sides have the same normal form."""
    forms = state.forms()
    if forms.reduced(forms.target.num).is_zero() and not state.goal.relation.strict:
        if state.goal.relation.op == "=":
            state.commit()
        return state.poly(forms.node([], []))
    return None


@tactic(
    "the goal is a product or a quotient of several factors",
    DEAR,
    "(1 + y**2)*x > 1 + y**2 | (1 + y**2)*x > 2 + y**2 | x > 1",
)
def by_factors(prover: Prover, start: ProofState) -> Proof | None:
    """Show the sign of every factor, then multiply."""
    forms = start.forms()
    if forms.reduced(forms.target.num).is_zero():
        return None
    shape = shape_of(forms)
    if shape.irreducible is not None:
        return None
    state = ProofState(prover, start.goal, start.depth)
    if _signs(state, forms, shape):
        return start.close(product(state))
    split = _turning(
        start.goal, [forms.term(p) for p, k in (*shape.bottom.factors, *shape.top.factors) if k % 2]
    )
    return None if split is None or start.depth < 2 else by_cases(prover, start, split)


def _turning(goal: Goal, factors: list[Term]) -> Relation | None:
    """A simple place on either side of which factors keep their signs, if two of them change it there."""
    mixed = [t for t in factors if (seen := sampled_signs(t, goal.samples)).low < 0 < seen.high]
    if len(mixed) < 2:
        return None
    for x in sorted(free_variables(*mixed)):
        others = [var(y) for y in sorted(goal.sequent.variables) if y != x]
        for c in [num(0), num(1), *others]:
            split = Relation("<=", var(x), c)
            halves = [assumed(goal, r).samples for r in (split, split.negated())]
            seen_halves = [sampled_signs(t, half) for t in mixed for half in halves]
            if all(halves) and all(not s.low < 0 < s.high for s in seen_halves):
                return split
    return None


def _signs(state: ProofState, forms: Forms, shape: Shape) -> bool:
    strict = state.goal.relation.strict
    wanted = [(p, k, True) for p, k in shape.bottom.factors] + [(p, k, strict) for p, k in shape.top.factors]
    for p, k, nonzero in sorted(wanted, key=lambda w: len(w[0])):
        if (k % 2 == 0 and not nonzero) or stated(forms, p, nonzero, k % 2 == 0) is not None:
            continue
        t = forms.term(p)
        if state.sign(t, nonzero, state.depth) is None and (
            k % 2 or state.have(Relation("!=", t, num(0))) is None
        ):
            return False
    return True


def stated(forms: Forms, p: fmpq_mpoly, nonzero: bool, even: bool) -> int | None:
    """The number of a hypothesis that says which sign a polynomial has (or, if even, that it is not 0)."""
    best = None
    for i, form in forms.forms.items():
        op = forms.relations[i].op
        if op == "=" or (op == "!=" and not even) or (nonzero and op in ("<=", ">=")):
            continue
        if form.den.is_constant() and len(form.num) == len(p) and proportional(form.num, p) is not None:
            best = i
            if op in ("<", ">"):
                break
    return best


def product(state: ProofState) -> Proof | None:
    """The goal as a positive number times hypotheses and squares, if its factors are all stated."""
    forms = state.forms()
    shape = shape_of(forms)
    strict = state.goal.relation.strict
    times: list[int] = []
    item = Item(forms.one, (), True)
    for p, k in shape.bottom.factors:
        i = stated(forms, p, True, k % 2 == 0)
        if i is None:
            return None
        times += [i] * _count(forms, i, k)
    for p, k in shape.top.factors:
        i = stated(forms, p, strict, k % 2 == 0)
        if k % 2 == 0 and not strict:
            item = Item(item.poly, item.uses, False, (*item.squares, *[p] * (k // 2)))
        elif i is None:
            return None
        else:
            item = Item(item.poly, (*item.uses, *[i] * _count(forms, i, k)), strict, item.squares)
    scale = _scale(forms, times, item)
    return None if scale is None else state.poly(forms.node(times, [(item, scale)]))


def _count(forms: Forms, index: int, power: int) -> int:
    """How often a hypothesis is used for a power: != counts as its square."""
    return power // 2 if forms.relations[index].op == "!=" else power


def _scale(forms: Forms, times: list[int], item: Item) -> fmpq | None:
    """The positive number that makes the identity hold, or None."""
    field = forms.field
    left = forms.target
    for i in times:
        left = field.multiply(left, forms.factor(i, forms.forms[i]))
    right = field.number(fmpq(1))
    for i in item.uses:
        right = field.multiply(right, forms.factor(i, forms.forms[i]))
    for q in item.squares:
        right = field.multiply(right, Fraction(q * q, forms.one))
    ratio = field.divide(left, right)
    reduced = Fraction(forms.reduced(ratio.num), ratio.den)
    constant = reduced.constant
    if constant is None:
        top, bottom = forms.reduced(left.num), forms.reduced(left.den * right.num)
        constant = proportional(top * right.den, bottom)
    return constant if constant is not None and constant > 0 else None


@tactic(
    "the goal is t != 0, and hypotheses say of each factor of t that it is not 0",
    MODERATE,
    "x*y != 0 | x*y != 1 | x != 0, y > 0",
)
def by_nonzero_factors(prover: Prover, state: ProofState) -> Proof | None:
    """Show t != 0 where each factor of t divides a hypothesis that is strict or says !=: were t = 0, their
    product would be 0 as well."""
    for t in subterms(state.goal.relation.left, state.goal.relation.right):
        if t.op == "pow":
            nonzero_power(state, t)
    forms = state.forms()
    field, uses = forms.field, list[int]()
    if forms.raw_target.is_zero:
        return None
    product = field.number(fmpq(1))
    for p, _ in factored(forms.raw_target.num).factors:
        for i, form in forms.raw.items():
            if forms.relations[i].strict and not form.is_zero and divmod(form.num, p)[1].is_zero():
                uses.append(i)
                product = field.multiply(product, forms.factor(i, form))
                break
        else:
            return None
    by = field.divide(product, forms.raw_target)
    if not uses:
        return None
    rest = forms.fraction_term(by)
    equal = {"c": "-1", "h": [len(state.goal.hypotheses)], "by": print_term(rest)}
    terms: list[Node] = [{"c": "1", "h": uses}, equal]
    return state.poly(Identity({"rule": "poly", "times": [], "terms": terms}, (rest,)), negated=True)
