"""Worlds in which an author's own claims fail, found while these are verified."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from ..kernel import UNKNOWN, KernelError, Verdict
from ..kernel.logic import Definition, Theorem, theorem_text
from ..theory.library import TheoryLibrary
from ..theory.results import StatementResult


@dataclass(frozen=True)
class Failing:
    """A world in which a claim fails, in sentences, and the kernel's verdict on it."""

    world: list[str]
    verdict: Verdict


def failing_worlds(
    library: TheoryLibrary, results: Iterable[StatementResult], missed: Container[str] = ()
) -> tuple[Mapping[str, Failing], frozenset[str]]:
    """For forms of which nothing is known, and that no world is said to refute: the world that a short search
    finds, if the kernel agrees that the claim fails there; and the theorems, by their hashes, for which it
    finds none, now or when they were `missed` before."""
    made, none = dict[str, Failing](), set[str]()
    for result in results:
        forms = {form.name: form for form in library.get(result.id).forms}
        for one in result.forms:
            form = forms[one.name]
            if one.verdict.status != UNKNOWN or form.refutation is not None or form.fails is not None:
                continue
            none.add(key := _key(form.theorem, library.definitions))
            if key in missed:
                continue
            from ..present.found_worlds import world_lines
            from ..worlds.report import counterexample

            found = counterexample(form, library.definitions).shown
            if found is not None and found.refuted is not None:
                made[one.name] = Failing(world_lines(found), found.refuted.verdict)
                none.remove(key)
    return made, frozenset(none)


def _key(theorem: Theorem, definitions: Mapping[str, Definition]) -> str:
    """The hash of a theorem with its name, which fixes the random numbers of the search."""
    try:
        said = theorem_text(theorem, definitions)
    except KernelError:  # too long to be shown
        said = str(theorem)
    return sha256(said.encode()).hexdigest()


def judged(result: StatementResult, fails: Mapping[str, Failing]) -> StatementResult:
    """A result in which those forms are refuted whose claims fail in the world that was found."""
    forms = tuple(
        replace(form, verdict=fails[form.name].verdict) if form.name in fails else form
        for form in result.forms
    )
    return result if forms == result.forms else replace(result, forms=forms)
