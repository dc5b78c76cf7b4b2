"""The experiments by name: what runs, and what of a form it reads (see `records.Experiment`).

Which statements they try is said by the statements. Importing this loads neither numpy nor scipy; running an
experiment does.
"""

from __future__ import annotations

from typing import Final

from dptheory.lab.audit.records import Experiment

_TRIALS: Final = """
noise-law                                       released.noise_law                      shape
noise-tail                                      released.noise_tail
distance-of-the-release                         released.distance
risk-of-close-points                            released.risk
training-error-of-the-release                   released.training
stability-of-private-rules                      released.stability                      stable
sensitivity-of-validation                       released.validation
privacy-of-noisy-sums                           keeping.sums                            eps
privacy-of-algorithm1                           keeping.strongly_convex                 eps
privacy-of-algorithm2                           keeping.convex                          eps
privacy-of-algorithm4                           keeping.least_squares                   eps
privacy-of-algorithm3                           keeping.objective                       eps
privacy-of-algorithm3-curved                    keeping.curved                          eps
privacy-of-algorithm3-uncalibrated              keeping.uncalibrated                    eps
privacy-of-algorithm5                           keeping.picking                         eps
privacy-of-exponential-erm                      keeping.exponential_erm                 eps
privacy-of-exponential-erm-printed              keeping.exponential_erm_printed         eps
privacy-of-algorithm5-one-record                keeping.picking_from_one_record         eps
sensitivity-by-retraining                       retraining.trial
sensitivity-of-regularised-rules                worstcase.regularised
sensitivity-of-strongly-convex-losses           worstcase.strongly_convex
excess-risk-of-algorithm1                       utility.algorithm1
excess-risk-of-algorithm2                       utility.algorithm2
risk-of-the-exponential-mechanism               chosen.risk
excess-risk-of-the-minimiser                    utility.minimiser
excess-risk-of-a-stable-rule                    utility.stable_rule
excess-risk-of-a-perturbed-rule                 utility.perturbed
excess-risk-with-the-stated-noise-1             utility.algorithm1                      risk
excess-risk-with-the-stated-noise-2             utility.everywhere                      risk
sensitivity-of-margin-losses                    worstcase.margin
privacy-of-output-perturbation                  releases.perturbation                   rate
privacy-of-subsampling                          releases.subsampling                    rate
privacy-of-minibatch-steps                      releases.minibatch                      rate
moments-of-gaussian-answers                     releases.moments                        rate
stability-on-finite-worlds                      enumerating.pure_stability
stability-with-slack-on-finite-worlds           enumerating.approximate_stability
generalisation-on-finite-worlds                 enumerating.gap
consistency-on-finite-worlds                    enumerating.pure_consistency
consistency-with-slack-on-finite-worlds         enumerating.approximate_consistency
slack-of-a-perturbed-mechanism                  enumerating.perturbed
risk-of-algorithm1-on-finite-spaces             enumerating.risk_of_algorithm1
empirical-risk-of-algorithm1-on-finite-spaces   enumerating.empirical_risk_of_algorithm1
amplification-on-finite-worlds                  enumerating.amplification               rate
amplification-by-roots-on-finite-worlds         enumerating.amplification_by_roots      rate
slack-of-subsampling-on-finite-worlds           enumerating.subsampling_slack
exposure-of-a-sample                            enumerating.exposure
exposure-of-a-root-sample                       enumerating.exposure_by_roots
empirical-risk-on-a-sample                      enumerating.resampling
exposure-of-a-posterior-sample                  instances.posterior                     instance
exposure-of-gaussian-answers                    instances.gaussian                      instance
exposure-of-two-posterior-samples               instances.twice                         instance
generalisation-of-a-posterior-sample            instances.gap                           generalises
"""


def experiments() -> tuple[Experiment, ...]:
    """Every experiment, in the order of the sources.

    >>> experiments()[0]
    Experiment(name='noise-law', trial='released.noise_law', reading='shape')
    """
    return tuple(Experiment(*line.split()) for line in _TRIALS.strip().splitlines())
