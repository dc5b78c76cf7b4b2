"""What a formula says in a world: relations between numbers, under real variables that remain.

Quantifiers over records, data sets and bounded integers are expanded; quantifiers over reals and
vectors become variables of claims. Expectations over finite laws become sums, probabilities of
events under Laplace noise become differences of its distribution function.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

from flint import fmpq

from ..limits import KernelError
from ..real.claims import Claim, Relation, claim_of
from ..real.enclose import exact
from ..real.terms import Term, apply, free_variables, num, rational_value, substitute, var
from .calculation import conjuncts
from .ground import FALSE, TRUE, Ground, decide, defining, flat, settled
from .intervals import bounds_on
from .measures import exponential_moment, power, ratio, sequences, subsets
from .noise import Gamma, Gaussian, Gibbs, Laplace, between, folded, tighter, total, weighted
from .signature import BINARY_REAL, RELATIONS, UNARY_REAL
from .sorts import DATA, INT, PROP, REAL, RECORD, SEQUENCE, VEC, Sort, set_of
from .terms import Definition, Expr, abstract, apply_function, normal
from .terms import num as logic_num
from .terms import var as logic_var
from .worlds import AnySequence, Closed, FiniteLaw, Noise, Points, Region, World

MAX_CASES = 20_000
_SYMBOL = {head: symbol for symbol, head in RELATIONS.items()}
_VECTOR = {"vadd": "add", "vsub": "sub", "vscale": "mul"}
_INDICES = set_of(INT)

Number = Term
Data = tuple[Term, ...]


class Grounding:
    """Evaluates the formulas of one statement in one world.

    Where `covers` is a list, the probability of an event under noise is replaced by that of the
    interval that the world names, and the claims that the event lies in it are added to the list:
    the value is then an upper bound. `side` collects claims that a world with parameters owes in any
    case, such as that the scale of its noise is positive.
    """

    def __init__(
        self, world: World, definitions: Mapping[str, Definition], covers: list[Claim] | None = None
    ) -> None:
        self.world = world
        self.definitions = definitions
        self.covers = covers
        self.side: list[Claim] = []
        self.bound: dict[str, object] = {}
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

    def body(self, fn: Expr, value: object) -> Expr:
        """The body of a function with a value put in."""
        return normal(apply_function(fn, self.fresh(value, fn.sort.args[0])), self.definitions)

    def value(self, term: Expr) -> object:
        """The value of a term that is not a formula."""
        if term.sort in (REAL, INT, VEC, RECORD):
            return self.number(term)
        if term.sort == DATA:
            return self.data(term)
        if term.sort.name == "law":
            return self.law(term)
        if term.sort == _INDICES:
            return self.indices(term)
        if term.sort == SEQUENCE and isinstance(self.bound.get(term.label), tuple | AnySequence):
            return self.bound[term.label]
        return term

    def indices(self, term: Expr) -> frozenset[int]:
        """Those of 1, ..., n that are in a set of integers."""
        found = self.bound.get(term.label)
        if isinstance(found, frozenset):
            return found
        places = range(1, self.world.size + 1)
        return frozenset(
            k
            for k in places
            if self.truth(self.formula(normal(apply_function(term, logic_num(k)), self.definitions)))
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
            "sum": self._sum,
            "E": self._expectation,
            "P": self._probability,
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
        if term.sort == SEQUENCE and isinstance(drawn, tuple) and isinstance(arguments[0], Term):
            place = rational_value(arguments[0])
            if place is None or place.q != 1:
                raise KernelError("the place of a draw is not known in this world")
            return drawn[int(place.p) - 1] if 1 <= place <= len(drawn) else num(0)
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
        return total([self.number(self.body(term.args[2], num(place))) for place in places])

    # -- laws --------------------------------------------------------------------------------

    def law(self, term: Expr) -> FiniteLaw | Laplace | Gamma | Gaussian | Gibbs:
        """The value of a law; scales and shapes are positive, records are those of the world."""
        made = self._law(term)
        if isinstance(made, FiniteLaw):
            if term.sort.args[0] == RECORD:
                for point, _ in made.weights:
                    self._check_sort(point if isinstance(point, Term) else num(0), RECORD)
        elif not isinstance(made, Gibbs):
            self._positive(made.scale)
            if isinstance(made, Gamma):
                self._positive(made.shape)
        return made

    def _positive(self, number: Term) -> None:
        """That a number is positive: decided, or owed as a claim about the world's parameters."""
        relation = Relation(">", number, num(0))
        if relation.variables():
            self.side.append(claim_of(self.world.parameters, relation))
        elif decide(relation) is not True:
            raise KernelError("a scale or a shape in this world is not known to be positive")

    def _law(self, term: Expr) -> FiniteLaw | Laplace | Gamma | Gaussian | Gibbs:
        if term.head == "gaussian":
            return Gaussian(*(self.number(a) for a in term.args))
        if term.head.startswith("subsets"):
            return subsets(self.world.size, term.head, [rational_value(self.number(a)) for a in term.args])
        if term.head == "chain":
            return sequences(
                rational_value(self.number(term.args[0])), lambda t, x: self._next(term.args[1], t, x)
            )
        if term.head in ("gammalaw", "explaw"):
            shape = self.number(term.args[0]) if term.head == "gammalaw" else num(1)
            return Gamma(shape, self.number(term.args[-1]))
        if term.head == "gibbs":
            return self._gibbs(term)
        if term.head == "iid":
            return self._product(self.law(term.args[0]))
        if term.head == "l2laplace":
            return Laplace(num(0), self.number(term.args[0]))
        if term.head == "image":
            return self._shifted(term)
        arguments: list[object] = []
        while term.head == "apply":
            arguments.append(self.value(term.args[1]))
            term = term.args[0]
        given = self.world.values.get(term.label) if term.head == "var" else None
        if isinstance(given, FiniteLaw):
            return self._kernel(given, tuple(reversed(arguments)))
        if isinstance(given, Noise):
            images = tuple(reversed(arguments))
            made = [
                self.world.closed(Closed(given.parameters, t), images) for t in (given.center, given.scale)
            ]
            return Laplace(*map(folded, made))
        raise KernelError(f"the world gives no law to {term.label or term.head!r}")

    def _next(self, kernel: Expr, place: int, drawn: tuple[Term, ...]) -> FiniteLaw:
        """The law of the next draw of a chain."""
        step = apply_function(kernel, logic_num(place), self.fresh(drawn, SEQUENCE))
        made = self.law(normal(step, self.definitions))
        if not isinstance(made, FiniteLaw):
            raise KernelError("a world goes through chains of finite laws only")
        return made

    def _kernel(self, given: FiniteLaw, arguments: tuple[object, ...]) -> FiniteLaw:
        """A finite law whose points are functions of arguments, at these."""
        if not given.parameters:
            return given
        return FiniteLaw(
            tuple(
                (self.world.closed(Closed(given.parameters, point), arguments), weight)
                for point, weight in given.weights
                if isinstance(point, Term)
            )
        )

    def _gibbs(self, term: Expr) -> Gibbs:
        """Weights exp(u(i)); a law on 1 ... m needs m >= 1."""
        last = rational_value(self.number(term.args[0]))
        if last is None or last.q != 1 or not 1 <= last <= MAX_CASES:
            raise KernelError("the number of places of an exponential mechanism is not known in this world")
        places = range(1, int(last.p) + 1)
        return Gibbs(tuple(apply("exp", self.number(self.body(term.args[1], num(i)))) for i in places))

    def _product(self, one: FiniteLaw | Laplace | Gamma | Gaussian | Gibbs) -> FiniteLaw:
        if not isinstance(one, FiniteLaw):
            raise KernelError("records have a finite law")
        if self._too_many(len(one.weights)):
            raise KernelError("too many data sets in this world; make it smaller")
        weights = []
        for draw in itertools.product(one.weights, repeat=self.world.size):
            weight = fmpq(1)
            for _, part in draw:
                weight *= part
            weights.append((tuple(point for point, _ in draw), weight))
        return FiniteLaw(tuple(weights))  # type: ignore[arg-type]

    def _moved(self, term: Expr) -> bool:
        """Whether an image is noise that is moved: ``center + k``."""
        drawn = logic_var("@moved", term.args[0].sort.args[0])
        image = normal(apply_function(term.args[1], drawn), self.definitions)
        return image.head == "vadd" and image.args[1] == drawn and term.args[0].head != "mixture"

    def _shifted(self, term: Expr) -> Laplace:
        """The image of noise under a translation, written as ``center + k``."""
        source = self.law(term.args[0])
        drawn = self.fresh(var("noise"), VEC)
        moved = normal(apply_function(term.args[1], drawn), self.definitions)
        if not isinstance(source, Laplace) or moved.head != "vadd" or moved.args[1] != drawn:
            raise KernelError("in a world only noise has images, and only translated: center + k")
        center = self.number(moved.args[0])
        if "noise" in free_variables(center):
            raise KernelError("the center of the noise depends on the noise")
        return Laplace(folded(source.center + center), source.scale)

    def _expectation(self, term: Expr) -> Number:
        if term.args[0].head in ("mixture", "image"):
            return self.number(_drawn_within(term, "E"))
        source = self.law(term.args[0])
        if isinstance(source, Gibbs):
            places = range(1, len(source.weights) + 1)
            values = [self.number(self.body(term.args[1], num(place))) for place in places]
            return total([source.share([place]) * value for place, value in zip(places, values, strict=True)])
        if isinstance(source, Gaussian):
            integrand = self.number(self.body(term.args[1], var("drawn")))
            return exponential_moment(source, integrand, "drawn")
        if not isinstance(source, FiniteLaw):
            raise KernelError("a world evaluates expectations over finite laws only")
        return total(
            [
                weighted(weight, self.number(self.body(term.args[1], point)))
                for point, weight in source.weights
            ]
        )

    def _probability(self, term: Expr) -> Number:
        if term.args[0].head == "mixture" or (term.args[0].head == "image" and not self._moved(term.args[0])):
            return self.number(_drawn_within(term, "P"))
        source = self.law(term.args[0])
        if isinstance(source, Gibbs):
            places = range(1, len(source.weights) + 1)
            held = [i for i in places if self.truth(self.formula(self.body(term.args[1], num(i))))]
            return source.share(held)
        if not isinstance(source, FiniteLaw):
            return self._noise_probability(source, term.args[1])
        mass = fmpq(0)
        for point, weight in source.weights:
            if self.truth(self.formula(self.body(term.args[1], point))):
                mass += weight
        return num(mass)

    def _noise_probability(self, source: Laplace | Gamma | Gaussian, event: Expr) -> Number:
        """The probability of an interval, given by bounds on the drawn number or its distance to a point."""
        point = var("drawn")
        parts = flat(self.formula(self.body(event, point)))
        if self.covers is not None and self.world.within is not None:
            low, high = self.world.within
            bounds = [Relation("<=", low, point)] if low is not None else []
            bounds += [Relation("<=", point, high)] if high is not None else []
            conditions = self.world.parameters
            for part in parts:
                self.covers.extend(defining(conditions, part))
                conditions = (*conditions, part)
            self.covers.extend(claim_of(conditions, bound) for bound in bounds)
            return between(source, low, high)
        lowest, highest = None, None
        for part in parts:
            below, above = bounds_on(part, point)
            lowest = tighter("max", lowest, below)
            highest = tighter("min", highest, above)
        if lowest is not None and highest is not None:
            ordered = decide(Relation("<=", lowest, highest))
            if ordered is None:
                raise KernelError("cannot tell which end of an interval is the lower one")
            if not ordered:
                return num(0)
        return between(source, lowest, highest)

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
            return self._membership(term)
        if head == "integrable" and isinstance(self.law(term.args[0]), FiniteLaw):
            return TRUE
        if head in ("closed", "nonempty"):
            return self._set_property(term)
        if head == "ratio":
            return self._ratio(term)
        raise KernelError(f"a world cannot tell whether {head!r} holds")

    def _ratio(self, term: Expr) -> Ground:
        """A density with respect to a finite law: its weights, times the density, are those of the other."""
        mu, nu = self.law(term.args[0]), self.law(term.args[1])
        if not isinstance(mu, FiniteLaw) or not isinstance(nu, FiniteLaw):
            raise KernelError("a world compares finite laws only")
        relations = ratio(mu, nu, lambda point: self.number(self.body(term.args[2], point)))
        return Ground("and", tuple(Ground("relation", relation=r) for r in relations))

    def _membership(self, term: Expr) -> Ground:
        chosen = self.bound.get(term.args[0].label)
        if isinstance(chosen, frozenset) and term.args[0].sort == _INDICES:
            place = rational_value(self.number(term.args[1]))
            return TRUE if place is not None and place.q == 1 and int(place.p) in chosen else FALSE
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
            return Ground("forall", (self.formula(self.body(fn, var(name))),), variable=name)
        if sort == SEQUENCE:
            return self.formula(self.body(fn, AnySequence()))
        if sort == INT:
            return Ground("and", tuple(self.formula(self.body(fn, num(k))) for k in self._places(fn)))
        return Ground("and", tuple(self.formula(self.body(fn, value)) for value in self._domain(sort)))

    def _places(self, fn: Expr) -> range:
        """The integers that the guard of a quantifier lets through: ``1 <= i and i <= last implies ...``."""
        body = self.body(fn, var("place"))
        if body.head != "implies":
            raise KernelError("a world goes through integers only where bounds imply something")
        guard = body.args[0]
        stands = var("place")
        known = {name for name in guard.names if self.bound.get(name) == stands}
        last = [p.args[1] for p in conjuncts(guard) if p.head == "le" and p.args[0].label in known]
        first = [p.args[0] for p in conjuncts(guard) if p.head == "le" and p.args[1].label in known]
        if len(last) != 1 or len(first) != 1:
            raise KernelError("a world goes through integers only between two bounds")
        low, high = (rational_value(self.number(b)) for b in (first[0], last[0]))
        if low is None or high is None or low.q != 1 or high.q != 1 or high - low > MAX_CASES:
            raise KernelError("the bounds of an integer are not known in this world")
        return range(int(low.p), int(high.p) + 1)

    def _domain(self, sort: Sort) -> list[object]:
        records = [num(r) for r in self.world.records]
        if sort == RECORD:
            return list(records)
        if sort == DATA and not self._too_many(len(records)):
            return list(itertools.product(records, repeat=self.world.size))
        if sort == _INDICES and self.world.size <= 10:
            places = range(1, self.world.size + 1)
            return [frozenset(part) for size in (0, *places) for part in itertools.combinations(places, size)]
        if sort == set_of(VEC) and 0 < len(self.world.outputs) <= 10:
            points = self.world.outputs
            sizes = range(len(points) + 1)
            return [frozenset(part) for size in sizes for part in itertools.combinations(points, size)]
        raise KernelError(f"a world cannot go through all of {sort}")

    def _too_many(self, points: int) -> bool:
        """Whether there are more data sets than cases may be, told without computing how many."""
        return points > 1 and (
            self.world.size > MAX_CASES.bit_length() or points**self.world.size > MAX_CASES
        )

    def truth(self, ground: Ground) -> bool:
        """The truth of a formula without variables; refuses to guess."""
        value = settled(ground)
        if value is None:
            raise KernelError("an event in this world is not decided by exact or interval arithmetic")
        return value


def _drawn_within(term: Expr, head: str) -> Expr:
    """E or P under the law of an image or a mixture, by what was drawn: P[y ~ image[x ~ mu](f(x))](phi(y))
    is P[x ~ mu](phi(f(x))), P[y ~ mixture[x ~ mu](K(x))](phi(y)) is E[x ~ mu](P[y ~ K(x)](phi(y)))."""
    source, event = term.args
    base, made = source.args
    drawn = logic_var("@drawn", base.sort.args[0])
    inner = apply_function(made, drawn)
    if source.head == "image":
        body, outer = apply_function(event, inner), head
    else:
        body, outer = Expr(head, (inner, event), REAL), "E"
    return Expr(outer, (base, abstract(drawn.label, base.sort.args[0], body)), REAL)


def _plain(name: str) -> str:
    return "".join(c for c in name if c.isalnum()) or "x"
