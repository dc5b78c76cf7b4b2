"""Both sides through a logarithm: products of exponentials and powers compared by their exponents."""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import (
    Fraction,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    rational_value,
    replace_terms,
    subterms,
)

from ..arithmetic.factors import shape_of
from ..cases.splits import by_cases
from ..facts.clusters import common_divisor
from ..facts.replacement import linear_part, without
from ..goals.forms import Forms
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import factored, product_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, MODERATE, tactic

MAX_POWER = 6
COMPARING = 4
# what has a simpler derivative than its logarithm has
UNLOGGED = ("log", "erf", "erfc", "uppergamma", "lowergamma")


@tactic(
    "a side is an exponential, and the other one, too, or 1",
    CHEAP,
    "exp(x*y) <= exp(x**2/2 + y**2/2) | exp(x*y) <= exp(x**2/3 + y**2/2) |",
)
def by_exponent_comparison(prover: Prover, start: ProofState) -> Proof | None:
    """Show exp(u) <= exp(v), written so, from u <= v."""
    _, large, small = start.goal.relation.oriented
    if "exp" not in (large.op, small.op):
        return None
    exponents = [t.args[0] if t.op == "exp" else num(0) if t == num(1) else None for t in (small, large)]
    return through_exponential(prover, start, *exponents)


@tactic(
    "the goal compares two products with exponentials or powers",
    MODERATE,
    "x**y <= exp(x*y) | x**y <= exp(x*y/3) | x > 0, y > 0",
)
def by_logarithm(prover: Prover, start: ProofState) -> Proof | None:
    """Show A*exp(u) <= B*exp(v), all factors positive, from u + log(A) <= v + log(B)."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None or len(p) != 2:
        return None
    terms = sorted(p.terms(), key=lambda term: term[1])
    if not terms[0][1] < 0 < terms[1][1] or not any(_exponential(forms, e) for e, _ in terms):
        return None
    touching = _touching(start, forms, [e for e, _ in terms])
    if touching is not None:
        return by_cases(prover, start, Relation(">", touching, num(0)))
    sides = [_logarithm(start, forms, e, abs(c)) for e, c in terms]
    return through_exponential(prover, start, *sides)


@tactic(
    "the goal compares two exponentials, or products of them, times sums",
    MODERATE,
    "x**a*y**(1 - a) <= a*x + (1 - a)*y | x**a*y**(1 - a) <= a*x | x > 0, y > 0, 0 <= a <= 1",
)
def by_grouped_logarithm(prover: Prover, start: ProofState) -> Proof | None:
    """The same for two exponentials, or products of them, whose factors are sums."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    if p is None or len(p) == 2:
        return None
    groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    places = [i for i, g in enumerate(forms.field.generators) if g.op == "exp"]
    for exponents, c in p.terms():
        key = tuple(k if i in places else 0 for i, k in enumerate(exponents))
        rest = tuple(0 if i in places else k for i, k in enumerate(exponents))
        groups.setdefault(key, {})[rest] = c
    if len(groups) != 2:
        return None
    found: dict[int, Term] = {}
    for exponents, parts in groups.items():
        q = p.context().from_dict(parts)
        seen = sampled_signs(forms.term(q), start.goal.samples)
        side = 1 if seen.low > 0 else -1 if seen.high < 0 else 0
        factor = q * side
        total = _logarithm(start, forms, exponents, fmpq(1))
        if not side or total is None or any(t.op in UNLOGGED for t in subterms(forms.term(q))):
            return None
        for logarithm in _factor_logarithms(start, forms, factor):
            total = logarithm if total == num(0) else total + logarithm
        found[side] = total
    return through_exponential(prover, start, found.get(-1), found.get(1))


def _factor_logarithms(start: ProofState, forms: Forms, q: fmpq_mpoly) -> list[Term]:
    """Logarithms whose sum is that of a positive polynomial: of its factors, if these are positive."""
    whole, logs = factored(q), list[Term]()
    constant = whole.constant
    for p, k in whole.factors:
        side = -1 if sampled_signs(forms.term(p), start.goal.samples).high < 0 else 1
        t, constant = without_roots(forms.term(p * side)), constant * side**k
        if sampled_signs(t, start.goal.samples).low <= 0:
            return [apply("log", forms.term(q))]
        logs.append(apply("log", t) if k == 1 else num(k) * apply("log", t))
    if constant <= 0:
        return [apply("log", forms.term(q))]
    return logs if constant == 1 else [apply("log", num(constant)), *logs]


def without_roots(t: Term) -> Term:
    """The term with even powers of square roots as powers of what they are roots of.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> print_term(without_roots(parse_term("sqrt(n)**4 + 1")))
    'n**2 + 1'
    """
    images: dict[bytes, Term] = {}
    for u in subterms(t):
        k = rational_value(u.args[1]) if u.op == "pow" and u.args[0].op == "sqrt" else None
        if k is not None and k.q == 1 and k.p % 2 == 0:
            (a,) = u.args[0].args
            images[u.key] = a if k == 2 else a ** num(k / 2)
    return replace_terms(t, images) if images else t


def through_exponential(
    prover: Prover, start: ProofState, small: Term | None, large: Term | None
) -> Proof | None:
    """Compare the logarithms, then their exponentials."""
    if small is None or large is None:
        return None
    state = ProofState(prover, start.goal, start.depth)
    strict = start.goal.relation.strict
    if compared(state, Relation("<" if strict else "<=", small, large)) is None:
        return None
    found = state.fact("exp-strict" if strict else "exp-monotone", small, large)
    if found is None:
        return None
    for side in (small, large):
        multiplied_out(state, side)
    return start.close(_finish(prover, state, found))


def multiplied_out(state: ProofState, t: Term) -> None:
    """The exponential of a sum as the product of those of its terms, in which the goal is written."""
    if t.op == "add":
        state.solve("exp-add", apply("exp", t), *t.args)
        for part in t.args:
            multiplied_out(state, part)
    elif t.op == "mul" and t.args[0].op == "num":
        state.solve("exp-multiple", apply("exp", t), t.args[1], t.args[0])


def _touching(start: ProofState, forms: Forms, monomials: Iterable[tuple[int, ...]]) -> Term | None:
    """A factor (or what it is the root of) that is 0 somewhere and positive elsewhere."""
    for exponents in monomials:
        for g, k in zip(forms.field.generators, exponents, strict=False):
            base = g.args[0] if g.op == "sqrt" else g
            if not k or base.op != "var":
                continue
            seen = sampled_signs(base, start.goal.samples)
            if seen.low == 0 < seen.high and start.goal.index_of(Relation(">", base, num(0))) is None:
                return base
    return None


def compared(state: ProofState, wanted: Relation) -> int | None:
    """Show a comparison in which logarithms of numbers are first written as sums."""
    images: dict[bytes, Term] = {}
    for t in subterms(wanted.left, wanted.right):
        if t.op == "log" and not free_variables(t):
            expanded = expanded_logarithm(t.args[0])
            if expanded != t:
                images[t.key] = expanded
    # exponents say all that powers do, and are simpler: comparing them takes no depth
    depth = max(state.depth, COMPARING) if has_powers(state) else state.depth - 1
    if not images:
        return state.have(wanted, depth=depth)
    plain = Relation(wanted.op, *(replace_terms(side, images) for side in (wanted.left, wanted.right)))
    if state.have(plain, depth=depth) is None:
        return None
    for t in subterms(wanted.left, wanted.right):
        if t.key in images:
            state.have(Relation("=", t, images[t.key]))
    return state.have(wanted, depth=1)


def expanded_logarithm(t: Term) -> Term:
    """The logarithm of a term as a sum over its factors, which are positive.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> print_term(expanded_logarithm(parse_term("sqrt(1/(2*E))")))
    '(0 - (log(2) + 1))/2'
    """
    if t == num(1):
        return num(0)
    if t.op == "const" and t.value == "E":
        return num(1)
    if t.op == "exp":
        return t.args[0]
    if t.op == "sqrt":
        return expanded_logarithm(t.args[0]) / 2
    if t.op in ("mul", "div"):
        a, b = (expanded_logarithm(part) for part in t.args)
        return a + b if t.op == "mul" else a - b
    if t.op == "pow":
        return t.args[1] * expanded_logarithm(t.args[0])
    return apply("log", t)


def _finish(prover: Prover, state: ProofState, found: list[int]) -> Proof | None:
    """Show the goal from a fact just used, whose function values are looked at."""
    state.keep(found)
    return state.close(prover.prove(state.goal, 1))


def _exponential(forms: Forms, exponents: tuple[int, ...]) -> bool:
    return any(k and g.op == "exp" for g, k in zip(forms.field.generators, exponents, strict=False))


def _logarithm(state: ProofState, forms: Forms, exponents: tuple[int, ...], scale: fmpq) -> Term | None:
    """The logarithm of a monomial as a term, if all its factors are positive on the samples."""
    total: Term | None = None if scale == 1 else apply("log", num(scale))
    for g, k in zip(forms.field.generators, exponents, strict=False):
        if not k:
            continue
        if g.op in UNLOGGED or (g.op != "exp" and sampled_signs(g, state.goal.samples).low <= 0):
            return None
        part = g.args[0] if g.op == "exp" else apply("log", g)
        part = part if k == 1 else num(k) * part
        total = part if total is None else total + part
    return num(0) if total is None else total


@tactic(
    "the goal is a sum of whole multiples of logarithms and of what has none",
    MODERATE,
    "log((exp(x) + exp(y))/2) >= (x + y)/2 | log((exp(x) + exp(y))/2) > (x + y)/2 |",
)
def by_exponential(prover: Prover, start: ProofState) -> Proof | None:
    """Show k*log(A) + .. + r >= 0, with whole numbers k, by comparing products of the A with exp(-r)."""
    forms = start.forms()
    p = shape_of(forms).irreducible
    for form in (forms.target, *(() if p is None else (Fraction(p, forms.one),))):
        logs = [i for i, g in enumerate(forms.generators) if g.op == "log" and form.num.degrees()[i] > 0]
        parts = {i: part.constant for i in logs if (part := linear_part(form, i)) is not None}
        scales = {i: c for i, c in parts.items() if c is not None}
        if logs and len(scales) == len(logs):
            return start.close(_as_products(prover, start, forms, form, scales))
    return None


def _as_products(
    prover: Prover, start: ProofState, forms: Forms, form: Fraction, scales: dict[int, fmpq]
) -> Proof | None:
    """The same, for the numbers with which the logarithms are multiplied."""
    unit = common_divisor(scales.values())
    if max(abs(c / unit) for c in scales.values()) > MAX_POWER:
        return None
    large, small = list[Term](), list[Term]()
    for i, c in scales.items():
        k = int((c / unit).p)
        power = forms.generators[i].args[0] ** num(abs(k)) if abs(k) > 1 else forms.generators[i].args[0]
        (large if k > 0 else small).append(power)
    rest = forms.field.scale(without(form, scales), -1 / unit)
    if not rest.is_zero:
        small.append(apply("exp", forms.fraction_term(rest)))
    return _through_logarithm(prover, start, product_term(small), product_term(large))


def _through_logarithm(prover: Prover, start: ProofState, small: Term, large: Term) -> Proof | None:
    state = ProofState(prover, start.goal, start.depth)
    strict = start.goal.relation.strict
    if state.have(Relation(">", small, num(0))) is None:
        return None
    if state.have(Relation("<" if strict else "<=", small, large)) is None:
        return None
    found = state.fact("log-strict" if strict else "log-monotone", small, large)
    return None if found is None else _finish(prover, state, found)


def has_powers(state: ProofState) -> bool:
    """Whether the goal has powers with variables in base and exponent, or exponentials of such multiples
    of logarithms: then what is to be compared are exponents."""
    r = state.goal.relation
    return any(_is_power(t) for t in subterms(r.left, r.right))


def _is_power(t: Term) -> bool:
    if t.op == "pow":
        return bool(free_variables(t.args[0]) and free_variables(t.args[1]))
    products = subterms(t.args[0]) if t.op == "exp" else ()
    return any(_multiple(u.args) for u in products if u.op == "mul")


def _multiple(args: tuple[Term, ...]) -> bool:
    """Whether a product has a logarithm of variables and another factor with variables."""
    logs = [a.op == "log" and bool(free_variables(a)) for a in args]
    return any(logs) and all(is_log or free_variables(a) for a, is_log in zip(args, logs, strict=True))
