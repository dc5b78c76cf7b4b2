"""That a term in normal form has the sorts that its nodes say, and no other shape than the signature's.

Terms come from outside the kernel, and equal terms need not carry equal sorts: a norm that called
itself an integer would be one in a calculation. A node may say a wider sort than it has (a real that is
an integer), never a narrower one.
"""

from __future__ import annotations

from ..limits import KernelError
from .signature import BINARY_REAL, CONNECTIVES, OPERATIONS, PREDICATES, RELATIONS, UNARY_REAL
from .sorts import INT, PROP, REAL, VEC, Sort, fits, function, law, set_of
from .terms import Expr

_RELATIONS = frozenset(RELATIONS.values())
_VECTOR = {"vadd": (VEC, VEC), "vsub": (VEC, VEC), "vscale": (REAL, VEC)}
_WHOLE = {"add": 2, "sub": 2, "mul": 2, "neg": 1}


def check_sorts(term: Expr) -> None:
    """Raise KernelError unless every node of a closed term in normal form is as wide as what it is made of.

    >>> from .terms import num, op, var
    >>> check_sorts(op("norm", REAL, var("u", VEC)))
    >>> check_sorts(op("norm", INT, var("u", VEC)))
    Traceback (most recent call last):
    ...
    dptheory.kernel.limits.KernelError: 'norm' says that it is of sort int, and is of sort real
    """
    _check(term, ())


def _check(term: Expr, binders: tuple[Sort, ...]) -> None:
    inner = (*binders, term.sort.args[0]) if term.head == "lam" and term.sort.args else binders
    for part in term.args:
        _check(part, inner)
    found = _sort(term, binders)
    if found is None:
        raise KernelError(
            f"no term: {term.head!r} of terms of sorts {', '.join(str(a.sort) for a in term.args)}"
        )
    if not (fits(found, term.sort) or _wider_law(found, term.sort)):
        raise KernelError(f"{term.head!r} says that it is of sort {term.sort}, and is of sort {found}")


def _wider_law(found: Sort, said: Sort) -> bool:
    return found.name == said.name == "law" and fits(found.args[0], said.args[0])


def _sort(term: Expr, binders: tuple[Sort, ...]) -> Sort | None:
    """The sort of a node by those of its parts; None where they do not fit together."""
    head, given = term.head, tuple(a.sort for a in term.args)
    if head in ("var", "bound", "num", "const", "zero"):
        return _leaf(term, binders)
    if head == "lam":
        domain = _domain(term)
        return function(domain, given[0]) if domain is not None and len(given) == 1 else None
    if head == "apply":
        good = len(given) == 2 and given[0].name == "->" and fits(given[1], given[0].args[0])
        return given[0].args[1] if good else None
    if head in _WHOLE:
        return (INT if set(given) == {INT} else REAL) if _fit(given, (REAL,) * _WHOLE[head]) else None
    if head in ("div", "pow") or head in UNARY_REAL | BINARY_REAL:
        return REAL if _fit(given, (REAL,) * (1 if head in UNARY_REAL else 2)) else None
    if head in _VECTOR:
        return VEC if _fit(given, _VECTOR[head]) else None
    if head in OPERATIONS:
        return OPERATIONS[head][1] if _fit(given, OPERATIONS[head][0]) else None
    if head == "sum":
        return REAL if _fit(given, (INT, INT, function(INT, REAL))) else None
    if head in ("E", "P", "image", "mixture"):
        return _draw(head, given)
    return PROP if _formula(head, given) else None


def _domain(term: Expr) -> Sort | None:
    return term.sort.args[0] if term.sort.name == "->" else None


def _fit(given: tuple[Sort, ...], wanted: tuple[Sort, ...]) -> bool:
    return len(given) == len(wanted) and all(map(fits, given, wanted))


def _leaf(term: Expr, binders: tuple[Sort, ...]) -> Sort | None:
    if term.args:
        return None
    if term.head == "bound":
        return binders[-1 - term.index] if 0 <= term.index < len(binders) else None
    if term.head == "num":
        return None if term.value is None else INT if term.value.q == 1 else REAL
    if term.head == "const":
        return REAL if term.label in ("pi", "E") else None
    return term.sort if term.head == "var" else VEC


def _draw(head: str, given: tuple[Sort, ...]) -> Sort | None:
    if len(given) != 2 or given[0].name != "law" or given[1].name != "->":
        return None
    domain, codomain = given[1].args
    if domain != given[0].args[0]:
        return None
    if head in ("E", "P"):
        return REAL if fits(codomain, REAL if head == "E" else PROP) else None
    return law(codomain) if head == "image" else codomain if codomain.name == "law" else None


def _formula(head: str, given: tuple[Sort, ...]) -> bool:
    if head in CONNECTIVES:
        return given == (PROP,) * (1 if head == "not" else 2)
    if head in ("forall", "exists"):
        return len(given) == 1 and given[0].name == "->" and given[0].args[1] == PROP
    if head in _RELATIONS:
        alike = head in ("eq", "ne") and len(given) == 2 and (fits(*given) or fits(*reversed(given)))
        return alike or _fit(given, (REAL, REAL))
    if head in ("closed", "nonempty"):
        return given == (set_of(VEC),)
    if head in PREDICATES and given and given[0].name == "law":
        laws = (given[0],) * (2 if head == "ratio" else 1)
        return _fit(given, (*laws, function(given[0].args[0], REAL)))
    return False
