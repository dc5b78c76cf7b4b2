"""What a formula says in a world: relations between numbers, under real variables that remain.

Quantifiers over records, data sets and bounded integers are expanded; quantifiers over reals and
vectors become variables of claims. Expectations over finite laws become sums, probabilities of
events under Laplace noise become differences of its distribution function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from flint import fmpq

from ..limits import KernelError, need
from ..logic.sorts import BINARY_REAL, DATA, INT, PROP, REAL, RECORD, SEQUENCE, SYMBOLS, UNARY_REAL, VEC, Sort
from ..logic.terms import Expr, applied, apply_function
from ..logic.terms import num as logic_num
from ..logic.terms import var as logic_var
from ..real.claims import Relation
from ..real.terms import ARITHMETIC, Term, apply, num, rational_value, var
from . import laws, noise_laws, sets
from .evaluator import Evaluator, Law
from .ground import TRUE, Ground, all_of
from .noise import Gaussian, folded, operated, total
from .sets import INDICES
from .worlds import PLACES, AnySequence, Closed, FiniteLaw

_ON_THE_LINE = {"norm": "abs", "vadd": "add", "vsub": "sub", "vscale": "mul"}


class Grounding(Evaluator):
    """Evaluates the formulas of one statement in one world."""

    def value(self, term: Expr) -> object:
        if term.sort in (REAL, INT, VEC, RECORD):
            return self.number(term)
        if term.sort == DATA:
            return sets.data(self, term)
        if term.sort.name == "law":
            return self.law(term)
        if term.sort == INDICES:
            return sets.indices(self, term)
        if term.sort == SEQUENCE and isinstance(self.bound.get(term.label), tuple | AnySequence):
            return self.bound[term.label]
        if term.sort == SEQUENCE and term.head == "var" and term.label in self.world.values:
            places = (logic_num(place) for place in range(1, PLACES + 1))
            return AnySequence(tuple(self.number(apply_function(term, place)) for place in places))
        return term

    def number(self, term: Expr) -> Term:
        return self.once("number", term, self._checked)

    def _checked(self, term: Expr) -> Term:
        made = folded(self._number(term))
        self.check_sort(made, _own_sort(term))
        return made

    def _number(self, term: Expr) -> Term:
        head = term.head
        if head == "num" and term.value is not None:
            return num(term.value)
        if head == "const":
            return Term("const", (), term.label)
        if head == "zero":
            return num(0)
        if head == "pow" and term.args[0].head == "norm" and term.args[1] == logic_num(2):
            # on the line, abs(x)**2 is x**2
            return operated("pow", [self.number(term.args[0].args[0]), num(2)])
        if head == "exp":
            inner = self.number(term.args[0])
            known = noise_laws.power(inner)
            return apply("exp", inner) if known is None else known
        op = _ON_THE_LINE.get(head, head)
        if op in ARITHMETIC or op in UNARY_REAL | BINARY_REAL:
            return operated(op, [self.number(a) for a in term.args])
        need(head in _SPECIAL, f"a world gives no value to {head!r}")
        return _SPECIAL[head](self, term)

    def _variable(self, term: Expr) -> Term:
        found = self.bound.get(term.label)
        if isinstance(found, Term):
            return found
        if term.label == "n":
            return num(self.world.size)
        if term.label == "d":
            return num(1)
        given = self.world.values.get(term.label)
        if given is None and any(term.label in r.variables() for r in self.world.parameters):
            return var(term.label)
        if isinstance(given, Closed) and not given.parameters:
            return given.body
        raise KernelError(f"the world gives no number to {term.label!r}")

    def _application(self, term: Expr) -> Term:
        fn, terms = applied(term)
        drawn, arguments = self.bound.get(fn.label), tuple(map(self.value, terms))
        if fn.sort == SEQUENCE and isinstance(drawn, tuple | AnySequence) and isinstance(arguments[0], Term):
            return _member(drawn, rational_value(arguments[0]))
        given = self.world.values.get(fn.label)
        if fn.head != "var" or not isinstance(given, Closed):
            raise KernelError(f"the world gives no function {fn.label!r}")
        return self.world.closed(given.parameters, given.body, arguments)

    def _sum(self, term: Expr) -> Term:
        first, last, summand = term.args
        places = self.between(first, last, "the range of a sum is not known in this world")
        if len(places) > 1 and self._alike(summand, places):
            return num(len(places)) * self.number(self.body(summand, num(places[0])))
        return total([self.number(self.body(summand, num(place))) for place in places])

    def _alike(self, summand: Expr, places: range) -> bool:
        """Whether all summands are one: there is one record, so that every data set repeats it, and the place
        only ever says which record of a data set is meant."""
        if len(self.world.records) != 1 or places[0] < 1 or places[-1] > self.world.size:
            return False
        place = logic_var("@place", INT)
        return _names_records_only(self.normal(apply_function(summand, place)), place)

    def law(self, term: Expr) -> Law:
        return self.once("law", term, self._law)

    def _law(self, term: Expr) -> Law:
        made = laws.evaluate(self, term)
        for point, _ in made.weights if isinstance(made, FiniteLaw) else ():
            if isinstance(point, Term):
                self.check_sort(point, _own_sort(term).args[0])
        return made

    def formula(self, term: Expr) -> Ground:
        return self.once("formula", term, self._formula)

    def _formula(self, term: Expr) -> Ground:
        head = term.head
        if head in ("and", "or", "not"):
            return Ground(head, tuple(self.formula(a) for a in term.args))
        if head == "implies":
            premise = self.formula(term.args[0])
            known = premise.settled
            if known is not None:
                return self.formula(term.args[1]) if known else TRUE
            with self.under(premise):
                return Ground("implies", (premise, self.formula(term.args[1])))
        if head == "forall":
            return self._for_all(term.args[0])
        if head == "eq" and term.args[0].sort.name == "law":
            if self.law(term.args[0]) != self.law(term.args[1]):
                raise KernelError("two laws that are not seen to be the same")
            return TRUE
        if head in SYMBOLS:
            left, right = (self.number(a) for a in term.args)
            if head == "le" and term.args[0].head == "norm" and left.op == "abs" and left.args[0].op == "var":
                # on the line, abs(x) <= r says two things about x
                return all_of((Relation("<=", -right, left.args[0]), Relation("<=", left.args[0], right)))
            return Ground("relation", relation=Relation(SYMBOLS[head], left, right))
        if head == "apply" and term.sort == PROP:
            return sets.membership(self, term)
        if head == "integrable" and isinstance(self.law(term.args[0]), FiniteLaw):
            return TRUE
        if head == "closed":
            return sets.is_closed(self, term)
        if head == "ratio":
            mu, nu, fn = term.args
            return self._density(self.law(mu), self.law(nu), fn)
        raise KernelError(f"a world cannot tell whether {head!r} holds")

    def _density(self, mu: Law, nu: Law, fn: Expr) -> Ground:
        """That a function is a density of one law with respect to another: of normal laws, everywhere on the
        line the quotient of their densities (both are continuous; a function in closed form that is the
        quotient almost everywhere only is not told from others)."""
        if not (isinstance(mu, Gaussian) and isinstance(nu, Gaussian)):
            return laws.density(self, mu, nu, fn)
        name = self.plain("w")
        quotient = noise_laws.normal_density(mu, nu, var(name))
        relation = Relation("=", self.number(self.body(fn, var(name))), quotient)
        return Ground("forall", (Ground("relation", relation=relation),))

    def _for_all(self, fn: Expr) -> Ground:
        sort = fn.sort.args[0]
        if sort in (REAL, VEC):
            name = self.plain(fn.label)
            self.labels[name] = fn.label
            return Ground("forall", (self.formula(self.body(fn, var(name))),))
        if sort == SEQUENCE:
            name = self.plain(fn.label)
            members = tuple(var(f"{name}_{place}") for place in range(1, PLACES + 1))
            inside = self.formula(self.body(fn, AnySequence(members)))
            return inside if inside.settled is not None else Ground("forall", (inside,))
        values = map(num, sets.places(self, fn)) if sort == INT else sets.domain(self.world, sort)
        return Ground("and", tuple(self.formula(self.body(fn, value)) for value in values))


def _own_sort(term: Expr) -> Sort:
    """The sort of a term by that of what it applies: the term itself may say a wider one."""
    fn, arguments = applied(term)
    return reduce(lambda sort, _: sort.args[1], arguments, fn.sort)


def _member(drawn: sets.Data | AnySequence, place: fmpq | None) -> Term:
    """A member of a sequence; a drawn one is zero elsewhere, of an arbitrary one nothing else is known."""
    if place is None or place.q != 1:
        raise KernelError("the place of a draw is not known in this world")
    members = drawn.members if isinstance(drawn, AnySequence) else drawn
    if 1 <= place <= len(members):
        return members[int(place.p) - 1]
    if isinstance(drawn, AnySequence):
        raise KernelError(f"a world looks at the places 1 ... {PLACES} of an arbitrary sequence only")
    return num(0)


_SPECIAL: dict[str, Callable[[Grounding, Expr], Term]] = {
    "item": sets.item, "project": sets.projection, "E": laws.expectation, "P": laws.probability,
    "sum": Grounding._sum, "var": Grounding._variable, "apply": Grounding._application,
}  # fmt: skip


def _names_records_only(term: Expr, place: Expr) -> bool:
    """Whether a place occurs in a term only as that of a record of a data set that does not depend on it."""
    if term == place:
        return False
    if term.head == "item" and term.args[1] == place:
        return place.label not in term.args[0].names
    return place.label not in term.names or all(_names_records_only(part, place) for part in term.args)
