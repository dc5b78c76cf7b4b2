"""How `dptheory read` does on labelled relations of public documents, by class and by document.

python benchmarks/papers/run.py LABELS.json DOCUMENTS     # DOCUMENTS/NAME.md or .tex, named as in the labels
python benchmarks/papers/run.py LABELS.json               # only the formulas, without the text around them

A relation is *read as labelled* where its sides have the label's values at random points, with or without the
definitions put in; *wrong* is a verdict that the label's truth contradicts. Nothing of a document is kept.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dptheory.documents.claims import stated
from dptheory.documents.judgement import EFFORT
from dptheory.documents.letter import summary, verdict_words
from dptheory.documents.results import Result, read_document
from dptheory.documents.source import document
from dptheory.kernel import KernelError, SyntaxProblem
from dptheory.kernel.real import Term, parse_term, subterms
from dptheory.latex.signs import trimmed
from dptheory.latex.tokens import shown, tokens

Label = dict[str, Any]
_SIGN = re.compile(r"(<=|>=|!=|<|>|=)")
_ARROW = re.compile(r"\\(?:(?:long)?(?:left)?rightarrow|iff|implies)(?![A-Za-z])", re.IGNORECASE)
"""Where a label's side is cut that goes on over an arrow."""
_DOES = {
    "exp": math.exp, "log": math.log, "sqrt": math.sqrt, "abs": abs, "floor": math.floor, "ceil": math.ceil,
    "sin": math.sin, "cos": math.cos, "neg": lambda x: -x,
    "tanh": math.tanh, "sinh": math.sinh, "cosh": math.cosh, "erf": math.erf, "erfc": math.erfc,
    "gamma": math.gamma, "min": min, "max": max, "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y, "pow": lambda x, y: x**y,
}  # fmt: skip


def value(term: Term, point: dict[str, float]) -> float:
    """A term at a point, in floating point."""
    found: dict[bytes, float] = {}
    for t in subterms(term):
        if t.op == "num":
            found[t.key] = float(t.value.p) / float(t.value.q)  # type: ignore[union-attr]
        elif t.op == "var":
            found[t.key] = point[str(t.value)]
        elif t.op in ("sum", "prod"):
            found[t.key] = _summed(t, [found[a.key] for a in t.args])
        elif t.op == "const":
            found[t.key] = {"pi": math.pi, "E": math.e}[str(t.value)]
        else:
            found[t.key] = _DOES[t.op](*(found[a.key] for a in t.args))
    return found[term.key]


def _summed(term: Term, args: list[float]) -> float:
    """A sum or a product, its ends rounded: of two that are compared both are."""
    body, (low, high, *rest) = instance_body(term), args
    parts = [
        value(body, {"j": k, **{f"p{i}": x for i, x in enumerate(rest, 1)}})
        for k in range(round(low), round(high) + 1)
    ]
    return math.prod(parts) if term.op == "prod" else math.fsum(parts)


def instance_body(term: Term) -> Term:
    """What a sum is taken of, with j for the index and p1, p2, ... for what else stands in it."""
    assert isinstance(term.value, Term)
    return term.value


def sides(claim: str) -> tuple[Term, str, Term]:
    """A relation's sides and its sign."""
    left, sign, right = _SIGN.split(claim, maxsplit=1)
    return parse_term(left), sign, parse_term(right)


def same(ours: str, label: str) -> bool:
    """Whether two relations have the same sign, and sides with the same values, for some matching of their
    names.
    """
    if "implies" in label:
        return any(
            all(same(o, t) for o, t in zip(one, other, strict=True))
            for one in _implications(ours)
            for other in _implications(label)
        )
    try:
        (a, sign, b), (c, other, d) = sides(ours), sides(label)
    except (SyntaxProblem, KernelError, ValueError):
        return False
    mine, theirs = sorted(a.names | b.names), sorted(c.names | d.names)
    if sign != other or len(mine) != len(theirs) or len(mine) > 9:
        return False
    shared = [n for n in theirs if n in mine]
    rest, open_ = [n for n in mine if n not in shared], [n for n in theirs if n not in shared]
    if len(rest) > 5:
        return False
    return any(
        _agree(a, b, c, d, dict(zip(shared + open_, shared + list(order), strict=True)))
        for order in itertools.permutations(rest)
    )


def _implications(text: str) -> list[tuple[str, str]]:
    """The implications that a text joins by `and`, each as its two relations."""
    found = []
    for part in _apart(text, " and "):
        halves = _apart(_bare(part), " implies ")
        if len(halves) == 2:
            found.append((_bare(halves[0]), _bare(halves[1])))
    return found


def _apart(text: str, word: str) -> list[str]:
    """A text cut at a word that stands outside all brackets."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and text.startswith(word, at):
            parts.append(text[start:at])
            start = at + len(word)
    return [*parts, text[start:]]


def _bare(text: str) -> str:
    """A relation without the brackets around all of it."""
    text = text.strip()
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        closes = next(
            at for at, sign in enumerate(text) if (depth := depth + (sign == "(") - (sign == ")")) == 0
        )
        if closes != len(text) - 1:
            return text
        text = text[1:-1].strip()
    return text


def _agree(a: Term, b: Term, c: Term, d: Term, names: dict[str, str]) -> bool:
    draw, met = random.Random(1), 0
    for k in range(90):
        low, high = (0.1, 2.5) if k < 60 else (3, 9)
        point = {name: draw.uniform(low, high) for name in names.values()}
        theirs = {name: point[mine] for name, mine in names.items()}
        try:
            pairs = [(value(a, point), value(c, theirs)), (value(b, point), value(d, theirs))]
        except (ValueError, ZeroDivisionError, OverflowError, TypeError, KeyError):
            continue
        if any(isinstance(x, complex) for pair in pairs for x in pair):
            continue
        if not all(math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-12) for x, y in pairs):
            return False
        met += 1
        if met == 6:
            return True
    return met > 0


def spelled(latex: str) -> str:
    """A side of a label in one spelling."""
    try:
        return shown(trimmed([t for t in tokens(latex) if t.text not in (r"\quad", "&")]))
    except SyntaxProblem:
        return latex


def found_for(label: Label, results: list[Result], taken: set[int]) -> Result | None:
    """The link that a label speaks of: near its line, with its sides."""
    line = int(re.search(r"line (\d+)", label["place"])[1])  # type: ignore[index]
    left = spelled(_ARROW.split(label.get("lhs", ""))[-1])
    right = spelled(_ARROW.split(label.get("rhs", ""))[0])
    if "lhs" not in label:
        left, _, right = (spelled(p) for p in re.split(r"(\\le|\\ge|=)", label["latex"], maxsplit=1))
    best, place = 0.0, -1
    for at, one in enumerate(results):
        away = one.place.line - line
        if at in taken or not -3 <= away <= 130:
            continue
        mine = shown(one.stated.link.left), shown(one.stated.link.right)
        score = 2.0 * (mine[1] == right) + 2.0 * (mine[0] == left) + (right in mine[1]) + (left in mine[0])
        score += (mine[0].endswith(left) and bool(left)) - abs(away) / 1000
        if score > best:
            best, place = score, at
    if place < 0 or best < 1.9:
        return None
    taken.add(place)
    return results[place]


def conditioned(label: Label, one: Result) -> bool:
    """Whether the bounds that the label has from the text were found: of each name that the claim still
    has; also as what another sentence states.
    """
    pieces = [p.strip() for p in (label.get("where_substituted") or label.get("where") or "").split(",")]
    beside = [g.text for group in one.stated.elsewhere for g in group]
    stated_ = re.sub(r"\s", "", " ".join((*(text for text, _, _ in one.under), *beside)))
    for piece in pieces:
        match = re.fullmatch(r"(\w+|[\d./]+)\s*(<=|<|>=|>)\s*(\w+|[\d./]+)", piece)
        if match is None or piece in (label.get("where_missing") or ""):
            continue
        names = {"al": "alpha", "delta": "del"}
        x, sign, y = names.get(match[1], match[1]), match[2], names.get(match[3], match[3])
        turned = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}[sign]
        name = y if x[0].isdigit() else x
        if not re.search(rf"(?<![\w]){name}(?!\w)", one.stated.claim) or len(re.findall(r"[A-Z]\d?", name)):
            continue
        if f"{x}{sign}{y}" not in stated_ and f"{y}{turned}{x}" not in stated_:
            return False
    return True


def table(labels: list[Label], folder: Path | None, effort: int, only: str, workers: int) -> Iterator[str]:
    """The table, a line for each document and class."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for name in dict.fromkeys(label["doc"] for label in labels):
        mine = [label for label in labels if label["doc"] == name]
        if only and name != only:
            continue
        start = time.monotonic()
        results = _results(name, mine, folder, effort, workers)
        taken: set[int] = set()
        for label in mine:
            one = found_for(label, results, taken)
            counted = counts.setdefault((name, label["class"]), Counter())
            counted.update(judged(label, one))
        print(f"{name}: {len(results)} links, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    columns = (
        "labelled",
        "found",
        "class",
        "claims",
        "as labelled",
        "conditions",
        "truth",
        "decided",
        "wrong",
    )
    yield f"{'document':<14}{'class':<12}" + "".join(f"{c:>13}" for c in columns)
    kinds = ("scalar", "atoms", "objects", "asymptotic")
    for kind in kinds:
        for (name, k), c in counts.items():
            if k == kind:
                yield f"{name:<14}{kind:<12}" + "".join(f"{c[x]:>13}" for x in columns)
        total = sum((c for (_, k), c in counts.items() if k == kind), Counter[str]())
        yield f"{'all':<14}{kind:<12}" + "".join(f"{total[x]:>13}" for x in columns)


def _results(
    name: str, mine: list[Label], folder: Path | None, effort: int, workers: int
) -> list[Result]:
    if folder is not None:
        path = next(p for p in sorted(folder.glob(f"{name}.*")))
        source = document(path.read_text(encoding="utf-8"), tex=path.suffix == ".tex")
    else:
        source = document("".join(f"\n\n$$\n{label['latex']}\n$$\n" for label in mine))
        for at, label in enumerate(mine):
            label["place"] = f"line {5 * at + 4}"
    if effort == 0:
        return [
            Result(
                one, source.place(one.link.position), None, tuple((g.text, g.said, None) for g in one.given)
            )
            for one in stated(source).links
        ]
    letter = read_document(source, name, effort=effort, workers=workers)
    print("\n".join(f"{name}: {line}" for line in summary(letter)), file=sys.stderr)
    for one in letter.results:
        if one.verdict == "refuted":
            print(f"  fails {one.place} {one.stated.claim}: {verdict_words(one)}", file=sys.stderr)
    return list(letter.results)


def judged(label: Label, one: Result | None) -> Counter[str]:
    """What is counted of one label."""
    made = Counter({"labelled": 1})
    truth, claim = label.get("truth") in ("true", "false"), label.get("claim")
    numeric = label["class"] in ("scalar", "atoms")
    made["truth"] += truth and numeric
    made["claims"] += bool(claim) and numeric
    if one is None:
        _tell(label, "not found")
        return made
    made["found"] = 1
    made["class"] = int(one.stated.kind == label["class"])
    if not made["class"]:
        _tell(label, f"class {one.stated.kind}")
    if not numeric:
        return made
    read = any(
        same(ours, theirs)
        for text in (one.stated.claim, one.stated.raw, one.stated.after)
        for ours in dict.fromkeys((text, re.sub(r"\b(N\d+)\*\*2", r"\1sq", text)))
        for theirs in (claim, label.get("claim_substituted"))
        if ours and theirs
    )
    made["as labelled"] = int(read)
    made["conditions"] = int(conditioned(label, one))
    if claim and not read:
        _tell(label, f"read {one.stated.claim or one.stated.problem}")
    if not made["conditions"]:
        _tell(label, f"conditions {[t for t, _, _ in one.under]}")
    if one.verdict in ("proved", "refuted") and truth:
        made["decided"] = 1
        made["wrong"] = int((one.verdict == "proved") != (label["truth"] == "true"))
        if made["wrong"]:
            _tell(label, f"WRONG {one.verdict} {one.answer.reason if one.answer else ''}")
    elif truth and one.answer is not None:
        _tell(label, f"undecided: {one.answer.reason[:150]}")
    return made


def _tell(label: Label, words: str) -> None:
    print(f"  {label['doc']} {label['id']} ({label['class']}): {words}", file=sys.stderr)


def main() -> None:
    """Print the table; with --effort 0 nothing is judged, only read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("labels", type=Path)
    parser.add_argument("documents", type=Path, nargs="?")
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--only", default="", help="one document")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    labels = json.loads(args.labels.read_text(encoding="utf-8"))
    print("\n".join(table(labels, args.documents, args.effort, args.only, args.workers)))


if __name__ == "__main__":
    main()
