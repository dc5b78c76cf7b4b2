r"""One piece of LaTeX as an instance of another: which letters stand for what.

A letter with its marks may stand for anything that is balanced, the same wherever it stands; a sum only
where nothing is multiplied with it or raised. The letter that an unknown begins with stands for itself, and
so does e.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..latex.names import is_letter
from ..latex.naming import FONTS
from ..latex.tokens import Token, shown, tokens

STEPS: Final = 20_000
_OPEN: Final = frozenset({"(", "[", "{", r"\{", r"\langle", r"\lfloor", r"\lceil"})
_CLOSE: Final = frozenset({")", "]", "}", r"\}", r"\rangle", r"\rfloor", r"\rceil"})
_BESIDE: Final = _OPEN | _CLOSE | {"", ",", "|", r"\|", r"\mid", "=", r"\in", r"\le", r"\ge", "<", ">"}
"""What a letter that stands for a sum may stand beside."""
_PROBABILITIES: Final = (r"\mathbb{P}", r"\Pr", "Pr", r"\mathrm{Pr}", r"\operatorname{Pr}", "P", r"\text{Pr}")


@dataclass(frozen=True)
class Unit:
    """A letter with its marks, which may stand for something else, or a token that stands for itself."""

    text: str
    free: bool


@dataclass
class _Search:
    images: dict[str, str] = field(default_factory=dict)
    steps: int = 0


def instance(pairs: Sequence[tuple[str, str]]) -> dict[str, str] | None:
    r"""What the letters of the first texts stand for, so that each becomes the second; None where none fits.

    >>> instance([(r"D_\alpha(A(x)||A(x'))", r"D_{2\alpha}(A(y_1)||A(y_2))")])
    {'\\alpha': '2\\alpha', 'A': 'A', 'x': 'y_1', "x'": 'y_2'}
    >>> instance([("N(x)", "N(y)"), ("M(x)", "M(z)")]) is None
    True
    >>> instance([(r"E[e^{\lambda X}]", r"E[Y]")]), instance([("E[2X]", "E[2Y+Z]")])
    (None, None)
    """
    search = _Search()
    for pattern, text in pairs:
        if not _match(units(_tokens(pattern)), _tokens(text), search, ""):
            return None
    return {letter: _bare(image) for letter, image in search.images.items()}


def canonical(latex: str) -> str:
    r"""The LaTeX of an unknown with one spelling of what a probability begins with.

    >>> canonical(r"\mathbb{P}[x\in T]"), canonical(r"Pr[x\in T]"), canonical("P_k")
    ('\\Pr[x\\in T]', '\\Pr[x\\in T]', 'P_k')
    """
    for head in _PROBABILITIES:
        rest = latex.removeprefix(head)
        if rest != latex and rest.lstrip().startswith(("[", "(", r"\{")):
            return rf"\Pr{rest}"
    return latex


def _tokens(latex: str) -> list[Token]:
    """The tokens of an unknown, without braces around a single token."""
    made: list[Token] = []
    for token in tokens(canonical(latex)):
        made.append(token)
        if token.text == "}" and len(made) > 2 and made[-3].text == "{":
            made[-3:] = [made[-2]]
    return made


def _bare(image: str) -> str:
    """What a letter stands for, without the braces of a script."""
    inner = image[1:-1]
    outer = image.startswith("{") and image.endswith("}") and "}" not in inner.partition("{")[0]
    return inner if outer and inner.count("{") == inner.count("}") else image


def units(found: Sequence[Token]) -> list[Unit]:
    """The units of an unknown."""
    made: list[Unit] = []
    at = 0
    while at < len(found):
        start, token = at, found[at]
        at += 1
        if token.text in FONTS:
            at = _group_end(found, at)
        named = token.kind == "letter" or is_letter(token.text) or token.text in FONTS
        named = named and [t.text for t in found[start : start + 2]] != ["e", "^"]
        if named and made:
            while at < len(found) and (found[at].text in ("'", "_") or _is_mark(found, at)):
                at = at + 1 if found[at].text == "'" else _group_end(found, at + 1)
        made.append(Unit(shown(found[start:at]), named and len(made) > 0))
    return made


def _is_mark(found: Sequence[Token], at: int) -> bool:
    """Whether a superscript is a mark, x^* or x^{(t)}, and no power."""
    inside = [t.text for t in found[at + 1 : _group_end(found, at + 1)] if t.text not in "{}"]
    marked = inside in (["+"], ["-"], [r"\top"]) or inside[:1] in (["*"], ["("], ["'"])
    return found[at].text == "^" and marked


def _group_end(found: Sequence[Token], at: int) -> int:
    depth = 0
    while at < len(found):
        depth += (found[at].text == "{") - (found[at].text == "}")
        at += 1
        if depth <= 0:
            break
    return at


def _match(pattern: Sequence[Unit], found: Sequence[Token], search: _Search, before: str) -> bool:
    """Whether the tokens are the pattern, behind a unit before, with what its letters stand for so far; these
    are kept.
    """
    search.steps += 1
    if search.steps > STEPS or not pattern or not found:
        return not pattern and not found
    unit, rest = pattern[0], pattern[1:]
    if not unit.free or unit.text in search.images:
        wanted = tokens(search.images.get(unit.text, unit.text) if unit.free else unit.text)
        size = len(wanted)
        same = [t.text for t in wanted] == [t.text for t in found[:size]]
        return same and _match(rest, found[size:], search, unit.text)
    depth, follows = 0, rest[0].text if rest else ""
    summed = before not in _BESIDE or follows not in _BESIDE
    for place, token in enumerate(found):
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        if depth < 0 or (depth == 0 and token.text in (",", r"\mid", "|", r"\|", "=", r"\in")):
            return False
        if depth == 0 and summed and token.text in ("+", "-", r"\pm"):
            return False
        after = found[place + 1].text if place + 1 < len(found) else ""
        script = after in ("_", "^", "'") and (after != follows or not _is_whole(found[: place + 1]))
        if depth or token.text in ("_", "^") or script:
            continue
        kept = dict(search.images)
        search.images[unit.text] = shown(found[: place + 1])
        if _match(rest, found[place + 1 :], search, unit.text):
            return True
        search.images = kept
    return False


def _is_whole(found: Sequence[Token]) -> bool:
    """Whether what is raised is one letter, or what stands in one bracket."""
    inner = found[1:-1]
    bracket = len(found) > 2 and found[0].text in _OPEN and found[-1].text in _CLOSE
    return len(found) == 1 or (bracket and not any(t.text in _OPEN | _CLOSE for t in inner))


def substituted(images: Mapping[str, str]) -> dict[str, str]:
    """Only the letters that stand for something else."""
    return {letter: image for letter, image in images.items() if letter != image}
