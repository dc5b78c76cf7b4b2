"""Rules about privacy: cases, laws made in two stages, ratios, the exponential mechanism.

Entries of the numbered list in ``rules.py``, with the conventions that stand there. Post-processing
and composition need no rules of their own: a mixture's chance is an expectation of chances, and an
expectation grows by no more than the ratio of the chances.
"""

from __future__ import annotations

from typing import Final

from ..entries import entries

PRIVACY: Final = entries("""
order-cases  x: real; y: real; q: prop
  if x <= y implies q; y < x implies q
  then q
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

mixture-expect  mu: law(?); K: ? -> law(vec); f: vec -> real; b: real
  if forall y: vec. abs(f(y)) <= b
  then E[y ~ mixture[x ~ mu](K(x))](f(y)) = E[x ~ mu](E[y ~ K(x)](f(y)))
  since For the indicator of a set this is the definition of the mixture, by linearity it holds for simple
        functions, and a bounded measurable function is a uniform limit of these.
""")
