"""Models of forms that state none: recorded or looked for, each for the kernel to judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.logic import Definition, Theorem
from ..kernel.models import World
from .certificates import Certificates
from .worlds import parse_world

MODEL: Final = "model:"
"""What the key of a world begins with, before the hash of the form: no claim has such a hash."""


def is_model(key: str) -> bool:
    """Whether a world is kept under a key, and no certificate.

    >>> is_model("model:0a1b"), is_model("0a1b")
    (True, False)
    """
    return key.startswith(MODEL)


def recorded(certificates: Certificates, about: str) -> World | None:
    """The world that is recorded as the model of the form with this hash; the kernel has yet to judge it."""
    return _world(certificates.held(MODEL + about, lambda: None))


def refused(certificates: Certificates, about: str, before: Mapping[str, object]) -> None:
    """Forget a world of the form with this hash, with all that was made for it: `before` was there already.
    One that was looked for is not looked for again."""
    key = MODEL + about
    (certificates.recalled.discard if key in certificates.recalled else certificates.missed.add)(key)
    certificates.used.clear()
    certificates.used.update({name: one for name, one in before.items() if name != key})


def sought(
    certificates: Certificates, about: str, theorem: Theorem, definitions: Mapping[str, Definition]
) -> World | None:
    """A world that is looked for as the model of the form with this hash, where that is wanted and was not
    in vain before; the kernel has yet to judge it."""
    key, look = MODEL + about, certificates.models
    if look is None or not certificates.search or key in certificates.missed:
        return None
    data = list(look(theorem, definitions))
    world = _world(data) if data else None
    if world is None:
        certificates.missed.add(key)
    else:
        certificates.used[key] = data
    return world


def _world(data: object) -> World | None:
    """The world of some lines; None for data that are none."""
    if not isinstance(data, list) or not all(isinstance(line, str) for line in data):
        return None
    try:
        return parse_world(tuple(data))
    except (KernelError, SyntaxProblem, ValueError):
        return None
