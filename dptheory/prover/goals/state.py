"""The state on which a proof is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.binders import instance
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.facts import fact
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.poly import poly
from dptheory.kernel.real.rules import joined
from dptheory.kernel.real.sequents import Sequent
from dptheory.kernel.real.terms import Term, is_integer, num

from ..budget import charge, remembered
from .forms import Forms, Identity
from .goal import Goal, Node, Proof
from .obligations import Prover, define, prove_all, tidy
from .signs import sampled_signs


class ProofState:
    """A proof being written forwards: hypotheses are added one after the other, then it is closed."""

    def __init__(self, prover: Prover, goal: Goal, depth: int) -> None:
        self.prover = prover
        self.goal = goal
        self.depth = depth
        self.nodes: Proof = []
        self.committed = False
        self._forms: tuple[Goal, Forms] | None = None

    def define(self, *terms: Term) -> list[object] | None:
        """Proofs that the terms are defined, as the kernel asks for them."""
        return define(self.prover, self.goal, self.depth, self.goal.sequent.pending(*terms))

    def have(self, relation: Relation, proof: Proof | None = None, depth: int | None = None) -> int | None:
        """Show a relation and add it; its number, or None. A proof that is given must be one for the
        sequent that knows the relation's terms."""
        known = self.goal.index_of(relation)
        if known is not None:
            self.goal = replace(self.goal, hidden=self.goal.hidden - {known})
            return known
        defined = self.define(relation.left, relation.right)
        if defined is None:
            return None
        if proof is None:
            known_terms = self.goal.sequent.knowing(relation.left, relation.right)
            inner = self.goal.where(known_terms.showing(relation))
            proof = self.prover.prove(inner, self.depth - 1 if depth is None else depth)
        if proof is None:
            return None
        node: Node = {"rule": "have", "relation": relation.text, "defined": defined, "proof": proof}
        self.add(node, relation)
        return len(self.goal.hypotheses) - 1

    def add(self, node: Node, *hypotheses: Relation) -> None:
        """Append a node that adds hypotheses."""
        self.nodes.append(tidy(node))
        before = len(self.goal.hypotheses)
        derived = self.goal.derived.union(range(before, before + len(hypotheses)))
        known = self.goal.sequent.knowing(*(t for r in hypotheses for t in (r.left, r.right)))
        self.goal = replace(self.goal, sequent=known.assuming(*hypotheses), derived=derived)

    def fact(self, name: str, *args: Term) -> list[int] | None:
        """Use a fact; the numbers of its conclusions, or None when a side could not be shown."""
        charge(100)
        try:
            sides, conclusions = fact(name).instance(list(args))
        except KernelError:
            return None
        places = [k for c in conclusions if (k := self.goal.index_of(c)) is not None]
        if len(places) == len(conclusions):
            self.goal = replace(self.goal, hidden=self.goal.hidden.difference(places))
            return places
        sequent = self.goal.sequent
        known, wanted = sequent.knowing(*args), sequent.pending(*args)
        if fact(name).partial:
            wanted += known.assuming(*sides).pending(*(t for r in conclusions for t in (r.left, r.right)))
        defined = define(self.prover, self.goal, self.depth, wanted)
        proofs = self._sides(known, sides)
        if defined is None or proofs is None:
            return None
        node = {"rule": "fact", "name": name, "args": [print_term(a) for a in args]}
        self.add({**node, "defined": defined, "sides": proofs}, *conclusions)
        last = len(self.goal.hypotheses)
        return list(range(last - len(conclusions), last))

    def _sides(self, known: Sequent, relations: Sequence[Relation]) -> list[Proof] | None:
        """Proofs of side conditions, without those that a hypothesis states."""
        goals = [self.goal.where(known.showing(r)) for r in known.unshown(relations)]
        return prove_all(self.prover, goals, self.depth)

    def congruence(
        self, op: str, left: tuple[Term, ...], right: tuple[Term, ...], body: Term | None = None
    ) -> int | None:
        """Show that a function, or a sum of a body, has equal values at equal arguments; its number."""
        equal = [Relation("=", a, b) for a, b in zip(left, right, strict=True)]
        r = Relation("=", Term(op, left, body), Term(op, right, body))
        known = self.goal.index_of(r)
        if known is not None:
            return known
        defined = self.define(*left, r.left, *right, r.right)
        sequent = self.goal.sequent.knowing(*left, *right)
        proofs = self._sides(sequent, equal)
        if defined is None or proofs is None:
            return None
        about: Node = (
            {"op": op, "left": [print_term(a) for a in left]} if body is None else {"of": print_term(r.left)}
        )
        sides = {**about, "right": [print_term(a) for a in right]}
        self.add({"rule": "congruence", **sides, "defined": defined, "sides": proofs}, r)
        return len(self.goal.hypotheses) - 1

    def written_out(self, t: Term, count: int, which: str = "all") -> int | None:
        """Use what a sum or product of so many terms is, or one from its first or last terms on."""
        (a, b), c = t.args[:2], num(count)
        if (count or which != "all") and not is_integer(
            b if which == "last" else a, self.goal.sequent.integers
        ):
            return None
        needed = {
            "all": Relation(
                "=", b, a if t.op == "integral" or count == 1 else a + num(count - 1) if count else a - 1
            ),
            "first": Relation("<=", a + c, b + 1),
            "last": Relation("<=", a, b - c + 1),
        }[which]
        r = Relation("=", t, terms_of(t, count, which))
        known = self.goal.index_of(r)
        if known is not None:
            return known
        defined = self.define(t)
        proofs = None if defined is None else self._sides(self.goal.sequent.knowing(t), [needed])
        if proofs is None:
            return None
        node: Node = {
            "rule": "terms",
            "term": print_term(t),
            "count": count,
            "defined": defined,
            "sides": proofs,
        }
        self.add(node if which == "all" else {**node, "which": which}, r)
        return len(self.goal.hypotheses) - 1

    def extreme(self, t: Term, at: int | None) -> list[int] | None:
        """Use that a minimum or maximum is its argument `at`, or (None) how it compares with all."""
        op = "<=" if t.op == "min" else ">="
        added = [Relation(op, t, a) for a in t.args] if at is None else [Relation("=", t, t.args[at])]
        places = [self.goal.index_of(r) for r in added]
        if all(k is not None for k in places):
            return [k for k in places if k is not None]
        needed = [] if at is None else [Relation(op, t.args[at], a) for j, a in enumerate(t.args) if j != at]
        defined = self.define(t)
        known = self.goal.sequent.knowing(t)
        proofs = self._sides(known, needed)
        if defined is None or proofs is None:
            return None
        node: Node = {"rule": "extreme", "term": print_term(t), "defined": defined, "sides": proofs}
        self.add(node if at is None else {**node, "at": at}, *added)
        last = len(self.goal.hypotheses)
        return list(range(last - len(added), last))

    def keep(self, indices: Sequence[int]) -> None:
        """Treat derived hypotheses as given ones, whose function values are looked at."""
        self.goal = replace(self.goal, derived=self.goal.derived - frozenset(indices))

    def define_by(self, index: int | None, atom: Term) -> bool:
        """Count a hypothesis as an equation that is solved for an atom."""
        if index is None:
            return False
        self.goal = replace(self.goal, solved=(*self.goal.solved, (index, atom)))
        return True

    def solve(self, name: str, atom: Term, *args: Term) -> bool:
        """Use a fact that is an equation, solved for an atom."""
        found = self.fact(name, *args)
        return found is not None and self.define_by(found[0], atom)

    def sign(self, t: Term, strict: bool, depth: int | None = None) -> int | None:
        """Show on which side of 0 a term is, as the samples suggest; the hypothesis' number, or None."""
        seen = sampled_signs(t, self.goal.samples)
        if seen.low < 0 < seen.high or (strict and seen.low <= 0 <= seen.high):
            return None
        side = ">" if seen.low >= 0 and seen.high > 0 else "<"
        return self.have(Relation(side if strict else side + "=", t, num(0)), depth=depth)

    def poly(self, identity: Identity | None, negated: bool = False) -> Proof | None:
        """The proof of the present goal by an identity."""
        if identity is None:
            return None
        sequent = self.goal.sequent
        if negated:
            sequent = sequent.assuming(self.goal.relation.negated())
        defined = define(self.prover, self.goal.where(sequent), self.depth, sequent.pending(*identity.new))
        if defined is None:
            return None
        last = tidy({**identity.node, "defined": defined})
        return [*self.nodes, {"rule": "contradiction"}, last] if negated else [*self.nodes, last]

    def combined(self, times: Sequence[int], terms: list[Node]) -> Proof | None:
        """The proof of the present goal by a combination that is written out, if it is one."""
        node: Node = {"rule": "poly", "times": list(times), "terms": terms}
        try:
            poly(self.goal.sequent, Fields(node, ""))
        except KernelError:
            return None
        return [*self.nodes, node]

    def forms(self) -> Forms:
        """Normal forms of the visible hypotheses and the goal."""
        if self._forms is None or self._forms[0] is not self.goal:
            goal = self.goal
            parts = goal.hypotheses, goal.relation, dict(goal.solved), goal.hidden
            self._forms = goal, remembered(("forms", *goal.place[:4], *goal.data[1:]), lambda: Forms(*parts))
        return self._forms[1]

    def commit(self) -> None:
        """Say that the goal is to be shown by what a tactic tries now, or not at all."""
        self.committed = True

    def close(self, proof: Proof | None) -> Proof | None:
        """The whole proof, given one for the state's present goal."""
        return None if proof is None else [*self.nodes, *proof]


def terms_of(t: Term, count: int, which: str = "all") -> Term:
    """The terms of a sum or product, or its first or last ones and the rest, joined as the kernel joins
    them."""
    a, b = t.args[:2]
    start = a if which != "last" else b if count == 1 else b - num(count - 1)
    terms = [instance(t, start + num(k) if k else start) for k in range(count)]
    if which != "all":
        terms.insert(count if which == "first" else 0, rest_of(t, count, which))
    while len(terms) > 1:
        terms = [joined(t.op, *terms[i : i + 2]) for i in range(0, len(terms), 2)]
    return terms[0] if terms else num(t.op == "prod")


def rest_of(t: Term, count: int, which: str) -> Term:
    """A sum or product without its first or last terms."""
    a, b = t.args[:2]
    ends = (a + num(count), b) if which == "first" else (a, b - num(count))
    return Term(t.op, (*ends, *t.args[2:]), t.value)
