"""Why lines of a proof are refused. One that is refused is taken for granted, and the next is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import islice

from ...kernel import UNKNOWN, KernelError
from ...kernel.logic import (
    ARITHMETIC,
    POLYMORPHIC,
    PROP,
    STRUCTURAL,
    Certificates,
    Checker,
    Expr,
    Library,
    Line,
    Rule,
    Theorem,
    apply_function,
    conjuncts,
    fits,
    normal,
    num,
    op,
    open_named,
    replace_all,
    schema,
    show,
    substitute,
    var,
)
from ..elaborate.auto import AUTO, WRITTEN_OUT, lines_for
from ..elaborate.completion import Completion
from ..elaborate.facts import fact_lines
from ..elaborate.instances import Search
from ..elaborate.missing_lines import Needed
from ..elaborate.points import Counterexample, calculable, counterexample, excluding
from ..elaborate.schemas import opened, schemas_of_rule
from .calculations import SPLIT, UNFOUND, barred, of_all
from .instances import difference, fit, gives, unmatched

_WRITTEN = frozenset({*ARITHMETIC.values(), "neg"})


@dataclass(frozen=True)
class LineFault:
    """A line of a proof that does not stand, or, without a label, the whole of it."""

    label: str
    message: str
    more: tuple[str, ...] = ()
    whole: bool = False
    """Whether that is the cause, and why nothing was inferred is none."""


def line_faults(
    theorem: Theorem, lines: Sequence[Line], library: Library, certificates: Certificates
) -> list[LineFault]:
    """What is wrong with the lines of a proof, every line for itself."""
    return list(_Explainer(theorem, library, certificates).faults(lines))


class _Explainer:
    """Checks a derivation and goes on after what is refused."""

    def __init__(self, theorem: Theorem, library: Library, certificates: Certificates) -> None:
        self.theorem, self.library = theorem, library
        self.checker = Checker(theorem, library, certificates)

    def faults(self, lines: Sequence[Line]) -> Iterator[LineFault]:
        wrong, told = False, set[str]()
        for fault in self._each(lines):
            wrong = True
            if not any(one.startswith(f"{fault.label}.") for one in told):  # a link is told, not the whole
                yield fault
            told.add(fault.label)
        if not wrong:
            yield from self._unconcluded()

    def _each(self, lines: Sequence[Line]) -> Iterator[LineFault]:
        refused = False
        for line in lines:
            try:
                checked = self.checker.line(line)
            except KernelError as error:
                refused = True
                yield self._refused(line, error.message)
                self._granted(line)
                continue
            if checked.verdict.status == UNKNOWN:
                fault = self._uncertified(line)
                if fault.more[-1:] != (SPLIT,) or not refused:  # after one no certificate was sought
                    yield fault

    def _granted(self, line: Line) -> None:
        """The line taken for granted, so that those after it can be looked at, even generalised."""
        try:
            self.checker.line(Line(line.label, line.formula, "assume"))
        except KernelError:
            return
        self.checker.depends[line.label] = frozenset()

    def _normal(self, term: Expr) -> Expr:
        return normal(term, self.library.definitions)

    def _sources(self, line: Line) -> list[Expr]:
        return [self.checker.known[label] for label in line.sources]

    # -- calculations ------------------------------------------------------------------------------

    def _uncertified(self, line: Line) -> LineFault:
        """A calculation that has no certificate; one that cites nothing may use all lines above."""
        goal = self._normal(line.formula)
        labels = line.sources or self._excluding(line, goal)
        sources = [self.checker.known[label] for label in labels]
        stated = dict(fact_lines([*sources, goal]))
        facts = {label: fact.formula for label, fact in stated.items()}
        point = counterexample([*sources, *facts.values()], goal) or counterexample(sources, goal)
        if point is None:
            return LineFault(line.label, UNFOUND, (SPLIT,))
        cited = {*labels, line.label}
        others = {label: f for label, f in self.checker.known.items() if label not in cited}
        more = [point.words]
        if missing := list(excluding(point, others)):
            more.append(f"excluded by {', '.join(missing)}, not cited: add to 'from'")
        more += [
            f"excluded by a fact: cite the line  {label}: {stated[label].text}"
            for label in excluding(point, facts)
        ]
        held = [*sources, *facts.values(), *(others[label] for label in missing)]
        left = counterexample(held, goal) if missing else point
        quantified = list(self._quantified(left))
        more += quantified or (() if left is None else self._sign(left, held, goal))
        return LineFault(line.label, "the calculation does not follow", tuple(more))

    def _excluding(self, line: Line, goal: Expr) -> tuple[str, ...]:
        """Lines above that exclude points at which a calculation from nothing fails."""
        known, chosen = self.checker.known, list[str]()
        usable = {label: said for label, said in known.items() if label != line.label and calculable(said)}
        held = [fact.formula for _, fact in fact_lines([goal])]
        while (point := counterexample([*held, *(known[label] for label in chosen)], goal)) is not None:
            label = next((one for one in excluding(point, usable) if one not in chosen), None)
            if label is None:
                break
            chosen.append(label)
        return tuple(chosen)

    def _sign(self, point: Counterexample, held: Sequence[Expr], goal: Expr) -> Iterator[str]:
        """A sign of a variable without which there is such a point."""
        for term, value in point.values:
            if term.head == "var" and value <= 0:
                sign = op("ge" if value < 0 else "gt", PROP, term, num(0))
                if counterexample([*held, sign], goal) is None:
                    label = term.label if term.label not in self.checker.known else f"p{term.label}"
                    yield f"no such point is found with the hypothesis  presupposed {label}: {show(sign)}"
                    return

    def _quantified(self, point: Counterexample | None) -> Iterator[str]:
        """Lines that would exclude a point, from what is known of all values."""
        known, terms = self.checker.known, [] if point is None else [term for term, _ in point.values]
        for label, formula in known.items() if point is not None else ():
            if formula.head not in ("forall", "implies"):
                continue
            schema, others = opened(label, formula), {name: f for name, f in known.items() if name != label}
            search = Search(schema, self.library.definitions, others, self.theorem.variables)
            for found, _ in search.about(terms):
                said = self._normal(substitute(schema.conclusion, found.values))
                if point is not None and any(excluding(point, {label: said})):
                    sources, values = ", ".join([label, *found.sources]), map(show, found.values.values())
                    yield f"add the line  p: {show(said)} by apply from {sources} at {'; '.join(values)}"
                    break

    # -- everything else ---------------------------------------------------------------------------

    def _refused(self, line: Line, message: str) -> LineFault:
        absent = [label for label in line.sources if label not in self.checker.known]
        if absent and (schemas_of_rule(absent[0]) or absent[0] in self.library.forms):
            say = f"say what it gives as a line, p: ... by {absent[0].removesuffix(':printed')}, and cite it"
            nothing = f"{absent[0]} tells the calculation nothing of its terms"
            return LineFault(line.label, nothing, (say,), True)
        if absent:
            near = get_close_matches(absent[0], self.checker.known, 3)
            hint = [f"did you mean {' or '.join(near)}?"] if near else []
            hint.append(f"there: {', '.join(self.checker.known) or 'none'}")
            return LineFault(line.label, f"no line {absent[0]!r} before this one", tuple(hint))
        ways: dict[str, Callable[[Line], Iterator[str]]] = {
            "apply": self._apply, "both": self._both, "rewrite": self._rewrite, "intro": self._intro,
        }  # fmt: skip
        if line.by == "calc" and not calculable(self._normal(line.formula)):
            if found := of_all(line, self.checker.known, self.library.definitions):
                return LineFault(line.label, found[0], found[1:], True)
            add = (
                f"add the line  p: {show(line.formula)} by ..., or cite a rule whose conclusion has its form"
            )
            return LineFault(line.label, "no line above says this, and no rule gives it from them", (add,))
        cited = {label: self.checker.known[label] for label in line.sources}
        if line.by == "calc" and (why := tuple(barred(cited))):
            return LineFault(line.label, "a calculation takes relations between numbers", why, True)
        if line.by in WRITTEN_OUT:  # it still stands there: nothing was found to write in its place
            return LineFault(
                line.label, _not_written_out(self.theorem, line, self.checker.known, self.library)
            )
        numbers = list(self._numbers(line)) if line.by not in ways else []
        if numbers:
            return LineFault(line.label, f"{line.by} gives another number", tuple(numbers), True)
        try:
            more = list(ways.get(line.by, self._cited)(line))
        except KernelError as error:
            more = [error.message] if error.message != message else []
        open_ = next((one for one in more if " needs values: with " in one), "")
        if open_ and message.startswith("no value given for"):  # the kernel names the first of all variables
            left = open_.partition(": with ")[2].replace(" := ...", "")
            message = f"no value is known of {left.replace(';', ',')}"
        return LineFault(line.label, message, tuple(more))

    def _numbers(self, line: Line) -> Iterator[str]:
        """The numbers of a line that a rule or a form gives otherwise, with a point at which they differ."""
        judged, goal, known = self.library.forms.get(line.by), self._normal(line.formula), self.checker.known
        cited = {label: known[label] for label in line.sources if label in known} or known
        for theorem in schemas_of_rule(line.by) or ([judged.theorem] if judged else []):
            search = Search(theorem, self.library.definitions, dict(cited), self.theorem.variables)
            for _, _, equations in islice(search.alike(goal, line.values), 1):
                held = [said for said in known.values() if calculable(said)]
                stated = [fact.formula for _, fact in fact_lines([*held, *equations])]
                for equation in equations:
                    written = any(side.head in _WRITTEN for side in equation.args)
                    point = counterexample([*held, *stated], equation) if written else None
                    if point is not None:
                        yield f"gives     {show(equation.args[0])}"
                        yield f"expected  {show(equation.args[1])}"
                        yield point.words
                return

    def _given(self, line: Line) -> set[Expr]:
        return {part for source in self._sources(line) for part in (source, *conjuncts(source))}

    def _cited(self, line: Line) -> Iterator[str]:
        """What a rule or a statement gives at the values given, and which of its premises are missing."""
        rule = self.checker.rules.get(line.by)
        if rule is not None:
            yield from self._instance(_fitting(rule, line), line)
            return
        judged = self.library.forms.get(line.by)
        if judged is not None:
            yield from self._instance(judged.theorem, line)
            return
        near = get_close_matches(
            line.by, [*STRUCTURAL, *WRITTEN_OUT, AUTO, *self.checker.rules, *self.library.forms], 3
        )
        if line.by in near:
            yield "equations of vectors are by vector, of their norms by congruence, a comparison by a rule"
        elif near:
            yield f"did you mean {' or '.join(near)}?"

    def _instance(self, theorem: Theorem, line: Line) -> Iterator[str]:
        put, open_, own = dict[str, Expr](), [], []
        for name, sort in theorem.variables.items():
            if name in line.values:
                put[name] = line.values[name]
            elif self.theorem.variables.get(name) == sort:
                put[name] = var(name, sort)
                own.append(name)
            else:
                open_.append(name)
        if open_:
            yield from self._unmatched(theorem, line)
            return
        for name, value in put.items():
            if not fits(value.sort, theorem.variables[name]):
                yield f"{name} is of sort {theorem.variables[name]}, given {show(value)} of sort {value.sort}"
                return
        given = self._given(line)
        known = {formula: label for label, formula in self.checker.known.items()}
        for label, hypothesis in theorem.hypotheses:
            said = substitute(hypothesis, put)
            made = self._normal(said)
            missing = [part for part in conjuncts(made) if part not in given]
            if made in given or not missing:
                continue
            for part in [made] if made in known or len(missing) == len(conjuncts(made)) else missing:
                where = known.get(part)
                shown = show(said) if part == made else show(part)
                yield (f"premise {label} is line {where}: add it to 'from'" if where is not None else
                       f"premise {label} is missing; add the line  p{label}: {shown} by ...")  # fmt: skip
        differs = list(self._gives(substitute(theorem.conclusion, put), line))
        yield from differs
        if differs and own:
            yield f"no value was given for {', '.join(own)}: the variable of that name was taken"

    def _unmatched(self, theorem: Theorem, line: Line) -> Iterator[str]:
        """What is missing where values were not found, or where what the line says has another form."""
        definitions, known = self.library.definitions, self.checker.known
        schemas = schemas_of_rule(line.by) or [theorem]
        found = fit(schemas, self._normal(line.formula), line.values, definitions)
        if found is not None and found.whole:
            cited = {label: known[label] for label in line.sources}
            yield from unmatched(found, cited or known, definitions, partial(self._follows, line))
        elif found is not None:
            yield from self._gives(substitute(found.theorem.conclusion, found.values), line)
        else:
            yield f"gives     {show(theorem.conclusion)}"
            yield f"expected  {show(line.formula)}"

    def _follows(self, line: Line, said: Expr) -> bool:
        """Whether a premise goes without saying, as it does where a line needs nothing else."""
        search = Completion(self.theorem, self.library, lambda claim: False)
        search.known = dict(self.checker.known)
        parts = [Needed(search, line).label(part) for part in conjuncts(said)]
        return None not in parts

    def _gives(self, said: Expr, line: Line) -> Iterator[str]:
        return gives(said, line.formula, self.library.definitions)

    def _apply(self, line: Line) -> Iterator[str]:
        """How far the terms and the premises bring the first line."""
        current, given = self._sources(line)[0], self._given(line)
        terms = list(line.terms)
        while True:
            if current.head == "forall" and terms:
                fn, value = current.args[0], self._normal(terms.pop(0))
                if not fits(value.sort, fn.sort.args[0]):
                    yield f"{show(value)} is of sort {value.sort}; needed: {fn.sort.args[0]}"
                    return
                current = self._normal(apply_function(fn, value))
            elif current.head == "forall":
                name, _ = open_named(current.args[0])
                goal = self._normal(line.formula)
                if goal.head != "forall":
                    yield f"a term is missing in 'at' for {name} in  {show(current)}"
                    return
                break
            elif current.head == "implies":
                for part in conjuncts(current.args[0]):
                    if part not in given:
                        yield f"missing among the lines cited: add the line  p: {show(part)} by ..."
                current = current.args[1]
            else:
                break
        if terms:
            yield f"{len(terms)} terms too many in 'at': there is no further 'forall'"
        yield from self._gives(current, line)

    def _both(self, line: Line) -> Iterator[str]:
        given = self._given(line)
        for part in conjuncts(self._normal(line.formula)):
            if part not in given:
                yield f"missing among the lines cited: {show(part)}"

    def _rewrite(self, line: Line) -> Iterator[str]:
        current, *equations = self._sources(line)
        goal = self._normal(line.formula)
        for equation in equations:
            if equation.head == "eq":
                current = self._normal(replace_all(current, *equation.args))
                goal = self._normal(replace_all(goal, *equation.args))
        if current != goal:
            yield f"gives     {show(current)}"
            yield f"expected  {show(goal)}"
            here = difference(current, goal)
            if here is not None and here != (current, goal):
                yield f"differs   {show(here[0])}  is not  {show(here[1])}"

    def _intro(self, line: Line) -> Iterator[str]:
        for source in self._sources(line):
            yield f"the line cited says  {show(source)}"
        yield f"intro is to give     {show(self._normal(line.formula))}"

    def _unconcluded(self) -> Iterator[LineFault]:
        """Every line stands, and the claim is not among them."""
        wanted = self._normal(self.theorem.conclusion)
        allowed = {label for label, _ in self.theorem.hypotheses}
        stated = [c for c in self.checker.checked if self.checker.known[c.label] == wanted]
        if any(c.depends <= allowed for c in stated):
            return
        if stated:
            left = sorted(stated[-1].depends - allowed)
            yield LineFault(
                stated[-1].label, f"the claim rests on what is only assumed: {', '.join(left)}",
                ("discharge it with a line  by intro",),
            )  # fmt: skip
        else:
            add = f"add the line  c: {show(self.theorem.conclusion)} by ..."
            yield LineFault("", "no line states the claim", (add,))


def _not_written_out(theorem: Theorem, line: Line, known: Mapping[str, Expr], library: Library) -> str:
    """Why no lines were found that a line such as `by linearity` stands for."""
    try:
        lines_for(theorem, line, known, library.definitions)
    except KernelError as error:
        return error.message
    return f"no lines were found for {line.by}"


def _fitting(rule: Rule, line: Line) -> Theorem:
    """The schema of a rule at the sort that fits the values given."""
    sorts = POLYMORPHIC if "?" in rule.variables else ("real",)
    made = [schema(rule, sort) for sort in sorts]
    return max(made, key=lambda one: sum(
        fits(value.sort, one.variables[name]) for name, value in line.values.items() if name in one.variables
    ))  # fmt: skip
