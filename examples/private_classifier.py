"""Which bound does Algorithm 1 of Wang, Lei and Fienberg 2016 keep on real data?

The exponential mechanism chooses one of a fixed list of decision stumps, read off no data, for the
breast-cancer data of scikit-learn; eps is the best one for the sharp form of Theorem 19, as the library
proves it. Prints the held-out risk of what is drawn, in the mean over many draws, beside the bound on the
excess over the best stump (which speaks of the mean over data sets, too).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from flint import fmpq
from sklearn.datasets import load_breast_cancer

from dptheory.decimals import upper
from dptheory.kernel.real import print_term
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.finite import ExponentialERM
from dptheory.theory.evaluation import evaluate
from dptheory.theory.library import load_library
from dptheory.theory.optima import Optimum, optimize

SEED, DRAWS, TRAINING = 20160425, 2_000, 400
RANGES = (
    (6, 30), (9, 40), (40, 190), (140, 2600), (0.05, 0.17), (0.01, 0.35), (0, 0.45), (0, 0.21),
    (0.1, 0.31), (0.04, 0.1), (0.1, 2.9), (0.3, 5), (0.7, 22), (6, 550), (0.001, 0.032), (0.002, 0.14),
    (0, 0.4), (0, 0.053), (0.007, 0.08), (0.0008, 0.03), (7, 37), (12, 50), (50, 255), (185, 4300),
    (0.07, 0.23), (0.02, 1.1), (0, 1.3), (0, 0.3), (0.15, 0.67), (0.05, 0.21),
)  # fmt: skip
"""Public ranges of the 30 measurements; the thresholds divide them into eight."""


def losses(features: FloatArray, labels: npt.NDArray[np.bool_]) -> FloatArray:
    """The 0-1 losses of the stumps, one row a record: each threshold, with both orientations."""
    columns = []
    for place, (low, high) in enumerate(RANGES):
        for cut in np.linspace(low, high, 9)[1:-1]:
            wrong = (features[:, place] > cut) == labels
            columns += [wrong, ~wrong]
    return np.column_stack(columns).astype(np.float64)


def main() -> None:
    """Print the bound and the risks at the best eps, at a tenth of it, and at ten times."""
    rng = np.random.default_rng(SEED)
    features, target = load_breast_cancer(return_X_y=True)
    order = rng.permutation(len(target))
    table = losses(features[order], target[order] == 1)
    training, held_out = table[:TRAINING], table[TRAINING:]
    stumps = table.shape[1]
    print(f"breast cancer: {TRAINING} records to learn from, {len(held_out)} held out, {stumps} stumps")
    best = optimize(load_library(), "wang2016.theorem19", "eps", form="sharp.finite")
    if not isinstance(best, Optimum):
        raise SystemExit("the bound has no least value")
    print(f"eps* = {print_term(best.place)}, bound {print_term(best.value)}: {best.verdict.status}")
    values = {"n": fmpq(TRAINING), "K": fmpq(stumps), "g": fmpq(0)}
    star = float(evaluate(best, values).place)
    least = held_out.mean(axis=0).min()
    print(f"the best stump errs on {least:.4f} of the held-out records")
    for eps in (star / 10, star, 10 * star):
        bound = best.bound.value({**values, "eps": fmpq(round(eps * 10**6), 10**6)})
        mechanism = ExponentialERM(eps=eps, penalty=(0.0,) * stumps)
        drawn = mechanism.sample(training, DRAWS, rng)[:, 0].astype(np.int64)
        risk = held_out.mean(axis=0)[drawn].mean()
        print(f"  eps = {eps:.4f}: risk {risk:.4f}, excess {risk - least:.4f}, bound {upper(bound)}")


if __name__ == "__main__":
    main()
