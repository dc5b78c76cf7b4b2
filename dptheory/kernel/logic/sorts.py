"""Sorts of the logic, and its built-in operations with their sorts.

Base sorts: ``real``, ``int`` (usable where a real is wanted), ``vec`` (R^d with the Euclidean
norm, d fixed by the model), ``record``, ``data`` (data sets of n records, n fixed by the model),
``prop``. Constructors: ``set(s)`` (the same as ``s -> prop``: an event is ``set(vec)``),
``law(s)`` (a Borel probability measure), ``a -> b`` (a Borel measurable function).

Arithmetic is that of ``kernel.real``. The rest is fixed here; sources can only *define*
(``terms.Definition``), never add an operation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..limits import MAX_NESTING, KernelError, need
from ..syntax import tokens


@dataclass(frozen=True)
class Sort:
    """A sort: a base name, ``law`` of one sort, or ``->`` with domain and codomain."""

    name: str
    args: tuple[Sort, ...] = ()

    def __post_init__(self) -> None:
        if len(self.args) != (1 if self.name == "law" else 2 if self.name == "->" else 0):
            raise KernelError(f"no sort: {self.name!r} of {len(self.args)}")

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        if self.name == "law":
            return f"law({self.args[0]})"
        if self.name != "->":
            return self.name
        domain, codomain = self.args
        if codomain == PROP:
            return f"set({domain})"
        left = f"({domain})" if domain.name == "->" and domain.args[1] != PROP else str(domain)
        join = ", " if codomain.name == "->" and codomain.args[1] != PROP else " -> "
        return f"{left}{join}{codomain}"


REAL, INT, VEC, RECORD, DATA, PROP = (Sort(name) for name in ("real", "int", "vec", "record", "data", "prop"))
BASE = {sort.name: sort for sort in (REAL, INT, VEC, RECORD, DATA, PROP)}
Sorts = Mapping[str, Sort]


def law(sort: Sort) -> Sort:
    """The sort of probability laws on a sort."""
    return Sort("law", (sort,))


def function(*sorts: Sort) -> Sort:
    """The sort of functions of all but the last sort into the last, one argument at a time."""
    result = sorts[-1]
    for domain in reversed(sorts[:-1]):
        result = Sort("->", (domain, result))
    return result


def set_of(sort: Sort) -> Sort:
    return function(sort, PROP)


SEQUENCE = function(INT, VEC)
"""Sequences of points of R^d."""


def fits(given: Sort, wanted: Sort) -> bool:
    """Whether a term of one sort may stand where another is wanted.

    An integer stands for a real, and so does an integer-valued function for a real-valued one.
    """
    while given.name == wanted.name == "->" and given.args[0] == wanted.args[0]:
        given, wanted = given.args[1], wanted.args[1]
    return given == wanted or (given == INT and wanted == REAL)


def parse_sort(text: str) -> Sort:
    """A sort from its text.

    >>> str(parse_sort("vec, record -> real"))
    'vec, record -> real'
    """
    words = [word for _, word, _ in tokens(text)]
    sort, rest = _arrow(words, 0)
    if rest:
        raise KernelError(f"unexpected {rest[0]!r} in the sort {text!r}")
    return sort


def declared(text: str) -> dict[str, Sort]:
    """Names with their sorts: ``u: vec; a: real``."""
    pairs = [one.partition(": ") for one in text.split("; ") if one]
    return {name: parse_sort(sort) for name, _, sort in pairs}


def _arrow(words: list[str], depth: int) -> tuple[Sort, list[str]]:
    need(depth <= MAX_NESTING // 4, "a sort nested too deeply")
    first, words = _atom(words, depth + 1)
    domains = [first]
    while words and words[0] == ",":
        sort, words = _atom(words[1:], depth + 1)
        domains.append(sort)
    need(len(domains) <= MAX_NESTING // 4, "a sort with too many arguments")
    if words and words[0] == "->":
        codomain, words = _arrow(words[1:], depth + 1)
        return function(*domains, codomain), words
    need(len(domains) == 1, "expected '->' after a list of sorts")
    return first, words


def _atom(words: list[str], depth: int) -> tuple[Sort, list[str]]:
    need(words, "expected a sort, found the end")
    head, rest = words[0], words[1:]
    if head in BASE:
        return BASE[head], rest
    if head == "(" or (head in ("law", "set") and rest[:1] == ["("]):
        inner, rest = _arrow(rest if head == "(" else rest[1:], depth)
        need(rest[:1] == [")"], "expected ')' in a sort")
        made = {"(": inner, "law": law(inner), "set": set_of(inner)}[head]
        return made, rest[1:]
    raise KernelError(f"unknown sort {head!r}; one of {', '.join(BASE)}, law(.), set(.), a -> b")


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
    **{head: ((VEC, VEC), VEC) for head in ("vadd", "vsub")},
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
