"""What a hostile reader got past the kernel: numbers that are none, objects that say of themselves what they are not."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from flint import fmpq

from dptheory.kernel.finite.check import check_worst
from dptheory.kernel.finite.questions import FiniteWorld, Functional, Privacy, Question
from dptheory.kernel.forms import Evidence, judge
from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Line
from dptheory.kernel.logic.sorting import check_formula
from dptheory.kernel.logic.sorts import INT, PROP, REAL, Sort
from dptheory.kernel.logic.terms import Definition, Expr, abstract, normal, num, op, var
from dptheory.kernel.logic.theorems import Judged, Library, Theorem, check_theorem, hash_of_text
from dptheory.kernel.models.worlds import World
from dptheory.kernel.real.claims import check_claim, parse_claim
from dptheory.kernel.real.families import recheck
from dptheory.kernel.real.points import check_witness
from dptheory.kernel.syntax import SyntaxProblem, parse
from dptheory.prover.certificates import certificate

from .logic.written import form


def _poly(hypothesis: int) -> dict[str, object]:
    return {"rule": "poly", "terms": [{"c": "1", "h": [hypothesis]}]}


def _best_constant(value: str) -> dict[str, object]:
    """That n <= 0 holds with c = value, where the sum of c from 1 to n has a value."""
    total, where = f"sum({value}, j, 1, n)", "n integer, n >= 0, sum({}, j, 1, n) < oo"
    some = {"rule": "domain", "term": value, "then": {"rule": "contradiction", "then": _poly(4)}}
    yes = {"rule": "terms", "term": total, "count": 1, "which": "first", "sides": [_poly(2)], "then": some}
    no = {"rule": "fact", "name": "integer-gap", "args": ["n", "1"], "then": _poly(3)}
    proof = {"rule": "cases", "on": "n >= 1", "yes": yes, "no": no}

    def at_one(text: str, node: dict[str, object]) -> dict[str, object]:
        return certificate(parse_claim(text, "u > 0"), {"u": fmpq(1)}, node)

    same = "sum(7 - u, j, 1, 1)"
    proofs = [
        at_one("1 >= 0", {"rule": "exact"}),
        at_one(f"{same} = {same}", {"rule": "poly", "terms": []}),
        at_one("1 > 0", {"rule": "exact"}),
    ]
    holds = certificate(parse_claim("n <= 0", where.format(value)), {"n": fmpq(0)}, proof)
    return {
        "format": "dptheory best constant 1", "claim": "n <= 0", "where": where.format("c"), "find": "c",
        "side": "least", "holds": value, "fails": "7", "proof": holds, "defined": [], "parameter": "u",
        "pieces": [{"until": "", "point": {"n": "1"}, "proofs": proofs}],
    }  # fmt: skip


def test_a_best_constant_is_a_number() -> None:
    """It was said to hold with c = 1/0, where the empty sum needs no value of c; for every number it fails at n = 1."""
    with pytest.raises(KernelError, match="a constant has a value, and no variables"):
        recheck(_best_constant("1/0"))


@pytest.mark.parametrize("text", ["(-1)**({}) = 1", "sum(j, j, 1, {}) >= 0", "prod(j, j, 1, {}) >= 0"])
def test_a_number_too_large_to_be_written_out_ends_nothing(text: str) -> None:
    """The process was aborted."""
    large = "2"
    for _ in range(7):
        large = f"({large})**1000"
    with pytest.raises(KernelError):
        check_witness(parse_claim(text.format(large)), {})


def test_blanks_before_what_is_no_token_are_looked_at_once() -> None:
    """It took the square of their number: minutes for a text that is allowed."""
    start = time.process_time()
    with pytest.raises(SyntaxProblem, match="unexpected character '@'"):
        parse("x" + " " * 60_000 + "@")
    assert time.process_time() - start < 5


class Alike(str):
    """A text that equals every other."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


def test_a_hash_is_a_text_and_nothing_else() -> None:
    claim = parse_claim("0 <= 1")
    vars(claim)["hash"] = Alike("0" * 64)
    with pytest.raises(KernelError, match="calls itself what it is not"):
        check_claim(claim)


def test_a_term_of_the_logic_has_the_key_of_its_parts() -> None:
    """``0 <= 1`` with the key of ``1 <= 0`` proved the latter."""
    true, false = op("le", PROP, num(0), num(1)), op("le", PROP, num(1), num(0))
    check_formula(true, {}, {})
    vars(true)["key"] = false.key
    with pytest.raises(KernelError, match="says of itself what it is not"):
        check_formula(true, {}, {})


class Shy(tuple[tuple[str, object], ...]):
    """Hypotheses that are there when one looks twice."""


def test_hypotheses_of_a_theorem_are_a_tuple() -> None:
    said = op("le", PROP, var("m", INT), num(0))
    honest = Theorem("a:a", {"m": INT}, (("given", said),), said)
    check_theorem(honest, Library({}, {}))
    with pytest.raises(KernelError, match="parts of other kinds"):
        check_theorem(replace(honest, hypotheses=Shy(honest.hypotheses)), Library({}, {}))  # type: ignore[arg-type]


class Generous(Library):
    """A library of which every form may be cited."""

    def cited(self, name: str) -> Judged:
        return self.forms[name]


def test_a_library_is_the_kernels_own() -> None:
    """One of another class let a derivation cite 1 <= 0, with a verdict that the kernel gave to n >= 1."""
    world, false = World(1, (fmpq(0),)), op("le", PROP, num(1), num(0))
    known, _ = form("", [], "n >= 1", "end: n >= 1 by size-positive")
    honest = judge(known.theorem, Evidence(known.steps, world), Library({}, {}), {}).judged
    name = known.theorem.name
    lie = {name: replace(honest, theorem=Theorem(name, {}, (), false))}
    for made in (Library, Generous):
        cites = Evidence((Line("end", false, name),), world)
        found = judge(Theorem("b:b", {}, (), false), cites, made({}, lie), {})
        assert honest.verdict.status == "proved" and found.judged.verdict.status == "unknown"


class Free(Question):
    """A question that forgets its condition."""

    def _privacy(self) -> list[object]:  # type: ignore[override]
        return []


def test_a_question_is_made_again_of_its_parts() -> None:
    """One that had lost its neighbours was answered under the hash of the honest one."""
    world = FiniteWorld(records=2, entries=(1,), outcomes=2)
    parts = ("q", world, Functional((((0,), 0, fmpq(1)),)), Privacy(fmpq(1), fmpq(0)))
    worst = {
        "format": "dptheory-worst-case", "version": 1, "hash": Question(*parts).hash, "value": "1",
        "mechanism": ["1", "0", "0", "1"], "multipliers": {},
    }  # fmt: skip
    with pytest.raises(KernelError, match="row"):
        check_worst(Question(*parts), worst)
    with pytest.raises(KernelError, match="other classes"):
        check_worst(Free(*parts), worst)
    lost = Question(*parts)
    vars(lost.world)["neighbours"] = ()
    with pytest.raises(KernelError, match="row"):
        check_worst(lost, worst)


@pytest.mark.parametrize(
    "text", ["x**(2**(1 + 1)) = x**4", "x**(1e1300*1e1300/(1e1300*1e1300)) = x", "x**(1/0) = 1"]
)
def test_an_exponent_whose_number_is_not_told_is_refused(text: str) -> None:
    """It was read as any real exponent is: `x >= 0` was proved where x**(2**(1 + 1)) >= 0, and the law refuted."""
    with pytest.raises(SyntaxProblem, match="an exponent that is a number is written as one"):
        parse_claim(text)
    for good in ("x**(2**2) = x**4", "x**(2*2) = x**4", "x**(sqrt(2)/2) >= 0", "x**(-(1/2)) > 0"):
        assert parse_claim(good, "x > 0").text


def test_what_a_node_says_is_remembered_of_texts_alone() -> None:
    """A label that is written otherwise than what it equals made two variables one, for all terms made after it."""
    fresh = "unheard"
    liar = type("Liar", (str,), {"__repr__": lambda self: "'other'"})(fresh)
    Expr("var", (), REAL, liar)
    assert var(fresh, REAL) != var("other", REAL)


def test_a_sort_is_written_as_what_it_is() -> None:
    """Integers that called themselves real made one formula of two: one about all integers, one about all reals."""
    liar = Sort("int")
    vars(liar)["text"] = "real"
    bound = Expr("bound", (), INT, index=0)
    every = op("forall", PROP, Expr("lam", (op("le", PROP, bound, bound),), Sort("->", (liar, PROP)), "i"))
    with pytest.raises(KernelError, match="calls itself 'real'"):
        check_formula(every)


def test_a_key_is_of_the_class_that_keys_are() -> None:
    class Key(bytes):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = bytes.__hash__

    said = op("le", PROP, num(1), num(0))
    vars(said)["key"] = Key(b"")
    with pytest.raises(KernelError, match="says of itself what it is not"):
        check_formula(said)


class Turning(Definition):
    """A definition that is expanded to something else than its body."""

    def expand(self, args: tuple[Expr, ...]) -> Expr:
        return op("le", PROP, num(1), num(0))


def test_a_definition_means_its_body() -> None:
    said = op("le", PROP, num(0), num(1))
    library = Library({"p": Turning("p", (), said)}, {})
    assert normal(Expr("defined", (), PROP, "p"), library.definitions) == said


@pytest.mark.parametrize("first", [var("x", REAL), op("neg", REAL, var("x", REAL))])
def test_definitions_over_one_another_are_unfolded_once(first: Expr) -> None:
    """a1(x) := a0(a0(x)), a2(x) := a1(a1(x)), ...: of twenty there were a million steps, of sixty no end."""
    made, x = {"a0": Definition("a0", (("x", REAL),), first)}, var("x", REAL)
    for place in range(1, 60):
        inner = Expr("defined", (x,), REAL, f"a{place - 1}")
        twice = Expr("defined", (inner,), REAL, f"a{place - 1}")
        made[f"a{place}"] = Definition(f"a{place}", (("x", REAL),), twice)
    start = time.process_time()
    if first == x:
        said = op("le", PROP, Expr("defined", (x,), REAL, "a59"), x)
        assert hash_of_text(Theorem("a:a", {"x": REAL}, (), said), Library(made, {}).definitions)
    else:
        with pytest.raises(KernelError, match="a term deeper"):
            Library(made, {})
    assert time.process_time() - start < 5


@pytest.mark.parametrize("count", [22, 40])
def test_a_formula_that_would_be_too_long_is_not_written_out(count: int) -> None:
    """``(fun x. x + x)((fun x. x + x)(...))`` was written out before anything looked at its size."""
    x = var("x", REAL)
    term, twice = var("y", REAL), abstract("x", REAL, op("add", REAL, x, x))
    for _ in range(count):
        term = Expr("apply", (twice, term), REAL)
    start = time.process_time()
    found = judge(
        Theorem("a:a", {"y": REAL}, (), op("le", PROP, term, num(0))), Evidence(), Library({}, {}), {}
    )
    assert "nodes" in found.judged.verdict.reason
    assert time.process_time() - start < 5
