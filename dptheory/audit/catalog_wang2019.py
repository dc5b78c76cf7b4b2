"""Experiments on Wang 2019: the real mechanisms, sampled on one data set with and without one record.

Importing this loads no numpy; running one does.
"""

from __future__ import annotations

from dptheory.audit.records import Experiment
from dptheory.audit.trials import runs


def of_instances() -> tuple[Experiment, ...]:
    """Per-instance privacy of one posterior sample and of Gaussian noise, and what follows from it."""
    return (
        Experiment(
            "exposure-of-a-posterior-sample",
            "wang2019.theorem14",
            "Posterior samples without and with one record; the loss of an event at delta, from below.",
            ("lev", "r", "gam", "delta"),
            runs("instances", "posterior_trial"),
            "instance",
        ),
        Experiment(
            "exposure-of-gaussian-answers",
            "wang2019.lemma4",
            "Gaussian noise on two answers; the loss of an event at delta, from below.",
            ("Delta", "gam", "delta"),
            runs("instances", "gaussian_trial"),
            "instance",
        ),
        Experiment(
            "exposure-of-two-posterior-samples",
            "calculus.instance.composition",
            "Two posterior samples, both released; the loss of an event at twice delta, from below.",
            ("eps", "eps2"),
            runs("instances", "twice_trial"),
            "instance",
        ),
        Experiment(
            "generalisation-of-a-posterior-sample",
            "wang2019.proposition9",
            "Risk less empirical risk of posterior samples and of randomised response, from below.",
            ("mean", "m", "delta"),
            runs("instances", "gap_trial"),
            "generalises",
        ),
    )
