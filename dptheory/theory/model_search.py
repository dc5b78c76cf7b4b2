"""Models of forms that state none: recorded or looked for, each for the kernel to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def models(
    certificates: Certificates, about: str, theorem: Theorem, definitions: Mapping[str, Definition]
) -> Iterator[World]:
    """Worlds to try as the model of the form with this hash: the recorded one, then one that is looked for.
    Who asks for the next one has refused the last, which is forgotten with all that was made for it."""
    key, before = MODEL + about, dict(certificates.used)

    def made() -> object | None:
        look = None if key in certificates.missed or not certificates.search else certificates.models
        return None if look is None else list(look(theorem, definitions)) or None

    def held() -> object | None:
        return certificates.held(key, made)

    for look in (held, made):  # the second where a recorded one was refused
        data = look()
        world = _world(data)
        if world is not None:
            certificates.used[key] = data
            yield world
        certificates.used.clear()
        certificates.used.update(before)
        if key not in certificates.recalled:
            break
        certificates.recalled.discard(key)
    if certificates.search and certificates.models is not None:
        certificates.missed.add(key)


def _world(data: object) -> World | None:
    """The world of some lines; None for data that are none."""
    if not isinstance(data, list) or not all(isinstance(line, str) for line in data):
        return None
    try:
        return parse_world(tuple(data))
    except (KernelError, SyntaxProblem, ValueError):
        return None
