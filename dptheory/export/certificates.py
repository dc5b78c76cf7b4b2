"""A claim with its certificate as a theorem of Coq, and lemmas of the kernel as lemmas there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from ..kernel.real import (
    RULES,
    Claim,
    Fact,
    Fields,
    Relation,
    Sequent,
    Task,
    Term,
    Variable,
    claim_tasks,
    num,
    parse_claim,
    parse_term,
    read,
    root,
    substitute,
)
from ..kernel.real import rational as read_rational
from . import analysis, line, poly, structural
from .script import Lines, Script, Writer
from .shallow import said, shallow, variable
from .statement import statement

WRITERS: Final[Mapping[str, Writer]] = {
    "poly": poly.poly,
    "sturm": line.sturm,
    "exact": structural.exact,
    "both": structural.both,
    "apart": structural.apart,
    "contradiction": structural.contradiction,
    "have": structural.have,
    "cases": structural.cases,
    "forget": structural.forget,
    "let": structural.let,
    "replace": structural.replace,
    "generalise": structural.generalise,
    "fact": structural.use_fact,
    "congruence": structural.congruence,
    "extreme": structural.extreme,
    "domain": structural.domain,
    "terms": structural.terms,
    "apply": structural.apply_claim,
    "mvt": analysis.mvt,
    "archimedean": analysis.archimedean,
    "box": analysis.box,
    "induction": analysis.induction,
}
"""Every rule that can be exported."""
NOWHERE: Final = Sequent({}, (), Relation("<=", num(0), num(0)), frozenset())


def theorem(name: str, claim: Claim, certificate: object, lacking: frozenset[str] = frozenset()) -> str:
    """The theorem that the claim is proved, with a script made of its certificate.

    Raises KernelError of what is no certificate, Unsupported of what cannot be said.
    """
    f, script = read(claim, certificate), Script(WRITERS, lacking, name)
    known: tuple[Claim, ...] = ()
    text = f"(* {comment(claim.text)} *)\n"
    for i, raw in enumerate(f.items("lemmas")):
        inner = Fields(raw, f"lemmas[{i}]")
        stated = parse_claim(inner.text("claim"), inner.text("where"))
        text += valid(f"{name}_{i}", stated, claim_tasks(inner, stated, known), script)
        known = (*known, stated)
    lines = [
        f"Theorem {name} : proved ({statement(claim)}).",
        "Proof. apply by_val. shown. split.",
        "{",
        *_there(claim, f.mapping("domain_point"), script),
        "inside. }",
        *_valid(claim, claim_tasks(f, claim, known), script),
    ]
    return text + "\n".join(lines) + "\n"


def _there(claim: Claim, given: Mapping[str, object], script: Script) -> Lines:
    """What leads to a point of the claim's domain; of one of terms, what was shown of these, before."""
    tasks = shown_at(claim, given)[0] if isinstance(given.get("at"), dict) else []
    point = point_of(claim, given)
    sides = [substitute(t, point) for r in claim.conditions for t in (r.left, r.right)]
    shown = [line for t in tasks for line in script.asserted(t, NOWHERE, ())]
    return [*shown, *at_terms(claim, point, claim.conditions), *structural.evaluated(sides, "try ")]


def shown_at(claim: Claim, given: Mapping[str, object]) -> tuple[list[Task], Sequent]:
    """What shows that terms are a point of a claim's domain, as where a lemma is used that says nothing; and
    the sequent that knows it."""
    domain = Claim(claim.variables, claim.conditions, NOWHERE.goal)
    node = {"claim": 0, "substitution": given["at"], "then": {}}
    node |= {name: given.get(name, []) for name in ("defined", "sides")}
    *tasks, last = RULES["apply"](replace(NOWHERE, lemmas=(domain,)), Fields(node, ""))
    return tasks, replace(last.sequent, hypotheses=())


def at_terms(claim: Claim, point: Mapping[str, Term], relations: Iterable[Relation]) -> Lines:
    """A point, and relations there as the operations of Coq say them."""
    texts = [t for r in relations for t in (r.left, r.right)]
    start = f"exists (point [{'; '.join(shallow(point[v.name]) for v in claim.variables)}]). cbv [point nth]."
    return [start, *(f"{line}." for line in structural.literal_powers(texts, point))]


def comment(text: str) -> str:
    """A text that ends no comment of Coq and starts none."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "''")


def valid(name: str, claim: Claim, tasks: list[Task], script: Script) -> str:
    """The theorem that a claim holds wherever its conditions do, if anywhere."""
    start = f"Theorem {name} : valid ({statement(claim)}).\nProof. apply valid_by_val. shown."
    return "\n".join([start, *_valid(claim, tasks, script)]) + "\n"


def _valid(claim: Claim, tasks: list[Task], script: Script) -> Lines:
    """What shows a claim wherever its conditions hold, after its statement was written out."""
    names = [v.name for v in claim.variables]
    hypotheses = tuple(f"given{i}" for i in range(len(claim.conditions)))
    general = " ".join(f"(r {i}%nat)" for i in range(len(names)))
    variables = " ".join(map(variable, names))
    start = f"intro r. generalize {general}. clear r. intros {variables}." if names else "intro r. clear r."
    given = " & ".join(f"(? & {h})" for h in hypotheses)
    start += f" intros (? & {given} & _). tidy." if given else " intros (? & _). tidy."
    s = root(claim)
    lines = [start]
    for t in tasks[:-1]:
        lines += script.asserted(t, s, hypotheses)
    goal = f"assert (goal : {said(claim.relation)})."
    return [*lines, goal, *script.block(tasks[-1], hypotheses), "finish.", "Qed."]


def point_of(claim: Claim, given: Mapping[str, object]) -> dict[str, Term]:
    """The point of a claim's domain."""
    at = given.get("at")
    if isinstance(at, dict):
        return {v.name: parse_term(str(at[v.name])) for v in claim.variables}
    return {v.name: num(read_rational(given[v.name], "")) for v in claim.variables}


def lemma(found: Fact, lacking: frozenset[str] = frozenset()) -> str:
    """A lemma of the kernel: its conclusions as claims, and the lemma that scripts use."""
    sides, conclusions = found.written()
    variables = tuple(Variable(v, v in found.integers) for v in sorted(found.args.split()))
    name = structural.coq_name(found)
    text = f"(* {comment(found.proof)} *)\n"
    for i, (r, raw) in enumerate(zip(conclusions, found.certificates, strict=True)):
        claim = Claim(variables, tuple(sides), r)
        tasks = claim_tasks(Fields(raw, f"{found.name}[{i}]"), claim)
        text += valid(f"{name}_{i}", claim, tasks, Script(WRITERS, lacking))
    return text + _usable(name, found, conclusions)


def _usable(name: str, found: Fact, conclusions: list[Relation]) -> str:
    """The lemma with arguments in their order, and its conclusions together."""
    point = "; ".join(map(variable, sorted(found.args.split())))
    uses = " | ".join(f"conclude ({name}_{i}) (point [{point}])" for i in range(len(conclusions)))
    parts = "repeat split" if len(conclusions) > 1 else "idtac"
    return f"Lemma {name} : {usable(found)}.\nProof. intros. {parts}; [{uses}]. Qed.\n"


def usable(found: Fact) -> str:
    """What a fact or a lemma says of all arguments, with the operations of Coq.

    >>> from dptheory.kernel.real.facts import fact
    >>> usable(fact("integer-gap"))
    'forall v_m v_n : R, isint v_m -> isint v_n -> v_m < v_n -> ((v_m + 1) <= v_n)'
    """
    sides, conclusions = found.written()
    args = found.args.split()
    bound = f"forall {' '.join(map(variable, args))} : R, " if args else ""
    given = "".join(f"isint {variable(a)} -> " for a in args if a in found.integers)
    given += "".join(f"{said(r)} -> " for r in sides)
    return bound + given + " /\\ ".join(f"({said(r)})" for r in conclusions)
