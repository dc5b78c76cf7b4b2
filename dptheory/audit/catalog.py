"""The experiments on Wu et al. 2015, on Chaudhuri's lecture, on Wang et al. 2016 and on
Wang 2019.

Importing this loads neither numpy nor scipy; running an experiment does.
"""

from __future__ import annotations

from dptheory.audit.catalog_wang2016 import of_private_rules, of_subsampling
from dptheory.audit.catalog_wang2019 import of_instances
from dptheory.audit.catalog_wu2015 import of_privacy, of_released_points, of_rules
from dptheory.audit.records import Experiment
from dptheory.audit.trials import measures, runs


def sensitivity_by_retraining(statement: str = "wu2015.theorem14") -> Experiment:
    """The bound on ||A(S) - A(S^(i))|| against retraining on the diabetes data."""
    return Experiment(
        "sensitivity-by-retraining",
        statement,
        "Each record of the diabetes data is replaced in turn by worst-case records; the rule is retrained.",
        ("rho", "lam", "n", "R"),
        runs("retraining"),
    )


def sensitivity_of_regularised_rules(statement: str = "wu2015.theorem14") -> Experiment:
    """The same bound against a worst-case search over small data sets with linear losses."""
    return Experiment(
        "sensitivity-of-regularised-rules",
        statement,
        "Small data sets with linear losses climb towards the largest move of the regularised minimiser.",
        ("rho", "lam", "n", "d"),
        runs("worstcase", "regularised_trial"),
    )


def sensitivity_of_strongly_convex_losses(statement: str = "wu2015.theorem15") -> Experiment:
    """The bound for losses that are strongly convex themselves, at the instance that attains 2 rho / (lam (n
    + 1)).
    """
    return Experiment(
        "sensitivity-of-strongly-convex-losses",
        statement,
        "Quadratic losses on an interval whose two minimisers are its ends.",
        ("rho", "lam", "n", "R"),
        runs("worstcase", "strong_trial"),
    )


def noise_law(statement: str = "wu2015.section2.3.gamma") -> Experiment:
    """The claimed shape of the Gamma law of the norm, as a function of d, against the sampler."""
    return Experiment(
        "noise-law",
        statement,
        "The norm of sampled noise against Gamma(shape, s), by a Dvoretzky-Kiefer-Wolfowitz band.",
        ("d",),
        runs("noisenorm", "law_trial"),
        "shape",
    )


def noise_tail(statement: str = "wu2015.theorem9") -> Experiment:
    """A radius, in units of s, that the norm may exceed with probability at most gam."""
    return Experiment(
        "noise-tail",
        statement,
        "How often the norm of sampled noise exceeds the bound, with exact binomial confidence.",
        ("d", "gam"),
        runs("noisenorm", "tail_trial"),
    )


_UTILITY = ("rho", "lam", "R", "n", "d", "eps", "delta")


def excess_risk_of_algorithm1(statement: str = "wu2015.theorem20") -> Experiment:
    """A bound on the excess risk of Algorithm 1, projected onto the ball, that fails with probability at most
    delta.
    """
    return Experiment(
        "excess-risk-of-algorithm1",
        statement,
        "Data sets drawn from the diabetes data with replacement; the loss includes the regulariser.",
        _UTILITY,
        measures("worlds", algorithm=1),
    )


def excess_risk_of_algorithm2(statement: str = "wu2015.theorem21") -> Experiment:
    """A bound on the excess risk of Algorithm 2, projected onto the ball, that fails with probability at most
    delta.
    """
    return Experiment(
        "excess-risk-of-algorithm2",
        statement,
        "Data sets drawn from the diabetes data with replacement; the loss excludes the regulariser.",
        _UTILITY,
        measures("worlds", algorithm=2),
    )


def excess_risk_without_projection(statement: str = "wu2015.theorem21") -> Experiment:
    """The same for Algorithm 2 as printed, unprojected, where little data and eps make the noise large.

    Bounds whose derivation needs the loss to be Lipschitz at the released point come out violated; so this is
    not one of `experiments()`.
    """
    return Experiment(
        "excess-risk-without-projection",
        statement,
        "Five records drawn from the diabetes data; the released point lies far outside the ball.",
        _UTILITY,
        measures("unprojected_worlds"),
    )


def sensitivity_of_margin_losses(statement: str = "chaudhuri2020.theorem1") -> Experiment:
    """The lecture's bound on the move of the minimiser (1), for losses of slope at most one."""
    return Experiment(
        "sensitivity-of-margin-losses",
        statement,
        "Small data sets with linear losses of slope one climb towards the largest move of the minimiser.",
        ("lam", "n", "d"),
        runs("worstcase", "margin_trial"),
    )


def privacy_of_output_perturbation(statement: str = "chaudhuri2020.algorithm1") -> Experiment:
    """An eps that the lecture's Algorithm 1, as printed, is said to keep."""
    return Experiment(
        "privacy-of-output-perturbation",
        statement,
        "Outputs of the printed lines for the worst neighbours found; the loss of a half-line, from below.",
        ("eps", "lam", "n", "d"),
        runs("releases", "perturbation_trial"),
        "rate",
    )


def privacy_of_subsampling(statement: str = "chaudhuri2020.theorem3") -> Experiment:
    """A rate that an eps-private release on a random sample is said to keep."""
    return Experiment(
        "privacy-of-subsampling",
        statement,
        "Randomised response of whether one record is in the sample; the loss of the answer yes, from below.",
        ("eps", "m", "n"),
        runs("releases", "subsampling_trial"),
        "rate",
    )


def privacy_of_minibatch_steps(statement: str = "chaudhuri2020.section2.2.minibatch") -> Experiment:
    """A rate that several such releases, each on a fresh sample, are said to keep together."""
    return Experiment(
        "privacy-of-minibatch-steps",
        statement,
        "Several steps of randomised response on fresh samples; the loss of yes every time, from below.",
        ("eps", "b", "m", "n"),
        runs("releases", "minibatch_trial"),
        "rate",
    )


def moments_of_gaussian_answers(
    statement: str = "chaudhuri2020.example.gaussian.composition",
) -> Experiment:
    """A bound on the moments function of several Gaussian answers."""
    return Experiment(
        "moments-of-gaussian-answers",
        statement,
        "Sampled privacy losses of answers that all move by one; a lower limit of log E exp(s Z).",
        ("m", "s"),
        runs("releases", "moment_trial"),
        "rate",
    )


def experiments() -> tuple[Experiment, ...]:
    """Every experiment, in the order of the sources."""
    return (
        noise_law(),
        noise_tail(),
        *of_released_points(),
        *of_privacy(),
        sensitivity_by_retraining(),
        sensitivity_of_regularised_rules(),
        sensitivity_of_strongly_convex_losses(),
        excess_risk_of_algorithm1(),
        excess_risk_of_algorithm2(),
        *of_rules(),
        sensitivity_of_margin_losses(),
        privacy_of_output_perturbation(),
        privacy_of_subsampling(),
        privacy_of_minibatch_steps(),
        moments_of_gaussian_answers(),
        *of_private_rules(),
        *of_subsampling(),
        *of_instances(),
    )
