"""The best constant of a claim about points, in any dimension: the worst case as a closed form, the argument
that none is worse, a world that attains it, and what becomes of it without each inequality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from flint import fmpq

from ...kernel import PROVED
from ...kernel.logic import PROP, REAL, Definition, Expr, Scope, Theorem, normal, rebuild, show, term
from ...kernel.logic import num as number_of
from ...kernel.logic import var as variable
from ...kernel.models import decide
from ...kernel.real import Relation, Term, num, parse_claim, print_term, replace_terms, var
from ..catalogue import LOSSES
from ..metering import EFFORT
from ..numeric import Array
from ..question import Shown
from ..symbolic import polished, tidy
from ..trial import Trial
from ..values import Unsupported
from .bounds import Bound
from .fitted import NOTHING, Design
from .forms import ONE, Key, added, exchanged, number, squared, texted
from .problem import DISTANCE, Problem, problem_of
from .program import Program, Worst, program_of

PROVING: Final = 3_000_000
SIMPLE: Final = {
    "vec, record -> real": (LOSSES.index("{r}*[w]*[z]"), 0), "vec -> real": (0,), "set(vec)": (3, 0),
}  # fmt: skip
"""The places in the catalogue of what the worst world is made of, as a rule: losses that are linear
or quadratic, regularisers that are quadratic, the whole line or an interval."""
FRAMES: Final = tuple((size, (fmpq(-1), fmpq(1)), ()) for size in (2, 1))


@dataclass(frozen=True)
class Square:
    """A multiple of the square of a sum of vectors."""

    factor: Term
    parts: Mapping[str, Term]


@dataclass(frozen=True)
class Estimate:
    """The worst case of what a claim bounds, found in floating point and recognised: `worst` as a closed
    form, the `multipliers` of the inequalities and the `squares` whose sum is the argument, `identity` as the
    kernel checked it, the `world` that attains it; `without` has the worst case without each inequality that
    is used, in words where it has no closed form."""

    problem: Problem
    worst: Term
    multipliers: tuple[tuple[Bound, Term], ...]
    squares: tuple[Square, ...]
    origin: str
    identity: str
    checked: bool
    world: Shown | None
    without: tuple[tuple[str, str], ...]


def estimate(
    theorem: Theorem, definitions: Mapping[str, Definition], *, seed: int = 0, effort: int = EFFORT
) -> Estimate:
    """The worst case of a theorem's claim. Raises Unsupported where the claim is no inequality about points
    and values, or where its worst case is no product of powers of the parameters."""
    problem = problem_of(theorem, definitions)
    program = program_of(problem)
    forms = [problem.objective, *(b.form for b in problem.bounds)]
    names = sorted(frozenset[str]().union(*(t.names for form in forms for t in form.values())))
    design, everything = Design(tuple(names), problem.conditions), range(len(problem.bounds))
    found = _solved(program, design, everything)
    if found is None:
        raise Unsupported("what the hypotheses say at these points bounds nothing")
    worst = _worst(problem, design, found)
    if worst is None:
        value = f"{found[0].value:.6g} where all numbers are 1"
        raise Unsupported(f"a worst case that is no product of powers: {value}")
    multipliers = _multipliers(problem, design, found)
    squares = _squares(program, design, found) or _left(program, worst, multipliers or ())
    identity, checked = "", False
    if multipliers is not None and squares is not None:
        identity = _identity(program, worst, multipliers, squares)
        factors = [m for b, m in multipliers if not b.equal] + [s.factor for s in squares]
        factors += [owed for b, _ in multipliers for owed in b.owed]
        if problem.squares:
            factors.append(worst)  # of what is not negative, the squares are compared
        checked = _checked(identity, problem, factors)
    active = [b for b, _ in multipliers or () if not b.equal]
    used = [k for k in everything if any(problem.bounds[k] is b for b in active)]
    without = tuple((problem.bounds[k].label, _without(program, design, k)) for k in used)
    strict = _strict(theorem, definitions, problem, worst)
    simple = {name: SIMPLE[str(sort)] for name, sort in theorem.variables.items() if str(sort) in SIMPLE}
    world = Trial(strict, definitions, seed, effort, kept=simple, frames=FRAMES).failure().shown
    fails = None if world is None or world.refuted is None else world.refuted.fails
    if fails is not None and decide(Relation(">", fails.left, fails.right)) is True:
        raise Unsupported(f"a worst case that is none: the kernel checked a world beyond {print_term(worst)}")
    if fails is None or decide(Relation("=", fails.left, fails.right)) is not True:
        world = None  # what only seems to be attained is not told
    return Estimate(
        problem, worst, tuple(multipliers or ()), tuple(squares or ()), program.origin, identity, checked,
        world, without,
    )  # fmt: skip


def _solved(program: Program, design: Design, used: Sequence[int]) -> list[Worst] | None:
    found = [program.at(point, used) for point in design.points]
    return None if None in found else [one for one in found if one is not None]


def _worst(problem: Problem, design: Design, found: Sequence[Worst]) -> Term | None:
    values = [np.sqrt(max(one.value, 0.0)) if problem.squares else one.value for one in found]
    return design.fitted(values)


def _without(program: Program, design: Design, k: int) -> str:
    """The worst case without one inequality."""
    used = [j for j in range(len(program.problem.bounds)) if j != k]
    found = _solved(program, design, used)
    if found is None:
        return "there is no bound"
    worst = _worst(program.problem, design, found)
    if worst is None:
        return "the worst case is another one, of which no closed form was recognised"
    return f"the worst case is {print_term(worst)}"


def _multipliers(problem: Problem, design: Design, found: Sequence[Worst]) -> list[tuple[Bound, Term]] | None:
    made = []
    for k, bound in enumerate(problem.bounds):
        fitted = design.fitted([one.multipliers[k] for one in found])
        if fitted is None:
            return None
        if fitted != num(0):
            made.append((bound, fitted))
    return made


def _squares(program: Program, design: Design, found: Sequence[Worst]) -> list[Square] | None:
    """The matrix of what is left as a sum of squares, the last vectors first."""
    left, made = [one.squares.copy() for one in found], []
    for k in reversed(range(len(program.vectors))):
        factors = [matrix[k, k] for matrix in left]
        if max(map(abs, factors)) < NOTHING:
            continue
        rows: list[Array] = [matrix[k] / matrix[k, k] for matrix in left]
        fitted = [design.fitted([row[j] for row in rows]) for j in range(len(program.vectors))]
        factor = design.fitted(factors)
        if factor is None or None in fitted:
            return None
        parts = {v: t for v, t in zip(program.vectors, fitted, strict=True) if t is not None and t != num(0)}
        made.append(Square(factor, parts))
        left = [m - f * np.outer(r, r) for m, f, r in zip(left, factors, rows, strict=True)]
    return made


def _left(program: Program, worst: Term, multipliers: Sequence[tuple[Bound, Term]]) -> list[Square] | None:
    """What the worst case is more than the objective and the inequalities, as squares whose factors need be
    no products of powers, the last vectors first; None where something is left."""
    taken = [(num(-1), program.problem.objective), *((tidy(num(-1) * m), b.form) for b, m in multipliers)]
    whole = added((num(1), {ONE: program.problem.most(worst)}), *taken)
    rest = {key: t for key, t in whole.items() if not (isinstance(key, tuple) and program.origin in key)}
    made = []
    for v in reversed(program.vectors):
        if (factor := rest.get((v, v))) is not None:
            pairs = ((w, rest.get((min(v, w), max(v, w)))) for w in program.vectors if w != v)
            parts = {v: num(1), **{w: polished(t / (num(2) * factor)) for w, t in pairs if t is not None}}
            made.append(Square(factor, parts))
            rest = added((num(1), rest), (tidy(num(-1) * factor), squared(parts)))
    return None if rest else made


def _identity(
    program: Program, worst: Term, multipliers: Sequence[tuple[Bound, Term]], squares: Sequence[Square]
) -> str:
    """That the worst value less the objective is the sum of the inequalities and squares, with names for
    values and inner products."""
    problem = program.problem
    gap = added((num(1), {ONE: problem.most(worst)}), (num(-1), problem.objective))
    names: dict[Key, Term] = {}

    def named(key: Key) -> Term:
        return names.setdefault(key, var(f"x{len(names) + 1}"))

    def at_origin(form: Mapping[Key, Term]) -> Mapping[Key, Term]:
        return {key: t for key, t in form.items() if not (isinstance(key, tuple) and program.origin in key)}

    parts = [tidy(m * texted(at_origin(b.form), named)) for b, m in multipliers]
    parts += [tidy(s.factor * texted(squared(s.parts), named)) for s in squares]
    return f"{print_term(texted(at_origin(gap), named))} = {print_term(sum(parts[1:], parts[0]))}"


def _checked(identity: str, problem: Problem, factors: Sequence[Term]) -> bool:
    """Whether the kernel checked the identity, and that no factor is negative."""
    from ...prover import prove

    where = ", ".join([*map(show, problem.signs), *(["n >= 1"] if "n" in identity else [])])
    claims = [identity, *dict.fromkeys(f"{print_term(factor)} >= 0" for factor in factors)]
    return all(prove(parse_claim(c, where), effort=PROVING).verdict.status == PROVED for c in claims)


def _strict(
    theorem: Theorem, definitions: Mapping[str, Definition], problem: Problem, worst: Term
) -> Theorem:
    """The theorem that says that the worst case, where it is not 0, is never attained."""
    scope = Scope({DISTANCE: REAL, **theorem.variables}, dict(definitions))
    bound, printed = term(print_term(worst), scope, problem.bound.sort), problem.bound
    if problem.distance is not None:
        bound, printed = (exchanged(b, variable(DISTANCE, REAL), problem.distance) for b in (bound, printed))

    def put(said: Expr) -> Expr:
        if said.head == "le" and said.args[1] == printed:
            return Expr("lt", (said.args[0], normal(bound, definitions)), PROP)
        return rebuild(said, tuple(map(put, said.args)))

    claim = normal(theorem.conclusion, definitions)
    positive = ("positive bound", Expr("lt", (number_of(0), normal(bound, definitions)), PROP))
    hypotheses = (*theorem.hypotheses, positive)
    name = f"{theorem.name} strictly"
    return replace(theorem, name=name, hypotheses=hypotheses, conclusion=put(claim), constants=())


def left_side(found: Estimate) -> str:
    """What the claim bounds, as its text writes it."""
    return show(found.problem.bounded)


def factor_of(found: Estimate, name: str) -> Term | None:
    """The least value of a constant: of the one that the bound has as a factor, or of one before the whole
    bound; None where it stands in the bound otherwise than as a factor, or would depend on a distance."""
    bound = number(found.problem.bound)
    alone = replace_terms(bound, {var(name).key: num(1)})
    if name in bound.names and polished(bound - var(name) * alone) != num(0):
        return None
    made = polished(found.worst / alone)
    return None if found.problem.distance is not None and DISTANCE in made.names else made
