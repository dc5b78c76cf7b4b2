"""Certificates changed and sealed again, to be judged by whether the claim they name is a true one."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Final

from dptheory.kernel.real.certificates import seal
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.grammar import print_term

Place = tuple[object, object]  # a container and a key of it
NUMBER: Final = re.compile(r"-?\d+(/\d+)?")
RULES: Final = ("exact", "contradiction", "both", "apart", "congruence")
JUNK: Final = (
    [], {}, "", 0, 10**40, -1, ["x"], {"x": "1"}, [["x"], "low"], [{"x": "1"}, "low"], ["x", "low"], ["x", "1/2", "3"],
    "x", "1/0", "leaf", {"rule": "fact"}, {"rule": ["poly"]}, "oo", "--1", "1 < x < 2", "max()", "9" * 3000,
)  # fmt: skip
"""What no field expects, or only some do."""
WORDS: Final = (("<=", "<"), ("<", "<="), (">=", ">"), (">", ">="), ("<=", ">="), ("+", "-"), ("-", "+"))


def places(data: object) -> Iterator[Place]:
    """Every place in the data that holds something."""
    stack = [data]
    while stack:
        here = stack.pop()
        items = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, value in items:
            yield here, key
            stack.append(value)


def nodes(data: object) -> list[object]:
    """Every rule node and every list of them, to be planted elsewhere."""
    found = [c[k] for c, k in places(data)]  # type: ignore[index]
    return [v for v in found if (isinstance(v, dict) and "rule" in v) or (isinstance(v, list) and v)]


class Mutator:
    """Random changes; parts of certificates seen before are planted into later ones."""

    def __init__(self, seed: int | str, keep: int = 400) -> None:
        self.random = random.Random(f"mutants {seed}")
        self.corpus: list[object] = []
        self.keep = keep

    def learn(self, certificate: object) -> None:
        """Remember some of a certificate's parts."""
        found = nodes(certificate)
        self.corpus += self.random.sample(found, min(len(found), 8))
        del self.corpus[: -self.keep]

    def mutant(self, certificate: dict[str, object], old: Claim, new: Claim) -> dict[str, object]:
        """The certificate made out to another (or the same) claim, changed a little, and sealed again."""
        data: dict[str, object] = copy.deepcopy(certificate)
        inner = {k: data[k] for k in ("lemmas", "defined", "proof", "domain_point")}
        if self.random.random() < 0.5:
            _rename(inner, old, new)
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 3))):
            self.change(inner)
        if self.random.random() < 0.05:
            self._through_lemma(inner, certificate, self.random.choice((old, new)), new)
        data |= {**inner, **new.to_json(), "hash": new.hash}
        data["seal"] = seal(data)
        return data

    def _through_lemma(
        self, inner: dict[str, object], certificate: dict[str, object], claim: Claim, new: Claim
    ) -> None:
        """Prove one of the claims as a lemma, and then the new one by it."""
        parts = {"defined": certificate["defined"], "proof": certificate["proof"]}
        inner["lemmas"] = [{**claim.to_json(), **parts}]
        inner["proof"] = {
            "rule": "apply",
            "claim": 0,
            "substitution": {v.name: v.name for v in claim.variables},
            "sides": [],
            "then": [{"rule": "poly", "times": [], "terms": [{"c": "1", "h": [len(claim.conditions)]}]}],
        }

    def change(self, data: object) -> None:
        found = list(places(data))
        if not found:
            return
        box, key = self.random.choice(found)
        value = box[key]  # type: ignore[index]
        kind = self.random.random()
        if kind < 0.12 and isinstance(box, list):
            del box[key]  # type: ignore[arg-type]
        elif kind < 0.16 and isinstance(box, dict):
            del box[key]
        elif kind < 0.22 and isinstance(box, list):
            box.insert(self.random.randrange(len(box) + 1), copy.deepcopy(value))
        elif kind < 0.32 and self.corpus and isinstance(value, dict | list):
            box[key] = copy.deepcopy(self.random.choice(self.corpus))  # type: ignore[index]
        elif kind < 0.36 and isinstance(value, dict | list):
            box[key] = {"rule": self.random.choice(RULES)}  # type: ignore[index]
        elif kind < 0.4 and isinstance(value, list):
            box[key] = "leaf"  # type: ignore[index]
        elif kind < 0.44:
            box[key] = copy.deepcopy(self.random.choice(JUNK))  # type: ignore[index]
        else:
            box[key] = self._other(value)  # type: ignore[index]

    def _other(self, value: object) -> object:
        if isinstance(value, int):
            return max(0, value + self.random.choice((-2, -1, 1, 2)))
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list) and value:
            return self.random.sample(value, len(value))
        return value

    def _text(self, value: str) -> str:
        numbers = list(NUMBER.finditer(value))
        if numbers and self.random.random() < 0.7:
            at = self.random.choice(numbers)
            new = self.random.choice(("0", "1", "-1", "2", "1/2", "1/1099511627776", f"-{at.group()}", "7/3"))
            return value[: at.start()] + new.replace("--", "") + value[at.end() :]
        old, new = self.random.choice(WORDS)
        return value.replace(old, new, 1)


def _rename(data: object, old: Claim, new: Claim) -> None:
    """Put the new claim's texts where the old one's stand."""
    a, b = old.relation.oriented, new.relation.oriented
    turns = [(old.relation.text, new.relation.text)]
    turns += [(_text_of(x), _text_of(y)) for x, y in zip(a[1:], b[1:], strict=True)]
    for box, key in places(data):
        value = box[key]  # type: ignore[index]
        if isinstance(value, str):
            for before, after in turns:
                value = value.replace(before, f"({after})" if before != value and len(before) > 2 else after)
            box[key] = value  # type: ignore[index]


def _text_of(term: object) -> str:
    return print_term(term)  # type: ignore[arg-type]
