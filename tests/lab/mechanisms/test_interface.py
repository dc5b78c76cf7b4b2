"""What holds for every built-in mechanism: shapes, refusals, densities, worst pairs, twins with less noise."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

from dptheory.errors import BadInput
from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.claims import ADD_REMOVE, REPLACE_ONE, PrivacyClaim
from dptheory.lab.mechanisms.interface import Mechanism, Pair, differing

SIZE = 20_000
NAMES = registry.names()
WITH_DENSITY = [n for n in NAMES if registry.get(n).has_density]
ATTAINED = [
    *("laplace", "l2laplace", "gaussian", "wu2015.algorithm1", "wu2015.algorithm2", "wu2015.algorithm3"),
    *("wu2015.algorithm5", "chaudhuri2020.algorithm1", "chaudhuri2020.theorem2", "chaudhuri2020.theorem3"),
    *("chaudhuri2020.section2.1", "chaudhuri2020.section2.2", "zhang2012.functional"),
]
"""Mechanisms whose claim no smaller eps would keep."""


def pair_of(mechanism: Mechanism[Any]) -> Pair[Any]:
    pair = mechanism.worst_pair()
    assert pair is not None
    return pair


@pytest.mark.parametrize("name", NAMES)
def test_the_interface_is_kept(name: str) -> None:
    m = registry.get(name)
    pair = pair_of(m)
    m.check_neighbours(pair.first, pair.second)
    if m.claim.adjacency == REPLACE_ONE:
        assert differing(pair.first, pair.second) == 1
    else:
        assert m.claim.adjacency == ADD_REMOVE
        assert abs(pair.first.n - pair.second.n) == 1
    many = m.sample(pair.first, 7, np.random.default_rng(1))
    assert many.shape == (7, many.shape[1])
    assert many.dtype == np.float64
    assert (m.sample(pair.first, 7, np.random.default_rng(1)) == many).all()
    assert not (m.sample(pair.first, 7, np.random.default_rng(2)) == many).all()
    assert m.release(pair.second, np.random.default_rng(3)).shape == (many.shape[1],)
    assert m.sample(pair.first, 0, np.random.default_rng(0)).shape == many[:0].shape
    again = pickle.loads(pickle.dumps(m))
    assert again == m
    assert again.claim == m.claim


@pytest.mark.parametrize("name", NAMES)
def test_data_outside_the_domain_are_refused(name: str) -> None:
    m = registry.get(name)
    first = pair_of(m).first
    bad: list[Any] = [np.zeros((0, 1)), np.full((1, 1), np.nan), np.full((3, 2), 7.5)]
    bad.append(Data([[0.1] * 9], [0.0]) if isinstance(first, Data) else Data([[0.1]], [0.0]))
    refused = 0
    for data in bad:
        try:
            m.sample(data, 1, np.random.default_rng(0))
        except DomainError as error:
            refused += 1
            assert "needed:" in str(error) or ";" in str(error)
    assert refused >= 3
    with pytest.raises(DomainError, match="size"):
        m.sample(first, -1, np.random.default_rng(0))


@pytest.mark.parametrize("name", WITH_DENSITY)
def test_densities_are_those_of_the_samples(name: str) -> None:
    """The mean of p_T / p_S under S is 1; not so for samples with other noise."""
    m = registry.get(name)
    pair = pair_of(m)
    for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
        outputs = m.sample(one, SIZE, np.random.default_rng(5))
        loss = m.log_density(one, outputs) - m.log_density(other, outputs)
        weights = np.exp(-loss)
        assert abs(weights.mean() - 1) < 6 * weights.std() / math.sqrt(SIZE) + 1e-9
        other_noise = m.with_noise_scaled(0.5).sample(one, SIZE, np.random.default_rng(5))
        false = np.exp(m.log_density(other, other_noise) - m.log_density(one, other_noise))
        assert abs(false.mean() - 1) > 6 * false.std() / math.sqrt(SIZE)


@pytest.mark.parametrize("name", WITH_DENSITY)
def test_the_loss_of_the_pair_is_what_it_says(name: str) -> None:
    m = registry.get(name)
    pair = pair_of(m)
    if m.claim.delta or pair.eps is None:
        return
    losses = []
    for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
        outputs = m.sample(one, SIZE, np.random.default_rng(6))
        losses.append(float((m.log_density(one, outputs) - m.log_density(other, outputs)).max()))
    assert max(losses) <= pair.eps + 3e-4
    assert max(losses) >= pair.eps * 0.98


@pytest.mark.parametrize("name", ATTAINED)
def test_attained_claims_and_their_twins(name: str) -> None:
    m = registry.get(name)
    twin = m.with_noise_scaled(0.7)
    eps, less = pair_of(m).eps, pair_of(twin).eps
    assert twin.claim == m.claim
    assert eps is not None
    assert less is not None
    assert 0.999 * m.claim.eps <= eps <= m.claim.eps + 1e-12
    assert less > 1.12 * m.claim.eps
    assert m.with_noise_scaled(2.0).with_noise_scaled(0.5) == m


@pytest.mark.parametrize("name", [n for n in NAMES if not n.endswith(".printed")])
def test_no_pair_contradicts_a_claim(name: str) -> None:
    m = registry.get(name)
    assert (pair_of(m).eps or 0.0) <= m.claim.eps + 1e-12


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("wu2015.algorithm3.printed", 1.69),
        ("chaudhuri2020.algorithm1.printed", 1.99),
        ("chaudhuri2020.theorem2.printed", 2.22),
    ],
)
def test_printed_forms_that_a_pair_refutes(name: str, least: float) -> None:
    m = registry.get(name)
    assert (pair_of(m).eps or 0.0) >= least > m.claim.eps


@pytest.mark.parametrize("name", [n for n in NAMES if not registry.get(n).has_density])
def test_no_density_is_said(name: str) -> None:
    m = registry.get(name)
    with pytest.raises(DomainError, match="no density in closed form"):
        m.log_density(pair_of(m).first, np.zeros((1, 1)))


def test_claims_and_names_are_checked() -> None:
    with pytest.raises(BadInput, match="eps"):
        PrivacyClaim(-1.0)
    with pytest.raises(BadInput, match="delta"):
        PrivacyClaim(1.0, 1.0)
    with pytest.raises(BadInput, match="adjacency"):
        PrivacyClaim(1.0, 0.0, "null-record")
    with pytest.raises(BadInput, match=r"wu2015\.algorithm3"):
        registry.get("wu2015.algorithm33")
    with pytest.raises(DomainError, match="factor"):
        registry.get("laplace").with_noise_scaled(0.0)


def test_neighbours() -> None:
    one = Data([[0.5], [0.5]], [0.0, 0.0])
    assert differing(one, one) == 0
    assert differing(one, Data([[0.5], [0.4]], [0.0, 0.0])) == 1
    assert differing(one, Data([[0.5], [0.5]], [0.0, 1.0])) == 1
    with pytest.raises(DomainError, match="differ in 2"):
        differing(one, Data([[0.4], [0.4]], [0.0, 0.0]))
    with pytest.raises(DomainError, match="shapes"):
        differing(one, Data([[0.5]], [0.0]))
