"""Claims whose truth is known by construction: true, false by 2^-40, undefined somewhere, empty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from .facts import Fact, Point, Source, factors, lemma, squares, text
from .lemmas import IDENTITIES

TRUE, FALSE, UNDEFINED, EMPTY = KINDS = ("true", "false", "undefined", "empty")
NUDGES: Final = (
    "1/2**40",
    "1/1099511627776",
    "2**(-40)",
    "0.0000000000009094947017729282379150390625",
)
HOLES: Final = (
    "1/#h",
    "#h/#h",
    "#h**0",
    "#h**(-2)",
    "log(#h**2)",
    "log(abs(#h))",
    "sqrt(-1/4 - #h)",
    "sqrt(#h - 1/2**40)",
    "(#h - 1/2**40)**(3/2)",
    "tan(pi/2 + #h)",
    "gamma(#h)",
    "uppergamma(2, #h - 1/2**40)",
    "asin(1 + 1/2**40 + #h)",
    "#h**#h",
    "(-1 - #h**2)**(1/3)",
    "(#h**2)**(-#x**2)",
    "log(log(1 + #h**2))",
    "1/(exp(#h) - 1)",
    "1/sin(#h)",
    "1/max(#h, -#h)",
    "1/floor(#h**2)",
    "sum(1/(j_*#h), j_, 1, 3)",
    "prod(j_-2+1/(j_-2+#h), j_, 1, 3)",
    "sum(#h**j_, j_, 0, 2)",
    "sum(1, j_, 1, 3+#h**2/(1+#h**2)/2)+1/#h",
    "sum(j_, j_, 2, -abs(1/2**40)-#h**2)",
    "integral(1/(#h+t_), t_, -1, 1)",
    "integral(sqrt(t_-1/2**40-#h**2), t_, 0, 1)",
    "integral(1, t_, 1/2**40, -#h**2)",
)
"""Terms of #x with #h = #x - p that have no value at #x = p."""


CONTRADICTIONS: Final = (
    ("#x < #c", "#x > #c"),
    ("#x <= #c", "#x >= #c + #tiny"),
    ("#x**2 + #tiny <= 0",),
    ("(#x - #c)**2 < 0",),
    ("exp(#x) <= 0",),
    ("abs(#x) < -#tiny",),
    ("#x < #y", "#y < #z", "#z < #x"),
    ("#x <= #y", "#y <= #z", "#z + #tiny <= #x"),
    ("#x*#y > (#x + #y)**2/4",),
    ("#x*#y >= (#x**2 + #y**2)/2 + #tiny",),
    ("#n integer", "1/3 < #n < 2/3"),
    ("#n integer", "2*#n = 7"),
    ("#n integer", "#n**2 = 2"),
    ("log(#x) > #x",),
    ("sin(#x) > 1",),
    ("sqrt(#x) < 0",),
    ("sqrt(#x) >= 0", "#x < 0"),
    ("log(#x) > 0", "#x < 1"),
    ("exp(#x) < 1 + #x",),
    ("#x >= 2", "#x <= exp(1/2)"),
    ("#x = #y", "#x > #y"),
    ("tanh(#x) >= 1",),
    ("#x/#x = 2",),
    ("erfc(#x) <= 0",),
    ("#x > pi", "#x < 3.1415926535"),
    ("1/#x > 0", "#x <= 0"),
    ("floor(#x) > #x",),
    ("max(#x, #y) < (#x + #y)/2",),
    ("#x**0 = 1", "#x = 0"),
    ("cosh(#x) < 1",),
)
"""Conditions that no point satisfies; #n is an integer, #c a rational, #tiny is 2^-40."""


@dataclass(frozen=True)
class Made:
    """A generated claim and what is known of it; `point` is in its domain, when that is not empty."""

    kind: str
    claim: str
    where: str
    recipe: str
    point: Point | None = None

    def __str__(self) -> str:
        return f"[{self.kind}, {self.recipe}] {self.claim}" + (f"   where {self.where}" if self.where else "")


def make(seed: int | str, kind: str) -> Made:
    """The claim of one kind that belongs to a seed.

    >>> make(1, "true") == make(1, "true")
    True
    """
    s = Source(f"{seed}")
    fact = _fact(s)
    if kind == FALSE:
        fact = _nudged(s, fact)
    elif kind == UNDEFINED:
        fact = _holed(s, fact)
    elif kind == TRUE and s.random.random() < 0.2 and fact.op == "<=":
        fact = replace(
            fact, high=f"{fact.high} + {s.random.choice(NUDGES)}", op="<", recipe=f"{fact.recipe}<"
        )
    elif kind == EMPTY and s.random.random() < 0.5:
        fact = replace(fact, low=fact.high, high=f"({fact.low}) - 1", recipe=f"{fact.recipe} reversed")
    # the same dress for all kinds of one seed, so that they are twins
    dresser = Source(f"{seed}/dress")
    fact = _dressed(dresser, fact)
    conditions = list(fact.conditions)
    point: Point | None = fact.point
    if kind == EMPTY:
        conditions += _contradiction(s, fact)
        point = None
    conditions += [f"{n} integer" for n in sorted(fact.integers)]
    dresser.random.shuffle(conditions)
    return Made(kind, _written(dresser, fact), ", ".join(conditions), fact.recipe, point)


def _fact(s: Source) -> Fact:
    kind = s.random.random()
    if kind < 0.15:
        return squares(s)
    if kind < 0.27:
        return factors(s)
    if kind < 0.37:
        return lemma(s, IDENTITIES, "=")
    first = lemma(s)
    if kind < 0.52 and s.room() > 14:
        second = lemma(s)
        return Fact(
            f"{first.low} + {second.low}",
            f"{first.high} + {second.high}",
            first.conditions + second.conditions,
            first.point | second.point,
            "sum",
            integers=first.integers | second.integers,
        )
    if kind < 0.62 and first.value is not None and s.room() > 6:
        n, m = s.name(), s.name()
        return replace(
            first,
            low=f"{first.low} + {m}",
            high=n,
            conditions=(*first.conditions, f"{first.high} + {m} <= {n}"),
            point=first.point | {m: Fraction(0), n: first.value},
            recipe="chain",
        )
    return first


def _nudged(s: Source, fact: Fact) -> Fact:
    """False at the tight point: by 2^-40, or because it is claimed to be strict."""
    if s.random.random() < 0.15 and fact.op == "<=":
        return replace(fact, op="<", recipe=f"{fact.recipe} strict")
    nudge = s.random.choice(NUDGES)
    if s.random.random() < 0.4:
        name = s.random.choice(sorted(fact.point))
        nudge = f"{nudge}/(1 + ({name} - {text(fact.point[name])})**2)"
    if s.random.random() < 0.5:
        return replace(fact, low=f"{fact.low} + {nudge}", recipe=f"{fact.recipe} nudged")
    return replace(fact, high=f"{fact.high} - {nudge}", recipe=f"{fact.recipe} nudged")


def _holed(s: Source, fact: Fact) -> Fact:
    """With a part that has no value at the point, though it cancels or vanishes elsewhere."""
    name = s.random.choice(sorted(fact.point))
    shape = s.random.choice(HOLES)
    hole = shape.replace("#h", f"({name} - {text(fact.point[name])})").replace("#x", name)
    style = s.random.randrange(5)
    low, high = {
        0: (f"{fact.low} + 0*({hole})", fact.high),
        1: (f"{fact.low} + {hole}", f"{fact.high} + {hole}"),
        2: (fact.low, f"{fact.high} + ({hole})*0"),
        3: (f"{fact.low} - {hole} + {hole}", fact.high),
        4: (f"{fact.low} + 0*max(0, {hole})", fact.high),
    }[style]
    return replace(fact, low=low, high=high, recipe=f"{fact.recipe} with {shape}")


def _dressed(s: Source, fact: Fact) -> Fact:
    """The same fact under changes that keep what is true, false and undefined."""
    for _ in range(s.random.choice((0, 0, 1, 1, 2))):
        low, high = fact.low, fact.high
        name = s.random.choice(sorted(fact.point))
        change = s.random.randrange(7)
        if change == 0:
            extra = s.random.choice((name, f"{name}**2", f"exp({name})", f"sqrt(1 + {name}**2)", "pi", "3/7"))
            low, high = f"{low} + {extra}", f"{high} + {extra}"
        elif change == 1:
            by = s.random.choice((f"exp({name})", f"(1 + {name}**2)", "7/3", f"cosh({name})", "E"))
            low, high = f"{by}*({low})", f"{by}*({high})"
        elif change == 2:
            by = s.random.choice((f"(2 + {name}**2)", "1/8", f"exp(-{name})"))
            low, high = f"({low})/({by})", f"({high})/({by})"
        elif change == 3 and len(low) + len(high) < 60:
            low, high = f"({low})**3", f"({high})**3"
        elif change == 4 and len(low) + len(high) < 60:
            low, high = f"exp({low})", f"exp({high})"
        elif change == 5:
            low, high = f"-({high})", f"-({low})"
        elif change == 6 and len(low) + len(high) < 60:
            low, high = f"atan({low})", f"atan({high})"
        fact = replace(fact, low=low, high=high)
    return fact


def _written(s: Source, fact: Fact) -> str:
    low, high, op = fact.low, fact.high, fact.op
    turned = {"<=": ">=", "<": ">", "=": "="}[op]
    return s.random.choice(
        (
            f"{low} {op} {high}",
            f"{low} {op} {high}",
            f"{high} {turned} {low}",
            f"{low} - ({high}) {op} 0",
            f"{high} - ({low}) {turned} 0",
        )
    )


def _contradiction(s: Source, fact: Fact) -> list[str]:
    """Conditions that no point satisfies, about variables of the claim or new ones."""
    reals = sorted(set(fact.point) - fact.integers)
    words = {
        "#x": s.random.choice([*reals, s.name()]),
        "#y": s.name(),
        "#z": s.name(),
        "#n": s.name(),
        "#c": text(s.small()),
        "#tiny": s.random.choice(NUDGES),
    }
    made = []
    for condition in s.random.choice(CONTRADICTIONS):
        for word in sorted(words, key=len, reverse=True):
            condition = condition.replace(word, words[word])
        made.append(condition)
    return made
