"""Function values at numbers and at solved arguments: equations that leave few independent ones."""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    PI,
    Field,
    Fraction,
    Relation,
    Term,
    apply,
    compare,
    exact,
    free_variables,
    num,
    subterms,
)

from ..goals.forms import Forms
from ..goals.numeric import compiled, to_float
from ..goals.polynomials import Rewrite, reduce
from ..goals.state import ProofState

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
