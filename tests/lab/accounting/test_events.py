"""Releases as other libraries tell them."""

from __future__ import annotations

import functools
from collections import namedtuple

import pytest

from dptheory.errors import BadInput
from dptheory.lab.accounting import Composition, DiscreteLaplaceMoments, TwoLaws
from dptheory.lab.accounting.events import MOST_DEPTH, releases


def event(kind: str, **fields: object) -> dict[str, object]:
    return {"class_name": f"{kind}DpEvent", "module_name": "dp_accounting.dp_event", **fields}


GAUSS = event("Gaussian", noise_multiplier="1.1")


def test_a_tree_is_its_releases_with_their_counts() -> None:
    inside = event(
        "Composed", events=[event("PoissonSampled", sampling_probability="1/100", event=GAUSS), GAUSS]
    )
    tree = event("Composed", events=[event("SelfComposed", count=7, event=inside), event("NoOp"), GAUSS])
    assert releases(tree) == Composition.of(("gaussian 1.1 at 1/100", 7), ("gaussian 1.1", 8))


def test_the_events_of_other_noises() -> None:
    tree = [
        event("Laplace", noise_multiplier=2), event("DiscreteLaplace", noise_parameter=0.5, sensitivity=1),
        event("RandomizedResponse", noise_parameter="1/2", num_buckets=4), event("ZC", rho="1/2", xi=0.0),
    ]  # fmt: skip
    found = [mechanism for mechanism, _ in releases(tree).parts]
    assert found[1:3] == [DiscreteLaplaceMoments.of(2), TwoLaws.response("5/8", 4)]
    assert releases(tree) == releases(["laplace 2", "geometric 2", "randomised-response 5/8,4", "zcdp 1/2"])


def test_objects_and_named_tuples_are_read_like_json() -> None:
    class LaplaceDpEvent:
        noise_multiplier = 3.0

    told = namedtuple("told", ["module_name", "class_name", "noise_multiplier"])("dp", "LaplaceDpEvent", 3.0)
    assert releases(LaplaceDpEvent()) == releases([told]) == releases("laplace 3")


def test_histories_of_opacus() -> None:
    history = [(1.1, 0.01, 50), (1.1, 0.01, 5), (2, 1, 1)]
    expected = Composition.of(("gaussian 1.1 at 1/100", 55), ("gaussian 2", 1))
    assert (
        releases(history) == releases({"history": [list(h) for h in history], "mechanism": "rdp"}) == expected
    )
    assert releases((history, 2)) == Composition.of(("gaussian 1.1 at 1/100", 110), ("gaussian 2", 2))


def deep(levels: int) -> dict[str, object]:
    return GAUSS if levels == 0 else event("SelfComposed", count=1, event=deep(levels - 1))


BAD = [
    (event("NonPrivate"), "NonPrivateDpEvent at releases; .*everything"),
    (
        [GAUSS, event("SampledWithoutReplacement", source_dataset_size=9, sample_size=2, event=GAUSS)],
        r"releases\[1\]",
    ),
    (event("Composed", events=[GAUSS, event("Strange")]), r"StrangeDpEvent at releases.events\[1\]"),
    (event("SelfComposed", count=2.5, event=GAUSS), "count = 2.5 at releases; .*an integer count >= 1"),
    (event("SelfComposed", count=3), "SelfComposedDpEvent at releases, without event"),
    # once without the place
    (
        event("Composed", events=[GAUSS, event("SelfComposed", count=3, event=event("ZC", rho=-1))]),
        r"rho = -1 at releases.events\[1\].event; .*0 < rho",
    ),
    ([GAUSS, event("Gaussian", noise_multiplier=-1)], r"sigma = -1 at releases\[1\]; .*0 < sigma"),
    (
        event("Composed", events=[event("PoissonSampled", sampling_probability=1.5, event=GAUSS)]),
        r"rate = 1.5 at releases.events\[0\]; .*0 < sampling rate <= 1",
    ),
    ({"history": [[1.1, 0.01, 50], [1.1, 0.01, 2.5]]}, r"steps = 2.5 at releases.history\[1\]; .*integer"),
    (
        event("PoissonSampled", sampling_probability=0.5, event=event("SelfComposed", count=2, event=GAUSS)),
        "several",
    ),
    (event("DiscreteLaplace", noise_parameter=1, sensitivity=2), "DiscreteLaplaceDpEvent"),
    (event("ZC", rho=1, xi=0.1), "ZCDpEvent"),
    (event("NoOp"), "at least one"),
    ({"noise_multiplier": 1}, "without a class_name"),
    (deep(MOST_DEPTH + 1), "nested too deeply"),
    ((1.1, 2, 5), "0 < sampling rate <= 1"),
    # once a TypeError, or "the release int", or a RecursionError
    (event("Composed", events=5), "events at releases, 5; needed: a list"),
    (event("Composed", events="GaussianDpEvent"), "a list"),
    ({"history": 5}, "history at releases, 5; needed: a list"),
    ({"history": [[1.1, 0.01, 50], [1.1, 2]]}, r"history\[1\] at releases.*three numbers"),
    (functools.reduce(lambda inside, _: [inside], range(2000), "gaussian 1"), "nested too deeply"),
]


@pytest.mark.parametrize(("told", "said"), BAD)
def test_an_event_that_is_not_understood_is_refused_with_its_place(told: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        releases(told)
