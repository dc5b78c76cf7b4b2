"""Linear algebra of the search, whose bits depend on no library's kernels."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dptheory
from dptheory.prover.arithmetic.matrices import eigenvectors, forwards, independent, lower, relative, solved
from dptheory.prover.arithmetic.semidefinite import Map

SQUARES = "(x**2 + y**2 + z**2)**2 >= 3*(x**3*y + y**3*z + z**3*x)"


def symmetric(size: int) -> np.ndarray:
    made = np.random.default_rng(size).normal(size=(size, size))
    return (made + made.T) / 2


@pytest.mark.parametrize("size", [1, 2, 7, 20])
def test_roots_and_solutions(size: int) -> None:
    a = symmetric(size)
    positive = a @ a + np.eye(size)
    root, right = lower(positive), np.arange(1.0, size + 1)
    assert np.allclose(root @ root.T, positive) and np.allclose(np.tril(root), root)
    assert np.allclose(positive @ solved(positive, right), right)
    assert np.allclose(root @ forwards(root, a), a)
    assert np.allclose(root @ relative(root, a) @ root.T, a)
    assert lower(a - 100 * np.eye(size)) is None and solved(-positive, right) is None


@pytest.mark.parametrize("size", [1, 2, 7, 20])
def test_eigenvectors(size: int) -> None:
    a = symmetric(size)
    values, vectors = eigenvectors(a)
    assert np.allclose(values, np.linalg.eigvalsh(a))
    assert np.allclose(vectors @ np.diag(values) @ vectors.T, a)


def test_independent_columns() -> None:
    a = np.random.default_rng(3).normal(size=(6, 4))
    wide = np.hstack([a, a @ np.ones((4, 3)), np.zeros((6, 1))])
    chosen = independent(wide)
    assert len(chosen) == 4 and np.linalg.matrix_rank(wide[:, chosen]) == 4


def test_maps_of_matrices() -> None:
    entries = [(0, 0, 0, 2.0), (0, 1, 0, -1.0), (1, 2, 1, 3.0), (1, 2, 2, 0.5)]
    dense = np.zeros((2, 3, 3))
    for k, i, j, v in entries:
        dense[k, i, j] = dense[k, j, i] = v
    made, y = Map.of(3, 2, entries), symmetric(3)
    assert np.allclose(made.between(y), np.einsum("ij,njk,kl->nil", y, dense, y))
    assert np.allclose(made.inner(y), np.tensordot(dense, y, axes=([1, 2], [0, 1])))
    assert np.allclose(made.inner(dense), np.tensordot(dense, dense, axes=([1, 2], [1, 2])))
    assert np.allclose(made.trace(), np.trace(dense, axis1=1, axis2=2))


def test_a_sum_of_squares_is_found_without_the_libraries_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they return differs with the processor and the number of threads."""

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a kernel of linear algebra was called")

    for name in ("solve", "cholesky", "eigh", "eigvalsh", "inv", "lstsq", "qr", "svd"):
        monkeypatch.setattr(np.linalg, name, refused)
    for name in ("einsum", "tensordot", "dot", "matmul"):
        monkeypatch.setattr(np, name, refused)
    found = dptheory.prove(SQUARES)
    assert found.verdict.status == "proved" and found.certificate is not None
    assert '"sq"' in json.dumps(found.certificate["proof"])
