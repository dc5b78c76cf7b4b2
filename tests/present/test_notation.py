"""Names, exponents and indices."""

import pytest

from dptheory.notation import SYMBOLS, subscript, superscript, symbol


@pytest.mark.parametrize(
    ("name", "unicode", "latex"),
    [
        ("lam", "λ", r"\lambda"),
        ("rho", "ρ", r"\rho"),
        ("eps", "ε", r"\varepsilon"),
        ("gam", "γ", r"\gamma"),
        ("loss", "ℓ", r"\ell"),
        ("theta", "ϑ", r"\vartheta"),
        ("reg", "ϱ", r"\varrho"),
        ("z'", "z′", "z'"),
        ("k12", "k₁₂", "k_{12}"),
        ("eps_p", "εₚ", r"\varepsilon_{p}"),
        ("rate", "rate", r"\mathrm{rate}"),
    ],
)
def test_names(name: str, unicode: str, latex: str) -> None:
    found = symbol(name)
    assert (found.unicode, found.latex) == (unicode, latex)


def test_every_listed_name_is_its_own() -> None:
    assert len({s.name for s in SYMBOLS}) == len(SYMBOLS)
    for listed in SYMBOLS:
        assert symbol(listed.name) is listed


def test_what_cannot_be_raised_or_lowered_is_marked() -> None:
    assert superscript("2") == "²"
    assert superscript("ε") == "^ε"
    assert superscript("a+b") == "^(a+b)"
    assert subscript("j=1") == "ⱼ₌₁"
    assert subscript("Q") == "_Q"
