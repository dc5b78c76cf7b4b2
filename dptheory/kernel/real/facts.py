"""The closed list of facts about the functions of the language.

A fact says: for all real values of its arguments (integers where declared) at which its sides hold, its
conclusions hold. Its last entry proves it. Unless marked `partial`, the sides imply that every term of
the conclusions is defined; a partial fact says only that its conclusions are true where they are
defined, and the definedness of the instance is shown from its own text. Either reading is stable under
substitution: writing a number or an integer term for an exponent never changes a value and only
enlarges where a power is defined.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

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
    integers: str = ""

    def instance(self, args: list[Term]) -> tuple[list[Relation], list[Relation]]:
        """Sides and conclusions for given arguments."""
        names = self.args.split()
        if len(args) != len(names):
            raise KernelError(f"{self.name} takes {len(names)} argument(s) ({self.args}), found {len(args)}")
        images = dict(zip(names, args, strict=True))
        sides, conclusions = (
            [relation(piece).substituted(images) for piece in text.split(";") if piece.strip()]
            for text in (self.sides, self.conclusions)
        )
        return sides, conclusions


def fact(name: str) -> Fact:
    """The fact of that name; raises KernelError."""
    for f in FACTS:
        if f.name == name:
            return f
    raise KernelError(f"unknown fact {name!r}")


FACTS: Final = (
    # exponential and logarithm
    Fact("exp-positive", "a", "", "exp(a) > 0", "exp(a) = exp(a/2)^2 and exp has no zero"),
    Fact("exp-zero", "", "", "exp(0) = 1", "the power series"),
    Fact("exp-one", "", "", "exp(1) = E", "definition of E"),
    Fact("exp-add", "a b", "", "exp(a + b) = exp(a)*exp(b)", "the functional equation"),
    Fact("exp-sub", "a b", "", "exp(a - b)*exp(b) = exp(a)", "exp-add"),
    Fact("exp-neg", "a", "", "exp(-a)*exp(a) = 1", "exp-add and exp-zero"),
    Fact("exp-multiple", "a n", "", "exp(n*a) = exp(a)**n", "both are exp(n log exp(a))"),
    Fact("exp-lower", "a", "", "exp(a) >= 1 + a", "exp is convex with tangent 1 + a at 0"),
    Fact("exp-lower-strict", "a", "a != 0", "exp(a) > 1 + a", "exp is strictly convex"),
    Fact("exp-upper", "a", "", "exp(a)*(1 - a) <= 1", "exp-lower at -a, times exp(a)"),
    Fact("exp-monotone", "a b", "a <= b", "exp(a) <= exp(b)", "exp' > 0"),
    Fact("exp-strict", "a b", "a < b", "exp(a) < exp(b)", "exp' > 0"),
    Fact("exp-log", "a", "a > 0", "exp(log(a)) = a", "log is the inverse of exp on (0, oo)"),
    Fact("log-exp", "a", "", "log(exp(a)) = a", "log is the inverse of exp; exp(a) > 0"),
    Fact("log-one", "", "", "log(1) = 0", "exp-zero"),
    Fact("log-e", "", "", "log(E) = 1", "exp-one; E > 0"),
    Fact("log-product", "a b", "a > 0; b > 0", "log(a*b) = log(a) + log(b)", "exp-add"),
    Fact("log-quotient", "a b", "a > 0; b > 0", "log(a/b) = log(a) - log(b)", "exp-sub"),
    Fact("log-power", "a e", "a > 0", "log(a**e) = e*log(a)", "power-as-exp"),
    Fact("log-sqrt", "a", "a > 0", "log(sqrt(a)) = log(a)/2", "log-product of sqrt(a) with itself"),
    Fact("log-upper", "a", "a > 0", "log(a) <= a - 1", "exp-lower at log(a)"),
    Fact("log-upper-strict", "a", "a > 0; a != 1", "log(a) < a - 1", "exp-lower-strict at log(a) != 0"),
    Fact("log-lower", "a", "a > 0", "a*log(a) >= a - 1", "log-upper at 1/a, times -a"),
    Fact("log-tangent", "a b", "a > 0; b > 0", "log(b) <= log(a) + (b - a)/a", "log-upper at b/a"),
    Fact("log-monotone", "a b", "a > 0; a <= b", "log(a) <= log(b)", "log' = 1/a > 0"),
    Fact("log-strict", "a b", "a > 0; a < b", "log(a) < log(b)", "log' = 1/a > 0"),
    Fact("log-nonnegative", "a", "a >= 1", "log(a) >= 0", "log-monotone and log-one"),
    Fact("log-positive", "a", "a > 1", "log(a) > 0", "log-strict and log-one"),
    # square root and absolute value
    Fact("sqrt-square", "a", "a >= 0", "sqrt(a)**2 = a", "definition"),
    Fact("sqrt-nonnegative", "a", "a >= 0", "sqrt(a) >= 0", "definition"),
    Fact("sqrt-positive", "a", "a > 0", "sqrt(a) > 0", "sqrt-square: sqrt(a) = 0 only if a = 0"),
    Fact("sqrt-zero", "", "", "sqrt(0) = 0", "definition"),
    Fact("sqrt-of-square", "a", "", "sqrt(a**2) = abs(a)", "abs(a) >= 0 has the square a^2"),
    Fact("sqrt-product", "a b", "a >= 0; b >= 0", "sqrt(a*b) = sqrt(a)*sqrt(b)", "both >= 0 with square ab"),
    Fact("sqrt-quotient", "a b", "a >= 0; b > 0", "sqrt(a/b)*sqrt(b) = sqrt(a)", "sqrt-product of a/b and b"),
    Fact("sqrt-monotone", "a b", "a >= 0; a <= b", "sqrt(a) <= sqrt(b)", "squares of numbers >= 0"),
    Fact("sqrt-strict", "a b", "a >= 0; a < b", "sqrt(a) < sqrt(b)", "squares of numbers >= 0"),
    Fact("sqrt-exp", "a", "", "sqrt(exp(a)) = exp(a/2)", "exp(a/2) > 0 has the square exp(a)"),
    Fact("sqrt-power", "a", "a >= 0", "sqrt(a) = a**(1/2)", "definition of the power 1/2"),
    Fact("abs-nonnegative", "a", "", "abs(a) >= 0", "definition"),
    Fact("abs-positive", "a", "a != 0", "abs(a) > 0", "definition"),
    Fact("abs-of-nonnegative", "a", "a >= 0", "abs(a) = a", "definition"),
    Fact("abs-of-nonpositive", "a", "a <= 0", "abs(a) = -a", "definition"),
    Fact("abs-square", "a", "", "abs(a)**2 = a**2", "both cases of the definition"),
    Fact("abs-bounds", "a", "", "abs(a) >= a; abs(a) >= -a", "both cases of the definition"),
    Fact("abs-product", "a b", "", "abs(a*b) = abs(a)*abs(b)", "both >= 0 with square (ab)^2"),
    Fact("abs-triangle", "a b", "", "abs(a + b) <= abs(a) + abs(b)", "a + b and -a - b are at most that"),
    # powers: b**e = exp(e log b) for b > 0, and 0**e = 0 for e > 0
    Fact("power-as-exp", "b e", "b > 0", "b**e = exp(e*log(b))", "definition"),
    Fact("e-power", "a", "", "E**a = exp(a)", "power-as-exp and log-e"),
    Fact("power-positive", "b e", "b > 0", "b**e > 0", "power-as-exp"),
    Fact("power-nonnegative", "b e", "b >= 0", "b**e >= 0", "power-positive, or 0**e = 0", True),
    Fact("power-of-zero", "e", "e > 0", "0**e = 0", "definition"),
    Fact("power-of-one", "e", "", "1**e = 1", "log-one"),
    Fact("power-add", "b d e", "b > 0", "b**(d + e) = b**d*b**e", "exp-add"),
    Fact(
        "power-add-integer",
        "b m n",
        "",
        "b**(m + n) = b**m*b**n",
        "repeated multiplication for b != 0; at b = 0 defined only if m, n >= 1: 0 = 0",
        True,
        "m n",
    ),
    Fact("power-neg", "b e", "b > 0", "b**(-e)*b**e = 1", "exp-neg"),
    Fact("power-power", "b d e", "b > 0", "(b**d)**e = b**(d*e)", "log-power"),
    Fact(
        "power-power-zero",
        "b d e",
        "b >= 0; d > 0; e > 0",
        "(b**d)**e = b**(d*e)",
        "power-power, or b = 0 and both are 0; a root is d = p/q, e = q",
    ),
    Fact("power-product", "a b e", "a > 0; b > 0", "(a*b)**e = a**e*b**e", "log-product"),
    Fact(
        "power-product-zero",
        "a b e",
        "a >= 0; b >= 0; e > 0",
        "(a*b)**e = a**e*b**e",
        "power-product, or a or b is 0 and both sides are 0",
    ),
    Fact(
        "power-product-integer",
        "a b n",
        "",
        "(a*b)**n = a**n*b**n",
        "repeated multiplication; where a or b is 0 defined only if n >= 1: 0 = 0",
        True,
        "n",
    ),
    Fact("power-quotient", "a b e", "a > 0; b > 0", "(a/b)**e*b**e = a**e", "power-product of a/b and b"),
    Fact("power-exponent-up", "b d e", "b >= 1; d <= e", "b**d <= b**e", "exp-monotone, log-nonnegative"),
    Fact("power-exponent-down", "b d e", "b > 0; b <= 1; d <= e", "b**d >= b**e", "as -up, log(b) <= 0"),
    Fact("power-exponent-up-strict", "b d e", "b > 1; d < e", "b**d < b**e", "exp-strict, log-positive"),
    Fact("power-exponent-down-strict", "b d e", "b > 0; b < 1; d < e", "b**d > b**e", "as -up, log(b) < 0"),
    Fact("power-monotone", "a b e", "a > 0; a <= b; e >= 0", "a**e <= b**e", "exp- and log-monotone"),
    Fact("power-strict", "a b e", "a > 0; a < b; e > 0", "a**e < b**e", "exp- and log-strict"),
    Fact(
        "power-monotone-zero",
        "a b e",
        "a >= 0; a <= b; e > 0",
        "a**e <= b**e",
        "power-monotone, or a = 0 and 0**e = 0 <= b**e",
    ),
    Fact("power-antitone", "a b e", "a > 0; a <= b; e <= 0", "a**e >= b**e", "exp- and log-monotone"),
    Fact(
        "bernoulli",
        "a e",
        "a >= -1; e >= 1",
        "(1 + a)**e >= 1 + e*a",
        "for a > -1 convex in a with tangent 1 + e a at 0; at a = -1: 0 >= 1 - e",
    ),
    Fact(
        "bernoulli-below-one",
        "a e",
        "a > -1; e >= 0; e <= 1",
        "(1 + a)**e <= 1 + e*a",
        "concave in a > -1 with tangent 1 + e a at 0",
    ),
    Fact(
        "weighted-mean",
        "a b e",
        "a >= 0; b >= 0; e > 0; e < 1",
        "a**e*b**(1 - e) <= e*a + (1 - e)*b",
        "log is concave; where a or b is 0 the left side is 0",
    ),
    Fact(
        "power-convex",
        "a b e",
        "a >= 0; b >= 0; e >= 1",
        "((a + b)/2)**e <= (a**e + b**e)/2",
        "t^e has the increasing derivative e t^(e - 1) for t > 0 and is continuous at 0",
    ),
    Fact(
        "power-subadditive",
        "a b e",
        "a >= 0; b >= 0; e > 0; e <= 1",
        "(a + b)**e <= a**e + b**e",
        "t^e >= t for 0 <= t <= 1, at t = a/(a + b) and b/(a + b); where a + b = 0 both sides are 0",
    ),
    # integers
    Fact("floor-bounds", "a", "", "floor(a) <= a; a < floor(a) + 1", "definition"),
    Fact("ceil-bounds", "a", "", "ceil(a) >= a; a > ceil(a) - 1", "definition"),
    Fact("floor-integer", "n", "", "floor(n) = n", "definition", False, "n"),
    Fact("ceil-integer", "n", "", "ceil(n) = n", "definition", False, "n"),
    Fact("integer-gap", "m n", "m < n", "m + 1 <= n", "no integer is between m and m + 1", False, "m n"),
    # trigonometric and hyperbolic functions
    Fact("sin-cos-square", "a", "", "sin(a)**2 + cos(a)**2 = 1", "Pythagoras"),
    Fact("sin-bounds", "a", "", "sin(a) <= 1; sin(a) >= -1", "sin-cos-square"),
    Fact("cos-bounds", "a", "", "cos(a) <= 1; cos(a) >= -1", "sin-cos-square"),
    Fact("sin-zero", "", "", "sin(0) = 0; sin(pi/2) = 1; sin(pi) = 0", "definition of pi"),
    Fact("cos-zero", "", "", "cos(0) = 1; cos(pi/2) = 0; cos(pi) = -1", "definition of pi"),
    Fact(
        "sin-angles",
        "",
        "",
        "sin(pi/6) = 1/2; sin(pi/4) = sqrt(2)/2; sin(pi/3) = sqrt(3)/2",
        "all are positive; with s = sin(pi/6): sin(pi/2) = 3s - 4s^3 = 1, so (s + 1)(2s - 1)^2 = 0;"
        " sin(pi/4) = cos(pi/4) and sin(pi/3) = cos(pi/6) by sin-add at pi/2, then sin-cos-square",
    ),
    Fact(
        "cos-angles",
        "",
        "",
        "cos(pi/6) = sqrt(3)/2; cos(pi/4) = sqrt(2)/2; cos(pi/3) = 1/2",
        "cos(a) = sin(pi/2 - a), and sin-angles",
    ),
    Fact("sin-neg", "a", "", "sin(-a) = -sin(a)", "odd power series"),
    Fact("cos-neg", "a", "", "cos(-a) = cos(a)", "even power series"),
    Fact("sin-add", "a b", "", "sin(a + b) = sin(a)*cos(b) + cos(a)*sin(b)", "addition theorem"),
    Fact("cos-add", "a b", "", "cos(a + b) = cos(a)*cos(b) - sin(a)*sin(b)", "addition theorem"),
    Fact("sin-positive", "a", "a > 0; a < pi", "sin(a) > 0", "pi is the least positive zero of sin"),
    Fact("sin-nonnegative", "a", "a >= 0; a <= pi", "sin(a) >= 0", "sin-positive and the ends"),
    Fact("cos-positive", "a", "a > -pi/2; a < pi/2", "cos(a) > 0", "cos(a) = sin(a + pi/2)"),
    Fact("sin-upper", "a", "a >= 0", "sin(a) <= a", "(a - sin(a))' = 1 - cos(a) >= 0"),
    Fact("cos-lower", "a", "", "cos(a) >= 1 - a**2/2", "cos(a) = 1 - 2 sin(a/2)^2, sin(a/2)^2 <= a^2/4"),
    Fact("tan-ratio", "a", "cos(a) != 0", "tan(a)*cos(a) = sin(a)", "definition"),
    Fact("cosh-exp", "a", "", "2*cosh(a) = exp(a) + exp(-a)", "definition"),
    Fact("sinh-exp", "a", "", "2*sinh(a) = exp(a) - exp(-a)", "definition"),
    Fact("tanh-ratio", "a", "", "tanh(a)*cosh(a) = sinh(a)", "definition"),
    Fact("asin", "a", "a >= -1; a <= 1", "sin(asin(a)) = a; asin(a) >= -pi/2; asin(a) <= pi/2", "definition"),
    Fact("acos", "a", "a >= -1; a <= 1", "cos(acos(a)) = a; acos(a) >= 0; acos(a) <= pi", "definition"),
    Fact("atan", "a", "", "tan(atan(a)) = a; atan(a) > -pi/2; atan(a) < pi/2", "definition; cos-positive"),
    Fact(
        "atan-one",
        "",
        "",
        "atan(1) = pi/4; atan(-1) = -pi/4",
        "cos(pi/4) = sin(pi/2 - pi/4) = sin(pi/4) > 0, so tan(pi/4) = 1; tan is odd",
    ),
    Fact(
        "atan-reciprocal",
        "a",
        "a > 0",
        "atan(1/a) + atan(a) = pi/2",
        "b = pi/2 - atan(a) is in (0, pi/2), and tan(b) = cos(atan(a))/sin(atan(a)) = 1/a",
    ),
    Fact(
        "atan-reciprocal-below",
        "a",
        "a < 0",
        "atan(1/a) + atan(a) = -pi/2",
        "atan-reciprocal at -a; tan is odd",
    ),
    Fact(
        "acos-asin",
        "a",
        "a >= -1; a <= 1",
        "acos(a) + asin(a) = pi/2",
        "b = pi/2 - asin(a) is in [0, pi], and cos(b) = sin(asin(a)) = a",
    ),
    # error function: erf(a) is 2/sqrt(pi) times the integral of exp(-t^2) from 0 to a
    Fact("erf-erfc", "a", "", "erf(a) + erfc(a) = 1", "definition"),
    Fact("erf-zero", "", "", "erf(0) = 0; erfc(0) = 1", "empty integral"),
    Fact("erf-neg", "a", "", "erf(-a) = -erf(a); erfc(-a) = 2 - erfc(a)", "even integrand"),
    Fact("erfc-positive", "a", "", "erfc(a) > 0; erfc(a) < 2", "positive integrand, whole integral 2"),
    Fact("erfc-monotone", "a b", "a <= b", "erfc(a) >= erfc(b)", "positive integrand"),
    Fact("erfc-strict", "a b", "a < b", "erfc(a) > erfc(b)", "positive integrand"),
    Fact(
        "erfc-tail",
        "a",
        "",
        "erfc(a)*a*sqrt(pi) < exp(-a**2)",
        "clear for a <= 0; else (t/a) exp(-t^2) has the greater integral from a, exp(-a^2)/(2a)",
    ),
    Fact(
        "erfc-chernoff",
        "a",
        "a >= 0",
        "erfc(a) <= exp(-a**2)",
        "substitute t = a + s: exp(-(a + s)^2) <= exp(-a^2) exp(-s^2) for s >= 0",
    ),
    Fact(
        "erfc-scaled",
        "a b",
        "a <= b",
        "erfc(b) <= exp(a**2 - b**2)*erfc(a)",
        "substitute t = a + s: exp(a^2) erfc(a) is 2/sqrt(pi) times the integral of exp(-s^2 - 2as), s > 0",
    ),
    # gamma functions: integrals of t^(a - 1) exp(-t) over (0, oo), (x, oo) and (0, x), for a > 0, x >= 0
    Fact("gamma-positive", "a", "a > 0", "gamma(a) > 0", "positive integrand"),
    Fact("gamma-step", "a", "a > 0", "gamma(a + 1) = a*gamma(a)", "integration by parts"),
    Fact("gamma-one", "", "", "gamma(1) = 1", "the integral of exp(-t)"),
    Fact("gamma-half", "", "", "gamma(1/2) = sqrt(pi)", "substitute t = s^2"),
    Fact("gamma-sum", "a x", "a > 0; x >= 0", "uppergamma(a, x) + lowergamma(a, x) = gamma(a)", "split at x"),
    Fact("uppergamma-positive", "a x", "a > 0; x >= 0", "uppergamma(a, x) > 0", "positive integrand"),
    Fact("lowergamma-nonnegative", "a x", "a > 0; x >= 0", "lowergamma(a, x) >= 0", "positive integrand"),
    Fact("lowergamma-positive", "a x", "a > 0; x > 0", "lowergamma(a, x) > 0", "positive integrand"),
    Fact("gamma-at-zero", "a", "a > 0", "uppergamma(a, 0) = gamma(a); lowergamma(a, 0) = 0", "definition"),
    Fact("uppergamma-one", "x", "x >= 0", "uppergamma(1, x) = exp(-x)", "the integral of exp(-t)"),
    Fact("uppergamma-half", "x", "x >= 0", "uppergamma(1/2, x) = sqrt(pi)*erfc(sqrt(x))", "let t = s^2"),
    Fact(
        "uppergamma-step",
        "a x",
        "a > 0; x >= 0",
        "uppergamma(a + 1, x) = a*uppergamma(a, x) + x**a*exp(-x)",
        "integration by parts; x^a = 0 at x = 0",
    ),
    Fact(
        "uppergamma-monotone",
        "a x y",
        "a > 0; x >= 0; x <= y",
        "uppergamma(a, x) >= uppergamma(a, y)",
        "positive integrand",
    ),
    Fact(
        "gamma-log-convex",
        "a b",
        "a > 0; b > 0",
        "gamma((a + b)/2)**2 <= gamma(a)*gamma(b)",
        "Cauchy-Schwarz for t^((a - 1)/2) and t^((b - 1)/2) with the weight exp(-t)",
    ),
    Fact(
        "gamma-between",
        "a s",
        "a > 0; s >= 0; s <= 1",
        "gamma(a + s) <= a**s*gamma(a); gamma(a)*a <= (a + s)**(1 - s)*gamma(a + s)",
        "Hoelder: gamma(a + s) <= gamma(a)^(1 - s) gamma(a + 1)^s and gamma-step; the second is the first"
        " for a + s and 1 - s",
    ),
    Fact(
        "uppergamma-moment",
        "a x",
        "a > 0; x >= 0",
        "x*uppergamma(a, x) <= uppergamma(a + 1, x); uppergamma(a + 1, x) <= gamma(a + 1);"
        " x**a*exp(-x) <= gamma(a + 1)",
        "t >= x in the integral; a part of a positive integral; uppergamma-step",
    ),
    Fact(
        "uppergamma-chernoff",
        "a x s",
        "a > 0; x >= 0; s >= 0; s < 1",
        "uppergamma(a, x) <= gamma(a)*(1/(1 - s))**a*exp(-s*x)",
        "1 <= exp(s(t - x)) in the integral, then the whole of t^(a - 1) exp(-(1 - s)t) in u = (1 - s)t",
    ),
    Fact(
        "lowergamma-chernoff",
        "a x s",
        "a > 0; x >= 0; s >= 0",
        "lowergamma(a, x) <= gamma(a)*(1/(1 + s))**a*exp(s*x)",
        "1 <= exp(s(x - t)) in the integral, then the whole of t^(a - 1) exp(-(1 + s)t) in u = (1 + s)t",
    ),
    Fact(
        "uppergamma-union",
        "n x",
        "n >= 1; x >= 0",
        "uppergamma(n, x) <= gamma(n)*n*exp(-x/n)",
        "uppergamma(n, x)/gamma(n) is the chance that n independent exponentials sum to more than x; then one"
        " is more than x/n; union bound",
        False,
        "n",
    ),
)
