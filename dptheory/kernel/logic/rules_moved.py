"""Rules for laws whose draws are moved along two directions: the change of variables, without derivatives.

Entries of the numbered list in ``rules.py``, with the conventions that stand there.
"""

from __future__ import annotations

from typing import Final

from ..entries import entries

MOVED: Final = entries("""
sum-term  f: int -> real; i: int; m: int
  if forall j: int. 1 <= j and j <= m implies f(j) >= 0; 1 <= i; i <= m
  then f(i) <= sum[j, 1, m](f(j))
  since The other summands are not negative.

norm-zero  u: vec; v: vec  if norm(u - v) <= 0  then u = v  since A norm is positive off zero.

shears  mu: law(vec); f: vec -> real; r: vec -> vec; x: vec; y: vec; h: vec -> real; k: vec -> real; K: real;
        L: real; c: real; B: set(vec)
  if density(mu, f); forall b: vec. f(b) <= c*f(r(b)); forall b: vec. b + h(b)*x = r(b) + k(r(b))*y;
        forall b: vec. forall t: real. abs(t) <= K*abs(t + h(b + t*x) - h(b));
        forall b: vec. forall t: real. abs(t + k(b + t*y) - k(b)) <= L*abs(t)
  then P[b ~ mu](r(b) in B) <= c*(K*L)*P[b ~ mu](b in B)
  since Write p(b) = b + h(b) x and q(b) = b + k(b) y, so p(b) = q(r(b)), and |A| for the Lebesgue measure of
        A. p takes each line parallel to x into itself, where by the fourth premise it is injective with a
        K-Lipschitz inverse; so of a Borel set N the preimage on a line has at most K times the measure of N
        there, and |{p in N}| <= K |N| by Fubini's theorem (if x = 0 then p is the identity, and K >= 1). q
        takes each line parallel to y into itself and is L-Lipschitz there, so |q(A)| <= L |A| for a Borel
        set A; q(A) is analytic, hence Lebesgue measurable, and lies in a Borel set N of the same measure.
        r(b) in A implies p(b) in N, so |{r in A}| <= K L |A|: the image of Lebesgue measure under r has a
        density of at most K L. The left side is the integral of f over {r in B}, at most that of c f(r(b)),
        which is at most K L times the integral of c f over B; c f >= 0 almost everywhere, as c < 0 would
        make f 0, and t = 1 gives K, L >= 0.
""")
