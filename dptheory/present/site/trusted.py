"""The page *what is trusted*: what verdicts mean, the rules of the logic, facts about functions, lemmas."""

from __future__ import annotations

from typing import Final

from ...kernel.logic import Rule, numbered_rules
from ...kernel.real import FACTS, Fact, lemmas
from .contents import Contents
from .frame import badge, frame
from .html import Content, Html, el

MEANINGS: Final = (
    (
        "proved",
        "Every line of the proof has a certificate that the kernel checked, and there is a checked model of "
        "all hypotheses, so that they can be met.",
    ),
    ("proved-given", "The same, but a line rests on a result that is cited and not proved here."),
    ("refuted", "The kernel checked that all hypotheses hold in one world and the conclusion fails there."),
    ("cited", "The source itself takes it from elsewhere; it is not proved here."),
    ("defined", "It is a definition, with a world where it holds and one where it fails."),
    ("unknown", "Not decided; the reason is given."),
)


def trusted_page(contents: Contents) -> str:
    """All that a reader has to believe."""
    body: list[Content] = [
        el("h1", "What is trusted"),
        el(
            "p",
            "Search may be clever; only checking has to be right. What looks for proofs, counterexamples and "
            "constants is not trusted: it hands certificates to a kernel, which has no search, decides "
            "nothing by floating point, and is the only part that can say proved or refuted. To believe a "
            "verdict on this site is to believe:",
        ),
        el(
            "ul",
            el("li", "the kernel, with Python and the exact arithmetic of python-flint;"),
            el("li", f"the {len(numbered_rules())} rules and {len(FACTS)} facts below, each with its proof;"),
            el(
                "li",
                "that the statements say what their sources say: compare the quote on each page with the "
                "formulas, and the definitions with their words. No program can check that.",
            ),
        ),
        el(
            "p",
            "Proved speaks of exact real arithmetic, never of floating-point implementations. Trials on "
            "sampled mechanisms are evidence beside the proofs and turn nothing green.",
        ),
        el("h2", "What the verdicts mean"),
        el(
            "dl",
            [el("div", el("dt", badge(status, status)), el("dd", words)) for status, words in MEANINGS],
            class_="form",
        ),
        el("h2", "Rules of the logic"),
        [_rule(rule) for rule in numbered_rules()],
        el("h2", "Facts about functions"),
        el("dl", [_fact(fact) for fact in FACTS], class_="facts"),
        el("h2", "Lemmas about functions"),
        el(
            "p",
            f"Nobody has to trust these {len(lemmas())}: each has certificates, which rest on the facts "
            "above and on lemmas before it, and are checked before it is used.",
        ),
        el("dl", [_fact(lemma) for lemma in lemmas().values()], class_="facts"),
    ]
    return frame(contents, "trusted.html", "What is trusted", body)


def _rule(rule: Rule) -> Html:
    given = [el("li", el("code", premise)) for premise in rule.premises]
    return el(
        "section",
        el("h3", f"Rule {rule.number}: {rule.name}"),
        el("p", "for all ", el("code", rule.variables)) if rule.variables else None,
        [el("p", "if"), el("ul", given)] if given else None,
        el("p", "then " if given else None, el("code", rule.conclusion)),
        el("p", rule.proof, class_="note"),
        id=f"rule{rule.number}",
        class_="rule",
    )


def _fact(fact: Fact) -> Html:
    given = f"if {fact.sides}, then " if fact.sides else ""
    return el(
        "div",
        el("dt", fact.name),
        el("dd", el("code", f"{given}{fact.conclusions}"), " ", el("span", fact.proof, class_="note")),
    )
