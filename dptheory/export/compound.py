"""Compound claims as theorems: their printers are to be trusted, as `statement` is, and nothing else here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any

from flint import fmpq

from ..kernel import KernelError, check_failure
from ..kernel.real import (
    Claim,
    Compound,
    Fields,
    Literals,
    Relation,
    Said,
    Term,
    claim_tasks,
    decide,
    num,
    obligations,
    parse_compound,
    parse_term,
    read_witness,
)
from ..kernel.real import rational as read_rational
from .certificates import NOWHERE, WRITERS, at_terms, comment, point_of, shown_at, valid
from .refutations import fails_at, fails_at_terms
from .script import Lines, Script, Unsupported
from .shallow import said, shallow, suffix, variable
from .statement import relation_at
from .structural import evaluated, literal_powers, summed


def formula_at(f: Said, places: Mapping[str, int]) -> str:
    """A formula in variables with these places; the second of three parts is one with the third."""
    if isinstance(f, Relation):
        return f"Rel {relation_at(f, places)}"
    first, *rest = (f"({formula_at(part, places)})" for part in f.parts)
    while len(rest) > 1:
        rest[-2:] = [f"({f.op.capitalize()} {rest[-2]} {rest[-1]})"]
    return " ".join([f.op.capitalize(), first, *rest])


def compound_at(claim: Compound) -> str:
    """The claim: as `statement`, with the numbers that exist before the variables, the last first."""
    places = {v.name: i for i, v in enumerate(claim.variables)}
    sorts = "; ".join("true" if v.integer else "false" for v in claim.variables)
    there = "; ".join("true" if v.integer else "false" for v in claim.bound)
    given = "; ".join(formula_at(c, places) for c in claim.conditions)
    inner = [v.name for v in (*reversed(claim.bound), *claim.variables)]
    says = formula_at(claim.conclusion, {name: i for i, name in enumerate(inner)})
    return f"Compound [{sorts}] [{given}] [{there}] ({says})"


def compound(name: str, data: Mapping[str, Any], lacking: frozenset[str] = frozenset()) -> Iterator[str]:
    """The theorems of the ordinary claims that a proved one comes to, then that of the whole; or the theorem
    that it is refuted."""
    claim, script = parse_compound(str(data["claim"]), str(data["where"])), Script(WRITERS, lacking, name)
    if "witness" in data:
        yield _refuted(name, claim, data["witness"], script)
        return
    f, images = Fields(data, ""), read_witness(data["with"], "with")
    parts, blocks = iter(f.items("parts")), list[Lines]()
    for i, domain in enumerate(claim.domains):
        block = Lines()
        for j, clause in enumerate(claim.clauses(images)):
            inner, at = Fields(next(parts), ""), f"{name}_{i}_{j}"
            shown = inner.index("show")
            cases = claim.cases(domain, clause, shown)
            for k, (case, raw) in enumerate(zip(cases, inner.items("cases"), strict=True)):
                yield valid(f"{at}_{k}", case, claim_tasks(Fields(raw, ""), case), script)
            block += _clause(script.fresh("c"), claim, clause, shown, at, cases)
        blocks.append(block)
    i = f.index("domain")
    yield "\n".join(_whole(name, claim, i, f.mapping("domain_point"), images, blocks, script)) + "\n"


def _whole(
    name: str,
    claim: Compound,
    i: int,
    given: Mapping[str, object],
    images: Mapping[str, Term],
    blocks: list[Lines],
    script: Script,
) -> Lines:
    """The theorem, from what each clause says in each alternative of the conditions."""
    names = [v.name for v in claim.variables]
    general = " ".join(f"(r {k}%nat)" for k in range(len(names)))
    opened = f"intro r. generalize {general}. clear r. intros {' '.join(map(variable, names))}"
    start = f"{opened if names else 'intro r. clear r'}. intro I. tidy."
    texts = [t for r in _relations(claim.conclusion) for t in (r.left, r.right)]
    literal = [f"{line}." for line in literal_powers(texts, images)]
    chosen = [f"exists {shallow(images[v.name])}. split; [solve [whole | exact I]|]." for v in claim.bound]
    lines = [
        f"(* {comment(claim.text)} *)",
        f"Theorem {name} : compound_proved ({compound_at(claim)}).",
        f"Proof. apply (compound_by_val {i}). parted. split; [|repeat (apply conj || exact I)].",
        "{", *_inside(claim, claim.domains[i], given, script), "}",
    ]  # fmt: skip
    for block in blocks:
        lines += [f"{{ {start}", *block, *chosen, *literal, "clauses. }"]
    return [*lines, "Qed."]


def _relations(f: Said) -> Iterator[Relation]:
    if isinstance(f, Relation):
        yield f
    else:
        for part in f.parts:
            yield from _relations(part)


def _inside(claim: Compound, domain: Claim, given: Mapping[str, object], script: Script) -> Lines:
    """A point of an alternative of the conditions; of a variable of which these say nothing, 0."""
    tasks = shown_at(domain, given)[0] if isinstance(given.get("at"), dict) else []
    point = {v.name: num(0) for v in claim.variables} | point_of(domain, given)
    whole = Claim(claim.variables, domain.conditions, domain.relation)
    shown = [line for t in tasks for line in script.asserted(t, NOWHERE, ())]
    return [*shown, *at_terms(whole, point, domain.conditions), *_values(domain, point), "inside."]


def _values(domain: Claim, point: Mapping[str, Term]) -> Lines:
    sides = [t for r in domain.conditions for s in [r.substituted(point)] for t in (s.left, s.right)]
    return [*evaluated(sides, "try "), *summed(sides)]


def _clause(
    name: str, claim: Compound, clause: Literals, shown: int, lemma: str, cases: list[Claim]
) -> Lines:
    """A clause as an assertion: where none of its other relations holds, one of the cases is at hand."""
    places = {v.name: i for i, v in enumerate(claim.variables)}
    sorts = "; ".join("true" if v.integer else "false" for v in claim.variables)
    at = "; ".join(variable(v.name) for v in claim.variables)
    relations = "; ".join(relation_at(r, places) for r in clause)
    others = [i for i in range(len(clause)) if i != shown]
    ways = [len(list(obligations((clause[i].left, clause[i].right), claim.integers))) + 1 for i in others]
    number = {chosen: k for k, chosen in enumerate(product(*map(range, ways)))}

    def tree(chosen: tuple[int, ...]) -> Lines:
        """What is left where the others so far failed in these ways."""
        if len(chosen) == len(others):
            case = cases[number[chosen]]
            point = "; ".join(variable(v.name) for v in case.variables)
            return [f"{_side(shown)} conclude {lemma}_{number[chosen]} (point [{point}])."]
        r, lines = clause[others[len(chosen)]], Lines()
        for k, o in enumerate(obligations((r.left, r.right), claim.integers), 1):
            lines += _unless(list(o.ways), tree((*chosen, k)))
        lines += [f"{_split(r)} {{ {_side(others[len(chosen)])} finish. }}", *tree((*chosen, 0))]
        return lines

    return [
        f"assert ({name} : any_by_values val (point [{at}]) (place [{sorts}]) [{relations}]).",
        "{ parted; cbv [point nth].", *tree(()), "}",
        f"revert {name}; parted; cbv [point nth]; intro {name}.",
    ]  # fmt: skip


def _unless(ways: list[Relation], otherwise: Lines) -> Lines:
    """Where no way holds, what is asked is shown; that one does is known after it."""
    if len(ways) == 1:
        return [_split(ways[0].negated()), "{", *otherwise, "}"]
    first, second = ways
    failed = f"({said(first.negated())}) /\\ ({said(second.negated())})"
    lines = [f"assert ((({said(first)}) \\/ ({said(second)})) \\/ ({failed})) as [?|[? ?]]."]
    lines += [f"{{ {_split(first)} left; left; assumption.", _split(second)]
    lines += ["left; right; assumption. right; split; assumption. }", "2: {", *otherwise, "}"]
    return lines


def _split(r: Relation) -> str:
    """Two goals: where a relation between defined sides holds, and where its opposite does."""
    return f"apply (cases_{suffix(r)} {shallow(r.left)} {shallow(r.right)}); intro."


def _side(i: int) -> str:
    """The place of a relation in a clause."""
    return "right; " * i + "left."


def _refuted(name: str, claim: Compound, witness: Mapping[str, object], script: Script) -> str:
    """The conditions hold at a point, and no relation of one of the clauses does."""
    if isinstance(at := witness.get("at"), dict):
        images = {v.name: parse_term(str(at[v.name])) for v in claim.variables}
        i, k, shown, case = _failing_case(claim, witness)
        before, fails_there = fails_at_terms(case, images, witness, script)
        shows = [
            fails_there if j == shown else _fails_given(r, images, case)
            for j, r in enumerate(claim.clauses({})[k])
        ]
    else:
        point = {x: read_rational(value, "") for x, value in witness.items()}
        images, before = {x: num(value) for x, value in point.items()}, []
        i, k = _failing_at(claim, point)
        shows = [list(fails_at(r, claim.integers, images)) for r in claim.clauses({})[k]]
    clause, domain = claim.clauses({})[k], claim.domains[i]
    whole = Claim(claim.variables, (*domain.conditions, *clause), domain.relation)
    lines = [
        f"(* not: {comment(claim.text)} *)",
        f"Theorem {name} : compound_refuted ({compound_at(claim)}).",
        f"Proof. apply (compound_not_by_val {i} {k}); [reflexivity | cbn; lia|]. parted.",
        *before,
        *at_terms(whole, images, whole.conditions),
        "split.", "{", *_values(domain, images), "inside. }",
    ]  # fmt: skip
    for shown_so in shows:
        lines += ["split; [|try exact I].", "{ intros (D & yes). tidy.", *shown_so, "}"]
    return "\n".join([*lines, "Qed."]) + "\n"


def _failing_at(claim: Compound, point: Mapping[str, fmpq]) -> tuple[int, int]:
    """The numbers of an alternative of the conditions that holds at a point, and of a clause that fails."""
    held = (i for i, d in enumerate(claim.domains) if all(decide(r, point) for r in d.conditions))
    clauses = enumerate(claim.clauses({}))
    failing = (k for k, clause in clauses if all(fails(r, claim.integers, point) for r in clause))
    i, k = next(held, None), next(failing, None)
    if i is None or k is None:
        raise Unsupported("a compound claim that fails elsewhere")
    return i, k


def _failing_case(claim: Compound, witness: object) -> tuple[int, int, int, Claim]:
    """Alternative, clause and relation of the case that a failure at terms is of."""
    for i, domain in enumerate(claim.domains):
        for k, clause in enumerate(claim.clauses({})):
            for shown in range(len(clause)):
                for case in claim.cases(domain, clause, shown):
                    with suppress(KernelError):
                        check_failure(case, witness)
                        return i, k, shown, case
    raise Unsupported("a compound claim that fails elsewhere")


def _fails_given(r: Relation, images: Mapping[str, Term], case: Claim) -> Lines:
    """Another relation of the clause, of which the case has the opposite as a condition."""
    if r.negated() not in case.conditions:
        raise Unsupported("a relation that has no value at a point of terms")
    return [f"assert (no : {said(r.negated().substituted(images))}) by known.", "against no yes."]


def fails(r: Relation, integers: frozenset[str], point: Mapping[str, fmpq]) -> bool:
    """Whether a relation is certified not to be true at a point."""
    owed = obligations((r.left, r.right), integers)
    lost = any(all(decide(way, point) is False for way in o.ways) for o in owed if not o.between)
    return lost or decide(r, point) is False
