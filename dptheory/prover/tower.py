"""Facts about the function values in a goal: signs, and equations that leave few independent ones."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, apply, num

from .clusters import angles, exponentials, logarithms, roots
from .goals import Desk, screen

LEAVES = ("var", "const")


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
            break
        angles(desk, field)
        solved = {atom.key for _, atom in desk.goal.solved}
        for atom in fresh:
            done.add(atom.key)
            handler = _HANDLERS.get(atom.op)
            if handler is not None and atom.key not in solved:
                handler(desk, atom)
        for cluster in (exponentials, logarithms, roots):
            before = len(desk.goal.solved)
            cluster(desk, field)
            field = field if before == len(desk.goal.solved) else atoms(desk)


def _exp(desk: Desk, atom: Term) -> None:
    desk.fact("exp-positive", *atom.args)


def _solved_by(name: str) -> Callable[[Desk, Term], None]:
    def handler(desk: Desk, atom: Term) -> None:
        desk.solve(name, atom, *atom.args)

    return handler


def _sqrt(desk: Desk, atom: Term) -> None:
    (a,) = atom.args
    seen = screen(a, desk.goal.cloud)
    if seen.low > 0 and desk.fact("sqrt-positive", a) is not None:
        desk.fact("sqrt-square", a)
    elif desk.fact("sqrt-nonnegative", a) is not None:
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
    elif seen.low == seen.high == 0 and base != num(0):
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


def _gamma(desk: Desk, atom: Term) -> None:
    (a,) = atom.args
    if a.op == "add" and a.args[1] == num(1) and desk.solve("gamma-step", atom, a.args[0]):
        return
    desk.fact("gamma-positive", a)


def _uppergamma(desk: Desk, atom: Term) -> None:
    desk.fact("uppergamma-positive", *atom.args)


def _lowergamma(desk: Desk, atom: Term) -> None:
    desk.solve("gamma-sum", atom, *atom.args)
    desk.fact("lowergamma-nonnegative", *atom.args)


def _integer_part(name: str) -> Callable[[Desk, Term], None]:
    def handler(desk: Desk, atom: Term) -> None:
        desk.fact(name, *atom.args)

    return handler


_HANDLERS: dict[str, Callable[[Desk, Term], None]] = {
    "exp": _exp,
    "cosh": _solved_by("cosh-exp"),
    "sinh": _solved_by("sinh-exp"),
    "tanh": _solved_by("tanh-ratio"),
    "tan": _solved_by("tan-ratio"),
    "erf": _solved_by("erf-erfc"),
    "erfc": _erfc,
    "sqrt": _sqrt,
    "abs": _abs,
    "pow": _power,
    "sin": _trigonometric,
    "cos": _trigonometric,
    "gamma": _gamma,
    "uppergamma": _uppergamma,
    "lowergamma": _lowergamma,
    "floor": _integer_part("floor-bounds"),
    "ceil": _integer_part("ceil-bounds"),
}


def inequalities(desk: Desk) -> None:
    """Add the tangent inequalities of exponentials and logarithms, and special bounds of others."""
    for atom in atoms(desk).generators:
        (a, *_) = atom.args or (atom,)
        if atom.op == "exp":
            desk.fact("exp-lower", a)
            desk.fact("exp-upper", a)
        elif atom.op == "log":
            desk.fact("log-upper", a)
            desk.fact("log-lower", a)
        elif atom.op == "erfc" and screen(a, desk.goal.cloud).low >= 0:
            desk.fact("erfc-chernoff", a)
        elif atom.op == "sin" and screen(a, desk.goal.cloud).low >= 0:
            desk.fact("sin-upper", a)
        elif atom.op == "pow" and screen(atom.args[1] - 1, desk.goal.cloud).low >= 0:
            desk.fact("bernoulli", a - 1, atom.args[1])


def square_root(a: Term) -> Term:
    """The square root of a term."""
    return apply("sqrt", a)
