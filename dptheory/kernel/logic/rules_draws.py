"""Rules about draws that follow one another: induction, the next draw of a chain, expectations of what is
drawn in two stages, the moments of noise.

Entries of the numbered list in ``rules.py``, with the conventions that stand there.
"""

from __future__ import annotations

from typing import Final

from ..entries import entries

DRAWN: Final = entries("""
induction  phi: int -> prop; m: int
  if phi(0); forall j: int. 0 <= j and phi(j) implies phi(j + 1); m >= 0
  then phi(m)
  since By induction phi(j) for j = 0, 1, 2, ...; m is one of these.

chain-next  T: int; K: int, (int -> vec) -> law(vec); F: (int -> vec), vec -> real; b: real
  if T >= 0;
        forall x: (int -> vec). forall y: (int -> vec). (forall t: int. 1 <= t and t <= T implies x(t) =
        y(t)) implies forall v: vec. F(x, v) = F(y, v);
        forall x: (int -> vec). forall v: vec. abs(F(x, v)) <= b
  then integrable(chain(T, K), fun x: (int -> vec). E[v ~ K(T + 1, x)](F(x, v)))
        and E[x ~ chain(T + 1, K)](F(x, x(T + 1))) = E[x ~ chain(T, K)](E[v ~ K(T + 1, x)](F(x, v)))
  since A draw from chain(T + 1, K) is a draw x' from chain(T, K), zero after its T-th place, with a draw v
        from K(T + 1, x') put in the place T + 1: this makes x with x(T + 1) = v and F(x, v) = F(x', v), as x
        and x' agree in the places 1, ..., T. F is jointly measurable and bounded: Fubini's theorem for a law
        and a kernel; the inner expectation is measurable and at most b in absolute value.

image-expect  mu: law(vec); h: vec -> vec; f: vec -> real
  if integrable(mu, fun x: vec. f(h(x)))
  then integrable(image[x ~ mu](h(x)), f) and E[y ~ image[x ~ mu](h(x))](f(y)) = E[x ~ mu](f(h(x)))
  since Change of variables for the image law: so for indicators by its definition, then for simple
        functions, for non-negative ones as limits of these, and for the positive and the negative part.

mixture-mean  mu: law(?); K: ? -> law(vec); f: vec -> real; b: real
  if forall x: ?. integrable(K(x), f); forall x: ?. E[y ~ K(x)](abs(f(y))) <= b
  then integrable(mixture[x ~ mu](K(x)), f)
        and E[y ~ mixture[x ~ mu](K(x))](f(y)) = E[x ~ mu](E[y ~ K(x)](f(y)))
  since By Tonelli's theorem for a law and a kernel the integral of |f| under the mixture is that of its
        integrals under K(x), at most b; hence f is integrable and Fubini's theorem applies.

noise-moments  c: vec; s: real
  if s > 0
  then integrable(l2laplace(s), fun k: vec. norm(k)) and E[k ~ l2laplace(s)](norm(k)) = d*s
        and integrable(l2laplace(s), fun k: vec. norm(c + k)**2)
        and E[k ~ l2laplace(s)](norm(c + k)**2) = norm(c)**2 + d*(d + 1)*s**2
  since norm(k) has the law Gamma(d, s) (polar coordinates), whose moments are d s and d (d + 1) s^2. norm(c
        + k)^2 = norm(c)^2 + 2<c, k> + norm(k)^2, and the law is that of -k too, so <c, k>, which is
        integrable, has mean 0.
""")
