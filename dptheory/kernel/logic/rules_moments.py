"""Rules about likelihood ratios, normal laws, laws of sequences and random subsets.

As in ``rules.py``: for all values of its variables the premises imply the conclusion, ``?`` is any one
sort, a function is Borel measurable, and E of what is not integrable is 0.
"""

from __future__ import annotations

from typing import Final

_RATIO = "mu: law(?); nu: law(?); r: ? -> real; k: real"
_PLACE = ("1 <= i", "i <= n")
_STEP = "forall t: int. 1 <= t and t <= T implies "
_INDEPENDENT = "chain(T, fun t: int. fun x: (int -> vec). {}(t))"
_UNIFORM = "forall z: record. P[y ~ D](y = z) = sum[j, 1, n](P[L ~ subsets(0)](item(Z, j) = z))/n"
_GAP = "(norm(x - b)**2 - norm(x - c)**2)/(2*s**2)"

_RATIOS: Final = (
    (
        "ratio-tail",
        _RATIO + "; phi: ? -> prop",
        ("ratio(mu, nu, r)", "k >= 0"),
        "P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x)) + 1 - P[x ~ mu](r(x) <= k)",
        "mu(phi) <= mu(phi and r <= k) + mu(r > k). The first is the integral of r over {phi,"
        " r <= k} under nu,"
        " hence at most k nu(phi), as k >= 0.",
    ),
    (
        "ratio-bounded",
        _RATIO,
        (
            "ratio(mu, nu, r)",
            "forall B: set(?). P[x ~ mu](x in B) <= k*P[x ~ nu](x in B)",
            "forall B: set(?). P[x ~ nu](x in B) <= k*P[x ~ mu](x in B)",
        ),
        "P[x ~ mu](r(x) <= k) = 1 and P[x ~ mu](1 <= k*r(x)) = 1",
        "Let B = {r > k}. The integral of r - k over B under nu is mu(B) - k nu(B) <= 0, and r - k > 0 on B,"
        " so nu(B) = 0; hence mu(B), the integral of r over B, is 0. Likewise for B = {k r < 1} with 1 - k r,"
        " whose integral over B is nu(B) - k mu(B).",
    ),
    (
        "ratio-sides",
        _RATIO,
        ("ratio(mu, nu, r)",),
        "P[x ~ mu](r(x) >= k) >= k*P[x ~ nu](r(x) >= k) and P[x ~ mu](r(x) <= k) <= k*P[x ~ nu](r(x) <= k)",
        "The left sides are the integrals of r over {r >= k} and over {r <= k} under nu.",
    ),
    (
        "expect-positive",
        "mu: law(?); f: ? -> real",
        ("integrable(mu, f)", "forall x: ?. f(x) > 0"),
        "E[x ~ mu](f(x)) > 0",
        "A positive function whose integral is 0 would be 0 almost everywhere, and the law has mass one.",
    ),
)

_NORMAL: Final = (
    (
        "gaussian-ratio",
        "c: vec; b: vec; s: real",
        ("s > 0",),
        f"ratio(gaussian(c, s), gaussian(b, s), fun x: vec. exp({_GAP}))",
        "Both have positive Lebesgue densities const exp(-norm(x - c)^2/(2 s^2)), const"
        " exp(-norm(x - b)^2/(2 s^2))"
        " with the same constant; divide.",
    ),
    (
        "gaussian-moment",
        "c: vec; b: vec; s: real; t: real",
        ("s > 0",),
        f"integrable(gaussian(c, s), fun x: vec. exp(t*({_GAP}))) and"
        f" E[x ~ gaussian(c, s)](exp(t*({_GAP}))) = exp(t*(t + 1)*norm(c - b)**2/(2*s**2))",
        "With D = norm(c - b), norm(x - b)^2 - norm(x - c)^2 = D^2 + 2<x - c, c - b>, and <x"
        " - c, c - b> is normal"
        " with mean 0 and variance s^2 D^2; E exp(t <x - c, c - b>/s^2) = exp(t^2 D^2/(2 s^2)).",
    ),
    (
        "noise-scale",
        "c: vec; a: real; s: real",
        ("a > 0", "s > 0"),
        "image[k ~ l2laplace(s)](c + a*k) = image[k ~ l2laplace(a*s)](c + k)",
        "If k has density const exp(-norm(k)/s) then a k has density const exp(-norm(k)/(a s)).",
    ),
)

_CHAINS: Final = (
    (
        "chain-dominated",
        "T: int; K: int, (int -> vec) -> law(vec); L: int, (int -> vec) -> law(vec); e: int -> real;"
        " phi: (int -> vec) -> prop",
        (
            _STEP + "forall x: (int -> vec). forall B: set(vec)."
            " P[w ~ K(t, x)](w in B) <= exp(e(t))*P[w ~ L(t, x)](w in B)",
        ),
        "P[x ~ chain(T, K)](phi(x)) <= exp(sum[t, 1, T](e(t)))*P[x ~ chain(T, L)](phi(x))",
        "By induction on T. For given first T - 1 draws K(T, .) <= exp(e(T)) L(T, .) as"
        " measures; integrate this"
        " over the law of the first T - 1 draws, which is at most exp(e(1) + ... + e(T-1))"
        " times that of L. For"
        " T <= 0 both laws sit on the zero sequence and the sum is empty.",
    ),
    (
        "chain-ratio",
        "T: int; K: int -> law(vec); L: int -> law(vec); f: int, vec -> real",
        (_STEP + "ratio(K(t), L(t), fun w: vec. exp(f(t, w)))",),
        f"ratio({_INDEPENDENT.format('K')}, {_INDEPENDENT.format('L')},"
        " fun x: (int -> vec). exp(sum[t, 1, T](f(t, x(t)))))",
        "The draws are independent: by Fubini the product of the densities is a density of"
        " the product law, and"
        " all draws after the T-th are zero in both.",
    ),
    (
        "chain-moment",
        "T: int; K: int -> law(vec); f: int, vec -> real",
        (_STEP + "integrable(K(t), fun w: vec. exp(f(t, w)))",),
        f"integrable({_INDEPENDENT.format('K')}, fun x: (int -> vec). exp(sum[t, 1, T](f(t, x(t))))) and"
        f" E[x ~ {_INDEPENDENT.format('K')}](exp(sum[t, 1, T](f(t, x(t)))))"
        " = exp(sum[t, 1, T](log(E[w ~ K(t)](exp(f(t, w))))))",
        "The expectation of a product of non-negative functions of independent draws is the product of the"
        " expectations (Fubini-Tonelli), each of which is positive and finite.",
    ),
)

_SUBSETS: Final = (
    (
        "subset-split",
        "h: set(int) -> real; m: int; i: int",
        (*_PLACE, "0 <= m", "m <= n"),
        "E[J ~ subsets(m)](h(J)) = m/n*E[J ~ subsets_with(m, i)](h(J)) + (1 - m/n)*E[J ~"
        " subsets_without(m, i)](h(J))",
        "A uniform subset of m of n elements contains i with probability m/n, and given that"
        " it does (does not)"
        " it is uniform among those that do (do not). For m = 0 or m = n one factor is 0.",
    ),
    (
        "subset-with",
        "f: set(int) -> real; g: set(int) -> real; m: int; i: int",
        (*_PLACE, "1 <= m", "m <= n", "forall J: set(int). i in J implies f(J) <= g(J)"),
        "E[J ~ subsets_with(m, i)](f(J)) <= E[J ~ subsets_with(m, i)](g(J))",
        "All these subsets contain i, and there are some as 1 <= m <= n; average.",
    ),
    (
        "subset-without",
        "f: set(int) -> real; g: set(int) -> real; m: int; i: int",
        (*_PLACE, "0 <= m", "m <= n", "forall J: set(int). not i in J implies f(J) <= g(J)"),
        "(n - m)*E[J ~ subsets_without(m, i)](f(J)) <= (n - m)*E[J ~ subsets_without(m, i)](g(J))",
        "None of these subsets contains i, and there are some if m < n; average. For m = n both sides are 0.",
    ),
    (
        "subset-exchange",
        "f: set(int) -> real; g: set(int) -> real; m: int; i: int",
        (
            *_PLACE,
            "1 <= m",
            "m <= n",
            "forall J: set(int). forall k: int. 1 <= k and k <= n implies"
            " (i in J and not k in J implies f(J) <= g(fun j: int. (j in J and not j = i) or j = k))",
        ),
        "(n - m)*E[J ~ subsets_with(m, i)](f(J)) <= (n - m)*E[J ~ subsets_without(m, i)](g(J))",
        "For m = n both sides are 0. Else draw J among the subsets with i and k uniformly"
        " among the n - m elements"
        " outside J: J without i and with k is uniform among the subsets without i, since"
        " each of these arises"
        " from m pairs (J, k). Average f(J) <= g.",
    ),
    (
        "expect-swap-subsets",
        "mu: law(data); nu: law(set(int)); f: data, set(int) -> real; b: real",
        ("forall S: data. forall J: set(int). abs(f(S, J)) <= b",),
        "E[S ~ mu](E[J ~ nu](f(S, J))) = E[J ~ nu](E[S ~ mu](f(S, J)))",
        "f is jointly measurable and bounded: Fubini's theorem for the product of the two laws.",
    ),
    (
        "subset-sized",
        "f: set(int) -> real; g: set(int) -> real; m: int",
        (
            "0 <= m",
            "m <= n",
            "forall J: set(int). sum[j, 1, n](P[K ~ subsets(0)](j in J)) = m implies f(J) <= g(J)",
        ),
        "E[J ~ subsets(m)](f(J)) <= E[J ~ subsets(m)](g(J))",
        "The chance of an event that does not look at what is drawn is 1 or 0: the sum counts the members"
        " of J among 1, ..., n. All subsets that are drawn have m of them, and there are some; average.",
    ),
    (
        "uniform-mean",
        "D: law(record); Z: data; f: record -> real",
        (_UNIFORM,),
        "E[z ~ D](f(z)) = sum[j, 1, n](f(item(Z, j)))/n",
        "The chance of an event that does not look at what is drawn is 1 or 0: D has the weights of the"
        " law of item(Z, j), j uniform on 1, ..., n, and these add up to one.",
    ),
    (
        "resample",
        "D: law(record); Z: data; g: data, set(int) -> real; m: int",
        (
            _UNIFORM,
            "1 <= m",
            "forall S: data. forall J: set(int). g(S, J) >= 0",
            "forall S: data. forall J: set(int). (forall z: record."
            " sum[j, 1, n](P[L ~ subsets(0)](j in J and item(Z, j) = z))"
            " = sum[j, 1, m](P[L ~ subsets(0)](item(S, j) = z)))"
            " implies g(S, fun j: int. 1 <= j and j <= m) = g(Z, J)",
        ),
        "(1 - m*(m - 1)/(2*n))*E[J ~ subsets(m)](g(Z, J))"
        " <= E[S ~ iid(D)](g(S, fun j: int. 1 <= j and j <= m))",
        "D is the law of item(Z, X), X uniform on 1, ..., n: draw S by independent X(1), ..., X(n). X(1),"
        " ..., X(m) are distinct with a chance c of at least 1 - m (m - 1)/(2 n) (union bound over pairs);"
        " given that, J = {X(1), ..., X(m)} is a uniform subset with m elements, and every record is among"
        " the first m of S as often as among those of Z with places in J: g(S, first m) = g(Z, J)."
        " Elsewhere g >= 0, so the right side is at least c E g(Z, J), and E g(Z, J) >= 0; D has finite"
        " support. For m > n the factor is at most 0.",
    ),
)

_COMMON: Final = (
    (
        "ratio-mean",
        "mu: law(?); nu: law(?); r: ? -> real; f: ? -> real",
        ("ratio(mu, nu, r)", "integrable(nu, fun x: ?. r(x)*f(x))"),
        "integrable(mu, f) and E[x ~ mu](f(x)) = E[x ~ nu](r(x)*f(x))",
        "mu is r nu, and r >= 0 nu-almost everywhere: the integral of |f| under mu is that of"
        " |r f| under nu, and so without the bars.",
    ),
    (
        "ratio-dominated",
        "mu: law(?); nu: law(?); base: law(?); f: ? -> real; g: ? -> real; k: real; phi: ? -> prop",
        ("ratio(mu, base, f)", "ratio(nu, base, g)", "forall x: ?. f(x) <= k*g(x)"),
        "P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x))",
        "Integrate f <= k g over the event under the common law.",
    ),
    (
        "event-bound",
        "mu: law(?); f: ? -> real; phi: ? -> prop; t: real",
        ("integrable(mu, f)", "forall x: ?. f(x) >= 0", "forall x: ?. phi(x) implies f(x) >= t"),
        "t*P[x ~ mu](phi(x)) <= E[x ~ mu](f(x))",
        "t times the indicator of the event is at most f: where it happens f >= t, elsewhere f >= 0.",
    ),
)


_MORE: Final = (
    (
        "ratio-excess",
        _RATIO + "; f: ? -> real; phi: ? -> prop",
        (
            "ratio(mu, nu, r)",
            "integrable(mu, f)",
            "forall x: ?. f(x) >= 0",
            "forall x: ?. r(x) - k <= f(x)*r(x)",
        ),
        "P[x ~ mu](phi(x)) <= k*P[x ~ nu](phi(x)) + E[x ~ mu](f(x))",
        "mu(phi) - k nu(phi) is the integral of r - k over phi under nu, hence at most that of f r, which is"
        " the integral of f over phi under mu; and f >= 0 elsewhere.",
    ),
    (
        "sum-last",
        "f: int -> real; m: int",
        ("m >= 1",),
        "sum[j, 1, m](f(j)) = sum[j, 1, m - 1](f(j)) + f(m)",
        "The last summand apart; for m = 1 the other sum is empty.",
    ),
)

MOMENTS: Final = (*_RATIOS, *_NORMAL, *_CHAINS, *_SUBSETS, *_COMMON, *_MORE)
