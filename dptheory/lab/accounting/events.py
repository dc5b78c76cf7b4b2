"""Releases as other libraries tell them: event trees of `dp_accounting`, histories of Opacus.

An event is a `DpEvent`, its named tuple, or JSON with the same fields: ``{"class_name": "GaussianDpEvent",
"noise_multiplier": 1.1}``. Nothing of those libraries is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ...errors import BadInput, one_line
from ...exact import Number
from .composition import Composition
from .lattice import DiscreteLaplaceMoments, TwoLaws
from .moments import Concentrated, GaussianMoments, LaplaceMoments, MomentsFunction, Release
from .numbers import count, positive, rational
from .sampled import sampled

MOST_DEPTH: Final = 60
SUFFIX: Final = "DpEvent"
REASONS: Final = {
    "NonPrivateDpEvent": "it gives everything away",
    "SampledWithoutReplacementDpEvent": "it speaks of replace-one: --sampling without-replacement has it",
    "SampledWithReplacementDpEvent": "a record may be in a batch more than once",
    "TruncatedSubsampledGaussianDpEvent": "batches that are cut off at a size are not Poisson samples",
}
"""Events that have no number here, with the reason where more is to be said than that."""

Part = tuple[MomentsFunction, int]


def releases(asked: object) -> Composition:
    """The releases that are asked about: a composition, words for one, a mechanism, a pair of one of these
    with a count, three numbers of Opacus (noise multiplier, sample rate, steps), an event, a history, or a
    list of these. Raises BadInput, with the place of an event that is not understood.

    >>> whole = releases([("laplace 2", 3), (1.1, "1/100", 50)])
    >>> [times for _, times in whole.parts]
    [3, 50]
    >>> releases({"class_name": "GaussianDpEvent", "noise_multiplier": 2}) == releases("gaussian 2")
    True
    """
    if isinstance(asked, Composition):
        return asked
    return Composition.of(*_releases(asked, "releases", 1))


def _releases(asked: Any, at: str, depth: int) -> Iterator[tuple[Release, Number]]:
    _shallow(depth, at)
    if isinstance(asked, Mapping) and "history" in asked:
        for k, entry in enumerate(_list(asked, "history", at)):
            if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 3:
                needed = "three numbers: noise multiplier, sample rate, steps"
                raise BadInput(
                    f"history[{k}] at {at}, {one_line(repr(entry), 60)}", needed, "[1.1, 0.01, 1000]"
                )
            yield from _releases(tuple(entry), f"{at}.history[{k}]", depth + 1)
    elif isinstance(asked, Mapping) or _name(asked).endswith(SUFFIX):
        yield from _event(asked, at, depth)
    elif isinstance(asked, tuple) and len(asked) == 3:
        noise, rate, steps = asked
        with _told(at):
            found = sampled(GaussianMoments.of(noise), rate), count("steps", steps)
        yield found
    elif isinstance(asked, tuple) and len(asked) == 2:
        with _told(at):
            times = count("steps", asked[1])
        yield from ((one, count("steps", n) * times) for one, n in _releases(asked[0], f"{at}[0]", depth + 1))
    elif isinstance(asked, Sequence) and not isinstance(asked, str):
        for k, one in enumerate(asked):
            yield from _releases(one, f"{at}[{k}]", depth + 1)
    else:
        yield asked, 1


def speaks_of_samples(asked: object) -> bool:
    """Whether a file of events has Poisson samples, of rate 1 too: their noise is for one record added.

    >>> speaks_of_samples({"history": [[1.1, 1.0, 10]]}), speaks_of_samples([{"class_name": "NoOpDpEvent"}])
    (True, False)
    """
    if isinstance(asked, Mapping):
        mine = "history" in asked or _name(asked) == "PoissonSampledDpEvent"
        return mine or any(map(speaks_of_samples, asked.values()))
    return isinstance(asked, list) and any(map(speaks_of_samples, asked))


@contextmanager
def _told(at: str) -> Iterator[None]:
    """What is wrong with a value at a place is said with the place."""
    try:
        yield
    except BadInput as error:
        if f" at {at}" in error.given:
            raise
        raise BadInput(f"{error.given} at {at}", error.needed, error.advice) from None


def _shallow(depth: int, at: str) -> None:
    if depth > MOST_DEPTH:
        needed = f"at most {MOST_DEPTH} within one another"
        raise BadInput("events that are nested too deeply", needed, one_line(at, 60))


def _list(event: Any, name: str, at: str) -> Sequence[Any]:
    """A field that is a list; raises BadInput."""
    found = _field(event, name, at)
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise BadInput(f"{name} at {at}, {one_line(repr(found), 60)}", "a list", f'"{name}": [...]')
    return found


def _name(event: Any) -> str:
    own = event.get("class_name") if isinstance(event, Mapping) else getattr(event, "class_name", None)
    if isinstance(event, Mapping) or own is not None:
        return own if isinstance(own, str) else ""
    return type(event).__name__


def _field(event: Any, name: str, at: str, default: Any = None) -> Any:
    """A field of an event; raises BadInput where it is missing."""
    got = event.get(name) if isinstance(event, Mapping) else getattr(event, name, None)
    if got is None and default is None:
        raise BadInput(f"{_name(event)} at {at}, without {name}", f"its {name}", f'"{name}": 1')
    return default if got is None else got


def _event(event: Any, at: str, depth: int) -> Iterator[Part]:
    """What an event releases, in the order of the tree."""
    kind = _name(event)
    _shallow(depth, at)
    if kind == "NoOpDpEvent":
        return
    if kind == "ComposedDpEvent":
        for k, one in enumerate(_list(event, "events", at)):
            yield from _event(one, f"{at}.events[{k}]", depth + 1)
    elif kind == "SelfComposedDpEvent":
        with _told(at):
            times = count("count", _field(event, "count", at))
        inside = _event(_field(event, "event", at), f"{at}.event", depth + 1)
        yield from ((mechanism, n * times) for mechanism, n in inside)
    elif kind == "PoissonSampledDpEvent":
        parts = list(_event(_field(event, "event", at), f"{at}.event", depth + 1))
        if len(parts) > 1 or any(times > 1 for _, times in parts):
            needed = "one release about each sample; several about the same one have no number here"
            raise BadInput(f"{kind} at {at} of several releases", needed, "a sample of its own for each")
        with _told(at):
            found = [(sampled(m, _field(event, "sampling_probability", at)), 1) for m, _ in parts]
        yield from found
    else:
        with _told(at):
            release = _release(event, kind, at)
        yield release, 1


def _release(event: Any, kind: str, at: str) -> MomentsFunction:
    if kind == "GaussianDpEvent":
        return GaussianMoments.of(_field(event, "noise_multiplier", at))
    if kind == "LaplaceDpEvent":
        return LaplaceMoments.of(_field(event, "noise_multiplier", at))
    if kind == "DiscreteLaplaceDpEvent" and rational("sensitivity", _field(event, "sensitivity", at)) == 1:
        return DiscreteLaplaceMoments.of(1 / positive("a", _field(event, "noise_parameter", at), "a = 1"))
    if kind == "RandomizedResponseDpEvent":
        lies, answers = (_field(event, name, at) for name in ("noise_parameter", "num_buckets"))
        p = rational("noise_parameter", lies)
        return TwoLaws.response(1 - p + p / count("num_buckets", answers), answers)
    if kind == "ZCDpEvent" and rational("xi", _field(event, "xi", at, 0)) == 0:
        return Concentrated.of(_field(event, "rho", at))
    reason = REASONS.get(kind, "its name, or these values of it, have no number here")
    what = one_line(kind, 60) if kind else "something without a class_name"
    raise BadInput(f"{what} at {at}", f"an event that is understood: {reason}", "docs/ACCOUNT.md names them")
