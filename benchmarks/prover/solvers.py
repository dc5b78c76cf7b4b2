"""Claims for SMT solvers: the negation of a claim in SMT-LIB, and z3 and cvc5 run on it.

A claim asserts that both sides are defined on the whole domain and that the relation holds; its negation,
that somewhere in the domain a side is undefined or the relation fails. `unsat` decides that the claim is
true, `sat` that it is false. Logarithms and roots become fresh variables with what defines them; a power is
a product, a root, or exp(e*log(b)).
"""

from __future__ import annotations

import math
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flint import fmpq

from dptheory.kernel.real import Claim, Obligation, Relation, Term, obligations, rational_values, subterms

SECONDS = 10.0
WAITED = 6
"""How many times the limit a process may take by the clock."""
MEMORY = 2 * 1024**3
LONGEST_PRODUCT = 100
SYMBOL = {"add": "+", "sub": "-", "mul": "*", "div": "/", "neg": "-"}
TRANSCENDENTAL = {
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
}
CVC5 = """
import sys, cvc5
solver, parser_of = cvc5.Solver(), cvc5.InputParser
solver.setOption("nl-ext-tplanes", "true")
parser = parser_of(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "claim")
symbols = parser.getSymbolManager()
while True:
    command = parser.nextCommand()
    if command.isNull():
        break
    said = command.invoke(solver, symbols)
    if said:
        print(said, flush=True)
"""


class NotExpressible(Exception):
    """The solver's language has no word for a function of the claim."""


@dataclass
class Script:
    """An SMT-LIB script in the making; `exp` says whether the solver knows exp, sin and pi."""

    exp: bool
    integers: frozenset[str]
    declared: list[str] = field(default_factory=list)
    asserted: list[str] = field(default_factory=list)
    texts: dict[bytes, str] = field(default_factory=dict)
    numbers: dict[bytes, fmpq] = field(default_factory=dict)
    transcendental: bool = False

    @property
    def logic(self) -> str:
        """The narrowest logic: with it cvc5 decides polynomials by cylindrical coverings."""
        return "ALL" if self.transcendental else "QF_NIRA" if self.integers else "QF_NRA"

    def fresh(self) -> str:
        self.declared.append(f"(declare-const t{len(self.declared)}! Real)")
        return f"t{len(self.declared) - 1}!"

    def term(self, root: Term) -> str:
        """The text of a term, its fresh variables declared and defined."""
        self.numbers |= rational_values(root)
        for t in subterms(root):
            if t.key not in self.texts:
                self.texts[t.key] = self._one(t, [self.texts[a.key] for a in t.args])
        return self.texts[root.key]

    def _one(self, t: Term, args: list[str]) -> str:
        if t.op == "num":
            return f"{t.value}.0"
        if t.op == "var":
            return f"(to_real |{t.value}|)" if t.value in self.integers else f"|{t.value}|"
        if t.op in SYMBOL:
            return f"({SYMBOL[t.op]} {' '.join(args)})"
        if t.op == "abs":
            return f"(ite (>= {args[0]} 0.0) {args[0]} (- {args[0]}))"
        if t.op in ("min", "max"):
            return self._extreme("<=" if t.op == "min" else ">=", args)
        if t.op in ("floor", "ceil"):
            return (
                f"(to_real (to_int {args[0]}))"
                if t.op == "floor"
                else f"(- (to_real (to_int (- {args[0]}))))"
            )
        if t.op == "sqrt":
            return self._root(args[0], 2)
        if t.op == "pow":
            return self._power(t, *args)
        return self._transcendental(t, args)

    def _extreme(self, op: str, args: list[str]) -> str:
        made = args[0]
        for other in args[1:]:
            made = f"(ite ({op} {made} {other}) {made} {other})"
        return made

    def _root(self, base: str, degree: int) -> str:
        y = self.fresh()
        power = " ".join([y] * degree)
        self.asserted.append(f"(=> (>= {base} 0.0) (and (>= {y} 0.0) (= (* {power}) {base})))")
        return y

    def _log(self, argument: str) -> str:
        self._needs_exp("log")
        y = self.fresh()
        self.asserted.append(f"(=> (> {argument} 0.0) (= (exp {y}) {argument}))")
        return y

    def _power(self, t: Term, base: str, exponent: str) -> str:
        e = self.numbers.get(t.args[1].key)
        if e is not None and abs(int(e.p)) <= LONGEST_PRODUCT and int(e.q) <= LONGEST_PRODUCT:
            of = base if e.q == 1 else self._root(base, int(e.q))
            n = abs(int(e.p))
            product = "1.0" if n == 0 else of if n == 1 else f"(* {' '.join([of] * n)})"
            return product if e >= 0 else f"(/ 1.0 {product})"
        self._needs_exp("a symbolic exponent")
        y = self.fresh()
        self.asserted.append(f"(=> (> {base} 0.0) (= {y} (exp (* {exponent} {self._log(base)}))))")
        self.asserted.append(f"(=> (= {base} 0.0) (= {y} 0.0))")
        return y

    def _transcendental(self, t: Term, args: list[str]) -> str:
        self._needs_exp(str(t.value or t.op))
        if t.op == "const":
            return "real.pi" if t.value == "pi" else "(exp 1.0)"
        a = args[0]
        if t.op == "exp":
            return f"(exp {a})"
        if t.op == "log":
            return self._log(a)
        if t.op in TRANSCENDENTAL:
            return f"({TRANSCENDENTAL[t.op]} {a})"
        up, down = f"(exp {a})", f"(exp (- {a}))"
        if t.op in ("sinh", "cosh"):
            return f"(/ ({'-' if t.op == 'sinh' else '+'} {up} {down}) 2.0)"
        if t.op == "tanh":
            return f"(/ (- {up} {down}) (+ {up} {down}))"
        raise NotExpressible(t.op)

    def _needs_exp(self, what: str) -> None:
        if not self.exp:
            raise NotExpressible(what)
        self.transcendental = True

    def relation(self, r: Relation) -> str:
        left, right = self.term(r.left), self.term(r.right)
        return f"(not (= {left} {right}))" if r.op == "!=" else f"({r.op} {left} {right})"

    def defined(self, o: Obligation) -> str:
        first = self.relation(o.relation)
        return first if o.other is None else f"(or {first} {self.relation(o.other)})"


def script(claim: Claim, exp: bool) -> str:
    """The negation of a claim as SMT-LIB; raises NotExpressible."""
    s = Script(exp, claim.integers)
    main: list[str] = []
    for c in claim.conditions:
        main += [s.defined(o) for o in obligations([c.left, c.right], claim.integers)]
        main.append(s.relation(c))
    r = claim.relation
    fails = [f"(not {s.defined(o)})" for o in obligations([r.left, r.right], claim.integers)]
    fails.append(f"(not {s.relation(r)})")
    main.append(f"(or {' '.join(fails)})" if len(fails) > 1 else fails[0])
    sorts = [f"(declare-const |{v.name}| {'Int' if v.integer else 'Real'})" for v in claim.variables]
    asserted = [f"(assert {text})" for text in (*s.asserted, *main)]
    return "\n".join([f"(set-logic {s.logic})", *sorts, *s.declared, *asserted, "(check-sat)"]) + "\n"


@dataclass(frozen=True)
class Answer:
    """What a solver said: true, false, unknown, not expressible, or not installed; and in how much
    processor time, which is what is limited, so that other work on the machine does not count."""

    status: str
    seconds: float = 0.0


def _limited(seconds: float) -> Callable[[], None]:
    """What a solver's process does first: limit its memory and its processor time."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        whole = math.ceil(seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))

    return limit


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(name: str, claim: Claim, seconds: float = SECONDS) -> Answer:
    """One solver on one claim, in a process that is ended at the limit."""
    command = available().get(name)
    if command is None:
        return Answer("not installed")
    try:
        text = script(claim, exp=name == "cvc5")
    except NotExpressible:
        return Answer("not expressible")
    start = _processor_time()
    try:
        done = subprocess.run(
            command,
            input=text,
            capture_output=True,
            text=True,
            timeout=WAITED * seconds,
            check=False,
            preexec_fn=_limited(seconds),
        )
        said = done.stdout.split()
    except subprocess.TimeoutExpired:
        said = []
    status = {"sat": "false", "unsat": "true"}.get(said[0] if said else "", "unknown")
    return Answer(status, _processor_time() - start)


def available() -> dict[str, list[str]]:
    """The command of each solver that is installed."""
    found: dict[str, list[str]] = {}
    beside = Path(sys.executable).with_name("z3")
    z3 = str(beside) if beside.exists() else shutil.which("z3")
    if z3:
        found["z3"] = [z3, "-in", "-smt2"]
    if _importable("cvc5"):
        found["cvc5"] = [sys.executable, "-c", CVC5]
    return found


def _importable(name: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(name) is not None


def versions() -> dict[str, Any]:
    """The versions of the installed packages."""
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, Any] = {}
    for name, package in (("z3", "z3-solver"), ("cvc5", "cvc5")):
        try:
            found[name] = version(package)
        except PackageNotFoundError:
            continue
    return found
