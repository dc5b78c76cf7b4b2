"""What a formula says in a world: relations between numbers, under real variables that remain.

Quantifiers over records, data sets and bounded integers are expanded; quantifiers over reals and
vectors become variables of claims. Expectations over finite laws become sums, probabilities of
events under Laplace noise become differences of its distribution function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import fmpq

from ..limits import KernelError, need
from ..logic.signature import BINARY_REAL, RELATIONS, UNARY_REAL
from ..logic.sorts import DATA, INT, PROP, REAL, RECORD, SEQUENCE, VEC, Sort
from ..logic.terms import Definition, Expr, applied, apply_function, normal
from ..logic.terms import num as logic_num
from ..logic.terms import var as logic_var
from ..real.claims import Claim, Relation
from ..real.terms import Term, apply, num, rational_value, var
from . import data, finite_laws, laws, noise_laws, ranges, sets
from .cases import Cases, Made
from .evaluator import MAX_CASES, Law
from .events import Ranging
from .ground import TRUE, Ground
from .measures import power
from .noise import Gaussian, folded, operated, total
from .ranges import INDICES
from .worlds import PLACES, AnySequence, Closed, FiniteLaw, World

_SYMBOL = {head: symbol for symbol, head in RELATIONS.items()}
_VECTOR = {"vadd": "add", "vsub": "sub", "vscale": "mul"}
Number = Term


class Grounding:
    """Evaluates the formulas of one statement in one world.

    Where `covers` is a list, the probability of an event under noise is replaced by that of the
    interval that the world names, and the claims that the event lies in it are added to the list:
    the value is then an upper bound. `side` collects claims that a world owes in any case, such as
    that the scale of its noise is positive, or what `ranging` says of events about numbers that range
    over reals. A term is evaluated once (see `cases`).
    """

    def __init__(
        self, world: World, definitions: Mapping[str, Definition], covers: list[Claim] | None = None
    ) -> None:
        self.world = world
        self.definitions = definitions
        self.covers = covers
        self.side: list[Claim] = []
        self.ranging = Ranging(world, self.side)
        self.cases = Cases()
        self.bound = self.cases.bound
        self._bodies: dict[tuple[bytes, str], Expr] = {}

    # -- values ------------------------------------------------------------------------------

    def fresh(self, value: object, sort: Sort) -> Expr:
        """A variable that stands for a value."""
        return self.cases.named(value, sort)

    def _once(self, kind: str, term: Expr, make: Callable[[Expr], Made]) -> Made:
        return self.cases.once(kind, term, make, self._marks)

    def _marks(self) -> tuple[int, ...]:
        return len(self.side), len(self.covers or ()), len(self.ranging.labels)

    def normal(self, term: Expr) -> Expr:
        """A term with every definition unfolded and every applied function reduced."""
        return normal(term, self.definitions)

    def body(self, fn: Expr, value: object) -> Expr:
        """The body of a function with a value put in."""
        stands = self.fresh(value, fn.sort.args[0])
        key = fn.key, stands.label
        if key not in self._bodies:
            self._bodies[key] = self.normal(apply_function(fn, stands))
        return self._bodies[key]

    def value(self, term: Expr) -> object:
        """The value of a term that is not a formula."""
        if term.sort in (REAL, INT, VEC, RECORD):
            return self.number(term)
        if term.sort == DATA:
            return data.data(self, term)
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

    def number(self, term: Expr) -> Number:
        """The value of a number, vector or record; a numeral where it is a known rational."""
        return self._once("number", term, self._checked)

    def _checked(self, term: Expr) -> Number:
        made = folded(self._number(term))
        if term.head in ("var", "apply", "item"):
            self.check_sort(made, term.sort)
        return made

    def check_sort(self, made: Number, sort: Sort) -> None:
        """Records are those of the world, over which quantifiers go; integers are whole."""
        value = rational_value(made)
        if sort == RECORD and (value is None or value not in self.world.records):
            raise KernelError("a record is none of the world's records")
        if sort == INT and (value is None or value.q != 1):
            raise KernelError("an integer of this world is not known to be whole")

    def _number(self, term: Expr) -> Number:
        head = term.head
        if head == "num" and term.value is not None:
            return num(term.value)
        if head == "const":
            return Term("const", (), term.label)
        if head == "zero":
            return num(0)
        if head == "norm":
            return operated("abs", [self.number(term.args[0])])
        if head == "pow" and term.args[0].head == "norm" and term.args[1] == logic_num(2):
            return operated(
                "pow", [self.number(term.args[0].args[0]), num(2)]
            )  # on the line, abs(x)**2 is x**2
        if head in _VECTOR:
            return operated(_VECTOR[head], [self.number(a) for a in term.args])
        if head == "exp":
            inner = self.number(term.args[0])
            known = power(inner)
            return apply("exp", inner) if known is None else known
        if head in ("add", "sub", "mul", "div", "pow", "neg") or head in UNARY_REAL | BINARY_REAL:
            return operated(head, [self.number(a) for a in term.args])
        special: dict[str, Callable[[Expr], Number]] = {
            "item": lambda made: data.item(self, made),
            "project": lambda made: sets.projection(self, made),
            "sum": self._sum,
            "E": lambda made: laws.expectation(self, made),
            "P": lambda made: laws.probability(self, made),
            "var": self._variable,
            "apply": self._application,
        }
        need(head in special, f"a world gives no value to {head!r}")
        return special[head](term)

    def _variable(self, term: Expr) -> Number:
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

    def _application(self, term: Expr) -> Number:
        fn, terms = applied(term)
        drawn, arguments = self.bound.get(fn.label), tuple(map(self.value, terms))
        if fn.sort == SEQUENCE and isinstance(drawn, tuple | AnySequence) and isinstance(arguments[0], Term):
            return _member(drawn, rational_value(arguments[0]))
        given = self.world.values.get(fn.label)
        if fn.head != "var" or not isinstance(given, Closed):
            raise KernelError(f"the world gives no function {fn.label!r}")
        return self.world.closed(given, arguments)

    def _sum(self, term: Expr) -> Number:
        first, last = (rational_value(self.number(a)) for a in term.args[:2])
        if first is None or last is None or first.q != 1 or last.q != 1 or last - first > MAX_CASES:
            raise KernelError("the range of a sum is not known in this world")
        places = range(int(first.p), int(last.p) + 1)
        if len(places) > 1 and self._alike(term.args[2], places):
            return num(len(places)) * self.number(self.body(term.args[2], num(places[0])))
        return total([self.number(self.body(term.args[2], num(place))) for place in places])

    def _alike(self, summand: Expr, places: range) -> bool:
        """Whether all summands are one: there is one record, so that every data set repeats it, and the place
        only ever says which record of a data set is meant."""
        if len(self.world.records) != 1 or places[0] < 1 or places[-1] > self.world.size:
            return False
        place = logic_var("@place", INT)
        return _names_records_only(normal(apply_function(summand, place), self.definitions), place)

    # -- laws --------------------------------------------------------------------------------

    def law(self, term: Expr) -> Law:
        """The value of a law; scales and shapes are positive, records are those of the world."""
        return self._once("law", term, self._law)

    def _law(self, term: Expr) -> Law:
        made = laws.evaluate(self, term)
        if isinstance(made, FiniteLaw) and term.sort.args[0] == RECORD:
            for point, _ in made.weights:
                self.check_sort(point if isinstance(point, Term) else num(0), RECORD)
        return made

    # -- formulas ----------------------------------------------------------------------------

    def formula(self, term: Expr) -> Ground:
        """The ground form of a formula in normal form."""
        return self._once("formula", term, self._formula)

    def _formula(self, term: Expr) -> Ground:
        head = term.head
        if head in ("and", "or", "not"):
            return Ground(head, tuple(self.formula(a) for a in term.args))
        if head == "implies":
            premise = self.formula(term.args[0])
            known = premise.settled
            if known is not None:
                return self.formula(term.args[1]) if known else TRUE
            with self.ranging.under(premise):
                return Ground("implies", (premise, self.formula(term.args[1])))
        if head == "forall":
            return self._for_all(term.args[0])
        if head == "eq" and term.args[0].sort.name == "law":
            if self.law(term.args[0]) != self.law(term.args[1]):
                raise KernelError("two laws that are not seen to be the same")
            return TRUE
        if head in _SYMBOL:
            left, right = (self.number(a) for a in term.args)
            if head == "le" and term.args[0].head == "norm" and left.op == "abs" and left.args[0].op == "var":
                # on the line, abs(x) <= r says two things about x
                ends = Relation("<=", -right, left.args[0]), Relation("<=", left.args[0], right)
                return Ground("and", tuple(Ground("relation", relation=end) for end in ends))
            return Ground("relation", relation=Relation(_SYMBOL[head], left, right))
        if head == "apply" and term.sort == PROP:
            return sets.membership(self, term)
        if head == "integrable" and isinstance(self.law(term.args[0]), FiniteLaw):
            return TRUE
        if head in ("closed", "nonempty"):
            return sets.known_property(self, term)
        if head == "ratio":
            mu, nu, fn = term.args
            return self._density(self.law(mu), self.law(nu), fn)
        raise KernelError(f"a world cannot tell whether {head!r} holds")

    def _density(self, mu: Law, nu: Law, fn: Expr) -> Ground:
        """That a function is a density of one law with respect to another: of normal laws, everywhere on the
        line the quotient of their densities (both are continuous; a function in closed form that is the
        quotient almost everywhere only is not told from others)."""
        if not (isinstance(mu, Gaussian) and isinstance(nu, Gaussian)):
            return finite_laws.density(self, mu, nu, fn)
        name = self.ranging.plain("w", self.cases.add())
        quotient = noise_laws.normal_density(mu, nu, var(name))
        relation = Relation("=", self.number(self.body(fn, var(name))), quotient)
        return Ground("forall", (Ground("relation", relation=relation),), variable=name)

    def _for_all(self, fn: Expr) -> Ground:
        sort = fn.sort.args[0]
        if sort in (REAL, VEC):
            name = self.ranging.named(fn.label, self.cases.add())
            return Ground("forall", (self.formula(self.body(fn, var(name))),), variable=name)
        if sort == SEQUENCE:
            name = self.ranging.plain(fn.label, self.cases.add())
            members = tuple(var(f"{name}_{place}") for place in range(1, PLACES + 1))
            inside = self.formula(self.body(fn, AnySequence(members)))
            return inside if inside.settled is not None else Ground("forall", (inside,))
        if sort == INT:
            return Ground("and", tuple(self.formula(self.body(fn, num(k))) for k in ranges.places(self, fn)))
        return Ground(
            "and", tuple(self.formula(self.body(fn, value)) for value in ranges.domain(self.world, sort))
        )

    def happens(self, event: Ground) -> bool:
        """Whether an event happens, for all values that real variables take at once."""
        return self.ranging.happens(event)


def _member(drawn: data.Data | AnySequence, place: fmpq | None) -> Number:
    """A member of a sequence; a drawn one is zero elsewhere, of an arbitrary one nothing else is known."""
    if place is None or place.q != 1:
        raise KernelError("the place of a draw is not known in this world")
    members = drawn.members if isinstance(drawn, AnySequence) else drawn
    if 1 <= place <= len(members):
        return members[int(place.p) - 1]
    if isinstance(drawn, AnySequence):
        raise KernelError(f"a world looks at the places 1 ... {PLACES} of an arbitrary sequence only")
    return num(0)


def _names_records_only(term: Expr, place: Expr) -> bool:
    """Whether a place occurs in a term only as that of a record of a data set that does not depend on it."""
    if term == place:
        return False
    if term.head == "item" and term.args[1] == place:
        return place.label not in term.args[0].names
    return place.label not in term.names or all(_names_records_only(part, place) for part in term.args)
