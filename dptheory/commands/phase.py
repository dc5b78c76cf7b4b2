"""``phase RATE``: what a decay rate of delta(n) allows, for a rate of one's own."""

from __future__ import annotations

import argparse
from typing import Final

from ..constructions.phase import ALL, ARGUED, SOME, Phase, Result, Told, classify, results_of
from ..kernel import CITED, PROVED, PROVED_GIVEN
from ..present.bounds import labelled
from ..present.spelling import spelled
from ..theory.library import saying
from .answers import Answers
from .output import answer, answer_json, progress

SAYS: Final = {
    ALL: "every learnable problem is approximately privately learnable",
    SOME: "some learnable problem is not approximately privately learnable",
    ARGUED: "some learnable problem is not, by an argument in words; nothing of it is checked",
}
UNDECIDED: Final = "not decided: the rate was compared with every border of the table, and placed by none"
HOLDS: Final = (PROVED, PROVED_GIVEN, CITED)


def run(args: argparse.Namespace) -> int:
    """Say what a rate allows; 0 where a theorem of the library answers, 2 where none is known to."""
    rate = spelled(args.rate.strip(), functions=False).text
    answers = Answers(args.proofs, fresh=args.fresh)
    names = answers.texts.with_line("answers")
    with progress("comparing rates"):
        library = saying(answers.texts, names)
        found = classify(rate, results_of(map(library.get, names)))
    rests = [_rest(answers, result) for result in found.results]
    if args.json:
        answer_json(_json(found, rests))
    else:
        answer("\n".join(_lines(found, rests)))
    return 0 if found.answer in (ALL, SOME) and any(status in HOLDS for _, _, status in rests) else 2


def _rest(answers: Answers, result: Result) -> tuple[Result, Told, str]:
    """A result with what its statement says, and how the best of that statement's forms stands now."""
    one = answers.one(result.source)
    verdicts = [form.verdict.status for form in one.result.forms]
    best = next((status for status in HOLDS if status in verdicts), verdicts[0])
    return result, result.told(one.library.get(result.source)), best


def _lines(found: Phase, rests: list[tuple[Result, Told, str]]) -> list[str]:
    lines = [labelled("rate", f"δ(n) = {found.rate}"), labelled("answer", SAYS.get(found.answer, UNDECIDED))]
    placed = dict.fromkeys(sentence for sentence, _ in found.placed)  # one may serve several results
    lines += [labelled("as", f"{sentence} (certified)") for sentence in placed]
    for result, told, status in rests:
        lines.append(labelled("by", f"{result.source} ({status}), for {result.range}"))
        lines += [labelled("", text) for text in (told.says, f"needs: {told.needs}") if text]
        if told.seen:
            lines.append(labelled("", f"seen of it: {told.seen}"))
    return lines


def _json(found: Phase, rests: list[tuple[Result, Told, str]]) -> dict[str, object]:
    return {
        "rate": found.rate, "answer": found.answer, "says": SAYS.get(found.answer, UNDECIDED),
        "placed": [{"claim": sentence, "certificate": one} for sentence, one in found.placed],
        "by": [
            {"statement": result.source, "verdict": status, "for": result.range, "says": told.says}
            | {"needs": told.needs, "seen": told.seen}
            for result, told, status in rests
        ],
    }  # fmt: skip
