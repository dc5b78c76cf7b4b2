"""A data set ready for training and for the attack, whatever file it came from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from dptheory.errors import BadInput
from dptheory.lab.domain import FloatArray
from dptheory.lab.reproduce.wu2015.choices import Choices

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Attribute:
    """Something known about every record: its columns, its possible values as rows of those columns, and
    which value each record has. A numeric attribute has no `values`.
    """

    name: str
    columns: FloatArray
    values: FloatArray | None = None
    which: IntArray | None = None
    demographic: bool = False


@dataclass(frozen=True, eq=False)
class Study:
    """n records in the unit ball with labels in [-1, 1].

    `unit` is what one unit of the label is worth in units of the target, so a squared error is multiplied by
    its square. `variants[v, u]` are the records with the attacked attribute set to its value v and the
    attributes that the attacker does not know to their u-th combination, which has the frequency
    `weights[u]`. `target` is the value that a record has.
    """

    name: str
    x: FloatArray
    y: FloatArray
    unit: float
    variants: FloatArray
    weights: FloatArray
    target: IntArray
    classes: tuple[str, ...]
    attacked: str
    measure: str
    notes: tuple[str, ...]

    @property
    def n(self) -> int:
        """The number of records."""
        return len(self.x)

    @property
    def d(self) -> int:
        """The number of features."""
        return int(self.x.shape[1])


def assemble(
    name: str,
    attributes: tuple[Attribute, ...],
    attacked: str,
    classes: tuple[str, ...],
    target: FloatArray,
    measure: str,
    choices: Choices,
    notes: tuple[str, ...],
) -> Study:
    """Scale features and labels as chosen and lay out the attacker's variants."""
    _refuse_constant(attributes, target)
    victim = next(a for a in attributes if a.name == attacked)
    if victim.which is None:
        raise BadInput(f"attribute {attacked}", "an attribute with finitely many values", "another one")
    hidden = [a for a in attributes if a is not victim and _unknown(a, choices)]
    raw, bound = np.concatenate([a.columns for a in attributes], axis=1), _bound(attributes)
    variants, weights = _variants(raw, attributes, victim, hidden)
    y, unit = _labels(target, choices)
    return Study(
        name=name,
        x=_scaled(raw, bound, choices),
        y=y,
        unit=unit,
        variants=_scaled(variants, bound, choices),
        weights=weights,
        target=victim.which,
        classes=classes,
        attacked=attacked,
        measure=measure,
        notes=notes,
    )


def _unknown(attribute: Attribute, choices: Choices) -> bool:
    return choices.known == "demographics" and attribute.values is not None and not attribute.demographic


def _bound(attributes: tuple[Attribute, ...]) -> float:
    """The largest norm that the encoding allows: 1 a numeric column, the longest value of the others."""
    total = 0.0
    for a in attributes:
        total += a.columns.shape[1] if a.values is None else float((a.values**2).sum(axis=1).max())
    return float(np.sqrt(total))


def _scaled(raw: FloatArray, bound: float, choices: Choices) -> FloatArray:
    if choices.rows == "ball":
        return raw / bound
    norms = np.linalg.norm(raw, axis=-1, keepdims=True)
    return np.asarray(raw / np.where(norms > 0, norms, 1.0))


def _labels(target: FloatArray, choices: Choices) -> tuple[FloatArray, float]:
    value = np.sqrt(target) if choices.target == "sqrt" else target
    if choices.centre == "range":
        centre, unit = (value.max() + value.min()) / 2, (value.max() - value.min()) / 2
    elif choices.centre == "mean":
        centre, unit = value.mean(), np.abs(value - value.mean()).max()
    else:
        centre, unit = 0.0, np.abs(value).max()
    return np.clip((value - centre) / unit, -1.0, 1.0), float(unit)


def _variants(
    raw: FloatArray, attributes: tuple[Attribute, ...], victim: Attribute, hidden: list[Attribute]
) -> tuple[FloatArray, FloatArray]:
    """The raw records under every value of the victim and every combination of the hidden attributes."""
    starts, at = {}, 0
    for a in attributes:
        starts[a.name] = at
        at += a.columns.shape[1]

    def put(rows: FloatArray, a: Attribute, k: int) -> None:
        if a.values is not None:
            rows[:, starts[a.name] : starts[a.name] + a.columns.shape[1]] = a.values[k]

    sizes = [range(len(a.values)) for a in hidden if a.values is not None]
    combinations = list(product(*sizes))
    victims = range(0 if victim.values is None else len(victim.values))
    out = np.empty((len(victims), len(combinations), *raw.shape))
    weights = np.ones(len(combinations))
    for u, combination in enumerate(combinations):
        for a, k in zip(hidden, combination, strict=True):
            weights[u] *= float(np.mean(a.which == k)) if a.which is not None else 1.0
        for v in victims:
            out[v, u] = raw
            put(out[v, u], victim, v)
            for a, k in zip(hidden, combination, strict=True):
                put(out[v, u], a, k)
    return out, weights


def _refuse_constant(attributes: tuple[Attribute, ...], target: FloatArray) -> None:
    if len(target) < 100:
        raise BadInput(f"a data set with {len(target)} complete records", "at least 100", "a larger file")
    if np.ptp(target) == 0:
        raise BadInput("a target that is constant", "a target that varies", "another file")
    for a in attributes:
        if (np.ptp(a.columns, axis=0) == 0).all():
            given = f"the attribute {a.name}, which is constant"
            raise BadInput(given, "an attribute that varies", "another file")
