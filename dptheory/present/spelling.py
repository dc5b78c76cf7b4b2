"""The symbols of a page in the kernel's ASCII grammar, token by token."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..kernel import MAX_TEXT, WORDS, SyntaxProblem
from ..kernel.real import BINDERS, FUNCTIONS
from ..notation import FUNCTIONS as WRITTEN
from ..notation import SYMBOLS
from .foreign_words import unsaid

RAISED: Final = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ", "0123456789+-=()in", strict=True))
LOWERED: Final = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
LOW_LETTERS: Final = dict(zip("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx", strict=True))
SIGNS: Final = {
    "≤": "<=", "≥": ">=", "≠": "!=", "·": "*", "⋅": "*", "×": "*", "−": "-", "→": "->", "∞": "oo",
    "∧": " and ", "∨": " or ", "⟹": " implies ", "⇒": " implies ", "¬": " not ",
}  # fmt: skip
FENCES: Final = {"⌊": ("floor(", "⌋"), "⌈": ("ceil(", "⌉"), "|": ("abs(", "|")}
GLYPHS: Final = {
    s.unicode: s.name for s in SYMBOLS if s.unicode != s.name and s.name not in ("oo", "everywhere")
}
"""Every glyph that stands for a name, as `notation` writes it."""
SHORTHANDS: Final = {
    "factorial": ("n", "gamma(n + 1)"),
    "binomial": ("n k", "gamma(n + 1)/(gamma(k + 1)*gamma(n - k + 1))"),
    "harmonic": ("n", "sum(1/j', j', 1, n)"),
    "log2": ("x", "log(x)/log(2)"),
    "log10": ("x", "log(x)/log(10)"),
    "log1p": ("x", "log(1 + x)"),
    "expm1": ("x", "exp(x) - 1"),
    "sec": ("x", "1/cos(x)"),
    "csc": ("x", "1/sin(x)"),
    "cot": ("x", "cos(x)/sin(x)"),
    "sech": ("x", "1/cosh(x)"),
    "csch": ("x", "1/sinh(x)"),
    "coth": ("x", "cosh(x)/sinh(x)"),
    "asinh": ("x", "log(x + sqrt(x**2 + 1))"),
    "acosh": ("x", "log(x + sqrt(x**2 - 1))"),
    "atanh": ("x", "log((1 + x)/(1 - x))/2"),
    "Phi": ("x", "erfc(-x/sqrt(2))/2"),
    "beta": ("a b", "gamma(a)*gamma(b)/gamma(a + b)"),
    "sigmoid": ("x", "1/(1 + exp(-x))"),
}
"""What is read as other terms: the parameters, and the term in them."""
HEADS: Final = {WRITTEN[name][0]: name for name in FUNCTIONS if WRITTEN.get(name, (name,))[0] != name} | {
    "ln": "log"
}
"""Functions that are written otherwise than they are called: Γ, γ, arcsin, ln."""

HINTS: Final = {"%": unsaid("mod")}
"""What is said of characters that other languages have."""
FACTORIAL: Final = "factorial("

_GLYPH: Final = "|".join(re.escape(g) for g in sorted(GLYPHS, key=len, reverse=True))
_LOW: Final = f"[{''.join(LOWERED)}]+|[{''.join(LOW_LETTERS)}]"
_TOKEN: Final = re.compile(
    r"(?P<num>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+(?![A-Za-z0-9_]))?|\.[0-9]+)"
    rf"|(?P<name>(?:(?P<glyph>{_GLYPH}|Γ)(?P<tail>[0-9_][A-Za-z0-9_]*)?|[A-Za-z](?=(?:{_LOW}))|[A-Za-z]+(?=[₀-₉])"
    rf"|[A-Za-z_][A-Za-z0-9_]*)(?P<low>{_LOW})?(?P<primes>['′]*))"
    rf"|(?P<raised>[{re.escape(''.join(RAISED))}]+)"
    r"|(?P<op>\|->|->|<=|>=|==|!=|\*\*|[-+*/^()\[\],.:;~<>=⌊⌋⌈⌉|√!]|[" + "".join(SIGNS) + "])"
)


@dataclass(frozen=True)
class Spelled:
    """An ASCII text, where in it an e stands that is raised to a power, and where its outer commas are."""

    text: str
    raised: frozenset[int] = frozenset()
    commas: tuple[int, ...] = ()

    def pieces(self) -> Iterator[Spelled]:
        """What stands between the commas outside brackets."""
        start = 0
        for end in (*self.commas, len(self.text)):
            inside = frozenset(p - start for p in self.raised if start <= p < end)
            yield Spelled(self.text[start:end], inside)
            start = end + 1


def spelled(text: str, *, functions: bool = True) -> Spelled:
    """A text with every symbol in ASCII; raises SyntaxProblem with a hint for what could be read two ways.

    Without `functions` any name may stand before a bracket, as in ``Private(eps, 0)``.

    >>> spelled("√(x²)·|λ₁| ≤ 2").text
    'sqrt(x**(2))*abs(lam1) <= 2'
    """
    if len(text) > MAX_TEXT:
        raise SyntaxProblem(f"a formula of {len(text)} characters; at most {MAX_TEXT} are read")
    return _Speller(text, functions).run()


def spelled_name(glyphs: str) -> str:
    """The name that is written so, in ASCII.

    >>> spelled_name("λ"), spelled_name("x₁′"), spelled_name("x_1")
    ('lam', "x1'", 'x_1')
    """
    match = _TOKEN.fullmatch(glyphs.strip())
    return _name(match) if match is not None and match["name"] else glyphs.strip()


def _name(match: re.Match[str]) -> str:
    whole, glyph, low, primes = match["name"], match["glyph"], match["low"] or "", match["primes"] or ""
    stem = whole[: len(whole) - len(low) - len(primes)]
    if glyph is not None:
        stem = GLYPHS.get(glyph, glyph) + (match["tail"] or "")
    if low and low[0] in LOW_LETTERS:
        low = "_" + LOW_LETTERS[low]
    return stem + "".join(LOWERED.get(c, c) for c in low) + "'" * len(primes)


@dataclass
class _Open:
    """An open bracket: what closes it, what is written there, and whether it is under a root."""

    closer: str
    written: str
    root: bool = False
    start: int = -1


class _Speller:
    """One pass over the tokens, knowing whether an operand or an operator comes next."""

    def __init__(self, text: str, functions: bool) -> None:
        self.text, self.functions = text, functions
        self.out: list[str] = []
        self.length = 0
        self.stack: list[_Open] = []
        self.expecting, self.rooted, self.powered, self.called_next = True, False, False, False
        self.before, self.start = "", -1
        self.raised: set[int] = set()
        self.commas: list[int] = []

    def run(self) -> Spelled:
        position = 0
        while position < len(self.text):
            if self.text[position].isspace():
                self.put(" ")
                position += 1
                continue
            match = _TOKEN.match(self.text, position)
            if match is None:
                remainder = HINTS.get(self.text[position], "")
                raise self.fail(remainder or f"unexpected character {self.text[position]!r}", position)
            self.token(match)
            position = match.end()
        if self.rooted:
            raise self.fail("expected an operand after √", position)
        if any(opened.closer in "|⌋⌉" for opened in self.stack):
            raise self.fail(f"expected {self.stack[-1].closer!r}, found the end", position)
        return Spelled("".join(self.out), frozenset(self.raised), tuple(self.commas))

    def fail(self, message: str, position: int) -> SyntaxProblem:
        return SyntaxProblem(message, self.text, position)

    def put(self, text: str) -> None:
        self.out.append(text)
        self.length += len(text)

    def token(self, match: re.Match[str]) -> None:
        word, at = match.group(), match.start()
        if match["num"]:
            self.operand(word, at)
            self.atom(word, match)
        elif match["name"]:
            self.name(match)
        elif match["raised"]:
            self.power(at)
            inside = spelled("".join(RAISED[c] for c in word)).text
            self.put(f"**({inside})")
            self.powered = True
        else:
            self.operator(word, at)
        self.before = word

    def operand(self, word: str, at: int) -> None:
        """An operand must be expected: otherwise a sign was left out."""
        if not self.expecting:
            before = f"* before {word!r}" if self.before in ")]|⌋⌉" else f"{self.before}*{word}"
            raise self.fail(unsaid(word) or f"a product needs its sign: write {before}", at)

    def atom(self, written: str, match: re.Match[str]) -> None:
        """A number or a name, under a root where one was opened."""
        if self.rooted and self.power_follows(match.end()):
            raise self.fail("√ before a power reads two ways: write √(x²) or (√x)²", match.start())
        self.start = -1 if self.rooted else len(self.out)
        self.put(f"sqrt({written})" if self.rooted else written)
        self.expecting = self.rooted = self.powered = False

    def power_follows(self, position: int) -> bool:
        after = self.text[position:].lstrip()
        return after.startswith(("^", "**", *RAISED))

    def name(self, match: re.Match[str]) -> None:
        word, at = match["name"], match.start()
        after = self.text[match.end() :].lstrip()[:1]
        made = (HEADS.get(word) if after == "(" else None) or _name(match)
        if made in WORDS:
            self.put(made)
            self.expecting = True
            return
        if made == "integer" and not self.expecting:
            self.put(made)
            return
        self.operand(word, at)
        if after == "(" and self.functions:
            made = self.called(word, made, match)
        if word == "e" and not self.base(after):
            advice = "write E for the number, e^x or exp(x) for the exponential, another name for a variable"
            where = " (or a condition that bounds it, such as e > 0)"
            raise self.fail(f"e could be a variable or Euler's number: {advice}{where}", at)
        if after in ("(", "["):
            self.put(f"sqrt({made}" if self.rooted else made)
            self.called_next = True  # the bracket that follows knows of the root
            return
        self.atom(made, match)

    def base(self, after: str) -> bool:
        """Whether an e is raised; where it stands is remembered."""
        if not self.functions or (after != "^" and after not in RAISED):
            return False
        self.raised.add(self.length)
        return True

    def called(self, word: str, made: str, match: re.Match[str]) -> str:
        """The function of that name; Γ is of one argument or of two."""
        if word == "Γ":
            return "uppergamma" if _arguments(self.text, match.end()) > 1 else "gamma"
        known_names = (*FUNCTIONS, *BINDERS, *SHORTHANDS)
        near = difflib.get_close_matches(made, known_names, 1)
        if made not in known_names and unsaid(word):
            raise self.fail(unsaid(word), match.start())
        if made not in known_names and not near and made not in ("Abs", "e"):
            known = ", ".join(sorted(known_names))
            raise self.fail(
                f"unknown function {word!r}; for a product write {word}*(...); known: {known}", match.start()
            )
        return made

    def power(self, at: int) -> None:
        """A power may follow an operand, but neither a raised exponent nor a root."""
        if self.expecting:
            raise self.fail("expected an operand before the exponent", at)
        if self.powered:
            raise self.fail("an exponent after a raised one reads two ways: use brackets", at)

    def operator(self, word: str, at: int) -> None:
        if word == "√":
            self.operand(word, at)
            if self.rooted:
                raise self.fail("brackets are needed after √", at)
            self.rooted = True
        elif word in FENCES and (word != "|" or self.expecting):
            self.operand(word, at)
            self.open(FENCES[word][1], FENCES[word][0])
        elif word in "([":
            self.bracket(word, at)
        elif word in ")]⌋⌉|":
            self.close(word, at)
        else:
            self.sign(word, at)

    def sign(self, word: str, at: int) -> None:
        if self.rooted:
            raise self.fail(f"expected an operand after √, found {word!r}", at)
        if word in ("^", "**"):
            self.power(at)
        if word == "!":
            self.factorial(at)
            return
        if word == "," and not self.stack:
            self.commas.append(self.length)
        self.put(SIGNS.get(word, word))
        self.powered = False
        self.expecting = word != "∞"

    def factorial(self, at: int) -> None:
        """A factorial, of a name, a number, or what stands in brackets: n!!, √n! and f(n)! read two ways."""
        if self.expecting or self.powered or self.start < 0 or not self.functions:
            raise self.fail("for n! write factorial(n)", at)
        place = sum(map(len, self.out[: self.start]))
        self.raised = {p + len(FACTORIAL) * (p >= place) for p in self.raised}
        self.out.insert(self.start, FACTORIAL)
        self.length += len(FACTORIAL)
        self.put(")")
        self.start = -1

    def bracket(self, word: str, at: int) -> None:
        """An opening bracket: of a call, or of a formula."""
        closer = ")" if word == "(" else "]"
        if self.called_next:
            self.put(word)
            self.stack.append(_Open(closer, closer + ")" if self.rooted else closer, self.rooted))
            self.expecting, self.called_next, self.rooted, self.powered = True, False, False, False
        elif self.expecting:
            self.open(closer, word, bracket=True)
        else:
            raise self.fail(f"a product needs its sign: write * before {word!r}", at)

    def open(self, closer: str, written: str, bracket: bool = False) -> None:
        root, self.rooted = self.rooted, False
        start = len(self.out) if written == "(" and not root else -1
        if root:
            self.put("sqrt" if bracket else "sqrt(")
        self.put(written)
        written = closer if bracket else "))" if root else ")"
        self.stack.append(_Open(closer, written, root, start))
        self.expecting, self.powered = True, False

    def close(self, word: str, at: int) -> None:
        if self.rooted:
            raise self.fail("expected an operand after √", at)
        if self.stack and self.stack[-1].closer == word:
            opened = self.stack.pop()
            self.start = opened.start
            self.put(opened.written)
            if opened.root and self.power_follows(at + 1):
                raise self.fail("√ before a power reads two ways: write √(x²) or (√x)²", at)
        elif word in ")]":
            self.put(word)  # the kernel says what is wrong
        else:
            raise self.fail(f"unexpected {word!r}; a product needs its sign", at)
        self.expecting = self.powered = False


def _arguments(text: str, start: int) -> int:
    """How many arguments the bracket has that opens at or after a place."""
    depth, count = 0, 1
    for character in text[start:]:
        depth += (character in "([⌊⌈") - (character in ")]⌋⌉")
        count += character == "," and depth == 1
        if depth == 0 and character in ")]":
            break
    return count
