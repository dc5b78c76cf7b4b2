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

# post-processing and composition need no rules of their own: a mixture's chance is an expectation of chances,
# and an expectation grows by no more than the ratio of the chances
_PRIVACY: Final = entries("""
order-cases  x: real; y: real; q: prop  if x <= y implies q; y < x implies q  then q
  since One of the two holds.

mixture-prob  mu: law(?); K: ? -> law(vec); phi: vec -> prop
  then P[y ~ mixture[x ~ mu](K(x))](phi(y)) = E[x ~ mu](P[y ~ K(x)](phi(y)))
  since The definition of the law of a draw from K(x) with x drawn from mu; K is a kernel, so the chance is
        measurable in x.

integrable-chance  mu: law(?); K: ? -> law(vec); phi: ?, vec -> prop
  then integrable(mu, fun x: ?. P[y ~ K(x)](phi(x, y)))
  since K is a kernel, so this is measurable in x, with values in [0, 1].

ratio-expect  mu: law(?); nu: law(?); f: ? -> real; k: real
  if forall B: set(?). P[x ~ mu](x in B) <= k*P[x ~ nu](x in B); integrable(nu, f); forall x: ?. f(x) >= 0
  then E[x ~ mu](f(x)) <= k*E[x ~ nu](f(x))
  since For f >= 0 the integral is that of the chance of f > t over t > 0, and each chance under mu is at
        most k times that under nu; the right side is finite, so f is integrable under mu too.

exponential-mechanism  m: int; u: int -> real; v: int -> real; r: real; phi: int -> prop
  if m >= 1; forall i: int. 1 <= i and i <= m implies abs(u(i) - v(i)) <= r
  then P[i ~ gibbs(m, u)](phi(i)) <= exp(2*r)*P[i ~ gibbs(m, v)](phi(i))
  since exp(u(i)) <= exp(r) exp(v(i)), and the sum of exp(u(j)) is at least exp(-r) times that of exp(v(j)):
        each weight grows by at most exp(2 r). Add over the places where phi holds.

ratio-expect-shift  mu: law(?); nu: law(?); f: ? -> real; k: real; c: real
  if forall B: set(?). P[x ~ mu](x in B) <= k*P[x ~ nu](x in B) + c; forall x: ?. f(x) >= 0;
        forall x: ?. f(x) <= 1
  then E[x ~ mu](f(x)) <= k*E[x ~ nu](f(x)) + c
  since For 0 <= f <= 1 the integral is that of the chance of f > t over 0 < t < 1, and each chance under mu
        is at most k times that under nu, plus c.

expect-swap  mu: law(vec); nu: law(?); f: vec, ? -> real; b: real
  if forall x: vec. forall y: ?. abs(f(x, y)) <= b
  then E[x ~ mu](E[y ~ nu](f(x, y))) = E[y ~ nu](E[x ~ mu](f(x, y)))
  since f is jointly measurable and bounded: Fubini's theorem for the product of the two laws.

mixture-expect  mu: law(?); K: ? -> law(vec); f: vec -> real; b: real  if forall y: vec. abs(f(y)) <= b
  then E[y ~ mixture[x ~ mu](K(x))](f(y)) = E[x ~ mu](E[y ~ K(x)](f(y)))
  since For the indicator of a set this is the definition of the mixture, by linearity it holds for simple
        functions, and a bounded measurable function is a uniform limit of these.
""")

_STEPS: Final = entries("""
data-steps  phi: int, data -> prop; S: data; T: data
  if phi(0, S);
        forall j: int. forall U: data. 0 <= j and j < n and phi(j, U)
        implies phi(j + 1, replace(U, j + 1, item(T, j + 1)))
  then phi(n, T)
  since Let U(0) = S and U(j + 1) be U(j) with its record j + 1 replaced by that of T. By induction phi(j,
        U(j)) for j = 0, ..., n. The first j records of U(j) are those of T, so U(n) = T.

prob-disjoint  mu: law(?); phi: int, ? -> prop; psi: ? -> prop; m: int
  if forall i: int. 1 <= i and i <= m implies forall j: int. i + 1 <= j and j <= m
        implies forall x: ?. phi(i, x) implies not phi(j, x);
        forall i: int. 1 <= i and i <= m implies forall x: ?. phi(i, x) implies psi(x)
  then sum[i, 1, m](P[x ~ mu](phi(i, x))) <= P[x ~ mu](psi(x))
  since The events phi(1), ..., phi(m) are pairwise disjoint, so the sum is the chance of their union (0 if m
        < 1), which lies in psi.

not-at-most  x: real; y: real  if y < x  then not x <= y  since The order is total.
not-at-most-above  x: real; y: real  if not x <= y  then y < x  since The order is total.

replace-apart  S: data; i: int; j: int; y: record; z: record  if 1 <= i; i < j; j <= n
  then replace(replace(S, i, y), j, z) = replace(replace(S, j, z), i, y)
  since Both have y in the place i, z in the place j, another one, and the records of S in the rest.

contraposition  p: prop; q: prop  if p implies q; not q  then not p  since If p held so would q.
""")

_INNER = "(norm(v + x)**2 - norm(v - x)**2)/4"
_CENTER = "((norm(v + c)**2 - norm(v - c)**2)/4)"
_MORE = "(1 + 2*a*s**2*norm(v)**2)"
_MASS = f"(exp(-a*(b - {_CENTER})**2/{_MORE})/sqrt({_MORE}))"
_MEAN = f"(({_CENTER} + 2*a*s**2*norm(v)**2*b)/{_MORE})"
_SPREAD = f"(s*norm(v)*sqrt(2)/sqrt({_MORE}))"

PAIRS: Final = entries(f"""
erfc-reflection  x: real  then erfc(-x) = 2 - erfc(x)  since erfc = 1 - erf, and erf is odd.

ratio-best  mu: law(?); nu: law(?); r: ? -> real; k: real; phi: ? -> prop  if ratio(mu, nu, r)
  then P[x ~ mu](phi(x)) - k*P[x ~ nu](phi(x)) <= P[x ~ mu](r(x) > k) - k*P[x ~ nu](r(x) > k)
  since Both sides are integrals of r - k under nu, over phi and over {{r > k}}: where r > k the integrand is
        positive, elsewhere it is not (Neyman and Pearson).

ratio-inverse  mu: law(?); nu: law(?); r: ? -> real; q: ? -> real
  if ratio(mu, nu, r); forall x: ?. r(x)*q(x) = 1
  then ratio(nu, mu, q)  since The integral of q over a set under mu is that of q r = 1 under nu.

expect-outside  mu: law(?); f: ? -> real; phi: ? -> prop
  if forall x: ?. f(x) <= 1; forall x: ?. phi(x) implies f(x) <= 0
  then E[x ~ mu](f(x)) <= 1 - P[x ~ mu](phi(x))
  since f is at most the indicator of the complement of phi; if f is not integrable the left side is 0.

gaussian-tilt  c: vec; v: vec; s: real; a: real; b: real; z: real; t: real; nu: law(vec)
  if s > 0; norm(v) > 0; a >= 0; z > 0; ratio(nu, gaussian(c, s), fun x: vec. exp(-a*(b - {_INNER})**2)/z)
  then z = {_MASS} and P[x ~ nu]({_INNER} <= t) = erfc(({_MEAN} - t)/{_SPREAD})/2
        and P[x ~ nu]({_INNER} >= t) = 1 - erfc(({_MEAN} - t)/{_SPREAD})/2
  since u = <v, x>, by polarisation, is normal with mean m = <v, c> and variance q = s^2 norm(v)^2 under
        gaussian(c, s). The exponent -(u - m)^2/(2 q) - a (b - u)^2 is -k (u - m')^2/(2 q) - a (b - m)^2/k, k
        = 1 + 2 a q and m' = (m + 2 a q b)/k: so u is normal under nu with mean m' and variance q/k, and z,
        which makes the mass one, is the integral of exp(-a (b - u)^2) under gaussian(c, s).
        erfc(-y/sqrt(2))/2 is the standard normal law's chance of at most y, and no number has a positive
        chance.
""")


def numbered_rules() -> tuple[Rule, ...]:
    first = (*_VECTORS, *_SUMS, *_EXPECTATIONS, *_PROBABILITIES, *_LAWS)
    second = (*_PRIVACY, *MOMENTS, *_STEPS, *DRAWN, *PAIRS, *MOVED)
    return tuple(Rule(number, *entry) for number, entry in enumerate((*first, *second), 1))
