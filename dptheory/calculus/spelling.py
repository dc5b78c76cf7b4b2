"""Texts of properties, as the command line reads them: ``subsample(B, m): Private(eps, 0)``."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from ..errors import BadInput
from ..kernel import KernelError, Node, SyntaxProblem, parse, parse_list
from ..kernel.logic import Expr, show
from .kinds import ADJACENCIES, KINDS, NO_SCOPE, REPLACE_ONE, SCOPES, UNIFORM, WORDS, kind_of, part

EXAMPLE = "--given 'Private(eps, 0)' --given 'AERM(xi, uniform)' --goal Consistent"


@dataclass(frozen=True)
class Spelled:
    """A property as written: what it is said of, its word, its rates, its scope and who are neighbours."""

    text: str
    subject: Node
    word: str
    rates: tuple[Node, ...]
    scope: str
    adjacency: str


def read(text: str, *, goal: bool = False) -> Spelled:
    """The parts of a property's text; BadInput where it is none.

    >>> read("B: Private(eps, 0)").word
    'Private'
    >>> read("Private(eps").word
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given 'Private(eps' (expected an operator or ')', found the end ...
    """
    before, after = _halves(text)
    try:
        subject = parse(before) if before else Node("name", "A")
        said = parse_list(after)
    except (SyntaxProblem, KernelError) as error:
        raise BadInput(f"{text!r} ({error})", "a property such as Private(eps, 0)", EXAMPLE) from None
    if len(said) != 1 or said[0].kind not in ("name", "call"):
        raise BadInput(repr(text), "one property such as Private(eps, 0)", EXAMPLE)
    node = said[0]
    if node.value.lower() not in WORDS:
        near = get_close_matches(node.value, words(), 2) or ["Private, Stable, AERM, Consistent, ..."]
        needed = f"a word such as {' or '.join(near)} (dptheory chain --help has all)"
        raise BadInput(f"the property {node.value!r}", needed, EXAMPLE)
    word = WORDS[node.value.lower()]
    rates, scope, adjacency = _arguments(node, text)
    _check(text, word, rates, scope, goal)
    return Spelled(text.strip(), subject, word, rates, scope, adjacency)


def words() -> list[str]:
    """The words of all properties."""
    return list(dict.fromkeys(kind.word for kind in KINDS))


def _halves(text: str) -> tuple[str, str]:
    """What stands before and after the first colon outside brackets."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == ":" and depth == 0:
            return text[:place].strip(), text[place + 1 :]
    return "", text


def _word_of(node: Node) -> str:
    """The word of an argument such as ``replace-one``, which reads as a difference of names."""
    if node.kind == "name":
        return node.value
    if node.kind == "op" and node.value == "-" and len(node.args) == 2:
        left, right = (_word_of(a) for a in node.args)
        return f"{left}-{right}" if left and right else ""
    return ""


def _arguments(node: Node, text: str) -> tuple[tuple[Node, ...], str, str]:
    rates: list[Node] = []
    scope, adjacency = NO_SCOPE, REPLACE_ONE
    for argument in node.args:
        word = _word_of(argument)
        if word in SCOPES:
            if scope:
                raise BadInput(repr(text), "one scope", "AERM(xi, uniform)")
            scope = SCOPES[word]
        elif word in ADJACENCIES:
            adjacency = word
        elif scope:
            raise BadInput(repr(text), "rates before the scope", "AERM(xi, uniform)")
        else:
            rates.append(argument)
    return tuple(rates), scope, adjacency


def _check(text: str, word: str, rates: tuple[Node, ...], scope: str, goal: bool) -> None:
    kinds = [kind for kind in KINDS if kind.word == word]
    scoped = any(kind.scope for kind in kinds)
    allowed = {kind.numbers for kind in kinds} | ({2} if word == "Private" else set())
    alone = goal and len(rates) in {0, *(kind.orders for kind in kinds)}
    if len(rates) not in allowed and not alone:
        counts = " or ".join(map(str, sorted(allowed)))
        raise BadInput(f"{text!r} with {len(rates)} rates", f"{counts} rates", _example(word))
    if scope and not scoped:
        raise BadInput(f"{text!r}", f"{word} without a scope: it speaks of all data sets", _example(word))
    if scoped and not scope and not goal:
        own = {
            "AERM": ("always", "uniform", "D"),
            **dict.fromkeys(("UniformlyConverges", "Attained", "Learns"), ("D",)),
        }
        scopes = ", ".join(own.get(word, ("uniform", "D")))
        raise BadInput(f"{text!r}, which has no scope", f"a scope: {scopes}", _example(word))


def _example(word: str) -> str:
    return {
        "Private": "Private(eps, 0)", "AERM": "AERM(xi, uniform)", "Consistent": "Consistent(xi, uniform)",
        "Generalises": "Generalises(xi, D)", "Apart": "parallel(A, L): Apart",
        "PerInstance": "PerInstance(eps, delta)", "PerInstanceEach": "PerInstanceEach(eps, delta)",
        "Forward": "Forward(eps, delta)", "Backward": "Backward(eps, delta)",
        "PerInstanceAcross": "PerInstanceAcross(m, m2, delta, uniform)",
        "GeneralisesAcross": "GeneralisesAcross(xi, uniform)",
        "Renyi": "Renyi(alpha, eps)", "Concentrated": "Concentrated(tau, beta, uniform)",
        "GeneralisesLikely": "GeneralisesLikely(tau, beta, uniform)",
        "UniformlyConverges": "UniformlyConverges(rate, D)", "GroupPrivate": "GroupPrivate(k, eps, delta)",
        "PerInstanceOnAverage": "PerInstanceOnAverage(m, delta, uniform)", "Attained": "Attained(D)",
        "StronglyConvex": "StronglyConvex(lam)", "Lipschitz": "Lipschitz(rho)",
        "Learns": "Learns(delta, rate, D)",
    }.get(word, f"{word}(rate)" if word not in ("BoundedLoss", "ERM") else word)  # fmt: skip


def spell(formula: Expr, scope: str = "", rates: tuple[str, ...] | None = None) -> str:
    """A property as the command line would write it; the rates may be put otherwise."""
    kind = kind_of(formula)
    if kind is None:
        return show(formula)
    subject = part(formula, "subject")
    shown = [show(r) for r in part(formula, "rate")] if rates is None else list(rates)
    shown = [*map(show, part(formula, "order")), *shown]
    if kind.word == "Private" and len(shown) == 1:
        shown.append("0")
    said = [*shown, *([scope or kind.scope] if kind.scope else [])]
    text = kind.word + (f"({', '.join(said)})" if said else "")
    name = f"parallel({show(subject[0])}, {show(subject[1])})" if kind.word == "Apart" else ""
    name = name or (show(subject[0]) if subject else "")
    return text if name in ("A", "") else f"{name}: {text}"


def scope_words(scope: str) -> str:
    """What a scope says."""
    return {
        UNIFORM: "for every law of the records, with one rate",
        "D": "for the law D of the records",
        "always": "on every data set",
    }.get(scope, "")
