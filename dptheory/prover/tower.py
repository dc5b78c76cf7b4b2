"""Facts about the function values in a goal: signs, and equations that leave few independent ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.enclose import compare, exact
from dptheory.kernel.real.ratfun import Field, Fraction
from dptheory.kernel.real.terms import PI, Term, apply, free_variables, num, rational_value, subterms

from .algebra import Rule, fraction_term, reduce, tidied
from .clusters import angles, gammas
from .exponents import exponentials, radicals
from .forms import Forms
from .goals import Desk, screen
from .numeric import compiled, to_float
from .products import logarithms, roots


def atoms(desk: Desk) -> Field:
    """The field of the goal, of the hypotheses it started with, and of equations solved for atoms."""
    goal = desk.goal
    equations = {i for i, _ in goal.solved}
    relations = [goal.relation]
    for i, h in enumerate(goal.hypotheses):
        if i not in goal.hidden and (i in equations or i not in goal.derived):
            relations.append(h)
    return Field([t for r in relations for t in (r.left, r.right)])


def climb(desk: Desk) -> None:
    """Add to the desk what is known of each function value, until nothing new appears."""
    done: set[bytes] = set()
    for _ in range(4):
        field = atoms(desk)
        fresh = [a for a in field.generators if a.op != "var" and a.key not in done]
        if not fresh:
            # the equations found last may change arguments, and nothing else
            before = len(desk.goal.solved)
            rewrite_arguments(desk, field)
            if len(desk.goal.solved) == before:
                break
            continue
        for step in (evaluate_atoms, rewrite_arguments, gammas, angles):
            before = len(desk.goal.solved)
            step(desk, field)
            field = field if before == len(desk.goal.solved) else atoms(desk)
        solved = {atom.key for _, atom in desk.goal.solved}
        for atom in fresh:
            done.add(atom.key)
            handler = _HANDLERS.get(atom.op)
            if handler is not None and atom.key not in solved:
                handler(desk, atom)
        for cluster in (exponentials, logarithms, roots, radicals):
            before = len(desk.goal.solved)
            cluster(desk, field)
            field = field if before == len(desk.goal.solved) else atoms(desk)


def evaluate_atoms(desk: Desk, field: Field) -> None:
    """Function values at numbers: the exact value where it is rational, close bounds elsewhere."""
    for g in field.generators:
        if g.op in ("sin", "cos"):
            _at_pi(desk, g)
        values = [field[a].constant for a in g.args]
        if g.op == "var" or not all(v is not None for v in values):
            continue
        t = Term(g.op, tuple(num(v) for v in values if v is not None), g.value)
        known = exact(t, {}) if g.args else None
        if known is not None:
            desk.define_by(desk.have(Relation("=", t, num(known)), [{"rule": "exact"}]), g)
        else:
            _enclosed(desk, t)


def _at_pi(desk: Desk, g: Term) -> None:
    """The sine or cosine of pi/2 and of pi."""
    for place, angle in ((1, PI / 2), (2, PI)):
        field = Field([g.args[0], angle])
        if field[g.args[0]].key == field[angle].key:
            found = desk.fact(f"{g.op}-zero")
            desk.define_by(None if found is None else found[place], g)


def _enclosed(desk: Desk, t: Term) -> None:
    value = compiled(t)({})
    if value is None:
        return
    middle = int(to_float(value) * 2**20)
    leaf = [{"rule": "box", "boxes": {}, "tree": ["leaf"]}]
    for op, end in ((">", middle - 1), ("<", middle + 2)):
        r = Relation(op, t, num(fmpq(end, 2**20)))
        if compare(r, {}):
            desk.have(r, list(leaf))


def rewrite_arguments(desk: Desk, field: Field) -> None:
    """Function values whose arguments contain solved ones, as values at the solved arguments."""
    forms = desk.forms()
    if not desk.goal.solved and not _roots_of_numbers(forms):
        return
    solved = {atom.key for _, atom in desk.goal.solved}
    for g in field.generators:
        if not g.args or g.key in solved or g.op == "var":
            continue
        changed = [_expanded_argument(forms, a) for a in g.args]
        if any(c is not None for c in changed):
            args = tuple(a if c is None else c for a, c in zip(g.args, changed, strict=True))
            desk.define_by(desk.congruence(g.op, g.args, args), g)


def _expanded_argument(forms: Forms, a: Term) -> Term | None:
    try:
        form = forms.field[a]
    except KernelError:
        return None
    other = forms.expanded(form)
    rules = _roots_of_numbers(forms)
    if rules:
        reduced = reduce(other.num, rules)[0], reduce(other.den, rules)[0]
        if reduced != (other.num, other.den) and not reduced[1].is_zero():
            other = forms.field.divide(*(Fraction(p, forms.one) for p in reduced))
    return None if other is form or other == form else forms.fraction_term(other)


def _roots_of_numbers(forms: Forms) -> list[Rule]:
    """The equations sqrt(c)**2 = c for numbers c."""
    inside = forms.generators
    return [
        rule
        for rule in forms.rules
        if rule.degree == 2
        and inside[rule.generator].op == "sqrt"
        and not free_variables(inside[rule.generator])
    ]


def _extreme(desk: Desk, atom: Term) -> None:
    smaller = atom.op == "min"
    for i, a in enumerate(atom.args):
        seen = [screen(b - a if smaller else a - b, desk.goal.cloud) for b in atom.args if b is not a]
        if all(s.low >= 0 for s in seen):
            found = desk.extreme(atom, i)
            if found is not None and desk.define_by(found[0], atom):
                return
    desk.extreme(atom, None)


def _exp(desk: Desk, atom: Term) -> None:
    desk.fact("exp-positive", *atom.args)


def _solved_by(name: str) -> Callable[[Desk, Term], None]:
    def handler(desk: Desk, atom: Term) -> None:
        desk.solve(name, atom, *atom.args)

    return handler


def _sqrt(desk: Desk, atom: Term) -> None:
    (a,) = atom.args
    seen = screen(a, desk.goal.cloud)
    # a sum of squares looks positive at points that are not in general position: no long search for it
    positive = seen.low > 0 and desk.sign(a, strict=True, fuel=min(desk.fuel - 1, 2)) is not None
    if not positive or desk.fact("sqrt-positive", a) is None:
        desk.fact("sqrt-nonnegative", a)
    desk.fact("sqrt-square", a)


def _abs(desk: Desk, atom: Term) -> None:
    (a,) = atom.args
    seen = screen(a, desk.goal.cloud)
    if seen.low >= 0 and desk.solve("abs-of-nonnegative", atom, a):
        return
    if seen.high <= 0 and desk.solve("abs-of-nonpositive", atom, a):
        return
    desk.fact("abs-nonnegative", a)
    desk.fact("abs-bounds", a)
    desk.fact("abs-square", a)


def _power(desk: Desk, atom: Term) -> None:
    base, exponent = atom.args
    if base.op == "const" and base.value == "E":
        desk.solve("e-power", atom, exponent)
        return
    seen = screen(base, desk.goal.cloud)
    half = Field([exponent])[exponent].constant
    if half is not None and half == fmpq(1, 2):
        equation = desk.fact("sqrt-power", base)
        if equation is not None:
            desk.solve("sqrt-power", atom, base)
        return
    if seen.low > 0:
        desk.solve("power-as-exp", atom, base, exponent)
    elif base == num(0):
        desk.solve("power-of-zero", atom, exponent)
    elif seen.low == seen.high == 0:
        if desk.define_by(desk.congruence("pow", (base, exponent), (num(0), exponent)), atom):
            desk.solve("power-of-zero", apply("pow", num(0), exponent), exponent)
    elif seen.low >= 0:
        desk.fact("power-nonnegative", base, exponent)


def _erfc(desk: Desk, atom: Term) -> None:
    desk.fact("erfc-positive", *atom.args)


def _trigonometric(desk: Desk, atom: Term) -> None:
    (a,) = atom.args
    desk.fact("sin-cos-square", a)
    name = "sin" if atom.op == "sin" else "cos"
    seen = screen(atom, desk.goal.cloud)
    if name == "cos" and seen.low > 0:
        desk.fact("cos-positive", a)
    if name == "sin" and seen.low > 0:
        desk.fact("sin-positive", a)
    elif name == "sin" and seen.low >= 0:
        desk.fact("sin-nonnegative", a)
    desk.fact(f"{name}-bounds", a)


def _hyperbolic(desk: Desk, atom: Term) -> None:
    """A sum of exponentials; where a root of cosh(a) occurs, by its square instead, as a cosine."""
    (a,) = atom.args
    r, cosh, sinh = desk.goal.relation, apply("cosh", a), apply("sinh", a)
    inside = [t for side in (r.left, r.right) for t in subterms(side)]
    powers = [t for t in inside if t.op == "pow" and t.args[0] == cosh]
    rooted = any((e := rational_value(t.args[1])) is not None and e.q != 1 for t in powers)
    logs = [t.args[0] for t in inside if t.op == "exp" and apply("log", cosh) in subterms(t.args[0])]
    if not rooted and not logs:
        desk.solve(f"{atom.op}-exp", atom, a)
        return
    square = Relation("=", sinh ** num(2), cosh ** num(2) - num(1))
    if desk.have(square, fuel=1) is None or desk.have(Relation(">=", cosh, num(1)), fuel=2) is None:
        return
    if atom.op == "sinh" and screen(atom, desk.goal.cloud).low >= 0:
        desk.sign(atom, strict=screen(atom, desk.goal.cloud).low > 0, fuel=2)


def _atan(desk: Desk, atom: Term) -> None:
    """The values at 1 and -1, however these are written; at 1/p by that at p, if that is a polynomial."""
    (a,) = atom.args
    value = Field([a])[a].constant
    inverse = reciprocal(a)
    if inverse is not None and (seen := screen(inverse, desk.goal.cloud)).low * seen.high > 0:
        desk.solve("atan-reciprocal" if seen.low > 0 else "atan-reciprocal-below", atom, inverse)
        return
    found = desk.fact("atan-one") if value in (1, -1) else None
    if found is None or value is None:
        return
    plain = apply("atan", num(1) if value == 1 else -num(1))
    desk.define_by(found[0] if value == 1 else found[1], plain)
    if atom != plain:
        desk.define_by(desk.congruence("atan", (a,), plain.args), atom)


def reciprocal(a: Term) -> Term | None:
    """The polynomial p of a term c/p with a number c, divided by that; None of any other term."""
    field = Field([a])
    form = field[a]
    if not form.num.is_constant() or form.den.is_constant():
        return None
    return fraction_term(tidied(field), form.den * (1 / form.num.leading_coefficient()), form.den * 0 + 1)


def _gamma(desk: Desk, atom: Term) -> None:
    desk.fact("gamma-positive", *atom.args)


def _uppergamma(desk: Desk, atom: Term) -> None:
    a, x = atom.args
    order = Field([a])[a].constant
    if Field([x])[x].is_zero:
        desk.solve("gamma-at-zero", atom, a)
        return
    if order == 1:
        desk.solve("uppergamma-one", atom, x)
        return
    if order == fmpq(1, 2):
        desk.solve("uppergamma-half", atom, x)
        return
    desk.fact("uppergamma-positive", *atom.args)


def _lowergamma(desk: Desk, atom: Term) -> None:
    a, x = atom.args
    if Field([x])[x].is_zero:
        found = desk.fact("gamma-at-zero", a)
        desk.define_by(None if found is None else found[1], atom)
        return
    desk.solve("gamma-sum", atom, *atom.args)
    desk.fact("lowergamma-nonnegative", *atom.args)


def _integer_part(name: str) -> Callable[[Desk, Term], None]:
    def handler(desk: Desk, atom: Term) -> None:
        desk.fact(name, *atom.args)

    return handler


_HANDLERS: dict[str, Callable[[Desk, Term], None]] = {
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
    "floor": _integer_part("floor-bounds"),
    "ceil": _integer_part("ceil-bounds"),
}


def inequalities(desk: Desk) -> None:
    """Add the tangent inequalities of exponentials and logarithms, and special bounds of others."""
    for atom in _looked_at(desk):
        (a, *_) = atom.args or (atom,)
        if atom.op == "exp":
            desk.fact("exp-lower", a)
            desk.fact("exp-upper", a)
        elif atom.op == "log":
            desk.fact("log-upper", a)
            desk.fact("log-lower", a)
        elif atom.op == "erfc" and screen(a, desk.goal.cloud).low >= 0:
            desk.fact("erfc-chernoff", a)
            if screen(a, desk.goal.cloud).low > 0:
                desk.fact("erfc-tail", a)
        elif atom.op == "sin" and screen(a, desk.goal.cloud).low >= 0:
            desk.fact("sin-upper", a)
        elif atom.op == "pow":
            _power_bounds(desk, atom)


def _looked_at(desk: Desk) -> list[Term]:
    """The function values, without logarithms if the goal and the given hypotheses have none."""
    goal, forms = desk.goal, desk.forms()
    given = [f for i, f in forms.forms.items() if i not in goal.derived]
    used = [p.degrees() for f in (forms.target, *given) for p in (f.num, f.den)]
    logs = [i for i, g in enumerate(forms.field.generators) if any(t.op == "log" for t in subterms(g))]
    found = atoms(desk).generators
    if any(degrees[i] for i in logs for degrees in used):
        return list(found)
    return [g for g in found if g.op != "log"]


def _power_bounds(desk: Desk, atom: Term) -> None:
    """Bernoulli's inequality, and how a power of a sum compares with the powers."""
    base, exponent = atom.args
    seen = screen(exponent - 1, desk.goal.cloud)
    if seen.low >= 0:
        desk.fact("bernoulli", base - 1, exponent)
    elif seen.high <= 0 and screen(base, desk.goal.cloud).low > 0:
        desk.fact("bernoulli-below-one", base - 1, exponent)
    if base.op == "add" and seen.high <= 0:
        desk.fact("power-subadditive", *base.args, exponent)
    elif base.op == "add" and seen.low >= 0:
        desk.fact("power-convex", *base.args, exponent)
    elif base.op == "div" and base.args[0].op == "add" and base.args[1] == num(2) and seen.low >= 0:
        desk.fact("power-convex", *base.args[0].args, exponent)


def new_values(desk: Desk, places: Iterable[int]) -> bool:
    """Whether hypotheses contain function values that the goal and the given hypotheses do not."""
    known = {g.key for g in atoms(desk).generators} | {atom.key for _, atom in desk.goal.solved}
    found = [desk.goal.hypotheses[i] for i in places]
    return any(
        t.op in ("pow", "exp") and t.key not in known and free_variables(t) and not _polynomial(t)
        for t in subterms(*(side for h in found for side in (h.left, h.right)))
    )


def _polynomial(t: Term) -> bool:
    return t.op == "pow" and rational_value(t.args[1]) is not None
