"""``plan DATA.csv --target COLUMN --eps 1``: from a table to lambda, noise, bound, private model."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from flint import fmpq

from ..errors import BadInput, one_line
from ..files import write_whole
from ..present.styles import ASCII, labelled
from . import numbers
from .answers import at_hand
from .output import answer, answer_json, many, progress, style

if TYPE_CHECKING:
    from ..lab.domain import Data
    from ..lab.perinstance.reading import Table
    from ..lab.planning.asked import Asked
    from ..lab.planning.choosing import Known
    from ..lab.planning.table import Scaling
    from ..theory.certificates import Certificates

LEAST = 2
"""Records to train on."""
NEXT = "the same with --fit model.json: trains, releases once, and tells the accuracy on what is held out"


def run(args: argparse.Namespace) -> int:
    """Plan, and train where a file for the model is named; 1 where the bound says nothing."""
    from ..lab.perinstance.reading import read
    from ..lab.planning.asked import Asked
    from ..lab.planning.choosing import plan
    from ..present import plans as shown

    asked = Asked.of(args.loss, args.eps, args.delta, args.radius, args.confidence)
    scaling, share, seed = _scaling(args), _share(args.held_out), _seed(args.seed)
    if args.fit is not None and seed is None and Path(args.fit).exists():
        given = f"--fit {one_line(args.fit, 60)}, which is there: a second release gives away as much again"
        raise BadInput(given, "a file that is not there", "--fit another.json, or --seed S: the same model")
    with progress("planning") as tell:
        tell("reading")
        table = read(Path(args.data), args.target, labels=args.labels)
        data, codes, moved = _data(args, table, asked, scaling)
        held = int(share * data.n)
        if data.n - held < LEAST:
            given = f"{many(data.n, 'record')}, {held} held out"
            raise BadInput(given, f"{LEAST} to train on", "more records, or --held-out 0")
        tell("choosing the theorem")
        certificates, known = _known(asked)
        found = plan(asked, data.n - held, data.d, known, certificates)
        record = shown.plan_json(found)
        lines = shown.data_lines(Path(args.data).name, found, held, scaling, codes, moved)
        lines += shown.plan_lines(found)
        if args.fit is None:
            lines.append(labelled("next", NEXT))
        else:
            from ..lab.planning.fitting import fit as trained
            from ..lab.planning.fitting import generator, held_out, released
            from ..lab.planning.table import split

            tell("training")
            rng = generator(seed)
            train, rest = split(data, held, rng)
            model = trained(found, train, rng, seed is not None)
            write_whole(Path(args.fit), released(model, table.names, table.target, scaling, codes))
            record["model"] = args.fit
            lines += shown.released_lines(args.fit, seed is not None)
            if rest is not None:
                seen = held_out(model, rest)
                record["held_out"] = shown.held_json(seen)
                lines += shown.held_lines(seen)
    if args.json:
        answer_json(record)
    else:
        text = "\n".join(lines)
        answer(shown.plain(text) if style(args) == ASCII else text)
    return 0 if found.says_something else 1


def _data(
    args: argparse.Namespace, table: Table, asked: Asked, scaling: Scaling
) -> tuple[Data, Mapping[float | str, int] | None, int]:
    """The records in the unit ball, what labels were, how many records were moved."""
    from ..lab.domain import Data
    from ..lab.planning.table import coded, targets

    x, moved = scaling.features(table)
    if asked.kind == "squared":
        y, far = targets(table, scaling)
        return Data(x, y), None, moved + far
    labels, codes = coded(table)
    if args.labels is not None:
        codes = dict(zip(args.labels, (-1, 1), strict=True))
    return Data(x, labels), codes, moved


def _known(asked: Asked) -> tuple[Certificates, list[Known]]:
    """The theorems with their optima, as the record has them, and how all that is used stands."""
    from ..lab.planning.choosing import CONFIDENCE, PRIVATE, PROJECTING, STABLE, THEOREMS, Known
    from ..theory.bounds import read_bound
    from ..theory.guesses import Tried
    from ..theory.optima import Optimum, optimize
    from .standing import verdicts
    from .stated import LEAST as EFFORT

    made, held = list[Known](), dict[str, object]()
    for theorem in THEOREMS:
        if theorem.everywhere and not asked.of_loss.everywhere:
            continue
        library, recorded = at_hand(_asking(theorem.optimum))
        held |= recorded.certificates
        name, _, form = theorem.optimum.partition(":")
        certificates = Tried(recorded.certificates, effort=EFFORT)
        best = optimize(library, name, "lam", form=form, certificates=certificates)
        if not isinstance(best, Optimum):
            continue
        other, stored = at_hand(_asking(theorem.bound))
        place, _, kind = theorem.bound.partition(":")
        needed = (theorem.bound, PRIVATE, STABLE, CONFIDENCE, PROJECTING, asked.of_loss.statement)
        proofs = {**verdicts(other, needed, stored), f"{theorem.optimum}, least over lam": best.verdict}
        made.append(Known(theorem, best, read_bound(other, other.get(place), kind), proofs))
    return Tried(held, effort=EFFORT), made


def _asking(form: str) -> argparse.Namespace:
    return argparse.Namespace(id=form.partition(":")[0], statements=None, fresh=False, proofs=None)


def _scaling(args: argparse.Namespace) -> Scaling:
    from ..lab.accounting.numbers import positive
    from ..lab.planning.table import Scaling

    ranges: dict[str, tuple[fmpq, fmpq]] = {}
    example = "--range age=0:100"
    for text in args.range or ():
        given = f"--range {one_line(text, 60)}"
        name, sign, ends = text.rpartition("=")
        low, colon, high = ends.partition(":")
        if not (sign and colon and name):
            raise BadInput(given, "NAME=LOW:HIGH", example)
        pair = numbers.rational(low, given, example), numbers.rational(high, given, example)
        if name in ranges or not pair[0] < pair[1]:
            raise BadInput(given, "LOW < HIGH, once for every column", example)
        ranges[name] = pair
    if ranges and args.norm is not None:
        raise BadInput("--norm and --range", "one of them", "--range for every column")
    norm = positive("norm", "1" if args.norm is None else args.norm, "--norm 1")
    label = positive("label-bound", args.label_bound, "--label-bound 1")
    return Scaling(norm, ranges, args.clip, args.intercept, label)


def _share(text: str) -> fmpq:
    share = numbers.rational(text, f"--held-out {text}", "--held-out 0.2")
    if not 0 <= share < 1:
        raise BadInput(f"--held-out {text}", "0 <= share < 1", "--held-out 0.2")
    return share


def _seed(text: str | None) -> int | None:
    if text is None:
        return None
    value = numbers.rational(text, f"--seed {text}", "--seed 1")
    if value.q != 1 or not 0 <= value < 2**63:
        raise BadInput(f"--seed {text}", "a whole number, 0 to 2^63 - 1", "--seed 1")
    return int(value.p)
