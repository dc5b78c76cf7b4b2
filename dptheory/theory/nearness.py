"""How far two claims are apart that differ in numbers: by which factor, in general or in a world.

This is arithmetic for the page. Which of the claims holds and which fails is the kernel's word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flint import arb, fmpq, fmpq_mpoly

from ..kernel import KernelError
from ..kernel.logic import CONSTANTS, Expr, conjuncts
from ..kernel.models import Closed, World, decide
from ..kernel.real import (
    Field,
    Relation,
    Term,
    defined_at,
    enclose,
    exact,
    free_variables,
    num,
    print_term,
    replace_terms,
    var,
)
from .relations import real_term, relation_of
from .statements import Form, Statement, Twin

PRECISION = 128
LONGEST = 70
"""Characters of a quotient that is written out."""
NEAR = fmpq(95, 100)
"""A constant that fails, and is this much of one that holds or more, shows that this one is attained."""


@dataclass(frozen=True)
class Factor:
    """The quotient of two numbers, between two rationals; in general, or in one world only."""

    low: fmpq
    high: fmpq
    everywhere: bool = False
    function: tuple[str, str] = ("", "")
    """Numerator and denominator of the quotient, for all values of their variables, where they are short."""

    @property
    def inverse(self) -> Factor:
        """The quotient the other way round, of positive numbers."""
        above, below = self.function
        return Factor(1 / self.high, 1 / self.low, self.everywhere, (below, above))

    @property
    def is_general(self) -> bool:
        """Whether the factor is known in general, not in one world only."""
        return self.everywhere or all(self.function)

    @property
    def words(self) -> str:
        """The factor in the grammar of claims: in general, else exact where it is short, else in digits."""
        if all(self.function):
            above, below = self.function
            return above if below == "1" else f"{above}/{below}"
        if self.low == self.high and max(len(str(self.low.p)), len(str(self.low.q))) <= 4:
            return str(self.low)
        return f"{float(self.low):.4g}"


def factor(larger: Expr, smaller: Expr, world: World | None = None) -> Factor | None:
    """By which factor two claims differ that are alike but for one number; None where they are not.

    >>> from .library import load_library
    >>> printed, sharp = (load_library().get("wu2015.theorem14").form(k) for k in ("printed", "sharp"))
    >>> factor(printed.theorem.conclusion, sharp.theorem.conclusion).words
    '2'
    """
    pairs = _only_difference(larger, smaller)
    if len(pairs) != 1:
        return None
    try:
        return _everywhere(*pairs[0]) or (None if world is None else _function(*pairs[0], world))
    except (KernelError, ZeroDivisionError):
        return None


def loose_by(worse: Form, better: Form, twin: Twin | None) -> Factor | None:
    """By which factor a claim can be improved: everywhere, else in the world of a twin of the better form,
    if what the worse one assumes holds there. None where none above 1 is known.

    >>> from .library import load_library
    >>> theorem = load_library().get("wu2015.theorem14")
    >>> loose_by(theorem.form("printed"), theorem.form("sharp"), None).words
    '2'
    """
    world = twin.refutation.world if twin is not None and _assumed(worse, twin) else None
    found = factor(worse.theorem.conclusion, better.theorem.conclusion, world)
    if found is not None and found.high < 1 and _both_lower(worse, better):
        found = found.inverse
    return found if found is not None and found.low > 1 else None


def assumed_besides(worse: Form, better: Form) -> list[Expr]:
    """What a better form assumes of the variables of a worse one that this does not say in the same words;
    what speaks of further variables introduces these."""
    told = {part for _, h in worse.theorem.hypotheses for part in conjuncts(h)}
    known = worse.theorem.variables.keys() | CONSTANTS.keys()
    return [h for _, h in better.theorem.hypotheses if not told.issuperset(conjuncts(h)) and h.names <= known]


def _assumed(form: Form, twin: Twin) -> bool:
    """Whether a form's hypotheses hold in the world of a twin: they are the twin's own, which the kernel has
    checked there, or inequalities between the world's numbers."""
    kept = {hypothesis for _, hypothesis in twin.theorem.hypotheses}
    world = twin.refutation.world
    return all(h in kept or _seen(h, world) for _, h in form.theorem.hypotheses)


def _seen(hypothesis: Expr, world: World) -> bool:
    """Whether a hypothesis is inequalities between numbers that are seen to hold in a world."""
    found = [relation_of(part) for part in conjuncts(hypothesis)]
    images = _numbers(world)
    told = [r and Relation(r.op, _put_in(r.left, images), _put_in(r.right, images)) for r in found]
    return all(r is not None and not r.variables() and decide(r) is True for r in told)


def _both_lower(worse: Form, better: Form) -> bool:
    """Whether two claims, or what they say last, bound the same from below."""
    one, other = (conjuncts(form.theorem.conclusion)[-1] for form in (worse, better))
    return one.head == other.head and one.head in ("ge", "gt") and one.args[0] == other.args[0]


def _only_difference(first: Expr, second: Expr) -> list[tuple[Term, Term]]:
    """The pairs in which two claims differ; of conjunctions, those of the part that the other is alone."""
    many, one = (conjuncts(second), first) if len(conjuncts(second)) > 1 else (conjuncts(first), second)
    for left, right in [(first, second), *((part, one) for part in many)]:
        try:
            pairs = list(dict.fromkeys(_differences(left, right)))
        except _Unlike:
            continue
        if pairs:
            turned = left is not first and len(many) > 1 and one is first
            return [(b, a) for a, b in pairs] if turned else pairs
    return []


class _Unlike(Exception):
    """Two claims that differ in more than numbers."""


def _differences(first: Expr, second: Expr) -> Iterator[tuple[Term, Term]]:
    """The pairs of numbers, as large as can be, in which two claims differ; of exponentials, exponents."""
    if first == second:
        return
    left, right = real_term(first), real_term(second)
    if left is not None and right is not None:
        while left.op == right.op == "exp":
            left, right = left.args[0], right.args[0]
        yield left, right
        return
    alike = first.head == second.head and first.label == second.label and len(first.args) == len(second.args)
    if not alike and not (first.head == second.head == "lam"):
        raise _Unlike
    if (first.index, first.value) != (second.index, second.value):
        raise _Unlike
    for one, other in zip(first.args, second.args, strict=True):
        yield from _differences(one, other)


def _everywhere(first: Term, second: Term) -> Factor | None:
    field = Field([first, second])
    quotient = field.divide(field[first], field[second]).constant
    return None if quotient is None else Factor(quotient, quotient, everywhere=True)


def _function(first: Term, second: Term, world: World) -> Factor | None:
    """The quotient in a world, and in general where that is short."""
    there, field = _there(first, second, world), Field([first, second])
    quotient = field.divide(field[first], field[second])
    texts = tuple(_product(p, field.generators) for p in (quotient.num, quotient.den))
    if there is None or len(quotient.num) + len(quotient.den) > 4 or sum(map(len, texts)) > LONGEST:
        return there
    above, below = texts
    return replace(there, function=(above, below))


def _product(p: fmpq_mpoly, generators: Sequence[Term]) -> str:
    """A polynomial in some terms as text, a product of sums, to stand on either side of a division."""
    number, factors = p.factor()
    parts = [f"{text}**{power}" if power > 1 else text
             for q, power in factors for text in [_sum(q, generators)]]  # fmt: skip
    parts = parts if number == 1 and parts else [str(number), *parts]
    return parts[0] if len(parts) == 1 and number.q == 1 else f"({'*'.join(parts)})"


def _sum(p: fmpq_mpoly, generators: Sequence[Term]) -> str:
    """An irreducible polynomial as text: a term, or a sum in brackets."""
    parts = []
    for powers, number in p.to_dict().items():
        letters = [
            (f"({print_term(g)})" if g.op == "pow" else print_term(g)) + (f"**{k}" if k > 1 else "")
            for g, k in zip(generators, powers, strict=False)
            if k
        ]
        parts.append("*".join([*([str(number)] if number != 1 or not letters else []), *letters]))
    text = " + ".join(parts).replace("+ -1*", "- ").replace("+ -", "- ")
    return f"({text})" if len(parts) > 1 else text


def _there(first: Term, second: Term, world: World) -> Factor | None:
    """The quotient in a world, whose numbers must be free of parameters."""
    images = _numbers(world)
    first, second = (_put_in(term, images) for term in (first, second))
    if free_variables(first) | free_variables(second):
        return None
    if defined_at([first, second], {}, frozenset()) is not True:
        return None
    one, other = exact(first, {}), exact(second, {})
    if one is not None and other is not None:
        return None if other == 0 else Factor(one / other, one / other)
    quotient: arb = enclose(first, {}, PRECISION) / enclose(second, {}, PRECISION)
    if not quotient.is_finite():
        return None
    return Factor(_rational(quotient.lower()), _rational(quotient.upper()))


def _numbers(world: World) -> dict[bytes, Term]:
    """The numbers of a world, by the keys of their names."""
    numbers = {"n": num(world.size), "d": num(1)}
    numbers |= {k: v.body for k, v in world.values.items() if isinstance(v, Closed) and not v.parameters}
    return {var(name).key: value for name, value in numbers.items()}


def _put_in(term: Term, images: dict[bytes, Term]) -> Term:
    """A term with the world's numbers, which may speak of one another."""
    for _ in range(4):
        term = replace_terms(term, images)
    return term


def _rational(number: arb) -> fmpq:
    mantissa, exponent = number.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


@dataclass(frozen=True)
class Tightness:
    """What the false twins of a form show: whether it can be improved, which hypotheses it needs.

    `attained`: a twin with a constant a little beyond the form's fails, or the form is an equality, so that
    nothing better is true. Otherwise `lower` is how much of the bound is known to be needed, and `near` a
    twin that says a little more and fails, by how much is not seen. Each twin is given by its place among
    the statement's.
    """

    attained: bool = False
    twin: int = -1
    near: int = -1
    lower: Factor | None = None
    needed: tuple[tuple[Expr, int], ...] = ()


def tightness(statement: Statement, form: Form, refuted: Sequence[bool]) -> Tightness:
    """What the twins show of a form; `refuted` says of each of them whether it is refuted."""
    made = Tightness(attained=form.theorem.conclusion.head == "eq")
    own = dict(form.theorem.hypotheses)
    for place, twin in enumerate(statement.twins):
        if not form.name.endswith(f":{twin.of}") or not refuted[place]:
            continue
        kept = set(dict(twin.theorem.hypotheses).values())
        if missing := [h for h in own.values() if h not in kept]:
            made = replace(made, needed=(*made.needed, *((h, place) for h in missing)))
            continue
        found = factor(twin.theorem.conclusion, form.theorem.conclusion, twin.refutation.world)
        if found is not None:
            share = found if found.high <= 1 else found.inverse
            if share.low >= NEAR:
                made = replace(made, attained=True, twin=place if made.twin < 0 else made.twin)
            elif share.low > 0 and (made.lower is None or made.lower.low < share.low):
                made = replace(made, lower=share)
        elif made.near < 0:
            made = replace(made, near=place)
    return made
