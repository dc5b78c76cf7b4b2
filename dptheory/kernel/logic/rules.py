"""The closed, numbered list of rules about vectors, sums, expectations, probabilities and laws.

A rule is a schema: for all values of its variables, the premises imply the conclusion. Since
bound variables are nameless, a value put in for a schematic variable can capture nothing, so
"x does not occur in c" needs no side condition: c simply cannot mention x. Each rule carries
its proof. Sources cannot add rules. ``?`` stands for any one sort of ``POLYMORPHIC``.

Conventions used in the proofs: a function symbol is Borel measurable, a law is a Borel
probability measure, and E of a function that is not integrable is 0, so that every term has
a value and integrability is always an explicit premise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..syntax import entries
from .rules_moments import DRAWN, MOMENTS, MOVED
from .rules_privacy import PAIRS, PRIVACY, STEPS

POLYMORPHIC: Final = ("record", "data", "vec", "real", "(int -> vec)", "set(int)", "int")


@dataclass(frozen=True)
class Rule:
    """One rule: its number, name, sorted variables, premises, conclusion and proof."""

    number: int
    name: str
    variables: str
    premises: tuple[str, ...]
    conclusion: str
    proof: str


_VECTORS: Final = entries("""
norm-nonnegative  u: vec  then norm(u) >= 0  since A norm is non-negative.
triangle  u: vec; v: vec  then norm(u + v) <= norm(u) + norm(v)  since A norm is subadditive.
norm-scale  u: vec; a: real  then norm(a*u) = abs(a)*norm(u)  since A norm is absolutely homogeneous.
norm-symmetric  u: vec; v: vec  then norm(u - v) = norm(v - u)  since Homogeneity with factor -1.

norm-combination  u: vec; v: vec; a: real
  then norm(a*u + (1 - a)*v)**2 = a*norm(u)**2 + (1 - a)*norm(v)**2 - a*(1 - a)*norm(u - v)**2
  since Expand both sides with the inner product: the coefficient of <u,v> is 2a(1-a) on each, that of <u,u>
        is a^2 = a - a(1-a), that of <v,v> is (1-a)^2 = (1-a) - a(1-a).

projection  H: set(vec); u: vec; v: vec
  if closed(H); forall u in H. forall v in H. forall a: real. 0 < a < 1 implies a*u + (1 - a)*v in H; v in H
  then project(H, u) in H and norm(project(H, u) - v) <= norm(u - v)
  since H is closed, convex and, as v is in it, not empty: it has one point p nearest to u, project(H, u).
        <u-p, v-p> <= 0, so |u-v|^2 >= |u-p|^2 + |p-v|^2.

ball-closed  r: real  then closed(fun w: vec. norm(w) <= r)  since The norm is continuous.
norm-zero  u: vec; v: vec  if norm(u - v) <= 0  then u = v  since A norm is positive off zero.

limit  x: real; y: real  if forall a: real. 0 < a < 1 implies a*x <= y  then x <= y
  since a*x is continuous in a; let a tend to 1.
""")

_SUMS: Final = entries("""
sum-replace  f: record -> real; S: data; i: int; z: record; m: int  if 1 <= i; i <= m; m <= n
  then sum[j, 1, m](f(item(replace(S, i, z), j))) = sum[j, 1, m](f(item(S, j))) - f(item(S, i)) + f(z)
  since Only the i-th summand differs: it is f(z) instead of f(item(S, i)).

sum-linear  f: int -> real; g: int -> real; a: real; b: real; m: int
  then sum[j, 1, m](a*f(j) + b*g(j)) = a*sum[j, 1, m](f(j)) + b*sum[j, 1, m](g(j))
  since Finite sums are linear (an empty sum is 0).

sum-monotone  f: int -> real; g: int -> real; m: int  if forall j: int. 1 <= j and j <= m implies f(j) <= g(j)
  then sum[j, 1, m](f(j)) <= sum[j, 1, m](g(j))  since Add the inequalities.

sum-constant  c: real; m: int  if m >= 0  then sum[j, 1, m](c) = m*c  since m equal summands.

replaced  S: data; i: int; z: record  if 1 <= i; i <= n
  then item(replace(S, i, z), i) = z and replace(replace(S, i, z), i, item(S, i)) = S
        and (forall j: int. 1 <= j and j <= n and j != i implies item(replace(S, i, z), j) = item(S, j))
        and (forall y: record. replace(replace(S, i, z), i, y) = replace(S, i, y))
  since A data set is its records in order: that in the place i is z, the others are those of S; and of what
        is put there first nothing remains.

size-positive  then n >= 1  since Data sets have at least one record in every model.
dimension-positive  then d >= 1  since The dimension is at least one in every model.
""")

_EXPECTATIONS: Final = entries("""
expect-linear  mu: law(?); f: ? -> real; g: ? -> real; a: real; b: real
  if integrable(mu, f); integrable(mu, g)
  then E[x ~ mu](a*f(x) + b*g(x)) = a*E[x ~ mu](f(x)) + b*E[x ~ mu](g(x))  since The integral is linear on L1.

expect-constant  mu: law(?); c: real  then E[x ~ mu](c) = c  since The law has mass one.

expect-monotone  mu: law(?); f: ? -> real; g: ? -> real
  if integrable(mu, f); integrable(mu, g); forall x: ?. f(x) <= g(x)
  then E[x ~ mu](f(x)) <= E[x ~ mu](g(x))  since The integral of g - f >= 0 is non-negative; linearity.

expect-equal  mu: law(?); f: ? -> real; g: ? -> real  if forall x: ?. f(x) = g(x)
  then E[x ~ mu](f(x)) = E[x ~ mu](g(x)) and (integrable(mu, f) implies integrable(mu, g))
  since f and g are the same function.

expect-abs  mu: law(?); f: ? -> real  if integrable(mu, f)  then abs(E[x ~ mu](f(x))) <= E[x ~ mu](abs(f(x)))
  since -|f| <= f <= |f| and monotonicity.

integrable-linear  mu: law(?); f: ? -> real; g: ? -> real; a: real; b: real
  if integrable(mu, f); integrable(mu, g)
  then integrable(mu, fun x: ?. a*f(x) + b*g(x))  since L1 is a vector space.

integrable-constant  mu: law(?); c: real  then integrable(mu, fun x: ?. c)  since The law is finite.

integrable-dominated  mu: law(?); f: ? -> real; g: ? -> real
  if integrable(mu, g); forall x: ?. abs(f(x)) <= g(x)
  then integrable(mu, f)  since f is measurable and the integral of |f| is at most that of g.

integrable-abs  mu: law(?); f: ? -> real  if integrable(mu, f)  then integrable(mu, fun x: ?. abs(f(x)))
  since By definition the integral of |f| is finite.

expect-sum  mu: law(?); f: int, ? -> real; m: int
  if forall j: int. 1 <= j and j <= m implies integrable(mu, fun x: ?. f(j, x))
  then integrable(mu, fun x: ?. sum[j, 1, m](f(j, x)))
        and E[x ~ mu](sum[j, 1, m](f(j, x))) = sum[j, 1, m](E[x ~ mu](f(j, x)))
  since L1 is a vector space; linearity, m - 1 times.

expect-item  D: law(record); f: record -> real; i: int  if integrable(D, f); 1 <= i; i <= n
  then integrable(iid(D), fun S: data. f(item(S, i))) and E[S ~ iid(D)](f(item(S, i))) = E[z ~ D](f(z))
  since The i-th record of an independent sample has law D.

exchange  D: law(record); g: data, record -> real; m: record -> real; i: int
  if integrable(D, m); forall S: data. forall z: record. abs(g(S, z)) <= m(z); 1 <= i; i <= n
  then E[S ~ iid(D)](E[z ~ D](g(S, z))) = E[S ~ iid(D)](E[z ~ D](g(replace(S, i, z), item(S, i))))
  since (S, z) and (S with z in the i-th place, the i-th record of S) have the same law; |g| <= m(z) is
        integrable, so Fubini's theorem applies to both iterated integrals.
""")

_PROBABILITIES: Final = entries("""
prob-range  mu: law(?); phi: ? -> prop  then P[x ~ mu](phi(x)) >= 0 and P[x ~ mu](phi(x)) <= 1
  since Laws are non-negative and have mass one.

prob-monotone  mu: law(?); phi: ? -> prop; psi: ? -> prop  if forall x: ?. phi(x) implies psi(x)
  then P[x ~ mu](phi(x)) <= P[x ~ mu](psi(x))  since The first event lies in the second.

prob-both  mu: law(?); phi: ? -> prop; psi: ? -> prop
  then P[x ~ mu](phi(x) and psi(x)) >= P[x ~ mu](phi(x)) + P[x ~ mu](psi(x)) - 1
  since The union bound for the complements.

prob-complement  mu: law(?); phi: ? -> prop  then P[x ~ mu](not phi(x)) = 1 - P[x ~ mu](phi(x))
  since Additivity and mass one.

prob-certain  mu: law(?); phi: ? -> prop  if forall x: ?. phi(x)  then P[x ~ mu](phi(x)) = 1
  since The event is the whole space.

markov  mu: law(?); f: ? -> real; t: real  if integrable(mu, f); forall x: ?. f(x) >= 0; t > 0
  then P[x ~ mu](f(x) <= t) >= 1 - E[x ~ mu](f(x))/t  since t times the indicator of f > t is at most f.
""")

_LAWS: Final = entries("""
image-prob  mu: law(?); f: ? -> vec; phi: vec -> prop
  then P[y ~ image[x ~ mu](f(x))](phi(y)) = P[x ~ mu](phi(f(x)))  since The definition of the image law.

noise-density  c: vec; s: real  if s > 0
  then l2laplace_normaliser(s) > 0
        and density(image[k ~ l2laplace(s)](c + k), fun x: vec. l2laplace_normaliser(s)*exp(-norm(x - c)/s))
  since The integral of exp(-|x|/s) over R^d is positive and finite; Lebesgue measure is invariant under
        translation.

density-ratio  mu: law(vec); nu: law(vec); f: vec -> real; g: vec -> real; k: real; B: set(vec)
  if density(mu, f); density(nu, g); forall x: vec. f(x) <= k*g(x)
  then P[x ~ mu](x in B) <= k*P[x ~ nu](x in B)  since Integrate f <= k g over B.

polar  s: real; phi: real -> prop  if s > 0
  then P[k ~ l2laplace(s)](phi(norm(k))) = P[r ~ gammalaw(d, s)](phi(r))
  since In polar coordinates Lebesgue measure is const r^(d-1) dr times the uniform law on the sphere, so the
        norm has density const r^(d-1) exp(-r/s): Gamma(d, s).

gamma-as-sum  m: int; s: real; t: real  if m >= 1; s > 0
  then P[r ~ gammalaw(m, s)](r <= m*t) >= 1 - m*P[y ~ explaw(s)](y > t)
  since Gamma(m, s) is the law of a sum of m independent exponentials of mean s; if the sum exceeds m t, one
        of them exceeds t; union bound.

exponential-tail  s: real; t: real  if s > 0; t >= 0  then P[y ~ explaw(s)](y > t) = exp(-t/s)
  since Integrate the density exp(-y/s)/s from t.

gamma-tail  m: int; s: real; t: real  if m >= 1; s > 0; t >= 0
  then P[r ~ gammalaw(m, s)](r > t) = uppergamma(m, t/s)/gamma(m)
  since Substitute r = s x in the integral of the density r^(m-1) exp(-r/s)/(s^m Gamma(m)).
""")


def rules() -> tuple[Rule, ...]:
    first = (*_VECTORS, *_SUMS, *_EXPECTATIONS, *_PROBABILITIES, *_LAWS)
    second = (*PRIVACY, *MOMENTS, *STEPS, *DRAWN, *PAIRS, *MOVED)
    return tuple(Rule(number, *entry) for number, entry in enumerate((*first, *second), 1))
