"""What a search for worlds found, as lines: the worlds in sentences, and what was tried in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..kernel.logic import show
from ..worlds.question import Answer, Shown
from ..worlds.report import Tried
from .worlds import complete, outcome_words, plain, world_sentence, world_words

_LABEL = 12


def tried_lines(tried: Tried) -> list[str]:
    """What was found of a form, the model before the rest."""
    return [tried.name, *(f"  {line}" for line in _lines(tried))]


def world_lines(shown: Shown) -> list[str]:
    """A world in which a claim fails, in sentences, and the relation that holds there instead."""
    made = [plain(world_sentence(entry)) for entry in complete(shown.world.entries)]
    fails = shown.refuted.fails if shown.refuted is not None else None
    if fails is not None:
        made.append(f"There {outcome_words(fails.negated().text)}.")
    if shown.degenerate:
        made.append(f"This world is degenerate: {', '.join(shown.degenerate)}.")
    if shown.unstated:
        made.append(
            f"Found only where {', '.join(f'{n} <= 0' for n in shown.unstated)}: is a hypothesis missing?"
        )
    return made


def _lines(tried: Tried) -> Iterator[str]:
    model, failure = tried.model, tried.failure
    yield _labelled("holds in" if tried.definition else "model", _model(tried, model))
    if failure.shown is not None:
        said = (
            "the definition does not hold in this world:"
            if tried.definition
            else "in this world the hypotheses hold and the claim fails:"
        )
        yield _labelled("fails in" if tried.definition else "refuted", said)
        yield from (f"{'':{_LABEL}}{line}" for line in world_lines(failure.shown))
        yield from (f"{'':{_LABEL}}    {entry}" for entry in failure.shown.world.entries)
    else:
        yield _labelled("fails in" if tried.definition else "not refuted", _in_vain(failure))
    if tried.plane:
        yield _labelled("plane", f"with two coordinates it fails in floating point: {'; '.join(tried.plane)}")
        yield _labelled("", "the kernel's worlds are on the line: not decided")
    if failure.shown is None and failure.near is not None:
        size, there = f"{failure.near.ratio:.6g}", world_words(failure.near.lines)
        yield _labelled("tightest", f"ratio of the sides {size}, in floating point: {there}")
    if tried.unasked:
        yield _labelled(
            "needed", "not asked of the hypotheses one by one: the effort is too small for so many"
        )
    for label, answer in tried.needed:
        said = (
            f"without {label} the claim fails: {world_words(answer.shown.world.entries)}"
            if answer.shown is not None
            else f"no world found in which the claim fails without {label}"
        )
        yield _labelled("needed" if answer.shown is not None else "perhaps not", said)
        if answer.shown is not None and answer.shown.unstated:
            yield _labelled("", f"found only where {', '.join(f'{n} <= 0' for n in answer.shown.unstated)}")


def _model(tried: Tried, answer: Answer) -> str:
    if answer.shown is not None:
        poor = f" (degenerate: {', '.join(answer.shown.degenerate)})" if answer.shown.degenerate else ""
        return world_words(complete(answer.shown.world.entries)) + poor
    if answer.failing and not answer.refused:
        return f"none was found; in worlds that seemed to be models {answer.failing[-1]}"
    if answer.feasible:
        return f"found in floating point, and not decided: {_refused(answer)}"
    if answer.best == float("-inf"):
        return f"the search has no worlds for this: {_problems(answer)}"
    labels = ", ".join(label for label, _ in tried.theorem.hypotheses)
    return f"no world of the grammar was found that satisfies the hypotheses together: {labels}"


def _in_vain(answer: Answer) -> str:
    if answer.best == float("-inf"):
        return f"no world was tried: {_problems(answer)}"
    if answer.refused:
        return f"a world looked like a counterexample, and is not decided: {_refused(answer)}"
    if answer.failing:
        return f"worlds that looked like counterexamples are none: {answer.failing[-1]}; {_vain(answer)}"
    return _vain(answer)


def _vain(answer: Answer) -> str:
    return f"in {answer.worlds} worlds, {answer.held} with the hypotheses; that says nothing of others"


def _refused(answer: Answer) -> str:
    return answer.refused[-1] if answer.refused else "no round numbers were found for it"


def _problems(answer: Answer) -> str:
    told = Counter(answer.problems).most_common(3)
    return ", ".join(problem for problem, _ in told) or "a sort without generators"


def _labelled(label: str, text: str) -> str:
    return f"{label:<{_LABEL}}{text}"


def tried_json(tried: Tried) -> dict[str, object]:
    """The same as data."""
    failure = tried.failure
    fails = (
        failure.shown.refuted.fails
        if failure.shown is not None and failure.shown.refuted is not None
        else None
    )
    return {
        "form": tried.name,
        "claim": show(tried.theorem.conclusion),
        "model": _entries(tried.model),
        "refuted": _entries(failure) if not tried.definition else None,
        "fails": _entries(failure) if tried.definition else None,
        "degenerate": {
            what: list(answer.shown.degenerate)
            for what, answer in (("model", tried.model), ("refuted", failure))
            if answer.shown is not None
        },
        "there": fails.negated().text if fails is not None else None,
        "tightest": None
        if failure.near is None
        else {"ratio": failure.near.ratio, "world": list(failure.near.lines)},
        "plane": list(tried.plane),
        "dropped": {label: _entries(answer) for label, answer in tried.needed},
        "unasked": tried.unasked,
        "worlds": tried.worlds,
        "held": failure.held,
        "problems": sorted(set(tried.model.problems + failure.problems)),
        "undecided": [*tried.model.refused, *failure.refused],
        "failing": [*tried.model.failing, *failure.failing],
    }


def _entries(answer: Answer) -> list[str] | None:
    return None if answer.shown is None else list(answer.shown.world.entries)
