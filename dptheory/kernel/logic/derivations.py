"""Checking written derivations, line by line.

A derivation is a list of lines. Each asserts a formula and says by what. A line depends on the
assumptions that its sources depend on; a theorem is proved when its conclusion stands on a line
that depends on nothing but the theorem's hypotheses. Formulas are compared by their normal
forms: definitions unfolded, functions applied, bound names gone.

Structural rules, beside the schemas of ``rules.py``:

assume    the line itself becomes an assumption that lines after it may depend on
intro     from phi, derived under assumptions about fresh variables: for all those variables,
          the assumptions imply phi
apply     from "for all x, A implies B" and A at the given terms: B at those terms
both      from phi and psi: phi and psi
rewrite   from phi and equations: phi with left sides replaced by right sides
vector    an equation of vectors whose linear normal forms agree
calc      a relation of numbers that follows from relations of numbers: a claim with a certificate
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..limits import KernelError, need
from ..real.check import check as check_claim
from ..real.claims import Claim, Names
from ..verdicts import PROVED, PROVED_GIVEN, UNKNOWN, Verdict, sealed
from .calculation import conjuncts, same_vector, step_claims
from .grammar import Scope, formula
from .rules import POLYMORPHIC, Rule, numbered_rules
from .sorting import check_formula, check_sorts, check_term
from .sorts import CONSTANTS, declared, fits, is_name
from .terms import Expr, apply_function, normal, replace_all, substitute, var
from .theorems import Library, Theorem, check_theorem, refuse_quantified_events, theorem_hash

STRUCTURAL = ("assume", "intro", "apply", "both", "rewrite", "vector", "calc")
RULES_TEXT = __doc__ or ""

Certificates = Mapping[str, object] | Callable[[list[Claim]], Mapping[str, object]]
"""Certificates by the hashes of their claims, or who is asked for those of the claims that a line or a world
owes: it is no more trusted than what it hands over."""
NONE_GIVEN: Certificates = {}


@dataclass(frozen=True)
class Line:
    """One line: its label, formula, rule or theorem, sources and terms."""

    label: str
    formula: Expr
    by: str
    sources: tuple[str, ...] = ()
    terms: tuple[Expr, ...] = ()
    values: Mapping[str, Expr] = field(default_factory=dict)
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checked:
    """The verdict on one line, and what the line depends on."""

    label: str
    verdict: Verdict
    depends: frozenset[str] = frozenset()


class Checker:
    """Checks the lines of one derivation in order.

    What a line gives is checked to be closed and sorted before anything else looks at it. A line that is
    refused raises KernelError, and no conclusion is drawn from a derivation that has one.
    """

    def __init__(self, theorem: Theorem, library: Library, certificates: Certificates = NONE_GIVEN) -> None:
        check_theorem(theorem, library)
        self.theorem = theorem
        self.library = library
        self.certificates = certificates
        self.about = theorem_hash(theorem, library.definitions)
        self.refused: list[tuple[str, str]] = []
        self.rules = {rule.name: rule for rule in numbered_rules()}
        self.known: dict[str, Expr] = {}
        self.depends: dict[str, frozenset[str]] = {}
        self.checked: list[Checked] = []
        for label, hypothesis in theorem.hypotheses:
            self._record(label, self._normal(hypothesis), frozenset({label}))

    def _normal(self, term: Expr) -> Expr:
        made = normal(term, self.library.definitions)
        check_sorts(made)
        refuse_quantified_events(made)
        return made

    def _given(self, term: Expr) -> Expr:
        return check_term(term, self.theorem.variables, self.library.definitions)

    def _record(self, label: str, made: Expr, depends: frozenset[str]) -> None:
        need(label not in self.known, f"the label {label!r} is used twice")
        self.known[label] = made
        self.depends[label] = depends

    def _source(self, label: str) -> Expr:
        need(label in self.known, f"no line {label!r} before this one")
        return self.known[label]

    def line(self, line: Line) -> Checked:
        """Check one line; a calculation without a certificate is a gap (verdict unknown).

        Raises KernelError where the line is refused.
        """
        try:
            return self._line(line)
        except KernelError as error:
            self.refused.append((line.label, error.message))
            raise

    def _line(self, line: Line) -> Checked:
        check_formula(line.formula, self.theorem.variables, self.library.definitions)
        goal = self._normal(line.formula)
        sources = [self._source(label) for label in line.sources]
        depends = frozenset[str]().union(*(self.depends[label] for label in line.sources))
        verdict = self._holds(PROVED, line.by, goal)
        if line.by == "assume":
            depends = frozenset({line.label})
        elif line.by == "intro":
            depends = self._intro(goal, line, sources, depends)
        elif line.by == "apply":
            self._apply(goal, line, sources)
        elif line.by == "both":
            need(set(conjuncts(goal)) <= _parts(sources), "a part is not among the lines cited")
        elif line.by == "rewrite":
            self._rewrite(goal, sources)
        elif line.by == "vector":
            same = goal.head == "eq" and same_vector(*goal.args)
            need(same, "the two vectors are not the same combination")
        elif line.by == "calc":
            verdict = self._calculate(goal, sources)
        else:
            verdict = self._cite(goal, line, sources)
        self._record(line.label, goal, depends)
        self.checked.append(Checked(line.label, verdict, depends))
        return self.checked[-1]

    def _holds(self, status: str, reason: str, goal: Expr) -> Verdict:
        """The verdict on a line, which is about its formula in this derivation."""
        return sealed(status, reason, f"{goal.key.hex()} in {self.about}")

    def _intro(self, goal: Expr, line: Line, sources: Sequence[Expr], depends: Names) -> Names:
        """Generalise over fresh variables and discharge assumptions about them.

        Sound because a generalised variable occurs neither in what is derived nor in an assumption
        that remains.
        """
        need(len(sources) == 1, "intro takes one line")
        names, opened, remaining = list(line.names), [], set(depends)
        taken = goal.names | set(self.theorem.variables) | set(CONSTANTS)
        while goal != sources[0]:
            if goal.head == "forall":
                need(names, "intro needs the names of the generalised variables")
                name = names.pop(0)
                need(name not in taken and name not in opened, f"{name!r} is not fresh")
                need(is_name(name), f"{name!r} is no name")
                opened.append(name)
                fn = goal.args[0]
                goal = self._normal(apply_function(fn, var(name, fn.sort.args[0])))
            elif goal.head == "implies":
                given = {goal.args[0], *conjuncts(goal.args[0])}
                remaining -= {label for label in remaining if self.known[label] in given}
                goal = goal.args[1]
            else:
                raise KernelError("the line does not have the form that intro derives")
        for label in remaining:
            captured = self.known[label].names & set(opened)
            need(not captured, f"the assumption {label!r} still mentions {', '.join(sorted(captured))}")
        return frozenset(remaining)

    def _apply(self, goal: Expr, line: Line, sources: Sequence[Expr]) -> None:
        """Instantiate and detach. Sound: universal instantiation, modus ponens, projection."""
        need(sources, "apply needs a line")
        given = _parts(sources)
        ways = [(sources[0], list(line.terms))]
        problem = KernelError("apply gives another formula")
        while ways:
            current, terms = ways.pop()
            if set(conjuncts(goal)) <= set(conjuncts(current)):
                return
            try:
                ways.extend(self._detach(current, terms, given))
            except KernelError as error:
                problem = error
        raise problem

    def _detach(self, current: Expr, terms: list[Expr], given: set[Expr]) -> list[tuple[Expr, list[Expr]]]:
        """What one step of apply can get from a formula, with the terms that are left."""
        if current.head == "and":
            return [(part, list(terms)) for part in reversed(conjuncts(current))]
        if current.head == "forall":
            need(terms, "apply needs a term for every 'forall'")
            value, fn = self._normal(self._given(terms[0])), current.args[0]
            need(fits(value.sort, fn.sort.args[0]), f"a term of sort {value.sort} for {fn.sort.args[0]}")
            return [(self._normal(apply_function(fn, value)), terms[1:])]
        if current.head == "implies":
            met = set(conjuncts(current.args[0])) <= given
            need(met, "a premise of the implication is not among the lines cited")
            return [(current.args[1], terms)]
        return []

    def _rewrite(self, goal: Expr, sources: Sequence[Expr]) -> None:
        """Equals for equals, in the line and in the goal. Sound: congruence."""
        need(len(sources) > 1, "rewrite takes a line and equations")
        current = sources[0]
        for equation in sources[1:]:
            need(equation.head == "eq", "rewrite takes equations")
            current = self._normal(replace_all(current, *equation.args))
            goal = self._normal(replace_all(goal, *equation.args))
        need(goal == current, "rewriting gives another formula")

    def _calculate(self, goal: Expr, sources: Sequence[Expr]) -> Verdict:
        claims = step_claims(sources, goal)[0]
        handed = asked(self.certificates, claims)
        verdict = Verdict(UNKNOWN, "no claim")
        for claim in claims:
            if claim.hash not in handed:
                return Verdict(UNKNOWN, "no certificate")
            verdict = check_claim(claim, handed[claim.hash])
        return verdict

    def _cite(self, goal: Expr, line: Line, sources: Sequence[Expr]) -> Verdict:
        """A rule or a theorem at given values of its variables."""
        given = _parts(sources)
        if line.by in self.rules:
            self._rule(self.rules[line.by], goal, line, given)
            return self._holds(PROVED, f"rule {self.rules[line.by].number}", goal)
        judged = self.library.cited(line.by)
        known = line.values.keys() <= judged.theorem.variables.keys()
        need(known, "a value for a variable that the statement does not have")
        self._instance(judged.theorem, goal, line.values, given)
        kind = PROVED if judged.verdict.status == PROVED else PROVED_GIVEN
        return self._holds(kind, line.by, goal)

    def _rule(self, rule: Rule, goal: Expr, line: Line, given: set[Expr]) -> None:
        problems: list[KernelError] = []
        for sort in POLYMORPHIC if "?" in rule.variables else ("real",):
            try:
                return self._instance(schema(rule, sort), goal, line.values, given)
            except KernelError as error:
                problems.append(error)
        raise next((p for p in reversed(problems) if "sort" not in p.message), problems[0])

    def _instance(self, schema: Theorem, goal: Expr, values: Mapping[str, Expr], given: set[Expr]) -> None:
        put: dict[str, Expr] = {}
        for name, sort in schema.variables.items():
            value = self._given(values.get(name, var(name, sort)))
            need(name in values or self.theorem.variables.get(name) == sort, f"no value given for {name!r}")
            need(fits(value.sort, sort), f"{name!r} has sort {sort}, given a term of sort {value.sort}")
            put[name] = value
        for label, hypothesis in schema.hypotheses:
            met = set(conjuncts(self._normal(substitute(hypothesis, put)))) <= given
            need(met, f"the premise {label} of {schema.name} is not among the lines cited")
        made = self._normal(substitute(schema.conclusion, put))
        need(set(conjuncts(goal)) <= set(conjuncts(made)), f"{schema.name} gives another formula")

    def conclude(self) -> Verdict:
        """The verdict on the whole derivation, whether or not the hypotheses have a model."""
        if self.theorem.constants:
            return Verdict(UNKNOWN, "a derivation gives its constants")
        if self.refused:
            label, problem = self.refused[0]
            return Verdict(UNKNOWN, f"step {label}: {problem}")
        wanted = self._normal(self.theorem.conclusion)
        allowed = {label for label, _ in self.theorem.hypotheses}
        standing = [c for c in self.checked if self.known[c.label] == wanted and c.depends <= allowed]
        if not standing:
            return Verdict(UNKNOWN, "no line states the conclusion from the hypotheses alone")
        open_lines = [c.label for c in self.checked if c.verdict.status not in (PROVED, PROVED_GIVEN)]
        if open_lines:
            return Verdict(UNKNOWN, f"step {open_lines[0]} has no certificate")
        cited = [c.verdict.reason for c in self.checked if c.verdict.status == PROVED_GIVEN]
        about = f"a derivation of {self.about}"
        if cited:
            return sealed(PROVED_GIVEN, f"rests on {', '.join(sorted(set(cited)))}", about)
        return sealed(PROVED, f"{len(self.checked)} lines checked", about)


def asked(certificates: Certificates, claims: list[Claim]) -> Mapping[str, object]:
    return certificates(claims) if callable(certificates) else certificates


def schema(rule: Rule, sort: str) -> Theorem:
    """A rule as a theorem, at one sort for its ``?``."""
    variables = declared(rule.variables.replace("?", sort))
    given = (formula(text.replace("?", sort), Scope(variables, {})) for text in rule.premises)
    conclusion = formula(rule.conclusion.replace("?", sort), Scope(variables, {}))
    return Theorem(rule.name, variables, tuple((str(k), one) for k, one in enumerate(given, 1)), conclusion)


def _parts(sources: Iterable[Expr]) -> set[Expr]:
    """The formulas cited, whole and in their parts."""
    return {part for source in sources for part in (source, *conjuncts(source))}
