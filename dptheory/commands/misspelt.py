"""How formulas are written elsewhere, and how they are written here: the last words of an error in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ..kernel import SyntaxProblem
from ..kernel.real import Claim, Compound, Formula, subterms, var
from ..present.formulas import write
from .output import note

ELSEWHERE: Final = {
    "log2": "log(x)/log(2)",
    "log_2": "log(x)/log(2)",
    "lb": "log(x)/log(2)",
    "log10": "log(x)/log(10)",
    "lg": "log(x)/log(2), or log(x)/log(10)",
    "log1p": "log(1 + x)",
    "expm1": "exp(x) - 1",
    "fact": "factorial(n)",
    "binom": "binomial(n, k)",
    "choose": "binomial(n, k)",
    "Sum": "sum(f, j, a, b)",
    "product": "prod(f, j, a, b)",
    "Product": "prod(f, j, a, b)",
    "integrate": "integral(f, t, a, b)",
    "Integral": "integral(f, t, a, b)",
    "pow": "x^y",
    "sec": "1/cos(x)",
    "csc": "1/sin(x)",
    "cot": "cos(x)/sin(x)",
    "coth": "cosh(x)/sinh(x)",
    "cbrt": "x^(1/3)",
    "lgamma": "log(gamma(x))",
    "loggamma": "log(gamma(x))",
    "beta": "gamma(a)*gamma(b)/gamma(a + b)",
    "atan2": "atan(y/x) where x > 0, atan(y/x) + pi where x < 0 and y >= 0",
    "Phi": "erfc(-x/sqrt(2))/2",
}
"""Functions that are none of the grammar's, and what to write for them."""

NOWHERE: Final = {
    "diff": ("a derivative", "the derivative, worked out"),
    "psi": ("the digamma function", "bounds of it, as a variable with conditions"),
}
"""What the language has no word for, and what comes nearest to it."""

_UNKNOWN: Final = re.compile(r"unknown function '(\w+)'")
_UNKNOWN_WHOLE: Final = re.compile(r"unknown function '\w+'.*?(?= at position)")
_MEANT: Final = re.compile(r"; (?:did you mean [\w ]+\?|for a product write .*?)(?= at position)")
_HABITS: Final = (
    (r"\b(?:sum|prod)\(.*\boo\b", "an end n and a claim about all n, with `n integer`"),
    (r"\bintegral\(.*\boo\b", "an end x and a claim about all x, or erfc, uppergamma, gamma"),
    (r"\b(?:sum|prod)\(\s*\w+\s*=", "sum(f, j, a, b): the term, its index, the two ends"),
    (r"\w\s*!(?!=)", "factorial(n) for n!"),
    (r"=>", ">= , or implies"),
    (r"=<", "<="),
    (r";", "a comma between conditions"),
    (r"&", "and"),
    (r"\|\|(?=\s*[\w(].*[<>=])", "or"),
    (r"[¼½¾⅓⅔]", "1/2, with a sign /"),
    (r"\d\s*%", "0.01 for 1%"),
    (r"\bfor\s+(?:all|every|any|each)\b", "the claim alone, which is about all values of its variables"),
    (r"∈\s*[ℕNℤZ]|\bin\s+[ℕNℤZ]\b|\b(?:natural|whole)\b|\bis\s+(?:an\s+)?integer\b|\binteger\s+[a-zA-Z]\b",
     "--where 'n integer, n >= 0'"),
    (r"(?:∈|\bin)\s*[(\[\]]", "--where '0 <= x <= 1' for an interval"),
)  # fmt: skip
"""What no text of the grammar has, and what is written instead."""


def explained(problem: SyntaxProblem) -> str:
    """The problem in one line; where a habit from elsewhere is behind it, with what to try.

    >>> explained(SyntaxProblem("unknown function 'log2'; did you mean log?", "log2(x) <= x", 0))
    "unknown function 'log2' at position 0: ...'log2(x) <= x'; try: log(x)/log(2)"
    """
    found = _UNKNOWN.match(problem.bare)
    if found and found[1] in ELSEWHERE:
        return f"{_MEANT.sub('', str(problem), count=1)}; try: {ELSEWHERE[found[1]]}"
    if found and found[1] in NOWHERE:
        what, near = NOWHERE[found[1]]
        return f"{what} is not in the language{_UNKNOWN_WHOLE.sub('', str(problem), count=1)}; try: {near}"
    if problem.bare.startswith("expected one formula, found a list") and re.search(r"\d,\d", problem.text):
        return f"{problem}; try: a point in a decimal, 0.5"
    for pattern, advice in _HABITS:
        if re.search(pattern, problem.text):
            return f"{problem}; try: {advice}"
    return str(problem)


def run_together(names: frozenset[str]) -> list[str]:
    """Remarks on variables that look like products of others: ``xy`` beside ``x`` and ``y``.

    >>> run_together(frozenset({"x", "y", "xy", "lam"}))
    ['xy is a variable of its own here; the product of x and y is x*y']
    """
    return [
        f"{name} is a variable of its own here; the product of {' and '.join(name)} is {'*'.join(name)}"
        for name in sorted(names)
        if len(name) > 1 and set(name) <= names
    ]


def alike(names: frozenset[str]) -> list[str]:
    """Remarks on variables that a reader may take for one: ``x₁``, which is ``x1``, beside ``x_1``.

    >>> alike(frozenset({"x1", "x_1", "x_2", "y"}))
    ['x_1 and x1 (x₁) are two variables here; for one write it alike everywhere']
    """
    near = {name: re.sub(r"_(?=\d+'*$)", "", name) for name in sorted(names)}
    return [
        f"{name} and {other} ({write(var(other))}) are two variables here; for one write it alike everywhere"
        for name, other in near.items()
        if other != name and other in names
    ]


_TWO: Final = re.compile(
    r"(?<![^,])\s*(?P<low>[\d./]+)\s*(?P<one>[<>]=?|[≤≥])\s*(?P<first>[^\W\d]\w*'*)\s*,"
    r"\s*(?P<last>[^\W\d]\w*'*)\s*(?P<other>[<>]=?|[≤≥])(?P<high>[^,<>=≤≥]+)(?=,|$)"
)
_WAYS: Final = {"<": "<", "≤": "<", ">": ">", "≥": ">"}


def listed(where: str) -> list[str]:
    """Remarks on conditions that a reader may take for one of both names: ``0 < x, y < 1``.

    >>> listed("0 < x, y < 1")
    ['0 < x, y < 1 is read as the two conditions 0 < x and y < 1; for both between: 0 < x < 1, 0 < y < 1']
    >>> listed("0 < x, y > 1"), listed("n integer, 0 < x, x < 1")
    ([], [])
    """
    made = []
    for found in _TWO.finditer(where):
        low, one, first, last, other, high = (part.strip() for part in found.groups())
        if _WAYS[one[0]] == _WAYS[other[0]] and first != last:
            both = ", ".join(f"{low} {one} {name} {other} {high}" for name in (first, last))
            apart = f"{low} {one} {first} and {last} {other} {high}"
            made.append(f"{found[0].strip()} is read as the two conditions {apart}; for both between: {both}")
    return made


def ends_of_sums(asked: Iterable[Claim | Compound]) -> list[str]:
    """Remarks on real variables that are ends of sums: no sum has a value where they are no integers.

    >>> from ..inputs import claims
    >>> ends_of_sums(claims("sum(j, j, 1, n) >= 1", "n >= 1"))
    ['n ends a sum and is any real number here, where the sum has no value: add the condition n integer']
    """
    found: set[str] = set()
    for claim in asked:
        whole = {v.name for v in claim.variables if v.integer}
        waiting = [claim.relation if isinstance(claim, Claim) else claim.conclusion]
        while waiting:
            said = waiting.pop()
            if isinstance(said, Formula):
                waiting.extend(said.parts)
                continue
            for term in subterms(said.left, said.right):
                if term.op in ("sum", "prod"):
                    found |= term.args[0].names.union(term.args[1].names) - whole
    return [
        f"{name} ends a sum and is any real number here, where the sum has no value: "
        f"add the condition {name} integer"
        for name in sorted(found)
    ]


def say_remarks(asked: Sequence[Claim | Compound], where: str) -> None:
    """What may be meant otherwise of claims and their conditions, on standard error."""
    names = frozenset(v.name for claim in asked for v in claim.variables)
    for line in (*run_together(names), *alike(names), *listed(where), *ends_of_sums(asked)):
        note(f"note: {line}")
