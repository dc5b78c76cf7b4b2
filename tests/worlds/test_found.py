"""Worlds that a search finds: models and counterexamples, without the lines that a person wrote."""

from __future__ import annotations

import numpy as np
import pytest

from dptheory.kernel import REFUTED
from dptheory.kernel.logic import Library, Theorem, normal
from dptheory.kernel.models import Closed, FiniteLaw, Points, Region, World
from dptheory.kernel.models.instances import check_model, owed
from dptheory.kernel.real import num, parse_claim
from dptheory.kernel.real.enclosures import enclose
from dptheory.present.found_worlds import tried_lines
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.worlds import parse_world
from dptheory.worlds.evaluator import Evaluation
from dptheory.worlds.numeric import evaluated
from dptheory.worlds.report import tried_form
from dptheory.worlds.trial import EASY, Trial
from dptheory.worlds.values import Function, Lists, Scene, Set, Table, holds

MODELS = (
    "background.square-monotone:printed", "background.logistic:printed", "background.apart:printed",
    "wu2015.section3.2.average:printed", "wu2015.theorem14:printed", "chaudhuri2020.section2.3.tail:printed",
    "tutorial.stable:printed", "chaudhuri2020.theorem1:printed.replace-one", "sharp.exponential-shift:printed",
    "wu2015.section4.2.scale:corrected", "chaudhuri2020.section1.2.quotient:printed",
    "chaudhuri2020.section1.2.null:printed",
    # data sets for each integer; an equation that is decided between logarithms alone
    "wang2016.section3.3.packing:sharp", "wang2016.section3.3.geometry:printed.points",
)  # fmt: skip
FALSE = (
    "background.square-monotone", "background.chain", "background.apart", "wu2015.section4.2.scale",
    "wu2015.section3.2.average", "chaudhuri2020.section2.3.tail", "chaudhuri2020.section1.2.quotient",
    "sharp.exponential-shift", "background.logistic", "background.cauchy-schwarz",
    "chaudhuri2020.section1.2.tangents",  # a function that is not convex
)  # fmt: skip
TRUE = 40
EFFORT = 10_000

STABLE = """
statement tutorial.stable
  title  a Lipschitz map of a stable rule
  source the tutorial
  let    A: data -> vec; g: vec -> vec; c, r: real
  form printed
    given stable: norm_stable(A, r)
    given map: forall u: vec. forall v: vec. norm(g(u) - g(v)) <= c*norm(u - v)
    claim norm_stable(fun S. g(A(S)), c*r)
"""


@pytest.fixture(scope="module")
def more(library: TheoryLibrary) -> TheoryLibrary:
    return extended(library, STABLE, "stable.thm")


def theorem(library: TheoryLibrary, name: str) -> Theorem:
    found = library.form(name)
    assert found is not None
    return found[1].theorem


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_found_without_the_written_one(more: TheoryLibrary, name: str) -> None:
    """The kernel's own check of models agrees; the search asks whether the world refutes 1 <= 0."""
    trial = Trial(theorem(more, name), more.definitions)
    found = trial.model().shown
    assert found is not None
    checked = check_model(trial.theorem, found.world, Library(more.definitions, {}), trial.store.all)
    assert f"{len(trial.theorem.hypotheses)} hypotheses hold" in checked.reason


@pytest.mark.parametrize("name", FALSE)
def test_the_world_of_a_twin_is_found_without_the_written_one(library: TheoryLibrary, name: str) -> None:
    twin = library.get(name).twins[0]
    found = Trial(twin.theorem, library.definitions).failure().shown
    assert found is not None and found.refuted is not None and found.refuted.verdict.status == REFUTED


def proved(library: TheoryLibrary) -> list[Theorem]:
    """Forms with a written proof, spread over the library."""
    names = list(library.statements)
    firsts = (library.get(name).forms[0] for name in names[:: len(names) // (2 * TRUE)])
    return [form.theorem for form in firsts if form.steps and not form.theorem.constants][:TRUE]


def test_no_form_with_a_checked_proof_is_refuted(library: TheoryLibrary) -> None:
    theorems = proved(library)
    assert len(theorems) == TRUE
    for one in theorems:
        answer = Trial(one, library.definitions, effort=EFFORT).failure()
        assert answer.shown is None, (one.name, answer.shown)


def test_a_seed_has_one_answer(library: TheoryLibrary) -> None:
    twin = library.get("wu2015.section3.2.average").twins[0].theorem

    def entries(seed: int) -> tuple[str, ...]:
        shown = Trial(twin, library.definitions, seed=seed).failure().shown
        assert shown is not None
        return shown.world.entries

    assert entries(0) == entries(0)
    assert len({entries(seed) for seed in range(4)}) > 1


def scene(world: World) -> Scene:
    """A written world as the search sees worlds."""
    numbers, data = {}, {}
    symbols: dict[str, Function | Lists | Set | Table] = {}
    for name, value in world.values.items():
        if isinstance(value, Closed) and not value.parameters:
            numbers[name] = np.asarray(evaluated(value.body, {})).reshape(1)
        elif isinstance(value, Closed):
            symbols[name] = Function(value.parameters, value.body)
        elif isinstance(value, Region):
            symbols[name] = Set(value.parameter, value.relations)
        elif isinstance(value, FiniteLaw):
            points, weights = zip(*value.weights, strict=True)
            symbols[name] = Table(value.parameters, points, tuple(map(num, weights)))
        elif isinstance(value, Points) and value.parameters:
            symbols[name] = Lists(value.parameters, value.records)
        elif isinstance(value, Points):
            data[name] = tuple(np.asarray(evaluated(r, {})).reshape(1) for r in value.records)
    records, outputs = (
        tuple(np.full(1, float(x.p) / float(x.q)) for x in xs) for xs in (world.records, world.outputs)
    )
    return Scene(np.full(1, float(world.size)), records, outputs, symbols, numbers, data)


@pytest.mark.parametrize("name", [name for name in MODELS if not name.startswith("tutorial")])
def test_the_evaluation_agrees_with_the_kernel_on_written_models(library: TheoryLibrary, name: str) -> None:
    found = library.form(name)
    assert found is not None and found[1].model is not None
    at = Evaluation(scene(found[1].model))
    for _, hypothesis in found[1].theorem.hypotheses:
        assert holds(at.margin(normal(hypothesis, library.definitions))).all()


@pytest.mark.parametrize(
    "name", ["background.chain", "background.square-monotone", "chaudhuri2020.section2.3.tail"]
)
def test_the_evaluation_sees_that_a_twin_fails_where_it_is_said_to(library: TheoryLibrary, name: str) -> None:
    twin = library.get(name).twins[0]
    at = Evaluation(scene(twin.refutation.world))
    assert not holds(at.margin(normal(twin.theorem.conclusion, library.definitions))).all()


POST = """
statement tutorial.post
  title  what is made of a private output
  source the tutorial
  let    A: data -> law(vec); g: vec -> vec; eps: real
  form printed
    given private: private(A, eps)
    claim private(fun S. image[w ~ A(S)](g(w)), eps)
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_tightest_world_has_the_ratio_that_is_told(library: TheoryLibrary, seed: int) -> None:
    """With g(w) = 2 w the event of the outputs 0 and 1 was written as the whole line, which 2 is in, too: in that world the
    ratio was not 1, but exp(-eps)."""
    more = extended(library, POST, "post.thm")
    trial = Trial(theorem(more, "tutorial.post:printed"), more.definitions, seed, EFFORT)
    near = trial.failure().near
    assert near is not None
    _, relation = owed(trial.theorem, parse_world(near.lines), Library(more.definitions, {}), True)
    assert relation is not None
    low, high = (float(enclose(side, {})) for side in (relation.left, relation.right))
    assert low / high == pytest.approx(near.ratio)


MISSED = {
    "group privacy without its factor": """
  let    A: data -> law(vec); eps: real
  form printed
    given budget: eps > 0; private: private(A, eps)
    claim forall S: data. forall i: int. forall j: int. 1 <= i and i <= n and 1 <= j and j <= n implies forall z: record.
      forall y: record. forall B: set(vec). P[w ~ A(S)](w in B) <= exp(3/2*eps)*P[w ~ A(replace(replace(S, i, z), j, y))](w in B)
""",
    "an integer below 0": """
  let    k: int
  form printed
    claim 0 <= k**3 + 1
""",
    "a minimiser that is not better than itself": """
  let    f: vec -> real; H: set(vec); w, v: vec
  form printed
    given best: minimises(w, f, H); other: v in H
    claim f(w) < f(v)
""",
    "an O whose constant grows": """
  let    m, lam: real
  form printed
    constant C
    given size: m >= 1; choice: lam = 1/sqrt(m)
    claim 1/(lam*m) <= C/m
""",
    "an O of a slope without a bound": """
  let    x: real; f: real -> real
  form printed
    constant C
    given convex: forall s: real. forall t: real. f((s + t)/2) <= (f(s) + f(t))/2
    claim abs(f(x) - f(0)) <= C*abs(x)
""",
}


def asked(library: TheoryLibrary, text: str) -> Trial:
    more = extended(library, f"statement my.own\n  title  a claim\n  source my notes{text}", "my.thm")
    return Trial(theorem(more, "my.own:printed"), more.definitions)


@pytest.mark.parametrize("name", MISSED)
def test_what_was_not_found_at_first(library: TheoryLibrary, name: str) -> None:
    found = asked(library, MISSED[name]).failure().shown
    assert found is not None and found.refuted is not None and found.refuted.verdict.status == REFUTED


def test_an_o_that_holds_is_not_refuted(library: TheoryLibrary) -> None:
    """Its constant 4 is above the smallest one that is tried, and all above 4 are constants, too."""
    true = MISSED["an O whose constant grows"].replace("1/sqrt(m)", "1/4 + 1/sqrt(m)")
    answer = asked(library, true).failure()
    assert answer.feasible and answer.shown is None and not answer.refused


def test_a_claim_with_a_constant_has_a_model(library: TheoryLibrary) -> None:
    assert asked(library, MISSED["an O whose constant grows"]).model().shown is not None


def test_a_law_of_many_points_had_few_of_them_in_hardly_any_world(library: TheoryLibrary) -> None:
    """Group privacy with slacks that are added fails only for laws at the ends of their simplex: 100,994 worlds
    were tried in vain."""
    (twin,) = library.get("calculus.instance.group").twins
    answer = Trial(twin.theorem, library.definitions).failure()
    assert answer.shown is not None and answer.worlds < 5_000


def test_what_costs_much_was_certified_before_what_is_false_was_seen(library: TheoryLibrary) -> None:
    trial = Trial(library.get("wu2015.theorem14").forms[0].theorem, library.definitions)
    dear = parse_claim("abs(min(2, abs(u))**2 - min(2, abs(v))**2) <= 4*abs(u - v)", "")
    wrong = parse_claim("abs(2*min(1, abs(u))**2 - u - (2*min(1, abs(v))**2 - v)) <= 4*abs(u - v)", "")
    assert trial._certificates([dear, wrong]) == {} and trial.open == wrong
    assert trial.store.spent < 3 * EASY and wrong.hash in trial.store.failing


def test_hypotheses_were_left_out_in_forty_worlds_each(library: TheoryLibrary) -> None:
    """Told was that no world was found without a hypothesis, where next to none was looked at."""
    form = library.get("background.square-monotone").forms[0]
    little = tried_form(form, library.definitions, effort=2_000)
    assert little.unasked and not little.needed
    assert any("the effort is too small" in line for line in tried_lines(little))


def test_events_near_points_of_a_list_were_not_among_the_forms(library: TheoryLibrary) -> None:
    """The printed packing argument counts one event too many; distances of outputs from the i-th point show it."""
    printed = theorem(library, "wang2016.section3.3.packing:printed")
    assert Trial(printed, library.definitions, effort=100_000).failure().shown is not None
