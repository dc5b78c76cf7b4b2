"""A maker for what a hypothesis says outright: an equation defines what stands alone at one of its sides, a
minimiser is found in closed form, a logarithm of densities from the law that it is of."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from flint import fmpq

from ..kernel import KernelError
from ..kernel.logic import DATA, INT, REAL, VEC, Expr, applied, walk
from ..kernel.real import Relation, Term, apply, derivative, num, rational_value, relation, var
from .equations import solutions
from .normals import normal_laws
from .numeric import evaluated
from .sketches import SIGNED, Parameter, Sketch, letters, without
from .symbolic import closed_form, line, substituted, tidy
from .values import Function, Set, Table, Unsupported

ENOUGH = 8
"""Points at which a function has to have values for its kind to be told."""


def made(sketch: Sketch, hypotheses: Sequence[Expr]) -> Iterator[Sketch]:
    """The sketch with what the hypotheses say outright put in; several where there are several ways."""
    ways = [sketch]
    for hypothesis in (part for whole in hypotheses for part in _parts(whole)):
        ways = [new for one in ways for new in itertools.islice(_by(one, hypothesis), 3)]
    yield from ways


def _parts(hypothesis: Expr) -> Iterator[Expr]:
    """The equations that a hypothesis joins to something else, and the whole of it."""
    if hypothesis.head == "and":
        waiting, parts = [hypothesis], []
        while waiting:
            part = waiting.pop(0)
            if part.head == "and":
                waiting = [*part.args, *waiting]
            else:
                parts.append(part)
        yield from (part for part in parts if part.head == "eq")
    yield hypothesis


def _by(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    ways = (_defined, _equation, _minimiser, normal_laws, _loss, _halves, _slope)
    yield from next((found for way in ways if (found := [*way(sketch, hypothesis)])), [sketch])


def opened(formula: Expr) -> tuple[list[Expr], list[Expr], Expr]:
    """The quantifiers before a formula, as binders from the outside in, its premises, and what they imply."""
    binders: list[Expr] = []
    premises: list[Expr] = []
    while formula.head in ("forall", "implies"):
        if formula.head == "implies":
            premises.append(formula.args[0])
            formula = formula.args[1]
        elif formula.args[0].head != "lam":
            break
        else:
            binders.append(formula.args[0])
            formula = formula.args[0].args[0]
    return binders, premises, formula


def _stack(binders: Sequence[Expr], names: Sequence[str], size: int) -> tuple[object, ...]:
    made: list[object] = []
    for binder, name in zip(binders, names, strict=True):
        data = binder.sort.args[0] == DATA
        made.append(tuple(var(f"{name}{k}") for k in range(1, size + 1)) if data else var(name))
    return tuple(made)


# -- equations ---------------------------------------------------------------------------------


def _defined(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """``x = t``, ``forall u. f(u) = t``, ``exp(f(u)) = t``: what stands alone is that."""
    binders, premises, formula = opened(hypothesis)
    if formula.head != "eq" or (premises and not all(_bounds(p) for p in premises)):
        return
    for own, other in (formula.args, formula.args[::-1]):
        power, own = own.head == "exp", own.args[0] if own.head == "exp" else own
        fn, terms = applied(own)
        if fn.head != "var" or fn.label in other.names or fn.label in sketch.defined:
            continue
        if [t.head == "bound" and t.index for t in terms] != list(range(len(terms)))[::-1] or len(
            terms
        ) != len(binders):
            continue
        names = letters([b.sort.args[0] for b in binders])
        try:
            form = closed_form(other, sketch, _stack(binders, names, sketch.size))
        except Unsupported:
            continue
        if not isinstance(form, Term) or (not terms and not _is_number(own)):
            continue
        yield _put(sketch, fn.label, names, apply("log", form) if power else form)
        return


def _equation(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """``r**2 = 2*x``: one of the numbers is what solves it."""
    for name, form in itertools.islice(solutions(sketch, hypothesis), 1):
        yield _put(sketch, name, (), form)


def _bounds(premise: Expr) -> bool:
    """Whether a premise only says between which numbers another is."""
    plain = ("and", "le", "lt", "ge", "gt", "bound", "num", "var", "add", "sub")
    return all(n.head in plain for n in walk(premise))


def _is_number(term: Expr) -> bool:
    return term.sort in (REAL, VEC)


def _put(sketch: Sketch, name: str, names: Sequence[str], form: Term) -> Sketch:
    """A sketch in which a symbol is a closed form; parameters that only its old value had are dropped."""
    if not names:
        return replace(without(sketch, [name]), defined={**sketch.defined, name: tidy(form)})
    old = sketch.symbols.get(name)
    new = replace(sketch, symbols={**sketch.symbols, name: Function(tuple(names), tidy(form))})
    own = old.body.names if isinstance(old, Function) else frozenset[str]()
    still = frozenset[str]().union(
        *(_names(s) for s in new.symbols.values()), *(t.names for t in new.defined.values())
    )
    return without(new, [p for p in own if p.startswith("q_") and p not in still])


def _names(value: object) -> frozenset[str]:
    if isinstance(value, Function):
        return value.body.names
    if isinstance(value, Table):
        return frozenset[str]().union(*(t.names for t in (*value.points, *value.weights)))
    if isinstance(value, Set):
        return frozenset[str]().union(*(r.left.names | r.right.names for r in value.relations))
    return frozenset()


# -- minimisers --------------------------------------------------------------------------------


def _minimiser(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """``forall T. H(A(T)) and forall w. H(w) implies f(A(T)) <= f(w)``: A is the minimiser in closed form."""
    binders, premises, formula = opened(hypothesis)
    parts = formula.args if formula.head == "and" and not premises else (formula,)
    if parts[0] is formula:
        within, inner = None, hypothesis if not binders else None
        if binders and formula.head == "le" and binders[-1].sort.args[0] == VEC:
            outer, inner, last = binders[:-1], formula, binders[-1]
        else:
            return
    else:
        within = parts[0]
        if parts[1].head != "forall" or parts[1].args[0].head != "lam":
            return
        outer, last = binders, parts[1].args[0]
        inner = last.args[0]
        while inner.head == "implies":
            inner = inner.args[1]
    if last.sort.args[0] != VEC or inner is None or inner.head != "le":
        return
    target = _minimised(inner, len(outer))
    if target is None:
        return
    fn, terms = target
    own = letters([t.sort for t in terms])
    names = tuple(name for name, t in zip(own, terms, strict=True) if t.head == "bound")
    stack = _stack(outer, names, sketch.size)
    try:
        value = closed_form(inner.args[1], sketch, (*stack, var("free_")))
        fixed = [(n, closed_form(t, sketch)) for n, t in zip(own, terms, strict=True) if t.head != "bound"]
    except Unsupported:
        return
    assert isinstance(value, Term)
    region = _region(within, sketch) or _ball(within, sketch, stack)
    for form in _minima(value, region, [v for s in stack for v in (s if isinstance(s, tuple) else (s,))]):
        drawn = [name for name, t in zip(own, terms, strict=True) if t.sort == VEC]
        sized = _at_size(sketch, fn.label, form, fixed, drawn)
        yield _put(sketch, fn.label, own, sized)


def _at_size(
    sketch: Sketch,
    name: str,
    form: Term,
    fixed: Sequence[tuple[str, object]],
    drawn: Sequence[str],
) -> Term:
    """A closed form of a function at one whole number, n or n - 1; at the other one the function is as it
    was."""
    old = sketch.symbols.get(name)
    known = [rational_value(value) for _, value in fixed if isinstance(value, Term)]
    if not fixed or not isinstance(old, Function) or len(known) != 1 or known[0] is None:
        return form
    at, here, whole = var(fixed[0][0]), known[0], fmpq(sketch.size)
    there = whole - 1 if here == whole else whole
    other = substituted(old.body, {fixed[0][0]: num(there)})
    (low, before), (high, after) = sorted([(here, form), (there, other)], key=lambda pair: pair[0])
    late = apply("max", num(0), at - num(low)) / num(high - low)
    early = apply("max", num(0), num(high) - at) / num(high - low)
    for point in drawn:  # noise stands once in an event
        parts = [(line(f, point), w) for f, w in ((before, early), (after, late))]
        if all(one is not None for one, _ in parts):
            slope, rest = (tidy(sum((w * one[k] for one, w in parts if one), num(0))) for k in (0, 1))
            return tidy(rest + slope * var(point))
    return tidy(early * before + late * after)


def _minimised(relation: Expr, outer: int) -> tuple[Expr, tuple[Expr, ...]] | None:
    """Of ``f(v) <= f(w)`` with w bound last: v, a variable or a function of what is bound before, in
    order, and perhaps of a whole number that is none of these."""
    left, right = relation.args
    for node in _vectors(left):
        fn, terms = applied(node)
        order = [t.index if t.head == "bound" else -1 for t in terms if not _whole(t)]
        if fn.head == "var" and order == list(range(1, outer + 1))[::-1] and _put_in(right, node) == left:
            return fn, terms
    return None


def _whole(term: Expr) -> bool:
    """Whether a term is a whole number by n alone."""
    return term.sort == INT and all(n.head in ("num", "add", "sub") or n.label == "n" for n in walk(term))


def _vectors(term: Expr, under: int = 0) -> Iterator[Expr]:
    """The vectors in a term, those under its binders as they are called above them."""
    if term.sort == VEC and not any(n.head == "bound" and n.index < under for n in walk(term)):
        yield _lifted(term, -under)
    for part in term.args:
        yield from _vectors(part, under + (term.head == "lam"))


def _put_in(term: Expr, value: Expr, level: int = 0) -> Expr:
    """A term with a value for the variable that is bound last; both stand under the same binders."""
    if term.head == "bound" and term.index == level:
        return _lifted(value, level)
    args = tuple(_put_in(a, value, level + (term.head == "lam")) for a in term.args)
    return Expr(term.head, args, term.sort, term.label, term.index, term.value)


def _lifted(term: Expr, by: int) -> Expr:
    if term.head == "bound":
        return Expr("bound", (), term.sort, index=term.index + by)
    return Expr(
        term.head, tuple(_lifted(a, by) for a in term.args), term.sort, term.label, term.index, term.value
    )


def _region(within: Expr | None, sketch: Sketch) -> Set | None:
    """The set of which something is a member, where the sketch knows it."""
    if within is None or within.head != "apply":
        return None
    found = sketch.symbols.get(applied(within)[0].label)
    return found if isinstance(found, Set) else None


def _ball(within: Expr | None, sketch: Sketch, stack: tuple[object, ...]) -> Set | None:
    """The interval of the numbers that are not longer than a radius."""
    if within is None or within.head != "le" or within.args[0].head != "norm":
        return None
    try:
        radius = closed_form(within.args[1], sketch, stack)
    except Unsupported:
        return None
    assert isinstance(radius, Term)
    own = var("w")
    return Set("w", (Relation("<=", -radius, own), Relation("<=", own, radius)))


def _minima(value: Term, region: Set | None, known: Sequence[Term]) -> Iterator[Term]:
    """Closed forms of a minimiser of a function of `free_` over a set, the exact one of a quadratic first."""
    at = {k: tidy(_at(value, num(k))) for k in (0, 1, -1)}
    half = num(fmpq(1, 2))
    curve = tidy(half * (at[1] + at[-1]) - at[0])
    slope = tidy(half * (at[1] - at[-1]))
    low, high = _ends(region)
    kind = _degree(value, curve, slope, at[0])
    if kind == 2:
        free = tidy(-slope / (num(2) * curve))
        yield _clipped(free, low, high)
        return  # there is no other
    if kind == 1 and low is not None and high is not None:
        sign = slope / apply("abs", slope)
        yield tidy(half * (low + high) - half * (high - low) * sign)
    elif region is not None and region.relations[0].text.replace(" ", "") == "w*(1-w)=0":
        yield apply("ceil", apply("max", num(0), apply("min", num(1), at[0] - at[1])))
    for term in (*known[:1], num(0), *((low, high) if low is not None and high is not None else ()), num(1)):
        if term is not None:
            yield _clipped(term, low, high) if term in known else term


def _at(value: Term, point: Term) -> Term:
    return substituted(value, {"free_": point})


def _degree(value: Term, curve: Term, slope: Term, constant: Term) -> int:
    """Whether a function is a convex quadratic (2), affine (1), or neither (0), by trying."""
    rng = np.random.default_rng(7)
    names = value.names | {"free_"}
    points = {name: rng.uniform(0.2, 1.7, 40) for name in sorted(names)}
    with np.errstate(all="ignore"):
        known = [evaluated(t, points) * np.ones(40) for t in (value, curve, slope, constant)]
    some = np.isfinite(known).all(axis=0)  # a root, a logarithm of a number may have no value at others
    if some.sum() < ENOUGH:
        return 0
    there, a, b, c = (values[some] for values in known)
    x = points["free_"][some]
    if not np.allclose(there, a * x**2 + b * x + c, rtol=1e-9, atol=1e-9):
        return 0
    return 2 if np.all(a > 1e-12) else 1 if np.allclose(a, 0) else 0


def _ends(region: Set | None) -> tuple[Term | None, Term | None]:
    """The ends of an interval, where a set's relations name them."""
    low: Term | None = None
    high: Term | None = None
    for one in region.relations if region is not None else ():
        own = var(region.name) if region is not None else None
        if one.op == "<=" and one.right == own and own != one.left:
            low = one.left
        if one.op == "<=" and one.left == own and own != one.right:
            high = one.right
        if one.op == "=" and one.left == own:
            low = high = one.right
    return low, high


def _clipped(term: Term, low: Term | None, high: Term | None) -> Term:
    if low is not None and low == high:
        return low
    made = term if high is None else apply("min", high, term)
    return tidy(made if low is None else apply("max", low, made))


def _halves(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """``forall u in L. forall v in H. 0 < norm(u - v)``: the line is cut in two, or nothing is put in."""
    _, premises, formula = opened(hypothesis)
    sets = [applied(p)[0].label for p in premises if p.head == "apply"]
    if formula.head == "lt" and formula.args[1].head == "norm" and len(sets) == 2:
        own = Parameter("q_cut_", SIGNED)
        below, above = (Set("w", (relation(f"w {op} {own.name}"),)) for op in ("<", ">="))
        cut = {**sketch.symbols, sets[0]: below, sets[1]: above}
        yield replace(sketch, symbols=cut, parameters=(*sketch.parameters, own))
        yield sketch


def _slope(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """An inequality with f twice and g once, as that of a function above its tangents: g is the slope of f,
    or what it was."""
    formula = opened(hypothesis)[2]
    formula = formula.args[1] if formula.head == "and" else formula
    calls = [n for n in walk(formula) if n.head == "apply"]
    called = Counter(applied(n)[0].label for n in calls)
    if formula.head not in ("le", "ge") or sorted(called.values()) not in ([1, 2], [2, 2]):
        return
    vectors = {applied(n)[0].label for n in calls if n.sort == VEC}  # in an inner product g stands twice
    high, low = sorted(called, key=lambda name: (name in vectors, -called[name]))
    f, g = sketch.symbols.get(high), sketch.symbols.get(low)
    if isinstance(f, Function) and isinstance(g, Function) and len(f.names) == len(g.names) == 1:
        try:
            form = tidy(derivative(f.body, f.names[0]))
        except KernelError:
            return
        yield _put(sketch, low, f.names, form)
        yield sketch


# -- densities ---------------------------------------------------------------------------------


def _loss(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """``forall S i z. ratio(M(S), M(replace(S, i, z)), fun w. exp(Z(S, replace(S, i, z), w)))``, where
    M(S) is one of two values, with shares p and 1 - p: Z is in closed form."""
    for node in walk(hypothesis):
        if node.head != "ratio":
            continue
        law, called = (
            applied(node.args[0])[0],
            [n for n in walk(node.args[2]) if n.head == "var" and n.label in sketch.symbols],
        )
        table = sketch.symbols.get(law.label)
        density = next((n.label for n in called if isinstance(sketch.symbols[n.label], Function)), None)
        if not isinstance(table, Table) or density is None or len(table.points) != 2:
            continue
        names = sketch.symbols[density].names  # type: ignore[union-attr]
        if len(names) != len(table.names) + 2 or not table.names:
            continue
        bit = table.points[0]
        at = {n: names[k] for k, n in enumerate(table.names)}
        other = {table.names[-1]: names[len(table.names)]}
        one, two = _renamed(bit, at, sketch.size), _renamed(bit, {**at, **other}, sketch.size)
        odds = apply("log", table.weights[0] / table.weights[1])
        form = (one - two) * (num(2) * var(names[-1]) - num(1)) * odds
        yield _put(sketch, density, names, form)
        return


def _renamed(term: Term, names: Mapping[str, str], size: int) -> Term:
    images = {n: var(m) for n, m in names.items() if n in term.names}
    images |= {f"{n}{k}": var(f"{m}{k}") for n, m in names.items() for k in range(1, size + 1)}
    return substituted(term, images)
