"""The words with which lines of statements begin, where each may stand, and what it says.

One table for the reader's hints, the editors and the reference. ``python -m dptheory.theory.words`` prints
the part of the reference that is made from it.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "a text": {
        "define": "a word for a formula or a term, `define name(x: sort) := body`",
        "statement": "one result of a source, `statement SOURCE.NAME` or `statement SOURCE.NAME: title`",
        "lemma": "a statement of that kind; so `definition`, `claim`, `remark`",
        "definition": "a statement of that kind",
        "claim": "a statement of that kind",
        "remark": "a statement of that kind",
    },
    "define": {"says": "how pages put the definition in words"},
    "statement": {
        "title": "what the statement is called",
        "source": "the work and the number there",
        "place": "the file and the lines of the quote; also `source WORK; place FILE LINES`",
        "quote": "the source's words",
        "context": "words of the source elsewhere that a hypothesis cites",
        "kind": "theorem, lemma, ..., where the first word does not say it; theorem where it is left out",
        "about": "how grave a failure is where the claim does not show it: privacy, utility, proof, slip",
        "remark": "a sentence for the page",
        "typo": "a slip of the pen, `was => meant: why`",
        "sure": "how sure a printed form is that was put back, in percent",
        "by-hand": "a finding that no form says, `LEVEL: what is printed: why`",
        "experiment": "a trial on sampled mechanisms, `NAME FORM`",
        "no": "`no experiment: REASON`, why the statement names none",
        "worst-case": "exact worst cases beside bounds, `QUANTITY FORM FORM`, `QUANTITY at most TERM`",
        "working": "what is worked out beside it, `KIND key = value, key = value`",
        "answers": "for which rates it answers, `all for n δ(n) → ∞: above RATE, RATE`; for `phase`",
        "let": "names with their sorts, for all forms",
        "where": "an abbreviation, `name := term`",
        "abbreviate": "a name that closed forms are printed with",
        "choice": "a value of a parameter that the source uses",
        "setting": "the numbers that the source works with",
        "trivial": "what holds without the bound",
        "least": "a parameter that need not be given: the least that its hypotheses allow, `name : words`",
        "algorithm": "printed lines, each with what it does",
        "form": "one reading: printed, corrected or sharp, with a name after a dot where there are several",
        "twin": "a near false variant, `twin of FORM: what was changed`",
    },
    "form": {
        "reading": "how the text is read where it can be read in several ways",
        "part": "which part of the text the form is",
        "note": "a sentence about the form",
        "let": "names with their sorts, for this form",
        "where": "an abbreviation, `name := term`",
        "constant": "a positive number for all values of the variables",
        "runs": "the algorithm whose solved lines are hypotheses",
        "given": "a hypothesis that the source states, `label: formula`; several are separated by `;`",
        "presupposed": "a hypothesis that the notation takes for granted",
        "added": "a hypothesis that the source neither states nor takes for granted",
        "drop": "in `form ... extends`: a hypothesis of the other form that is left out",
        "claim": "what follows",
        "proof": "lines `label: formula by reason`",
        "cited": "the work from which the source takes the result",
        "slip": "a false step of the source's proof, with a world where it fails",
        "model": "a world in which all hypotheses hold",
        "refuted": "a world in which the hypotheses hold and the claim fails",
        "holds": "of a definition: a world in which it holds",
        "fails": "of a definition: a world in which it fails",
    },
    "twin": {
        "given": "another hypothesis in the place of that label",
        "drop": "the label of a hypothesis that is left out",
        "claim": "another claim",
        "world": "where the twin fails; the model of the form where it is left out",
    },
    "slip": {
        "let": "names with their sorts",
        "given": "a further hypothesis of the step",
        "constant": "a positive number for all values of the variables",
        "note": "why the step fails",
        "world": "where it fails",
    },
    "proof": {
        "let": "names for what `fix` and `assume` speak of",
        "where": "an abbreviation, `name := term`",
        "take": "names that the lines hold for all values of, `take x: real; assume h: x > 0`",
        "assume": "what the lines hold under, `assume h: formula`",
    },
    "algorithm": {"input": "the words of the input", "output": "the words of the output"},
    "line of an algorithm": {
        "let": "a name for a term",
        "solve": "what the line finds: a hypothesis of the forms that run it",
        "draw": "a random draw, `name ~ law`",
        "return": "the result",
    },
    "world": {
        "n": "how many records data sets have",
        "records": "the records that there are",
        "outputs": "the points on which laws of vectors live",
        "value": "a number or a function in closed form; several are separated by `;`",
        "region": "a set, by the relations that its points satisfy",
        "law": "a finite law",
        "normal": "a normal law, by mean and deviation",
        "noise": "Laplace noise, by centre and scale",
        "data": "a data set",
        "parameter": "a number that the world is given for every value of",
        "within": "an interval that the event lies in",
        "without": "in `world like ...`: a line that is left out",
    },
}  # fmt: skip
"""The words, by what they stand under."""
PROSE: Final = (
    "title", "source", "place", "quote", "context", "kind", "about", "remark", "typo", "sure", "by-hand",
    "no", "reading", "part", "note", "cited", "input", "output", "says",
)  # fmt: skip
"""Words that sentences follow, and no formulas."""
JOINING: Final = {
    "by": "the reason of a line",
    "from": "its premises: lines, instances of lines, facts; `from facts` cites the trivial facts",
    "all": "`from all x. 3`: line 3 for all x",
    "at": "the terms for the quantified variables of the first line cited",
    "with": "values of the variables of a rule or a form, `x := t; y := s`",
    "fix": "the variables that are generalised",
    "extends": "`form sharp extends printed`: says only what changes",
    "like": "`world like model but x = 2`: says only what changes",
    "but": "what changes of a world",
}  # fmt: skip
"""Words within lines."""
REASONS: Final = {
    "assume": "taken for granted until an `intro` discharges it",
    "intro": "for all that was fixed, what was assumed implies it",
    "apply": "what a line says of all values, at some",
    "both": "parts of the lines cited, together",
    "rewrite": "the first line with the equations used from left to right",
    "vector": "two linear combinations of vectors that are the same",
    "calc": "a calculation, with a certificate that is searched for",
    "linearity": "sums and expectations of linear combinations",
    "congruence": "equals for equals, under binders too",
    "auto": "a rule or an earlier line of the form of the line, else a calculation",
}
"""Reasons that are no rule and no form."""


def near(place: str, word: str) -> str:
    """What a word may have been meant to be, as the end of a message.

    >>> near("statement", "titel")
    "; did you mean 'title'?"
    """
    found = get_close_matches(word, WORDS.get(place, {}), 1)
    return f"; did you mean {found[0]!r}?" if found else ""


HEADS: Final = {
    "a text": "A text has",
    "within a line": "Within lines stand",
    "reason": "A reason is a rule, a form, or",
}


def reference() -> str:
    """The words as tables of the reference, in Markdown."""
    parts = []
    for place, words in (*WORDS.items(), ("within a line", JOINING), ("reason", REASONS)):
        head = HEADS.get(place, f"Under `{place}`" if " " not in place else f"Under a {place}")
        rows = [f"| `{word}` | {what} |" for word, what in words.items()]
        parts.append("\n".join([f"{head}:", "", "| word | what it says |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(reference(), end="")
