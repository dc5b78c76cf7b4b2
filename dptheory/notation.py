"""Notation: how each name of the grammar is written, and what it stands for.

One table for every renderer and for the reader (`reading`): no two names are written alike. A name that is
not listed is written as it is; digits at its end, or a letter after an underscore, become a subscript, quotes
become primes. Only one of ``x1`` and ``x_1`` is x₁: the other keeps its underscore.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Symbol:
    """A name of the grammar: its two spellings, what it means, its unit and its domain."""

    name: str
    unicode: str
    latex: str
    meaning: str = ""
    unit: str = ""
    domain: str = ""


SYMBOLS: Final = (
    Symbol("n", "n", "n", "size of the data set", "samples", "integer, n >= 1"),
    Symbol("d", "d", "d", "dimension", "", "integer, d >= 1"),
    Symbol("m", "m", "m", "number of repetitions or of extra samples", "", "integer, m >= 1"),
    Symbol("i", "i", "i", "place of the replaced record", "", "integer, 1 <= i <= n"),
    Symbol("j", "j", "j", "place of a record", "", "integer, 1 <= j <= n"),
    Symbol("lam", "λ", r"\lambda", "modulus of strong convexity; regularisation parameter", "", "lam > 0"),
    Symbol("rho", "ρ", r"\rho", "Lipschitz constant of the loss", "loss per length", "rho > 0"),
    Symbol("R", "R", "R", "radius of the ball of hypotheses", "length", "R > 0"),
    Symbol("eps", "ε", r"\varepsilon", "privacy parameter", "nats", "eps > 0"),
    Symbol("epsp", "epsp", r"\mathrm{epsp}", "what is left of the privacy parameter", "nats"),
    Symbol("delta", "delta", r"\mathrm{delta}", "probability of failure", "", "0 < delta < 1"),
    Symbol("del", "δ", r"\delta", "probability of failure", "", "0 < del < 1"),
    Symbol("gam", "γ", r"\gamma", "probability of failure", "", "0 < gam < 1"),
    Symbol("alpha", "α", r"\alpha"),
    Symbol("bet", "β", r"\beta", "probability of failure", "", "0 < bet < 1"),
    Symbol("eta", "η", r"\eta"),
    Symbol("kap", "κ", r"\kappa", "distance that noise moves a hypothesis", "length", "kap >= 0"),
    Symbol("kappa", "ϰ", r"\varkappa", "noise vector"),
    Symbol("mu", "μ", r"\mu", "a probability law"),
    Symbol("nu", "ν", r"\nu", "a probability law"),
    Symbol("xi", "ξ", r"\xi"),
    Symbol("sigma", "σ", r"\sigma", "scale of noise"),
    Symbol("tau", "τ", r"\tau"),
    Symbol("phi", "φ", r"\varphi", "an event"),
    Symbol("psi", "ψ", r"\psi", "an event"),
    Symbol("chi", "χ", r"\chi"),
    Symbol("zeta", "ζ", r"\zeta"),
    Symbol("omega", "ω", r"\omega"),
    Symbol("Lambda", "Λ", r"\Lambda"),
    Symbol("Omega", "Ω", r"\Omega"),
    Symbol("Phi", "Φ", r"\Phi"),
    Symbol("Psi", "Ψ", r"\Psi"),
    Symbol("Theta", "Θ", r"\Theta"),
    Symbol("Delta", "Δ", r"\Delta", "sensitivity"),
    Symbol("loss", "ℓ", r"\ell", "instance loss, a function of hypothesis and record"),
    Symbol("theta", "ϑ", r"\vartheta", "objective of the learning rule, given the data set"),
    Symbol("reg", "ϱ", r"\varrho", "regulariser, a function of the hypothesis"),
    Symbol("S", "S", "S", "data set of n records"),
    Symbol("D", "D", r"\mathcal{D}", "law of a record"),
    Symbol("H", "H", r"\mathcal{H}", "set of hypotheses"),
    Symbol("A", "A", "A", "learning rule: a hypothesis for every data set"),
    Symbol("K", "K", "K", "randomised learning rule: a law of hypotheses for every data set"),
    Symbol("At", "Ã", r"\tilde{A}", "randomised learning rule"),
    Symbol("wstar", "w⋆", r"w^{\star}", "a minimiser of the generalization error"),
    Symbol("wbar", "w̄", r"\bar{w}", "a minimiser of the regularised generalization error"),
    Symbol("lbar", "ℓ̄", r"\bar{\ell}", "the regularised loss"),
    Symbol("Lstar", "L⋆", r"L^{\star}", "least generalization error"),
    Symbol("everywhere", "ℝᵈ", r"\mathbb{R}^d", "all vectors"),
    Symbol("pi", "π", r"\pi"),
    Symbol("E", "E", r"\mathrm{e}", "the base of natural logarithms"),
    Symbol("e", "𝑒", "e", "a variable, in italics: the e of e^x is upright"),
    Symbol("oo", "∞", r"\infty"),
)

FUNCTIONS: Final = {
    "exp": ("exp", r"\exp"),
    "log": ("log", r"\log"),
    "sin": ("sin", r"\sin"),
    "cos": ("cos", r"\cos"),
    "tan": ("tan", r"\tan"),
    "sinh": ("sinh", r"\sinh"),
    "cosh": ("cosh", r"\cosh"),
    "tanh": ("tanh", r"\tanh"),
    "asin": ("arcsin", r"\arcsin"),
    "acos": ("arccos", r"\arccos"),
    "atan": ("arctan", r"\arctan"),
    "min": ("min", r"\min"),
    "max": ("max", r"\max"),
    "erf": ("erf", r"\operatorname{erf}"),
    "erfc": ("erfc", r"\operatorname{erfc}"),
    "gamma": ("Γ", r"\Gamma"),
    "uppergamma": ("Γ", r"\Gamma"),
    "lowergamma": ("γ", r"\gamma"),
    "l2laplace": ("Lap₂", r"\mathrm{Lap}_2"),
    "gammalaw": ("Gamma", r"\mathrm{Gamma}"),
    "explaw": ("Exp", r"\mathrm{Exp}"),
    "gibbs": ("Gibbs", r"\mathrm{Gibbs}"),
    "l2laplace_normaliser": ("c_d", r"c_d"),
}
"""Built-in functions and laws: unicode and LaTeX."""

DEFINED: Final = {
    "objective": "theta[S](w)",
    "empirical_loss": "L[S](w)",
    "true_loss": "L[D](w)",
    "ball": "B[R]",
    "regularised": "J[S](w)",
    "regularised_first": "J[m](w)",
    "everywhere": "everywhere",
}
"""How a definition's values are written: a head, in square brackets its index, in round ones an argument."""

WRITTEN_OUT: Final = frozenset({"tikhonov", "margin_loss"})
"""Definitions that are shorter written out."""

SPACES: Final = {
    "real": ("ℝ", r"\mathbb{R}"),
    "int": ("ℤ", r"\mathbb{Z}"),
    "vec": ("ℝᵈ", r"\mathbb{R}^d"),
    "record": ("Z", r"\mathcal{Z}"),
    "data": ("Zⁿ", r"\mathcal{Z}^n"),
}
"""Base sorts as sets."""

RELATIONS: Final = {
    "<=": ("≤", r"\le"),
    "<": ("<", "<"),
    "=": ("=", "="),
    ">=": ("≥", r"\ge"),
    ">": (">", ">"),
    "!=": ("≠", r"\ne"),
    "in": ("∈", r"\in"),
    "not-in": ("∉", r"\notin"),
}

SIGNS: Final = {
    **RELATIONS, "add": ("+", "+"), "sub": ("−", "-"), "map": ("↦", r"\mapsto"), "drawn": ("∼", r"\sim"),
}  # fmt: skip
"""What stands between terms."""

QUANTIFIERS: Final = {"forall": ("∀", r"\forall"), "exists": ("∃", r"\exists")}

DRAWS: Final = {
    "E": ("E", r"\mathbb{E}"),
    "P": ("Pr", r"\Pr"),
    "image": ("law", r"\operatorname{law}"),
    "image of laws": ("law of laws", r"\operatorname{law\ of\ laws}"),
    "mixture": ("law", r"\operatorname{law}"),
}

FENCES: Final = {
    "norm": (("‖", "‖"), (r"\lVert", r"\rVert")),
    "abs": (("|", "|"), (r"\lvert", r"\rvert")),
    "floor": (("⌊", "⌋"), (r"\lfloor", r"\rfloor")),
    "ceil": (("⌈", "⌉"), (r"\lceil", r"\rceil")),
    "inner": (("⟨", "⟩"), (r"\langle", r"\rangle")),
}
"""The brackets of functions that are written by brackets."""

CONNECTIVES: Final = {
    "and": (" and ", r" \;\text{and}\; "),
    "or": (" or ", r" \;\text{or}\; "),
    "implies": (" ⟹ ", r" \implies "),
}

_SUPERSCRIPTS: Final = str.maketrans("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
_SUBSCRIPTS: Final = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_SUBSCRIPT_LETTERS: Final = frozenset("aehijklmnoprstuvx")
_NAME: Final = re.compile(r"([A-Za-z]+)([A-Za-z0-9_]*)('*)")
_TABLE: Final = {symbol.name: symbol for symbol in SYMBOLS}
_ALONE: Final = frozenset({"e", "E", "oo"})
"""Names that are written otherwise only where nothing follows them."""


def symbol(name: str) -> Symbol:
    """How a name is written; an unknown one as it is.

    >>> symbol("lam").unicode, symbol("w1'").unicode, symbol("w1'").latex
    ('λ', 'w₁′', "w_{1}'")
    >>> symbol("w_1").unicode, symbol("w_1").latex
    ('w_1', '\\\\mathrm{w\\\\_1}')
    """
    if name in _TABLE:
        return _TABLE[name]
    match = _NAME.fullmatch(name)
    if match is None:
        return Symbol(name, name.replace("'", "′"), rf"\mathrm{{{_escape(name)}}}")
    base, rest, primes = match.groups()
    listed = None if base in _ALONE else _TABLE.get(base)
    stem = listed or Symbol(base, base, base if len(base) == 1 else rf"\mathrm{{{base}}}")
    unicode, latex = stem.unicode + rest, rf"\mathrm{{{_escape(base + rest)}}}"
    if not rest or rest.isdigit():
        unicode, latex = stem.unicode + subscript(rest) if rest else stem.unicode, stem.latex
        latex += f"_{{{rest}}}" if rest else ""
    elif rest[1:].isalpha() and rest[0] == "_" and (listed or len(base) == 1):
        below = rest[1:]
        if len(below) == 1 and below in _SUBSCRIPT_LETTERS:
            unicode = stem.unicode + subscript(below)
        latex = stem.latex + "_{" + (below if len(below) == 1 else rf"\mathrm{{{below}}}") + "}"
    return Symbol(name, unicode + "′" * len(primes), latex + primes, stem.meaning, stem.unit, stem.domain)


def _escape(text: str) -> str:
    return text.replace("_", r"\_")


def superscript(text: str) -> str:
    """A short exponent: raised where Unicode can, else after a caret.

    >>> superscript("2"), superscript("n+1"), superscript("λ"), superscript("1/2")
    ('²', 'ⁿ⁺¹', '^λ', '^(1/2)')
    """
    plain = text.replace(" ", "")
    raised = plain.translate(_SUPERSCRIPTS)
    if all(ord(c) > 127 for c in raised) and not set(plain) & set(raised):
        return raised
    return f"^{text}" if len(text) == 1 else f"^({text})"


def subscript(text: str) -> str:
    """A short index: lowered where Unicode can, else after an underscore.

    >>> subscript("12"), subscript("i"), subscript("S"), subscript("z∼D")
    ('₁₂', 'ᵢ', '_S', '_{z∼D}')
    """
    plain = text.replace(" ", "")
    lowered = plain.translate(_SUBSCRIPTS)
    if all(ord(c) > 127 for c in lowered) and not set(plain) & set(lowered):
        return lowered
    return f"_{text}" if len(text) == 1 else "_{" + text + "}"
