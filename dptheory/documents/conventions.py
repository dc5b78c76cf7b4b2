"""What is meant where a text says nothing: conventions, and what both sides owe to have values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..kernel.real import Claim, obligations

POSITIVE: Final = frozenset((
    "eps", "epsilon", "varepsilon", "rho", "sigma", "lam", "Delta", "tau", "eta", "beta", "bet", "gam",
    "R", "G", "M",
))  # fmt: skip
COUNTS: Final = frozenset(["n", "m", "k", "d", "N", "T", "K", "D"])
PROBABILITIES: Final = frozenset({"del"})
_STEM: Final = re.compile(r"(?P<stem>[A-Za-z]+?)(?:[0-9]+|_\w+)?'*")


def conventions(names: Iterable[str], said: Iterable[str], unknowns: Iterable[str] = ()) -> list[str]:
    """What is meant where nothing is said, of names without a lower bound in the text that are no unknowns.

    A letter that has another name because a script letter has its own is still that letter.

    >>> conventions(["eps", "n", "del", "x", "lam_1"], ["n > 3"])
    ['0 < del', 'del < 1', 'eps > 0', 'lam_1 > 0']
    >>> conventions(["N_a", "N_b"], [])
    ['N_a >= 1']
    """
    bounded = {name for text in said for name in _below(text)}
    made: list[str] = []
    for name in sorted(set(names) - set(unknowns)):
        match = _STEM.fullmatch(name)
        stem = match["stem"] if match else name
        if stem in PROBABILITIES:
            made += [f"0 < {name}", f"{name} < 1"]
        elif name in bounded:
            continue
        elif stem in POSITIVE:
            made.append(f"{name} > 0")
        elif stem in COUNTS and ("_" not in name or stem in "nmk" or name == f"{stem}_a"):
            made.append(f"{name} >= 1")
    return made


def _below(text: str) -> Iterator[str]:
    """The names that a condition bounds from below by a positive number, or that have alternatives."""
    if " or " in text:
        yield from re.findall(r"[A-Za-z_]\w*'*", text)
    if (match := re.fullmatch(r"([A-Za-z_]\w*'*) (>=?) ([0-9./]+)", text)) and match.group(2, 3) != (
        ">=",
        "0",
    ):
        yield match[1]
    if (match := re.fullmatch(r"([0-9./]+) (<=?) ([A-Za-z_]\w*'*)", text)) and not (
        match[1] == "0" and match[2] == "<="
    ):
        yield match[3]


def owed_of(claim: Claim) -> list[str]:
    """That both sides have values: what is owed of their subterms and does not follow at once."""
    integers = frozenset(v.name for v in claim.variables if v.integer)
    found: list[str] = []
    for one in obligations([claim.relation.left, claim.relation.right], integers):
        if not one.between and one.other is None and one.relation.left.names | one.relation.right.names:
            found.append(one.relation.text)
    return list(dict.fromkeys(found))[:8]


def positive(
    names: Sequence[str], given: Sequence[str], usual: Sequence[str], owed: Sequence[str]
) -> list[str]:
    """Names that stand in divisors, roots and logarithms and have no bound from below: positive."""
    bounded = {
        name
        for text in (*given, *usual)
        for name in re.findall(r"[A-Za-z_]\w*'*", text)
        if re.search(r"[<>]", text)
    }
    about = {name for text in owed for name in re.findall(r"[A-Za-z_]\w*'*", text)}
    return [f"{name} > 0" for name in names if name in about and name not in bounded]


def not_zero(text: str, given: Sequence[str]) -> list[str]:
    """x > 0 for x != 0, or x*y != 0, where the text says that x is not negative."""
    if not re.fullmatch(r"\w+'*(?:\*\*[0-9]+)?(?:\*\w+'*(?:\*\*[0-9]+)?)* != 0", text):
        return []
    names = [n for n in re.findall(r"[A-Za-z_]\w*'*", text) if {f"0 <= {n}", f"{n} >= 0"} & set(given)]
    return [f"{name} > 0" for name in names]


def edges(given: Sequence[str], owed: Sequence[str]) -> list[str]:
    """The bounds of the text that speak of a name in what is owed, without their ends."""
    names = {name for text in owed for name in re.findall(r"[A-Za-z_]\w*'*", text)}
    speaks = (text for text in given if names & set(re.findall(r"[A-Za-z_]\w*'*", text)))
    return [re.sub(r"([<>])=", r"\1", text) for text in speaks if re.search("[<>]=", text)]


def whole_numbers(given: Sequence[str]) -> tuple[str, ...]:
    """The same with n >= 1 for 1 < n where n is an integer: induction begins there, and more is proved."""
    integers = {text.removesuffix(" integer") for text in given if text.endswith(" integer")}
    made = []
    for text in given:
        match = re.fullmatch(r"([0-9]+) < (\w+)|(\w+) > ([0-9]+)", text)
        name, end = (match[2] or match[3], match[1] or match[4]) if match else ("", "")
        made.append(f"{name} >= {end}" if name in integers else text)
    return tuple(made)
