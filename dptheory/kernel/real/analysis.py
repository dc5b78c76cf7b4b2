"""The rules of analysis: mean value, limits at infinity, enclosures over boxes, induction."""

from __future__ import annotations

from dataclasses import replace

from flint import ctx, fmpq

from ..limits import MAX_STEPS, KernelError, need
from .bernstein import affirmed
from .calculus import derivative
from .certificates import Fields, rational
from .claims import Relation, sides_of
from .defined import obligations
from .enclosures import Box, compare, enclose
from .points import decide, defined_at, is_zero_at
from .sequents import Sequent, Task, conveyed, gap, owing, read_fresh, read_term, restart, sides, task
from .series import interval, quotient, vanishes
from .terms import Term, continuous, free_variables, is_integer, num, substitute, var


def segment(s: Sequent, f: Fields) -> tuple[Term, str, Term, list[tuple[Term, Term]]]:
    """Reads "variable", "fresh", "base" and "side": the base, the fresh variable t, the goal's difference g
    of it, and what rises: from base to t and from t to x, or from x to t and from t to base."""
    name = f.text("variable")
    need(name in s.variables, f"unknown variable {name!r}", f.at("variable"))
    x, fresh = var(name), read_fresh(f, "fresh", s)
    base, side = read_term(f.text("base"), s, f.at("base")), f.text("side")
    need(name not in base.names, f"the base contains the variable {name}", f.at("base"))
    need(side in ("below", "above"), "the base lies 'below' or 'above' the variable", f.at("side"))
    inside = substitute(gap(s.goal), {name: var(fresh)})
    if not continuous(inside, fresh):
        raise KernelError("floor, ceil or a sum up to the variable is not continuous", f.at("variable"))
    low, high = (base, x) if side == "below" else (x, base)
    return base, fresh, inside, [(low, var(fresh)), (var(fresh), high)]


def mvt(s: Sequent, f: Fields) -> list[Task]:
    """{"variable": x, "fresh": t, "base": a, "side": "below" | "above", "strict": "base" | "slope",
    "base_defined", "order", "defined", "smooth", "slope", "at_base"}

    For a goal g(x) >= 0 or > 0 and a base a below x (above: mirrored), with t fresh: `order` shows
    a <= x; `defined` shows g(t) defined for a <= t <= x, where it then is continuous, since floor and
    ceil of t are refused; `smooth` shows g'(t) defined for a < t < x, where g then has that derivative
    (`calculus`); `slope` shows g'(t) >= 0 there (above: <= 0); `at_base` shows g(a) >= 0. If a = x then
    g(x) = g(a), else the mean value theorem gives g(x) = g(a) + g'(t)(x - a) for some such t. A strict
    goal has a field `strict` that names which one is shown strictly: g(a) > 0, or g' > 0 and a < x.
    The new hypotheses a <= t, t <= x (x <= t, t <= a) come last, strict ones in `smooth` and `slope`.
    """
    need(s.goal.op not in ("=", "!="), "mvt shows an inequality", f.place)
    strict = f.text("strict") if s.goal.strict else ""
    if s.goal.strict and strict not in ("base", "slope"):
        raise KernelError("a strict goal is strict by its 'base' or its 'slope'", f.at("strict"))
    base, t, inside, links = segment(s, f)
    low, high = links[0][0], links[1][1]
    first, based = owing(f, s, base, name="base_defined")
    rising = (">" if base == low else "<") + ("" if strict == "slope" else "=")
    order = Relation("<" if strict == "slope" else "<=", low, high)
    closed, opened = ([Relation(op, *pair) for pair in links] for op in ("<=", "<"))
    between = based.introducing(t)
    owed, _ = owing(f, between.assuming(*closed), inside)
    known, _ = conveyed(between.assuming(*opened), [inside], {}, between.integers)
    slope = derivative(inside, t)
    smooth, sloping = owing(f, known, slope, name="smooth")
    # g(a) is defined because g(t) is at t = a
    at_base, (start,) = conveyed(based, [inside], {t: base}, s.integers)
    return [
        *first,
        task(f, "order", based.showing(order)),
        *owed,
        *smooth,
        task(f, "slope", sloping.showing(Relation(rising, slope, num(0)))),
        task(f, "at_base", at_base.showing(Relation(">" if strict == "base" else ">=", start, num(0)))),
    ]


def archimedean(s: Sequent, f: Fields) -> list[Task]:
    """{"fresh": t, "bound": K, "from": T, "defined", "then"}: for a goal p >= 0. `then` shows
    t*p >= -K for all real t with t >= T and t >= 1, K and T being defined terms without t. Were p < 0
    at a point, a t above T, 1 and K/(-p) there would give t*p < -K.
    """
    need(s.goal.op in ("<=", ">="), "archimedean shows <= or >= only", f.place)
    bound, start = (read_term(f.text(n), s, f.at(n)) for n in ("bound", "from"))
    t = var(read_fresh(f, "fresh", s))
    owed, known = owing(f, s, bound, start)
    far = known.introducing(str(t.value)).assuming(Relation(">=", t, start), Relation(">=", t, num(1)))
    return [*owed, task(f, "then", far.showing(Relation(">=", t * gap(s.goal), -bound)))]


def box(s: Sequent, f: Fields) -> list[Task]:
    """{"boxes": {x: [low, high]}, "within": [..], "precision": bits, "tree": [..]}

    `within` shows low <= x and x <= high for each boxed variable, sorted by name (none where a
    hypothesis says so). `tree` lists a tree of subdivisions, first part first: ["x", "1/2"] halves the
    box at x = 1/2, "leaf" is not divided. On every leaf arb affirms the goal, or the negation of a
    hypothesis, at all points where the terms are defined; these are all points that matter. A goal
    without variables has no boxes and the tree ["leaf"].

    "bernstein" is a leaf on which coefficients (`bernstein`) show the goal, or the negation of a hypothesis.
    {"at", "zeros", "order"} is a leaf for a goal in one variable (`_check_series`), "mean" one by the middle
    and the slopes (`_check_mean`); ["x", "low"] goes on with the box's face where x is least (`_face`;
    "high": greatest).
    """
    boxes = {name: _ends(f, name, ends, s) for name, ends in sorted(f.mapping("boxes").items())}
    limits = list[Relation]()
    for name, (low, high) in boxes.items():
        limits += [Relation("<=", num(low), var(name)), Relation("<=", var(name), num(high))]
    precision = f.index("precision") if f.has("precision") else 64
    result = sides(f, s, limits, "within")
    tree, stack = f.items("tree"), list[tuple[Sequent, Box]]([(s, boxes)])
    need(len(tree) <= MAX_STEPS, f"a tree of {len(tree)} boxes; at most {MAX_STEPS}", f.at("tree"))
    for i, item in enumerate(tree):
        place = f"{f.at('tree')}[{i}]"
        need(stack, "the tree ends before its list does", place)
        at, here = stack.pop()
        if item == "leaf":
            _check_leaf(at, here, precision, place)
        elif item == "bernstein":
            _check_bernstein(at, here, place)
        elif item == "mean":
            _check_mean(at, here, precision, place)
        elif isinstance(item, dict):
            _check_series(at, here, precision, Fields(item, place))
        elif isinstance(item, list) and item[1:] in (["low"], ["high"]):
            stack.append(_face(at, here, precision, item[0], low=item[1] == "low", place=place))
        else:
            stack.extend((at, part) for part in reversed(_divided(here, item, place)))
    need(not stack, f"{len(stack)} boxes are left when the tree's list ends", f.at("tree"))
    return result


def _ends(f: Fields, name: str, ends: object, s: Sequent) -> tuple[fmpq, fmpq]:
    place = f"{f.at('boxes')}.{name}"
    if name not in s.variables or not isinstance(ends, list) or len(ends) != 2:
        raise KernelError("expected {variable: [low, high]}", place)
    low, high = rational(ends[0], place), rational(ends[1], place)
    if low > high:
        raise KernelError(f"an empty box: {low} > {high}", place)
    return low, high


def _check_leaf(s: Sequent, here: Box, precision: int, place: str) -> None:
    if not any(compare(r, here, precision) for r in (s.goal, *(h.negated() for h in s.hypotheses))):
        ends = ", ".join(f"{low} <= {name} <= {high}" for name, (low, high) in here.items())
        raise KernelError(f"the enclosures decide nothing on the box {ends or 'of no variable'}", place)


def _check_bernstein(s: Sequent, here: Box, place: str) -> None:
    boxed = [h for h in s.hypotheses if h.variables() <= here.keys()]
    if not any(affirmed(r, here) for r in (s.goal, *(h.negated() for h in boxed))):
        raise KernelError("the coefficients decide nothing on the box", place)


def _check_series(s: Sequent, here: Box, precision: int, f: Fields) -> None:
    """With g the goal's difference in its only variable x: an exact series (`vanishes`), or each by itself
    (`is_zero_at`), shows that g and its first m - 1 derivatives are 0 at a, and the ball of g(x)/(x - a)^m
    (`series`), times the sign of (x - a)^m, is positive. So g(x) > 0 for all x of the box but a, and g(a) is
    0; for a strict goal with m > 0, a is no point of the box, or the negation of a hypothesis is affirmed
    at it.

    What the symbolic derivatives say at a is true, for the series shows g to be analytic around it.
    """
    a, zeros, order = rational(f.take("at"), f.at("at")), f.index("zeros"), f.index("order")
    f.close()
    names = free_variables(s.goal.left, s.goal.right)
    if s.goal.op in ("=", "!=") or len(names) != 1 or not names <= set(here):
        raise KernelError("a series shows an inequality in one boxed variable", f.place)
    (name,) = names
    low, high = here[name]
    g = gap(s.goal)
    ball = quotient(g, name, low, high, a, zeros, order, precision)
    if not (ball > 0 if zeros % 2 == 0 or a <= low else a >= high and ball < 0):
        raise KernelError(f"the series at {a} decides nothing on [{low}, {high}]", f.place)
    for k in range(0 if vanishes(g, name, a, zeros) else zeros):
        g = derivative(g, name) if k else g
        need(is_zero_at(g, {name: a}, s.integers), f"no zero of order {zeros} is seen at {a}", f.place)
    if s.goal.strict and zeros and low <= a <= high:
        alone, point = [h.negated() for h in s.hypotheses if h.variables() == names], {name: a}
        if not any(defined_at([r.left, r.right], point, s.integers) and decide(r, point) for r in alone):
            raise KernelError(f"both sides are equal at {a}", f.place)


def _slope(s: Sequent, here: Box, precision: int, name: str, place: str) -> Term:
    """The derivative in a variable of the goal's difference g, once arb affirms on the whole box every
    obligation of g and of it: then g is defined there, continuous in that variable (no floor, no ceil of
    it), and has that derivative at each point inside the box's range of it."""
    g = gap(s.goal)
    slope = derivative(g, name)
    if s.goal.op in ("=", "!=") or not continuous(g, name):
        raise KernelError("slopes are for inequalities between continuous terms", place)
    for o in obligations([g, slope], s.integers):
        if not any(compare(r, here, precision) for r in o.ways):
            raise KernelError(f"not seen to hold on the box: {o.relation.text}", place)
    return slope


def _face(s: Sequent, here: Box, bits: int, name: object, *, low: bool, place: str) -> tuple[Sequent, Box]:
    """With g the goal's difference and g' its derivative in x (`_slope`): on the whole box g' >= 0 (`low`),
    or g' <= 0. So g is nowhere less than at the point of the face below (above) it, where it is defined.
    That point need not satisfy hypotheses that speak of x: they are not used from there on.
    """
    if not isinstance(name, str) or name not in here:
        raise KernelError("expected a boxed variable", place)
    slope = _slope(s, here, bits, name, place)
    if not compare(Relation(">=" if low else "<=", slope, num(0)), here, bits):
        raise KernelError(f"not seen to be monotone in {name}", place)
    kept = tuple(h for h in s.hypotheses if name not in h.variables())
    end = here[name][0 if low else 1]
    return replace(s, hypotheses=kept), {**here, name: (end, end)}


def _check_mean(s: Sequent, here: Box, precision: int, place: str) -> None:
    """The goal's difference g at the box's middle c, plus the sum over the variables of the ball of its
    derivative (`_slope`) on the box times that of x - c, is positive. Going from c to a point of the box
    one variable after the other, g changes by as much as the mean value theorem says, each time by one
    of these products."""
    g = gap(s.goal)
    middle = {name: ((low + high) / 2,) * 2 for name, (low, high) in here.items()}
    total = enclose(g, middle, precision)
    for name in sorted(free_variables(g) & here.keys()):
        slope = enclose(_slope(s, here, precision, name, place), here, precision)
        half = (here[name][1] - here[name][0]) / 2
        with ctx.workprec(precision):
            total += slope * interval(-half, half)
    if not free_variables(g) <= here.keys() or not total.is_finite() or not total > 0:
        raise KernelError("the middle and the slopes decide nothing on the box", place)


def _divided(here: Box, item: object, place: str) -> list[Box]:
    if not (isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) and item[0] in here):
        raise KernelError('expected "leaf", "bernstein", "mean" or [boxed variable, rational]', place)
    name, middle = item[0], rational(item[1], place)
    low, high = here[name]
    need(low < middle < high, f"{middle} is not inside the box of {name}, {low} to {high}", place)
    return [{**here, name: (low, middle)}, {**here, name: (middle, high)}]


def induction(s: Sequent, f: Fields) -> list[Task]:
    """{"variable": n, "from": i, "sides", "at_base", "step"}: n an integer variable, hypothesis i says
    n >= k with k integer-sorted and without n; every other hypothesis that mentions n is defined wherever
    its variables have values (such as n <= m). `sides` shows each of these for n, given it for n + 1 and
    given all that does not mention n. `at_base` shows the goal for n = k, without the variable n
    (hypothesis i becomes k >= k); `step` shows it for n + 1, with those hypotheses for n + 1 and then the
    goal for n as last hypotheses.

    Where they hold for n + 1 they hold for n >= k, so the goal for n is true there: from k on, the goal
    holds for every n at which they do. The goals for k and n + 1 are defined because the goal is for every
    n >= k at which the hypotheses hold, and those that see n have the same values with k and n + 1 put in.
    """
    name, i = f.text("variable"), f.index("from")
    if not s.variables.get(name) or i >= len(s.hypotheses):
        raise KernelError(f"no integer variable {name!r}, or no hypothesis {i}", f.place)
    op, n, k = s.hypotheses[i].oriented
    if op != ">=" or n != var(name) or name in free_variables(k) or not is_integer(k, s.integers):
        raise KernelError(f"hypothesis {i} is not {name} >= an integer term", f.at("from"))
    moving = [h for j, h in enumerate(s.hypotheses) if j != i and name in h.variables()]
    if any(obligations(sides_of(moving), s.integers)):
        raise KernelError(f"a hypothesis that mentions {name} may be undefined; forget it", f.place)
    moved = [h.substituted({name: n + 1}) for h in moving]
    others = tuple(h for h in s.hypotheses if h not in moving)
    earlier = restart(s.variables, (*others, *moved), s.goal, s.lemmas)
    variables = {v: integer for v, integer in s.variables.items() if v != name}
    hypotheses = tuple(h.substituted({name: k}) for h in s.hypotheses)
    # not s.defined: it may speak of n, which from here on could be the name of another variable
    base = restart(variables, hypotheses, s.goal, s.lemmas)
    at_base, step = (
        conveyed(start, sides_of([s.goal]), put, s.integers)[0].showing(s.goal.substituted(put))
        for start, put in ((base, {name: k}), (s.assuming(*moved, s.goal), {name: n + 1}))
    )
    return [*sides(f, earlier, moving), task(f, "at_base", at_base), task(f, "step", step)]
