"""Experiments on privacy, on released points and on learning rules: Wu et al. 2015, and Wang et al. 2016.

Importing this loads neither numpy nor scipy; running one does.
"""

from __future__ import annotations

from dptheory.audit.records import Experiment
from dptheory.audit.trials import audits, measures, runs

_OUTPUT = ("rho", "lam", "R", "n", "eps")
_OBJECTIVE = ("eps", "lam", "n", "c")
_UTILITY = ("rho", "lam", "R", "n", "d", "eps", "delta", "bet")


def of_privacy() -> tuple[Experiment, ...]:
    """Audits of mechanisms with the noise that a statement names, for the eps that it promises."""
    audit = "An audit of the worst neighbours known, with the noise of the statement: "
    return (
        Experiment(
            "privacy-of-noisy-sums",
            "wu2015.theorem8",
            audit + "sums in one dimension and in two.",
            ("Delta", "eps"),
            audits("sums"),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm1",
            "wu2015.algorithm1",
            audit + "linear losses with the regulariser inside, minimisers at the ends of the ball.",
            _OUTPUT,
            audits("strongly_convex"),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm2",
            "wu2015.algorithm2",
            audit + "the hinge loss and a linear one.",
            _OUTPUT,
            audits("convex"),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm4",
            "wu2015.algorithm4",
            audit + "least squares over a small ball.",
            _OUTPUT,
            audits("least_squares"),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm3",
            "wu2015.algorithm3",
            audit + "a rounded hinge loss of curvature 1, four records.",
            _OBJECTIVE,
            audits("objective", 0.5, 4),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm3-curved",
            "wu2015.algorithm3",
            audit + "a rounded hinge loss of curvature 2, two records, the larger regulariser.",
            _OBJECTIVE,
            audits("objective", 0.25, 2),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm3-uncalibrated",
            "wu2015.algorithm3",
            audit + "the same without the larger regulariser.",
            _OBJECTIVE,
            audits("uncalibrated"),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm5",
            "wu2015.algorithm5",
            audit + "two hypotheses at the ends of the ball, four validation records.",
            ("eps", "R", "v"),
            audits("picking", 4),
            "eps",
        ),
        Experiment(
            "privacy-of-exponential-erm",
            "wang2016.algorithm1",
            audit + "eight hypotheses, one record, the sensitivity 1/n.",
            ("eps", "Delta", "n"),
            audits("exponential_erm", 1.0),
            "eps",
        ),
        Experiment(
            "privacy-of-exponential-erm-printed",
            "wang2016.algorithm1",
            audit + "the same with 2/n for the sensitivity.",
            ("eps", "Delta", "n"),
            audits("exponential_erm", 2.0),
            "eps",
        ),
        Experiment(
            "privacy-of-algorithm5-one-record",
            "wu2015.algorithm5",
            audit + "the same with one validation record.",
            ("eps", "R", "v"),
            audits("picking", 1),
            "eps",
        ),
    )


def of_released_points() -> tuple[Experiment, ...]:
    """Where noise takes a point, what that costs, and how far one record moves expected losses."""
    return (
        Experiment(
            "distance-of-the-release",
            "wu2015.section3.2.scale",
            "How far Algorithm 1 releases from the minimiser, with exact binomial confidence.",
            ("rho", "lam", "eps", "n", "d", "gam"),
            runs("released", "distance_trial"),
        ),
        Experiment(
            "risk-of-close-points",
            "wu2015.lemma17",
            "How far noise moves the risk of a linear loss, with exact binomial confidence.",
            ("rho", "kap", "gam"),
            runs("released", "risk_trial"),
        ),
        Experiment(
            "training-error-of-the-release",
            "wu2015.lemma22",
            "The training error of Algorithm 1 for losses that are quadratic everywhere.",
            ("rho", "lam", "eps", "n", "d", "bet", "gam"),
            runs("released", "training_trial"),
        ),
        Experiment(
            "stability-of-private-rules",
            "wu2015.proposition10",
            "How far one record moves the expected loss, for randomised response and a noisy threshold.",
            ("bound", "eps"),
            runs("released", "stability_trial"),
            "stable",
        ),
        Experiment(
            "sensitivity-of-validation",
            "wu2015.algorithm5.sensitivity",
            "How far one record moves a validation loss over the ball, searched.",
            ("R", "v"),
            runs("released", "validation_trial"),
        ),
    )


def of_rules() -> tuple[Experiment, ...]:
    """The risk of learning rules whose data sets are drawn from the diabetes data."""
    return (
        Experiment(
            "risk-of-the-exponential-mechanism",
            "wang2016.lemma36",
            "The penalised risk of what is chosen among finitely many hypotheses, on average.",
            ("K", "rho", "eps", "n", "Delta", "lam", "t", "g"),
            runs("chosen", "risk_trial"),
        ),
        Experiment(
            "excess-risk-of-the-minimiser",
            "wu2015.theorem19",
            "The excess risk of the minimiser, for a loss that contains the regulariser.",
            _UTILITY,
            measures("noiseless_worlds"),
        ),
        Experiment(
            "excess-risk-of-a-stable-rule",
            "sharp.confidence",
            "The same with the regulariser beside the loss, and the stability that was proved of the rule.",
            _UTILITY,
            measures("noiseless_worlds", apart=True),
        ),
        Experiment(
            "excess-risk-of-a-perturbed-rule",
            "wu2015.theorem18",
            "A rule's own rate, estimated without noise, and what noise adds to it.",
            (*_UTILITY, "rate", "kap", "gam", "Delta"),
            runs("utility", "perturbed_trial"),
        ),
        Experiment(
            "excess-risk-with-the-stated-noise-1",
            "wu2015.theorem20",
            "Algorithm 1 with the noise of the statement.",
            _UTILITY,
            measures("projected_worlds"),
            "risk",
        ),
        Experiment(
            "excess-risk-with-the-stated-noise-2",
            "wu2015.theorem21",
            "Algorithm 2 with the noise of the statement, also unprojected with a loss Lipschitz everywhere.",
            _UTILITY,
            measures("everywhere_worlds"),
            "risk",
        ),
    )
