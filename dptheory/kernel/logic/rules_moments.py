"""Rules about likelihood ratios, normal laws, laws of sequences and random subsets.

As in ``rules.py``: for all values of its variables the premises imply the conclusion, ``?`` is any one
sort, a function is Borel measurable, and E of what is not integrable is 0.
"""

from __future__ import annotations

from typing import Final

from ..entries import entries

MOMENTS: Final = entries("""
ratio-tail  mu: law(?); nu: law(?); r: ? -> real; k: real; phi: ? -> prop
  if ratio(mu, nu, r); k >= 0
  then P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x)) + 1 - P[x ~ mu](r(x) <= k)
  since mu(phi) <= mu(phi and r <= k) + mu(r > k). The first is the integral of r over {phi, r <= k} under
        nu, hence at most k nu(phi), as k >= 0.

ratio-bounded  mu: law(?); nu: law(?); r: ? -> real; k: real
  if ratio(mu, nu, r); forall B: set(?). P[x ~ mu](x in B) <= k*P[x ~ nu](x in B);
        forall B: set(?). P[x ~ nu](x in B) <= k*P[x ~ mu](x in B)
  then P[x ~ mu](r(x) <= k) = 1 and P[x ~ mu](1 <= k*r(x)) = 1
  since Let B = {r > k}. The integral of r - k over B under nu is mu(B) - k nu(B) <= 0, and r - k > 0 on B,
        so nu(B) = 0; hence mu(B), the integral of r over B, is 0. Likewise for B = {k r < 1} with 1 - k r,
        whose integral over B is nu(B) - k mu(B).

ratio-sides  mu: law(?); nu: law(?); r: ? -> real; k: real
  if ratio(mu, nu, r)
  then P[x ~ mu](r(x) >= k) >= k*P[x ~ nu](r(x) >= k) and P[x ~ mu](r(x) <= k) <= k*P[x ~ nu](r(x) <= k)
  since The left sides are the integrals of r over {r >= k} and over {r <= k} under nu.

expect-positive  mu: law(?); f: ? -> real
  if integrable(mu, f); forall x: ?. f(x) > 0
  then E[x ~ mu](f(x)) > 0
  since A positive function whose integral is 0 would be 0 almost everywhere, and the law has mass one.

gaussian-ratio  c: vec; b: vec; s: real
  if s > 0
  then ratio(gaussian(c, s), gaussian(b, s), fun x: vec. exp((norm(x - b)**2 - norm(x - c)**2)/(2*s**2)))
  since Both have positive Lebesgue densities const exp(-norm(x - c)^2/(2 s^2)), const exp(-norm(x - b)^2/(2
        s^2)) with the same constant; divide.

gaussian-moment  c: vec; b: vec; s: real; t: real
  if s > 0
  then integrable(gaussian(c, s), fun x: vec. exp(t*((norm(x - b)**2 - norm(x - c)**2)/(2*s**2))))
        and E[x ~ gaussian(c, s)](exp(t*((norm(x - b)**2 - norm(x - c)**2)/(2*s**2)))) = exp(t*(t + 1)*norm(c
        - b)**2/(2*s**2))
  since With D = norm(c - b), norm(x - b)^2 - norm(x - c)^2 = D^2 + 2<x - c, c - b>, and <x - c, c - b> is
        normal with mean 0 and variance s^2 D^2; E exp(t <x - c, c - b>/s^2) = exp(t^2 D^2/(2 s^2)).

noise-scale  c: vec; a: real; s: real
  if a > 0; s > 0
  then image[k ~ l2laplace(s)](c + a*k) = image[k ~ l2laplace(a*s)](c + k)
  since If k has density const exp(-norm(k)/s) then a k has density const exp(-norm(k)/(a s)).

chain-dominated  T: int; K: int, (int -> vec) -> law(vec); L: int, (int -> vec) -> law(vec); e: int -> real;
        phi: (int -> vec) -> prop
  if forall t: int. 1 <= t and t <= T implies forall x: (int -> vec). forall B: set(vec). P[w ~ K(t, x)](w in
        B) <= exp(e(t))*P[w ~ L(t, x)](w in B)
  then P[x ~ chain(T, K)](phi(x)) <= exp(sum[t, 1, T](e(t)))*P[x ~ chain(T, L)](phi(x))
  since By induction on T. For given first T - 1 draws K(T, .) <= exp(e(T)) L(T, .) as measures; integrate
        this over the law of the first T - 1 draws, which is at most exp(e(1) + ... + e(T-1)) times that of
        L. For T <= 0 both laws sit on the zero sequence and the sum is empty.

chain-ratio  T: int; K: int -> law(vec); L: int -> law(vec); f: int, vec -> real
  if forall t: int. 1 <= t and t <= T implies ratio(K(t), L(t), fun w: vec. exp(f(t, w)))
  then ratio(chain(T, fun t: int. fun x: (int -> vec). K(t)), chain(T, fun t: int. fun x: (int -> vec).
        L(t)), fun x: (int -> vec). exp(sum[t, 1, T](f(t, x(t)))))
  since The draws are independent: by Fubini the product of the densities is a density of the product law,
        and all draws after the T-th are zero in both.

chain-moment  T: int; K: int -> law(vec); f: int, vec -> real
  if forall t: int. 1 <= t and t <= T implies integrable(K(t), fun w: vec. exp(f(t, w)))
  then integrable(chain(T, fun t: int. fun x: (int -> vec). K(t)), fun x: (int -> vec). exp(sum[t, 1, T](f(t,
        x(t)))))
        and E[x ~ chain(T, fun t: int. fun x: (int -> vec). K(t))](exp(sum[t, 1, T](f(t, x(t))))) =
        exp(sum[t, 1, T](log(E[w ~ K(t)](exp(f(t, w))))))
  since The expectation of a product of non-negative functions of independent draws is the product of the
        expectations (Fubini-Tonelli), each of which is positive and finite.

subset-split  h: set(int) -> real; m: int; i: int
  if 1 <= i; i <= n; 0 <= m; m <= n
  then E[J ~ subsets(m)](h(J)) = m/n*E[J ~ subsets_with(m, i)](h(J)) + (1 - m/n)*E[J ~ subsets_without(m,
        i)](h(J))
  since A uniform subset of m of n elements contains i with probability m/n, and given that it does (does
        not) it is uniform among those that do (do not). For m = 0 or m = n one factor is 0.

subset-with  f: set(int) -> real; g: set(int) -> real; m: int; i: int
  if 1 <= i; i <= n; 1 <= m; m <= n; forall J: set(int). i in J implies f(J) <= g(J)
  then E[J ~ subsets_with(m, i)](f(J)) <= E[J ~ subsets_with(m, i)](g(J))
  since All these subsets contain i, and there are some as 1 <= m <= n; average.

subset-without  f: set(int) -> real; g: set(int) -> real; m: int; i: int
  if 1 <= i; i <= n; 0 <= m; m <= n; forall J: set(int). not i in J implies f(J) <= g(J)
  then (n - m)*E[J ~ subsets_without(m, i)](f(J)) <= (n - m)*E[J ~ subsets_without(m, i)](g(J))
  since None of these subsets contains i, and there are some if m < n; average. For m = n both sides are 0.

subset-exchange  f: set(int) -> real; g: set(int) -> real; m: int; i: int
  if 1 <= i; i <= n; 1 <= m; m <= n;
        forall J: set(int). forall k: int. 1 <= k and k <= n implies (i in J and not k in J implies f(J) <=
        g(fun j: int. (j in J and not j = i) or j = k))
  then (n - m)*E[J ~ subsets_with(m, i)](f(J)) <= (n - m)*E[J ~ subsets_without(m, i)](g(J))
  since For m = n both sides are 0. Else draw J among the subsets with i and k uniformly among the n - m
        elements outside J: J without i and with k is uniform among the subsets without i, since each of
        these arises from m pairs (J, k). Average f(J) <= g.

expect-swap-subsets  mu: law(data); nu: law(set(int)); f: data, set(int) -> real; b: real
  if forall S: data. forall J: set(int). abs(f(S, J)) <= b
  then E[S ~ mu](E[J ~ nu](f(S, J))) = E[J ~ nu](E[S ~ mu](f(S, J)))
  since f is jointly measurable and bounded: Fubini's theorem for the product of the two laws.

subset-sized  f: set(int) -> real; g: set(int) -> real; m: int
  if 0 <= m; m <= n; forall J: set(int). sum[j, 1, n](P[K ~ subsets(0)](j in J)) = m implies f(J) <= g(J)
  then E[J ~ subsets(m)](f(J)) <= E[J ~ subsets(m)](g(J))
  since The chance of an event that does not look at what is drawn is 1 or 0: the sum counts the members of J
        among 1, ..., n. All subsets that are drawn have m of them, and there are some; average.

uniform-mean  D: law(record); Z: data; f: record -> real
  if forall z: record. P[y ~ D](y = z) = sum[j, 1, n](P[L ~ subsets(0)](item(Z, j) = z))/n
  then E[z ~ D](f(z)) = sum[j, 1, n](f(item(Z, j)))/n
  since The chance of an event that does not look at what is drawn is 1 or 0: D has the weights of the law of
        item(Z, j), j uniform on 1, ..., n, and these add up to one.

resample  D: law(record); Z: data; g: data, set(int) -> real; m: int
  if forall z: record. P[y ~ D](y = z) = sum[j, 1, n](P[L ~ subsets(0)](item(Z, j) = z))/n; 1 <= m;
        forall S: data. forall J: set(int). g(S, J) >= 0;
        forall S: data. forall J: set(int). (forall z: record. sum[j, 1, n](P[L ~ subsets(0)](j in J and
        item(Z, j) = z)) = sum[j, 1, m](P[L ~ subsets(0)](item(S, j) = z))) implies g(S, fun j: int. 1 <= j
        and j <= m) = g(Z, J)
  then (1 - m*(m - 1)/(2*n))*E[J ~ subsets(m)](g(Z, J)) <= E[S ~ iid(D)](g(S, fun j: int. 1 <= j and j <= m))
  since D is the law of item(Z, X), X uniform on 1, ..., n: draw S by independent X(1), ..., X(n). X(1), ...,
        X(m) are distinct with a chance c of at least 1 - m (m - 1)/(2 n) (union bound over pairs); given
        that, J = {X(1), ..., X(m)} is a uniform subset with m elements, and every record is among the first
        m of S as often as among those of Z with places in J: g(S, first m) = g(Z, J). Elsewhere g >= 0, so
        the right side is at least c E g(Z, J), and E g(Z, J) >= 0; D has finite support. For m > n the
        factor is at most 0.

ratio-mean  mu: law(?); nu: law(?); r: ? -> real; f: ? -> real
  if ratio(mu, nu, r); integrable(nu, fun x: ?. r(x)*f(x))
  then integrable(mu, f) and E[x ~ mu](f(x)) = E[x ~ nu](r(x)*f(x))
  since mu is r nu, and r >= 0 nu-almost everywhere: the integral of |f| under mu is that of |r f| under nu,
        and so without the bars.

ratio-dominated  mu: law(?); nu: law(?); base: law(?); f: ? -> real; g: ? -> real; k: real; phi: ? -> prop
  if ratio(mu, base, f); ratio(nu, base, g); forall x: ?. f(x) <= k*g(x)
  then P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x))
  since Integrate f <= k g over the event under the common law.

event-bound  mu: law(?); f: ? -> real; phi: ? -> prop; t: real
  if integrable(mu, f); forall x: ?. f(x) >= 0; forall x: ?. phi(x) implies f(x) >= t
  then t*P[x ~ mu](phi(x)) <= E[x ~ mu](f(x))
  since t times the indicator of the event is at most f: where it happens f >= t, elsewhere f >= 0.

ratio-excess  mu: law(?); nu: law(?); r: ? -> real; k: real; f: ? -> real; phi: ? -> prop
  if ratio(mu, nu, r); integrable(mu, f); forall x: ?. f(x) >= 0; forall x: ?. r(x) - k <= f(x)*r(x)
  then P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x)) + E[x ~ mu](f(x))
  since mu(phi) - k nu(phi) is the integral of r - k over phi under nu, hence at most that of f r, which is
        the integral of f over phi under mu; and f >= 0 elsewhere.

sum-last  f: int -> real; m: int
  if m >= 1
  then sum[j, 1, m](f(j)) = sum[j, 1, m - 1](f(j)) + f(m)
  since The last summand apart; for m = 1 the other sum is empty.
""")
