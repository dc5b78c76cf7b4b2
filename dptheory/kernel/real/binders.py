"""Sums, products and integrals: an index, two ends, and a body.

``sum(f, j, a, b)`` and ``prod(f, j, a, b)`` have a value where a and b are integers, b >= a - 1 and f has a
value at every integer j with a <= j <= b; the sum from a to a - 1 is 0, the product 1.
``integral(f, t, a, b)`` has a value where a <= b and f, in which no floor or ceil has t, has a value at every
real t with a <= t <= b: there it is continuous.

A body is kept without names: as a term in the index ``j`` and in ``p1``, ``p2``, ... for those of its
largest parts in which the index does not occur, each time that they occur. These parts are arguments, like
the ends. So no variable is bound in an argument, nothing can be captured, and to put terms for variables in a
sum is to put them in its arguments.
"""

from __future__ import annotations

from ..limits import KernelError, need
from .terms import BINDERS, INDEX, Term, substitute, subterms, var


def bind(op: str, body: Term, name: str, low: Term, high: Term) -> Term:
    """The sum, product or integral of `body` for the variable `name` from `low` to `high`.

    >>> x, k = var("x"), var("k")
    >>> bind("sum", x * k, "k", x, x + 1) == bind("sum", x * var("i"), "i", x, x + 1)
    True
    """
    need(name not in low.names | high.names, f"an end of the {op} contains its index {name}")
    like = sorted(n for n in body.names if looks_bound(n, name))
    need(not like, f"the name {', '.join(like)} ends in the index {name}, and would not change with it")
    parts: list[Term] = []

    def nameless(t: Term) -> Term:  # terms are not deep (MAX_DEPTH)
        if name in t.names:
            return Term(t.op, tuple(map(nameless, t.args)), t.value) if t.args else var(INDEX)
        parts.append(t)
        return var(f"p{len(parts)}")

    made = nameless(body)
    return Term(op, (low, high, *parts), made)


def instance(t: Term, image: Term) -> Term:
    """The body of a binder at a value of its index.

    >>> from .grammar import parse_term, print_term
    >>> print_term(instance(parse_term("sum(x**j/2, j, 1, n)"), var("n") + 1))
    'x**(n + 1)/2'
    """
    if t.op not in BINDERS or not isinstance(t.value, Term):
        raise KernelError("neither a sum nor a product nor an integral")
    return substitute(t.value, {INDEX: image, **{f"p{i + 1}": a for i, a in enumerate(t.args[2:])}})


def index_of(t: Term) -> str:
    """The name with which the index of a binder is written: none of its variables, another than within."""
    inside = (*t.args, *([t.value] if isinstance(t.value, Term) else []))
    names = ("t", "u", "s", "v", "w") if t.op == "integral" else ("j", "i", "k", "l", "m")
    tried = (*names[_depth(*inside) :], *(f"{names[0]}{i}" for i in range(1, 100)))
    return next(name for name in tried if not any(n == name or looks_bound(n, name) for n in t.names))


def looks_bound(name: str, index: str) -> bool:
    """Whether a name reads as something with an index: x_j, xj, x_j'.

    >>> looks_bound("x_j", "j"), looks_bound("xj", "j"), looks_bound("lam", "m")
    (True, True, False)
    """
    plain = name.rstrip("'")
    return plain.endswith("_" + index) or (len(plain) == 1 + len(index) and plain.endswith(index))


def _depth(*roots: Term) -> int:
    """How deep binders are within each other."""
    levels: dict[bytes, int] = {}
    for t in subterms(*roots):
        below = max((levels[a.key] for a in t.args), default=0)
        levels[t.key] = 1 + max(below, _depth(t.value)) if isinstance(t.value, Term) else below
    return max(levels.values(), default=0)
