"""The stranger's checker: written from the page alone, it says the same as the kernel."""

from __future__ import annotations

import ast
import copy
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dptheory.commands.shorthand import lengthened, point_of
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import FORMAT, VERSION, seal
from dptheory.kernel.real.check import RULES, check
from dptheory.kernel.real.claims import parse_claim
from dptheory.kernel.syntax import SyntaxProblem

from . import stranger
from .stranger_families import check_family
from .stranger_terms import Refused, Unsupported, read_claim, shown

HERE = Path(__file__).parent
PROOFS = HERE.parents[1] / "proofs"

Data = dict[str, Any]


@pytest.fixture(autouse=True)
def deep() -> Iterator[None]:
    """Its functions call themselves as deep as terms are."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def vectors(name: str) -> list[Data]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def recorded(field: str) -> dict[str, Data]:
    """The library's certificates that have a field, by their hash: `proof` those of claims, `growing` those of growth."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(PROOFS.glob("*.certificates"))]
    lines = [json.loads(line) for text in texts for line in text.splitlines()]
    empty: Data = {"where": "", "lemmas": [], "defined": []}
    parts = ((line.pop("hash"), line) for line in lines if "hash" in line and line.pop("digest"))
    found = {key: line.get("data") or {**empty, **at_length(line)} for key, line in parts}
    return {key: c for key, c in sorted(found.items()) if field in c}


def at_length(line: Data) -> Data:
    """A line's nodes as section 14 says them at length."""
    at = line.get("domain_point")
    point = {"domain_point": point_of(at)} if isinstance(at, str) else {}
    return {key: lengthened(part) for key, part in line.items()} | point


def answer(ask: Callable[[], object]) -> bool | None:
    """Whether the stranger says yes; None where it says nothing."""
    try:
        ask()
    except Refused:
        return False
    except Unsupported:
        return None
    return True


def test_it_shares_no_code_with_the_kernel() -> None:
    allowed = {*sys.stdlib_module_names, "flint"}
    for path in HERE.glob("stranger*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {name.name.split(".")[0] for name in node.names} <= allowed
            elif isinstance(node, ast.ImportFrom):
                module = str(node.module)
                assert module.startswith("stranger") if node.level else module.split(".")[0] in allowed
    assert set(stranger.RULES) == set(RULES)


def test_it_reads_texts_as_the_vectors_say() -> None:
    for v in vectors("texts"):
        try:
            claim = read_claim(v["text"], v["where"])
        except Refused:
            assert "message" in v, v
        else:
            assert (shown(claim.relation), claim.where, claim.hash) == (v["claim"], v["conditions"], v["hash"])


def test_it_answers_as_the_vectors_of_families_say() -> None:
    for v in vectors("families"):
        assert answer(lambda v=v: check_family(v["certificate"])) is (v["answer"] == "proved"), v["name"]  # type: ignore[misc]


def test_it_answers_as_the_vectors_say() -> None:
    silent = set()
    for v in [*vectors("claims"), *vectors("points")]:
        asked = v if "claim" in v else v["certificate"]
        claim = read_claim(asked["claim"], asked["where"])
        if "certificate" in v:
            found = answer(lambda claim=claim, v=v: stranger.check(claim, v["certificate"]))  # type: ignore[misc]
        else:
            found = answer(lambda claim=claim, v=v: stranger.refute(claim, v.get("failure", v.get("point"))))  # type: ignore[misc]
        if found is None:
            silent.add(v["name"])
        else:
            assert found == (v["answer"] != "refused"), v["name"]
    assert silent == {"an integral"}


def test_it_accepts_the_recorded_certificates() -> None:
    found = Counter[bool | None]()
    for key, c in list(recorded("proof").items())[::12]:
        claim = read_claim(c["claim"], c["where"])
        assert claim.hash == key, c["claim"]
        found[answer(lambda claim=claim, c=c: stranger.check(claim, c, sealed=False))] += 1  # type: ignore[misc]
    for c in list(recorded("growing").values())[::4]:
        found[answer(lambda c=c: check_family(c))] += 1  # type: ignore[misc]
    assert found[True] > 300 and set(found) == {True}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of a certificate, as what holds it and where."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield value, key
        yield from _places(part)


def _mutant(c: Data, rng: random.Random) -> Data:
    """A certificate with one part exchanged, left out, written twice, or with another word in it."""
    c = copy.deepcopy(c)
    places = list(_places(c))
    held, key = rng.choice(places)
    part = held[key]
    others = [h[k] for h, k in places if type(h[k]) is type(part)]
    words = list(re.finditer(r"[0-9]+|[a-z]+|<=|>=|!=|[-+*/<>=]", part)) if isinstance(part, str) else []
    way = rng.random()
    if words and way < 0.5:
        at = rng.choice(words)
        word = rng.choice(["0", "1", "2", "x", "n", "-", "+", "*", "/", "<", "<=", ">", ">=", "=", "!=", "log", "sqrt", "poly"])
        held[key] = part[: at.start()] + word + part[at.end() :]
    elif isinstance(part, list) and part and way < 0.6:
        part.insert(rng.randrange(len(part)), copy.deepcopy(rng.choice(part)))
    elif isinstance(part, list | dict) and part and way < 0.8:
        del part[rng.choice(list(part) if isinstance(part, dict) else range(len(part)))]
    else:
        held[key] = copy.deepcopy(rng.choice(others))
    return c


def _kernel_says(c: Data) -> tuple[bool, Data | None]:
    """What the kernel says of a certificate that is sealed anew; the sealed one, if its claim is one."""
    try:
        claim = parse_claim(c["claim"], c["where"])
    except (KernelError, SyntaxProblem):
        return False, None
    data = {**c, "format": FORMAT, "version": VERSION, **claim.to_json(), "hash": claim.hash}
    data["seal"] = seal(data)
    try:
        check(claim, data)
    except (KernelError, SyntaxProblem):
        return False, data
    return True, data


def test_it_says_of_mutants_what_the_kernel_says() -> None:
    rng, found = random.Random(7), Counter[bool]()
    parts = ("claim", "where", "domain_point", "lemmas", "defined", "proof")
    whole = [v["certificate"] for v in vectors("claims") if v["answer"] == "proved"]
    kept = [{name: c.get(name, []) for name in parts} for c in whole]
    for _ in range(400):
        c = _mutant(rng.choice(kept), rng)
        if not all(isinstance(c.get(name), str) for name in ("claim", "where")):
            continue
        says, data = _kernel_says(c)
        if data is None:
            assert answer(lambda c=c: read_claim(c["claim"], c["where"])) is False, c  # type: ignore[misc]
            continue
        mine = answer(lambda data=data: stranger.check(read_claim(data["claim"], data["where"]), data))  # type: ignore[misc]
        assert mine in (says, None), c
        found[says] += 1
    assert found[True] > 20 and found[False] > 200
