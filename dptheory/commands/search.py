"""``search WORDS``: the statements that have them, in identifiers, titles, notions and quotes."""

from __future__ import annotations

import argparse

from ..errors import BadInput
from ..theory.searching import Hit, nearest, search, words_of
from .answers import Answers
from .output import answer, answer_json

MOST = 20
"""So many are printed."""
LED = ("sgd", "subsampl", "poisson", "accountant", "epoch")
LEADS = (
    "What is the epsilon of training with noisy gradients (DP-SGD)? And the least noise for an epsilon?",
    "    dptheory account --gaussian 1.1 --batch 256 --records 60000 --epochs 60 --delta 1e-5",
    "    dptheory calibrate gaussian --batch 256 --records 60000 --epochs 60 --epsilon 2 --delta 1e-5",
)
"""What commands answer to words of accounting, whatever statements speak of them."""


def run(args: argparse.Namespace) -> int:
    """Print what was found, the best first; 1 where nothing was."""
    text = " ".join(args.words)
    if not any(c.isalnum() for c in text):
        raise BadInput(f"the words {text!r}", "at least one word", "dptheory search stability")
    answers = Answers(args.proofs, fresh=args.fresh)
    pages = [known.page for known in answers.known(answers.select([]))]
    hits = search(pages, text)
    missing = [word for word in words_of(text) if not any(word in hit.found for hit in hits)]
    near = nearest(pages, " ".join(missing)) if missing else []
    lead = LEADS if any(word in text.lower() for word in LED) else ()
    if args.json:
        answer_json({
            "query": text, "found": [_record(hit) for hit in hits], "nowhere": missing, "nearest_words": near,
            "commands": list(lead),
        })  # fmt: skip
    else:
        hint = f"; words that are there: {', '.join(near)}" if near else "; no word of the library is like it"
        nowhere = [f"nothing found for {' '.join(missing)}{hint}"] if missing and not lead else []
        answer("\n".join([*lead, *_lines(hits), *nowhere]))
    return 0 if hits or lead else 1


def _lines(hits: list[Hit]) -> list[str]:
    shown = hits[:MOST]
    width = max((len(hit.page.id) for hit in shown), default=0)
    lines = [f"{hit.page.id:<{width}}  {hit.page.title}   [{_where(hit)}]" for hit in shown]
    return [*lines, f"and {len(hits) - MOST} more"] if len(hits) > MOST else lines


def _where(hit: Hit) -> str:
    return ", ".join(f"{word}: {place}" for word, place in hit.found.items())


def _record(hit: Hit) -> dict[str, object]:
    return {
        "id": hit.page.id, "title": hit.page.title, "score": hit.score, "found": dict(hit.found),
    }  # fmt: skip
