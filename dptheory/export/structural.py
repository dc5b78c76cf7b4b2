"""The rules that split and rewrite sequents, and facts, in Coq."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ..kernel.real import (
    BINDERS,
    FUNCTIONS,
    Fact,
    Term,
    index_of,
    instance,
    is_integer,
    num,
    numeral,
    read_relation,
    read_term,
    replace_terms,
    substitute,
    subterms,
    var,
)
from ..kernel.real import exact as exact_value
from ..kernel.real import fact as fact_named
from .script import Lines, Names, Node, Script, Unsupported
from .shallow import function, power_is, rational, said, shallow, suffix, variable, whole_number

EXTRA = {"power-add-integer": 2}
"""Sides that a partial fact has in Coq, beside its own."""
MOST: Final = 60
"""Terms of a sum that are written out."""


def exact(p: Script, n: Node) -> Lines:
    return [*evaluated([n.sequent.goal.left, n.sequent.goal.right]), "exactly."]


def evaluated(terms: Iterable[Term], start: str = "") -> Lines:
    """What replaces applications of functions to numbers by their values, innermost first, where these are
    evident, else their arguments by numbers."""
    lines, images = Lines(), dict[bytes, Term]()
    for t in subterms(*terms):
        if t.op in FUNCTIONS or t.op == "integral" or (t.op == "pow" and whole_number(t.args[1]) is None):
            value = exact_value(t, {})
            here = Term(t.op, tuple(replace_terms(a, images) for a in t.args), t.value)
            if value is None:
                for raw, a in zip(t.args, here.args, strict=True):
                    if (x := exact_value(a, {})) is not None and numeral(a) is None:
                        images[raw.key] = num(x)
                        lines.append(f"try replace {shallow(a)} with {rational(x)} by same.")
                continue
            images[t.key] = num(value)
            args = [(shallow(a), exact_value(a, {})) for a in here.args[:2] if numeral(a) is None]
            inner = "".join(f"try replace {a} with {rational(x)} by same; " for a, x in args if x is not None)
            lines.append(f"{start}replace {shallow(here)} with {rational(value)} by ({inner}value).")
    return lines


def both(p: Script, n: Node) -> Lines:
    return ["apply both_sides.", *p.block(n.tasks[0], n.names), *p.block(n.tasks[1], n.names)]


def apart(p: Script, n: Node) -> Lines:
    return [f"apply apart_{n.fields.text('side')}.", *p.proof(n.tasks[0], n.names)]


def contradiction(p: Script, n: Node) -> Lines:
    name = p.fresh()
    start = f"apply contradiction_{suffix(n.sequent.goal)}; intro {name}."
    return [start, *p.proof(n.tasks[0], (*n.names, name))]


def have(p: Script, n: Node) -> Lines:
    name = p.fresh()
    proof = p.asserted(n.tasks[-2], n.sequent, n.names, name)
    return [*p.owed(n.tasks[:-2], n), *proof, *p.proof(n.tasks[-1], (*n.names, name))]


def cases(p: Script, n: Node) -> Lines:
    r = read_relation(n.fields.text("on"), n.sequent, "")
    name = p.fresh()
    names = (*n.names, name)
    split = f"apply (cases_{suffix(r)} {shallow(r.left)} {shallow(r.right)}); intro {name}."
    ways = [*p.block(n.tasks[-2], names), *p.block(n.tasks[-1], names)]
    return [*p.owed(n.tasks[:-2], n), split, *ways]


def forget(p: Script, n: Node) -> Lines:
    kept = tuple(n.names[i] for i in n.fields.indices("keep", len(n.names)))
    return _again(p, n, kept)


def _again(p: Script, n: Node, names: Names) -> Lines:
    """What is owed of the goal where only its hypotheses say what is defined, then the rest."""
    last = n.tasks[-1]
    owed = [line for t in n.tasks[:-1] for line in p.asserted(t, last.sequent, names)]
    return [*owed, *p.proof(last, names)]


def let(p: Script, n: Node) -> Lines:
    t, name = read_term(n.fields.text("term"), n.sequent, ""), p.fresh()
    x = variable(n.fields.text("name"))
    start = f"apply (let_value {shallow(t)}); intros {x} {name}."
    if is_integer(t, n.sequent.integers):
        start = f"apply (let_integer {shallow(t)} _ ltac:(whole)); intros {x} {p.fresh('i')} {name}."
    return [*p.owed(n.tasks[:-1], n), start, *p.proof(n.tasks[-1], (*n.names, name))]


def replace(p: Script, n: Node) -> Lines:
    """The variable gets a name that nothing has: the kernel knows it no more, and may give its name again."""
    x, i, last = n.fields.text("variable"), n.fields.index("equals"), n.tasks[-1]
    arrow = "" if n.sequent.hypotheses[i].left == var(x) else "<- "
    name, names = p.fresh(), list(n.names)
    t = n.sequent.hypotheses[i].right if not arrow else n.sequent.hypotheses[i].left
    texts = [side for r in (n.sequent.goal, *n.sequent.hypotheses) for side in (r.left, r.right)]
    start = [f"tidy. try rewrite {arrow}{names[i]} in *."]
    start += [f"{line} in *." for line in literal_powers(texts, {x: t})]
    start.append(f"assert ({name} : {said(last.sequent.hypotheses[i])}) by reflexivity.")
    start.append(f"rename {variable(x)} into old_{name}.")
    names[i] = name
    return [*start, *_again(p, n, tuple(names))]


def generalise(p: Script, n: Node) -> Lines:
    start: Lines = []
    for pair in n.fields.items("terms"):
        if not isinstance(pair, list):
            raise Unsupported("generalise")
        t, x, name = read_term(str(pair[0]), n.sequent, ""), variable(str(pair[1])), p.fresh("g")
        integer = (
            f" assert (isint {x}) by (rewrite {name}; whole)." if is_integer(t, n.sequent.integers) else ""
        )
        made = f"destruct (ex_intro (fun y : R => y = {shallow(t)}) _ eq_refl) as ({x} & {name})."
        start.append(f"{made}{integer} rewrite <- {name} in *.")
    return [*start, *_again(p, n, n.names)]


def use_fact(p: Script, n: Node) -> Lines:
    found = fact_named(n.fields.text("name"))
    if found.name in p.lacking:
        raise Unsupported(f"the lemma {found.name}")
    args = [read_term(t, n.sequent, "") for t in n.fields.texts("args")]
    needed, added = found.instance(args)
    shown = [p.fresh("s") for _ in needed]
    sides = [f"assert ({s} : {said(r)}) by known." for s, r in zip(shown, needed, strict=True)]
    whole = ["ltac:(whole)" for a in found.args.split() if a in found.integers]
    extra = ["ltac:(known)"] * EXTRA.get(found.name, 0)
    coq = " ".join([coq_name(found), *map(shallow, args), *whole, *shown, *extra])
    names = tuple(p.fresh() for _ in added)
    conclusion = " /\\ ".join(f"({said(r)})" for r in added)
    texts = [t for r in found.written()[1] for t in (r.left, r.right)]
    literal = "".join(f"{line}; " for line in literal_powers(texts, found.images(args), "<- "))
    c = p.fresh("c")
    got = f"assert ({c} : {conclusion}) by ({literal}exact ({coq}))."
    opened = f"destruct {c} as ({' & '.join(names)})." if len(names) > 1 else f"rename {c} into {names[0]}."
    return [*p.owed(n.tasks[:-1], n), *sides, got, opened, *p.proof(n.tasks[-1], (*n.names, *names))]


def coq_name(found: Fact) -> str:
    """What the lemma of a fact is called; that of a lemma as no other is, of Coq's own for instance."""
    return ("lemma_" if found.certificates else "") + found.name.replace("-", "_")


def summed(terms: Iterable[Term]) -> Lines:
    """What writes out sums and products with numbers for their ends."""
    lines = []
    for t in subterms(*terms):
        if t.op in ("sum", "prod"):
            low, high = (exact_value(a, {}) for a in t.args[:2])
            if low is None or high is None:
                continue
            if high - low > MOST:
                raise Unsupported("a sum of many terms at a point")
            a, b = (shallow(a) for a in t.args[:2])
            how = f"terms_all {function(t)} {a} {b} {int(high - low) + 1}%nat ltac:(simpl; lra)"
            lines.append(f"try rewrite (proj{1 if t.op == 'sum' else 2} ({how})).")
    return [*lines, "cbn [iterate]; simpl INR."] if lines else []


def literal_powers(texts: Iterable[Term], images: Mapping[str, Term], arrow: str = "") -> list[str]:
    """Rewriting of the powers of texts of which the exponent becomes a whole number with the images; under a
    binder of what it binds as a whole."""
    found = []
    for u in subterms(*texts):
        if u.op in BINDERS:
            bound = index_of(u)
            if within := literal_powers([instance(u, var(bound))], images):
                old = re.sub(r"\bv_(\w+)", lambda v: shallow(images.get(v[1], var(v[1]))), shallow(u))
                by = f"f_equal; apply functional_extensionality; intros {variable(bound)}"
                by = "; ".join([by, *within, "reflexivity"])
                found.append(f"try replace {old} with {shallow(substitute(u, images))} by ({by})")
        if u.op == "pow" and whole_number(u.args[1]) is None:
            here = Term("pow", tuple(substitute(a, images) for a in u.args))
            n = whole_number(here.args[1])
            if n is not None:
                found.append(f"try rewrite {arrow}({power_is(here, n, 'simpl; lra')})")
    return found


def congruence(p: Script, n: Node) -> Lines:
    name, r = p.fresh(), n.tasks[-1].sequent.hypotheses[-1]
    got = f"assert ({name} : {said(r)}) by congruent."
    return [*p.owed(n.tasks[:-1], n), got, *p.proof(n.tasks[-1], (*n.names, name))]


def extreme(p: Script, n: Node) -> Lines:
    last = n.tasks[-1]
    added = last.sequent.hypotheses[len(n.names) :]
    names = tuple(p.fresh() for _ in added)
    got = [f"assert ({h} : {said(r)}) by extreme." for h, r in zip(names, added, strict=True)]
    return [*p.owed(n.tasks[:-1], n), *got, *p.proof(last, (*n.names, *names))]


def domain(p: Script, n: Node) -> Lines:
    """What a known term demands is among what is known of it."""
    last = n.tasks[-1]
    added = last.sequent.hypotheses[len(n.names) :]
    names = tuple(p.fresh() for _ in added)
    got = [f"assert ({h} : {said(r)}) by known." for h, r in zip(names, added, strict=True)]
    return [*got, *p.proof(last, (*n.names, *names))]


def apply_claim(p: Script, n: Node) -> Lines:
    """A theorem before this one, at a point."""
    i, last, name = n.fields.index("claim"), n.tasks[-1], p.fresh()
    images = n.fields.mapping("substitution")
    at = [shallow(read_term(str(images[v.name]), n.sequent, "")) for v in n.sequent.lemmas[i].variables]
    by = f"conclude {p.name}_{i} (point [{'; '.join(at)}])"
    got = f"assert ({name} : {said(last.sequent.hypotheses[-1])}) by ({by})."
    return [*p.owed(n.tasks[:-1], n), got, *p.proof(last, (*n.names, name))]


def terms(p: Script, n: Node) -> Lines:
    """A sum or product of so many terms; of its first or last ones with the rest."""
    t, c = read_term(n.fields.text("term"), n.sequent, ""), n.fields.index("count")
    which = n.fields.text("which") if n.fields.has("which") else "all"
    last, name = n.tasks[-1], p.fresh()
    proof = ["{ apply terms_integral; lra. }"] if t.op == "integral" else _written_out(p, t, c, which)
    got = f"assert ({name} : {said(last.sequent.hypotheses[-1])})."
    return [*p.owed(n.tasks[:-1], n), got, *proof, *p.proof(last, (*n.names, name))]


def _written_out(p: Script, t: Term, c: int, which: str) -> Lines:
    """The proof of that: c terms, each at its place, and the ends of what is left."""
    (a, b), f = t.args[:2], p.fresh("f")
    low, high = shallow(a), shallow(b)
    start = b - num(c - 1) if which == "last" and c > 1 else b if which == "last" else a
    begin = f"({high} - INR {c} + 1)" if which == "last" else low
    rest = {
        "first": f"({low} + INR {c}) with {shallow(a + num(c))}",
        "last": f"({high} - INR {c}) with {shallow(b - num(c))}",
    }.get(which)
    whole = "" if which == "all" else "ltac:(whole) ltac:(whole) "
    how = f"terms_{which} {f} {low} {high} {c} {whole}ltac:(simpl; lra)"
    lines = [f"{{ set ({f} := {function(t)}).", f"rewrite (proj{1 if t.op == 'sum' else 2} ({how}))."]
    x = next(v for k in range(len(t.names) + 1) if (v := f"v{k}") not in t.names)
    text, equal = instance(t, var(x)), []
    for k in range(c):
        place, q = start + num(k) if k else start, p.fresh("q")
        here = {x: place}
        by = f"unfold {f}; replace ({begin} + INR {k}) with {shallow(place)} by (simpl; ring); "
        by += "".join(f"{line}; " for line in literal_powers([text], here))
        lines.append(
            f"assert ({q} : {f} ({begin} + INR {k}) = {shallow(substitute(text, here))}) by ({by}same)."
        )
        equal.append(f"?{q}")
    return [
        *lines,
        "cbn [iterate].",
        *([f"rewrite {', '.join(equal)}."] if equal else []),
        *([f"try replace {rest} by (simpl; ring)."] if rest else []),
        f"unfold {f}. same. }}",
    ]
