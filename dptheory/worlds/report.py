"""What is found of worlds for the forms of a statement: a model, a counterexample, the tightest world, which
hypotheses are needed. The words *refuted* and *holds* in it are the kernel's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..kernel.logic import Definition, Theorem
from ..theory.statements import Form
from .earlier import Earlier
from .metering import EFFORT, FAILURE, LEAST, MODEL
from .plane import in_plane
from .question import Answer
from .trial import Trial

PLANE = 16
"""The part of a form's steps that is for the plane."""
QUICK = 60_000
"""Steps of the search for a counterexample beside other work."""


@dataclass(frozen=True)
class Tried:
    """What came of the search for one form; `model` is asked of a form, not of a twin."""

    name: str
    theorem: Theorem
    model: Answer
    failure: Answer
    needed: tuple[tuple[str, Answer], ...] = ()
    definition: bool = False
    unasked: bool = False
    """Whether no hypothesis was left out, as too little of the effort was left for that."""
    plane: tuple[str, ...] = ()
    """A world with vectors of two coordinates in which the claim fails in floating point, as lines."""

    @property
    def refuted(self) -> bool:
        return self.failure.shown is not None and not self.definition

    @property
    def worlds(self) -> int:
        return self.model.worlds + self.failure.worlds + sum(answer.worlds for _, answer in self.needed)


def model(
    theorem: Theorem, definitions: Mapping[str, Definition], *, seed: int = 0, effort: int = EFFORT
) -> Answer:
    """The search for a model of a theorem, with its part of the effort."""
    return Trial(theorem, definitions, seed, effort // MODEL).model()


def tried(
    theorem: Theorem, definitions: Mapping[str, Definition], *, seed: int = 0, effort: int = EFFORT,
    definition: bool = False, drop: bool = True, earlier: Earlier | None = None,
) -> Tried:  # fmt: skip
    """The search for one theorem, after `earlier` forms. Of a definition both worlds are looked for;
    hypotheses are dropped one at a time where no counterexample was found with all of them."""
    asked = theorem
    if definition:
        asked = replace(theorem, hypotheses=(*theorem.hypotheses, ("definition", theorem.conclusion)))
    earlier = earlier or Earlier()
    satisfied = Trial(asked, definitions, seed, effort // MODEL, earlier=earlier).model()
    trial = Trial(theorem, definitions, seed, effort // FAILURE, earlier=earlier)
    failure = trial.failure()
    drop = drop and failure.shown is None and not definition
    apart = [(label, trial.without(label)) for label, _ in theorem.hypotheses if drop]
    asked_of = [(label, one) for label, one in apart if one.effort >= LEAST]
    needed = [(label, one.failure()) for label, one in asked_of]
    plane = () if failure.shown or definition else in_plane(theorem, definitions, seed, effort // PLANE)
    return Tried(
        theorem.name,
        theorem,
        satisfied,
        failure,
        tuple(needed),
        definition,
        len(asked_of) < len(apart),
        plane,
    )


def tried_form(
    form: Form,
    definitions: Mapping[str, Definition],
    *,
    seed: int = 0,
    effort: int = EFFORT,
    drop: bool = True,
    earlier: Earlier | None = None,
) -> Tried:
    """The search for a form; of a form that is a definition, for a world where it holds and one where it
    fails."""
    definition = form.holds is not None and form.fails is not None
    return tried(
        form.theorem, definitions, seed=seed, effort=effort, definition=definition, drop=drop, earlier=earlier
    )


def counterexample(form: Form, definitions: Mapping[str, Definition]) -> Answer:
    """A counterexample with little effort, for those who ask about something else."""
    return Trial(form.theorem, definitions, effort=QUICK, certifying=200_000).failure()
