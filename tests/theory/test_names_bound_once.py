"""A name is bound once: any two constructs that give the same name are refused with their lines, or read as the
text with two names is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from dptheory.kernel.logic import Expr, Sort, Theorem, show, substitute, var
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.statements import Statement

NOTHING = TheoryLibrary({}, {}, {})
TEXT = """{above}
statement a.one
  let A: data -> vec; Z: data; x0: real; K: data -> law(vec)
{statement}
  algorithm {algorithm}({input})
    input  S
    output w
    1: Look at the data.
{deeds}
    2: Print it.
      draw w7 ~ K({input})
      return w7 + A({input})
  form printed
    runs {algorithm}
{base}
    claim 0 <= 1{claim}
    proof
{proof}
    slip 1: x0 <= 2{slipped}
{slip}
      world
        value x0 = 3
    model
      value x0 = 1
  form sharp extends printed
{sharp}
  twin of printed: another
{twin}
    world
      value x0 = 3
"""
SLOTS = ("above", "statement", "deeds", "base", "claim", "proof", "slip", "slipped", "sharp", "twin")


class Construct(NamedTuple):
    """What gives a name: pieces of the text, with @ for the name."""

    name: str
    pieces: dict[str, str]


def construct(name: str, **pieces: str) -> Construct:
    return Construct(name, pieces)


CONSTRUCTS = [
    construct("word", above="define @(u: real) := u + 1\n", base="    given w@1: @(x0) >= 3\n"),
    construct("parameter", above="define twice_@(@: real) := 2*@\n", base="    given p@1: twice_@(x0) >= 3\n"),
    construct("let", statement="  let @: real\n", claim=" and @ <= 5"),
    construct("let of data", statement="  let @: data\n", claim=" and norm(A(@)) <= 5"),
    construct("where", statement="  where @ := x0 + 1\n", claim=" and @ <= 6"),
    construct("where of data", statement="  where @ := Z\n", claim=" and norm(A(@)) <= 6"),
    construct("algorithm", algorithm="@", claim=" and P[w9 ~ @(Z)](norm(w9) <= 7) <= 1"),
    construct("input", input="@", claim=" and P[w9 ~ M(Z)](norm(w9) <= 8) <= 1"),
    construct("draw", deeds="      draw @ ~ K(Z)\n      solve d1@: norm(@) <= 1\n", claim=" and P[w9 ~ M(Z)](norm(w9) <= 1) <= 1"),
    construct("let of a line", deeds="      let @ := norm(A(Z))\n      solve l1@: @ <= 1\n"),
    construct("solve", deeds="      solve @: norm(A(Z)) <= 2\n"),
    construct("let of a form", base="    let @: real\n", claim=" and @ <= 9"),
    construct("let of another form", sharp="    let @: real\n    given f1@: @ <= 10\n"),
    construct("where of a form", base="    where @ := x0 + 2\n", claim=" and @ <= 11"),
    construct("constant", base="    constant @\n", claim=" and @ <= 12"),
    construct("given", base="    given @: x0 >= 13\n"),
    construct("presupposed", base="    presupposed @: x0 >= 14\n"),
    construct("given of another form", sharp="    given @: x0 >= 15\n"),
    construct("forall", base="    given q1@: forall @: real. @ <= 16\n"),
    construct("forall of data", base="    given q2@: forall @: data. norm(A(@)) <= 16\n"),
    construct("exists", base="    given q3@: exists @: real. @ <= 17\n"),
    construct("fun", base="    given q4@: integrable(K(Z), fun @: vec. norm(@))\n"),
    construct("P", base="    given q5@: P[@ ~ K(Z)](norm(@) <= 18) <= 1\n"),
    construct("sum", base="    given q6@: sum[@, 1, 2](@) <= 19\n"),
    construct("forall in the claim", claim=" and (forall @: real. @ <= 20)"),
    construct("E in the claim", claim=" and E[@ ~ K(Z)](norm(@)) <= 21"),
    construct("take", proof="      take @: real\n      t1@: @ <= @ by calc\n"),
    construct("where of a proof", proof="      where @ := x0 + 3\n      v1@: @ <= x0 + 4 by calc\n"),
    construct("line", proof="      @: x0 <= x0 + 5 by calc\n"),
    construct("let of a slip", slip="      let @: real\n", slipped=" + 22*@"),
    construct("constant of a slip", slip="      constant @\n", slipped=" + 23*@"),
    construct("given of a slip", slip="      given @: x0 >= 24\n"),
    construct("given of a twin", twin="    given @: x0 >= 25\n"),
]  # fmt: skip
FIXED = {"algorithm": "M", "input": "S9"}


def written(one: Construct, first: str, other: Construct, second: str) -> str:
    """The text with two constructs that give names."""
    slots = dict.fromkeys(SLOTS, "") | FIXED
    for made, name, place in ((one, first, "a"), (other, second, "b")):
        for slot, piece in made.pieces.items():
            # other names in a piece differ between the two, so that one collision is tried at a time
            text = re.sub(r"\b(\w+)@", rf"\1{place}", piece).replace("@", name)
            if slot in FIXED:
                slots[slot] = text
            else:
                slots[slot] += text
    return re.sub(r"\bM\(", f"{slots['algorithm']}(", TEXT.format(**slots))


def said(statement: Statement, old: str = "", new: str = "") -> Iterator[object]:
    """All that a statement says, with a name called otherwise."""

    def called(name: str) -> str:
        return new if name == old else name

    def formula(term: Expr, sorts: dict[str, Sort]) -> Expr:
        return substitute(term, {old: var(new, sorts[old])}) if old in sorts else term

    def theorem(made: Theorem) -> Iterator[object]:
        sorts = dict(made.variables)
        if old in sorts and new in sorts:
            yield "two variables"
        yield sorted((called(name), str(sort)) for name, sort in sorts.items())
        yield [(called(label), formula(term, sorts)) for label, term in made.hypotheses]
        yield formula(made.conclusion, sorts), [called(name) for name in made.constants]

    for form in statement.forms:
        yield from theorem(form.theorem)
        own = dict(form.theorem.variables)
        for line in form.steps:
            local = {name: sort for name, sort in own.items()}
            local |= {old: Sort("real")} if old in line.formula.names and old not in own else {}
            yield called(line.label), formula(line.formula, local), line.by, tuple(map(called, line.sources))
        for slip in form.slips:
            yield from theorem(slip.theorem)
    for twin in statement.twins:
        yield from theorem(twin.theorem)


def reading(text: str) -> Statement:
    return read(text, {}).statements[0]


PAIRS = list(combinations_with_replacement(CONSTRUCTS, 2))
WITH_FIXED = [
    (a, b) for a, b in PAIRS if a != b or not a.pieces.keys() & FIXED.keys()
]  # one algorithm, one input
REPLACED = ("given of another form", "given of a twin")
LABELS = ("given", "presupposed", "solve")
SAID = [
    ("let", "constant"), ("let", "constant of a slip"), ("let of a form", "constant"), ("let of a form", "constant of a slip"),
    ("let of a slip", "constant of a slip"), *((a, b) for a in LABELS for b in REPLACED if (a, b) != ("solve", REPLACED[0])),
]  # fmt: skip
"""What is not bound again: a constant may be a variable that is declared, a hypothesis may replace one of its label."""


@pytest.mark.parametrize(("one", "other"), WITH_FIXED, ids=[f"{a.name}, {b.name}" for a, b in WITH_FIXED])
def test_two_constructs_that_give_one_name(one: Construct, other: Construct) -> None:
    two = reading(written(one, "p", other, "q"))
    text = written(one, "p", other, "p")
    try:
        made = reading(text)
    except OutlineError as error:
        assert (one.name, other.name) not in SAID
        assert re.search(r"\bp\b", error.message) and "p" in text.splitlines()[error.number - 1]
        assert re.search(
            "already, in line|of the definitions|meaning of its own|is defined already", error.message
        )
        return
    assert (list(said(made)) == list(said(two, "q", "p"))) != ((one.name, other.name) in SAID)


def pair(one: str, other: str) -> Statement:
    first, second = (next(c for c in CONSTRUCTS if c.name == name) for name in (one, other))
    return reading(written(first, "p", second, "p"))


def test_a_constant_may_be_a_variable_of_the_statement() -> None:
    """`constant C` says of which variable it is that one value serves all of the others."""
    theorem = pair("let", "constant").forms[0].theorem
    assert theorem.constants == ("p",) and theorem.variables["p"] == Sort("real")
    assert pair("let", "constant of a slip").forms[0].slips[0].theorem.constants == ("p",)


@pytest.mark.parametrize("label", LABELS)
def test_a_hypothesis_replaces_the_one_of_its_label_in_another_form(label: str) -> None:
    made = pair(label, "given of a twin")
    assert show(dict(made.twins[0].theorem.hypotheses)["p"]) == "x0 >= 25"
    assert show(dict(made.forms[0].theorem.hypotheses)["p"]) != "x0 >= 25"


def test_most_pairs_are_refused_or_separate() -> None:
    """The comparison would be worth nothing if no pair were read, or none were refused."""
    read_so, some = 0, WITH_FIXED[::7]
    for one, other in some:
        try:
            reading(written(one, "p", other, "p"))
            read_so += 1
        except OutlineError:
            pass
    assert len(some) // 4 < read_so < len(some) - len(some) // 4


# -- what was read otherwise than it stands -------------------------------------------------------

HEAD = "statement a.one\n  let A: data -> law(vec); B: data -> vec; Z: data; x: real\n"
FORM = "  form printed\n    claim 0 <= 1\n"


def refused(text: str, message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        extended(NOTHING, text, "mine.thm")


ALGORITHM = "  algorithm M(T)\n    1: Run A on T.\n      draw w ~ A(T)\n    2: Print w.\n      return w\n"


def test_an_abbreviation_took_the_place_of_an_algorithms_input() -> None:
    """`where T := Z` made M(T) read A(Z): that M is 0-private was proved."""
    refused(f"{HEAD}  where T := Z\n{ALGORITHM}{FORM}", "mine.thm:4: T abbreviates a term already, in line 3")


def test_an_algorithms_input_captured_what_an_abbreviation_speaks_of() -> None:
    """`where q := B(Z)` and `return q` in M(Z) made M(T) read B(T): that M is one vector for all data was refuted."""
    lines = "  algorithm M(Z)\n    1: Print q.\n      return q\n"
    refused(
        f"{HEAD}  where q := B(Z)\n{lines}{FORM}",
        "mine.thm:4: Z is a variable of sort data already, in line 2",
    )


def test_of_two_solved_lines_with_one_label_the_first_was_lost() -> None:
    """That the norm is at most 1 was refuted, of an algorithm whose first line says so."""
    lines = "  algorithm M(T)\n    1: One.\n      solve a: norm(B(T)) <= 1\n    2: Two.\n      solve a: norm(B(T)) >= 0\n"
    refused(f"{HEAD}{lines}      return B(T)\n{FORM}", "mine.thm:7: solve a is there already, in line 5")


SLIP = "    slip 1: x <= 5\n      given q: x <= 4\n"
WORLD = "      world\n        x = 7\n"


def test_a_hypothesis_of_a_slip_took_the_place_of_another() -> None:
    """The world of the slip satisfied the second hypothesis only: the proof was called broken."""
    refused(
        f"{HEAD}{FORM}{SLIP}      given q: x >= 1\n{WORLD}",
        "mine.thm:7: q labels a hypothesis already, in line 6",
    )
    taken = f"  form printed\n    given q: x <= 9\n    claim 0 <= 1\n{SLIP}{WORLD}"
    refused(f"{HEAD}{taken}", "mine.thm:7: q labels a hypothesis already, in line 4")


def test_an_abbreviation_hid_the_constant_of_a_slip() -> None:
    """`slip 1: x <= C` was read x <= x - 1, of which C is no constant."""
    slip = f"    slip 1: x <= C\n      constant C\n{WORLD}"
    refused(f"{HEAD}  where C := x - 1\n{FORM}{slip}", "mine.thm:7: C abbreviates a term already, in line 3")


@pytest.mark.parametrize(
    "claim", ["forall x: real. a <= 5", "(forall x: real. x <= 5) and a <= 5", "sum[a, 1, 2](a) <= 5"]
)
def test_a_binder_has_the_name_of_what_an_abbreviation_speaks_of(claim: str) -> None:
    """Of `where a := x`, `forall x: real. a <= 5` says of the x above that it is at most 5, and looks otherwise."""
    refused(
        f"{HEAD}  where a := x\n  form printed\n    claim {claim}\n",
        "mine.thm:5: [ax], which this formula binds",
    )


def test_a_name_has_one_meaning_in_a_formula() -> None:
    """`E[S ~ iid(D)](l(item(S, 1))) = l(item(S, 1))` is about two data sets."""
    claim = "P[v ~ A(Z)](norm(v) <= x) = 1 and forall Z: data. norm(B(Z)) <= 1"
    refused(
        f"{HEAD}  form printed\n    claim {claim}\n", "mine.thm:4: Z, which this formula binds, is a variable"
    )
    assert read(f"{HEAD}  form printed\n    claim forall Z: data. norm(B(Z)) <= 1\n", {}).statements
    refused(
        "define f(u: real) := forall u: real. u <= 1\n",
        "mine.thm:1: u, which this formula binds, is a variable",
    )
    refused(
        f"{HEAD}  form printed\n    claim forall u, u: vec. norm(u) <= 1\n",
        "mine.thm:4: .* binds a name twice",
    )


BASE = "  form printed\n    given h: x <= 1\n    claim x <= 2\n    model\n      x = 0\n  form sharp extends printed\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("    given h: x <= 3\n    given h: x <= 4\n", "h labels a hypothesis already, in line 9"),
        ("    given h: x <= 3\n    drop h\n", "no hypothesis 'h' to drop"),
        ("    claim x <= 3\n    claim x <= 4\n", "a form has one claim, here line 9"),
        ("    model\n      x = 0\n    model\n      x = 1\n", "a form has one model, here line 9"),
        ("    let x: real\n", "x is a variable of sort real already, in line 2"),
    ],
)
def test_a_form_that_extends_another_says_each_thing_once(lines: str, message: str) -> None:
    """The last of two hypotheses of one label, of two claims, was the one."""
    refused(f"{HEAD}{BASE}{lines}", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}{FORM}{SLIP}{WORLD}{WORLD}", "a slip has one world, here line 7"),
        (f"{HEAD}{FORM}{SLIP}{WORLD}{SLIP}{WORLD}", "slip 1 is there already, in line 5"),
        (f"{HEAD}{FORM}    slip 1: C <= 1\n      constant C\n      let C: real\n{WORLD}", "C is a constant already, in line 6"),
        (f"{HEAD}{ALGORITHM}  form printed\n    runs M\n    runs M\n    claim 0 <= 1\n", "a form has one runs, here line 9"),
        (f"{HEAD}{ALGORITHM}  form printed\n    let M: real\n    claim 0 <= 1\n", "M is an algorithm already, in line 3"),
        (f"{HEAD}{ALGORITHM.replace('M(T)', 'T(T)')}{FORM}", "T is an algorithm already, in line 3"),
        (f"{HEAD}{ALGORITHM.replace('w ~', 'T ~')}{FORM}", "T is the input of M already, in line 3"),
        (f"{HEAD}{ALGORITHM.replace('2: ', '1: ')}{FORM}", "1 numbers a line already, in line 4"),
        (f"{HEAD}{FORM}  sure 90\n  sure 95\n", "a statement has one sure, here line 5"),
        (f"{HEAD}  no experiment: a\n  no experiment: b\n{FORM}", "a statement has one no, here line 3"),
        (f"{HEAD}{FORM}    model\n      x = 0\n  twin of printed: a\n    world like model but x = 1; x = 2\n", "x is said already"),
        (f"{HEAD}{FORM}    proof\n      1: 0 <= 1 by calc\n      1: 0 <= 2 by calc\n", "1 labels a line already, in line 6"),
        (f"{HEAD}{FORM}    proof\n      let x: real\n      1: 0 <= 1 by calc\n", "x is a variable of sort real already, in line 2"),
        (f"{HEAD}{FORM}    proof\n      1: 0 <= 1 by both from 2 from 3\n", "a reason says"),
        (f"{HEAD}{FORM}    proof\n      1: 0 <= 1 by markov with t := 1; t := 2\n", "'with' gives t one value"),
        (f"{HEAD}  abbreviate c := 2*x\n  abbreviate c := 3*x\n{FORM}", "a name that is not in use"),
    ],
)  # fmt: skip
def test_what_is_said_twice_is_refused(text: str, message: str) -> None:
    refused(text, message)


def test_lines_of_a_proof_may_take_a_variable_again() -> None:
    """What is taken is taken for the lines below: two of them may speak of the same letter."""
    block = "        take u: vec\n        {}: norm(u) >= 0 by norm-nonnegative\n"
    proof = "".join(f"      {k}: forall u: vec. norm(u) >= 0\n{block.format(f'{k}a')}" for k in (1, 2))
    assert len(read(f"{HEAD}{FORM}    proof\n{proof}", {}).statements[0].forms[0].steps) >= 4
