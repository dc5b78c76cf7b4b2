"""Rules about privacy: laws made in two stages, ratios, the exponential mechanism, passing from one data set
to another record by record, pairs of laws, a normal law that is tilted by a square.

Entries of the numbered list in ``rules.py``, with the conventions that stand there. Post-processing
and composition need no rules of their own: a mixture's chance is an expectation of chances, and an
expectation grows by no more than the ratio of the chances.
"""

from __future__ import annotations

from typing import Final

from ..syntax import entries

PRIVACY: Final = entries("""
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

STEPS: Final = entries("""
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
