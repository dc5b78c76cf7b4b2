"""The worlds that every form was tried in, as a product: made where it is asked for, and kept in the user's
folder for the sources of today. No verdict depends on it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..cluster import cluster
from ..errors import BadInput
from ..kernel import DEFINED
from ..theory.evidence import block, lines_of, read, write
from ..theory.record import source_of, sources_hash
from ..worlds.samples import NO_SIDES, Sample
from .output import Progress, many
from .processes import FEW
from .products import begin, folder

if TYPE_CHECKING:
    from ..kernel.logic import Definition, Theorem
    from ..theory.library import TheoryLibrary
    from ..theory.results import StatementResult

KIND: Final = ".samples"
ROOMS: Final = ("worlds", "kernel")
"""The rooms whose sources decide which worlds are tried, and what is seen there."""
SEED: Final = 0

Asked = tuple[str, "Theorem"]


def samples_of(
    library: TheoryLibrary, results: Iterable[StatementResult], tell: Progress, workers: int | str = 1,
    forms: Iterable[str] | None = None,
) -> dict[str, Sample]:  # fmt: skip
    """What is seen of the forms of statements, or of those that are named, by their names; not of
    definitions, which claim nothing."""
    wanted = None if forms is None else {*forms}
    asked = (form for one in results for form in one.forms if form.verdict.status != DEFINED)
    about = {form.name: form.hash for form in asked if wanted is None or form.name in wanted}
    found = _kept(about)
    lacking = [(name, _theorem(library, name)) for name in about if name not in found]
    with _trying(library.definitions, workers if len(lacking) > FEW else 1) as tried:
        for count, ((name, _), one) in enumerate(zip(lacking, tried(lacking), strict=True), 1):
            tell(f"{name} in worlds")
            tell.count(count, len(lacking))
            found[name] = one
    _keep({name: about[name] for name, _ in lacking}, found)
    return {name: found[name] for name in about}


def _theorem(library: TheoryLibrary, name: str) -> Theorem:
    found = library.form(name)
    assert found is not None
    return found[1].theorem


def _sampled(definitions: Mapping[str, Definition], asked: Asked) -> Sample:
    from ..worlds.sampling import sample

    return sample(asked[1], definitions, seed=SEED)


_HERE: list[Mapping[str, Any]] = []
"""The definitions, in a process that tries forms for another."""


def _begin(definitions: Mapping[str, Definition]) -> None:
    _HERE.append(definitions)


def _work(asked: Asked) -> Sample:
    return _sampled(_HERE[-1], asked)


@contextmanager
def _trying(definitions: Mapping[str, Definition], workers: int | str) -> Iterator[Any]:
    """A way to have forms tried, in their order: here, in so many processes, or by a cluster."""
    if isinstance(workers, str):
        with cluster(workers) as there:
            yield partial(there.executor.map, partial(_sampled, definitions))
    elif workers < 2:
        yield partial(map, partial(_sampled, definitions))
    else:
        context = multiprocessing.get_context("fork")
        pool: Executor = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(definitions,))
        with pool:
            yield partial(pool.map, _work, chunksize=4)


def _kept(about: Mapping[str, str]) -> dict[str, Sample]:
    """What is kept of forms with these hashes."""
    place, found = folder(sources_hash(ROOMS)), dict[str, Sample]()
    for source in {source_of(name) for name in about} if place is not None else ():
        for name, text in read(place / f"{source}{KIND}").texts.items():  # type: ignore[operator]
            with suppress(ValueError, KeyError, TypeError):
                (said,) = lines_of(text)
                if said["of"] == about.get(name):
                    found[name] = Sample.of(said["sample"])
    return found


def _keep(about: Mapping[str, str], found: Mapping[str, Sample]) -> None:
    place = folder(sources_hash(ROOMS))
    for source in dict.fromkeys(map(source_of, about)) if place is not None else ():
        made = {
            name: block([{"statement": name, "of": key, "sample": found[name].json}])
            for name, key in about.items() if source_of(name) == source
        }  # fmt: skip
        with suppress(OSError, BadInput):
            begin(place)  # type: ignore[arg-type]
            path = place / f"{source}{KIND}"  # type: ignore[operator]
            write(path, {**read(path).texts, **made})


def summary_words(samples: Mapping[str, Sample]) -> str:
    """The counts of all forms that were tried, on one line; what there is none of is not counted.

    >>> print(summary_words({"a": Sample(0, 9, 5, 0.5, (5,)), "b": Sample(0, why=NO_SIDES)}))
    sampled: 1 of 2 forms in 5 worlds with their hypotheses, seed 0; without sides to compare: 1
    """
    tried = [one for one in samples.values() if one.largest is not None]
    bare = sum(one.why == NO_SIDES for one in samples.values())
    counts = {
        "without sides to compare": bare,
        "no world found, which says nothing of them": len(samples) - len(tried) - bare,
        "with a ratio above 1": sum(one.above > 0 for one in tried),
    }
    worlds = many(sum(one.held for one in tried), "world")
    seeds = ", ".join(sorted({str(one.seed) for one in samples.values()}))
    in_worlds = f" in {worlds} with their hypotheses, seed {seeds}" if tried else ""
    said = [f"{len(tried)} of {many(len(samples), 'form')}{in_worlds}"]
    return "sampled: " + "; ".join(said + [f"{what}: {count}" for what, count in counts.items() if count])
