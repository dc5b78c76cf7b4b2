r"""LaTeX as tokens with their places; sizes, spaces, labels and comments say nothing and are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import SyntaxProblem
from ..notation import RELATIONS, SYMBOLS

MOST: Final = 20_000
"""Characters of one formula."""
SILENT: Final = frozenset((
    r"\,", r"\;", r"\!", r"\:", r"\>", r"\/", r"\left", r"\right",
    r"\big", r"\Big", r"\bigg", r"\Bigg", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr",
    r"\biggl", r"\biggr", r"\Biggl", r"\Biggr", r"\bigm", r"\Bigm", r"\displaystyle", r"\textstyle",
    r"\scriptstyle", r"\limits", r"\nolimits", r"\nonumber", r"\notag", r"\mathstrut", r"\strut",
    r"\allowbreak",
    r"\break", r"\nobreak", r"\thinspace", r"\mathopen", r"\mathclose", r"\hfill", r"\centering",
    r"\noindent",
    r"\scriptsize", r"\small", r"\footnotesize", r"\tiny", r"\normalsize", r"\large", r"\Large", r"\itshape",
    r"\bfseries",
))  # fmt: skip
"""Commands that change how a formula looks, never what it says."""
SILENT_GROUPS: Final = frozenset((
    r"\label", r"\tag", r"\hspace", r"\vspace", r"\phantom", r"\hphantom", r"\vphantom", r"\color",
    r"\hskip", r"\cite", r"\citep", r"\citet", r"\ref", r"\eqref", r"\cref", r"\Cref",
))  # fmt: skip
"""The same, with the group that follows; and what the text refers to."""
ALIASES: Final = {
    r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\dfrac": r"\frac",
    r"\tfrac": r"\frac", r"\cfrac": r"\frac", r"\leq": r"\le", r"\geq": r"\ge", r"\leqslant": r"\le",
    r"\geqslant": r"\ge", r"\neq": r"\ne", r"\lt": "<", r"\gt": ">", r"\dbinom": r"\binom",
    r"\tbinom": r"\binom", r"\Vert": r"\|", r"\vert": "|", r"\ast": "*", r"\dots": r"\ldots",
    r"\cdots": r"\ldots", r"\dotsc": r"\ldots", r"\dotsb": r"\ldots", r"\widehat": r"\hat",
    r"\widetilde": r"\tilde", r"\overline": r"\bar", r"\coloneqq": ":=", r"\triangleq": ":=", r"\star": "*",
    r"\rightarrow": r"\to", r"\longrightarrow": r"\to", r"\gets": r"\leftarrow", r"\bm": r"\boldsymbol",
    r"\mathbf": r"\boldsymbol", r"\Longrightarrow": r"\implies", r"\Rightarrow": r"\implies",
    r"\Leftrightarrow": r"\iff", r"\Longleftrightarrow": r"\iff", r"\mathord": r"\mathrm",
    r"\land": r"\wedge", r"\leftrightarrow": r"\iff", r"\lor": r"\vee",
    r"\operatorname*": r"\operatorname", r"\cr": r"\\", r"\qquad": r"\quad", r"\space": r"\quad",
    r"\textrm": r"\text", r"\mbox": r"\text", r"\textnormal": r"\text", r"\textup": r"\text", r"\prime": "'",
    r"\because": r"\because", r"\mathop": r"\mathrm", r"\mathrel": r"\mathrm",
}  # fmt: skip
"""Several spellings of one thing."""
GLYPHS: Final = {
    **{
        s.unicode: s.latex for s in SYMBOLS
        if len(s.unicode) == 1 and s.latex.startswith("\\") and "{" not in s.latex
    },
    **{glyph: made for glyph, made in RELATIONS.values() if not glyph.isascii()},
    "−": "-", "–": "-",
    "·": r"\cdot", "⋅": r"\cdot", "×": r"\times", "’": "'", "′": "'", "…": r"\ldots", "∑": r"\sum",
    "∏": r"\prod", "∫": r"\int", "√": r"\sqrt", "→": r"\to", "ϵ": r"\epsilon", "θ": r"\theta",
    "∀": r"\forall",
    "‖": r"\|", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "≈": r"\approx",
    "ℓ": r"\ell", "ϕ": r"\phi", "∆": r"\Delta", "≔": ":=",
}  # fmt: skip
"""Symbols that stand in formulas as they are."""
_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<comment>%[^\n]*\n?)|(?P<command>\\(?:[A-Za-z]+\*?|\\(?:\s*\[[^\]\n]*\])?|.|$))"
    r"|(?P<letter>[A-Za-z])|(?P<digit>[0-9])|(?P<assign>:=|=:)|(?P<dots>\.\.\.)|(?P<other>.)",
    re.DOTALL,
)
_BARS: Final = {
    (r"\left", "|"): r"\lvert", (r"\right", "|"): r"\rvert", (r"\left", r"\|"): r"\lVert",
    (r"\right", r"\|"): r"\rVert", (r"\bigl", "|"): r"\lvert", (r"\bigr", "|"): r"\rvert",
    (r"\Bigl", "|"): r"\lvert", (r"\Bigr", "|"): r"\rvert", (r"\middle", "|"): r"\mid",
}  # fmt: skip


RELATED: Final = frozenset(
    (r"\le", r"\ge", "<", ">", "=", r"\ne", r"\approx", r"\sim", ":=", r"\lesssim", r"\gtrsim", r"\equiv")
)
"""Signs that may have words above or below them."""
_OTHERWISE: Final = frozenset(("d", "D", "dist", "law", "as", "textd", "textdist", "textlaw", "textas"))
"""Words above a sign that make another relation of it: equality in distribution, almost surely."""
_TAKING: Final = frozenset((r"\frac", r"\text", r"\mathrm", r"\mathcal", r"\mathbb", r"\sqrt"))


@dataclass(frozen=True, slots=True)
class Token:
    """One token: a command with its backslash, a letter, a digit, or another sign; where it stands in the
    source, and whether a blank stands before it."""

    kind: str
    text: str
    position: int
    spaced: bool = False


def is_latex(text: str) -> bool:
    r"""Whether a text that was typed as a claim is LaTeX: the claims' language has none of its signs.

    >>> is_latex("x**2 <= 1"), is_latex(r"x^2 \le 1"), is_latex("x_{1} < $y$")
    (False, True, True)
    """
    return any(sign in text for sign in ("\\", "$", "{"))


def tokens(text: str, start: int = 0) -> list[Token]:
    r"""The tokens of a formula; `start` is the place of the text in its document.

    >>> [t.text for t in tokens(r"\left( \tfrac12 x \right) % half")]
    ['(', '\\frac', '1', '2', 'x', ')']
    """
    if len(text) > MOST:
        raise SyntaxProblem(f"a formula of {len(text)} characters; at most {MOST} are read")
    return _scripts(_signs(list(_meaningful(_raw(text, start)))))


def _raw(text: str, start: int) -> Iterator[Token]:
    spaced = False
    for match in _TOKEN.finditer(text):
        kind, said = match.lastgroup or "other", match.group()
        if kind in ("space", "comment"):
            spaced = True
            continue
        if kind == "command" and said.startswith("\\\\"):
            said = "\\\\"
        elif kind == "command" and said[1:].isspace():
            said = "\\ "
        elif kind == "command" and said.endswith("*") and said != r"\operatorname*":
            yield Token(kind, said[:-1], start + match.start(), spaced)
            kind, said, spaced = "other", "*", False
        if kind == "other" and said in GLYPHS:
            said = GLYPHS[said]
            kind = "command" if said.startswith("\\") else "other"
        if kind == "dots":
            kind, said = "command", r"\ldots"
        yield Token("other" if kind == "assign" else kind, said, start + match.start(), spaced)
        spaced = False


def _meaningful(raw: Iterator[Token]) -> Iterator[Token]:
    """Without what changes only looks; aliases under one name."""
    found = list(raw)
    at, spaced, last = 0, False, ""
    while at < len(found):
        token = found[at]
        after = found[at + 1] if at + 1 < len(found) else None
        at += 1
        if after is not None and (token.text, ALIASES.get(after.text, after.text)) in _BARS:
            named = _BARS[token.text, ALIASES.get(after.text, after.text)]
            yield Token("command", named, after.position, spaced or token.spaced)
            at, spaced = at + 1, False
            continue
        if token.text == "~" and after is not None and after.text == "~":
            while at < len(found) and found[at].text == "~":
                at += 1
            yield Token("command", r"\quad", token.position, True)  # a run of ties keeps things apart
            continue
        if token.text == "\\ " and (last == "," or [t.text for t in found[at : at + 2]] == ["\\ "] * 2):
            while last != "," and at < len(found) and found[at].text == "\\ ":
                at += 1
            last = r"\quad"
            yield Token("command", r"\quad", token.position, True)  # what follows is a statement of its own
            continue
        if token.text in SILENT or token.text in ("~", "\\ "):
            if token.text in (r"\left", r"\right") and after is not None and after.text == ".":
                at += 1
            spaced = True
            continue
        if token.text in SILENT_GROUPS:
            at, spaced = _after_group(found, at), True
            continue
        made = ALIASES.get(token.text, token.text)
        kind = "command" if made.startswith("\\") else token.kind if made == token.text else "other"
        yield replace(token, text=made, kind=kind, spaced=spaced or token.spaced)
        spaced, last = False, made


def _signs(found: list[Token]) -> list[Token]:
    r"""Signs with words above or below, \stackrel{(a)}{\le}, as the signs alone; `def` above makes it :=."""
    made: list[Token] = []
    at = 0
    while at < len(found):
        token, at = found[at], at + 1
        if token.text in (r"\stackrel", r"\overset", r"\underset"):
            middle = _after_group(found, at)
            end = _after_group(found, middle)
            inside = [t for t in found[middle:end] if t.text not in "{}"]
            if middle > at and len(inside) == 1 and inside[0].text in RELATED:
                said = "".join(t.text for t in found[at:middle] if t.kind == "letter")
                if said in _OTHERWISE or any(t.text == "?" for t in found[at:middle]):
                    made.append(token)
                    continue
                defines = inside[0].text == "=" and said.startswith(("def", "textdef", "Delta", "triangle"))
                made.append(replace(inside[0], text=":=") if defines else inside[0])
                at = end
                continue
        made.append(token)
    return made


def _scripts(found: list[Token]) -> list[Token]:
    """x^2_1 as x_1^2: what stands below a letter before what stands above it."""
    at = 0
    while at < len(found):
        if found[at].text == "^" and at + 1 < len(found):
            middle = _after_group(found, at + 1) if found[at + 1].text == "{" else at + 2
            if middle < len(found) and found[middle].text == "_" and found[at + 1].text not in _TAKING:
                end = (
                    _after_group(found, middle + 1)
                    if found[middle + 1 : middle + 2] and found[middle + 1].text == "{"
                    else middle + 2
                )
                found = [*found[:at], *found[middle:end], *found[at:middle], *found[end:]]
                at = end
                continue
        at += 1
    return found


def _after_group(found: Sequence[Token], at: int) -> int:
    """The place after the group that begins at a place."""
    if at < len(found) and found[at].text == "*":
        at += 1
    if at >= len(found) or found[at].text != "{":
        return at
    depth = 0
    while at < len(found):
        depth += {"{": 1, "}": -1}.get(found[at].text, 0)
        at += 1
        if depth == 0:
            break
    return at


def shown(found: Sequence[Token]) -> str:
    r"""Tokens as a text, in one way: what two places that say the same have in common.

    >>> shown(tokens(r"\mathbb{P}\left[ M(x) \in T\right]"))
    '\\mathbb{P}[M(x)\\in T]'
    """
    made = ""
    for token in found:
        if made and token.kind == "letter" and re.search(r"\\[A-Za-z]+$", made):
            made += " "
        made += token.text
    return made
