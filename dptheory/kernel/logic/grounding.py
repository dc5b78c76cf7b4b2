"""What a formula says in a world: relations between numbers, under real variables that remain.

Quantifiers over records, data sets and bounded integers are expanded; quantifiers over reals and
vectors become variables of claims. Expectations over finite laws become sums, probabilities of
events under Laplace noise become differences of its distribution function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import fmpq

from ..limits import KernelError
from ..real.claims import Claim, Relation, claim_of
from ..real.enclose import exact
from ..real.terms import Term, apply, free_variables, num, rational_value, substitute, var
from . import finite_laws, laws, ranges
from .evaluator import MAX_CASES, Law
from .ground import FALSE, TRUE, Ground, decide, defining, flat, settled
from .measures import power
from .noise import folded, total
from .ranges import INDICES
from .signature import BINARY_REAL, RELATIONS, UNARY_REAL
from .sorts import DATA, INT, PROP, REAL, RECORD, SEQUENCE, VEC, Sort
from .terms import Definition, Expr, apply_function, normal
from .terms import num as logic_num
from .terms import var as logic_var
from .worlds import PLACES, AnySequence, Closed, FiniteLaw, Points, Region, World

_SYMBOL = {head: symbol for symbol, head in RELATIONS.items()}
_VECTOR = {"vadd": "add", "vsub": "sub", "vscale": "mul"}
Number = Term
Data = tuple[Term, ...]


class Grounding:
    """Evaluates the formulas of one statement in one world.

    Where `covers` is a list, the probability of an event under noise is replaced by that of the
    interval that the world names, and the claims that the event lies in it are added to the list:
    the value is then an upper bound. `side` collects claims that a world owes in any case, such as
    that the scale of its noise is positive, or that an event about a number that ranges over reals
    (which `labels` knows by the name that its quantifier gave it) happens for all of them or for none,
    under the premises in force, which are `given`.
    """

    def __init__(
        self, world: World, definitions: Mapping[str, Definition], covers: list[Claim] | None = None
    ) -> None:
        self.world = world
        self.definitions = definitions
        self.covers = covers
        self.side: list[Claim] = []
        self.bound: dict[str, object] = {}
        self.given: list[Relation] = []
        self.labels: dict[str, str] = {}
        self.count = 0

    # -- values ------------------------------------------------------------------------------

    def fresh(self, value: object, sort: Sort) -> Expr:
        """A variable that stands for a value while a body is evaluated."""
        self.count += 1
        if self.count > MAX_CASES:
            raise KernelError(f"more than {MAX_CASES} cases in this world; make it smaller")
        name = f"@{self.count}"
        self.bound[name] = value
        return logic_var(name, sort)

    def normal(self, term: Expr) -> Expr:
        """A term with every definition unfolded and every applied function reduced."""
        return normal(term, self.definitions)

    def body(self, fn: Expr, value: object) -> Expr:
        """The body of a function with a value put in."""
        return self.normal(apply_function(fn, self.fresh(value, fn.sort.args[0])))

    def value(self, term: Expr) -> object:
        """The value of a term that is not a formula."""
        if term.sort in (REAL, INT, VEC, RECORD):
            return self.number(term)
        if term.sort == DATA:
            return self.data(term)
        if term.sort.name == "law":
            return self.law(term)
        if term.sort == INDICES:
            return self.indices(term)
        if term.sort == SEQUENCE and isinstance(self.bound.get(term.label), tuple | AnySequence):
            return self.bound[term.label]
        if term.sort == SEQUENCE and term.head == "var" and term.label in self.world.values:
            places = (logic_num(place) for place in range(1, PLACES + 1))
            return AnySequence(tuple(self.number(apply_function(term, place)) for place in places))
        return term

    def indices(self, term: Expr) -> frozenset[int]:
        """Those of 1, ..., n that are in a set of integers."""
        found = self.bound.get(term.label)
        if isinstance(found, frozenset):
            return found
        places = range(1, self.world.size + 1)
        return frozenset(
            k for k in places if self.truth(self.formula(self.normal(apply_function(term, logic_num(k)))))
        )

    def number(self, term: Expr) -> Number:
        """The value of a number, vector or record; a numeral where it is a known rational."""
        made = folded(self._number(term))
        if term.head in ("var", "apply", "item"):
            self._check_sort(made, term.sort)
        return made

    def _check_sort(self, made: Number, sort: Sort) -> None:
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
            return apply("abs", self.number(term.args[0]))
        if head == "pow" and term.args[0].head == "norm" and term.args[1] == logic_num(2):
            return self.number(term.args[0].args[0]) ** num(2)  # on the line, abs(x)**2 is x**2
        if head in _VECTOR:
            return apply(_VECTOR[head], *(self.number(a) for a in term.args))
        if head == "exp":
            inner = self.number(term.args[0])
            known = power(inner)
            return apply("exp", inner) if known is None else known
        if head in ("add", "sub", "mul", "div", "pow", "neg") or head in UNARY_REAL | BINARY_REAL:
            return apply(head, *(self.number(a) for a in term.args))
        special: dict[str, Callable[[Expr], Number]] = {
            "item": self._item,
            "project": self._projection,
            "sum": self._sum,
            "E": lambda made: laws.expectation(self, made),
            "P": lambda made: laws.probability(self, made),
            "var": self._variable,
            "apply": self._application,
        }
        if head not in special:
            raise KernelError(f"a world gives no value to {head!r}")
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
        arguments: list[object] = []
        while term.head == "apply":
            arguments.append(self.value(term.args[1]))
            term = term.args[0]
        drawn = self.bound.get(term.label)
        if (
            term.sort == SEQUENCE
            and isinstance(drawn, tuple | AnySequence)
            and isinstance(arguments[0], Term)
        ):
            return _member(drawn, rational_value(arguments[0]))
        given = self.world.values.get(term.label)
        if term.head != "var" or not isinstance(given, Closed):
            raise KernelError(f"the world gives no function {term.label!r}")
        return self.world.closed(given, tuple(reversed(arguments)))

    def data(self, term: Expr) -> Data:
        """The value of a data set."""
        if term.head == "replace":
            records, place = list(self.data(term.args[0])), self._place(term.args[1])
            records[place] = self.number(term.args[2])
            return tuple(records)
        if term.head == "apply":
            return self._data_at(term)
        found = self.bound.get(term.label, self.world.values.get(term.label))
        if isinstance(found, Points) and not found.parameters:
            found = found.records
        if term.head != "var" or not isinstance(found, tuple) or len(found) != self.world.size:
            raise KernelError(f"the world gives no data set of {self.world.size} records to {term.label!r}")
        for record in found:
            self._check_sort(record, RECORD)
        return found

    def _data_at(self, term: Expr) -> Data:
        """The data set that a function gives at numbers."""
        arguments: list[object] = []
        while term.head == "apply":
            arguments.append(self.number(term.args[1]))
            term = term.args[0]
        given = self.world.values.get(term.label)
        if term.head != "var" or not isinstance(given, Points) or len(given.records) != self.world.size:
            raise KernelError(f"the world gives no data sets of {self.world.size} records to {term.label!r}")
        images = self.world.arguments(given.parameters, tuple(reversed(arguments)))
        made = tuple(folded(substitute(record, images)) for record in given.records)
        for record in made:
            self._check_sort(record, RECORD)
        return made

    def _projection(self, term: Expr) -> Number:
        """The nearest point of a ball about 0: on the line, the number cut at the ends of an interval."""
        ball, point = term.args
        within = ball.args[0] if ball.head == "lam" else ball
        if within.head != "le" or within.args[0].head != "norm" or within.args[0].args[0].head != "bound":
            raise KernelError("a world projects onto balls about 0 only")
        member = self.body(ball, var("member"))
        radius = self.number(member.args[1])
        if "member" in free_variables(radius) or decide(Relation(">=", radius, num(0))) is not True:
            raise KernelError("the radius of a ball in this world is not known to be at least 0")
        return apply("max", -radius, apply("min", radius, self.number(point)))

    def _place(self, term: Expr) -> int:
        place = rational_value(self.number(term))
        if place is None or place.q != 1 or not 1 <= place <= self.world.size:
            raise KernelError("the place of a record is not one of 1 ... n")
        return int(place.p) - 1

    def _item(self, term: Expr) -> Number:
        return self.data(term.args[0])[self._place(term.args[1])]

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
        made = laws.evaluate(self, term)
        if isinstance(made, FiniteLaw) and term.sort.args[0] == RECORD:
            for point, _ in made.weights:
                self._check_sort(point if isinstance(point, Term) else num(0), RECORD)
        return made

    # -- formulas ----------------------------------------------------------------------------

    def formula(self, term: Expr) -> Ground:
        """The ground form of a formula in normal form."""
        head = term.head
        if head in ("and", "or", "not"):
            return Ground(head, tuple(self.formula(a) for a in term.args))
        if head == "implies":
            premise = self.formula(term.args[0])
            known = settled(premise)
            if known is not None:
                return self.formula(term.args[1]) if known else TRUE
            return Ground("implies", (premise, self._under(premise, term.args[1])))
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
            return self._membership(term)
        if head == "integrable" and isinstance(self.law(term.args[0]), FiniteLaw):
            return TRUE
        if head in ("closed", "nonempty"):
            return self._set_property(term)
        if head == "ratio":
            mu, nu, fn = term.args
            return finite_laws.density(self, self.law(mu), self.law(nu), fn)
        raise KernelError(f"a world cannot tell whether {head!r} holds")

    def _under(self, premise: Ground, conclusion: Expr) -> Ground:
        """What follows a premise, which is in force meanwhile; nothing is in force of one that is no
        conjunction of relations."""
        before = len(self.given)
        if all(p.head in ("relation", "true") for p in _conjuncts(premise)):
            self.given.extend(flat(premise))
        try:
            return self.formula(conclusion)
        finally:
            del self.given[before:]

    def _membership(self, term: Expr) -> Ground:
        chosen = self.bound.get(term.args[0].label)
        if isinstance(chosen, frozenset) and term.args[0].sort == INDICES:
            # of a set that a quantifier goes through, only the members among 1 ... n are known
            return TRUE if self._place(term.args[1]) + 1 in chosen else FALSE
        if isinstance(chosen, frozenset):
            point = exact(self.number(term.args[1]), {})
            if point is None or point not in self.world.outputs:
                raise KernelError("a law of vectors leaves the outputs that the world names")
            return TRUE if point in chosen else FALSE
        region = self.world.values.get(term.args[0].label) if term.args[0].head == "var" else None
        if not isinstance(region, Region):
            raise KernelError(f"the world gives no set {term.args[0].label!r}")
        images = self.world.arguments((region.parameter,), (self.value(term.args[1]),))
        return Ground(
            "and", tuple(Ground("relation", relation=r.substituted(images)) for r in region.relations)
        )

    def _set_property(self, term: Expr) -> Ground:
        """A set given by weak inequalities of continuous terms is closed; one with a known member is not
        empty."""
        region = self.world.values.get(term.args[0].label) if term.args[0].head == "var" else None
        member = self.world.values.get("member")
        if isinstance(region, Region) and term.head == "closed" and region.closed():
            return TRUE
        if isinstance(region, Region) and term.head == "nonempty" and isinstance(member, Closed):
            images = {region.parameter: member.body}
            parts = tuple(Ground("relation", relation=r.substituted(images)) for r in region.relations)
            return Ground("and", parts)
        raise KernelError(f"a world cannot tell whether a set is {term.head}")

    def _for_all(self, fn: Expr) -> Ground:
        sort = fn.sort.args[0]
        if sort in (REAL, VEC):
            self.count += 1
            name = f"{_plain(fn.label)}_{self.count}"
            self.labels[name] = fn.label
            return Ground("forall", (self.formula(self.body(fn, var(name))),), variable=name)
        if sort == SEQUENCE:
            self.count += 1
            members = tuple(var(f"{_plain(fn.label)}_{self.count}_{place}") for place in range(1, PLACES + 1))
            inside = self.formula(self.body(fn, AnySequence(members)))
            return inside if settled(inside) is not None else Ground("forall", (inside,))
        if sort == INT:
            return Ground("and", tuple(self.formula(self.body(fn, num(k))) for k in ranges.places(self, fn)))
        return Ground(
            "and", tuple(self.formula(self.body(fn, value)) for value in ranges.domain(self.world, sort))
        )

    def happens(self, event: Ground) -> bool:
        """Whether an event happens; where real variables decide, whether it does at the values that the world
        gives to variables of their names, and then it is owed that it is so wherever the premises hold."""
        if settled(event) is not None or any(p.head not in ("relation", "true") for p in _conjuncts(event)):
            return self.truth(event)
        for relation in flat(event):
            known = decide(relation) if not relation.variables() else self._sampled(relation)
            if known is None:
                raise KernelError(
                    "an event in this world is not decided; it may need a value of its variable"
                )
            if not known:
                return False
        return True

    def _sampled(self, relation: Relation) -> bool | None:
        """The truth of a relation at the world's values, owed as a claim for all values."""
        at: dict[str, Term] = {}
        for name in relation.variables():
            found = self.world.values.get(self.labels.get(name, ""))
            if not isinstance(found, Closed) or found.parameters:
                return None
            at[name] = found.body
        known = decide(relation.substituted(at))
        if known is not None:
            conditions = self.world.parameters
            for premise in self.given:
                self.side.extend(defining(conditions, premise))
                conditions = (*conditions, premise)
            self.side.append(claim_of(conditions, relation if known else relation.negated()))
        return known

    def truth(self, ground: Ground) -> bool:
        """The truth of a formula without variables; refuses to guess."""
        value = settled(ground)
        if value is None:
            raise KernelError("an event in this world is not decided by exact or interval arithmetic")
        return value


def _member(drawn: Data | AnySequence, place: fmpq | None) -> Number:
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


def _conjuncts(ground: Ground) -> tuple[Ground, ...]:
    """The parts of a conjunction, those of its parts among them; of anything else, itself."""
    if ground.head != "and":
        return (ground,)
    return tuple(part for inner in ground.parts for part in _conjuncts(inner))


def _plain(name: str) -> str:
    return "".join(c for c in name if c.isalnum()) or "x"
