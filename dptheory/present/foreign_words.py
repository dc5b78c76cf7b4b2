"""Words that other languages have and claims do not, with what says the same."""

from __future__ import annotations

from typing import Final

UNSAID: Final = {
    "iff": "for `A iff B` write `(A implies B) and (B implies A)`",
    "xor": "for `A xor B` write `(A or B) and not (A and B)`",
    "if": "for `A if B` write `B implies A`, or B as a condition",
    "when": "for `A when B` write `B implies A`, or B as a condition",
    "in": "for an interval write `a <= x <= b`; a variable is a real number, or `n integer`",
    "even": "for an even n write 2*k with an integer k",
    "odd": "for an odd n write 2*k + 1 with an integer k",
    "mod": "for the remainder of n by k write n - k*floor(n/k)",
    "round": "for the nearest integer write floor(x + 1/2)",
    "sign": "for the sign of x != 0 write x/abs(x)",
    "sgn": "for the sign of x != 0 write x/abs(x)",
    "argmax": "a claim compares numbers: state what holds at the maximiser, or take max(...)",
    "argmin": "a claim compares numbers: state what holds at the minimiser, or take min(...)",
    "sup": "there is no supremum over a variable: a bound for all values of it says the same",
    "inf": "there is no infimum over a variable: a bound for all values of it says the same",
    "digamma": "for p = digamma(x), x > 0, state the conditions log(x) - 1/x <= p <= log(x) - 1/(2*x)",
    "zeta": "there is no infinite sum: sum(1/j^s, j, 1, n) is a part of it, for every n",
    "lambertw": "for w = W(x) state the conditions w*exp(w) = x, w >= -1",
    "LambertW": "for w = W(x) state the conditions w*exp(w) = x, w >= -1",
    "W": "for w = W(x) state the conditions w*exp(w) = x, w >= -1",
    "lim": "there is no limit: ask `growth`, or for a bound for all large values",
}
"""Each word, and what to write."""


def unsaid(word: str) -> str:
    """What to write in place of a word; nothing if it is none of these.

    >>> unsaid("iff")
    'there is no `iff`: for `A iff B` write `(A implies B) and (B implies A)`'
    """
    return f"there is no `{word}`: {UNSAID[word]}" if word in UNSAID else ""
