"""Worst cases are accepted with their certificate, and rejected with anything in it changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys

import pytest
from flint import fmpq

from dptheory.errors import BadInput
from dptheory.finite import QUANTITIES, Setting, setting, worst_case
from dptheory.finite.sampling import Poisson, WithoutReplacement
from dptheory.finite.subsampling import Subsampled, amplification
from dptheory.kernel.finite.check import check_worst, judge_worst
from dptheory.kernel.finite.linear import Program, Row, check_multipliers, check_point, sparse
from dptheory.kernel.finite.questions import (
    ADD_REMOVE,
    REPLACE_ONE,
    FiniteWorld,
    Functional,
    Limit,
    Privacy,
    Question,
)
from dptheory.kernel.limits import KernelError

ONE = fmpq(1)


def _asked(name: str, s: Setting) -> list[Question]:
    return QUANTITIES[name].questions(s, ONE)


ASKED = [
    _asked("stability", setting(entries=2, ratio=3, delta="1/10"))[0],
    amplification(Subsampled(WithoutReplacement(2), entries=3, ratio=fmpq(5, 2)))[0],
    _asked("excess", setting(entries=2, ratio=2))[9],
    _asked("excess-if-stable", setting(entries=2, rate="1/3"))[9],
]  # fmt: skip


@pytest.fixture(scope="module", params=range(len(ASKED)))
def case(request):  # type: ignore[no-untyped-def]
    found = worst_case(ASKED[request.param])
    return found.question, found.certificate, found.value


def test_a_certificate_survives_json(case) -> None:  # type: ignore[no-untyped-def]
    question, data, value = case
    assert check_worst(question, json.loads(json.dumps(data))).value == value


def test_every_changed_entry_of_the_dual_is_rejected(case) -> None:  # type: ignore[no-untyped-def]
    question, data, _ = case
    assert data["multipliers"]
    for row in data["multipliers"]:
        for factor in (fmpq(0), fmpq(99, 100), fmpq(-1)):
            changed = copy.deepcopy(data)
            changed["multipliers"][row] = str(_rational(data["multipliers"][row]) * factor)
            with pytest.raises(KernelError):
                check_worst(question, changed)


def test_every_changed_entry_of_the_mechanism_is_rejected(case) -> None:  # type: ignore[no-untyped-def]
    question, data, _ = case
    for i, text in enumerate(data["mechanism"]):
        changed = copy.deepcopy(data)
        changed["mechanism"][i] = str(_rational(text) + fmpq(1, 1000))
        with pytest.raises(KernelError):
            check_worst(question, changed)


@pytest.mark.parametrize("factor", [fmpq(99, 100), fmpq(101, 100)])
def test_another_value_is_rejected(case, factor: fmpq) -> None:  # type: ignore[no-untyped-def]
    question, data, value = case
    changed = {**data, "value": str(value * factor if value != 0 else value + factor - 1)}
    with pytest.raises(KernelError):
        check_worst(question, changed)


def test_a_bound_one_percent_smaller_is_refuted_with_the_mechanism(case) -> None:  # type: ignore[no-untyped-def]
    question, data, value = case
    assert judge_worst(question, data, f"{value}").status == "checked"
    assert value > 0
    verdict = judge_worst(question, data, f"99/100*({value})")
    assert verdict.status == "refuted"
    assert str(value) in verdict.reason


@pytest.mark.parametrize(
    "change",
    [
        {"format": "dptheory-certificate"},
        {"version": 2},
        {"hash": "0" * 64},
        {"value": "oo"},
        {"value": 1},
        {"value": "0.5"},
        {"extra": 1},
        {"mechanism": []},
        {"mechanism": [1.0]},
        {"multipliers": {"-1": "1"}},
        {"multipliers": {"999999": "1"}},
        {"multipliers": {"01": "1"}},
        {"multipliers": []},
    ],
)
def test_malformed_certificates(case, change: dict[str, object]) -> None:  # type: ignore[no-untyped-def]
    question, data, _ = case
    with pytest.raises(KernelError):
        check_worst(question, {**data, **change})


def test_a_certificate_belongs_to_one_question() -> None:
    first, second = (_asked("stability", setting(ratio=r))[0] for r in (2, 3))
    with pytest.raises(KernelError, match="another question"):
        check_worst(second, worst_case(first).certificate)


def test_an_infinite_quotient_needs_a_mechanism_with_nothing_below() -> None:
    world = Subsampled(Poisson(fmpq(1, 2)), entries=1, base=REPLACE_ONE, target=ADD_REMOVE)
    found = [worst_case(question) for question in amplification(world)]
    infinite = next(case for case in found if case.value is None)
    assert judge_worst(infinite.question, infinite.certificate, "10**9").status == "refuted"
    honest = fmpq(1, 2)
    changed = {**infinite.certificate, "mechanism": [str(honest)] * len(infinite.certificate["mechanism"])}  # type: ignore[arg-type]
    with pytest.raises(KernelError, match="not infinite"):
        check_worst(infinite.question, changed)


@pytest.mark.parametrize(
    "bound",
    [
        "1 +",
        "x",
        "log(0)",
        "1/0",
        "sqrt(-1)",
        "x - x + 9",
        "x/x + 9",
        "x**0 + 9",
        "oo",
        "nan",
        "9 + 0*log(0)",
    ],
)
def test_a_bound_must_be_a_number(case, bound: str) -> None:  # type: ignore[no-untyped-def]
    question, data, _ = case
    with pytest.raises(KernelError):
        judge_worst(question, data, bound)


def test_weak_duality_needs_signs_and_all_columns() -> None:
    program = Program(
        2, sparse([(0, ONE), (1, ONE)]), (Row(sparse([(0, ONE), (1, 2 * ONE)]), ONE), Row(((0, ONE),), ONE))
    )
    assert check_point(program, [ONE, fmpq(0)]) == 1
    assert check_multipliers(program, {0: ONE}) == 1
    for wrong in ({0: fmpq(1, 2)}, {1: ONE}, {0: ONE, 1: -ONE}, {2: ONE}):
        with pytest.raises(KernelError):
            check_multipliers(program, wrong)
    for point in ([ONE, ONE], [-ONE, ONE], [ONE]):
        with pytest.raises(KernelError):
            check_point(program, point)
    equal = Program(1, ((0, ONE),), (Row(((0, -ONE),), -ONE, True),))
    assert check_multipliers(equal, {0: -ONE}) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: FiniteWorld(0, (1,), 2),
        lambda: FiniteWorld(2, (), 2),
        lambda: FiniteWorld(2, (2, 1), 2),
        lambda: FiniteWorld(2, (-1,), 2),
        lambda: FiniteWorld(2, (1,), 7),
        lambda: FiniteWorld(2, (1,), 2, "hamming"),
        lambda: FiniteWorld(2, (40,), 2, ordered=True),
        lambda: FiniteWorld(40, (40,), 2),
        lambda: FiniteWorld(2, (10**9,), 2),
        lambda: FiniteWorld(2, (1400,), 2),
        lambda: FiniteWorld(1500, (1,), 6),
        lambda: FiniteWorld(2, (1,), 2.0),  # type: ignore[arg-type]
        lambda: FiniteWorld(float("nan"), (1,), 2),  # type: ignore[arg-type]
        lambda: FiniteWorld(float("inf"), (1,), 2),  # type: ignore[arg-type]
        lambda: FiniteWorld(2, (True,), 2),
        lambda: FiniteWorld(2, [1], 2),  # type: ignore[arg-type]
        lambda: Privacy(float("inf")),  # type: ignore[arg-type]
        lambda: Privacy(2.5),  # type: ignore[arg-type]
        lambda: Privacy(fmpq(2), float("nan")),  # type: ignore[arg-type]
        lambda: Privacy("2"),  # type: ignore[arg-type]
        lambda: Functional.of([((0,), 0, 0.5)]),  # type: ignore[list-item]
        lambda: Functional((((0,), 0, float("nan")),)),  # type: ignore[arg-type]
        lambda: Functional((((True,), 0, ONE),)),
        lambda: Limit(Functional(()), float("nan")),  # type: ignore[arg-type]
        lambda: Privacy(fmpq(1, 2)),
        lambda: Privacy(ONE, fmpq(2)),
        lambda: Program(1, ((1, ONE),), ()),
        lambda: Question("q", FiniteWorld(2, (1,), 2), Functional.of([((0, 0), 0, ONE)])).program(),
        lambda: Question("q", FiniteWorld(2, (1,), 2), Functional.of([((0,), 2, ONE)])).program(),
    ],
)
def test_what_is_no_world_or_question(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(KernelError):
        make()


def test_numbers_in_a_certificate_are_plain_rationals(case) -> None:  # type: ignore[no-untyped-def]
    question, data, value = case
    for text in (
        "1/0",
        "0/0",
        "1/00",
        "nan",
        "inf",
        "-1/-3",
        "1/3 ",
        " 1/3",
        "+1/3",
        "٣",
        "1.0",
        "1e0",
        "1" * 200_000,
    ):
        for changed in (
            {**data, "value": text},
            {**data, "mechanism": [text, *data["mechanism"][1:]]},
            {**data, "multipliers": {**data["multipliers"], "0": text}},
        ):
            with pytest.raises(KernelError):
                check_worst(question, changed)
    for row in ("٣", "²", "-0", "+1", "00", " 0"):
        with pytest.raises(KernelError):
            check_worst(question, {**data, "multipliers": {**data["multipliers"], row: "0"}})
    for mechanism in (
        [None] * len(data["mechanism"]),
        [True] * len(data["mechanism"]),
        [*data["mechanism"], "0"],
    ):
        with pytest.raises(KernelError):
            check_worst(question, {**data, "mechanism": mechanism})
    assert check_worst(question, data).value == value


def test_a_mechanism_that_is_not_private_is_rejected() -> None:
    """The identity has a larger objective, adds up to one, is not negative, and is not private."""
    question = _asked("stability", setting(entries=1, ratio=2, outcomes=2))[0]
    honest = worst_case(question).certificate
    for mechanism, value in ((["1", "0", "0", "1"], "1"), (["3/4", "1/4", "1/4", "3/4"], "1/2")):
        with pytest.raises(KernelError, match="is not at most"):
            check_worst(question, {**honest, "mechanism": mechanism, "value": value})


def test_weak_duality_cannot_be_cheated_by_the_sum_of_laws() -> None:
    """A multiplier of the wrong sign at a condition of privacy would make every bound provable."""
    question = _asked("stability", setting(entries=1, ratio=2, outcomes=2))[0]
    honest = worst_case(question).certificate
    for low in ("0", "1/4", "33/100"):
        for i in range(len(question.rows)):
            with pytest.raises(KernelError):
                check_worst(question, {**honest, "value": low, "multipliers": {str(i): "-1000"}})


def test_contradictory_limits_give_no_answer() -> None:
    world = FiniteWorld(2, (1,), 2)
    never = Limit(Functional.of([((0,), 0, ONE)]), fmpq(-1))
    question = Question("q", world, Functional.of([((0,), 0, ONE)]), Privacy(fmpq(2)), limits=(never,))
    with pytest.raises(BadInput, match="conditions that some mechanism satisfies"):
        worst_case(question)
    made = {
        "format": "dptheory-worst-case", "version": 1, "hash": question.hash, "value": "0",
        "mechanism": ["0", "1", "0", "1"], "multipliers": {},
    }  # fmt: skip
    with pytest.raises(KernelError, match="is not at most -1"):
        check_worst(question, made)


def test_the_hash_covers_everything_but_the_name() -> None:
    world = FiniteWorld(2, (1,), 2)
    objective = Functional.of([((0,), 0, ONE)])
    base = Question("a", world, objective, Privacy(fmpq(2)))
    assert Question("b", world, objective, Privacy(fmpq(2))).hash == base.hash
    others = [
        Question("a", world, objective, Privacy(fmpq(3))),
        Question("a", world, objective, Privacy(fmpq(2), fmpq(1, 2))),
        Question("a", world, objective),
        Question("a", FiniteWorld(2, (1,), 3), objective, Privacy(fmpq(2))),
        Question("a", FiniteWorld(2, (1,), 2, ADD_REMOVE), objective, Privacy(fmpq(2))),
        Question("a", FiniteWorld(2, (1,), 2, ordered=True), objective, Privacy(fmpq(2))),
        Question("a", world, Functional.of([((1,), 0, ONE)]), Privacy(fmpq(2))),
        Question("a", world, objective, Privacy(fmpq(2)), objective),
        Question("a", world, objective, Privacy(fmpq(2)), limits=(Limit(objective, ONE),)),
    ]
    assert len({base.hash, *(q.hash for q in others)}) == len(others) + 1


def test_neighbours_by_their_definition() -> None:
    world = FiniteWorld(2, (0, 1, 2), 2, ADD_REMOVE)
    pairs = {(world.data_sets[i], world.data_sets[j]) for i, j in world.neighbours}
    assert ((), (0,)) in pairs and ((0, 1), (1,)) in pairs and ((0,), ()) in pairs
    assert ((0,), (1,)) not in pairs and ((0, 0), (1,)) not in pairs
    ordered = FiniteWorld(3, (3,), 2, ordered=True)
    for i, left in enumerate(ordered.data_sets):
        for j, right in enumerate(ordered.data_sets):
            distance = sum(a != b for a, b in zip(left, right, strict=True))
            assert ((i, j) in ordered.neighbours) == (distance == 1)
    assert (
        FiniteWorld(2, (1, 2), 2, REPLACE_ONE).neighbours != FiniteWorld(2, (1, 2), 2, ADD_REMOVE).neighbours
    )


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("dptheory.kernel.finite.check", ("numpy", "scipy", "sympy", "dptheory.finite", "dptheory.prover")),
        ("dptheory.finite", ("numpy", "scipy", "sympy", "dptheory.theory")),
    ],
)
def test_imports_run_downwards(module: str, heavy: tuple[str, ...]) -> None:
    code = f"import sys, {module}; sys.exit(any(m in sys.modules for m in {heavy!r}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _rational(text: str) -> fmpq:
    top, _, bottom = text.partition("/")
    return fmpq(int(top), int(bottom or 1))


def test_the_number_of_a_row_is_a_text() -> None:
    """A number there was an AttributeError."""
    question = ASKED[0]
    data: dict[str, object] = {
        "format": "dptheory-worst-case", "version": 1, "hash": question.hash, "value": "0", "mechanism": [],
    }  # fmt: skip
    for name in (0, "01", "-1", "1 ", "123456789", "\u0661", ""):
        with pytest.raises(KernelError, match="the number of a row"):
            check_worst(question, {**data, "multipliers": {name: "1"}})
