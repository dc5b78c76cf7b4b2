"""Small matrices in floating point, with the same bits everywhere: eigenvectors, independent columns.

What is done here is one operation for each entry, or a sum in a fixed order: no library whose results
depend on the processor or on the number of threads has a part in it.
"""

from __future__ import annotations

import math
from typing import Any

SWEEPS = 30


def eigenvectors(matrix: Any) -> tuple[Any, Any]:
    """The eigenvalues of a symmetric matrix in order, and eigenvectors as columns, by Jacobi's rotations.

    >>> import numpy
    >>> values, vectors = eigenvectors(numpy.array([[2.0, 1.0], [1.0, 2.0]]))
    >>> [round(float(v), 12) for v in values]
    [1.0, 3.0]
    """
    import numpy as np

    a, vectors = matrix.copy(), np.eye(len(matrix))
    enough = 1e-30 * float((a * a).sum())
    for _ in range(SWEEPS):
        beside = a - np.diag(np.diag(a))
        if float((beside * beside).sum()) <= enough:
            break
        for p in range(len(a) - 1):
            for q in range(p + 1, len(a)):
                _rotate(a, vectors, p, q)
    values = np.diag(a)
    order = np.argsort(values, kind="stable")
    return values[order], vectors[:, order]


def _rotate(a: Any, vectors: Any, p: int, q: int) -> None:
    """One rotation, which makes an entry beside the diagonal 0."""
    entry = float(a[p, q])
    if entry == 0.0:
        return
    ratio = (float(a[q, q]) - float(a[p, p])) / (2.0 * entry)
    tangent = math.copysign(1.0, ratio) / (abs(ratio) + math.sqrt(ratio * ratio + 1.0))
    cosine = 1.0 / math.sqrt(tangent * tangent + 1.0)
    sine = tangent * cosine
    for m in (a.T, vectors.T, a):
        one, other = m[p].copy(), m[q].copy()
        m[p], m[q] = cosine * one - sine * other, sine * one + cosine * other


def independent(a: Any) -> list[int]:
    """The numbers of columns, in order, that span what all of them span: the longest that is left each time.

    >>> import numpy
    >>> independent(numpy.array([[1.0, 2.0, 0.0], [1.0, 2.0, 1.0]]))
    [1, 2]
    """

    left = a.copy()
    lengths = (left * left).sum(axis=0)
    enough = 1e-18 * max(1.0, float(lengths.max(initial=0.0)))
    found: list[int] = []
    for _ in range(min(a.shape)):
        best = int(lengths.argmax())
        if float(lengths[best]) <= enough:
            break
        found.append(best)
        direction = left[:, best] / math.sqrt(float(lengths[best]))
        left -= direction[:, None] * (direction[:, None] * left).sum(axis=0)[None, :]
        left[:, best] = 0.0
        lengths = (left * left).sum(axis=0)
    return sorted(found)
