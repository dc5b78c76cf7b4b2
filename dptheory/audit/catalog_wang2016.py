"""Experiments on Wang, Lei and Fienberg 2016: finite worlds, every data set enumerated.

Importing this loads no numpy; running one does.
"""

from __future__ import annotations

from dptheory.audit.records import Experiment
from dptheory.audit.trials import runs

_RATES = ("eps", "delta", "xi", "xi1", "xi2")
_SAMPLES = ("eps", "delta", "n", "m", "gam")
_SPACES = ("eps", "n", "K", "rho", "g", "t", "Delta")


def _enumerated(
    name: str, statement: str, words: str, offered: tuple[str, ...], trial: str, reading: str = "bound"
) -> Experiment:
    return Experiment(name, statement, words, offered, runs("enumerating", trial), reading)


def of_private_rules() -> tuple[Experiment, ...]:
    """Stability, generalisation and consistency of private rules."""
    return (
        _enumerated(
            "stability-on-finite-worlds",
            "wang2016.lemma8",
            "Total variation between neighbours: randomised response, exponential mechanisms.",
            _RATES,
            "pure_stability",
        ),
        _enumerated(
            "stability-with-slack-on-finite-worlds",
            "wang2016.lemma30",
            "The same for mechanisms that reveal something with probability delta.",
            _RATES,
            "approximate_stability",
        ),
        _enumerated(
            "generalisation-on-finite-worlds",
            "wang2016.corollary9.generalisation",
            "Expected risk against expected empirical risk of private rules.",
            _RATES,
            "gap_trial",
        ),
        _enumerated(
            "consistency-on-finite-worlds",
            "wang2016.corollary9",
            "The excess risk of private rules, with the rates that they have.",
            _RATES,
            "pure_consistency",
        ),
        _enumerated(
            "consistency-with-slack-on-finite-worlds",
            "wang2016.theorem32",
            "The same for rules that reveal the empirical minimiser with probability delta.",
            _RATES,
            "approximate_consistency",
        ),
        _enumerated(
            "slack-of-a-perturbed-mechanism",
            "wang2016.section5.2.private",
            "The least delta of a mechanism at distance tau of an eps-private one.",
            ("eps", "tau"),
            "perturbed_trial",
        ),
        _enumerated(
            "risk-of-algorithm1-on-finite-spaces",
            "wang2016.theorem19",
            "The excess risk of Algorithm 1 over finitely many hypotheses.",
            _SPACES,
            "risk_of_algorithm1",
        ),
        _enumerated(
            "empirical-risk-of-algorithm1-on-finite-spaces",
            "wang2016.lemma37",
            "How far the empirical risk of Algorithm 1 exceeds the least.",
            _SPACES,
            "empirical_risk_of_algorithm1",
        ),
    )


def of_subsampling() -> tuple[Experiment, ...]:
    """What a random sample of the records keeps, and what it costs."""
    return (
        _enumerated(
            "amplification-on-finite-worlds",
            "wang2016.lemma34",
            "The privacy loss of randomised response of whether one record is in the sample.",
            _SAMPLES,
            "amplification",
            "rate",
        ),
        _enumerated(
            "amplification-by-roots-on-finite-worlds",
            "wang2016.lemma4",
            "The same for samples of the root of n records.",
            _SAMPLES,
            "amplification_by_roots",
            "rate",
        ),
        _enumerated(
            "slack-of-subsampling-on-finite-worlds",
            "wang2016.lemma31",
            "The least delta of it at log(1 + m/n (e^eps - 1)).",
            _SAMPLES,
            "slack_trial",
        ),
        _enumerated(
            "exposure-of-a-sample",
            "wang2016.lemma29",
            "The least delta at eps = 0 of an algorithm that tells whether a record is in its sample.",
            ("n", "m", "dt"),
            "exposure",
        ),
        _enumerated(
            "exposure-of-a-root-sample",
            "wang2016.lemma29",
            "The same for samples of the root of n records.",
            ("n", "m", "dt"),
            "exposure_by_roots",
        ),
        _enumerated(
            "empirical-risk-on-a-sample",
            "wang2016.lemma10",
            "The empirical risk, on all records, of a rule that sees a sample of the root of n.",
            ("xi", "n", "m"),
            "resampling_trial",
        ),
    )
