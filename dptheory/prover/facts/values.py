"""What is known of a value of each function: signs, bounds and equations."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, apply, is_integer, num, rational_value, subterms

from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .exponents import signed_power


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
    """The values at 1 and -1, however these are written; at 1/p by that at p, if that is a polynomial; beside
    other variables, that they are bounded."""
    (a,) = atom.args
    if state.goal.unknown is None:
        state.fact("atan-bounds", a)
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


def _asin(state: ProofState, atom: Term) -> None:
    if state.goal.unknown is None:
        state.fact("asin-bounds", *atom.args)


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
    r = state.goal.relation
    if apply("gamma", a) in subterms(r.left, r.right):  # at most the whole integral
        state.fact("gamma-sum", a, x)
        state.fact("lowergamma-nonnegative", a, x)


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


HANDLERS: dict[str, Callable[[ProofState, Term], None]] = {
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
    "asin": _asin,
    "acos": _solved_by("acos-asin"),
    "gamma": _gamma,
    "uppergamma": _uppergamma,
    "lowergamma": _lowergamma,
    "min": _extreme,
    "max": _extreme,
    "floor": _integer_part("floor"),
    "ceil": _integer_part("ceil"),
}
