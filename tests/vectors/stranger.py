"""A checker of certificates that was written from docs/CERTIFICATES.md alone, and imports nothing of dptheory.

    python -m tests.vectors.stranger FILE

It knows all rules. What it does not know, values of integrals, is *unsupported*: it says neither yes nor no. Compound
claims and families are in `stranger_families`. Sections in brackets are those of the page.
"""

# ruff: noqa: I001
from __future__ import annotations
import json
import keyword
import re
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any


from .stranger_closing import RULES
from .stranger_rules import rule, steady
from .stranger_sequents import (
    Node, Sequent, Tasks, fields, owing, rational, restart, shown_by, sides as _sides,
)  # fmt: skip
from .stranger_terms import (
    Claim, Relation, Term, demands, digest, each_of, need, num, opposite, put,
    read_claim, read_relation, shown, whole,
)  # fmt: skip
from .stranger_values import (
    decided, has_value,
)  # fmt: skip

PAGE = Path(__file__).parents[2] / "docs" / "CERTIFICATES.md"
LEMMAS = Path(__file__).parents[2] / "dptheory" / "kernel" / "real" / "lemmas.json"


@dataclass(frozen=True)
class Fact:
    variables: dict[str, bool]
    premises: tuple[Relation, ...]
    conclusions: tuple[Relation, ...]
    partial: bool = False
    place: int = -1
    certificates: tuple[Node, ...] = ()


def _fact(args: str, premises: str, conclusions: str, *more: Any) -> Fact:
    variables = {a.partition(":")[0]: a.endswith(":int") for a in args.split()}
    both = (tuple(map(read_relation, filter(str.strip, text.split(";")))) for text in (premises, conclusions))
    return Fact(variables, *both, *more)


@cache
def facts() -> dict[str, Fact]:
    """The facts of section 9, read from the page, and the lemmas of the library (section 10)."""
    listed = re.search(r"^## 9\..*?^```text\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    found = {}
    for text in listed[1].splitlines():  # type: ignore[index]
        m = re.fullmatch(r"(\S+)(?:  (?!if|then)(.*?))?(?:  if (.*?))?  then (.*?)(, where defined)?", text)
        found[m[1]] = _fact(m[2] or "", m[3] or "", m[4], bool(m[5]))  # type: ignore[index]
    for i, e in enumerate(json.loads(LEMMAS.read_text("utf-8"))):
        found[e["name"]] = _fact(e["args"], e["sides"], e["conclusions"], False, i, tuple(e["certificates"]))
    return found


@cache
def lemma_checked(name: str) -> bool:
    f = facts()[name]
    integers = frozenset(n for n, i in f.variables.items() if i)
    need(not demands([t for r in f.premises for t in r[1:]], integers), "a premise that may have no value")
    need(len(f.certificates) == len(f.conclusions), "a certificate for each conclusion")
    for r, data in zip(f.conclusions, f.certificates, strict=True):
        nowhere = Sequent({}, (), r, frozenset(), (), f.place)
        defined, proof = fields(data, {"defined": list, "proof": object})
        owed, known = owing(restart(f.variables, f.premises, r, nowhere), defined, *r[1:])
        run([*owed, (known, proof)])
    return True


@rule(name=str, args=list, defined=list, sides=list, then=object)
def fact(s: Sequent, name: str, args: list[Any], defined: list[Node], sides: list[Node], then: Node) -> Tasks:
    f = facts().get(name)
    need(f is not None and f.place < s.library, f"unknown fact {name}")
    assert f is not None
    if f.place >= 0:
        lemma_checked(name)
    need(len(args) == len(f.variables), "too few or too many arguments")
    images = dict(zip(f.variables, map(s.term, args), strict=True))
    need(all(whole(images[n], s.integers) for n, i in f.variables.items() if i), "expected an integer term")
    premises, conclusions = ([put(r, images) for r in rs] for rs in (f.premises, f.conclusions))
    known, wanted = s.knowing(*images.values()), s.owed(*images.values())
    if f.partial:
        wanted += known.adding(*premises).owed(*(t for r in conclusions for t in r[1:]))
    owed = shown_by(s, defined, wanted)
    return [*owed, *_sides(known, sides, premises), (known.adding(*conclusions), then)]


@rule(claim=int, substitution=dict, defined=list, sides=list, then=object)
def apply(
    s: Sequent, claim: int, substitution: dict[str, Any], defined: list[Node], sides: list[Node], then: Node
) -> Tasks:
    need(claim < len(s.lemmas), "no such earlier lemma")
    found, images, known = at_point(s, s.lemmas[claim], substitution, defined, sides)
    return [*found, (known.adding(put(s.lemmas[claim].relation, images)), then)]


def at_point(s: Sequent, about: Claim, given: dict[str, Any], defined: list[Node], sides: list[Node]) -> Any:
    """A point given by terms (section 8)."""
    need(given.keys() == about.variables.keys(), "a term for every variable is missing, or one too many")
    images = {n: s.term(given[n]) for n in about.variables}
    integers = frozenset(n for n, i in about.variables.items() if i)
    need(all(whole(images[n], s.integers) for n in integers), "expected an integer term")
    wanted = s.owed(*images.values())
    for r, other in demands([t for c in about.conditions for t in c[1:]], integers):
        need(
            not each_of(r) or not r[1].names or steady(r[1], integers),
            "a power with a real exponent in a sum",
        )
        instances = put(r, images), other and put(other, images)
        if not any(x is not None and s.stated(x) for x in instances):
            wanted.append(instances)
    owed = shown_by(s, defined, wanted)
    conditions = [put(c, images) for c in about.conditions]
    known = s.knowing(*images.values(), *(t for c in conditions for t in c[1:]))
    return [*owed, *_sides(known, sides, conditions)], images, known


# --- certificates (section 3)


def run(todo: Tasks) -> int:
    steps, stack = 0, todo[::-1]
    while stack:
        steps += 1
        need(steps <= 200_000, "too many steps")
        s, node = stack.pop()
        head = node[0] if isinstance(node, list) and node else node
        need(isinstance(head, dict) and head.get("rule") in RULES, f"no rule in {head!r}")
        found, wanted = RULES[head["rule"]]
        values = dict(zip(wanted, fields(node, wanted), strict=True))
        del values["rule"]
        stack += found(s, **{k + "_" * keyword.iskeyword(k): v for k, v in values.items()})[::-1]
    return steps


def plain(data: Any, depth: int = 0) -> None:
    need(depth <= 400 and type(data) in (dict, list, str, int), f"found {data!r}")
    for v in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        plain(v, depth + 1)


SEALED = ("claim", "where", "hash", "domain_point", "lemmas", "defined", "proof")
PARTS: dict[str, Any] = {
    "claim": str,
    "where": str,
    "domain_point": dict,
    "lemmas": list,
    "defined": list,
    "proof": object,
}
WHOLE = {"format": str, "version": int, "hash": str, "seal": dict, **PARTS}


def check(claim: Claim, data: Any, sealed: bool = True) -> int:
    """The number of nodes of a certificate of this claim; without format, hash and seal if it is not sealed."""
    plain(data)
    values = dict(zip(WHOLE if sealed else PARTS, fields(data, WHOLE if sealed else PARTS), strict=True))
    if sealed:
        need(
            (values["format"], values["version"], values["hash"]) == ("dptheory-certificate", 1, claim.hash),
            "another claim",
        )
        compact = {n: json.dumps(data.get(n), sort_keys=True, separators=(",", ":")) for n in SEALED}
        need(
            values["seal"] == {n: digest(text) for n, text in compact.items()}, "changed after it was sealed"
        )
    need((values["claim"], values["where"]) == (shown(claim.relation), claim.where), "another claim")
    nowhere = Sequent({}, (), claim.relation, frozenset())
    steps = run(point_tasks(claim, values["domain_point"], nowhere))
    lemmas: tuple[Claim, ...] = ()
    for raw in values["lemmas"]:
        text, where, defined, proof = fields(
            raw, {"claim": str, "where": str, "defined": list, "proof": object}
        )
        lemma = read_claim(text, where)
        steps += run(claim_tasks(lemma, defined, proof, replace(nowhere, lemmas=lemmas)))
        lemmas = (*lemmas, lemma)
    return steps + run(
        claim_tasks(claim, values["defined"], values["proof"], replace(nowhere, lemmas=lemmas))
    )


def claim_tasks(claim: Claim, defined: list[Node], proof: Node, s: Sequent) -> Tasks:
    start = restart(claim.variables, claim.conditions, claim.relation, s)
    owed, known = owing(start, defined, *claim.relation[1:])
    return [*owed, (known, proof)]


def point_tasks(claim: Claim, given: dict[str, Any], nowhere: Sequent) -> Tasks:
    if isinstance(given.get("at"), dict):
        at, defined, shown_sides = fields(given, {"at": dict, "defined": list, "sides": list})
        return at_point(nowhere, claim, at, defined, shown_sides)[0]
    in_domain(claim, given)
    return []


def in_domain(claim: Claim, given: dict[str, Any]) -> tuple[dict[str, Term], frozenset[str]]:
    """A rational point, once it is seen to satisfy the conditions."""
    values = {n: rational(x) for n, x in given.items()}
    integers = frozenset(n for n, i in claim.variables.items() if i)
    need(values.keys() == claim.variables.keys(), "a value for every variable")
    need(all(values[n].q == 1 for n in integers), "an integer that is none")
    images = {n: num(x) for n, x in values.items()}
    for c in claim.conditions:
        need(has_value(c[1:], images, integers), f"not seen to have a value: {shown(c)}")
        need(decided(put(c, images)), f"not seen to be true: {shown(c)}")
    return images, integers


def refute(claim: Claim, given: dict[str, Any]) -> None:
    """Refused unless a witness refutes a claim (section 8)."""
    if isinstance(given.get("at"), dict):
        wanted = {"at": dict, "defined": list, "sides": list, "values": list, "fails": object}
        at, defined, shown_sides, values, fails = fields(given, wanted)
        todo, images, known = at_point(
            Sequent({}, (), claim.relation, frozenset()), claim, at, defined, shown_sides
        )
        r = put(claim.relation, images)
        owed, known = owing(known, values, *r[1:])
        run([*todo, *owed, (known.showing(opposite(r)), fails)])
        return
    images, integers = in_domain(claim, given)
    for side in claim.relation[1:]:
        answer = has_value([side], images, integers)
        need(answer is not None, "undecided whether a side has a value")
        if answer is False:
            return
    need(decided(put(claim.relation, images)) is False, "not seen to fail")


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    asked = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(f"proved in {check(read_claim(asked['claim'], asked['where']), asked)} steps")
