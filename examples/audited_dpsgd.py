"""Private gradient descent (DP-SGD), audited in one run; clipped once as it should be, once not.

    cd examples && python audited_dpsgd.py
    cd examples && dptheory audit audited_dpsgd:hasty --one-run 100 --data digits.csv --claim "eps=1,
    delta=1e-5"

A training is too slow to be repeated a hundred thousand times. So it runs once, on data of which a hundred
records, the canaries, were each put in or left out by a coin. Whoever sees the weights guesses the coins.
"""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_digits

from dptheory.lab.audit.privacy.neighbours import table
from dptheory.lab.audit.privacy.onerun import audit_once
from dptheory.lab.audit.privacy.plan import Plan
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.mechanisms.claims import ADD_REMOVE, PrivacyClaim

STEPS, RATE, CLIP = 20, 0.05, 1.0
NOISE = 16.8
"""Twenty Gaussian releases of sensitivity CLIP and deviation NOISE * CLIP are one of deviation
NOISE / sqrt(20) = 3.757: (1, 1e-5) needs 3.7306 (Balle and Wang 2018)."""
CANARIES = 100


def digits() -> np.ndarray:
    """Scans of digits, labelled +1 for five and more, else -1; before them the canaries, each with a large
    feature that no other record has. The last column is the label.
    """
    scans, names = load_digits(return_X_y=True)
    features = np.hstack([scans / 16, np.zeros((len(scans), CANARIES))])
    canaries = np.hstack([np.zeros((CANARIES, scans.shape[1])), 500 * np.eye(CANARIES)])
    labels = np.concatenate([np.ones(CANARIES), np.where(names >= 5, 1.0, -1.0)])
    return np.column_stack([np.vstack([canaries, features]), labels])


def train(data: np.ndarray, rng: np.random.Generator, each: bool) -> np.ndarray:
    """Logistic regression by noisy gradient steps; gradients are clipped one by one, or only their sum."""
    x, y = data[:, :-1], data[:, -1]
    w = np.zeros(x.shape[1])
    for _ in range(STEPS):
        gradients = -(y / (1 + np.exp(np.clip(y * (x @ w), -50, 50))))[:, None] * x
        if each:
            norms = np.linalg.norm(gradients, axis=1, keepdims=True)
            total = (gradients / np.maximum(1, norms / CLIP)).sum(axis=0)
        else:
            total = gradients.sum(axis=0)
            total = total / max(1, np.linalg.norm(total) / (CLIP * len(data)))
        w = w - RATE * (total + NOISE * CLIP * rng.standard_normal(len(w)))
    return w


def careful(data: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Each gradient is clipped to norm CLIP: (1, 1e-5)-private when a record is added or removed."""
    return np.array([train(data, rng, each=True) for _ in range(size)])


def hasty(data: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Only the sum is clipped, to the norm that it could have had: one record may move it far more."""
    return np.array([train(data, rng, each=False) for _ in range(size)])


def score(weights: np.ndarray, records: np.ndarray) -> np.ndarray:
    """How well the weights fit each record, for its size: trained-on records are fitted better."""
    rows = table(records)
    x, y = rows[:, :-1], rows[:, -1]
    return np.asarray(y * (x @ weights) / np.linalg.norm(x, axis=1))


careful.score = hasty.score = score  # type: ignore[attr-defined]


if __name__ == "__main__":
    claim = PrivacyClaim(1.0, 1e-5, ADD_REMOVE)
    for mechanism in (careful, hasty):
        subject = Plain(mechanism, mechanism.__name__)
        found = audit_once(subject, claim, digits(), CANARIES, score, Plan(confidence=0.95))
        print("\n".join(found.lines()), end="\n\n")
