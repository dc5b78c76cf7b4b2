"""The rules that split and rewrite sequents; combinations are in `poly`, analysis in `analysis`.

A rule takes a sequent and the fields of a node and returns what is left to check. If all of that is
valid, so is the sequent; each docstring says why. A rule raises KernelError where it does not apply.
"""

from __future__ import annotations

from typing import Final

from ..limits import KernelError, need
from . import sequents
from .binders import instance
from .certificates import Fields
from .claims import Claim, Relation, sides_of
from .defined import holds, implied, instances, obligations
from .enclosures import exact
from .facts import fact
from .grammar import print_term
from .sequents import Sequent, Task, conveyed, owing, read_fresh, read_relation, read_term, sides, task
from .terms import BINDERS, FUNCTIONS, Term, apply, is_integer, num, rational_value, replace_terms, var

MOST: Final = 500
"""Terms that are written out at once."""


def exactly(s: Sequent, f: Fields) -> list[Task]:
    """{}: the goal compares two terms without variables whose exact rational values are evident."""
    left, right = exact(s.goal.left, {}), exact(s.goal.right, {})
    if left is None or right is None or not holds(s.goal.op, left, right):
        raise KernelError(f"not evident by exact evaluation: {s.goal.text}", f.place)
    return []


def both(s: Sequent, f: Fields) -> list[Task]:
    """{"below", "above"}: a = b because a <= b and a >= b."""
    need(s.goal.op == "=", "`both` shows an equality", f.place)
    low, high = (Relation(op, s.goal.left, s.goal.right) for op in ("<=", ">="))
    return [task(f, "below", s.showing(low)), task(f, "above", s.showing(high))]


def apart(s: Sequent, f: Fields) -> list[Task]:
    """{"side": "below" | "above", "then"}: a != b because a < b, or because a > b."""
    side = f.text("side")
    if s.goal.op != "!=" or side not in ("below", "above"):
        raise KernelError("`apart` shows a != b by the side 'below' (a < b) or 'above'", f.place)
    r = Relation("<" if side == "below" else ">", s.goal.left, s.goal.right)
    return [task(f, "then", s.showing(r))]


def contradiction(s: Sequent, f: Fields) -> list[Task]:
    """{"then"}: where the goal, which is defined, is not true, its negation holds; that gives 0 > 0."""
    return [task(f, "then", s.assuming(s.goal.negated()).showing(Relation(">", num(0), num(0))))]


def have(s: Sequent, f: Fields) -> list[Task]:
    """{"relation", "defined", "proof", "then"}: what is shown first may be used then."""
    r = read_relation(f.text("relation"), s, f.at("relation"))
    owed, known = owing(f, s, r.left, r.right)
    return [*owed, task(f, "proof", known.showing(r)), task(f, "then", known.assuming(r))]


def cases(s: Sequent, f: Fields) -> list[Task]:
    """{"on", "defined", "yes", "no"}: a relation between defined terms holds or its negation does."""
    r = read_relation(f.text("on"), s, f.at("on"))
    owed, known = owing(f, s, r.left, r.right)
    return [*owed, task(f, "yes", known.assuming(r)), task(f, "no", known.assuming(r.negated()))]


def domain(s: Sequent, f: Fields) -> list[Task]:
    """{"term", "then"}: a term that is known to be defined, such as a side of a hypothesis: adds what
    its definedness demands, the obligations of all its subterms that have no alternative."""
    t = read_term(f.text("term"), s, f.at("term"))
    if t.key not in s.defined:
        raise KernelError(f"not known to be defined: {print_term(t)}", f.at("term"))
    demands = [o.relation for o in obligations([t], s.integers) if o.other is None]
    return [task(f, "then", s.assuming(*demands))]


def forget(s: Sequent, f: Fields) -> list[Task]:
    """{"keep": [i..], "defined", "then"}: fewer hypotheses, renumbered. They alone have to show that the
    goal is defined."""
    kept = tuple(s.hypotheses[i] for i in f.indices("keep", len(s.hypotheses)))
    return _then_defined(f, sequents.restart(s.variables, kept, s.goal, s.lemmas))


def _then_defined(f: Fields, s: Sequent) -> list[Task]:
    owed, known = owing(f, s, s.goal.left, s.goal.right)
    return [*owed, task(f, "then", known)]


def let(s: Sequent, f: Fields) -> list[Task]:
    """{"name", "term", "defined", "then"}: a name for a value; an integer if the term is
    integer-sorted."""
    t = read_term(f.text("term"), s, f.at("term"))
    name = read_fresh(f, "name", s)
    owed, known = owing(f, s, t)
    named = known.introducing(name, is_integer(t, s.integers)).assuming(Relation("=", var(name), t))
    return [*owed, task(f, "then", named)]


def replace(s: Sequent, f: Fields) -> list[Task]:
    """{"variable": x, "equals": i, "defined", "then"}: hypothesis i says x = t, or t = x, with x not in
    t; x becomes t everywhere (hypothesis i becomes t = t) and is no variable any more.

    Where the old hypotheses hold x has the value of t, so the new ones hold, because writing t for x
    changes no value and only enlarges where powers are defined (an integer only becomes an integer
    term). So the new goal holds; the old one is defined and has the same values.
    """
    x, i = f.text("variable"), f.index("equals")
    if i >= len(s.hypotheses) or s.hypotheses[i].op != "=" or x not in s.variables:
        raise KernelError(f"no hypothesis {i} that is an equality for a variable {x!r}", f.place)
    left, right = s.hypotheses[i].left, s.hypotheses[i].right
    t = right if left == var(x) else left
    if var(x) not in (left, right) or x in t.names:
        raise KernelError(f"hypothesis {i} is not {x} = term without {x}", f.at("equals"))
    if s.variables[x] and not is_integer(t, s.integers):
        raise KernelError(f"the integer {x} can only become an integer term", f.at("equals"))
    variables = {name: integer for name, integer in s.variables.items() if name != x}
    hypotheses = tuple(h.substituted({x: t}) for h in s.hypotheses)
    return _then_defined(f, sequents.restart(variables, hypotheses, s.goal.substituted({x: t}), s.lemmas))


def generalise(s: Sequent, f: Fields) -> list[Task]:
    """{"terms": [[text, name]..], "defined", "then"}: terms become fresh variables of the same sort,
    outermost first, in hypotheses and goal.

    The old sequent at a point is the new one where the variables have the terms' values. No number is
    replaced, so every power keeps its reading and hypotheses that hold go on to hold.
    """
    images: dict[bytes, Term] = {}
    wider = s
    for i, pair in enumerate(f.items("terms")):
        place = f"{f.at('terms')}[{i}]"
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(p, str) for p in pair)):
            raise KernelError("expected [term, name]", place)
        t = read_term(pair[0], s, place)
        sequents.check_fresh(pair[1], wider, place)
        if rational_value(t) is not None or t.key in images:
            raise KernelError("a number, or a term twice, cannot be generalised", place)
        wider = wider.introducing(pair[1], is_integer(t, s.integers))
        images[t.key] = var(pair[1])
    changed = [
        Relation(r.op, replace_terms(r.left, images), replace_terms(r.right, images))
        for r in (s.goal, *s.hypotheses)
    ]
    return _then_defined(f, sequents.restart(wider.variables, tuple(changed[1:]), changed[0], s.lemmas))


def use_fact(s: Sequent, f: Fields) -> list[Task]:
    """{"name", "args": [term..], "defined", "sides", "then"}: adds the conclusions of a fact (`facts`).

    `defined` shows the arguments, and for a partial fact also the conclusions' terms, to be defined. Of any
    other fact the sides imply that its conclusions are, as it is written, and so are they with the
    arguments in it (`conveyed`)."""
    found = fact(f.text("name"))
    args = [read_term(t, s, f.at("args")) for t in f.texts("args")]
    needed, added = found.instance(args)
    known, wanted = s.knowing(*args), s.pending(*args)
    if found.partial:
        wanted += known.assuming(*needed).pending(*sides_of(added))
    result = [*sequents.showing(f, s, wanted), *sides(f, known, needed)]
    known, _ = conveyed(known, sides_of(found.written()[1]), found.images(args), found.integers)
    return [*result, task(f, "then", known.assuming(*added))]


def congruence(s: Sequent, f: Fields) -> list[Task]:
    """{"op", "left": [term..], "right": [term..], "defined", "sides", "then"}: adds op(left) = op(right),
    the arguments being equal one by one and both sides defined. A sum, product or integral is given as {"of":
    term} instead of "op" and "left": its arguments are its ends and the parts of its body without index."""
    if f.has("of"):
        t = read_term(f.text("of"), s, f.at("of"))
        op, left, body = t.op, list(t.args), t.value
        need(op in BINDERS, "expected a sum, a product or an integral", f.at("of"))
    else:
        op, body, left = f.text("op"), None, [read_term(t, s, f.at("left")) for t in f.texts("left")]
        if op not in FUNCTIONS and op != "pow":
            raise KernelError("expected a function, or 'pow'", f.at("op"))
    right = [read_term(t, s, f.at("right")) for t in f.texts("right")]
    need(len(left) == len(right), "expected as many arguments on both sides", f.place)
    r = Relation("=", Term(op, tuple(left), body), Term(op, tuple(right), body))
    equal = [Relation("=", a, b) for a, b in zip(left, right, strict=True)]
    # what stands within a sum as well, which the sum of nothing does not need
    owed, known = owing(f, s, *left, r.left, *right, r.right)
    return [*owed, *sides(f, known, equal), task(f, "then", known.assuming(r))]


def extreme(s: Sequent, f: Fields) -> list[Task]:
    """{"term": "max(a, b, ..)", "at": i, "defined", "sides", "then"}: without `at` adds that the maximum
    is >= each argument in turn; with `at` that it equals argument i, which `sides` show to be >= each
    other one. For min with <=."""
    t = read_term(f.text("term"), s, f.at("term"))
    need(t.op in ("min", "max"), "expected min(...) or max(...)", f.at("term"))
    op = "<=" if t.op == "min" else ">="
    (owed, known), needed = owing(f, s, t), list[Relation]()
    added = [Relation(op, t, a) for a in t.args]
    if f.has("at"):
        i = f.index("at")
        need(i < len(t.args), f"expected an index below {len(t.args)}", f.at("at"))
        needed = [Relation(op, t.args[i], a) for j, a in enumerate(t.args) if j != i]
        added = [Relation("=", t, t.args[i])]
    return [*owed, *sides(f, known, needed), task(f, "then", known.assuming(*added))]


def terms(s: Sequent, f: Fields) -> list[Task]:
    """{"term": a sum or product from a to b, "count": c, "which", "defined", "sides", "then"}: adds what it
    is.

    "which" is "all", or left out: its c terms, in their order, where `sides` show b = a + (c - 1); of none,
    0 or 1. The integral from a to a, with c = 0, is 0. Or it is "first": the first c terms, one at least,
    together with the sum from a + c to b, where `sides` show a + c <= b + 1. Or "last", likewise, with the
    one from a to b - c.

    The sum of finitely many terms does not depend on brackets. The body has a value at the integers from a
    to b, because the sum has one; as it is written for an integer index, so the places are to be
    integer-sorted terms (`conveyed`): `y**a` with a real a that happens to be whole says more of y than
    `y**j` does.
    """
    t, c = read_term(f.text("term"), s, f.at("term")), f.index("count")
    which = f.text("which") if f.has("which") else "all"
    need(t.op in BINDERS, "expected a sum, a product or an integral", f.at("term"))
    need(which in ("all", "first", "last"), "expected 'all', 'first' or 'last'", f.at("which"))
    if c > (0 if t.op == "integral" else MOST) or (c == 0 and which != "all"):
        raise KernelError(f"{c} terms cannot be written out at once", f.at("count"))
    (a, b), v = t.args[:2], next(name for k in range(len(t.names) + 1) if (name := f"v{k}") not in t.names)
    limits = {
        "all": Relation("=", b, a if t.op == "integral" or c == 1 else a + num(c - 1) if c else a - 1),
        "first": Relation("<=", a + num(c), b + 1),
        "last": Relation("<=", a, b - num(c) + 1),
    }
    owed, known = owing(f, s, t)
    shown = [*owed, *sides(f, known, [limits[which]])]
    start = b - num(c - 1) if which == "last" and c > 1 else b if which == "last" else a
    places = [(instance(t, var(v)), start + num(k) if k else start) for k in range(c)]
    if which == "first":
        places.append((Term(t.op, (var(v), b, *t.args[2:]), t.value), a + num(c)))
    elif which == "last":
        places.insert(0, (Term(t.op, (a, var(v), *t.args[2:]), t.value), b - num(c)))
    parts: list[Term] = []
    for text, place in places:
        known, made = conveyed(known, [text], {v: place}, s.integers | {v})
        parts += made
    while len(parts) > 1:
        parts = [joined(t.op, *parts[i : i + 2]) for i in range(0, len(parts), 2)]
    r = Relation("=", t, parts[0] if parts else num(t.op == "prod"))
    return [*shown, task(f, "then", known.assuming(r))]


def joined(op: str, *parts: Term) -> Term:
    """One term, or two together, as the sum or product joins them."""
    return parts[0] if len(parts) == 1 else apply("mul" if op == "prod" else "add", *parts)


def apply_claim(s: Sequent, f: Fields) -> list[Task]:
    """{"claim": i, "substitution": {name: term}, "defined", "sides", "then"}: adds the conclusion of
    lemma i at a point of its domain.

    `defined` shows the images to be defined, and then the lemma's conditions: their obligations are read
    off the lemma's own text and then instantiated, because an image may be a number or integer term
    under which a power is defined more widely than the lemma's domain is. `sides` shows the conditions. The
    lemma says that both sides of its conclusion have values there.
    """
    i = f.index("claim")
    need(i < len(s.lemmas), f"expected the index of one of {len(s.lemmas)} earlier lemmas", f.at("claim"))
    lemma = s.lemmas[i]
    result, images, known = at_point(f, s, lemma, "substitution")
    known, _ = conveyed(known, sides_of([lemma.relation]), images, lemma.integers)
    return [*result, task(f, "then", known.assuming(lemma.relation.substituted(images)))]


def at_point(f: Fields, s: Sequent, about: Claim, name: str) -> tuple[list[Task], dict[str, Term], Sequent]:
    """What shows that the images in field `name` make a point of a claim's domain: "defined" and "sides",
    of `apply_claim`; the images; and the sequent that knows them and the conditions' terms to be defined,
    of which every obligation of the text as it was written is shown."""
    inner = Fields(f.mapping(name), f.at(name))
    images = {v.name: read_term(inner.text(v.name), s, inner.at(v.name)) for v in about.variables}
    inner.close()
    wanted = s.pending(*images.values())
    for o in instances(sides_of(about.conditions), about.integers, images):
        if not any(implied(r, s.hypotheses) for r in o.ways):
            wanted.append(o)
    result = sequents.showing(f, s, wanted)
    known, _ = conveyed(s.knowing(*images.values()), sides_of(about.conditions), images, about.integers)
    return [*result, *sides(f, known, [c.substituted(images) for c in about.conditions])], images, known
