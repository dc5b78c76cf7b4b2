"""Rules about likelihood ratios, normal laws, sequences, random subsets, draws that follow one another, and
the change of variables: entries of the numbered list in ``rules.py``, with the conventions there."""

from __future__ import annotations

from typing import Final

from ..syntax import entries

MOMENTS: Final = entries("""
ratio-tail  mu: law(?); nu: law(?); r: ? -> real; k: real; phi: ? -> prop  if ratio(mu, nu, r); k >= 0
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

ratio-sides  mu: law(?); nu: law(?); r: ? -> real; k: real  if ratio(mu, nu, r)
  then P[x ~ mu](r(x) >= k) >= k*P[x ~ nu](r(x) >= k) and P[x ~ mu](r(x) <= k) <= k*P[x ~ nu](r(x) <= k)
  since The left sides are the integrals of r over {r >= k} and over {r <= k} under nu.

expect-positive  mu: law(?); f: ? -> real  if integrable(mu, f); forall x: ?. f(x) > 0
  then E[x ~ mu](f(x)) > 0
  since A positive function whose integral is 0 would be 0 almost everywhere, and the law has mass one.

gaussian-ratio  c: vec; b: vec; s: real  if s > 0
  then ratio(gaussian(c, s), gaussian(b, s), fun x: vec. exp((norm(x - b)**2 - norm(x - c)**2)/(2*s**2)))
  since Both have positive Lebesgue densities const exp(-norm(x - c)^2/(2 s^2)), const exp(-norm(x - b)^2/(2
        s^2)) with the same constant; divide.

gaussian-moment  c: vec; b: vec; s: real; t: real  if s > 0
  then integrable(gaussian(c, s), fun x: vec. exp(t*((norm(x - b)**2 - norm(x - c)**2)/(2*s**2))))
        and E[x ~ gaussian(c, s)](exp(t*((norm(x - b)**2 - norm(x - c)**2)/(2*s**2)))) = exp(t*(t + 1)*norm(c
        - b)**2/(2*s**2))
  since With D = norm(c - b), norm(x - b)^2 - norm(x - c)^2 = D^2 + 2<x - c, c - b>, and <x - c, c - b> is
        normal with mean 0 and variance s^2 D^2; E exp(t <x - c, c - b>/s^2) = exp(t^2 D^2/(2 s^2)).

noise-scale  c: vec; a: real; s: real  if a > 0; s > 0
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

subset-split  h: set(int) -> real; m: int; i: int  if 1 <= i; i <= n; 0 <= m; m <= n
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
  then P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x))  since Integrate f <= k g over the event under the common law.

event-bound  mu: law(?); f: ? -> real; phi: ? -> prop; t: real
  if integrable(mu, f); forall x: ?. f(x) >= 0; forall x: ?. phi(x) implies f(x) >= t
  then t*P[x ~ mu](phi(x)) <= E[x ~ mu](f(x))
  since t times the indicator of the event is at most f: where it happens f >= t, elsewhere f >= 0.

ratio-excess  mu: law(?); nu: law(?); r: ? -> real; k: real; f: ? -> real; phi: ? -> prop
  if ratio(mu, nu, r); integrable(mu, f); forall x: ?. f(x) >= 0; forall x: ?. r(x) - k <= f(x)*r(x)
  then P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x)) + E[x ~ mu](f(x))
  since mu(phi) - k nu(phi) is the integral of r - k over phi under nu, hence at most that of f r, which is
        the integral of f over phi under mu; and f >= 0 elsewhere.

sum-last  f: int -> real; m: int  if m >= 1  then sum[j, 1, m](f(j)) = sum[j, 1, m - 1](f(j)) + f(m)
  since The last summand apart; for m = 1 the other sum is empty.
""")

DRAWN: Final = entries("""
induction  phi: int -> prop; m: int  if phi(0); forall j: int. 0 <= j and phi(j) implies phi(j + 1); m >= 0
  then phi(m)  since By induction phi(j) for j = 0, 1, 2, ...; m is one of these.

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

image-expect  mu: law(vec); h: vec -> vec; f: vec -> real  if integrable(mu, fun x: vec. f(h(x)))
  then integrable(image[x ~ mu](h(x)), f) and E[y ~ image[x ~ mu](h(x))](f(y)) = E[x ~ mu](f(h(x)))
  since Change of variables for the image law: so for indicators by its definition, then for simple
        functions, for non-negative ones as limits of these, and for the positive and the negative part.

mixture-mean  mu: law(?); K: ? -> law(vec); f: vec -> real; b: real
  if forall x: ?. integrable(K(x), f); forall x: ?. E[y ~ K(x)](abs(f(y))) <= b
  then integrable(mixture[x ~ mu](K(x)), f)
        and E[y ~ mixture[x ~ mu](K(x))](f(y)) = E[x ~ mu](E[y ~ K(x)](f(y)))
  since By Tonelli's theorem for a law and a kernel the integral of |f| under the mixture is that of its
        integrals under K(x), at most b; hence f is integrable and Fubini's theorem applies.

noise-moments  c: vec; s: real  if s > 0
  then integrable(l2laplace(s), fun k: vec. norm(k)) and E[k ~ l2laplace(s)](norm(k)) = d*s
        and integrable(l2laplace(s), fun k: vec. norm(c + k)**2)
        and E[k ~ l2laplace(s)](norm(c + k)**2) = norm(c)**2 + d*(d + 1)*s**2
  since norm(k) has the law Gamma(d, s) (polar coordinates), whose moments are d s and d (d + 1) s^2. norm(c
        + k)^2 = norm(c)^2 + 2<c, k> + norm(k)^2, and the law is that of -k too, so <c, k>, which is
        integrable, has mean 0.
""")

MOVED: Final = entries("""
sum-term  f: int -> real; i: int; m: int
  if forall j: int. 1 <= j and j <= m implies f(j) >= 0; 1 <= i; i <= m
  then f(i) <= sum[j, 1, m](f(j))  since The other summands are not negative.

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
