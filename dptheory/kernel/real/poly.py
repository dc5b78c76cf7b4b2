"""The rule that shows a goal by a combination of products of hypotheses."""

from __future__ import annotations

from flint import fmpq

from ..limits import KernelError, need
from .certificates import Fields, rational
from .claims import Relation, sides_of
from .ratfun import Field, Fraction
from .sequents import Sequent, Task, owing, read_term


def combination(s: Sequent, f: Fields) -> list[Task]:
    """{"times": [i..], "terms": [{"c", "h": [i..], "sq": [term..], "by": term}..], "defined"}

    With g the goal's difference and M the product over `times`, of factors that are positive: checks the
    identity M*g = sum of c * (product of h) * (product of sq)^2 * by. Hypotheses > and >= count as their
    difference, != as its square (positive), = as its difference (zero). A term is zero if one of its
    hypotheses is an equality, and only then has `by` or c < 0; else it is >= 0. So g >= 0; g = 0 if all
    terms are zero; g > 0 if one term is a product of a positive number and positive hypotheses only.
    """
    times = f.indices("times", len(s.hypotheses))
    terms = [Summand(Fields(raw, f"{f.at('terms')}[{i}]"), s) for i, raw in enumerate(f.items("terms"))]
    result, _ = owing(f, s, *(t for entry in terms for t in entry.new))
    used = [s.goal, *(s.hypotheses[i] for i in {*times, *(i for entry in terms for i in entry.hypotheses)})]
    field = Field(sides_of(used) + [t for entry in terms for t in entry.new])
    kind = s.goal.oriented[0]
    need(kind != "!=", "poly shows no !=; use `apart` first", f.place)
    if kind == "=" and not all(entry.zero for entry in terms):
        raise KernelError("every term for an equality needs an equality among its hypotheses", f.at("terms"))
    if kind == ">" and not any(entry.positive for entry in terms):
        raise KernelError("a strict goal needs a term of strict hypotheses without squares", f.at("terms"))
    left = field.difference(s.goal)
    for i in times:
        if not s.hypotheses[i].strict:
            raise KernelError(f"hypothesis {i} is not strict: {s.hypotheses[i].text}", f.at("times"))
        left = field.multiply(left, _factor(field, s.hypotheses[i]))
    right = field.number(fmpq(0))
    for entry in terms:
        right = field.add(right, entry.value(field, s))
    if not field.add(left, field.scale(right, fmpq(-1))).is_zero:
        raise KernelError(f"the combination is not the goal {s.goal.text}", f.place)
    return result


class Summand:
    """One summand of `poly`."""

    def __init__(self, f: Fields, s: Sequent) -> None:
        self.coefficient = rational(f.take("c"), f.at("c"))
        self.hypotheses = f.indices("h", len(s.hypotheses))
        self.squares = [read_term(t, s, f.at("sq")) for t in f.texts("sq")]
        self.by = read_term(f.text("by"), s, f.at("by")) if f.has("by") else None
        self.new = [*self.squares, *([self.by] if self.by else [])]
        used = [s.hypotheses[i] for i in self.hypotheses]
        self.zero = any(h.op == "=" for h in used)
        self.positive = not self.zero and not self.squares and all(h.strict for h in used)
        f.close()
        if self.coefficient == 0 or (not self.zero and (self.coefficient < 0 or self.by)):
            raise KernelError("only a term with an equality has c < 0 or 'by'; c is never 0", f.place)

    def value(self, field: Field, s: Sequent) -> Fraction:
        result = field.number(self.coefficient)
        for i in self.hypotheses:
            result = field.multiply(result, _factor(field, s.hypotheses[i]))
        for t in [*self.squares, *self.squares, *([self.by] if self.by else [])]:
            result = field.multiply(result, field[t])
        return result


def _factor(field: Field, h: Relation) -> Fraction:
    d = field.difference(h)
    return field.multiply(d, d) if h.op == "!=" else d
