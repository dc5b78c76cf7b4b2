"""Arcs: with y = asin(x) or y = acos(x) a goal in x, y and sqrt(1 - x**2) is one in y, sin(y) and cos(y)."""

from __future__ import annotations

from dataclasses import replace

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, apply, num, replace_terms, subterms, var

from .combination import by_combination, denominators
from .goals import Desk, Proof, Prover, fresh_name, screen
from .numeric import compiled, to_rational

# the function that an arc undoes, and the one that the root of 1 - x**2 is
UNDONE = {"asin": ("sin", "cos"), "acos": ("cos", "sin")}


def by_angle(prover: Prover, start: Desk) -> Proof | None:
    """Show a goal that has the arc of a variable in the arc itself."""
    r = start.goal.relation
    for arc in subterms(r.left, r.right):
        if arc.op in UNDONE and arc.args[0].op == "var" and r.op not in ("=", "!="):
            return start.close(_in_angle(prover, start, arc))
    return None


def _in_angle(prover: Prover, start: Desk, arc: Term) -> Proof | None:
    desk, (x,) = Desk(prover, start.goal, start.fuel), arc.args
    bounds = _bounds(desk, arc)
    y = _named(desk, arc)
    if y is None:
        return None
    plain, other = (apply(op, y) for op in UNDONE[arc.op])
    seen = [desk.have(Relation(b.op, y, b.right), fuel=1) for b in bounds]
    kept = [i for i in seen if i is not None]
    desk.keep(kept)
    desk.congruence(plain.op, (y,), (arc,))
    if not desk.define_by(desk.have(Relation("=", plain, x), fuel=1), plain):
        return None
    images = {arc.key: y, x.key: plain, **_roots(desk, x, y, other)}
    r = start.goal.relation
    wanted = Relation(r.op, *(replace_terms(side, images) for side in (r.left, r.right)))
    if desk.define(wanted.left, wanted.right) is None:
        return None
    old = frozenset(range(len(desk.goal.hypotheses))) - frozenset(kept)
    inner = desk.goal.where(desk.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted), old)
    inner = replace(inner, solved=(), derived=inner.derived - frozenset(kept))
    if desk.have(wanted, prover.prove(inner, start.fuel)) is None:
        return None
    denominators(desk)
    return by_combination(prover, desk, [1, 2])


def _bounds(desk: Desk, arc: Term) -> list[Relation]:
    """The range of the arc, and its sign where that is known."""
    found = desk.fact(arc.op, *arc.args) or []
    sign = screen(arc, desk.goal.cloud)
    if arc.op == "asin" and sign.seen and not sign.low < 0 < sign.high:
        found = [*found, *(i for i in [desk.sign(arc, strict=False)] if i is not None)]
    return [h for i in found if (h := desk.goal.hypotheses[i]).left == arc]


def _named(desk: Desk, arc: Term) -> Term | None:
    """A variable for the arc."""
    name, program, defined = fresh_name(desk.goal), compiled(arc), desk.define(arc)
    if defined is None:
        return None
    sequent = desk.goal.sequent.introducing(name)
    cloud = tuple({**p, name: to_rational(v)} for p in desk.goal.cloud if (v := program(p)) is not None)
    desk.goal = replace(desk.goal, sequent=sequent, cloud=cloud)
    node = {"rule": "let", "name": name, "term": print_term(arc), "defined": defined}
    desk.add(node, Relation("=", var(name), arc))
    desk.define_by(len(desk.goal.hypotheses) - 1, arc)
    return var(name)


def _roots(desk: Desk, x: Term, y: Term, other: Term) -> dict[bytes, Term]:
    """The goal's roots of 1 - x**2, as the other function of the angle."""
    r, images = desk.goal.relation, dict[bytes, Term]()
    for t in subterms(r.left, r.right):
        if t.op != "sqrt":
            continue
        field = Field([t.args[0], 1 - x ** num(2)])
        if field[t.args[0]] != field[1 - x ** num(2)]:
            continue
        square = other ** num(2)
        desk.fact("sin-cos-square", y)
        if desk.have(Relation(">=", other, num(0))) is None or desk.fact("abs-of-nonnegative", other) is None:
            return {}
        desk.fact("sqrt-of-square", other)
        desk.congruence("sqrt", t.args, (square,))
        if desk.define_by(desk.have(Relation("=", t, other), fuel=1), t):
            images[t.key] = other
    return images
