"""Growth and best constants as theorems, from those about the claims that they consist of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..kernel.real import (
    BOUNDED,
    CONSTANT,
    GROWTH,
    THETA,
    Claim,
    Constant,
    Growth,
    Piece,
    Relation,
    Term,
    num,
    parse_claim,
    parse_term,
    var,
)
from ..kernel.real import rational as read_rational
from .certificates import at_terms, comment
from .script import Lines, Unsupported
from .shallow import said, shallow, variable
from .statement import relation_at, statement, term_at
from .structural import literal_powers


def named(claim: Claim) -> str:
    """What the theorem about a claim is called."""
    return f"claim_{claim.hash[:16]}"


def families(name: str, data: Mapping[str, Any]) -> Iterator[str]:
    """The theorems of a file of growth, or of a best constant; Unsupported where it says something else."""
    if data["format"] == GROWTH:
        yield _growth(name, data)
    elif data["format"] == THETA:
        yield _growth(f"{name}_above", data["above"])
        yield _growth(f"{name}_below", data["below"])
    elif data["format"] == CONSTANT:
        yield _best(name, data)
    else:
        raise Unsupported(str(data["format"]))


def _growth(name: str, data: Mapping[str, Any]) -> str:
    """That a function is bounded by another."""
    if data["answer"] != BOUNDED:
        raise Unsupported(f"growth that is {data['answer']}")
    domain = parse_claim("0 <= 0", data["where"])
    left, right, k = (parse_term(data[part]) for part in ("left", "right", "constant"))
    family, n = Growth(left, right, data["growing"], domain.conditions, domain.integers), data["growing"]
    start = read_rational(data["from"], "") if data["from"] else None
    above, below = family.bounded(k, start, 1 if data["sign"] == "+" else -1)
    t, point = data["parameter"], {x: parse_term(text) for x, text in data["reach"].items()}
    places = {v.name: i for i, v in enumerate(above.variables)}
    whole = Claim(above.variables, domain.conditions, Relation("<=", num(0), num(0)))
    beyond = [] if start is None else [relation_at(Relation(">=", var(n), num(start)), places)]
    parts = [f"({term_at(part, places)})" for part in (left, k, right)]
    scaled = parts[2] if data["sign"] == "+" else f"(Neg {parts[2]})"
    about = f"({statement(whole)}) {places[n]} {' '.join(parts)}"
    lines = [
        f"(* {comment(data['left'])} = O({comment(data['right'])}) *)",
        f"Theorem {name} : bounded {about} [{'; '.join(beyond)}].",
        f"Proof. apply (bounded_by _ _ _ _ _ {scaled});",
        "[auto | intros ? ?; reflexivity | intro; cbn [ev]; exactly | | |].",
        f"exact (proj2 {named(above)}). exact (proj2 {named(below)}).",
        f"intros {variable(t)} T.",
        *_place(whole, family.reaching(t, point), point, {t}),
        "split; [cbv [point nth]; known | apply inside_by_val; spread; cbv [point nth]].",
        *_powers(whole.conditions, point),
        "inside.",
        "Qed.",
    ]
    return "\n".join(lines) + "\n"


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
