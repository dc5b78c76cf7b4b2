"""``rules [NAME]``: the rules by which lines of proofs follow, each with its proof and an example of use."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass

from ..errors import BadInput
from ..kernel.logic import RULES_TEXT, STRUCTURAL, Rule, numbered_rules
from ..theory.blocks import STATEMENT, Block, Texts
from ..theory.catalogue import near_names
from ..theory.outline import Entry, outline
from .output import answer, answer_json

_STRUCTURAL = re.compile(r"^(\w+) {2,}(.*(?:\n {10}.*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Use:
    """A line of the library that follows by a rule."""

    statement: str
    line: str


def run(args: argparse.Namespace) -> int:
    """Print all rules, one line each, or one with all that is known of it."""
    named = {rule.name: rule for rule in numbered_rules()}
    structural = structural_rules()
    if args.name is None:
        return _all(named, structural, args)
    numbered = {str(rule.number): rule.name for rule in numbered_rules()}  # pages say "rule 4"
    args.name = numbered.get(args.name, args.name)
    if args.name not in named and args.name not in structural:
        near = near_names(args.name, [*named, *structural])
        meant = f" (did you mean {' or '.join(near)}?)" if near else ""
        raise BadInput(f"the rule {args.name!r}{meant}", "a rule's name or number", "dptheory rules")
    example, rule = example_of(args.name), named.get(args.name)
    if args.json:
        answer_json(_data(args.name, rule, structural.get(args.name, "")) | {
            "example": None if example is None else vars(example)})  # fmt: skip
        return 0
    if rule is None:
        answer(f"{args.name}: {structural[args.name]}")
    else:
        answer("\n".join(_shown(rule)))
    answer(
        f"example   {example.line}\n          in {example.statement}"
        if example
        else "not used in the library"
    )
    return 0


def _all(named: dict[str, Rule], structural: dict[str, str], args: argparse.Namespace) -> int:
    if args.json:
        answer_json([_data(name, named.get(name), text) for name, text in structural.items()]
                    + [_data(name, rule, "") for name, rule in named.items()])  # fmt: skip
        return 0
    width = max(map(len, named))
    for name, text in structural.items():
        answer(f"     {name:<{width}}  {text}")
    for rule in named.values():
        answer(f"{rule.number:>3}  {rule.name:<{width}}  {rule.conclusion}")
    return 0


def _shown(rule: Rule) -> list[str]:
    lines = [f"rule {rule.number}: {rule.name}"]
    if rule.variables:
        lines.append(f"variables {rule.variables}")
    if "?" in rule.variables:
        lines.append("          ? is any one sort of record, data, vec, real, (int -> vec), set(int)")
    lines += [f"premise {place} {premise}" for place, premise in enumerate(rule.premises, 1)]
    return [*lines, f"gives     {rule.conclusion}", f"proof     {rule.proof}"]


def _data(name: str, rule: Rule | None, text: str) -> dict[str, object]:
    if rule is None:
        return {"name": name, "structural": text}
    return {
        "name": name, "number": rule.number, "variables": rule.variables, "premises": list(rule.premises),
        "conclusion": rule.conclusion, "proof": rule.proof,
    }  # fmt: skip


def structural_rules() -> dict[str, str]:
    """The rules that are no schemas, as the kernel describes them."""
    found = {name: " ".join(text.split()) for name, text in _STRUCTURAL.findall(RULES_TEXT)}
    return {name: found[name] for name in STRUCTURAL}


def example_of(name: str) -> Use | None:
    """The shortest line of the library that follows by a rule; None where there is none."""
    used = re.compile(rf" by {re.escape(name)}(?= from | at | with | fix |\Z)")
    found = [
        Use(block.name, line)
        for block in Texts().everything()
        if block.word == STATEMENT and f"by {name}" in block.text
        for line in _lines(block)
        if used.search(line)
    ]
    return min(found, key=lambda use: (len(use.line), use.statement), default=None)


def _lines(block: Block) -> list[str]:
    """The lines of the proofs in a statement's text."""
    proofs: list[Entry] = [
        part for entry in outline(block.text) for form in entry.children for part in form.children
        if part.word == "proof"
    ]  # fmt: skip
    return [line.whole for proof in proofs for line in proof.children]
