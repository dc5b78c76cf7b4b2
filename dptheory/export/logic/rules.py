"""Which rules of the logic have lemmas in ``coq/``, and in which file: a lemma is called as its rule."""

from __future__ import annotations

from typing import Final

LEMMAS: Final[dict[str, str]] = dict.fromkeys([
    "norm-nonnegative", "triangle", "norm-scale", "norm-symmetric", "norm-combination", "ball-closed",
    "norm-zero", "limit", "sum-replace", "sum-linear", "sum-monotone", "sum-constant", "sum-last",
    "sum-term", "replaced", "replace-apart", "size-positive", "dimension-positive", "data-steps",
    "order-cases", "not-at-most", "not-at-most-above", "contraposition", "induction",
    "erfc-reflection",
], "Logic") | dict.fromkeys([
    "expect-linear", "expect-constant", "expect-monotone", "expect-equal", "expect-abs",
    "integrable-linear", "integrable-constant", "integrable-dominated", "integrable-abs", "expect-sum",
    "expect-item", "exchange", "expect-positive", "prob-range", "prob-monotone", "prob-both",
    "prob-complement", "prob-certain", "markov", "event-bound", "expect-outside", "prob-disjoint",
    "image-prob", "image-expect", "mixture-prob", "mixture-expect", "mixture-mean", "integrable-chance",
    "expect-swap", "ratio-expect", "ratio-expect-shift", "exponential-mechanism", "ratio-mean",
    "ratio-best", "ratio-dominated", "ratio-tail", "ratio-sides", "ratio-excess", "ratio-inverse",
    "ratio-bounded",
], "LogicLaws")  # fmt: skip


def lemma(rule: str) -> str:
    """The name in Coq of a rule's lemma.

    >>> lemma("norm-scale")
    'norm_scale'
    """
    return rule.replace("-", "_")
