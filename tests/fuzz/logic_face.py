"""The logic's Python face under attack: hand-built terms, open terms, dishonest sorts, worlds.

A derivation of something false is never accepted: whatever the lines are, the conclusion is one that is
false in every model. A world that is not one neither satisfies nor refutes. What must be said is *no*
(KernelError), not a traceback.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from pathlib import Path

from flint import fmpq

from dptheory.kernel.forms import Evidence, judge
from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Checker, Line
from dptheory.kernel.logic.rules import numbered_rules
from dptheory.kernel.logic.sorts import (
    BASE,
    BINARY_REAL,
    INT,
    OPERATIONS,
    PREDICATES,
    PROP,
    REAL,
    RELATIONS,
    UNARY_REAL,
    VEC,
    Sort,
    function,
    law,
    parse_sort,
    set_of,
)
from dptheory.kernel.logic.terms import Expr, num, op, var
from dptheory.kernel.logic.theorems import Judged, Library, Theorem
from dptheory.kernel.models.instances import refuted_in
from dptheory.kernel.models.worlds import Closed, FiniteLaw, Noise, Points, Region, World
from dptheory.kernel.real.claims import Claim, relation
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.verdicts import CITED, PROVED, PROVED_GIVEN, UNKNOWN, Verdict
from dptheory.prover import prove

FALSE = op("le", PROP, num(1), num(0))
HEADS = (
    *OPERATIONS, *PREDICATES, *RELATIONS.values(), *sorted(UNARY_REAL | BINARY_REAL), "add", "sub", "mul", "div",
    "pow", "neg", "vadd", "vsub", "vscale", "and", "or", "implies", "not", "forall", "exists", "E", "P", "image",
    "mixture", "sum", "apply", "lam", "member", "defined", "bound", "var", "num", "const", "zero", "nothing",
)  # fmt: skip
NAMES = ("x", "y", "i", "u", "n", "d", "pi", "@1", "#0", "x' or 1", "", "forall", "f", "C")
SORTS = (
    *BASE.values(),
    law(VEC),
    law(REAL),
    set_of(VEC),
    function(REAL, REAL),
    function(INT, REAL),
    Sort("odd"),
)
FACES = ("lines", "rules", "citations", "worlds")


class LogicFace:
    """Attempts of one seed; `run` gives what was answered, and everything unsound."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(f"logic face {seed}")
        self.rules = numbered_rules()
        self.answers: Counter[str] = Counter()
        self.unsound: list[str] = []

    def run(self, index: int) -> None:
        """One attempt."""
        kind = FACES[index % len(FACES)]
        try:
            accepted = {
                "lines": self.derivation, "rules": self.rule, "citations": self.citation, "worlds": self.world,
            }[kind]()  # fmt: skip
        except KernelError:
            accepted = False
        except Exception as error:  # the kernel says no, it does not fall over
            where = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__}: {error}, line {where.lineno} of {Path(where.filename).name}"
            self.unsound.append(f"crashed on {kind}, attempt {index} ({fault})")
            return
        self.answers[f"{kind}: {'accepted' if accepted else 'refused'}"] += 1
        if accepted:
            self.unsound.append(f"something false was accepted: {kind}, attempt {index}")

    # -- terms ----------------------------------------------------------------------------------

    def term(self, depth: int = 3) -> Expr:
        """A term of any shape: mostly none at all."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return rng.choice((
                num(rng.randint(-2, 3)), num(fmpq(1, 2)), var(rng.choice(NAMES), rng.choice(SORTS)),
                Expr("bound", (), rng.choice(SORTS), index=rng.randint(-1, 2)), Expr("zero", (), VEC),
                Expr("const", (), REAL, rng.choice(("pi", "E", "oo"))),
            ))  # fmt: skip
        head = rng.choice(HEADS)
        parts = tuple(self.term(depth - 1) for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3))))
        sort = rng.choice(SORTS)
        if head == "lam" and parts:
            parts, sort = parts[:1], function(rng.choice(SORTS), parts[0].sort)
        return Expr(head, parts, sort, rng.choice(NAMES), rng.randint(-1, 1))

    def sorted(self, sort: Sort, depth: int = 2, inside: tuple[Sort, ...] = ()) -> Expr:
        """A term of a sort, that may be open (a bound variable of nobody) or say a narrower sort than it has."""
        rng = self.rng
        if rng.random() < 0.15:
            return Expr("bound", (), sort, index=rng.randint(0, len(inside) + 1))
        if sort.name == "->":
            body = self.sorted(sort.args[1], depth, (*inside, sort.args[0]))
            return Expr("lam", (body,), sort, rng.choice(("x", "j", "w")))
        if sort == PROP:
            return op(
                rng.choice(("le", "eq", "lt")), PROP, *(self.sorted(REAL, depth - 1, inside) for _ in "12")
            )
        if sort in (REAL, INT) and depth > 0 and rng.random() < 0.5:
            head = rng.choice(("add", "sub", "mul", "floor", "abs", "div"))
            parts = [
                self.sorted(sort, depth - 1, inside) for _ in range(1 if head in ("floor", "abs") else 2)
            ]
            return op(head, sort, *parts)
        if sort in (REAL, INT):
            return num(rng.randint(-2, 3))
        if sort.name == "law" and sort.args[0] == REAL:
            return op("explaw", sort, num(rng.randint(-1, 2)))
        return var(rng.choice(("u", "v", "s")), sort) if sort != VEC else Expr("zero", (), VEC)

    # -- faces ----------------------------------------------------------------------------------

    def derivation(self) -> bool:
        """Lines of any shape, with a false conclusion."""
        rng = self.rng
        given = tuple((f"h{k}", self.term()) for k in range(rng.randint(0, 1)))
        names = [rule.name for rule in self.rules]
        reasons = ("assume", "intro", "apply", "both", "rewrite", "vector", "calc", "a.one:printed", *names)
        lines = []
        for place in range(rng.randint(1, 4)):
            earlier = tuple(rng.choice(("h0", "0", "1", "2", "9")) for _ in range(rng.randint(0, 2)))
            goal = rng.choice((FALSE, self.term(), self.sorted(PROP)))
            values = {rng.choice(("c", "m", "u", "x", "a", "phi", "mu")): self.term(2) for _ in range(3)}
            lines.append(
                Line(
                    str(place),
                    goal,
                    rng.choice(reasons),
                    earlier,
                    (self.term(2),),
                    values,
                    (rng.choice(NAMES),),
                )
            )
        return self.proved(given if rng.random() < 0.3 else (), tuple(lines))

    def rule(self) -> bool:
        """One rule at values of its own sorts, open or dishonest, for what is false without its premises."""
        rule = self.rng.choice(self.rules)
        entries = [
            entry.split(":", 1) for entry in rule.variables.replace("?", "real").split(";") if entry.strip()
        ]
        values = {name.strip(): self.sorted(parse_sort(text)) for name, text in entries}
        one = op("le", PROP, num(0), num(1))
        lines = (Line("0", one, "calc"), Line("1", FALSE, rule.name, ("0",), (), values))
        return self.proved((), lines)

    def proved(self, given: tuple[tuple[str, Expr], ...], lines: tuple[Line, ...]) -> bool:
        """Does the kernel accept 1 <= 0? Hypotheses that have a model are all the better."""
        evidence = Evidence(lines, World(1, (fmpq(0),)))
        theorem = Theorem("a.two:printed", {}, given, FALSE)
        found = judge(theorem, evidence, Library({}, {}), _certificates)
        return found.judged.verdict.status in (PROVED, PROVED_GIVEN)

    def citation(self) -> bool:
        """A form that nobody proved, with a verdict about something else, or with none."""
        rng = self.rng
        name = rng.choice(("a.one:printed", "a:printed.x", "attack:printed.x:printed", "calc", "norm-scale"))
        false = Theorem(name, {}, (), FALSE)
        true = Theorem(name, {}, (), op("le", PROP, num(0), num(1)))
        proof = Evidence((Line("1", true.conclusion, "calc"),), World(1, (fmpq(0),)))
        honest = judge(true, proof, Library({}, {}), _certificates)
        verdict = rng.choice((
            honest.judged.verdict, honest.derived, honest.lines[0].verdict, Verdict(CITED, "me"), Verdict(UNKNOWN),
        ))  # fmt: skip
        cites = rng.choice(((), ("0" * 64,), (honest.judged.verdict.about,)))
        library = Library({}, {name: Judged(false, verdict, cites)})
        checker = Checker(Theorem("a.two:printed", {}, (), FALSE), library)
        checker.line(Line("1", FALSE, name))
        return checker.conclude().status in (PROVED, PROVED_GIVEN)

    def world(self) -> bool:
        """A world that may be none; what it is to refute is true in all that there are."""
        rng = self.rng
        x, f = var("x", REAL), var("f", function(REAL, INT))
        true = rng.choice((
            op("ge", PROP, op("E", REAL, var("D", law(REAL)), Expr("lam", (num(1),), function(REAL, INT), "x")), num(1)),
            op("eq", PROP, op("floor", REAL, Expr("apply", (f, x), INT)), Expr("apply", (f, x), INT)),
            op("ge", PROP, var("n", INT), num(1)),
            op("le", PROP, op("abs", REAL, op("sub", REAL, x, x)), num(0)),
        ))  # fmt: skip
        theorem = Theorem("t", {"x": REAL, "f": f.sort, "D": law(REAL)}, (), true)
        values = {"x": self.value(), "f": self.value(), "D": self.value(), "n": self.value()}
        kept = {
            name: values[name]
            for name in values
            if (rng.random() < 0.8 and name != "n") or rng.random() < 0.1
        }
        size = rng.choice((1, 1, 2, 0, -1, True, 1.5))
        records = rng.choice(((fmpq(0),), (fmpq(0), fmpq(1)), (), (0.5,), (fmpq(0), "1")))
        family = rng.choice(((), (), (relation("C > 0"),), (relation("n < 0"),), (relation("x1 > 0"),)))
        world = World(size, records, kept, (), family)  # type: ignore[arg-type]
        return refuted_in(theorem, world, Library({}, {}), _certificates)[0].status == "refuted"

    def value(self) -> object:
        """Something that a world could give: a number, a function, a law, or nothing of the kind."""
        rng = self.rng
        body = parse_term(rng.choice(("0", "1/2", "x", "x**2", "1/x", "C", "x1", "n", "log(x)")))
        names = rng.choice(((), ("x",), ("x", "x"), ("S", "S1"), ("pi",), ("",)))
        weights = rng.choice(
            ((fmpq(1),), (fmpq(1, 2), fmpq(1, 2)), (fmpq(2), fmpq(-1)), (fmpq(1, 3),), (1.0,), ())
        )
        return rng.choice((
            Closed(names, body), Region("x", (relation("x <= 1"),)), Noise(names, body, parse_term("1")),
            FiniteLaw(tuple((parse_term(str(k)), w) for k, w in enumerate(weights)), names), Points((body,), names),
            3, "x", None,
        ))  # fmt: skip


def _certificates(claims: list[Claim]) -> dict[str, object]:
    """Certificates from the prover, within a small effort."""
    found = {claim.hash: prove(claim, effort=200_000).certificate for claim in claims}
    return {key: made for key, made in found.items() if made is not None}


def attack(seed: str, attempts: int) -> list[str]:
    """What a long attack found unsound."""
    face = LogicFace(seed)
    for index in range(attempts):
        face.run(index)
    return face.unsound
