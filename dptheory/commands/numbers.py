"""Numbers and claims from the command line."""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpq

from ..errors import BadInput
from ..kernel.limits import MAX_VARIABLES, KernelError
from ..kernel.real.claims import Claim, parse_claim
from ..kernel.real.enclose import exact
from ..kernel.real.grammar import parse_term
from ..kernel.real.terms import Term, free_variables
from ..kernel.syntax import SyntaxProblem

NOT_NUMBERS = frozenset({"nan", "inf", "infinity", "NaN", "Inf", "Infinity", "INF", "NAN"})
LARGEST = fmpq(10) ** 300
"""Numbers beyond this, or nearer to 0 than its inverse, are taken for mistakes."""


def rational(text: str, given: str, advice: str) -> fmpq:
    """The exact rational that a text denotes: ``3000``, ``0.1``, ``1/3``, ``2**10``."""
    problem = BadInput(given, "a finite rational number", advice)
    try:
        value = exact(parse_term(text), {})
    except (SyntaxProblem, KernelError) as error:
        raise BadInput(given, f"a finite rational number ({error})", advice) from None
    if value is None or abs(value) > LARGEST or (value != 0 and abs(value) < 1 / LARGEST):
        raise problem
    return value


def settings(pairs: list[str], option: str = "--set") -> dict[str, fmpq]:
    """The parameters of ``--set``, or of another option; whole texts may hold several, separated by commas or
    blanks.
    """
    found: dict[str, fmpq] = {}
    parts = [part for text in pairs for part in text.replace(",", " ").split()]
    if len(parts) > MAX_VARIABLES:
        raise BadInput(f"--set with {len(parts)} values", f"at most {MAX_VARIABLES}", "--set n=3000 d=14")
    for pair in parts:
        name, sign, text = pair.partition("=")
        if not sign or not name.isidentifier() or not name.isascii():
            raise BadInput(f"{option} {pair}", "NAME=VALUE", "--set n=3000 d=14")
        if name in found:
            raise BadInput(f"{option} {pair}", f"one value for {name}", f"{option} {name}={text} alone")
        found[name] = rational(text, f"{option} {pair}", f"{option} {name}=1/2")
    return found


MOST_EFFORT = fmpq(10) ** 15


def effort(text: str) -> int:
    """The steps that a search may take: ``10000000``, ``3e6``."""
    value = rational(text, f"--effort {text}", "--effort 10000000")
    if value.q != 1 or not 1 <= value <= MOST_EFFORT:
        raise BadInput(f"--effort {text}", "a whole number of steps, 1 to 10**15", "--effort 10000000")
    return int(value.p)


def seconds(text: str | None) -> float | None:
    """A cap on the time of a search; None where there is none."""
    if text is None:
        return None
    value = float(rational(text, f"--timeout {text}", "--timeout 10"))
    if not 0 < value <= 86_400:
        raise BadInput(f"--timeout {text}", "seconds in (0, 86400]", "--timeout 10")
    return value


def claim(text: str, where: str) -> Claim:
    """A user's claim; names of things that are no numbers are refused rather than read as variables."""
    made = parse_claim(text, where)
    _refuse_strange({v.name for v in made.variables})
    return made


def check_names(*terms: Term) -> None:
    """Refuse terms with names of things that are no numbers."""
    _refuse_strange(free_variables(*terms))


def _refuse_strange(names: Iterable[str]) -> None:
    strange = sorted(NOT_NUMBERS.intersection(names))
    if strange:
        raise BadInput(f"the name {strange[0]!r}", "real numbers and variables", "oo as the end of a domain")
