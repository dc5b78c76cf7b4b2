"""Facts about the function values in a goal: signs, and equations that leave few independent ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.enclose import compare, exact
from dptheory.kernel.real.ratfun import Field, Fraction
from dptheory.kernel.real.terms import (
    PI,
    Term,
    apply,
    free_variables,
    is_integer,
    num,
    rational_value,
    subterms,
)

from ..goals.forms import Forms
from ..goals.numeric import compiled, to_float
from ..goals.polynomials import Rewrite, fraction_term, reduce, tidied
from ..goals.state import ProofState, sampled_signs
from .clusters import angles, gammas
from .exponents import exponentials, radicals, signed_power
from .products import logarithms, roots
from .summation import know_sums


def atoms(state: ProofState) -> Field:
    """The field of the goal, of the hypotheses it started with, and of equations solved for atoms."""
    goal = state.goal
    equations = {i for i, _ in goal.solved}
    relations = [goal.relation]
    for i, h in enumerate(goal.hypotheses):
        if i not in goal.hidden and (i in equations or i not in goal.derived):
            relations.append(h)
    return Field([t for r in relations for t in (r.left, r.right)])


def know_values(state: ProofState) -> None:
    """Add to the state what is known of each function value, until nothing new appears."""
    done: set[bytes] = set()
    for _ in range(4):
        field = atoms(state)
        fresh = [a for a in field.generators if a.op != "var" and a.key not in done]
        if not fresh:
            # the equations found last may change arguments, and nothing else
            before = len(state.goal.solved)
            rewrite_arguments(state, field)
            if len(state.goal.solved) == before:
                break
            continue
        for step in (evaluate_atoms, rewrite_arguments, know_sums, gammas, angles):
            before = len(state.goal.solved)
            step(state, field)
            field = field if before == len(state.goal.solved) else atoms(state)
        solved = {atom.key for _, atom in state.goal.solved}
        for atom in fresh:
            done.add(atom.key)
            handler = _HANDLERS.get(atom.op)
            if handler is not None and atom.key not in solved:
                handler(state, atom)
        for cluster in (exponentials, logarithms, roots, radicals):
            before = len(state.goal.solved)
            cluster(state, field)
            field = field if before == len(state.goal.solved) else atoms(state)


ANGLES = (
    ("zero", 1, PI / 2),
    ("zero", 2, PI),
    ("angles", 0, PI / 6),
    ("angles", 1, PI / 4),
    ("angles", 2, PI / 3),
)
"""Which fact says at which place what sine and cosine are."""


def evaluate_atoms(state: ProofState, field: Field) -> None:
    """Function values at numbers: the exact value where it is rational, close bounds elsewhere."""
    for g in field.generators:
        if g.op in ("sin", "cos"):
            _at_pi(state, g)
        values = [field[a].constant for a in g.args]
        if g.op == "var" or not all(v is not None for v in values):
            continue
        t = Term(g.op, tuple(num(v) for v in values if v is not None), g.value)
        known = exact(t, {}) if g.args else None
        if known is not None:
            state.define_by(state.have(Relation("=", t, num(known)), [{"rule": "exact"}]), g)
        else:
            _enclosed(state, t)


def _at_pi(state: ProofState, g: Term) -> None:
    """The sine or cosine of pi, and of its half, third, quarter and sixth."""
    if "pi" not in (t.value for t in subterms(*g.args)):
        return
    for name, place, angle in ANGLES:
        field = Field([g.args[0], angle])
        if field[g.args[0]].key != field[angle].key:
            continue
        found, plain = state.fact(f"{g.op}-{name}"), apply(g.op, angle)
        if state.define_by(None if found is None else found[place], plain) and g != plain:
            state.define_by(state.congruence(g.op, g.args, plain.args), g)


def _enclosed(state: ProofState, t: Term) -> None:
    value = compiled(t)({})
    if value is None:
        return
    middle = int(to_float(value) * 2**20)
    leaf = [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
    for op, end in ((">", middle - 1), ("<", middle + 2)):
        r = Relation(op, t, num(fmpq(end, 2**20)))
        if compare(r, {}):
            state.have(r, list(leaf))


def rewrite_arguments(state: ProofState, field: Field) -> None:
    """Function values whose arguments contain solved ones, as values at the solved arguments."""
    forms = state.forms()
    if not state.goal.solved and not _roots_of_numbers(forms):
        return
    solved = {atom.key for _, atom in state.goal.solved}
    for g in field.generators:
        if not g.args or g.key in solved or g.op == "var":
            continue
        changed = [_expanded_argument(forms, a) for a in g.args]
        if any(c is not None for c in changed):
            args = tuple(a if c is None else c for a, c in zip(g.args, changed, strict=True))
            state.define_by(
                state.congruence(g.op, g.args, args, g.value if isinstance(g.value, Term) else None), g
            )


def _expanded_argument(forms: Forms, a: Term) -> Term | None:
    try:
        form = forms.field[a]
    except KernelError:
        return None
    other = forms.expanded(form)
    roots = _roots_of_numbers(forms)
    if roots:
        reduced = reduce(other.num, roots)[0], reduce(other.den, roots)[0]
        if reduced != (other.num, other.den) and not reduced[1].is_zero():
            other = forms.field.divide(*(Fraction(p, forms.one) for p in reduced))
    return None if other is form or other == form else forms.fraction_term(other)


def _roots_of_numbers(forms: Forms) -> list[Rewrite]:
    """The equations sqrt(c)**2 = c for numbers c."""
    inside = forms.generators
    return [
        one
        for one in forms.rewrites
        if one.degree == 2
        and inside[one.generator].op == "sqrt"
        and not free_variables(inside[one.generator])
    ]


def _extreme(state: ProofState, atom: Term) -> None:
    smaller = atom.op == "min"
    for i, a in enumerate(atom.args):
        seen = [
            sampled_signs(b - a if smaller else a - b, state.goal.samples) for b in atom.args if b is not a
        ]
        if all(s.low >= 0 for s in seen):
            found = state.extreme(atom, i)
            if found is not None and state.define_by(found[0], atom):
                return
    state.extreme(atom, None)


def _exp(state: ProofState, atom: Term) -> None:
    state.fact("exp-positive", *atom.args)


def _solved_by(name: str) -> Callable[[ProofState, Term], None]:
    def handler(state: ProofState, atom: Term) -> None:
        state.solve(name, atom, *atom.args)

    return handler


def _sqrt(state: ProofState, atom: Term) -> None:
    (a,) = atom.args
    seen = sampled_signs(a, state.goal.samples)
    # a sum of squares looks positive at points that are not in general position: no long search for it
    positive = seen.low > 0 and state.sign(a, strict=True, depth=min(state.depth - 1, 2)) is not None
    if not positive or state.fact("sqrt-positive", a) is None:
        state.fact("sqrt-nonnegative", a)
    state.fact("sqrt-square", a)


def _abs(state: ProofState, atom: Term) -> None:
    (a,) = atom.args
    seen = sampled_signs(a, state.goal.samples)
    if seen.low >= 0 and state.solve("abs-of-nonnegative", atom, a):
        return
    if seen.high <= 0 and state.solve("abs-of-nonpositive", atom, a):
        return
    state.fact("abs-nonnegative", a)
    state.fact("abs-bounds", a)
    state.fact("abs-square", a)


def _power(state: ProofState, atom: Term) -> None:
    base, exponent = atom.args
    if base.op == "const" and base.value == "E":
        state.solve("e-power", atom, exponent)
        return
    seen = sampled_signs(base, state.goal.samples)
    half = Field([exponent])[exponent].constant
    if half is not None and half == fmpq(1, 2):
        equation = state.fact("sqrt-power", base)
        if equation is not None:
            state.solve("sqrt-power", atom, base)
        return
    if seen.low > 0:
        state.solve("power-as-exp", atom, base, exponent)
    elif base == num(0):
        state.solve("power-of-zero", atom, exponent)
    elif seen.low == seen.high == 0:
        if state.define_by(state.congruence("pow", (base, exponent), (num(0), exponent)), atom):
            state.solve("power-of-zero", apply("pow", num(0), exponent), exponent)
    elif seen.low >= 0:
        state.fact("power-nonnegative", base, exponent)
    else:
        signed_power(state, atom)


def _erfc(state: ProofState, atom: Term) -> None:
    state.fact("erfc-positive", *atom.args)


def _trigonometric(state: ProofState, atom: Term) -> None:
    (a,) = atom.args
    state.fact("sin-cos-square", a)
    name = "sin" if atom.op == "sin" else "cos"
    seen = sampled_signs(atom, state.goal.samples)
    if name == "cos" and seen.low > 0:
        state.fact("cos-positive", a)
    if name == "sin" and seen.low > 0:
        state.fact("sin-positive", a)
    elif name == "sin" and seen.low >= 0:
        state.fact("sin-nonnegative", a)
    state.fact(f"{name}-bounds", a)


def _hyperbolic(state: ProofState, atom: Term) -> None:
    """A sum of exponentials; where a root of cosh(a) occurs, by its square instead, as a cosine."""
    (a,) = atom.args
    r, cosh, sinh = state.goal.relation, apply("cosh", a), apply("sinh", a)
    inside = [t for side in (r.left, r.right) for t in subterms(side)]
    powers = [t for t in inside if t.op == "pow" and t.args[0] == cosh]
    rooted = any((e := rational_value(t.args[1])) is not None and e.q != 1 for t in powers)
    logs = [t.args[0] for t in inside if t.op == "exp" and apply("log", cosh) in subterms(t.args[0])]
    if not rooted and not logs:
        state.solve(f"{atom.op}-exp", atom, a)
        return
    square = Relation("=", sinh ** num(2), cosh ** num(2) - num(1))
    if state.have(square, depth=1) is None or state.have(Relation(">=", cosh, num(1)), depth=2) is None:
        return
    if atom.op == "sinh" and sampled_signs(atom, state.goal.samples).low >= 0:
        state.sign(atom, strict=sampled_signs(atom, state.goal.samples).low > 0, depth=2)


def _atan(state: ProofState, atom: Term) -> None:
    """The values at 1 and -1, however these are written; at 1/p by that at p, if that is a polynomial."""
    (a,) = atom.args
    value = Field([a])[a].constant
    inverse = reciprocal(a)
    if inverse is not None and (seen := sampled_signs(inverse, state.goal.samples)).low * seen.high > 0:
        state.solve("atan-reciprocal" if seen.low > 0 else "atan-reciprocal-below", atom, inverse)
        return
    found = state.fact("atan-one") if value in (1, -1) else None
    if found is None or value is None:
        return
    plain = apply("atan", num(1) if value == 1 else -num(1))
    state.define_by(found[0] if value == 1 else found[1], plain)
    if atom != plain:
        state.define_by(state.congruence("atan", (a,), plain.args), atom)


def reciprocal(a: Term) -> Term | None:
    """The polynomial p of a term c/p with a number c, divided by that; None of any other term."""
    field = Field([a])
    form = field[a]
    if not form.num.is_constant() or form.den.is_constant():
        return None
    return fraction_term(tidied(field), form.den * (1 / form.num.leading_coefficient()), form.den * 0 + 1)


def _gamma(state: ProofState, atom: Term) -> None:
    state.fact("gamma-positive", *atom.args)


def _uppergamma(state: ProofState, atom: Term) -> None:
    a, x = atom.args
    order = Field([a])[a].constant
    if Field([x])[x].is_zero:
        state.solve("gamma-at-zero", atom, a)
        return
    if order == 1:
        state.solve("uppergamma-one", atom, x)
        return
    if order == fmpq(1, 2):
        state.solve("uppergamma-half", atom, x)
        return
    state.fact("uppergamma-positive", *atom.args)


def _lowergamma(state: ProofState, atom: Term) -> None:
    a, x = atom.args
    if Field([x])[x].is_zero:
        found = state.fact("gamma-at-zero", a)
        state.define_by(None if found is None else found[1], atom)
        return
    state.solve("gamma-sum", atom, *atom.args)
    state.fact("lowergamma-nonnegative", *atom.args)


def _integer_part(name: str) -> Callable[[ProofState, Term], None]:
    def handler(state: ProofState, atom: Term) -> None:
        if is_integer(atom.args[0], state.goal.sequent.integers):
            state.solve(f"{name}-integer", atom, *atom.args)
        else:
            state.fact(f"{name}-bounds", *atom.args)

    return handler


_HANDLERS: dict[str, Callable[[ProofState, Term], None]] = {
    "exp": _exp,
    "cosh": _hyperbolic,
    "sinh": _hyperbolic,
    "tanh": _solved_by("tanh-ratio"),
    "tan": _solved_by("tan-ratio"),
    "erf": _solved_by("erf-erfc"),
    "erfc": _erfc,
    "sqrt": _sqrt,
    "abs": _abs,
    "pow": _power,
    "sin": _trigonometric,
    "cos": _trigonometric,
    "atan": _atan,
    "acos": _solved_by("acos-asin"),
    "gamma": _gamma,
    "uppergamma": _uppergamma,
    "lowergamma": _lowergamma,
    "min": _extreme,
    "max": _extreme,
    "floor": _integer_part("floor"),
    "ceil": _integer_part("ceil"),
}


def inequalities(state: ProofState) -> None:
    """Add the tangent inequalities of exponentials and logarithms, and special bounds of others."""
    for atom in _looked_at(state):
        (a, *_) = atom.args or (atom,)
        if atom.op == "exp":
            state.fact("exp-lower", a)
            state.fact("exp-upper", a)
        elif atom.op == "log":
            state.fact("log-upper", a)
            state.fact("log-lower", a)
        elif atom.op == "erfc" and sampled_signs(a, state.goal.samples).low >= 0:
            state.fact("erfc-chernoff", a)
            if sampled_signs(a, state.goal.samples).low > 0:
                state.fact("erfc-tail", a)
        elif atom.op == "sin" and sampled_signs(a, state.goal.samples).low >= 0:
            state.fact("sin-upper", a)
        elif atom.op == "pow":
            _power_bounds(state, atom)


def _looked_at(state: ProofState) -> list[Term]:
    """The function values, without logarithms if the goal and the given hypotheses have none."""
    goal, forms = state.goal, state.forms()
    given = [f for i, f in forms.forms.items() if i not in goal.derived]
    used = [p.degrees() for f in (forms.target, *given) for p in (f.num, f.den)]
    logs = [i for i, g in enumerate(forms.field.generators) if any(t.op == "log" for t in subterms(g))]
    found = atoms(state).generators
    if any(degrees[i] for i in logs for degrees in used):
        return list(found)
    return [g for g in found if g.op != "log"]


def _power_bounds(state: ProofState, atom: Term) -> None:
    """Bernoulli's inequality, and how a power of a sum compares with the powers."""
    base, exponent = atom.args
    seen = sampled_signs(exponent - 1, state.goal.samples)
    if seen.low >= 0:
        state.fact("bernoulli", base - 1, exponent)
    elif seen.high <= 0 and sampled_signs(base, state.goal.samples).low > 0:
        state.fact("bernoulli-below-one", base - 1, exponent)
    if base.op == "add" and seen.high <= 0:
        state.fact("power-subadditive", *base.args, exponent)
    elif base.op == "add" and seen.low >= 0:
        state.fact("power-convex", *base.args, exponent)
    elif base.op == "div" and base.args[0].op == "add" and base.args[1] == num(2) and seen.low >= 0:
        state.fact("power-convex", *base.args[0].args, exponent)


def new_values(state: ProofState, places: Iterable[int]) -> bool:
    """Whether hypotheses contain function values that the goal and the given hypotheses do not."""
    known = {g.key for g in atoms(state).generators} | {atom.key for _, atom in state.goal.solved}
    found = [state.goal.hypotheses[i] for i in places]
    return any(
        t.op in ("pow", "exp") and t.key not in known and free_variables(t) and not _polynomial(t)
        for t in subterms(*(side for h in found for side in (h.left, h.right)))
    )


def _polynomial(t: Term) -> bool:
    return t.op == "pow" and rational_value(t.args[1]) is not None
