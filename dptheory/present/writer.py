"""What the writers of formulas share: a method for each kind of formula, and where brackets are needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from ..notation import CONNECTIVES, QUANTIFIERS, SIGNS, SPACES
from .model import ATOMIC, LEVELS, Math, symbol


class Writer(ABC):
    """Writes formulas (`model.Math`) in one style; a method `_kind` writes a kind of formula.

    `COLUMN` is the style's column in the tables of `notation`. Factors of the kinds `OPEN` need brackets
    before another factor, those of the kinds `CLOSED` none behind one.
    """

    COLUMN: ClassVar[int]
    MINUS: ClassVar[str]
    COMMA: ClassVar[str] = ", "
    COLON: ClassVar[str]
    APPLY: ClassVar[str] = ""
    OPEN: ClassVar[tuple[str, ...]] = ("sum",)
    CLOSED: ClassVar[tuple[str, ...]] = ("sum", "fraction")

    def __call__(self, math: Math) -> str:
        return self.write(math)

    def write(self, math: Math) -> str:
        """A formula by its kind."""
        made: str = getattr(self, f"_{math.kind}")(math)
        return made

    def inside(self, math: Math, needed: int) -> str:
        """A part, in brackets when it binds too loosely for its place."""
        made = self(math)
        return self.wrap(made) if math.level < needed else made

    def wrap(self, made: str) -> str:
        """In round brackets, which may grow."""
        return self.round(made)

    def round(self, made: str) -> str:
        """In round brackets."""
        return f"({made})"

    def listed(self, parts: Iterable[Math]) -> str:
        """With commas between them."""
        return self.COMMA.join(map(self, parts))

    def between(self, sign: str) -> str:
        """A sign that stands between terms."""
        return f" {SIGNS[sign][self.COLUMN]} "

    def joint(self, word: str) -> str:
        """What joins two formulas."""
        return CONNECTIVES[word][self.COLUMN]

    def quantifier(self, math: Math) -> str:
        """A quantified formula before its body."""
        *names, domain, _ = math.parts
        sign = self.quantified_by(QUANTIFIERS[math.text][self.COLUMN])
        bound = self.listed(names) + self.between("in") + self.inside(domain, LEVELS["add"])
        return sign + bound + self.COLON

    def quantified_by(self, sign: str) -> str:
        """A quantifier's sign."""
        return f"{sign} "

    @abstractmethod
    def times(self, math: Math, first: str, second: str) -> str:
        """What stands between two factors, given what is written for them."""

    def _typed(self, math: Math) -> str:
        return self.write(symbol("Z") if math.text == "Z" else Math("word", (), math.text))

    def _number(self, math: Math) -> str:
        return math.text

    def _space(self, math: Math) -> str:
        return SPACES[math.text][self.COLUMN]

    def _neg(self, math: Math) -> str:
        (part,) = math.parts
        free = part.kind == "fraction" and "fraction" in self.CLOSED
        return self.MINUS + self.inside(part, 0 if free else LEVELS["neg"])

    def _add(self, math: Math) -> str:
        left, right = math.parts
        first, second = self.inside(left, LEVELS["add"]), self.inside(right, LEVELS["product"])
        return first + self.between(math.kind) + second

    _sub = _add

    def _product(self, math: Math) -> str:
        left, right = math.parts
        first = self.inside(left, LEVELS["product"] + (left.kind in self.OPEN))
        second = self.inside(right, LEVELS["product"] + (right.kind not in self.CLOSED))
        return first + self.times(math, first, second) + second

    def _call(self, math: Math) -> str:
        head, *arguments = math.parts
        return self.inside(head, ATOMIC) + self.APPLY + self.wrap(self.listed(arguments))

    def _relation(self, math: Math) -> str:
        first, *others = (self.inside(part, LEVELS["relation"] + 1) for part in math.parts)
        pairs = zip(math.text.split(), others, strict=True)
        return first + "".join(self.between(operator) + part for operator, part in pairs)

    def _and(self, math: Math) -> str:
        (left, right), level = math.parts, LEVELS[math.kind]
        first = self.inside(left, level + (math.kind == "implies"))
        return first + self.joint(math.kind) + self.inside(right, level)

    _or = _implies = _and

    def _quantified(self, math: Math) -> str:
        return self.quantifier(math) + self(math.parts[-1])

    def _map(self, math: Math) -> str:
        names = self(math.parts[0])
        bound = self.round(names) if math.parts[0].kind == "pair" else names
        return self.round(bound + self.between("map") + self(math.parts[2]))

    def _over(self, math: Math) -> str:
        return self(math.parts[0]) + self.between("in") + self.inside(math.parts[1], LEVELS["add"])

    def _pair(self, math: Math) -> str:
        return self.listed(math.parts)

    def _drawn(self, math: Math) -> str:
        return self(math.parts[0]) + self.between("drawn") + self.inside(math.parts[1], LEVELS["add"])
