"""Files for Coq: the lemmas, and theorems in batches, with an index of what they are about."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..files import write_whole
from ..kernel import SyntaxProblem
from ..kernel.real import COMPOUND_FORMAT, FAMILY_FORMATS, FORMAT, lemmas, parse_claim
from .certificates import lemma, theorem
from .compound import compound
from .families import families
from .refutations import refutation
from .script import Unsupported
from .structural import coq_name

SIZE: Final = 150
"""Theorems in a file: to load what a file needs takes as long as a dozen theorems."""
ANSWERS: Final = "Answers.v"
MARK: Final = "(* ==== "
HEAD: Final = "From Dptheory Require Import Tactics{more}.\nSet Default Timeout 600.\n"


@dataclass
class Export:
    """What was written: the claims of the theorems by their names, the rules that their certificates use, and
    what could not be written, with the reason."""

    theorems: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, list[str]] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def sampled(certificates: Mapping[str, object], count: int | None, seed: int) -> dict[str, object]:
    """Certificates of claims, in the order of their hashes, then those of the claims that growth and best
    constants consist of, then these; or so many claims, drawn with a seed."""
    held = {key: certificates[key] for key in sorted(certificates) if _is_claim(certificates[key])}
    others = [one for one in certificates.values() if not _is_claim(one)]
    held.update(sorted(_within(others), key=lambda found: found[0]))
    if count is None:
        held |= {key: one for key, one in sorted(certificates.items()) if _is_family(one)}
    if count is not None and count < len(held):
        return {key: held[key] for key in sorted(random.Random(seed).sample(sorted(held), count))}
    return held


def _is_claim(one: object) -> bool:
    known = isinstance(one, dict) and one.get("format") in (FORMAT, COMPOUND_FORMAT)
    return known or (isinstance(one, dict) and isinstance(one.get("witness"), dict))


def _is_family(one: object) -> bool:
    return isinstance(one, dict) and one.get("format") in FAMILY_FORMATS


def _within(data: object) -> Iterator[tuple[str, object]]:
    """The certificates of claims within other data, by their hashes."""
    if isinstance(data, dict) and _is_claim(data):
        yield str(data["hash"]), data
    elif isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            yield from _within(one)


def export(
    certificates: Mapping[str, object],
    out: Path,
    told: Callable[[str], None],
    every: bool = False,
    size: int = SIZE,
) -> Export:
    """Write the files that `coqc` compiles, so many theorems in each, beside those of ``coq/``; with `every`
    all lemmas, else those that are used."""
    made, used = Export(), frozenset(lemmas()) if every else needed(list(certificates.values()))
    write_whole(out / "Lemmas.v", HEAD.format(more="") + "".join(_lemmas(made, used)))
    parts = list(_theorems(certificates, made))
    for start in range(0, len(parts), size):
        name = f"Claims{start // size + 1:03}.v"
        text = "".join(parts[start : start + size])
        more = " Compound Lemmas" if " : compound_" in text else " Lemmas"
        write_whole(out / name, HEAD.format(more=more) + text)
        made.files.append(name)
        told(name)
    if answers := list(_answers(certificates, made)):
        text, claims = "".join(answers), " ".join(Path(name).stem for name in made.files)
        growth = " Growth" * bool(re.search(r" : (smaller|unbounded|not_smaller) ", text))
        head = HEAD.format(more=f" Families{growth} Lemmas {claims}")
        write_whole(out / ANSWERS, head + text)
        made.files.append(ANSWERS)
    write_whole(out / "index.json", json.dumps(vars(made), indent=1, ensure_ascii=False) + "\n")
    return made


def needed(data: object) -> frozenset[str]:
    """The lemmas that certificates use, and those that these rest on.

    >>> sorted(needed([{"rule": "fact", "name": "exp-sub"}]))
    ['exp-add', 'exp-sub']
    """
    found: set[str] = set()
    stack: list[object] = [data]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            name = str(one.get("name")) if one.get("rule") == "fact" else ""
            if name in lemmas() and name not in found:
                found.add(name)
                stack.extend(lemmas()[name].certificates)
            stack.extend(one.values())
        elif isinstance(one, list):
            stack.extend(one)
    return frozenset(found)


def kinds(data: object) -> set[str]:
    """The rules of a certificate, and the leaves of its boxes.

    >>> sorted(kinds([{"rule": "box", "tree": [["x", "1/2"], "leaf", {"at": "1", "zeros": 1}]}]))
    ['box', 'box: leaf', 'box: series']
    """
    if isinstance(data, list):
        return {kind for one in data for kind in kinds(one)}
    if not isinstance(data, dict):
        return set()
    found = {kind for one in data.values() for kind in kinds(one)}
    found |= {str(data["rule"])} if "rule" in data else set()
    for item in data.get("tree", []):
        face = isinstance(item, list) and item[1] in ("low", "high")
        found |= {"box: face"} if face else {f"box: {item}"} if isinstance(item, str) else set()
        found |= {"box: series"} if isinstance(item, dict) else set()
    return found


def _lemmas(made: Export, used: frozenset[str]) -> Iterator[str]:
    for name, found in lemmas().items():
        if name not in used:
            continue
        try:
            yield f"\n{MARK}{coq_name(found)} *)\n{lemma(found, frozenset(made.left))}"
        except Unsupported as why:
            made.left[name] = str(why)


def _answers(certificates: Mapping[str, object], made: Export) -> Iterator[str]:
    """Theorems about growth and best constants."""
    for key, one in certificates.items():
        if not isinstance(one, dict) or not _is_family(one):
            continue
        name = f"answer_{key[:16]}"
        try:
            found = list(families(name, one))
        except Unsupported as why:
            made.left[name] = str(why)
            continue
        for k, text in enumerate(found):
            part = name if len(found) == 1 else f"{name}_{('above', 'below')[k]}"
            made.theorems[part] = text.split("\n", 1)[0]
            made.kinds[part] = [str(one["format"])]
            yield f"\n{MARK}{part} *)\n{text}"


def _theorems(certificates: Mapping[str, object], made: Export) -> Iterator[str]:
    for key, one in certificates.items():
        if not isinstance(one, dict) or _is_family(one):
            continue
        name = f"{'refuted' if 'witness' in one else 'claim'}_{key[:16]}"
        try:
            text = _theorem(name, one, frozenset(made.left))  # of these the lemmas, by their names
        except Unsupported as why:
            made.left[name] = str(why)
            continue
        made.theorems[name] = str(one["claim"])
        made.kinds[name] = sorted(kinds(one))
        yield f"\n{MARK}{name} *)\n{text}"


def _theorem(name: str, one: Mapping[str, Any], lacking: frozenset[str]) -> str:
    """The theorem about a claim, with those that it needs before it."""
    try:
        claim = parse_claim(str(one["claim"]), str(one["where"]))
    except SyntaxProblem:  # a formula
        return "\n".join(compound(name, one, lacking))
    if "witness" in one:
        return refutation(name, claim, one["witness"], lacking)
    return theorem(name, claim, one, lacking)
