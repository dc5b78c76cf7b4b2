r"""Names of LaTeX as names of the claims' language: no two are merged, and what is renamed is told."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ..kernel.real import is_name
from ..notation import SYMBOLS

VARIANTS: Final = {r"\epsilon": "eps", r"\theta": "theta", r"\phi": "phi"}
"""Letters that the program writes in their other shape; both in one text are two names."""
LISTED: Final = {s.latex: s.name for s in SYMBOLS if s.name not in ("pi", "E", "e", "oo")}
MARKED: Final = {
    ("A", "_tilde"): "At", ("w", "_star"): "wstar", ("w", "_bar"): "wbar", (r"\ell", "_bar"): "lbar",
    ("L", "_star"): "Lstar",
}  # fmt: skip
_GREEK: Final = frozenset((
    r"\alpha", r"\beta", r"\gamma", r"\delta", r"\epsilon", r"\varepsilon", r"\zeta", r"\eta",
    r"\theta", r"\vartheta", r"\iota", r"\kappa", r"\varkappa", r"\lambda", r"\mu", r"\nu", r"\xi",
    r"\rho", r"\varrho", r"\sigma", r"\varsigma", r"\tau", r"\upsilon", r"\phi", r"\varphi", r"\chi",
    r"\psi", r"\omega", r"\Gamma", r"\Delta", r"\Theta", r"\Lambda", r"\Xi", r"\Pi", r"\Sigma",
    r"\Upsilon", r"\Phi", r"\Psi", r"\Omega", r"\ell", r"\hbar", r"\pi",
))  # fmt: skip
BARE: Final = frozenset((
    "eps", "lam", "del", "gam", "bet", "alpha", "beta", "gamma", "delta", "epsilon", "lambda", "rho",
    "sigma", "theta", "tau", "mu", "phi", "kappa", "omega", "eta",
))  # fmt: skip
"""Names of the claims' language that are a product of letters in LaTeX."""


def is_letter(text: str) -> bool:
    """Whether a command is a letter of its own."""
    return text in _GREEK


@dataclass
class Names:
    """The names of a text: for each spelling one name, and no name for two spellings. Where `marks` is set,
    upright
    words above a name belong to it; otherwise they are exponents, as the program itself writes them. `words`
    are letters that stand together and are one name; where `euler` is set, e alone is Euler's number;
    `vectors` are names whose norm the text takes, `sets` those of which it has elements.
    """

    given: dict[str, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    marks: bool = False
    words: frozenset[str] = frozenset()
    euler: bool = False
    vectors: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()

    def name(self, stem: str, low: str = "", marks: str = "", primes: int = 0) -> str:
        r"""The name of a letter with its subscript, its marks (hat, tilde, star, ...) and its primes.

        >>> names = Names()
        >>> names.name(r"\lambda", "1"), names.name("x", "k+1"), names.name("w", marks="_star", primes=1)
        ('lam1', 'x_kplus1', "wstar'")
        >>> names.name(r"\varepsilon"), names.name(r"\epsilon"), names.told
        ('eps', 'epsilon', ['\\epsilon is read as the name epsilon: \\varepsilon has eps'])
        """
        spelling = "|".join((stem, low, marks, str(primes)))
        if spelling not in self.given:
            self.given[spelling] = self._new(stem, low, marks, primes)
        return self.given[spelling]

    def tell(self, words: str) -> None:
        """Something that the reader is told once."""
        if words not in self.told:
            self.told.append(words)

    def _new(self, stem: str, low: str, marks: str, primes: int) -> str:
        whole = stem + "_{" + low + "}" if low else stem
        if not low and (stem, marks) in MARKED:
            whole, marks, wanted = f"{stem}{marks}", "", MARKED[stem, marks]
        else:
            wanted = LISTED.get(whole) or VARIANTS.get(whole) or self._made(stem, low)
        wanted += marks + "'" * primes
        taken = {name: spelling for spelling, name in self.given.items()}
        base = VARIANTS.get(stem) or LISTED.get(stem, "")
        greek = [stem.lstrip("\\") + wanted[len(base) :]] if base and stem in _GREEK else []
        tries = [wanted, *greek, *(re.sub(r"('*)$", rf"_{i}\1", wanted, count=1) for i in "abcdefghuvw")]
        name = next((n for n in tries if n not in taken and is_name(n)), f"v{len(self.given)}")
        if name != wanted and wanted in taken:
            other = taken[wanted].split("|")[0]
            self.told.append(f"{whole} is read as the name {name}: {other} has {wanted}")
        elif name != wanted:
            self.told.append(f"{whole} is read as the variable {name}: {wanted} means something else here")
        return name

    @staticmethod
    def _made(stem: str, low: str) -> str:
        base = VARIANTS.get(stem) or LISTED.get(stem) or _plain(stem)
        if not low:
            return base
        return base + low if low.isdigit() else f"{base}_{_plain(low)}"


def _plain(text: str) -> str:
    """A spelling as letters, digits and underscores; a name of the claims' language is itself."""
    if re.fullmatch(r"[A-Za-z]\w*", text, re.ASCII):
        return text
    inner = re.sub(r"\\(?:mathrm|text|mathit|mathsf|mathtt|operatorname|mathcal|boldsymbol)\b", "", text)
    inner = inner.replace(r"\_", "_").replace("+", "plus").replace("-", "minus").replace("*", "star")
    made = re.sub(r"[^A-Za-z0-9_]+", "_", inner).strip("_")
    return made if re.match(r"[A-Za-z]", made) else f"v{made}"
