"""Numbers from the command line."""

from __future__ import annotations

from flint import fmpq

from ..errors import BadInput
from ..exact import exact_number
from ..kernel import MAX_VARIABLES, SyntaxProblem
from ..present.spelling import spelled, spelled_name


def rational(text: str, given: str, advice: str) -> fmpq:
    """The exact rational that a text denotes: ``3000``, ``0.1``, ``1/3``, ``2**10``."""
    try:
        return exact_number(spelled(text).text, given, advice)
    except SyntaxProblem as error:
        raise BadInput(given, f"a finite rational number ({error})", advice) from None


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
        name = spelled_name(name)
        if not sign or not name.isidentifier() or not name.isascii():
            advice = "--set n=3000 d=14" if option == "--set" else f"{option} {name.strip('<>≤≥ ') or 'n'}=1"
            if pair.isdigit() and any("," in text for text in pairs):
                advice += " (digits in one piece: a comma ends a value)"
            raise BadInput(f"{option} {pair}", "NAME=VALUE", advice)
        value = rational(text, f"{option} {pair}", f"{option} {name}=1/2")
        if found.setdefault(name, value) != value:
            raise BadInput(f"{option} {pair}", f"one value for {name}", f"{option} {name}={text} alone")
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
