"""The facts, lemmas and rules of the checker for claims, in words."""

from __future__ import annotations

from typing import Final

from ..kernel import KernelError
from ..kernel.real import fact

FACTS: Final = {
    "exp-positive": "an exponential is positive",
    "exp-zero": "value of the exponential at 0",
    "exp-one": "definition of E",
    "exp-add": "exponential of a sum",
    "exp-sub": "exponential of a difference",
    "exp-neg": "exponential of the negative",
    "exp-multiple": "exponential of a multiple",
    "exp-lower": "the tangent at 0 lies below the exponential",
    "exp-lower-strict": "the tangent at 0 lies strictly below the exponential elsewhere",
    "exp-upper": "the tangent of the exponential, at the negative",
    "exp-monotone": "the exponential increases",
    "exp-strict": "the exponential increases strictly",
    "exp-log": "the exponential undoes the logarithm",
    "log-exp": "the logarithm undoes the exponential",
    "log-one": "value of the logarithm at 1",
    "log-e": "definition of E",
    "log-product": "logarithm of a product",
    "log-quotient": "logarithm of a quotient",
    "log-power": "logarithm of a power",
    "log-sqrt": "logarithm of a root",
    "log-upper": "the tangent at 1 lies above the logarithm",
    "log-upper-strict": "the tangent at 1 lies strictly above the logarithm elsewhere",
    "log-lower": "the tangent of the logarithm, at the inverse",
    "log-monotone": "the logarithm increases",
    "log-strict": "the logarithm increases strictly",
    "log-nonnegative": "the logarithm from 1 on",
    "log-positive": "the logarithm beyond 1",
    "sqrt-square": "a root squared",
    "sqrt-nonnegative": "a root is not negative",
    "sqrt-positive": "the root of a positive number is positive",
    "sqrt-of-square": "the root of a square is the absolute value",
    "sqrt-product": "root of a product",
    "sqrt-quotient": "root of a quotient",
    "sqrt-monotone": "roots increase",
    "sqrt-strict": "roots increase strictly",
    "sqrt-exp": "root of an exponential",
    "sqrt-power": "a root is a power",
    "abs-of-nonnegative": "absolute value of what is not negative",
    "abs-of-nonpositive": "absolute value of what is not positive",
    "abs-square": "an absolute value squared",
    "abs-bounds": "a number lies between its absolute value and the negative of that",
    "abs-triangle": "triangle inequality",
    "power-as-exp": "definition of a power with a positive base",
    "e-power": "powers of E are exponentials",
    "power-positive": "a power of a positive number is positive",
    "bernoulli": "Bernoulli's inequality",
    "integer-gap": "whole numbers differ by at least 1",
    "sin-cos-square": "sine and cosine squared add up to 1",
    "sin-bounds": "a sine lies between -1 and 1",
    "cos-bounds": "a cosine lies between -1 and 1",
    "sin-zero": "values of the sine",
    "cos-zero": "values of the cosine",
    "sin-angles": "values of the sine",
    "cos-angles": "values of the cosine",
    "sin-upper": "a sine is at most its angle",
    "cos-lower": "a cosine is at least 1 less half the angle squared",
    "erfc-chernoff": "the tail bound of the error function",
    "uppergamma-step": "integration by parts",
    "gamma-step": "the functional equation of gamma",
}


def in_words(name: str) -> str:
    """The name of a fact or lemma in words, with the reason for it where the words do not say what it is.

    >>> in_words("exp-add"), in_words("tan-ratio")
    ('exponential of a sum', 'tan ratio: definition')
    """
    if name in FACTS:
        return FACTS[name]
    try:
        return f"{name.replace('-', ' ')}: {fact(name).proof}"
    except KernelError:
        return f"{name.replace('-', ' ')}, a listed fact"
