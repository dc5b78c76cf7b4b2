"""The built-in operations of the logic with their sorts.

Arithmetic is that of ``kernel.real``. The rest is fixed here; sources can only *define*
(``terms.Definition``), never add an operation.
"""

from __future__ import annotations

import re
from typing import Final

from .sorts import DATA, INT, PROP, REAL, RECORD, SEQUENCE, VEC, Sort, function, law, set_of

RELATIONS: Final = {"<=": "le", "<": "lt", "=": "eq", ">=": "ge", ">": "gt", "!=": "ne"}
SYMBOLS: Final = {head: symbol for symbol, head in RELATIONS.items()}
CONNECTIVES: Final = ("and", "or", "implies", "not")
ARITHMETIC: Final = {"+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow"}
VECTOR: Final = {"+": "vadd", "-": "vsub", "*": "vscale"}

UNARY_REAL: Final = frozenset({
    "exp", "log", "sqrt", "abs", "floor", "ceil", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf", "erfc",
    "gamma",
})  # fmt: skip
"""Real functions of one real argument."""
BINARY_REAL: Final = frozenset({"min", "max", "uppergamma", "lowergamma"})

OPERATIONS: Final[dict[str, tuple[tuple[Sort, ...], Sort]]] = {
    # vectors: R^d, Euclidean norm; the projection onto a closed convex set
    "norm": ((VEC,), REAL),
    "project": ((set_of(VEC), VEC), VEC),
    "closed": ((set_of(VEC),), PROP),
    # data sets of n records: the j-th record (1 <= j <= n); S with its i-th record replaced
    "item": ((DATA, INT), RECORD),
    "replace": ((DATA, INT, RECORD), DATA),
    # laws: n independent records; noise on R^d with density proportional to exp(-norm(x)/s);
    # Gamma(m, s) of shape m and scale s; the exponential law of mean s
    "iid": ((law(RECORD),), law(DATA)),
    "l2laplace": ((REAL,), law(VEC)),
    "gammalaw": ((INT, REAL), law(REAL)),
    "explaw": ((REAL,), law(REAL)),
    # on 1 ... m, with probabilities proportional to exp(u(i)): the exponential mechanism
    "gibbs": ((INT, function(INT, REAL)), law(INT)),
    # the normal law on R^d with a mean and the covariance s**2 times the identity
    "gaussian": ((VEC, REAL), law(VEC)),
    # x(1), ..., x(T) drawn one after the other, x(t) from K(t, the draws before it, then zeros); zeros follow
    "chain": ((INT, function(INT, SEQUENCE, law(VEC))), law(SEQUENCE)),
    # uniform subsets of {1, ..., n} with m elements: all of them, those with i, those without i
    "subsets": ((INT,), law(set_of(INT))),
    "subsets_with": ((INT, INT), law(set_of(INT))),
    "subsets_without": ((INT, INT), law(set_of(INT))),
    # 1 / (integral over R^d of exp(-norm(x)/s))
    "l2laplace_normaliser": ((REAL,), REAL),
}

CALLED: Final = {
    **OPERATIONS,
    **{name: ((REAL,), REAL) for name in UNARY_REAL},
    **{name: ((REAL, REAL), REAL) for name in BINARY_REAL},
}
"""What is written as a function of its arguments, with their sorts and its own."""

NODES: Final[dict[str, tuple[tuple[Sort, ...], Sort]]] = {
    **CALLED,
    **{head: ((REAL, REAL), REAL) for head in ("div", "pow")},
    **{head: ((PROP, PROP), PROP) for head in ("and", "or", "implies")},
    "not": ((PROP,), PROP),
    "vadd": ((VEC, VEC), VEC),
    "vsub": ((VEC, VEC), VEC),
    "vscale": ((REAL, VEC), VEC),
    "sum": ((INT, INT, function(INT, REAL)), REAL),
}
"""All operations whose arguments have fixed sorts."""

PREDICATES: Final = frozenset({"integrable", "density", "ratio"})
"""Built-in predicates of laws and functions:

``integrable(mu, f)``  f is integrable under the law mu
``density(mu, f)``     the law mu on R^d has density f with respect to Lebesgue measure
``ratio(mu, nu, r)``   the law mu has density r with respect to the law nu
"""

DRAWS: Final = ("E", "P", "image", "mixture", "sum")
"""Binders over a law or a range: E[z ~ D](t), P[z ~ D](phi), image[k ~ mu](t) (the law of t),
mixture[k ~ mu](K(k)) (the law of a draw from K(k)), sum[j, 1, n](t)."""

CONSTANTS: Final = {"n": INT, "d": INT}
"""The size of data sets and the dimension of ``vec``: at least 1, fixed by the model."""

RESERVED: Final = frozenset(
    {*OPERATIONS, *PREDICATES, *DRAWS, *CONSTANTS, *UNARY_REAL, *BINARY_REAL, *CONNECTIVES}
    | {"pi", "E", "oo", "zero", "forall", "exists", "fun", "in", "inf", "sup", "argmin"}
)
"""Names with a meaning of their own: no variable and no definition may take them."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*\Z")


def is_name(name: str) -> bool:
    """Whether a variable or a definition may be called this."""
    return _NAME.match(name) is not None and name not in RESERVED
