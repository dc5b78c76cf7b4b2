"""``search WORDS``: the statements that have them, in identifiers, titles, notions and quotes; and which
words of the language of statements, and which rules, are called so."""

from __future__ import annotations

import argparse
import re

from ..errors import BadInput
from ..present.recipes import SMALL, leads
from ..theory.library import load_library
from ..theory.searching import Hit, Page, nearest, page_of, search, words_of
from .answers import Answers
from .output import answer, answer_json

MOST, FEW = 20, 6
"""So many are printed, and so many words and rules."""
BRACES = str.maketrans("", "", "{}")


def run(args: argparse.Namespace) -> int:
    """Print what was found, the best first; 1 where nothing was."""
    text = " ".join(args.words)
    if not any(c.isalnum() for c in text):
        raise BadInput(f"the words {text!r}", "at least one word", "dptheory search stability")
    answers = Answers(args.proofs, fresh=args.fresh)
    stale = args.fresh or not answers.record.current
    pages = _read() if stale else [known.page for known in answers.known(answers.select([]))]
    lead, also = list(leads(text)), _called(args.words)
    query, text = text, " ".join(word for word in args.words if word.lower() not in SMALL) or text
    hits = search(pages, text)
    # of those with as many of the words first what is called so
    hits.sort(key=lambda hit: (-len(hit.found), not hit.page.title.lower().startswith(text.lower())))
    missing = [word for word in words_of(text) if not any(word in hit.found for hit in hits)]
    near = nearest(pages, " ".join(missing)) if missing else []
    if args.json:
        answer_json({
            "words": also, "query": query, "found": [_record(hit) for hit in hits], "nowhere": missing,
            "nearest_words": near, "commands": lead,
        })  # fmt: skip
    else:
        hint = f"; words that are there: {', '.join(near)}" if near else "; no word of the library is like it"
        nowhere = [f"nothing found for {' '.join(missing)}{hint}"] if missing and not lead + also else []
        answer("\n".join([*lead, *_lines(hits), *also, *nowhere]))
    return 0 if hits or lead or also else 1


def _called(words: list[str]) -> list[str]:
    """Definitions and rules with all of the words in their names, or in the rule's conclusion, each with the
    command that tells of it."""
    from ..kernel.logic import numbered_rules

    asked, says = {word.lower() for word in words}, load_library().says
    found = [(f"define {name}", said) for name, said in says.items() if asked <= {name, *name.split("_")}]
    for rule in numbered_rules():
        if asked <= {*rule.name.split("-"), *re.findall(r"\w+", rule.conclusion)}:
            found.append((f"rules {rule.name}", rule.conclusion))
    return [f"dptheory {command}   {said.translate(BRACES)}" for command, said in found[:FEW]]


def _read() -> list[Page]:
    """What is searched, from the texts alone: no verdict is told."""
    library = load_library()
    return [page_of(one, library.says) for one in library.statements.values()]


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
