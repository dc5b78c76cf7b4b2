"""``try ID|FILE``: worlds that are looked for: a model, a counterexample, the tightest one, what is
needed."""

from __future__ import annotations

import argparse
from typing import Final

from ..errors import BadInput
from ..present.found_worlds import tried_json, tried_lines
from ..theory.statements import Form
from ..worlds.earlier import Earlier
from ..worlds.report import Tried, tried_form
from .output import answer, answer_json, many, progress
from .running import library_for

LARGEST: Final = 10**9
STEPS_A_WORLD: Final = 100
"""About so many steps are spent on one world of a statement about data sets."""


def run(args: argparse.Namespace) -> int:
    """Look for worlds of every form; 1 where a form is refuted that its text does not say to be, 2 where a
    form has no model, else 0."""
    seed, effort = (_count(getattr(args, name), f"--{name}") for name in ("seed", "effort"))
    if args.samples is not None:
        effort = max(1, _count(args.samples, "--samples") * STEPS_A_WORLD)
    library, names = library_for([args.id])
    found: list[tuple[Form, Tried]] = []
    with progress("looking for worlds") as tell:
        for name in names:
            forms, earlier = library.get(name).forms, Earlier()
            for form in forms:
                tell(form.name)
                share = effort // len(forms)
                tried = tried_form(form, library.definitions, seed=seed, effort=share, earlier=earlier)
                found.append((form, tried))
    if args.json:
        answer_json({"seed": seed, "effort": effort, "forms": [tried_json(tried) for _, tried in found]})
    else:
        for _, tried in found:
            answer("\n".join(tried_lines(tried)))
        worlds = sum(tried.worlds for _, tried in found)
        answer(f"tried: {many(worlds, 'world')}, seed {seed}, effort {effort}; of others nothing is said")
    if any(tried.refuted and form.refutation is None for form, tried in found):
        return 1
    return 2 if any(tried.model.shown is None for _, tried in found) else 0


def _count(text: str, option: str) -> int:
    if not (text.isdigit() and text.isascii() and int(text) <= LARGEST):
        raise BadInput(f"{option} {text}", f"a whole number from 0 to {LARGEST}", f"{option} 1000")
    return int(text)
