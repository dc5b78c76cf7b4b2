"""Rules about one pair of laws: the best event against a density ratio, ratios the other way round, the law
of a linear function under a normal law that is tilted by a square.

Entries of the numbered list in ``rules.py``, with the conventions that stand there.
"""

from __future__ import annotations

from typing import Final

from ..entries import entries

_INNER = "(norm(v + x)**2 - norm(v - x)**2)/4"
_CENTER = "((norm(v + c)**2 - norm(v - c)**2)/4)"
_MORE = "(1 + 2*a*s**2*norm(v)**2)"
_MASS = f"(exp(-a*(b - {_CENTER})**2/{_MORE})/sqrt({_MORE}))"
_MEAN = f"(({_CENTER} + 2*a*s**2*norm(v)**2*b)/{_MORE})"
_SPREAD = f"(s*norm(v)*sqrt(2)/sqrt({_MORE}))"

PAIRS: Final = entries(f"""
erfc-reflection  x: real  then erfc(-x) = 2 - erfc(x)  since erfc = 1 - erf, and erf is odd.

ratio-best  mu: law(?); nu: law(?); r: ? -> real; k: real; phi: ? -> prop
  if ratio(mu, nu, r)
  then P[x ~ mu](phi(x)) - k*P[x ~ nu](phi(x)) <= P[x ~ mu](r(x) > k) - k*P[x ~ nu](r(x) > k)
  since Both sides are integrals of r - k under nu, over phi and over {{r > k}}: where r > k the integrand is
        positive, elsewhere it is not (Neyman and Pearson).

ratio-inverse  mu: law(?); nu: law(?); r: ? -> real; q: ? -> real
  if ratio(mu, nu, r); forall x: ?. r(x)*q(x) = 1
  then ratio(nu, mu, q)
  since The integral of q over a set under mu is that of q r = 1 under nu.

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
