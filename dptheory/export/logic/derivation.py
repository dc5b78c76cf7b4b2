"""A written derivation as a script: a line or a block a line of the derivation, in its order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...kernel import KernelError
from ...kernel.logic import (
    CONSTANTS,
    INT,
    POLYMORPHIC,
    PROP,
    REAL,
    Definition,
    Expr,
    Line,
    Rule,
    Sort,
    Theorem,
    apply_function,
    conjuncts,
    normal,
    numbered_rules,
    replace_all,
    schema,
    step_claims,
    substitute,
    var,
    walk,
)
from ...kernel.real import Claim
from ..script import Lines, Unsupported
from .printing import Printer, identifier
from .rules import LEMMAS

RULES: Final[Mapping[str, Rule]] = {rule.name: rule for rule in numbered_rules()}


@dataclass
class Used:
    """What a script rests on: the claims of calculations by their lemmas, rules of the logic, other forms."""

    steps: dict[str, list[Claim]] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    forms: dict[str, None] = field(default_factory=dict)


class Derivation:
    """Writes the script of one derivation; `forms` has the theorems that it may cite."""

    def __init__(
        self, theorem: Theorem, lines: Sequence[Line], forms: Mapping[str, Theorem],
        definitions: Mapping[str, Definition], used: Used, where: Mapping[str, Expr],
    ) -> None:  # fmt: skip
        self.theorem, self.forms, self.used, self.where = theorem, forms, used, dict(where)
        self.definitions, self.printer = definitions, Printer(definitions)
        self.lines = {line.label: line for line in lines}
        self.known = {label: self._normal(h) for label, h in theorem.hypotheses}
        self.depends = {label: frozenset({label}) for label in self.known}
        self.speaks = {label: h.names for label, h in self.known.items()}
        for line in lines:
            self._record(line)
        self.short = dict[str, Expr]()
        self.names = _names(self.known, {*self._variables(), *where, *definitions})

    def _normal(self, term: Expr) -> Expr:
        return normal(term, self.definitions)

    def _record(self, line: Line) -> None:
        """What a line says, what it assumes, and the variables that its proof speaks of."""
        goal = self._normal(line.formula)
        depends = frozenset[str]().union(*(self.depends[label] for label in line.sources))
        given = [goal, *line.terms, *line.values.values()]
        speaks = frozenset[str]().union(*(self._normal(t).names for t in given))
        if line.by == "assume":
            depends = frozenset({line.label})
        elif line.by == "intro":
            _, put = self._opened(goal, line)
            depends -= {label for found in put for label in self._discharged(found, depends)}
        elif line.by not in RULES:
            speaks = speaks.union(*(self.speaks[label] for label in line.sources))
        self.known[line.label], self.depends[line.label], self.speaks[line.label] = goal, depends, speaks

    def _formula(self, formula: Expr) -> str:
        return self._at(formula, PROP, 200)

    def _at(self, term: Expr, sort: Sort, outer: int = 9) -> str:
        """A term where one of a sort is wanted, with the proof's abbreviations."""
        for name, value in reversed(self.short.items()):
            term = replace_all(term, value, var(name, value.sort))
        return self.printer.as_sort(term, sort, outer)

    def _variables(self) -> set[str]:
        found = {name for goal in self.known.values() for name in goal.names}
        return found.union(self.theorem.variables, *(names for names in self.speaks.values()))

    # -- scopes --------------------------------------------------------------------------------

    def text(self) -> str:
        """The theorem with its proof."""
        wanted = self._normal(self.theorem.conclusion)
        allowed = frozenset(label for label, _ in self.theorem.hypotheses)
        ends = [one for one in self.lines if self.known[one] == wanted and self.depends[one] <= allowed]
        if not ends:
            raise Unsupported("no line that states the conclusion")
        body = self._scope(ends[-1], allowed, frozenset({*self.theorem.variables, *CONSTANTS}), set(allowed))
        said = self.printer.theorem(self.theorem, self.names)
        return "\n".join([said, "Proof.", *(f"  {line}" for line in body), "Qed.", ""])

    def _scope(self, end: str, allowed: frozenset[str], variables: frozenset[str], done: set[str]) -> Lines:
        """The lines that prove a line where some assumptions and variables are there."""
        if end in done:
            return [f"exact {self.names[end]}."]
        before, body = dict(self.short), Lines()
        for name, value in self.where.items():
            if name not in self.short and value.names <= variables:
                body.append(f"pose ({identifier(name)} := {self._at(value, value.sort, 200)}).")
                self.short[name] = value
        for label in self._needed(end):
            if label not in done and self.depends[label] <= allowed and self.speaks[label] <= variables:
                body += self._asserted(self.lines[label], label == end, allowed, variables, done)
                done.add(label)
        self.short = before
        if end not in done:
            raise Unsupported(f"the line {end} stands outside of what it speaks of")
        return body

    def _asserted(
        self, line: Line, last: bool, allowed: frozenset[str], variables: frozenset[str], done: set[str]
    ) -> Lines:
        """A line with its proof; of the last the proof alone."""
        if line.by == "intro":
            proof = self._intro(line, allowed, variables, done)
        else:
            proof = [f"{_tactic(self._term(line))}."]
        if last:
            return proof
        said = f"assert ({self.names[line.label]} : {self._formula(line.formula)})"
        if line.by == "intro":
            return [f"{said}.", *_block(proof)]
        tactic = proof[0].removesuffix(".")
        return [said, f"  by ({tactic})." if ";" in tactic else f"  by {tactic}."]

    def _needed(self, end: str) -> Iterator[str]:
        """The lines on which a line rests, and it, in their order."""
        found, ahead = {end}, [end]
        while ahead:
            line = self.lines.get(ahead.pop())
            for label in line.sources if line else ():
                if label in self.lines and label not in found:
                    found.add(label)
                    ahead.append(label)
        return (label for label in self.lines if label in found and self.lines[label].by != "assume")

    # -- one line ------------------------------------------------------------------------------

    def _term(self, line: Line) -> str:
        """The proof of a line that needs no block of its own."""
        goal = self.known[line.label]
        if line.by == "vector":
            return "ltac:(vector)"
        if line.by == "calc":
            proof = self._calculated(goal, line)
        elif line.by == "apply":
            proof = self._applied(goal, line)
        elif line.by == "both":
            proof = proved(goal, self._given(line.sources))
        elif line.by == "rewrite":
            proof = self._rewritten(line.formula, line)
        else:
            proof = self._cited(goal, line)
        said = [goal, *line.terms, *line.values.values(), *(self.known[one] for one in line.sources)]
        return f"ltac:(by_integers {proof})" if _shifted(said) else proof

    def _opened(self, goal: Expr, line: Line) -> tuple[list[tuple[str, Expr | None]], list[Expr]]:
        """How intro takes a goal apart, down to its source: variables by name, and assumptions."""
        names, steps, put = list(line.names), list[tuple[str, Expr | None]](), list[Expr]()
        while goal != self.known[line.sources[0]]:
            if goal.head == "forall":
                fn, name = goal.args[0], names.pop(0)
                steps.append((name, None))
                goal = self._normal(apply_function(fn, var(name, fn.sort.args[0])))
            else:
                steps.append(("", goal.args[0]))
                put.append(goal.args[0])
                goal = goal.args[1]
        return steps, put

    def _discharged(self, given: Expr, among: Iterable[str]) -> list[str]:
        parts = {given, *conjuncts(given)}
        return [label for label in self.known if label in among and self.known[label] in parts]

    def _intro(self, line: Line, allowed: frozenset[str], variables: frozenset[str], done: set[str]) -> Lines:
        goal = self.known[line.label]
        words, more = list[str](), Lines()
        inner = self.depends[line.sources[0]] - allowed
        for name, given in self._opened(goal, line)[0]:
            if given is None:
                words.append(identifier(name))
                variables |= {name}
                continue
            labels = self._discharged(given, inner)
            whole = [self.names[label] for label in labels if self.known[label] == given]
            words.append(whole[0] if whole else f"given{len(words)}" if labels else "_")
            for label in labels:
                if self.names[label] != words[-1]:
                    found = proved(self.known[label], parts(given, words[-1]))
                    more.append(f"pose proof {found} as {self.names[label]}.")
            allowed |= {*labels}
        inside = done | {*allowed}
        return [
            f"intros {' '.join(words)}.",
            *more,
            *self._scope(line.sources[0], allowed, variables, inside),
        ]

    def _given(self, sources: Iterable[str]) -> dict[Expr, str]:
        """The formulas cited, whole and in their parts, with their proofs."""
        found = dict[Expr, str]()
        for label in sources:
            for part, proof in parts(self.known[label], self.names[label]).items():
                found.setdefault(part, proof)
        return found

    def _applied(self, goal: Expr, line: Line) -> str:
        """As the kernel takes a line apart, with the proof of what is left."""
        given = self._given(line.sources)
        ways = [(self.known[line.sources[0]], list(line.terms), self.names[line.sources[0]])]
        while ways:
            current, terms, proof = ways.pop()
            if {*conjuncts(goal)} <= {*conjuncts(current)}:
                return proved(goal, parts(current, proof))
            if current.head == "and":
                ways += [(part, list(terms), how) for part, how in reversed(_leaves(current, proof))]
            elif current.head == "forall" and terms:
                fn, value = current.args[0], self._normal(terms[0])
                said = self._at(terms[0], fn.sort.args[0])
                made = self._normal(apply_function(fn, value))
                ways.append((made, terms[1:], used_at(proof, said)))
            elif current.head == "implies" and {*conjuncts(current.args[0])} <= given.keys():
                ways.append((current.args[1], terms, used_at(proof, _premise(current.args[0], given))))
        raise Unsupported(f"the line {line.label} is not what apply gives")

    def _cited(self, goal: Expr, line: Line) -> str:
        """A rule, or a theorem, at values of its variables."""
        if line.by not in RULES:
            self.used.forms[line.by] = None
            theorem = self.forms[line.by]
            return self._instance(theorem, sorted(theorem.variables), goal, line)
        rule = RULES[line.by]
        if rule.name not in LEMMAS:
            raise Unsupported(f"the rule {rule.name}")
        self.used.rules.add(rule.name)
        for sort in POLYMORPHIC if "?" in rule.variables else ("real",):
            try:
                made = schema(rule, sort)
                return self._instance(made, list(made.variables), goal, line)
            except (KernelError, Unsupported):
                continue
        raise Unsupported(f"the line {line.label} is not what {rule.name} gives")

    def _instance(self, theorem: Theorem, order: Sequence[str], goal: Expr, line: Line) -> str:
        given, sorts = self._given(line.sources), theorem.variables
        put = {name: line.values.get(name, var(name, sort)) for name, sort in sorts.items()}
        said = [self._at(put[name], sorts[name]) for name in order]
        hypotheses = [self._normal(substitute(h, put)) for _, h in theorem.hypotheses]
        shown = [_premise(h, given) for h in hypotheses]
        made = self._normal(substitute(theorem.conclusion, put))
        return proved(goal, parts(made, f"({' '.join([identifier(theorem.name), *said, *shown])})"))

    def _calculated(self, goal: Expr, line: Line) -> str:
        """The lemma of a calculation, at the values of its variables and the proofs of its premises."""
        claims, meaning = step_claims([self.known[label] for label in line.sources], goal)
        self.used.steps[step_name(claims)] = claims
        variables = claims[-1].variables
        words = [self._at(meaning[v.name], REAL) for v in variables]
        words += [f"(int {self._at(meaning[v.name], INT)})" for v in variables if v.integer]
        words += [how for label in line.sources for _, how in _leaves(self.known[label], self.names[label])]
        return f"({' '.join([step_name(claims), *words])})"

    def _rewritten(self, goal: Expr, line: Line) -> str:
        """Equals for equals, in what is cited and back in the goal, by predicates of the term replaced."""
        first, *equations = line.sources
        current, proof = self._said(first), self.names[first]
        back = list[tuple[str, str]]()
        for label in equations:
            equation, how = self._said(label), self.names[label]
            left, right = equation.args
            if left.sort == right.sort == INT:
                same = f"ltac:(by_integers {how})" if _shifted(equation.args) else how
                how = f"(eq_IZR {self._at(left, INT)} {self._at(right, INT)} {same})"
            motive, current = self._motive(current, left, right)
            proof = f"(eq_ind _ {motive} {proof} _ {how})" if motive else proof
            motive, goal = self._motive(goal, left, right)
            back += [(motive, how)] if motive else []
        for motive, how in reversed(back):
            proof = f"(eq_ind_r {motive} {proof} {how})"
        return proof

    def _motive(self, term: Expr, left: Expr, right: Expr) -> tuple[str, Expr]:
        """What a formula says of a term in it, as a predicate, and with another in its place; no predicate
        where the term is not in it. It is left as it is written if that says as much of the term."""
        old, plain = self._normal(left), self._normal(term)
        there = var("x", INT if left.sort == right.sort == INT else left.sort)
        while there.label in {*plain.names, *term.names}:
            there = var(f"{there.label}'", there.sort)
        full, short = replace_all(plain, old, there), replace_all(term, left, there)
        if full == plain:
            return "", term
        written = self._normal(short) == full
        motive = f"(fun {identifier(there.label)} => {self._formula(short if written else full)})"
        return motive, replace_all(term, left, right) if written else replace_all(plain, old, right)

    def _said(self, label: str) -> Expr:
        """What a line or a hypothesis says, as it is written."""
        return self.lines[label].formula if label in self.lines else dict(self.theorem.hypotheses)[label]


def step_name(claims: Sequence[Claim]) -> str:
    """The name of the lemma of a calculation, whose last claim is the step."""
    return f"step_{claims[-1].hash[:12]}"


def _shifted(formulas: Iterable[Expr]) -> bool:
    """Whether there is a sum, a difference or a product of integers in formulas."""
    made = (node for one in formulas for node in walk(one) if node.head in ("add", "sub", "mul", "neg"))
    return any(node.sort == INT for node in made)


def parts(given: Expr, proof: str) -> dict[Expr, str]:
    """A formula and the parts of a conjunction, with their proofs."""
    found = {given: proof}
    if given.head == "and":
        for side, projection in zip(given.args, ("proj1", "proj2"), strict=True):
            for part, how in parts(side, f"({projection} {proof})").items():
                found.setdefault(part, how)
    return found


def _leaves(given: Expr, proof: str) -> list[tuple[Expr, str]]:
    if given.head != "and":
        return [(given, proof)]
    left, right = given.args
    return [*_leaves(left, f"(proj1 {proof})"), *_leaves(right, f"(proj2 {proof})")]


def proved(goal: Expr, given: Mapping[Expr, str]) -> str:
    """A proof of a formula from those of its parts."""
    if goal in given:
        return given[goal]
    if goal.head != "and":
        raise Unsupported("a premise that is not among the lines cited")
    return f"(conj {proved(goal.args[0], given)} {proved(goal.args[1], given)})"


def _premise(goal: Expr, given: Mapping[Expr, str]) -> str:
    """A proof of a premise."""
    found = proved(goal, given)
    return f"ltac:(by_integers {found})" if _shifted([goal]) else found


def used_at(proof: str, argument: str) -> str:
    """A proof at one more argument."""
    return f"({plain(proof)} {argument})"


def plain(proof: str) -> str:
    """A proof without the brackets around all of it."""
    return proof[1:-1] if proof.startswith("(") else proof


def _tactic(proof: str) -> str:
    """What proves a goal by a proof of it."""
    return proof.removeprefix("ltac:")[1:-1] if proof.startswith("ltac:") else f"exact {proof}"


def _names(labels: Iterable[str], variables: Iterable[str]) -> dict[str, str]:
    """Names in Coq for labels, unlike those of variables."""
    taken, found = {*map(identifier, variables)}, dict[str, str]()
    for label in labels:
        plain = "".join(c if c.isalnum() else "_" for c in label)
        name = identifier(f"line{plain}" if plain[0].isdigit() else plain)
        while name in taken:
            name = f"{name}_"
        taken.add(name)
        found[label] = name
    return found


def _block(proof: Lines) -> Lines:
    return [f"{{ {proof[0]}", *(f"  {line}" for line in proof[1:-1]), f"  {proof[-1]} }}"]
