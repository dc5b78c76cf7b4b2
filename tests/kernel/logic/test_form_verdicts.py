"""Forms judged as a whole: what a citation takes, what a model is needed for, what a refused line does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dptheory.kernel.forms import Evidence, Outcome, judge, refute
from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Checker, Line
from dptheory.kernel.logic.grammar import Scope, formula
from dptheory.kernel.logic.sorts import REAL
from dptheory.kernel.logic.theorems import Judged, Library, Theorem
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.verdicts import CITED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN, Verdict, sealed
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.reader import read
from dptheory.theory.results import BROKEN
from dptheory.theory.statements import Statement
from dptheory.theory.verification import verify
from dptheory.theory.worlds import parse_world

from .written import certificate, owed_by

X = {"x": REAL}
AT_ONE = parse_world(("value x = 1",))


def ask(claims: list[Claim]) -> dict[str, object]:
    return {claim.hash: made for claim in claims if (made := certificate(claim)) is not None}


def theorem(name: str, claim: str, *given: str, constants: tuple[str, ...] = ()) -> Theorem:
    variables = {**X, **dict.fromkeys(constants, REAL)}
    said = tuple((str(place), formula(text, Scope(variables, {}))) for place, text in enumerate(given))
    return Theorem(name, variables, said, formula(claim, Scope(variables, {})), constants)


def line(label: str, text: str, by: str, *sources: str) -> Line:
    return Line(label, formula(text, Scope(X, {})), by, sources)


POSITIVE = theorem("a.one:printed", "x >= 0", "x >= 1")
PROOF = Evidence((line("1", "x >= 0", "calc", "0"),), AT_ONE)


def judged(made: Theorem, evidence: Evidence, **forms: Judged) -> Outcome:
    return judge(made, evidence, Library({}, {form.theorem.name: form for form in forms.values()}), ask)


def citing(form: Judged, claim: str = "x >= 0", *, name: str = "a.one:printed") -> None:
    made = theorem("a.two:printed", claim, "x >= 1")
    Checker(made, Library({}, {name: form})).line(line("1", claim, name, "0"))


def test_a_form_is_proved_by_its_lines_and_its_model() -> None:
    found = judged(POSITIVE, PROOF).judged
    assert found.verdict.status == PROVED
    citing(found)
    without = judged(POSITIVE, replace(PROOF, model=None)).judged.verdict
    assert without.status == UNKNOWN and "no model" in without.reason
    elsewhere = judged(POSITIVE, replace(PROOF, model=parse_world(("value x = 0",)))).judged.verdict
    assert elsewhere.status == UNKNOWN and "no model" in elsewhere.reason


def test_a_citation_takes_the_verdict_on_what_it_cites() -> None:
    """A status string beside a theorem was believed, and so was the verdict on another theorem."""
    found = judged(POSITIVE, PROOF).judged
    false = replace(POSITIVE, conclusion=formula("x >= 2", Scope(X, {})))
    with pytest.raises(KernelError, match="about something else"):
        citing(Judged(false, found.verdict), "x >= 2")
    with pytest.raises(KernelError, match="about something else"):
        citing(replace(found, cites=("0" * 64,)))
    with pytest.raises(KernelError, match="is unknown"):
        citing(Judged(false, Verdict(UNKNOWN)), "x >= 2")
    with pytest.raises(KernelError, match="about something else"):
        citing(Judged(false, Verdict(CITED, "as I say")), "x >= 2")
    with pytest.raises(KernelError, match="not how a form is named"):
        citing(found, name="a.one:sharp")


def test_the_verdict_on_a_line_or_a_derivation_is_not_one_on_a_form() -> None:
    checker = Checker(POSITIVE, Library({}, {}), ask)
    of_line = checker.line(PROOF.lines[0]).verdict
    for verdict in (of_line, checker.conclude()):
        assert verdict.status == PROVED
        with pytest.raises(KernelError, match="about something else"):
            citing(Judged(POSITIVE, verdict))


@pytest.mark.parametrize(
    "name", ["attack:printed.x:printed", "printed", "a..b:printed", "ä:printed", "a:b c", "calc"]
)
def test_names_that_could_be_taken_for_others(name: str) -> None:
    """`attack:printed.x` was a statement, and a form of `attack`."""
    found = judged(replace(POSITIVE, name=name), PROOF).judged
    with pytest.raises(KernelError):
        citing(found, name=name) if name != "calc" else Library({}, {name: found}).cited(name)


def test_proved_given_stays_given() -> None:
    source = judged(POSITIVE, Evidence(model=AT_ONE, cited="Elsewhere")).judged
    assert source.verdict.status == CITED
    again = theorem("a.two:printed", "x >= 0", "x >= 1")
    steps = Evidence((line("1", "x >= 0", "a.one:printed", "0"),), AT_ONE)
    second = judge(again, steps, Library({}, {"a.one:printed": source}), ask).judged
    assert second.verdict.status == PROVED_GIVEN and second.cites == (source.verdict.about,)


@pytest.mark.parametrize(
    "claim", ["1 <= 0", "forall y: real. y <= x", "forall y: real. y <= 0", "x < x", "0*x = 1"]
)
def test_what_is_cited_must_not_fail_in_its_own_model(claim: str) -> None:
    """A cited ``1 <= 0`` without hypotheses gave *proved-given* for anything."""
    for given in ((), ("x >= 1",)):
        source = judged(theorem("a.one:printed", claim, *given), Evidence(model=AT_ONE, cited="Elsewhere"))
        assert source.judged.verdict.status == UNKNOWN
    unmodelled = judged(POSITIVE, Evidence(cited="Elsewhere")).judged.verdict
    assert unmodelled.status == UNKNOWN and "no model" in unmodelled.reason


def test_proved_and_refuted_is_neither() -> None:
    """What cannot be; if it were, nothing would be said."""
    both = Evidence(PROOF.lines, AT_ONE, parse_world(("value x = 0",)))
    assert judged(POSITIVE, both).judged.verdict.status == UNKNOWN  # the world breaks the hypothesis
    false = theorem("a.one:printed", "x >= 2", "x >= 1")
    assert judged(false, Evidence(fails=AT_ONE)).judged.verdict.status == REFUTED


def test_a_refused_line_does_not_vanish() -> None:
    """A line that the kernel refuses was forgotten where the rest of the proof went on without it."""
    bad = line("0a", "x = -1", "calc", "nowhere")
    found = judged(POSITIVE, Evidence((bad, *PROOF.lines), AT_ONE))
    assert found.judged.verdict.status == UNKNOWN and found.stopped == "0a"
    checker = Checker(POSITIVE, Library({}, {}), ask)
    with pytest.raises(KernelError):
        checker.line(bad)
    checker.line(PROOF.lines[0])
    assert checker.conclude().status == UNKNOWN and "step 0a" in checker.conclude().reason


def test_a_wrong_certificate_does_not_vanish() -> None:
    wrong, checker = line("0a", "x = -1", "calc"), Checker(POSITIVE, Library({}, {}))
    (claim,), (other,) = owed_by(checker, wrong), owed_by(checker, PROOF.lines[0])

    def handed(claims: list[Claim]) -> dict[str, object]:
        return {**ask(claims), claim.hash: certificate(other)}

    found = judge(POSITIVE, Evidence((wrong, *PROOF.lines), AT_ONE), Library({}, {}), handed)
    assert found.judged.verdict.status == UNKNOWN and found.stopped == "0a"


# -- in texts ----------------------------------------------------------------------------------

VANISHES = """
statement a.one
  let x: real; u: vec
  form printed
    given h: x >= 1
    claim x >= 0
    proof
      1: norm(u) = -1 by calc from h, nowhere
      2: x >= 0 by calc from h
    model
      value x = 1
"""


def statements(text: str) -> TheoryLibrary:
    document = read(text, {})
    return TheoryLibrary({s.id: s for s in document.statements}, document.definitions, document.says)


def test_a_proof_with_a_refused_step_is_broken_there() -> None:
    (found,) = verify(statements(VANISHES), certificates=Certificates(effort=2_000_000))
    (form,) = found.forms
    assert form.verdict.status == UNKNOWN
    assert (form.proof.verdict, form.proof.step) == (BROKEN, "1")


SOME = """
statement a.one
  let x: real
  form printed
    constant C
    given h: x >= 1
    claim x <= C
    slip 1: x <= 2*C
      world
        value x = 3
    refuted any number
      value x = C + 1
      parameter C > 0
  twin of printed: twice
    claim x <= 2*C
    world
      value x = 3
"""


def _statement(text: str) -> Statement:
    return read(text, {}).statements[0]


def test_twins_and_slips_keep_the_constant_of_their_form() -> None:
    """Of "there is a C" they made "for every C", which x = 3 at C = 1 refutes."""
    made = _statement(SOME)
    assert made.twins[0].theorem.constants == made.forms[0].slips[0].theorem.constants == ("C",)
    (found,) = verify(statements(SOME), certificates=Certificates(effort=2_000_000))
    assert found.forms[0].verdict.status == REFUTED
    assert found.twins[0].verdict.status == UNKNOWN and found.forms[0].proof.verdict != BROKEN
    start, _, end = SOME.rpartition("value x = 3")
    family = f"{start}value x = 2*C + 1\n      parameter C > 0{end}"
    (found,) = verify(statements(family), certificates=Certificates(effort=2_000_000))
    assert found.twins[0].verdict.status == REFUTED


def test_a_constant_fails_for_all_values_or_is_not_refuted() -> None:
    some = theorem("t", "x <= C", constants=("C",))
    assert refute(some, parse_world(("value x = 3",)), Library({}, {}), ask).verdict.status == UNKNOWN
    family = parse_world(("value x = C + 1", "parameter C > 0"))
    assert refute(some, family, Library({}, {}), ask).verdict.status == REFUTED


# -- events ------------------------------------------------------------------------------------

EVENT = "forall a: real. a*x <= x"


@pytest.mark.parametrize(
    "claim",
    [
        f"integrable(explaw(1), fun x: real. P[y ~ explaw(1)]({EVENT}))",
        "density(l2laplace(1), fun w: vec. P[y ~ explaw(1)](forall a: real. a*y <= norm(w)))",
        "ratio(explaw(1), explaw(1), fun x: real. P[y ~ explaw(1)](exists a: real. a*y <= x))",
        "P[s ~ chain(1, fun t: int. fun s: (int -> vec). image[k ~ l2laplace(P[y ~ explaw(1)](forall a: real."
        " a*norm(s(1)) <= y))](k))](norm(s(1)) <= 1) <= 1",
        "P[i ~ gibbs(2, fun i: int. P[y ~ explaw(1)](forall a: real. a*i <= y))](i <= 1) <= 1",
        "P[w ~ l2laplace(1)](closed(fun v: vec. norm(v - w) <= 1)) <= 1",
        "P[w ~ l2laplace(1)]((fun v: vec. norm(v) <= norm(w)) = (fun v: vec. norm(v - w) <= 1)) <= 1",
        "P[w ~ l2laplace(1)](gaussian(w, 1) = gaussian(zero, 1)) <= 1",
    ],
)  # fmt: skip
def test_quantifiers_in_what_is_drawn(claim: str) -> None:
    """Through `integrable`, `density`, `ratio` and `chain` they passed; sets that are closed or
    equal hide one."""
    made = formula(claim, Scope({}, {}))
    with pytest.raises(KernelError, match="quantifier inside"):
        Checker(Theorem("t", {}, (), made), Library({}, {})).line(Line("1", made, "assume"))


def test_projections_come_closer_on_closed_convex_sets_alone() -> None:
    """Once the rule asked for a member, of any set."""
    from .written import proves

    claim = "norm(project(H, u) - v) <= norm(u - v)"
    one = f"1: {claim} by projection from in with H := H; u := u; v := v"
    assert not proves("H: set(vec); u, v: vec", ["in: v in H"], claim, one)
    convex = "cv: forall u in H. forall v in H. forall a: real. 0 < a < 1 implies a*u + (1 - a)*v in H"
    given = ["in: v in H", "cl: closed(H)", convex]
    assert proves("H: set(vec); u, v: vec", given, claim, one.replace("from in", "from in, cl, cv"))


def test_sealed_verdicts_of_the_kernel_name_a_hash() -> None:
    with pytest.raises(ValueError, match="about"):
        sealed(PROVED, "", "")
