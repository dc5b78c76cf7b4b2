"""The special functions of scipy, loaded without what only other array libraries need."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any, Final

PACKAGE: Final = "scipy.special"
COMPILED: Final = "scipy.special._ufuncs"


def special() -> Any:
    """A module with scipy's `betainc`, `gammainc`, `ndtri` and the other compiled functions of numbers.

    The package wraps the same objects for array libraries other than NumPy; loading that takes longer than an
    audit of a few thousand outputs. So the compiled part is loaded alone, under a package that is put aside
    again: a later `import scipy.special` finds it and loads the rest. Where there is no such part, it is the
    package.

    >>> round(float(special().ndtri(0.975)), 2)
    1.96
    """
    found = sys.modules.get(COMPILED) or sys.modules.get(PACKAGE)
    return found or _compiled() or import_module(PACKAGE)


def _compiled() -> Any:
    """The compiled part, if it can be had without the package."""
    spec = find_spec(PACKAGE)
    if spec is None:
        return None
    try:
        sys.modules[PACKAGE] = module_from_spec(spec)
        return import_module(COMPILED)
    except (ImportError, AttributeError):
        return None
    finally:
        sys.modules.pop(PACKAGE, None)
