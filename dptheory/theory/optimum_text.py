"""The optimum of a bound as statements with derivations, in the grammar in which papers are written.

Where a bound p/x + q + s*x is a theorem, its least value is one, too. The text says so, and is verified
like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..kernel.real import Relation, Term, apply, claim_of, free_variables, num, print_term, substitute, var
from .bounds import Bound
from .closed_forms import Least
from .guesses import Points

SIZES = {"n": "size-positive", "d": "dimension-positive"}
TRADEOFF = """statement {id}.tradeoff
  title  arithmetic and geometric mean
  kind   lemma
  let    p, q, s, x: real
  form printed
    given p: p > 0
    given s: s > 0
    given x: x > 0
    claim p/x + q + s*x >= q + 2*sqrt(p*s)
    proof by completing the square
      1: p/x + q + s*x >= q + 2*sqrt(p*s) by calc from p, s, x
    model
      value p = 1
      value q = 1
      value s = 1
      value x = 1
"""


def optimum_id(bound: Bound, over: str) -> str:
    """The identifier of the generated statement."""
    return f"{bound.form.name.replace(':', '.')}.optimum.{over}"


def tradeoff_text(bound: Bound, least: Least, conditions: Sequence[Relation], points: Points) -> str:
    """Statements that end with: bound >= V for all admissible x, x* is admissible, bound = V at x*."""
    name = optimum_id(bound, least.tradeoff.parameter)
    pages = (page(name, bound, least, conditions, points) for page in (_shape, _closed, _main))
    return "\n".join([TRADEOFF.format(id=name), *pages])


def assembled(least: Least, x: Term) -> Term:
    """p/x + q + s*x."""
    p, q, s = least.tradeoff.parts
    return p / x + q + s * x


def _shape(
    name: str, bound: Bound, least: Least, conditions: Sequence[Relation], points: Points
) -> str:  # fmt: skip
    trade = least.tradeoff
    page = LemmaText(f"{name}.shape", conditions, bound.integers, points, trade.names)
    page.add("1", Relation("=", assembled(least, var(trade.parameter)), bound.term).text, "calc from {all}")
    page.add("2", Relation(">", trade.p, num(0)).text, "calc from {all}")
    page.add("3", Relation(">", trade.s, num(0)).text, "calc from {all}")
    return page.text("the bound as a trade-off", ["1", "2", "3"], free_variables(bound.term))


def closed_conditions(least: Least, conditions: Sequence[Relation]) -> list[Relation]:
    """The abbreviations are positive, and the conditions that speak about the names that are left."""
    used = free_variables(*least.tradeoff.parts, least.place, least.value)
    kept = [c for c in conditions if c.variables() <= used]
    return [*(Relation(">", var(a), num(0)) for a in least.tradeoff.names), *kept]


def _closed(
    name: str, bound: Bound, least: Least, conditions: Sequence[Relation], points: Points
) -> str:  # fmt: skip
    trade, x = least.tradeoff, least.place
    page = LemmaText(f"{name}.closed", closed_conditions(least, conditions), bound.integers, points)
    page.add("1", Relation(">", x, num(0)).text, "calc from {all}")
    page.add("2", Relation("=", trade.p / x + trade.q + trade.s * x, least.value).text, "calc from {all}, 1")
    root = trade.q + 2 * apply("sqrt", trade.p * trade.s)
    page.add("3", Relation("=", root, least.value).text, "calc from {all}")
    return page.text("the closed forms", ["1", "2", "3"], free_variables(*trade.parts))


def _main(
    name: str, bound: Bound, least: Least, conditions: Sequence[Relation], points: Points
) -> str:  # fmt: skip
    trade, over = least.tradeoff, least.tradeoff.parameter
    (p, q, s), x, value = trade.parts, least.place, least.value
    page = LemmaText(name, conditions, bound.integers, points, trade.names)
    shape = [
        Relation("=", assembled(least, var(over)), bound.term),
        Relation(">", p, num(0)),
        Relation(">", s, num(0)),
    ]
    page.add("shape", _conjunction(shape), f"{name}.shape:printed from {{conditions}}")
    for label, r in zip(("s1", "s2", "s3"), shape, strict=True):
        page.add(label, r.text, "apply from shape")
    page.add("x", f"{over} > 0", "calc from {all}")
    images = {"p": p, "q": q, "s": s, "x": var(over)}
    root = q + 2 * apply("sqrt", p * s)
    page.add("t", Relation(">=", assembled(least, var(over)), root).text,
             f"{name}.tradeoff:printed from s2, s3, x with {written(images)}")  # fmt: skip
    labels = []
    for short in trade.names:
        page.add(f"{short}0", f"{short} > 0", "calc from {rest}", over)
        labels.append(f"{short}0")
    closed = [Relation(">", x, num(0)), Relation("=", assembled(least, x), value), Relation("=", root, value)]
    cited = ", ".join(labels + page.labels(closed_conditions(least, conditions)[len(labels) :]))
    withs = f" with {written({name: var(name) for name in trade.names})}" if trade.names else ""
    page.add("closed", _conjunction(closed), f"{name}.closed:printed from {cited}{withs}")
    for label, r in zip(("c1", "c2", "c3"), closed, strict=True):
        page.add(label, r.text, "apply from closed")
    page.add("least", Relation(">=", bound.term, value).text, "rewrite from t, s1, c3")
    at_place = _at_place(page, conditions, over, x)
    moved = [r.substituted({over: x}) for r in shape]
    labels_at = ", ".join(at_place.get(label, label) for label in page.labels(conditions))
    page.add(
        "shape.at",
        _conjunction(moved),
        f"{name}.shape:printed from {labels_at} with {over} := {print_term(x)}",
    )
    page.add("m", moved[0].text, "apply from shape.at")
    page.add("attained", Relation("=", substitute(bound.term, {over: x}), value).text, "rewrite from c2, m")
    last = ["least", *at_place.values(), "attained"]
    return page.text(f"the least value of the bound over {over}", last, free_variables(bound.term))


def _at_place(page: LemmaText, conditions: Sequence[Relation], over: str, x: Term) -> dict[str, str]:
    """Lines that say that the place is admissible: the label of each condition with that of its line."""
    made: dict[str, str] = {}
    for label, r in zip(page.labels(page.conditions), page.conditions, strict=True):
        if over in r.variables():
            by = "apply from closed" if r.text == f"{over} > 0" else "calc from {rest}, c1"
            made[label] = f"at.{label}"
            page.add(made[label], r.substituted({over: x}).text, by, over)
    return made


def written(images: Mapping[str, Term]) -> str:
    """What stands for the variables of a cited lemma, as a reason names it."""
    return "; ".join(f"{name} := {print_term(t)}" for name, t in images.items())


def _conjunction(relations: Iterable[Relation]) -> str:
    return " and ".join(f"({r.text})" for r in relations)


class LemmaText:
    """One statement that is being written: a lemma with its conditions, lines and model."""

    def __init__(
        self, name: str, conditions: Sequence[Relation], integers: frozenset[str], points: Points,
        names: Mapping[str, Term] | None = None,
    ) -> None:  # fmt: skip
        self.name, self.integers, self.names = name, integers, names or {}
        self.points = points
        self.sizes = [r for r in conditions if r.text in ("n >= 1", "d >= 1")]
        self.conditions = [r for r in conditions if r not in self.sizes]
        self.lines: list[str] = []
        self.formulas: dict[str, str] = {}

    def labels(self, relations: Iterable[Relation]) -> list[str]:
        """The labels of conditions of this statement."""
        return [f"h{self.conditions.index(r)}" for r in relations if r in self.conditions]

    def add(self, label: str, formula: str, by: str, without: str = "") -> None:
        """A line; {conditions}, {all} and {rest} stand for labels: the hypotheses, these and the sizes, and
        of those the ones that do not mention a name."""
        sizes = [str(r.left.value) + "1" for r in self.sizes]
        rest = [r for r in self.conditions if without not in r.variables()]
        sources = {
            "conditions": ", ".join(self.labels(self.conditions)),
            "all": ", ".join([*self.labels(self.conditions), *sizes]),
            "rest": ", ".join([*self.labels(rest), *sizes]),
        }
        reason = by.format(**sources).replace("from , ", "from ").removesuffix(" from ")
        self.lines.append(f"      {label}: {formula}\n        by {reason}")
        self.formulas[label] = formula

    def text(self, title: str, last: Sequence[str], names: frozenset[str]) -> str:
        """The whole statement; its claim joins the last lines."""
        joined, label = f"({self.formulas[last[0]]})", last[0]
        for place, following in enumerate(last[1:]):
            joined = f"{joined} and ({self.formulas[following]})"
            self.lines.append(f"      end{place}: {joined}\n        by both from {label}, {following}")
            label = f"end{place}"
        used = sorted(names.union(*(r.variables() for r in self.conditions)) - SIZES.keys())
        sorts = "; ".join(f"{name}: {'int' if name in self.integers else 'real'}" for name in used)
        sizes = [f"      {r.left.value}1: {r.text} by {SIZES[str(r.left.value)]}" for r in self.sizes]
        where = [f"  where  {name} := {print_term(t)}" for name, t in self.names.items()]
        given = [
            f"    given {label}: {r.text}"
            for label, r in zip(self.labels(self.conditions), self.conditions, strict=True)
        ]
        head = [f"statement {self.name}", f"  title  {title}", "  kind   lemma"]
        head += [f"  let    {sorts}"] if sorts else []
        form = ["  form printed", *given, f"    claim {joined}", "    proof by calculation"]
        return "\n".join([*head, *where, *form, *sizes, *self.lines, *self._model(used), ""])

    def _model(self, names: Sequence[str]) -> list[str]:
        """Values at which the conditions hold, in dimension one."""
        anything, one = Relation("=", num(0), num(0)), Relation("=", var("n"), num(1))
        known = [*self.conditions, *self.sizes, Relation("=", var("d"), num(1))]
        found = (self.points(claim_of(c, anything, self.integers)) for c in ([*known, one], known))
        point = next((p for p in found if p is not None), None)
        if point is None:
            return []
        values = [f"      value {name} = {point.get(name, 1)}" for name in names]
        return ["    model", f"      n = {point.get('n', 1)}", *values]
