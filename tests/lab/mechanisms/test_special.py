"""The special functions are scipy's own objects, whichever is loaded first, and an audit loads no more of scipy."""

from __future__ import annotations

import subprocess
import sys
from unittest.mock import patch

import pytest
import scipy.special

from dptheory.lab import special as module
from dptheory.lab.special import special

USED = ("betainc", "betaincinv", "chdtrc", "gammainc", "gammainccinv", "log_ndtr", "ndtr", "ndtri")


@pytest.mark.parametrize("name", USED)
def test_they_are_those_of_scipy(name: str) -> None:
    assert getattr(special(), name) is getattr(scipy.special, name)


@pytest.mark.parametrize("code", [
    "found = special(); import scipy.special, scipy.stats as s; scipy.special._ufuncs.ndtri; s.norm.cdf(0)",
    "import scipy.special, scipy.stats as s; found = special(); s.norm.cdf(0)",
])  # fmt: skip
def test_scipy_is_whole_in_either_order(code: str) -> None:
    check = (
        "assert all(getattr(found, n) is getattr(scipy.special, n) for n in names); scipy.special.logsumexp"
    )
    head = f"from dptheory.lab.special import special; names = {USED}"
    subprocess.run([sys.executable, "-c", f"{head}; {code}; {check}"], check=True)


def test_without_the_compiled_part_the_package_is_taken() -> None:
    loaded = {name: found for name, found in sys.modules.items() if not name.startswith("scipy.special")}
    with patch.object(module, "COMPILED", "scipy.special.gone"), patch.dict(sys.modules, loaded, clear=True):
        assert special().__name__ == "scipy.special" and special().ndtri(0.5) == 0


def test_an_audit_does_not_load_the_layer_for_other_libraries() -> None:
    code = (
        "import sys; from dptheory.cli import main; main(['audit', 'laplace', '--samples', '1000']);"
        "sys.exit('scipy.special' in sys.modules or 'numpy.f2py' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
