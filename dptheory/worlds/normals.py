"""Normal laws, by their tails: the law is put in, with widths that are numbers instead of roots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..kernel.logic import Expr, applied, walk
from ..kernel.real import Term, num, replace_terms, subterms, var
from .sketches import NICE, Parameter, Sketch, without
from .symbolic import closed_form, line, polished, substituted, tidy
from .values import Bell, Function, Unsupported


def normal_laws(sketch: Sketch, hypothesis: Expr) -> Iterator[Sketch]:
    """``forall t. P[w ~ mu](f(w) <= t) = erfc((m - t)/(s*sqrt(2)))/2``: mu is normal, f the number drawn."""
    made = sketch
    for node in walk(hypothesis):
        if node.head != "eq" or node.args[0].head != "P" or node.args[0].args[1].head != "lam":
            continue
        law, event = node.args[0].args[0], node.args[0].args[1].args[0]
        tail = next((n.args[0] for n in walk(node.args[1]) if n.head == "erfc"), None)
        if tail is None or [tail.head, *(a.head for a in tail.args)] != ["div", "sub", "mul"]:
            continue
        if law.head != "var" or event.head != "le" or event.args[0].head != "apply":
            continue
        try:
            center, scale = (closed_form(tail.args[k].args[0], sketch) for k in (0, 1))
        except Unsupported:
            continue
        if not (isinstance(center, Term) and isinstance(scale, Term)):
            continue  # a centre that is no number here
        shown = {applied(event.args[0])[0].label: Function(("w",), var("w"))}
        symbols = {**made.symbols, law.label: Bell((), tidy(center), tidy(scale), True), **shown}
        weights = [p.name for p in made.parameters if p.law == law.label]
        made = replace(without(made, weights), symbols=symbols)
    if made is not sketch:
        tails = {n.head for n in walk(hypothesis)} & {"P", "ratio", "eq", "E", "norm", "minimises"}
        made = _rootless(made)
        yield replace(made, settled=(*made.settled, hypothesis)) if tails <= {"P", "ratio", "eq"} else made


def _rootless(sketch: Sketch) -> Sketch:
    """A sketch in which a number under the root of a width is given by that width, which is open instead."""
    for name in [name for name, value in sketch.symbols.items() if isinstance(value, Bell)]:
        law = sketch.symbols[name]
        assert isinstance(law, Bell)
        scale = tidy(substituted(law.scale, sketch.defined))
        for root in [part for part in subterms(scale) if part.op == "sqrt"]:
            found = _solved(sketch, polished(root.args[0]))
            if found is not None:
                number, form, width, own = found
                defined = {**sketch.defined, number: form}
                scale = tidy(replace_terms(scale, {root.key: width}))
                sketch = replace(without(sketch, [number]), defined=defined)
                sketch = replace(sketch, parameters=(*sketch.parameters, own))
        bell = replace(law, scale=tidy(polished(substituted(scale, sketch.defined))))
        sketch = replace(sketch, symbols={**sketch.symbols, name: bell})
    return sketch


def _solved(sketch: Sketch, square: Term) -> tuple[str, Term, Term, Parameter] | None:
    """A number by the root of what it is in, where that, or one over it, is affine in it; the root."""
    own = Parameter(f"q_root{len(sketch.defined)}_", NICE, 0.0)
    root, one = var(own.name), num(1)
    for p in sketch.parameters:
        if not p.symbol or p.choices or p.name not in square.names:
            continue
        for whole, width in ((tidy(polished(one / square)), one / root), (square, root)):
            found = line(whole, p.name)
            if found is not None and p.name not in found[0].names | found[1].names:
                return p.name, tidy(polished((root * root - found[1]) / found[0])), width, own
    return None
