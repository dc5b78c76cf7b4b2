"""From terms of ``kernel.logic`` to the model of a formula.

Conventions of the page: a function whose first argument is a data set carries it as an index
(``theta(S, w)`` is ϑ_S(w)), ``replace(S, i, z)`` is S⁽ⁱ⁾ when z itself is the new record, ``item(S, j)`` is
the record z_j, a function of one variable that occurs once is written with a dot (``fun w. loss(w, z)`` is
ℓ(·, z)), a function at an argument as its value there, and a property in its definition's words, where these
mention every parameter. A variable that would be written like one of these stands as it is typed: a record
``z1``, a function ``theta_S``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..kernel.logic import (
    ARITHMETIC,
    BASE,
    BINARY_REAL,
    DATA,
    INT,
    PROP,
    RECORD,
    RELATIONS,
    UNARY_REAL,
    VECTOR,
    Definition,
    Expr,
    Sort,
    applied,
    apply_function,
    open_named,
    show,
    var,
)
from ..notation import DEFINED, WRITTEN_OUT
from .from_real import operation
from .model import Math, call, conjunction, rational, relation, symbol

if TYPE_CHECKING:
    from ..theory.library import TheoryLibrary

_RELATION: Final = {head: symbol for symbol, head in RELATIONS.items()}
_ARITHMETIC: Final = frozenset({*ARITHMETIC.values(), *UNARY_REAL, *BINARY_REAL, "neg", "norm"})
_VECTOR: Final = {VECTOR["+"]: "add", VECTOR["-"]: "sub", VECTOR["*"]: "mul"}
_SLOT: Final = re.compile(r"\{(\w+)\}")
_WRITTEN: Final = re.compile(r"(\w+)(?:\[(\w+)\])?(?:\((\w+)\))?")
_INDEXED: Final = re.compile(r"([A-Za-z]+)(_?[A-Za-z0-9]+)'*")
_HEADS: Final = frozenset(pattern.partition("[")[0] for pattern in DEFINED.values() if "[" in pattern)
_SAMPLE: Final = "S"
_SAMPLES: Final = frozenset({"S", "T"})
_RECORD: Final = "z"
_DOT: Final = Math("word", (), "·")


@dataclass(frozen=True)
class Words:
    """The definitions of a library and the words for them; `added` are a user's own, which are written as
    calls of their names: their words are no notion of the library's."""

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)
    added: frozenset[str] = frozenset()

    @classmethod
    def of(cls, library: TheoryLibrary) -> Words:
        """Those of a library."""
        return cls(library.definitions, library.says, library.added)


def from_expr(term: Expr, words: Words = Words()) -> Math:
    """The model of a sorted term or formula."""
    return _Reader(words).read(term)


class _Reader:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.special: dict[str, Callable[[Expr], Math]] = {
            "num": self.number, "var": self.name, "const": self.name, "zero": self.zero, "lam": self.function,
            "apply": self.application, "defined": self.named, "forall": self.quantified,
            "exists": self.quantified, "member": self.member, "not": self.negation, "and": self.both,
            "E": self.draw, "P": self.draw, "image": self.draw, "mixture": self.draw, "sum": self.sum,
            "item": self.item, "replace": self.replaced, "iid": self.power_law, "project": self.projection,
            "integrable": self.integrable, "density": self.density, "closed": self.phrase,
            "gaussian": self.normal_law, "chain": self.draws,
        }  # fmt: skip

    def read(self, term: Expr) -> Math:
        """The model of any term."""
        if term.head in self.special:
            return self.special[term.head](term)
        parts = tuple(self.read(a) for a in term.args)
        if term.head in _RELATION:
            if all(a.head == "lam" for a in term.args):  # nothing else says what they are functions of
                parts = tuple(map(self.over, term.args))
            return relation(parts[0], _RELATION[term.head], parts[1])
        if term.head in _VECTOR:
            return operation(_VECTOR[term.head], parts)
        if term.head in _ARITHMETIC:
            return operation(term.head, parts)
        if term.head in ("or", "implies"):
            return Math(term.head, parts)
        return call(Math("function", (), term.head), *parts) if parts else symbol(show(term))

    def number(self, term: Expr) -> Math:
        if term.value is None:
            return symbol(show(term))
        return rational(int(term.value.p), int(term.value.q))

    def name(self, term: Expr) -> Math:
        return Math("typed", (), term.label) if _is_typed(term) else symbol(term.label)

    def zero(self, term: Expr) -> Math:
        return Math("number", (), "0")

    def application(self, term: Expr) -> Math:
        arguments: list[Expr] = []
        while term.head == "apply":
            arguments.append(term.args[1])
            term = term.args[0]
        arguments.reverse()
        if term.head == "lam" and term.sort.args[1] != PROP:  # what is said of a function, at its values
            return self.read(apply_function(term, *arguments))
        head = self.read(term)
        if len(arguments) == 1 and term.sort.args[1] == PROP:
            return relation(self.read(arguments[0]), "in", head)
        if arguments[0].sort == DATA and _takes_more(term.sort):
            head = Math("below", (head, self.read(arguments.pop(0))))
        return call(head, *map(self.read, arguments)) if arguments else head

    def named(self, term: Expr) -> Math:
        """A definition at arguments, which remembers whose it is."""
        return replace(self.defined(term), about=term.label)

    def defined(self, term: Expr) -> Math:
        """A definition at arguments: in its own notation, in words, or as a call of its name."""
        definition = self.words.definitions.get(term.label)
        if term.label in self.words.added:
            definition = None
        if term.label == "inner":
            return Math("fence", (Math("pair", tuple(map(self.read, term.args))),), "inner")
        if definition is not None and term.label in WRITTEN_OUT:
            return self.read(definition.expand(term.args))
        arguments = tuple(self.read(a) for a in term.args)
        if definition is not None:
            put = {name: made for (name, _), made in zip(definition.parameters, arguments, strict=True)}
            hidden = tuple(
                made
                for (name, _), made, given in zip(definition.parameters, arguments, term.args, strict=True)
                if given.label != name or given.head != "var"
            )
            made = _written(DEFINED.get(term.label, ""), put, hidden)
            template = _template(self.words.says.get(term.label, ""), put) if term.sort == PROP else ""
            if made is not None:
                return made
            if template:
                return Math(
                    "phrase", tuple(put[s] for s in _SLOT.findall(template)), _SLOT.sub("{}", template)
                )
        word = Math("word", (), term.label)
        return call(word, *arguments) if arguments else word

    def function(self, term: Expr) -> Math:
        name, body = open_named(term)
        domain = term.sort.args[0]
        made, bound = self.read(body), self.name(var(name, domain))
        if body.sort == PROP:
            return Math("set", (bound, self.space(domain), made))
        if _takes(body, var(name, domain)) and made.kind == "call" and _is_dotted(made, bound):
            dotted = (_DOT if part == bound else part for part in made.parts)
            return Math("call", tuple(dotted)) if len(made.parts) > 2 else made.parts[0]
        if made.kind == "map":
            inner = made.parts[0]
            names = inner.parts if inner.kind == "pair" else (inner,)
            return Math("map", (Math("pair", (bound, *names)), *made.parts[1:]))
        return Math("map", (bound, self.space(domain), made))

    def over(self, term: Expr) -> Math:
        """A function with its domains."""
        bound = list[Math]()
        while term.head == "lam" and term.sort.args[1] != PROP:
            domain = term.sort.args[0]
            name, term = open_named(term)
            bound.append(Math("over", (self.name(var(name, domain)), self.space(domain))))
        if not bound:
            return self.read(term)
        return Math("map", (Math("pair", tuple(bound)), bound[-1].parts[1], self.read(term)))

    def space(self, sort: Sort) -> Math:
        if sort in BASE.values():
            return Math("space", (), sort.name)
        if sort.name == "law":
            return Math("phrase", (self.space(sort.args[0]),), "laws on {}")
        if sort.name == "->" and sort.args[1] == PROP:
            return Math("phrase", (self.space(sort.args[0]),), "sets in {}")
        if sort.name == "->":
            into, of = self.space(sort.args[1]), self.space(sort.args[0])
            return Math("phrase", (of, into), "functions {} → {}")
        return Math("word", (), str(sort))

    def normal_law(self, term: Expr) -> Math:
        """N(c, s²): the second argument of the term is the standard deviation."""
        center, deviation = map(self.read, term.args)
        return call(Math("word", (), "N"), center, Math("power", (deviation, Math("number", (), "2"))))

    def draws(self, term: Expr) -> Math:
        """The law of m draws, the t-th from the kernel at t and the draws before it."""
        return Math("phrase", tuple(map(self.read, term.args)), "{} draws from {}")

    def quantified(self, term: Expr) -> Math:
        """Neighbouring binders over one domain are written as one."""
        names: list[Math] = []
        domain: Math | None = None
        body = term
        while body.head == term.head:
            variable, found, inner = self._opened(body)
            if domain not in (None, found):
                break
            domain = found
            names.append(self.name(variable))
            body = inner
        space = domain or Math("word", (), "")
        return Math("quantified", (*names, space, self.read(body)), term.head)

    def _opened(self, term: Expr) -> tuple[Expr, Math, Expr]:
        """A binder's variable, what it ranges over, and what is said of it."""
        lam = term.args[0]
        name, body = open_named(lam)
        join = "implies" if term.head == "forall" else "and"
        variable = var(name, lam.sort.args[0])
        container = _container(body.args[0], variable) if body.head == join else None
        if container is not None:
            return variable, self.read(container), body.args[1]
        return variable, self.space(lam.sort.args[0]), body

    def member(self, term: Expr) -> Math:
        return relation(self.read(term.args[0]), "in", self.read(term.args[1]))

    def negation(self, term: Expr) -> Math:
        inner = term.args[0]
        if inner.head == "member":
            return relation(self.read(inner.args[0]), "not-in", self.read(inner.args[1]))
        return Math("not", (self.read(inner),))

    def both(self, term: Expr) -> Math:
        return conjunction(*map(self.read, term.args))

    def draw(self, term: Expr) -> Math:
        """Expectations of probabilities are probabilities over several draws."""
        drawn: list[Math] = []
        node, head = term, term.head
        while True:
            name, body = _opened_beside(node.args[1], node.args[0])
            bound = self.name(var(name, node.args[1].sort.args[0]))
            drawn.append(Math("drawn", (bound, self.read(node.args[0]))))
            if node.head != "E" or body.head not in ("E", "P"):
                break
            node, head = body, body.head
        if head == "image" and body.sort.name == "law":
            head = "image of laws"
        return Math("draw", (*drawn, self.read(body)), head)

    def sum(self, term: Expr) -> Math:
        name, body = _opened_beside(term.args[2], *term.args[:2])
        first, last = (self.read(a) for a in term.args[:2])
        return Math("sum", (symbol(name), first, last, self.read(body)))

    def item(self, term: Expr) -> Math:
        data, place = term.args
        base = symbol(_RECORD) if data.head == "var" and data.label == _SAMPLE else self.read(data)
        return Math("below", (base, self.read(place)))

    def replaced(self, term: Expr) -> Math:
        data, place, record = (self.read(a) for a in term.args)
        if record == symbol(_RECORD):
            return Math("replaced", (data, place))
        return Math("replaced", (data, place, record))

    def power_law(self, term: Expr) -> Math:
        return Math("power", (self.read(term.args[0]), symbol("n")))

    def projection(self, term: Expr) -> Math:
        container, point = (self.read(a) for a in term.args)
        return call(Math("below", (Math("word", (), "proj"), container)), point)

    def integrable(self, term: Expr) -> Math:
        name, body = _opened_beside(term.args[1], term.args[0])
        bound = self.name(var(name, term.args[1].sort.args[0]))
        drawn = Math("drawn", (bound, self.read(term.args[0])))
        moment = Math("draw", (drawn, Math("fence", (self.read(body),), "abs")), "E")
        return relation(moment, "<", symbol("oo"))

    def density(self, term: Expr) -> Math:
        law, function = (self.read(a) for a in term.args)
        return Math("phrase", (law, function), "{} has the density {}")

    def phrase(self, term: Expr) -> Math:
        return Math("phrase", (self.read(term.args[0]),), "{} is " + term.head)


def _opened_beside(lam: Expr, *beside: Expr) -> tuple[str, Expr]:
    """A bound variable's name, which nothing has that is written beside it, and what is said of it."""
    return open_named(lam, frozenset().union(*(term.names for term in beside)))


def _container(formula: Expr, variable: Expr) -> Expr | None:
    """The set that a formula says a variable lies in, however it is written."""
    if formula.head == "member":
        element, container = formula.args
    elif formula.head == "apply":
        container, element = formula.args
    else:
        return None
    whole = container.sort.args[0] == variable.sort  # a set of reals is no domain of an integer
    return container if whole and element == variable and variable.label not in container.names else None


def _is_typed(term: Expr) -> bool:
    """Whether a variable would be written like the space of records, a record of S, a function at S, a set of
    some radius."""
    if term.label == "Z":
        return term.sort.name == "->" and term.sort.args[1] == PROP
    match = _INDEXED.fullmatch(term.label)
    if match is None or match[2].isalpha():
        return False
    function = term.sort.name == "->" and (match[2][0] == "_" or match[1] in _HEADS)
    return function or match[1] == _RECORD or (term.sort == RECORD and match[1] in _SAMPLES)


def _takes(body: Expr, variable: Expr) -> bool:
    """Whether a function takes at the variable's place just what the variable ranges over: functions of
    integers are not those of reals that they come from."""
    if variable.sort != INT:
        return True
    while body.head == "lam":
        body = body.args[0]
    fn, arguments = applied(body)
    sort, exact = fn.sort, bool(arguments)
    for argument in arguments:
        exact = exact and (argument != variable or sort.args[0] == INT)
        sort = sort.args[1]
    return exact


def _is_dotted(made: Math, bound: Math) -> bool:
    """Whether a variable stands once in a call, as an argument before all dots."""
    arguments = made.parts[1:]
    if not _count(made, bound) == arguments.count(bound) == 1:
        return False
    return _DOT not in arguments[: arguments.index(bound)]


def _takes_more(sort: Sort) -> bool:
    """Whether a function with a data set as its first argument takes more arguments."""
    return sort.name == "->" and sort.args[1].name == "->"


def _count(math: Math, part: Math) -> int:
    """How often a part occurs."""
    return (math == part) + sum(_count(inner, part) for inner in math.parts)


def _written(pattern: str, put: Mapping[str, Math], given: tuple[Math, ...]) -> Math | None:
    """A pattern such as ``theta[S](w)`` with a definition's arguments put in.

    Arguments that the pattern leaves out are understood where they are the parameters themselves
    (the loss is called loss); any other is written before the argument in round brackets.
    """
    match = _WRITTEN.fullmatch(pattern)
    if match is None or any(name and name not in put for name in match.groups()[1:]):
        return None
    head, index, argument = match.groups()
    made = symbol(head) if index is None else Math("below", (symbol(head), put[index]))
    shown = [put[name] for name in (index, argument) if name]
    others = [part for part in given if part not in shown]
    return made if argument is None else call(made, *others, put[argument])


def _template(says: str, put: Mapping[str, Math]) -> str:
    """A definition's words with slots: as written, or made where every parameter is named."""
    if not _SLOT.search(says):
        names = "|".join(map(re.escape, put))
        says = re.sub(rf"(?<!\w)({names})(?!\w)", r"{\1}", says) if names else ""
    return says if set(_SLOT.findall(says)) == set(put) else ""
