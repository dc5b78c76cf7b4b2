"""What is installed only on request: packages of the extras, and what stands in where one is not needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from .errors import BadInput

EXTRAS: Final = {
    "distributed": "dask", "lsprotocol": "editor", "matplotlib": "plot", "pandas": "frame", "pygls": "editor",
    "sklearn": "learn", "threadpoolctl": "learn",
}  # fmt: skip
"""The extra that brings a package."""


class MissingExtra(BadInput):
    """A package of an extra is not installed."""


def extra(module: str, asked: str) -> Any:
    """A module of a package that an extra brings; raises MissingExtra with what asked for it and the extra.

    >>> extra("os.path", "a test").join("a", "b")
    'a/b'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        name = EXTRAS.get(package, package)
        raise MissingExtra(
            asked, f"the package {package} (the extra {name!r})", f"pip install 'dptheory[{name}]'"
        ) from None


@contextmanager
def one_thread() -> Iterator[None]:
    """Linear algebra on one thread meanwhile: sums in the same order, whatever the machine.

    The command line asks for one thread when it starts; without threadpoolctl that is all that is done.
    """
    if find_spec("threadpoolctl") is None:
        yield
    else:
        with import_module("threadpoolctl").threadpool_limits(1):
            yield
