"""The exposure of every record of a table: exact eps at a delta, rounded up and affirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from ...errors import BadInput, one_line
from ...exact import Number, nearest
from ...shown import Drawn, Tabular
from ..domain import FloatArray
from . import certified, guesses
from .asked import GAUSSIAN, OPS, SQUARED, Asked
from .certified import Ask
from .pairs import Make
from .reading import Table, checked
from .ridge import Members, Ridge, fixed_shift
from .smooth import Smooth, Tell, enclosed, silent
from .worst import Worst, bounded

if TYPE_CHECKING:
    from collections.abc import Mapping

MOMENTS: Final = 4
IN_SAMPLE: Final = "in-sample"
NEW: Final = "new"


@dataclass(frozen=True, eq=False, repr=False)
class Exposure(Drawn, Tabular):
    """What every record gives away. Arrays have one entry a record: first those of the data (or the one
    that was asked for), then the new ones.

    eps: no number is below the exact one, nor more than 1e-6 of it above. `leverage` and `residual` are as
    the fit has them: in-sample for records of the data, out-of-sample for new ones (rounded; they decide
    nothing).
    """

    asked: Asked
    records: int
    width: int
    number: npt.NDArray[np.int64]
    inside: npt.NDArray[np.bool_]
    eps: FloatArray
    leverage: FloatArray
    residual: FloatArray
    for_all: Worst | None
    worst_case: Worst | None

    @property
    def table(self) -> npt.NDArray[np.void]:
        """record, eps, leverage, residual, sample ('in-sample' or 'new'), as a structured array."""
        kinds = np.where(self.inside, IN_SAMPLE, NEW)
        names = [("record", "i8"), ("eps", "f8"), ("leverage", "f8"), ("residual", "f8"), ("sample", "U9")]
        made = np.empty(len(self.eps), dtype=names)
        columns = (self.number, self.eps, self.leverage, self.residual, kinds)
        for (name, _), column in zip(names, columns, strict=True):
            made[name] = column
        return made

    @property
    def moments(self) -> tuple[float, ...]:
        """E eps, ..., E eps^4 over the records of the data (Wang 2019, Definition 7), rounded up; empty where
        none was asked for.
        """
        values = self.eps[self.inside]
        if not len(values):
            return ()
        slack = 1 + (len(values) + 8) * 2.0**-52
        return tuple(float(np.mean(values**k) * slack) for k in range(1, MOMENTS + 1))


def expose_arrays(
    X: Any,
    y: Any,
    *,
    mechanism: str = OPS,
    lam: Number = 0,
    gamma: Number = 1,
    delta: Number,
    loss: str = SQUARED,
    new: tuple[Any, Any] | None = None,
    record: int | None = None,
    bounds: Number | tuple[Number, Number] | None = None,
    huber_width: Number = 1,
) -> Exposure:
    """Each record's exact eps at delta, for the given data and no other; neighbours are add/remove.

    X: features (n, d), y: targets (n,): NumPy arrays, or a pandas frame and series. `new`: features and
    targets of records that are not in the data. `bounds`: ||x|| <= R and |y| <= R, or (R, Y). Raises
    BadInput.

    >>> import numpy as np
    >>> found = expose_arrays(np.array([[1.0], [0.5], [0.2]]), np.array([1.0, 0.4, 0.1]), lam=1, delta="1e-6")
    >>> [round(float(e), 4) for e in found.eps]
    [11.4211, 1.3001, 0.1347]
    """
    asked = Asked.of(mechanism, loss, lam, gamma, delta, bounds, huber_width)
    table = checked(X, y, "the data")
    if new is not None and not (isinstance(new, tuple | list) and len(new) == 2):
        raise BadInput("new records that are no pair", "features and targets", "new = (X_new, y_new)")
    added = None if new is None else checked(*new, "the new records")
    framed = new is not None and hasattr(X, "columns") and hasattr(new[0], "columns")
    if framed and added is not None and added.names != table.names:
        raise BadInput(
            f"new records with the columns {one_line(', '.join(added.names), 60)}",
            f"{one_line(', '.join(table.names), 60)}, as the data have, in this order",
            "new[list(X.columns)]",
        )
    return expose(table, added, asked, record)


def _whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def expose(
    table: Table, new: Table | None, asked: Asked, record: int | None = None,
    tell: Tell = silent,
) -> Exposure:  # fmt: skip
    """The same for tables that were read; `tell` gets what is being done."""
    table.varied()
    if new is not None and new.x.shape[1] != table.x.shape[1]:
        raise BadInput(
            f"new records of {new.x.shape[1]} features", f"{table.x.shape[1]}, as the data have", "--new FILE"
        )
    for part, name in ((table, "record"), (new, "new record")):
        if part is not None and asked.bounds is not None:
            part.within(asked.bounds, name)
    n = len(table.y)
    if record is not None and not (_whole(record) and 0 <= record < n):
        raise BadInput(f"record {record}", f"0 <= record < {n}", "--record 0")
    chosen = np.arange(n) if record is None else np.array([record])
    tell("the fit")
    ridge = Ridge.of(table.x, table.y, asked.lam) if asked.loss == SQUARED else None
    smooth = Smooth.of(table.x, table.y, asked) if ridge is None else None
    tell(f"{len(chosen)} records of the data")
    parts = [_part(ridge, smooth, table.x[chosen], table.y[chosen], True, asked, tell)]
    numbers = [chosen]
    if new is not None:
        tell(f"{len(new.y)} new records")
        parts.append(_part(ridge, smooth, new.x, new.y, False, asked, tell))
        numbers.append(np.arange(len(new.y)))
    tell("all records in the bounds")
    for_all, worst = bounded(asked, ridge, n)
    inside = np.arange(sum(map(len, numbers))) < len(chosen)
    eps, leverage, residual = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return Exposure(
        asked,
        n,
        table.x.shape[1],
        np.concatenate(numbers),
        inside,
        eps,
        leverage,
        residual,
        for_all,
        worst,
    )


def member_eps(x: FloatArray, y: FloatArray, lam: float, gamma: float, delta: float, i: int) -> float:
    """The exact eps of one posterior sample for record i of the data, rounded up."""
    # the doubles themselves, not the decimals that they are printed as
    asked = Asked.of(OPS, SQUARED, Fraction(lam), Fraction(gamma), Fraction(delta), None, 1)
    ridge = Ridge.of(x, y, asked.lam)
    return float(_part(ridge, None, x[[i]], y[[i]], True, asked)[0][0])


Columns = tuple[FloatArray, FloatArray, FloatArray]


def _part(
    ridge: Ridge | None,
    smooth: Smooth | None,
    x: FloatArray,
    y: FloatArray,
    inside: bool,
    asked: Asked,
    tell: Tell = silent,
) -> Columns:
    """eps, leverage and residual."""
    if smooth is not None:
        return _smooth(smooth, x, y, inside, asked, tell)
    if ridge is None:
        raise ValueError("neither a ridge nor a smooth fit")
    members = Members(ridge, x, y, inside)
    ask, delta = Ask(asked.delta), nearest(asked.delta)
    with np.errstate(all="ignore"):
        if asked.mechanism == OPS:
            mu, r = members.numbers()
            middle, radius = r.map_up(2.0**-50).ball
            root = np.sqrt(nearest(asked.gamma))
            rho = middle * root, radius * root * (1 + 2.0**-50) + middle * root * 2.0**-50
            guess = guesses.posterior(mu.ball[0], rho[0], delta)
            eps = certified.posterior(mu.ball, rho, guess, ask, lambda i: members.posterior(i, asked.gamma))
        else:
            fisher = asked.mechanism == GAUSSIAN
            size = fixed_shift(members, nearest(asked.gamma), fisher).ball
            guess = guesses.shift(size[0], delta)
            eps = certified.shift(size, guess, ask, lambda i: members.moved(i, asked.gamma, fisher))
        return eps, *members.shown()


def _smooth(smooth: Smooth, x: FloatArray, y: FloatArray, inside: bool, asked: Asked, tell: Tell) -> Columns:
    """At the upper end of the enclosed distance; the curve grows with it."""
    top = smooth.moved(x, y, inside, tell).high
    gamma, ask = asked.gamma, Ask(asked.delta)
    size = top * np.sqrt(nearest(gamma))
    guess = guesses.shift(size, nearest(asked.delta))

    def exact(i: int) -> Make:
        return enclosed(float(top[i]), asked)

    eps = certified.shift((size, size * 2.0**-50), guess, ask, exact)
    return eps, *smooth.shown(x, y)


def summary(found: Exposure) -> Mapping[str, object]:
    """Plain data for JSON."""
    asked = found.asked
    rows = [
        {"record": int(k), "sample": IN_SAMPLE if i else NEW, "eps": e, "leverage": h, "residual": r}
        for k, i, e, h, r in zip(
            found.number,
            found.inside,
            found.eps.tolist(),
            found.leverage.tolist(),
            found.residual.tolist(),
            strict=True,
        )
    ]
    return {
        "mechanism": asked.mechanism,
        "loss": asked.loss,
        "adjacency": "add-remove",
        "lam": str(asked.lam),
        "gamma": str(asked.gamma),
        "delta": str(asked.delta),
        "n": found.records,
        "d": found.width,
        "bounds": None
        if asked.bounds is None
        else {"x": str(asked.bounds.features), "y": str(asked.bounds.target)},
        "largest": float(found.eps.max()),
        "moments": list(found.moments),
        "for_all": _worst(found.for_all),
        "worst_case": _worst(found.worst_case),
        "records": rows,
    }


def _worst(found: Worst | None) -> Mapping[str, object] | None:
    return None if found is None else {"eps": found.upper, "attained": found.lower}


__all__: Sequence[str] = ("Exposure", "expose", "expose_arrays", "summary")
