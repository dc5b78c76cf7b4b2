"""That a term has the sorts that its nodes say, no other shape than the operations have, and nothing open.

Terms come from outside the kernel, and equal terms need not carry equal sorts: a norm that called
itself an integer would be one in a calculation. A node may say a wider sort than it has (a real that is
an integer), never a narrower one. A bound variable that points outside its term would be caught by any
binder that the term is put under. So `check_term` comes before anything else looks at a term.
"""

from __future__ import annotations

from flint import fmpq

from ..limits import KernelError, need
from . import sorts as sig
from .sorts import BASE, INT, PROP, REAL, VEC, Sort, Sorts, fits, function, is_name, law
from .terms import Definitions, Expr, walk

_WHOLE = {"add": 2, "sub": 2, "mul": 2, "neg": 1}
_NOTHING: Definitions = {}
_NO_SORTS: Sorts = {}


def check_term(term: Expr, variables: Sorts = _NO_SORTS, definitions: Definitions = _NOTHING) -> Expr:
    """The term, if it is one: closed, sorted, its free variables named by names and of one sort each.

    Those of `variables`, and n and d, have the sort that they have there. Raises KernelError.
    """
    sorts = {**variables, **sig.CONSTANTS}
    for node in walk(term):
        _check_node(node)
        if node.head == "var":
            known = sorts.setdefault(node.label, node.sort)
            need(known == node.sort, f"{node.label!r} has sort {known}, and is used as {node.sort}")
    need(not term.reach, "a bound variable points outside its term")
    _check(term, (), definitions)
    return term


def check_formula(term: Expr, variables: Sorts = _NO_SORTS, definitions: Definitions = _NOTHING) -> Expr:
    """The same for a formula."""
    made = check_term(term, variables, definitions)
    need(made.sort == PROP, f"expected a formula, found a term of sort {made.sort}")
    return made


def _check_node(node: object) -> None:
    """That the parts of a node are what they are said to be; names are names, sorts are sorts."""
    if type(node) is not Expr:
        raise KernelError(f"expected a term, found {type(node).__name__}")
    plain = type(node.head) is str and type(node.label) is str and type(node.index) is int
    if not plain or not (node.value is None or type(node.value) is fmpq):
        raise KernelError("a node of a term with parts of other kinds")
    made, kept = Expr(node.head, node.args, node.sort, node.label, node.index, node.value), vars(node)
    true = all(type(kept[name]) is type(part) and kept[name] == part for name, part in vars(made).items())
    need(true, "a node that says of itself what it is not")
    if node.head == "var":
        if not is_name(node.label) and node.label not in sig.CONSTANTS:
            raise KernelError(f"{node.label!r} is no name, or it has a meaning of its own")
        check_sort(node.sort)
    elif node.head == "lam":
        check_sort(node.sort)
        need(is_name(node.label), f"a bound variable cannot be called {node.label!r}")


def check_sort(sort: object, depth: int = 0) -> None:
    """Raise KernelError unless a sort is made of the base sorts by ``law`` and ``->``."""
    if type(sort) is not Sort or type(sort.args) is not tuple or depth > 50:
        raise KernelError("expected a sort")
    for part in sort.args:
        check_sort(part, depth + 1)
    plain = type(sort.name) is str and (sort.name in ("law", "->") or sort.name in BASE)
    same = plain and type(sort.text) is str and sort.text == Sort(sort.name, sort.args).text
    need(same, f"no sort: {sort.name!r} of {len(sort.args)}, which calls itself {sort.text!r}")


def check_sorts(term: Expr) -> None:
    """Raise KernelError unless every node of a closed term in normal form is as wide as what it is made of.

    >>> from .terms import op, var
    >>> check_sorts(op("norm", REAL, var("u", VEC)))
    >>> check_sorts(op("norm", INT, var("u", VEC)))
    Traceback (most recent call last):
    ...
    dptheory.kernel.limits.KernelError: 'norm' says that it is of sort int, and is of sort real
    """
    _check(term, (), _NOTHING)


def _check(term: Expr, binders: tuple[Sort, ...], definitions: Definitions) -> None:
    inner = (*binders, term.sort.args[0]) if term.head == "lam" and term.sort.args else binders
    for part in term.args:
        _check(part, inner, definitions)
    found = _short(term, definitions) if term.head in ("defined", "member") else sort_of(term, binders)
    if found is None:
        raise KernelError(f"no term: {term.head!r} of sorts {', '.join(str(a.sort) for a in term.args)}")
    wider = found.name == term.sort.name == "law" and fits(found.args[0], term.sort.args[0])
    if not (fits(found, term.sort) or wider):
        raise KernelError(f"{term.head!r} says that it is of sort {term.sort}, and is of sort {found}")


def _short(term: Expr, definitions: Definitions) -> Sort | None:
    """The sort of what is no normal form: a definition at arguments, a member of a set."""
    given = tuple(a.sort for a in term.args)
    if term.head == "member":
        good = len(given) == 2 and given[1].name == "->" and given[1].args[1] == PROP
        return PROP if good and fits(given[0], given[1].args[0]) else None
    known = definitions.get(term.label)
    if known is None:
        raise KernelError(f"no definition {term.label!r}")
    return known.body.sort if _fit(given, tuple(sort for _, sort in known.parameters)) else None


def sort_of(term: Expr, binders: tuple[Sort, ...] = ()) -> Sort | None:
    """The sort of a node by those of its parts; None where they do not fit together."""
    head, given = term.head, tuple(a.sort for a in term.args)
    if head in ("var", "bound", "num", "const", "zero"):
        return _leaf(term, binders)
    if head == "lam":
        good = term.sort.name == "->" and len(given) == 1
        return function(term.sort.args[0], given[0]) if good else None
    if head == "apply":
        good = len(given) == 2 and given[0].name == "->" and fits(given[1], given[0].args[0])
        return given[0].args[1] if good else None
    if head in _WHOLE:
        return (INT if set(given) == {INT} else REAL) if _fit(given, (REAL,) * _WHOLE[head]) else None
    if head in sig.NODES:
        return sig.NODES[head][1] if _fit(given, sig.NODES[head][0]) else None
    if head in ("E", "P", "image", "mixture"):
        return _draw(head, given)
    return PROP if _formula(head, given) else None


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
    if head in ("forall", "exists"):
        return len(given) == 1 and given[0].name == "->" and given[0].args[1] == PROP
    if head in sig.SYMBOLS:
        alike = head in ("eq", "ne") and len(given) == 2 and (fits(*given) or fits(*reversed(given)))
        return alike or _fit(given, (REAL, REAL))
    if head in sig.PREDICATES and given and given[0].name == "law":
        laws = (given[0],) * (2 if head == "ratio" else 1)
        return _fit(given, (*laws, function(given[0].args[0], REAL)))
    return False
