"""``chain --given PROPERTY ... --goal PROPERTY``: what follows from properties of an algorithm."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ..calculus import Found, answer
from ..calculus.answers import TANH, Known, verify_text
from ..calculus.derivations import NAME
from ..calculus.kinds import kind_of, part
from ..calculus.limits import checked
from ..calculus.rules import CONVERSE, LARGER
from ..calculus.sampling import Underived, table
from ..errors import BadInput
from ..kernel import PROVED, PROVED_GIVEN, UNKNOWN, KernelError
from ..kernel.logic import REAL, Expr, open_named, show
from ..present.chains import chain_json, chain_lines, sampling_json, sampling_lines
from ..present.reading import read_where
from ..present.spelling import spelled
from ..prover.budget import NEVER, Budget, asked
from ..theory.catalogue import names_in
from ..theory.certificates import Certificates
from ..theory.library import TheoryLibrary, load_library, saying
from ..theory.outline import OutlineError, outline
from ..theory.results import NONE
from . import numbers, store
from .answers import Answers
from .models import model_of
from .output import answer as put
from .output import answer_json, note, progress, style, write_record

FORMAT: Final = "dptheory-chain"
VERSION: Final = 1


def run(args: argparse.Namespace) -> int:
    """Derive the goal from what is given; 0 if found, 2 if not."""
    if args.samplings:
        rows = table()
        if args.json:
            answer_json(sampling_json(rows))
        else:
            put("\n".join(sampling_lines(rows)))
        return 0
    if args.goal is None:
        raise BadInput("no --goal", "a property to derive", "--given 'Private(eps, 0)' --goal Stable")
    given = [spelled(one, functions=False).text for one in args.given or []]
    goal, where = spelled(args.goal, functions=False).text, read_where(args.where)
    effort, whole = numbers.effort(args.effort), Budget(NEVER, numbers.seconds(args.timeout))
    try:
        with progress("deriving") as tell:
            library, known = _at_hand(args)
            found = asked(
                whole,
                lambda: answer(
                    library, given, goal, where=where, sharp=args.sharp,
                    known=known, effort=effort, progress=tell,
                ),
                lambda _: None,
            )  # fmt: skip
    except Underived as error:
        note(f"undecided: {error}")
        return 2
    if found is None:
        note(f"undecided: stopped by the clock after {whole.spent()} effort")
        return 2
    first = found.found[0] if found.found else None
    path = write_record(record(first) if first else None, args.write, "there is no derivation")
    if args.json:
        answer_json({**chain_json(found), "certificate": path})
    else:
        put("\n".join(chain_lines(found, style(args))))
    return 0 if found.found and all(one.holds for one in found.found) else 2


def _at_hand(args: argparse.Namespace) -> tuple[TheoryLibrary, Known]:
    """What is recorded, and as much of the library as is needed beside it; a derivation that is to be written
    needs the proofs and the certificates of all that it cites."""
    answers = Answers(args.proofs, fresh=args.fresh)
    names = names_in(answers.texts)
    entries = {name: one for name in names if (one := answers.record.entry(name)) is not None}
    without = frozenset(name for name, one in entries.items() if not one.found.get("rules"))
    kept = {name for name in entries if name not in without or name.startswith((LARGER, TANH, CONVERSE))}
    if args.write is not None or len(entries) < len(names):
        return load_library(), Known(store.recorded(answers.place).certificates, without, models=model_of)
    derived = {form.name for forms in answers.forms(kept).values() for form in forms if form.proof != NONE}
    return saying(answers.texts, kept), Known(
        {}, without, lambda form: answers.standing([form.partition(":")[0]]), derived
    )


def record(found: Found) -> dict[str, object]:
    """The derivation as a file that ``check`` reads: the statement's text, and every certificate under it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "statement": found.text,
        "certificates": dict(found.certificates),
        "limits": [at.certificate for at in found.limits],
    }


def recheck(
    path: Path, data: dict[object, object], against: TheoryLibrary | None = None
) -> tuple[str, bool, str, str]:
    """A derivation again, by the kernel alone: its text is read against the library, nothing is searched.

    The file's name, whether what it says is proved, what that is or why it is not, and the verdict.
    """
    written, held = data.get("statement"), data.get("certificates")
    if data.get("version") != VERSION or not isinstance(written, str) or not isinstance(held, dict):
        return path.name, False, f"expected format {FORMAT!r}, version {VERSION}, with a statement", UNKNOWN
    try:
        entries = outline(written)
        if [entry.text.split() for entry in entries] != [["statement", NAME]]:
            return path.name, False, f"expected one statement {NAME} and nothing else", UNKNOWN
        held_again = Certificates(held, search=False)
        library, result = verify_text(against or load_library(), written, held_again)
    except (KernelError, OutlineError) as error:
        return path.name, False, str(error), UNKNOWN
    statement = library.get(NAME)
    if len(statement.forms) != 1 or statement.forms[0].cited:
        return path.name, False, "expected one form with a derivation", UNKNOWN
    form = result.forms[0]
    if form.verdict.status not in (PROVED, PROVED_GIVEN):
        return path.name, False, f"{form.verdict.status}: {form.verdict.reason}", form.verdict.status
    theorem = statement.forms[0].theorem
    given = "; ".join(show(h) for _, h in theorem.hypotheses)
    try:
        grown = _limits(theorem.conclusion, data.get("limits", []))
    except KernelError as error:
        return path.name, False, str(error), UNKNOWN
    sorts = "; ".join(f"{name}: {sort}" for name, sort in theorem.variables.items() if sort != REAL)
    among = f"   for all {sorts}" if sorts else ""
    said = f"{show(theorem.conclusion)}{grown}   given {given}{among}   ({form.verdict.reason})"
    return path.name, True, said, form.verdict.status


def _limits(conclusion: Expr, held: object) -> str:
    """What the certificates of a file say of the rates of a property as n grows, in words."""
    inner = open_named(conclusion.args[0])[1] if conclusion.head == "forall" else conclusion
    rates = part(inner, "rate") if kind_of(inner) is not None else ()
    if not isinstance(held, list) or len(held) not in (0, len(rates)):
        raise KernelError("one limit or none for each rate")
    said = [
        f"   the rate {show(rate)} {checked(rate, one).answer}"
        for rate, one in zip(rates, held, strict=False)
        if one is not None
    ]
    return "".join(said)
