"""Facts about terms that hold without any premise, as lines that a proof may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ...kernel.logic import INT, PROP, Definition, Expr, Line, normal, num, op, show, var, walk

FACTS = "facts"
"""What a line cites that means the trivial facts about it."""


@dataclass(frozen=True)
class Fact:
    """A formula that a rule gives without premises, at values."""

    formula: Expr
    rule: str
    values: Mapping[str, Expr] = field(default_factory=dict)

    def line(self, label: str) -> Line:
        """The fact as a line of a proof."""
        return Line(label, self.formula, self.rule, values=self.values)

    @property
    def text(self) -> str:
        """The line as an author writes it, without the label."""
        given = "; ".join(f"{name} := {show(value)}" for name, value in self.values.items())
        return f"{show(self.formula)} by {self.rule}" + (f" with {given}" if given else "")


def facts(formulas: Iterable[Expr]) -> Iterator[Fact]:
    """The trivial facts about what occurs in formulas in normal form: sizes, norms, probabilities,
    means of constants.

    >>> from dptheory.kernel.logic.grammar import Scope, formula
    >>> from dptheory.kernel.logic.sorts import VEC
    >>> [fact.text for fact in facts([formula("n*norm(u) <= 1", Scope({"u": VEC}, {}))])]
    ['n >= 1 by size-positive', 'norm(u) >= 0 by norm-nonnegative with u := u']
    """
    met = set[Expr]()
    for formula in formulas:
        for node in walk(formula):
            if node.reach == 0 and node not in met:
                met.add(node)
                yield from _about(node)


def _about(node: Expr) -> Iterator[Fact]:
    if node == var("n", INT):
        yield Fact(op("ge", PROP, node, num(1)), "size-positive")
    elif node == var("d", INT):
        yield Fact(op("ge", PROP, node, num(1)), "dimension-positive")
    elif node.head == "norm":
        yield Fact(op("ge", PROP, node, num(0)), "norm-nonnegative", {"u": node.args[0]})
    elif node.head == "P":
        given = {"mu": node.args[0], "phi": node.args[1]}
        yield Fact(op("ge", PROP, node, num(0)), "prob-range", given)
        yield Fact(op("le", PROP, node, num(1)), "prob-range", given)
    elif node.head == "E" and node.args[1].head == "lam" and not node.args[1].args[0].reach:
        given = {"mu": node.args[0], "c": node.args[1].args[0]}
        yield Fact(op("eq", PROP, node, given["c"]), "expect-constant", given)


def with_facts(
    lines: Iterable[Line], hypotheses: Mapping[str, Expr], definitions: Mapping[str, Definition]
) -> list[Line]:
    """Lines in which `from facts` cites the trivial facts about what the line and those it cites speak of;
    they stand before it as lines of their own."""
    made: list[Line] = []
    known = {label: formula for label, formula in hypotheses.items()}
    for line in lines:
        if FACTS in line.sources and FACTS not in known:
            others = tuple(label for label in line.sources if label != FACTS)
            about = [line.formula, *(known[label] for label in others or known if label in known)]
            found = list(facts(normal(formula, definitions) for formula in about))
            labels = tuple(f"{line.label}.{FACTS}{place}" for place in range(1, len(found) + 1))
            made += [fact.line(label) for label, fact in zip(labels, found, strict=True)]
            known |= {label: fact.formula for label, fact in zip(labels, found, strict=True)}
            line = replace(line, sources=(*labels, *others) if others else ())
        made.append(line)
        known[line.label] = line.formula
    return made


def fact_lines(formulas: Iterable[Expr]) -> Iterator[tuple[str, Fact]]:
    """The same with a label for each."""
    for place, fact in enumerate(facts(formulas), 1):
        yield f"f{place}", fact
