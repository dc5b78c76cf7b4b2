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
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from ..entries import Entry, entries
from ..limits import KernelError
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
        first, second = (
            [relation(piece) for piece in text.split(";") if piece.strip()]
            for text in (self.sides, self.conclusions)
        )
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


def _lemma(
    name: str, args: str, sides: str, conclusions: str, proof: str, certificates: list[object]
) -> Fact:
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
# exponential and logarithm
exp-positive  a  then exp(a) > 0  since exp(a) = exp(a/2)^2 and exp has no zero
exp-zero  then exp(0) = 1  since the power series
exp-one  then exp(1) = E  since definition of E
exp-add  a b  then exp(a + b) = exp(a)*exp(b)  since the functional equation
exp-sub  a b  then exp(a - b)*exp(b) = exp(a)  since exp-add
exp-neg  a  then exp(-a)*exp(a) = 1  since exp-add and exp-zero
exp-multiple  a n  then exp(n*a) = exp(a)**n  since both are exp(n log exp(a))
exp-lower  a  then exp(a) >= 1 + a  since exp is convex with tangent 1 + a at 0
exp-lower-strict  a  if a != 0  then exp(a) > 1 + a  since exp is strictly convex
exp-upper  a  then exp(a)*(1 - a) <= 1  since exp-lower at -a, times exp(a)
exp-monotone  a b  if a <= b  then exp(a) <= exp(b)  since exp' > 0
exp-strict  a b  if a < b  then exp(a) < exp(b)  since exp' > 0
exp-log  a  if a > 0  then exp(log(a)) = a  since log is the inverse of exp on (0, oo)
log-exp  a  then log(exp(a)) = a  since log is the inverse of exp; exp(a) > 0
log-one  then log(1) = 0  since exp-zero
log-e  then log(E) = 1  since exp-one; E > 0
log-product  a b  if a > 0; b > 0  then log(a*b) = log(a) + log(b)  since exp-add
log-quotient  a b  if a > 0; b > 0  then log(a/b) = log(a) - log(b)  since exp-sub
log-power  a e  if a > 0  then log(a**e) = e*log(a)  since power-as-exp
log-sqrt  a  if a > 0  then log(sqrt(a)) = log(a)/2  since log-product of sqrt(a) with itself
log-upper  a  if a > 0  then log(a) <= a - 1  since exp-lower at log(a)
log-upper-strict  a  if a > 0; a != 1  then log(a) < a - 1  since exp-lower-strict at log(a) != 0
log-lower  a  if a > 0  then a*log(a) >= a - 1  since log-upper at 1/a, times -a
log-tangent  a b  if a > 0; b > 0  then log(b) <= log(a) + (b - a)/a  since log-upper at b/a
log-monotone  a b  if a > 0; a <= b  then log(a) <= log(b)  since log' = 1/a > 0
log-strict  a b  if a > 0; a < b  then log(a) < log(b)  since log' = 1/a > 0
log-nonnegative  a  if a >= 1  then log(a) >= 0  since log-monotone and log-one
log-positive  a  if a > 1  then log(a) > 0  since log-strict and log-one

# square root and absolute value
sqrt-square  a  if a >= 0  then sqrt(a)**2 = a  since definition
sqrt-nonnegative  a  if a >= 0  then sqrt(a) >= 0  since definition
sqrt-positive  a  if a > 0  then sqrt(a) > 0  since sqrt-square: sqrt(a) = 0 only if a = 0
sqrt-zero  then sqrt(0) = 0  since definition
sqrt-of-square  a  then sqrt(a**2) = abs(a)  since abs(a) >= 0 has the square a^2
sqrt-product  a b  if a >= 0; b >= 0  then sqrt(a*b) = sqrt(a)*sqrt(b)  since both >= 0 with square ab
sqrt-quotient  a b  if a >= 0; b > 0  then sqrt(a/b)*sqrt(b) = sqrt(a)  since sqrt-product of a/b and b
sqrt-monotone  a b  if a >= 0; a <= b  then sqrt(a) <= sqrt(b)  since squares of numbers >= 0
sqrt-strict  a b  if a >= 0; a < b  then sqrt(a) < sqrt(b)  since squares of numbers >= 0
sqrt-exp  a  then sqrt(exp(a)) = exp(a/2)  since exp(a/2) > 0 has the square exp(a)
sqrt-power  a  if a >= 0  then sqrt(a) = a**(1/2)  since definition of the power 1/2
abs-nonnegative  a  then abs(a) >= 0  since definition
abs-positive  a  if a != 0  then abs(a) > 0  since definition
abs-of-nonnegative  a  if a >= 0  then abs(a) = a  since definition
abs-of-nonpositive  a  if a <= 0  then abs(a) = -a  since definition
abs-square  a  then abs(a)**2 = a**2  since both cases of the definition
abs-bounds  a  then abs(a) >= a; abs(a) >= -a  since both cases of the definition
abs-product  a b  then abs(a*b) = abs(a)*abs(b)  since both >= 0 with square (ab)^2
abs-triangle  a b  then abs(a + b) <= abs(a) + abs(b)  since a + b and -a - b are at most that

# powers: b**e = exp(e log b) for b > 0, and 0**e = 0 for e > 0
power-as-exp  b e  if b > 0  then b**e = exp(e*log(b))  since definition
e-power  a  then E**a = exp(a)  since power-as-exp and log-e
power-positive  b e  if b > 0  then b**e > 0  since power-as-exp
power-nonnegative  b e  if b >= 0  then b**e >= 0, where defined  since power-positive, or 0**e = 0
power-of-zero  e  if e > 0  then 0**e = 0  since definition
power-of-one  e  then 1**e = 1  since log-one
power-add  b d e  if b > 0  then b**(d + e) = b**d*b**e  since exp-add
power-add-integer  b m:int n:int  then b**(m + n) = b**m*b**n, where defined
  since repeated multiplication for b != 0; at b = 0 defined only if m, n >= 1: 0 = 0
power-neg  b e  if b > 0  then b**(-e)*b**e = 1  since exp-neg
power-power  b d e  if b > 0  then (b**d)**e = b**(d*e)  since log-power
power-power-zero  b d e  if b >= 0; d > 0; e > 0  then (b**d)**e = b**(d*e)
  since power-power, or b = 0 and both are 0; a root is d = p/q, e = q
power-product  a b e  if a > 0; b > 0  then (a*b)**e = a**e*b**e  since log-product
power-product-zero  a b e  if a >= 0; b >= 0; e > 0  then (a*b)**e = a**e*b**e
  since power-product, or a or b is 0 and both sides are 0
power-product-integer  a b n:int  then (a*b)**n = a**n*b**n, where defined
  since repeated multiplication; where a or b is 0 defined only if n >= 1: 0 = 0
power-quotient  a b e  if a > 0; b > 0  then (a/b)**e*b**e = a**e  since power-product of a/b and b
power-exponent-up  b d e  if b >= 1; d <= e  then b**d <= b**e  since exp-monotone, log-nonnegative
power-exponent-down  b d e  if b > 0; b <= 1; d <= e  then b**d >= b**e  since as -up, log(b) <= 0
power-exponent-up-strict  b d e  if b > 1; d < e  then b**d < b**e  since exp-strict, log-positive
power-exponent-down-strict  b d e  if b > 0; b < 1; d < e  then b**d > b**e  since as -up, log(b) < 0
power-monotone  a b e  if a > 0; a <= b; e >= 0  then a**e <= b**e  since exp- and log-monotone
power-strict  a b e  if a > 0; a < b; e > 0  then a**e < b**e  since exp- and log-strict
power-monotone-zero  a b e  if a >= 0; a <= b; e > 0  then a**e <= b**e
  since power-monotone, or a = 0 and 0**e = 0 <= b**e
power-antitone  a b e  if a > 0; a <= b; e <= 0  then a**e >= b**e  since exp- and log-monotone
bernoulli  a e  if a >= -1; e >= 1  then (1 + a)**e >= 1 + e*a
  since for a > -1 convex in a with tangent 1 + e a at 0; at a = -1: 0 >= 1 - e
bernoulli-below-one  a e  if a > -1; e >= 0; e <= 1  then (1 + a)**e <= 1 + e*a
  since concave in a > -1 with tangent 1 + e a at 0
weighted-mean  a b e  if a >= 0; b >= 0; e > 0; e < 1  then a**e*b**(1 - e) <= e*a + (1 - e)*b
  since log is concave; where a or b is 0 the left side is 0
power-convex  a b e  if a >= 0; b >= 0; e >= 1  then ((a + b)/2)**e <= (a**e + b**e)/2
  since t^e has the increasing derivative e t^(e - 1) for t > 0 and is continuous at 0
power-subadditive  a b e  if a >= 0; b >= 0; e > 0; e <= 1  then (a + b)**e <= a**e + b**e
  since t^e >= t for 0 <= t <= 1, at t = a/(a + b) and b/(a + b); where a + b = 0 both sides are 0

# integers
floor-bounds  a  then floor(a) <= a; a < floor(a) + 1  since definition
ceil-bounds  a  then ceil(a) >= a; a > ceil(a) - 1  since definition
floor-integer  n:int  then floor(n) = n  since definition
ceil-integer  n:int  then ceil(n) = n  since definition
integer-gap  m:int n:int  if m < n  then m + 1 <= n  since no integer is between m and m + 1

# trigonometric and hyperbolic functions
sin-cos-square  a  then sin(a)**2 + cos(a)**2 = 1  since Pythagoras
sin-bounds  a  then sin(a) <= 1; sin(a) >= -1  since sin-cos-square
cos-bounds  a  then cos(a) <= 1; cos(a) >= -1  since sin-cos-square
sin-zero  then sin(0) = 0; sin(pi/2) = 1; sin(pi) = 0  since definition of pi
cos-zero  then cos(0) = 1; cos(pi/2) = 0; cos(pi) = -1  since definition of pi
sin-angles  then sin(pi/6) = 1/2; sin(pi/4) = sqrt(2)/2; sin(pi/3) = sqrt(3)/2
  since all are positive; with s = sin(pi/6): sin(pi/2) = 3s - 4s^3 = 1, so (s + 1)(2s - 1)^2 = 0; sin(pi/4)
        = cos(pi/4) and sin(pi/3) = cos(pi/6) by sin-add at pi/2, then sin-cos-square
cos-angles  then cos(pi/6) = sqrt(3)/2; cos(pi/4) = sqrt(2)/2; cos(pi/3) = 1/2
  since cos(a) = sin(pi/2 - a), and sin-angles
sin-neg  a  then sin(-a) = -sin(a)  since odd power series
cos-neg  a  then cos(-a) = cos(a)  since even power series
sin-add  a b  then sin(a + b) = sin(a)*cos(b) + cos(a)*sin(b)  since addition theorem
cos-add  a b  then cos(a + b) = cos(a)*cos(b) - sin(a)*sin(b)  since addition theorem
sin-positive  a  if a > 0; a < pi  then sin(a) > 0  since pi is the least positive zero of sin
sin-nonnegative  a  if a >= 0; a <= pi  then sin(a) >= 0  since sin-positive and the ends
cos-positive  a  if a > -pi/2; a < pi/2  then cos(a) > 0  since cos(a) = sin(a + pi/2)
sin-upper  a  if a >= 0  then sin(a) <= a  since (a - sin(a))' = 1 - cos(a) >= 0
cos-lower  a  then cos(a) >= 1 - a**2/2  since cos(a) = 1 - 2 sin(a/2)^2, sin(a/2)^2 <= a^2/4
tan-ratio  a  if cos(a) != 0  then tan(a)*cos(a) = sin(a)  since definition
cosh-exp  a  then 2*cosh(a) = exp(a) + exp(-a)  since definition
sinh-exp  a  then 2*sinh(a) = exp(a) - exp(-a)  since definition
tanh-ratio  a  then tanh(a)*cosh(a) = sinh(a)  since definition
asin  a  if a >= -1; a <= 1  then sin(asin(a)) = a; asin(a) >= -pi/2; asin(a) <= pi/2  since definition
acos  a  if a >= -1; a <= 1  then cos(acos(a)) = a; acos(a) >= 0; acos(a) <= pi  since definition
atan  a  then tan(atan(a)) = a; atan(a) > -pi/2; atan(a) < pi/2  since definition; cos-positive
atan-one  then atan(1) = pi/4; atan(-1) = -pi/4
  since cos(pi/4) = sin(pi/2 - pi/4) = sin(pi/4) > 0, so tan(pi/4) = 1; tan is odd
atan-reciprocal  a  if a > 0  then atan(1/a) + atan(a) = pi/2
  since b = pi/2 - atan(a) is in (0, pi/2), and tan(b) = cos(atan(a))/sin(atan(a)) = 1/a
atan-reciprocal-below  a  if a < 0  then atan(1/a) + atan(a) = -pi/2  since atan-reciprocal at -a; tan is odd
acos-asin  a  if a >= -1; a <= 1  then acos(a) + asin(a) = pi/2
  since b = pi/2 - asin(a) is in [0, pi], and cos(b) = sin(asin(a)) = a

# error function: erf(a) is 2/sqrt(pi) times the integral of exp(-t^2) from 0 to a
erf-erfc  a  then erf(a) + erfc(a) = 1  since definition
erf-zero  then erf(0) = 0; erfc(0) = 1  since empty integral
erf-neg  a  then erf(-a) = -erf(a); erfc(-a) = 2 - erfc(a)  since even integrand
erfc-positive  a  then erfc(a) > 0; erfc(a) < 2  since positive integrand, whole integral 2
erfc-monotone  a b  if a <= b  then erfc(a) >= erfc(b)  since positive integrand
erfc-strict  a b  if a < b  then erfc(a) > erfc(b)  since positive integrand
erfc-tail  a  then erfc(a)*a*sqrt(pi) < exp(-a**2)
  since clear for a <= 0; else (t/a) exp(-t^2) has the greater integral from a, exp(-a^2)/(2a)
erfc-chernoff  a  if a >= 0  then erfc(a) <= exp(-a**2)
  since substitute t = a + s: exp(-(a + s)^2) <= exp(-a^2) exp(-s^2) for s >= 0
erfc-scaled  a b  if a <= b  then erfc(b) <= exp(a**2 - b**2)*erfc(a)
  since substitute t = a + s: exp(a^2) erfc(a) is 2/sqrt(pi) times the integral of exp(-s^2 - 2as), s > 0

# gamma functions: integrals of t^(a - 1) exp(-t) over (0, oo), (x, oo) and (0, x), for a > 0, x >= 0
gamma-positive  a  if a > 0  then gamma(a) > 0  since positive integrand
gamma-step  a  if a > 0  then gamma(a + 1) = a*gamma(a)  since integration by parts
gamma-one  then gamma(1) = 1  since the integral of exp(-t)
gamma-half  then gamma(1/2) = sqrt(pi)  since substitute t = s^2
gamma-sum  a x  if a > 0; x >= 0  then uppergamma(a, x) + lowergamma(a, x) = gamma(a)  since split at x
uppergamma-positive  a x  if a > 0; x >= 0  then uppergamma(a, x) > 0  since positive integrand
lowergamma-nonnegative  a x  if a > 0; x >= 0  then lowergamma(a, x) >= 0  since positive integrand
lowergamma-positive  a x  if a > 0; x > 0  then lowergamma(a, x) > 0  since positive integrand
gamma-at-zero  a  if a > 0  then uppergamma(a, 0) = gamma(a); lowergamma(a, 0) = 0  since definition
uppergamma-one  x  if x >= 0  then uppergamma(1, x) = exp(-x)  since the integral of exp(-t)
uppergamma-half  x  if x >= 0  then uppergamma(1/2, x) = sqrt(pi)*erfc(sqrt(x))  since let t = s^2
uppergamma-step  a x  if a > 0; x >= 0  then uppergamma(a + 1, x) = a*uppergamma(a, x) + x**a*exp(-x)
  since integration by parts; x^a = 0 at x = 0
uppergamma-monotone  a x y  if a > 0; x >= 0; x <= y  then uppergamma(a, x) >= uppergamma(a, y)
  since positive integrand
gamma-log-convex  a b  if a > 0; b > 0  then gamma((a + b)/2)**2 <= gamma(a)*gamma(b)
  since Cauchy-Schwarz for t^((a - 1)/2) and t^((b - 1)/2) with the weight exp(-t)
gamma-between  a s  if a > 0; s >= 0; s <= 1
  then gamma(a + s) <= a**s*gamma(a); gamma(a)*a <= (a + s)**(1 - s)*gamma(a + s)
  since Hoelder: gamma(a + s) <= gamma(a)^(1 - s) gamma(a + 1)^s and gamma-step; the second is the first for
        a + s and 1 - s
uppergamma-moment  a x  if a > 0; x >= 0
  then x*uppergamma(a, x) <= uppergamma(a + 1, x); uppergamma(a + 1, x) <= gamma(a + 1); x**a*exp(-x) <=
        gamma(a + 1)  since t >= x in the integral; a part of a positive integral; uppergamma-step
uppergamma-chernoff  a x s  if a > 0; x >= 0; s >= 0; s < 1
  then uppergamma(a, x) <= gamma(a)*(1/(1 - s))**a*exp(-s*x)
  since 1 <= exp(s(t - x)) in the integral, then the whole of t^(a - 1) exp(-(1 - s)t) in u = (1 - s)t
lowergamma-chernoff  a x s  if a > 0; x >= 0; s >= 0
  then lowergamma(a, x) <= gamma(a)*(1/(1 + s))**a*exp(s*x)
  since 1 <= exp(s(x - t)) in the integral, then the whole of t^(a - 1) exp(-(1 + s)t) in u = (1 + s)t
uppergamma-union  n:int x  if n >= 1; x >= 0  then uppergamma(n, x) <= gamma(n)*n*exp(-x/n)
  since uppergamma(n, x)/gamma(n) is the chance that n independent exponentials sum to more than x; then one
        is more than x/n; union bound
"""),
    )
)
