"""Lines that one line needs and that are not there: by rules, from lines above, from trivial facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Final

from ...kernel import KernelError
from ...kernel.logic import (
    PROP,
    REAL,
    RELATIONS,
    Expr,
    Line,
    Theorem,
    abstract,
    apply_function,
    conjuncts,
    is_name,
    num,
    op,
    replace_all,
    substitute,
    var,
    walk,
)
from .congruence import CONGRUENCE, congruent
from .expansion import ONE, function
from .facts import FACTS, Fact, facts
from .inference import Inference
from .instances import Instance
from .linearity import combination
from .points import calculable
from .schemas import giving

INTEGRABLE: Final = "integrable"
DEEP = 3
"""So many lines deep a premise is looked for."""
_RELATIONS = frozenset(RELATIONS.values())
_OF_ALL = ("forall", "implies")


def _forall(x: Expr, formula: Expr) -> Expr:
    return op("forall", PROP, abstract(x.label, x.sort, formula))


def closed(formula: Expr) -> Iterator[Expr]:
    """The closed terms in a formula or a term, each once, those that have others in them first."""
    yield from dict.fromkeys(node for node in walk(formula) if node.sort != PROP and node.reach == 0)


@dataclass
class Needed:
    """The lines that one line needs, as they are found; their labels have a mark."""

    search: Inference
    line: Line
    mark: str = ""
    lines: list[Line] = field(default_factory=list)
    said: dict[str, Expr] = field(default_factory=dict)

    def add(self, said: Expr, by: str, sources: tuple[str, ...] = (), **more: object) -> str:
        """The label of a new line that says a formula in normal form."""
        place = len(self.lines) + 1
        while (label := f"{self.line.label}.{self.mark}{place}") in self.search.known:
            place += 1
        self.lines.append(Line(label, said, by, sources, **more))  # type: ignore[arg-type]
        self.said[label] = self.search.known[label] = said
        return label

    def with_(self, line: Line) -> list[Line]:
        """A line after those that it needs of the lines that were found."""
        used, kept = set(line.sources), [line]
        for one in reversed(self.lines):
            if one.label in used:
                used |= set(one.sources)
                kept.insert(0, one)
            else:
                del self.search.known[one.label]
        return kept

    def forget(self) -> None:
        """Nothing is known any more that was found."""
        for line in self.lines:
            self.search.known.pop(line.label, None)  # a line may be found twice
        self.lines.clear()

    def label(self, formula: Expr, deep: int = DEEP) -> str | None:
        """The label of a line that says a formula: one that is there, or a new one; None for none."""
        goal = self.search.normal(formula)
        for label, said in self.search.known.items():
            if goal in (said, *conjuncts(said)):
                return label
        if goal.head == "forall":
            return self._applied(goal) or (self._for_all(goal, deep - 1) if deep else None)
        if goal.head in _RELATIONS and goal.args[0].sort.name in ("real", "int"):
            return self._by_rule(goal) or self._applied(goal) or self._calculated(goal)
        found = self._applied(goal) or self._by_rule(goal)
        if found is None and goal.head == "implies" and (shown := self._applied(goal.args[1])) is not None:
            return self.add(goal, "intro", (shown,))  # true without its premise
        return found or (self._integrable(goal, deep) if goal.head == "integrable" else None)

    def _applied(self, goal: Expr) -> str | None:
        """What a line above says of all values."""
        for label in reversed(
            [k for k, said in self.search.known.items() if said.head in ("forall", "implies")]
        ):
            made = self.search.application(label, goal, {})
            if isinstance(made, Line):
                return self.add(goal, "apply", made.sources, terms=made.terms)
        return None

    def _for_all(self, goal: Expr, deep: int) -> str | None:
        """For all values, from any one."""
        x = self.fresh(goal.args[0])
        shown = self.label(apply_function(goal.args[0], x), deep)
        if shown is not None:
            return self.add(goal, "intro", (shown,), names=(x.label,))
        lines = for_all(
            self.search, Line(f"{self.line.label}.{self.mark}all{len(self.lines)}", goal, "calc"), goal
        )
        return self.took(lines) if lines else None

    def took(self, lines: Sequence[Line]) -> str:
        """The label of the last of lines that were found elsewhere, which are this line's now."""
        self.lines += lines
        self.said |= {one.label: self.search.normal(one.formula) for one in lines}
        self.search.known |= {one.label: self.said[one.label] for one in lines}
        return lines[-1].label

    def at(self, x: Expr, labels: Sequence[str]) -> dict[str, str]:
        """What lines say of all values, at one, as new lines: of numbers only."""
        put = dict[str, str]()
        for label in labels:
            said = self.search.known[label]
            if said.head == "forall" and said.args[0].sort.args[0] == x.sort:
                there = self.search.normal(apply_function(said.args[0], x))
                if calculable(there):
                    put[label] = self.add(there, "apply", (label,), terms=(x,))
        return put

    def fresh(self, fn: Expr) -> Expr:
        """A variable for the argument of a function, of a name that nothing here has."""
        name = fn.label if fn.head == "lam" and is_name(fn.label) else "x"
        taken = {*self.search.theorem.variables, *self.search.library.definitions, *fn.names}
        taken.update(*(said.names for said in self.search.known.values()))
        while name in taken:
            name += "'"
        return var(name, fn.sort.args[0])

    def any(self, line: Line, goal: Expr, assumed: Sequence[str]) -> str | None:
        """The label of a line that says a goal for the reason of another, whose goal it is for any values."""
        if goal.head == "and":
            found = [self.any(line, part, assumed) for part in conjuncts(goal)]
            shown = tuple(label for label in found if label is not None)
            return self.add(goal, "both", shown) if len(shown) == len(found) else None
        if line.by != "calc":
            label = f"{line.label}.{self.mark}any"
            while label in self.search.known:  # of another part
                label += "'"
            self.took(self.search.whole(replace(line, label=label, formula=goal), goal))
            return None if label in self.search.reasons else label
        cited = tuple(dict.fromkeys((*line.sources, *assumed))) if line.sources else ()
        sources = self.premises(goal, cited) if calculable(goal) else None
        return None if sources is None else self.add(goal, "calc", tuple(dict.fromkeys((*sources, *assumed))))

    def equations(self, goal: Expr) -> Iterator[str]:
        """Equations that the rule of the line gives of closed parts of a formula."""
        for theorem in self.search.schemas(self.line.by):
            found = False
            told = [part for part in conjuncts(theorem.conclusion) if part.head == "eq"]
            for node, part in product(closed(goal) if told else (), told):
                left = replace(theorem, conclusion=part.args[0])
                made = self.search.search(left, self.line, node).instance(node, self.line.values)
                if isinstance(made, Instance):
                    said = self.search.normal(substitute(part, made.values))
                    yield self.add(said, self.line.by, made.sources, values=made.values)
                    found = True
            if found:
                return

    def equal_under(self, node: Expr) -> str | None:
        """The line that a sum or an expectation is equal to the one with the equations under its binder."""
        x, labels = self.fresh(node.args[-1]), list[str]()
        body = there = self.search.normal(apply_function(node.args[-1], x))
        for label in list(self.equations(body)):
            there = replace_all(there, *self.said[label].args)
            every = self.search.normal(_forall(x, self.said[label]))
            labels.append(self.add(every, "intro", (label,), names=(x.label,)))
        if there == body:
            return None
        other = op(node.head, REAL, *node.args[:-1], abstract(x.label, x.sort, there))
        said = self.search.normal(op("eq", PROP, node, other))
        line = Line(f"{self.line.label}.{len(self.lines) + 1}", said, CONGRUENCE, tuple(labels))
        known = {label: self.said[label] for label in labels}
        try:
            found = congruent(line, said, self.search.theorem, known, self.search.library.definitions)
        except KernelError:
            return None
        for one in found:
            self.lines.append(one)
            self.said[one.label] = self.search.known[one.label] = self.search.normal(one.formula)
        return line.label

    def _integrable(self, goal: Expr, deep: int) -> str | None:
        """That a linear combination is integrable, as its parts are."""
        law, fn = goal.args
        x = self.fresh(fn)
        body = self.search.normal(apply_function(fn, x))
        parts = combination(body, x.label)
        if parts == {body: ONE} or not deep:
            return integrable(self, goal, deep)
        made = [(c, function(x, part)) for part, c in parts.items()]
        found = [self.label(op("integrable", PROP, law, f), deep - 1) for _, f in made]
        labels = [label for label in found if label is not None]
        if len(labels) < len(made):
            return None
        (b, g), there = made[-1], labels[-1]
        before = list(zip(made[:-1], labels[:-1], strict=True)) or [((b, g), there)]
        b = b if len(made) > 1 else num(0)
        for (a, f), label in reversed(before):
            whole = op("add", REAL, *(op("mul", REAL, c, apply_function(h, x)) for c, h in ((a, f), (b, g))))
            values = {"mu": law, "f": f, "g": g, "a": a, "b": b}
            b, g = ONE, self.search.normal(function(x, whole))
            sources = tuple(dict.fromkeys((label, there)))
            there = self.add(op("integrable", PROP, law, g), "integrable-linear", sources, values=values)
        same = op("eq", PROP, self.search.normal(apply_function(g, x)), body)
        shown = self._calculated(same)
        if shown is None:
            return None
        every = self.add(self.search.normal(_forall(x, same)), "intro", (shown,), names=(x.label,))
        follows = op("implies", PROP, op("integrable", PROP, law, g), goal)
        values = {"mu": law, "f": g, "g": fn}
        label = self.add(self.search.normal(follows), "expect-equal", (every,), values=values)
        return self.add(goal, "apply", (label, there))

    def _by_rule(self, goal: Expr) -> str | None:
        """By a rule of the logic whose premises are lines above."""
        for theorem in _giving(goal.head):
            line = Line("", goal, theorem.name)
            found = self.search.search(theorem, line, goal).instance(goal, {})
            if isinstance(found, Instance):
                return self.add(goal, theorem.name, found.sources, values=found.values)
        return None

    def _calculated(self, goal: Expr) -> str | None:
        """By calculation, from the lines above that it needs."""
        made = self.search.line(Line("", goal, "calc"))
        short = self.search.reasons.pop("", None) is not None
        sources = self.premises(goal) if short else made.sources
        return None if sources is None else self.add(goal, "calc", sources)

    def premises(self, goal: Expr, cited: tuple[str, ...] = ()) -> tuple[str, ...] | None:
        """Lines above and trivial facts from which a calculation fails at no point found; beside lines cited
        only facts, and lines by which the numbers in it have values."""
        usable = {label: said for label, said in self.search.known.items() if calculable(said)}
        if not usable.keys() >= {*cited}:
            return None
        about = {f"{FACTS}{place}": fact for place, fact in enumerate(facts([goal, *usable.values()]), 1)}
        stated = {label: self.search.normal(fact.formula) for label, fact in about.items()}
        chosen = self.search.chosen(goal, usable | stated, cited)
        if chosen is None:
            return None
        return tuple(self._stated(about[label]) if label in about else label for label in chosen)

    def _stated(self, fact: Fact) -> str:
        return self.add(self.search.normal(fact.formula), fact.rule, values=fact.values)


def for_all(search: Inference, line: Line, goal: Expr) -> list[Line]:
    """A line for all values of variables, under premises: for any values, from the premises and the lines."""
    needed, names, assumed, put = Needed(search, line), list[str](), list[str](), dict[str, str]()
    while goal.head in _OF_ALL:
        if goal.head == "implies":
            assumed.append(needed.add(goal.args[0], "assume"))
            goal = goal.args[1]
            continue
        x = needed.fresh(goal.args[0])
        names.append(x.label)
        goal = search.normal(apply_function(goal.args[0], x))
        put |= needed.at(x, line.sources or list(search.known)) if line.by == "calc" else {}
    cited = replace(line, sources=tuple(put.get(one, one) for one in line.sources))
    shown = needed.any(cited, goal, assumed) if names or assumed or goal.head == "and" else None
    if shown is None:
        needed.forget()
        return []
    if not (names or assumed):
        return needed.with_(Line(line.label, line.formula, "both", (shown,)))
    return needed.with_(Line(line.label, line.formula, "intro", (shown,), names=tuple(names)))


def integrable_premises(
    needed: Needed, schema: Theorem, goal: Expr, depth: int
) -> tuple[Instance, tuple[str, ...]] | None:
    """An instance that gives a goal, and the lines that say of what it asks for that it is integrable."""
    asked, others = asked_integrable(schema)
    line = needed.line if schema.name == needed.line.by else Line("", goal, schema.name)
    found = needed.search.instance(replace(schema, hypotheses=others), line, goal)
    if not isinstance(found, Instance):
        return None
    labels = [integrable(needed, needed.search.normal(substitute(one, found.values)), depth) for one in asked]
    said = tuple(label for label in labels if label is not None)
    return (found, said) if len(said) == len(asked) else None


def integrable(needed: Needed, goal: Expr, depth: int) -> str | None:
    """The line that says it, one that is cited before others; a new one where a rule gives it."""
    known = needed.search.known
    for label in (*reversed(needed.line.sources), *reversed(known)):
        if goal in conjuncts(known[label]):
            return label
    for schema in giving(INTEGRABLE) if depth and goal.head == INTEGRABLE else ():
        made = integrable_premises(needed, schema, goal, depth - 1)
        if made is not None:
            found, more = made
            return needed.add(goal, schema.name, (*found.sources, *more), values=found.values)
    return integrable(needed, goal, depth - 1) if depth and _absolute(needed, goal) else None


def _absolute(needed: Needed, goal: Expr) -> bool:
    """Whether a bound of what is to be integrable gives one of its absolute value: a line that says it."""
    x = needed.fresh(goal.args[1])
    body = needed.search.normal(apply_function(goal.args[1], x))
    for said in list(needed.search.known.values()):
        if said.head == "forall" and said.args[0].sort.args[0] == x.sort:
            parts = conjuncts(needed.search.normal(apply_function(said.args[0], x)))
            tops = [part.args[1] for part in parts if part.head == "le" and part.args[0] == body]
            lines = (
                _forall(x, op("le", PROP, op("abs", REAL, body), top))
                for top in tops if x.label not in top.names
            )
            if any(needed.label(line) is not None for line in lines):
                return True
    return False


def asked_integrable(schema: Theorem) -> tuple[list[Expr], tuple[tuple[str, Expr], ...]]:
    """The premises of a rule that functions are integrable, and the others."""
    asked = [formula for _, formula in schema.hypotheses if formula.head == INTEGRABLE]
    return asked, tuple(one for one in schema.hypotheses if one[1].head != INTEGRABLE)


@cache
def _giving(head: str) -> list[Theorem]:
    """The rules that give a formula of a head; a relation only without premises, about a named term."""
    return [
        theorem for theorem in giving(head, freely=head in _RELATIONS)
        if head not in _RELATIONS or any(
            part.head == head and part.args[0].head != "var" for part in conjuncts(theorem.conclusion)
        )
    ]  # fmt: skip
