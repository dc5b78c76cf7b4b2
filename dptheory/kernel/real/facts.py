"""The facts about the functions of the language: a closed list that is trusted, and lemmas that follow from
it.

A fact says: for all real values of its arguments (integers where declared) at which its sides hold, its
conclusions hold. Its last part proves it. Unless it ends with `where defined`, the sides imply that every
term of the conclusions is defined; such a partial fact says only that its conclusions are true where they are
defined, and the definedness of the instance is shown from its own text. Either reading is stable under
substitution: writing a number or an integer term for an exponent never changes a value and only
enlarges where a power is defined.

A *lemma* is used in the same way and trusted by nobody: `lemmas.json` has certificates for its conclusions,
that may use the trusted facts and the lemmas before it, and `check` checks them before it uses the lemma.
Most functions need no fact at all: their derivatives (`calculus`) and one value (`enclose.exact_value`) say
which they are. So exp(t)*exp(a + b - t) has the derivative 0, which is the functional equation.

To write or redo a lemma: {"name", "args", "sides", "conclusions", "proof", "certificates"}, on one line,
after those that it uses. "proof" is the idea in words; of each conclusion, {"defined", "proof"} are those
parts of what `prove` finds for it as a claim with the sides as its conditions, where `fact` in the prover's
`state` refuses all names but those before; or nodes by hand, as `rules`, `poly` and `analysis` describe them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from ..limits import KernelError
from ..syntax import Entry, entries
from .claims import Relation, relation
from .terms import Term


@dataclass(frozen=True)
class Fact:
    """`sides |- conclusions` for all `args`; texts separate relations by semicolons."""

    name: str
    args: str
    sides: str
    conclusions: str
    proof: str
    partial: bool = False
    integers: frozenset[str] = frozenset()
    certificates: tuple[object, ...] = ()
    """Of a lemma, {"defined", "proof"} for each conclusion."""

    def images(self, args: list[Term]) -> dict[str, Term]:
        """Given arguments by the names of the fact's variables."""
        names = self.args.split()
        if len(args) != len(names):
            raise KernelError(f"{self.name} takes {len(names)} argument(s) ({self.args}), found {len(args)}")
        return dict(zip(names, args, strict=True))

    def written(self) -> tuple[list[Relation], list[Relation]]:
        """Sides and conclusions as they are written."""
        texts = (self.sides, self.conclusions)
        first, second = ([relation(r) for r in text.split(";") if r.strip()] for text in texts)
        return first, second

    def instance(self, args: list[Term]) -> tuple[list[Relation], list[Relation]]:
        """Sides and conclusions for given arguments."""
        images = self.images(args)
        first, second = ([r.substituted(images) for r in written] for written in self.written())
        return first, second


def fact(name: str) -> Fact:
    """The fact or lemma of that name; raises KernelError."""
    found = next((f for f in FACTS if f.name == name), None) or lemmas().get(name)
    if found is None:
        raise KernelError(f"unknown fact {name!r}")
    return found


@cache
def lemmas() -> Mapping[str, Fact]:
    """The lemmas by their names, in their order."""
    text = files(__package__).joinpath("lemmas.json").read_text("utf-8")
    found = (_lemma(**entry) for entry in json.loads(text))
    return MappingProxyType({f.name: f for f in found})


def _lemma(name: str, args: str, sides: str, conclusions: str, proof: str, certificates: list[Any]) -> Fact:
    made = _fact((name, args, tuple(sides.split("; ")) if sides else (), conclusions, proof))
    return replace(made, certificates=tuple(certificates))


def _fact(entry: Entry) -> Fact:
    name, args, sides, conclusions, proof = entry
    names = [word.partition(":") for word in args.split()]
    integers = frozenset(word for word, _, sort in names if sort == "int")
    said = conclusions.removesuffix(", where defined")
    args = " ".join(word for word, _, _ in names)
    return Fact(name, args, "; ".join(sides), said, proof, said != conclusions, integers)


FACTS: Final = tuple(
    map(
        _fact,
        entries("""
# exponential
exp-one  then exp(1) = E  since definition of E

# square root and absolute value
sqrt-square  a  if a >= 0  then sqrt(a)**2 = a  since definition
sqrt-nonnegative  a  if a >= 0  then sqrt(a) >= 0  since definition
abs-of-nonnegative  a  if a >= 0  then abs(a) = a  since definition
abs-of-nonpositive  a  if a <= 0  then abs(a) = -a  since definition

# powers: b**e = exp(e log b) for b > 0, and 0**e = 0 for e > 0
power-nonnegative  b e  if b >= 0  then b**e >= 0, where defined  since exp(e log b) > 0, or 0**e = 0
power-of-zero  e  if e > 0  then 0**e = 0  since definition
power-add-integer  b m:int n:int  then b**(m + n) = b**m*b**n, where defined
  since repeated multiplication for b != 0; at b = 0 defined only if m, n >= 1: 0 = 0
power-product-integer  a b n:int  then (a*b)**n = a**n*b**n, where defined
  since repeated multiplication; where a or b is 0 defined only if n >= 1: 0 = 0

# integers
floor-bounds  a  then floor(a) <= a; a < floor(a) + 1  since definition
ceil-bounds  a  then ceil(a) >= a; a > ceil(a) - 1  since definition
integer-gap  m:int n:int  if m < n  then m + 1 <= n  since no integer is between m and m + 1

# trigonometric functions
sin-half-pi  then sin(pi/2) = 1
  since 0 = sin(pi) = 2 sin(pi/2) cos(pi/2) and sin(pi/2) > 0: so cos(pi/2) = 0, and sin(pi/2)^2 = 1
sin-positive  a  if a > 0; a < pi  then sin(a) > 0  since pi is the least positive zero of sin
tan-ratio  a  if cos(a) != 0  then tan(a)*cos(a) = sin(a)  since definition

# gamma functions: integrals of t^(a - 1) exp(-t) over (0, oo), (x, oo) and (0, x), for a > 0, x >= 0
gamma-half  then gamma(1/2) = sqrt(pi)  since substitute t = s^2
uppergamma-positive  a x  if a > 0; x >= 0  then uppergamma(a, x) > 0  since positive integrand
gamma-at-zero  a  if a > 0  then uppergamma(a, 0) = gamma(a); lowergamma(a, 0) = 0  since definition
gamma-log-convex  a b  if a > 0; b > 0  then gamma((a + b)/2)**2 <= gamma(a)*gamma(b)
  since Cauchy-Schwarz for t^((a - 1)/2) and t^((b - 1)/2) with the weight exp(-t)
gamma-between  a s  if a > 0; s >= 0; s <= 1
  then gamma(a + s) <= a**s*gamma(a); gamma(a)*a <= (a + s)**(1 - s)*gamma(a + s)
  since Hoelder: gamma(a + s) <= gamma(a)^(1 - s) gamma(a + 1)^s, and by parts gamma(a + 1) = a gamma(a); the
        second is the first for a + s and 1 - s
uppergamma-chernoff  a x s  if a > 0; x >= 0; s >= 0; s < 1
  then uppergamma(a, x) <= gamma(a)*(1/(1 - s))**a*exp(-s*x)
  since 1 <= exp(s(t - x)) in the integral, then the whole of t^(a - 1) exp(-(1 - s)t) in u = (1 - s)t
uppergamma-union  n:int x  if n >= 1; x >= 0  then uppergamma(n, x) <= gamma(n)*n*exp(-x/n)
  since uppergamma(n, x)/gamma(n) is the chance that n independent exponentials sum to more than x; then one
        is more than x/n; union bound
"""),
    )
)
