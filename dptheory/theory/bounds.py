"""The bound that a statement's conclusion gives: a term in the statement's numbers, with conditions.

It is read off the conclusion, never typed a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from ..errors import BadInput, for_python
from ..exact import exact_numbers
from ..kernel.logic import (
    CONSTANTS,
    INT,
    REAL,
    Definition,
    Expr,
    conjuncts,
    normal,
    op,
    open_named,
    open_with,
    show,
)
from ..kernel.logic import var as logic_var
from ..kernel.real import Relation, Term, apply, defined_at, free_variables, num, print_term, var
from ..letters import outer
from ..shown import Drawn
from .arrays import evaluated
from .library import TheoryLibrary
from .numbers import holds, number_of
from .relations import conditions_of, numbers_in, real_term, relation_of, stands
from .statements import CORRECTED, PRINTED, SHARP, Form, Statement

if TYPE_CHECKING:
    import sympy

PREMISE = "the claim's premise"
"""How what is assumed within a claim is labelled."""
RANGE = "where the claim is meant"
"""How it is labelled where it says no more than over what a bound variable of the quantity ranges."""
ALIASES = {"delta": "del", "beta": "bet", "gamma": "gam", "lambda": "lam"}
"""Other names under which a parameter may be given, used where a bound has only the second."""


@dataclass(frozen=True, repr=False)
class Bound(Drawn):
    """An upper bound of a form: its term, the conditions on its variables, which of them are integers.

    Two bounds with the same `quantity` are bounds of the same thing, in the same sense: the left side with
    all definitions unfolded, and what is said of it (an expectation, a probability). The laws of what is
    drawn may differ.
    """

    statement: Statement
    form: Form
    term: Term
    conditions: tuple[Relation, ...]
    integers: frozenset[str]
    quantity: tuple[str, ...] = ()
    inner: tuple[tuple[str, Expr], ...] = ()
    """What the claim itself assumes, part by part, each with its label: PREMISE or RANGE."""

    @cached_property
    def variables(self) -> frozenset[str]:
        """The names on which the bound or its conditions depend."""
        return free_variables(self.term).union(*(c.variables() for c in self.conditions))

    @property
    def positive(self) -> frozenset[str]:
        """The variables that a condition by itself makes positive."""
        found = set(self.integers & CONSTANTS.keys())
        for condition in self.conditions:
            op, left, right = condition.oriented
            if op == ">" and left.op == "var" and right == num(0):
                found.add(str(left.value))
        return frozenset(found)

    @property
    def fillable(self) -> frozenset[str]:
        """The parameters that need not be given: `theory.filled` finds them from the others."""
        return self.variables & self.statement.parameters.least.keys()

    def needed(self, given: Iterable[str] = ()) -> frozenset[str]:
        """The parameters on which the bound depends: those in its term, and those that determine what is not
        given of them."""
        open_ = (free_variables(self.term) & self.fillable) - set(given)
        about = (c.variables() for c in self.conditions if c.variables() & open_)
        return (free_variables(self.term) - open_).union(*(names - open_ for names in about))

    @property
    def assumed(self) -> tuple[tuple[str, Expr], ...]:
        """All that is assumed, part by part, with the labels: by hypotheses, and within the claim."""
        named = self.form.theorem.hypotheses
        return (*((label, part) for label, h in named for part in conjuncts(h)), *self.inner)

    @cached_property
    def premises(self) -> tuple[Expr, ...]:
        """What is assumed and is not among the conditions: of losses, rules, algorithms, of numbers that do
        not meet those of the bound, and of numbers otherwise than by relations."""
        known = self.conditions
        return tuple(p for label, p in self.assumed if label != RANGE and relation_of(p) not in known)

    @cached_property
    def alternatives(self) -> tuple[tuple[frozenset[str], Expr], ...]:
        """The premises that are made of relations between numbers alone, each with these numbers."""
        found = ((numbers_in(premise), premise) for premise in self.premises)
        return tuple((names, premise) for names, premise in found if names is not None)

    def also(self, name: str) -> tuple[str, ...]:
        """The hypotheses that speak of a parameter otherwise than by conditions on numbers, and so may
        exclude values of it that these allow.

        >>> import dptheory
        >>> dptheory.load("wu2015.theorem14").bound.also("lam")
        ('strong',)
        """
        meant = (label for label, part in self.assumed if name in part.names and part in self.premises)
        return tuple(dict.fromkeys(meant))

    def sympy(self) -> sympy.Expr:
        """The bound as a sympy expression."""
        from .symbols import to_sympy

        return to_sympy(self.term, self.integers, self.positive)

    @for_python
    def __call__(self, **values: Any) -> Any:
        """The bound as a float that is not below it; as an array where some values are arrays, which are
        broadcast against each other. Raises BadInput where a value is outside the conditions.

        >>> import dptheory, numpy as np
        >>> bound = dptheory.load("wu2015.theorem14").bound
        >>> bound(rho=1, lam=0.1, n=np.array([100, 400]))
        array([0.4, 0.1])
        """
        return evaluated(self, values)

    def own(self, name: str) -> str:
        """A parameter as the bound calls it: delta is its del, where it has no delta."""
        alias = ALIASES.get(name, name)
        return alias if alias in self.variables and name not in self.variables else name

    def named(self, settings: Mapping[str, object]) -> dict[str, fmpq]:
        """The settings under the bound's own names; raises BadInput for names that it does not have."""
        found: dict[str, fmpq] = {}
        for name, value in exact_numbers(settings).items():
            own = self.own(name)
            if own not in self.variables:
                known = outer(", ".join(sorted(self.variables)))
                raise BadInput(f"{name}={value}", f"a parameter of {self.form.name}", known)
            if own in found:
                raise BadInput(f"{name}={value}", f"one value of {outer(own)}", f"{outer(own)}={value} alone")
            found[own] = value
        return found

    def complete(self, values: Mapping[str, object], free: Iterable[str] = ()) -> None:
        """Raise BadInput where a parameter of the bound has no value or a value is outside the conditions.

        Numbers of which only conditions speak may be left out: they belong to the rest of the statement.
        """
        values = exact_numbers(values)
        missing = sorted(self.needed(values.keys()) - values.keys() - set(free))
        if missing:
            advice = outer(" ".join(f"{name}=..." for name in missing))
            raise BadInput(f"no value of {outer(', '.join(missing))}", "all parameters", f"--set {advice}")
        for name in sorted(self.integers & values.keys()):
            if values[name].q != 1:
                raise BadInput(
                    f"{name}={values[name]}", f"an integer {name}", f"{name}={values[name].floor()}"
                )
        for condition in self.conditions:
            if condition.variables() <= values.keys() and not holds(condition, values):
                given = outer(", ".join(f"{k}={values[k]}" for k in sorted(condition.variables())))
                raise BadInput(given, outer(condition.text), f"dptheory show {self.statement.id}")
        for names, premise in self.alternatives:
            if names <= values.keys() and not stands(premise, values):
                given = outer(", ".join(f"{k}={values[k]}" for k in sorted(names)))
                raise BadInput(given, outer(show(premise)), f"dptheory show {self.statement.id}")

    def defined(self, values: Mapping[str, fmpq]) -> bool:
        """Whether the bound, as it is written, certainly has a value at values of all its parameters."""
        there = {name: values[name] for name in free_variables(self.term)}
        return defined_at([self.term], there, self.integers) is True

    def value(self, values: Mapping[str, object]) -> arb | fmpq:
        """The bound at values of all its parameters: exact where that is evident, else an enclosure; raises
        BadInput where a number is missing, where the bound is not known to have a value, or none that can
        be written."""
        there = {self.own(name): value for name, value in exact_numbers(values).items()}
        if missing := outer(", ".join(sorted(free_variables(self.term) - there.keys()))):
            raise BadInput(f"no value of {missing}", "all parameters", f"{missing.split(', ')[0]} = 1")
        found = number_of(self.term, there) if self.defined(there) else None
        if found is None or (isinstance(found, arb) and not found.is_finite()):
            given = ", ".join(f"{k}={there[k]}" for k in sorted(free_variables(self.term)))
            raise BadInput(given, f"values at which {print_term(self.term)} has one", "other values in --set")
        return found


def pick_form(statement: Statement, kind: str | None = None) -> Form:
    """The form whose bound is meant: the corrected one if there is one, else printed, else sharp.

    `kind` is a kind of form, of which the first that holds is taken, or all of a form's name within the
    statement (``corrected.otherwise``).
    """
    kinds = (kind,) if kind else (CORRECTED, PRINTED, SHARP)
    for wanted in kinds:
        for form in statement.forms:
            meant = wanted in (form.kind, form.name.rpartition(":")[2])
            if meant and (kind or not form.refutation or len(statement.forms) == 1):
                return form
    has = ", ".join(dict.fromkeys(form.name.rpartition(":")[2] for form in statement.forms))
    raise BadInput(
        f"the form {kind or 'to build on'} of {statement.id}", f"one of its forms ({has})", "--form"
    )


def read_bound(library: TheoryLibrary, statement: Statement, kind: str | None = None) -> Bound:
    """The bound of one form of a statement; raises BadInput where its conclusion is none.

    >>> from .library import load_library
    >>> library = load_library()
    >>> from ..kernel.real.grammar import print_term
    >>> print_term(read_bound(library, library.get("wu2015.theorem14")).term)
    '4*rho/(lam*n)'
    """
    form = pick_form(statement, kind)
    if form.theorem.constants:
        raise BadInput(
            f"{form.name}, whose constant {', '.join(form.theorem.constants)} is not named",
            "a form with explicit constants", "--form corrected",
        )  # fmt: skip
    found = _upper(form, library.definitions)
    term = numbers_of(found.right)
    if term is None:
        raise BadInput(
            f"{form.name}", "a conclusion of the form quantity <= numbers", f"dptheory show {statement.id}"
        )
    numbers = {name: sort for name, sort in form.theorem.variables.items() if sort in (REAL, INT)}
    integers = {name for name, sort in {**numbers, **CONSTANTS}.items() if sort == INT}
    parts = [part for part, _ in found.inner]
    assumed = [*(h for _, h in form.theorem.hypotheses), *parts]
    conditions = [r for h in assumed for r in conditions_of(h, library)]
    kept = _connected(free_variables(term), conditions)
    names = free_variables(term).union(*(c.variables() for c in kept))
    sizes = [Relation(">=", var(name), num(1)) for name in sorted(names & CONSTANTS.keys())]
    quantity = (*found.senses, show(found.left), *(show(t) for t in beyond(found.right)))
    bounded = found.left.names.union(*(t.names for t in beyond(found.right)))
    inner = [(RANGE if _is_range(part, bounded, parts) else PREMISE, named) for part, named in found.inner]
    conditions = [*kept, *sizes]
    return Bound(
        statement, form, term, tuple(conditions), frozenset(names & integers), quantity, tuple(inner)
    )


def _is_range(part: Expr, bounded: frozenset[str], parts: Sequence[Expr]) -> bool:
    """Whether a premise says no more than over what a bound variable ranges: one of the quantity over a given
    set, any over all vectors, or over the places of data, from 1 to n, of which there is one for every n."""
    own = "".join(name for name in part.names if name.startswith("#"))
    if part.head == "apply":
        return part.args[0].head == "var" and part.args[1].label == own and own in bounded
    if show(part) == f"norm({own}) >= 0":
        return True
    places = {f"1 <= {own}", f"{own} <= n"}
    about = {show(p) for p in parts if own in p.names}
    return show(part) in places and (about == places or (own in bounded and about >= places))


def _connected(names: frozenset[str], conditions: list[Relation]) -> list[Relation]:
    """The conditions that speak, through one another, about the names."""
    reached, grew = set(names), True
    while grew:
        more = {n for c in conditions if c.variables() & reached for n in c.variables()} - reached
        reached |= more
        grew = bool(more)
    return [c for c in conditions if c.variables() & reached]


def numbers_of(upper: Expr) -> Term | None:
    """The bound that a right side gives: a real term, or all such terms that are added to a quantity, so that
    it bounds how far the left side exceeds that quantity.
    """
    found = real_term(upper)
    if found is not None or upper.head != "add":
        return found
    terms = [real_term(part) for part in summands(upper)]
    first = next((place for place, term in enumerate(terms) if term is not None), len(terms))
    numbers = [term for term in terms[first:] if term is not None]
    if not numbers or first == 0 or len(numbers) < len(terms) - first:
        return None
    return reduce(lambda left, right: apply("add", left, right), numbers)


def beyond(upper: Expr) -> tuple[Expr, ...]:
    """The quantities of a right side to which numbers are added: what the left side is compared with."""
    return () if real_term(upper) is not None else tuple(t for t in summands(upper) if real_term(t) is None)


def summands(sum_: Expr) -> list[Expr]:
    """The terms of a sum, in order."""
    return [p for part in sum_.args for p in (summands(part) if part.head == "add" else [part])]


@dataclass(frozen=True)
class _Inequality:
    """Two sides, in which senses the relation is meant, and what stood before them under quantifiers, part by
    part: with marks for the bound variables, and as a page writes it."""

    left: Expr
    right: Expr
    inner: list[tuple[Expr, Expr]]
    senses: tuple[str, ...]


def _upper(form: Form, definitions: Mapping[str, Definition]) -> _Inequality:
    """The inequality in a conclusion; of a conjunction, in the first part whose bound is in numbers, or else
    bounds a privacy loss.
    """
    conclusion = normal(form.theorem.conclusion, definitions)
    parts = [_inequality(form, part) for part in conjuncts(conclusion)]
    lost = [
        replace(p, left=left, right=right) for p in parts for left, right in [privacy_loss(p.left, p.right)]
    ]
    return next((part for part in (*parts, *lost) if numbers_of(part.right) is not None), parts[0])


def _inequality(form: Form, node: Expr) -> _Inequality:
    """The inequality under quantifiers, and the premises that stand before it."""
    inner, senses, level = list[tuple[Expr, Expr]](), list[str](), 0
    shown, taken = node, frozenset(form.theorem.variables)
    while True:
        if node.head == "implies":
            inner += zip(conjuncts(node.args[0]), conjuncts(shown.args[0]), strict=True)
            node, shown = node.args[1], shown.args[1]
        elif node.head in ("forall", "P", "E") or is_event(node):
            senses.append(f"{node.head} {show(node.args[1])}" if is_event(node) else node.head)
            under, written = ((n.args[0] if is_event(n) else n).args[-1] for n in (node, shown))
            node, level = open_with(under, logic_var(f"#bound{level}", under.sort.args[0])), level + 1
            name, shown = open_named(written, taken)
            taken |= {name}
        elif node.head in ("le", "lt"):
            return _Inequality(node.args[0], node.args[1], inner, tuple(senses))
        else:
            raise BadInput(
                f"{form.name}", "a conclusion that bounds something from above", "another statement"
            )


def privacy_loss(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Both sides; of P[.](B) <= exp(numbers) P[.](B) the logarithm of the quotient of the chances, and the
    numbers: where the second chance is 0 so is the first, and nothing is lost.
    """
    if left.head == "P" and right.head == "mul" and right.args[0].head == "exp":
        factor, other = right.args
        if other.head == "P" and real_term(factor.args[0]) is not None:
            return op("log", REAL, op("div", REAL, left, other)), factor.args[0]
    return left, right


def is_event(node: Expr) -> bool:
    """Whether a relation bounds the probability of an event from below."""
    if node.head not in ("ge", "gt"):
        return False
    left = node.args[0]
    while left.head == "E" and left.args[-1].head == "lam":
        left = left.args[-1].args[0]
    return left.head == "P" and left.args[-1].head == "lam"
