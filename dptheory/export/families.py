"""Growth and best constants as theorems, from those about the claims that they consist of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from flint import fmpq

from ..kernel.real import (
    BOUNDED,
    GROWTH,
    NOT_SMALLER,
    SMALLER,
    THETA,
    UNBOUNDED,
    Claim,
    Constant,
    Growth,
    Piece,
    Relation,
    Term,
    Variable,
    claim_of,
    num,
    parse_claim,
    parse_term,
    substitute,
    var,
)
from ..kernel.real import rational as read_rational
from .certificates import at_terms, comment
from .script import Lines
from .shallow import rational, said, shallow, variable
from .statement import relation_at, statement, term_at
from .structural import literal_powers

_SAID: Final = {BOUNDED: "= O", SMALLER: "= o", UNBOUNDED: "is not O", NOT_SMALLER: "is not o"}


def named(claim: Claim) -> str:
    """What the theorem about a claim is called."""
    return f"claim_{claim.hash[:16]}"


def families(name: str, data: Mapping[str, Any]) -> Iterator[str]:
    """The theorems of a file of growth, or of a best constant."""
    if data["format"] == GROWTH:
        yield _growth(name, data)
    elif data["format"] == THETA:
        yield _growth(f"{name}_above", data["above"])
        yield _growth(f"{name}_below", data["below"])
    else:
        yield _best(name, data)


def _growth(name: str, data: Mapping[str, Any]) -> str:
    """That a function is bounded by another, is smaller, or is not so."""
    domain, answer = parse_claim("0 <= 0", data["where"]), data["answer"]
    left, right = parse_term(data["left"]), parse_term(data["right"])
    family = Growth(left, right, data["growing"], domain.conditions, domain.integers)
    if answer in (UNBOUNDED, NOT_SMALLER):
        head, *lines = _beyond(family, data)
    elif answer == SMALLER:
        head, *lines = _smaller(family, data)
    else:
        head, *lines = _bounded(family, data)
    said = f"(* {comment(data['left'])} {_SAID[answer]}({comment(data['right'])}) *)"
    return "\n".join([said, f"Theorem {name} : {head}.", *lines, "Qed."]) + "\n"


def _about(family: Growth, *parts: Term) -> tuple[Claim, dict[str, int], str]:
    """The domain as a claim, the places of its variables, and both with terms for Coq."""
    claim = claim_of(family.conditions, Relation("<=", num(0), num(0)), family.integers)
    variables = tuple(Variable(x, x in family.integers) for x in sorted(family.names))
    whole = Claim(variables, claim.conditions, claim.relation)
    places = {v.name: i for i, v in enumerate(variables)}
    terms = " ".join(f"({term_at(part, places)})" for part in parts)
    return whole, places, f"({statement(whole)}) {places[family.growing]} {terms}"


def _bounded(family: Growth, data: Mapping[str, Any]) -> Lines:
    """An O, with its constant; the statement first."""
    k, n = parse_term(data["constant"]), family.growing
    start = read_rational(data["from"], "") if data["from"] else None
    above, below = family.bounded(k, start, 1 if data["sign"] == "+" else -1)
    t, point = data["parameter"], {x: parse_term(text) for x, text in data["reach"].items()}
    whole, places, about = _about(family, family.left, k, family.right)
    later = [] if start is None else [relation_at(Relation(">=", var(n), num(start)), places)]
    right = f"({term_at(family.right, places)})"
    scaled = right if data["sign"] == "+" else f"(Neg {right})"
    return [
        f"bounded {about} [{'; '.join(later)}]",
        f"Proof. apply (bounded_by _ _ _ _ _ {scaled});",
        "[auto | intros ? ?; reflexivity | intro; cbn [ev]; exactly | | |].",
        f"exact (proj2 {named(above)}). exact (proj2 {named(below)}).",
        f"intros {variable(t)} T.",
        *_reached(whole, family.reaching(t, point), point, t),
    ]


def _reached(whole: Claim, shown: Iterable[Claim], point: Mapping[str, Term], t: str) -> Lines:
    """A point of the domain beyond t."""
    return [
        *_place(whole, shown, point, {t}),
        "split; [cbv [point nth]; known | apply inside_by_val; spread; cbv [point nth]].",
        *_powers(whole.conditions, point),
        "inside.",
    ]


def _smaller(family: Growth, data: Mapping[str, Any]) -> Lines:
    """An o: with its gauge an O."""
    h = parse_term(data["gauge"])
    scaled = replace(family, left=h * family.left)
    said, start, *lines = _bounded(scaled, data)
    places, about = _about(family, family.left, family.right)[1:]
    return [
        f"smaller {about}",
        f"Proof. assert (B : {said}).",
        f"{{ {start.removeprefix('Proof. ')}", *lines, "}",
        f"apply (smaller_by _ _ _ _ _ _ _ {rational(read_rational(data['from'], ''))} B).",
        "{ intros r s L. cbn. repeat split; lra. }",
        f"change (grows {places[family.growing]} ({term_at(h, places)})). grow.",
    ]  # fmt: skip


def _beyond(family: Growth, data: Mapping[str, Any]) -> Lines:
    """Neither an O nor an o: a curve on which the function is more than a factor times the other."""
    t, sign = data["parameter"], 1 if data["sign"] == "+" else -1
    point = {x: parse_term(text) for x, text in data["point"].items()}
    factor = var(t) if data["answer"] == UNBOUNDED else num(read_rational(data["constant"], ""))
    *reach, first, second = family.beyond(t, Piece(fmpq(1), None, point), sign, factor)
    whole, _, about = _about(family, family.left, family.right)
    c = shallow(factor)
    head, begin = f"unbounded {about}", "Proof. apply beyond_by_val. far."
    if data["answer"] == NOT_SMALLER:
        head, begin = f"not_smaller {about}", f"Proof. exists {c}. split; [lra|]. apply beyond_by_val. far."
    at = {x: var(x) if x in family.integers and e.op != "num" else e for x, e in point.items()}
    f, g = (shallow(substitute(side, at)) for side in (family.left, family.right))
    lines = [head, begin, f"intros {variable(t)} T.", *_place(whole, reach, point, {t})]
    for claim in (first, second):
        where = "; ".join(variable(v.name) for v in claim.variables)
        lines.append(f"recall (proj2 {named(claim)}) (point [{where}]).")
    lines += [
        "cbv [point nth].",
        *_powers([*whole.conditions, Relation("=", family.left, family.right)], point),
    ]
    lines += ["split; [split; [known | inside] | split; [finish | ]]."]
    signed, side = (f, "left") if sign > 0 else (f"(- {f})", "right")
    return [*lines, f"apply (larger {f} {signed} {g} {c}); [{side}; reflexivity | known | known | lra]."]


def _place(whole: Claim, shown: Iterable[Claim], point: Mapping[str, Term], known: set[str]) -> Lines:
    """A point in terms of what is known, integers at least so large, and what is shown there."""
    lines, at = Lines(), dict(point)
    for v in whole.variables:
        if v.integer and point[v.name].op != "num":
            name = variable(v.name)
            lines.append(f"destruct (above {shallow(point[v.name])}) as ({name} & ? & ?).")
            at[v.name] = var(v.name)
    lines += [line for claim in shown for line in _used(claim)]
    return [*lines, f"exists (point [{'; '.join(shallow(at[v.name]) for v in whole.variables)}])."]


def _used(claim: Claim) -> Lines:
    """What a claim says of the variables, as an assertion."""
    at = "; ".join(variable(v.name) for v in claim.variables)
    return [f"assert ({said(claim.relation)}) by (conclude (proj2 {named(claim)}) (point [{at}]))."]


def _powers(relations: Iterable[Relation], point: Mapping[str, Term]) -> Lines:
    texts = [t for r in relations for t in (r.left, r.right)]
    return [f"{line}." for line in literal_powers(texts, point)]


def _best(name: str, data: Mapping[str, Any]) -> str:
    """That a constant is the least or the greatest: for each piece of the others a point."""
    claim, find, least = parse_claim(data["claim"], data["where"]), data["find"], data["side"] == "least"
    family, k, b = Constant(claim, find, data["side"]), parse_term(data["holds"]), parse_term(data["fails"])
    places = {v.name: i for i, v in enumerate(claim.variables)}
    i, x, u = places[find], variable(find), data["parameter"]
    limits = "; ".join(relation_at(r, places) for r in family.limits)
    about = f"({statement(claim)}) {i} ({term_at(k, {})}) ({term_at(b, {})}) [{limits}]"
    at = {v: num(read_rational(c, "")) for v, c in data["proof"]["domain_point"].items()} | {find: k}
    holding = family.holding(k)
    given = " & ".join(f"(? & given{j})" for j in range(len(claim.conditions)))
    names = " ".join(variable(v.name) for v in claim.variables)
    general = " ".join(f"(r {j}%nat)" for j in range(len(places)))
    sign, limit, v = "-" if least else "+", shallow(b), variable(u)
    put = [f"{line[:-1]} in *." for line in _powers([*claim.conditions, claim.relation], {find: k})]
    lines = [
        f"(* {find} = {data['holds']} is the {data['side']} constant: {comment(claim.text)} *)",
        f"Theorem {name} : best {'true' if least else 'false'} {about}.",
        "Proof. apply best_by_val. spread. split; [|split].",
        "{", *at_terms(claim, at, claim.conditions), "inside. }",
        f"{{ intro r. generalize {general}. clear r. intros {names} E.",
        f"intros (? & {given} & _). tidy." if given else "intros (? & _). tidy.",
        "try rewrite E in *.", *put,
        *(line for part in holding for line in _used(part)),
        "finish. }",
        f"{{ intro r. generalize (r {i}%nat). clear r. intros {x} X L. tidy.",
        f"assert (H : exists {v}, {x} = {limit} {sign} {v} /\\ {v} > 0).",
        f"{{ exists ({f'{limit} - {x}' if least else f'{x} - {limit}'}). split; lra. }}",
        f"destruct H as ({v} & ? & ?). subst {x}.",
    ]  # fmt: skip
    low = read_rational("0", "")
    for raw in data["pieces"]:
        high = read_rational(raw["until"], "") if raw["until"] else None
        piece = Piece(low, high, {v: parse_term(t) for v, t in raw["point"].items()})
        found = _piece(claim, family, b, u, piece)
        if high is None:
            lines += found
        else:
            lines += [f"apply (cases_LE {variable(u)} {shallow(num(high))}); intro.", "{", *found, "}"]
            low = high
    return "\n".join([*lines, "}", "Qed."]) + "\n"


def _piece(claim: Claim, family: Constant, b: Term, u: str, piece: Piece) -> Lines:
    """The point of a piece, and that the claim fails there."""
    image = b - var(u) if family.side == "least" else b + var(u)
    point = {**piece.point, family.find: image}
    no = claim.relation.negated()
    return [
        *_place(claim, family.failing(b, u, piece), point, {u}),
        "cbv [point nth].",
        *_powers([*claim.conditions, claim.relation], point),
        "split; [reflexivity | split; [inside | intros (D & yes); tidy]].",
        f"assert (no : {said(no.substituted(point))}) by known. against no yes.",
    ]
