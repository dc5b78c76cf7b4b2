"""Bounds that trade one term against another: p/x + q + s*x, their least value in closed form.

Everything here is found, not proved: sympy is asked, and what it says is certified elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernel.real import Term, apply, free_variables, num, replace_terms, subterms, var
from ..letters import letter
from .certificates import Certificates
from .guesses import terms_of
from .symbols import from_sympy, to_sympy

_RATIONAL = frozenset({"add", "sub", "mul", "div", "neg"})


@dataclass(frozen=True)
class Tradeoff:
    """A bound p/x + q + s*x in its parameter x; `names` are the abbreviations that occur."""

    parameter: str
    p: Term
    q: Term
    s: Term
    names: Mapping[str, Term]

    @property
    def parts(self) -> tuple[Term, Term, Term]:
        """The three coefficients."""
        return self.p, self.q, self.s

    def full(self, term: Term) -> Term:
        """A term with the abbreviations written out."""
        return replace_terms(term, {var(name).key: value for name, value in self.names.items()})


@dataclass(frozen=True)
class Least:
    """Where a bound is least, and what it is there, in the tradeoff's names."""

    tradeoff: Tradeoff
    place: Term
    value: Term


def tradeoff(
    term: Term, over: str, abbreviations: Mapping[str, Term], certificates: Certificates
) -> Tradeoff | None:
    """The bound as p/x + q + s*x, shortened by abbreviations where they fit; None if it has no such shape.
    What was found before is among the certificates."""
    parts = (part for name, t in abbreviations.items() for part in (var(name), t))
    made = terms_of(
        certificates, f"trade-off {over}", (term, *parts), lambda: _tradeoff(term, over, abbreviations)
    )
    if made is None or len(made) != 3:
        return None
    used = free_variables(*made)
    return Tradeoff(over, made[0], made[1], made[2], {n: t for n, t in abbreviations.items() if n in used})


def _tradeoff(term: Term, over: str, abbreviations: Mapping[str, Term]) -> tuple[Term, ...] | None:

    abbreviations = {k: t for k, t in abbreviations.items() if over not in free_variables(t)}
    images = _opaque([term, *abbreviations.values()])
    hidden = [t for t in subterms(term) if t.key in images]
    if any(over in t.names for t in hidden):
        return None
    every = subterms(term, *abbreviations.values())
    backward = {image.key: t for t in every if (image := images.get(t.key))}
    order = _order(replace_terms(term, images))
    coefficients = _coefficients(_expression(replace_terms(term, images)), letter(over, positive=True))
    if coefficients is None:
        return None
    short = {name: _expression(replace_terms(t, images)) for name, t in abbreviations.items()}
    made: list[Term] = []
    for c in coefficients:
        t = from_sympy(_shortened(c, short), order)
        made.append(replace_terms(t, backward))
    return tuple(made)


def least(found: Tradeoff, certificates: Certificates) -> Least:
    """The place sqrt(p/s) and the value q + 2*sqrt(p*s), with squares taken out of the roots. What was found
    before is among the certificates."""
    made = terms_of(certificates, "least", found.parts, lambda: _least(found))
    place, value = made if made is not None and len(made) == 2 else _least(found)
    return Least(found, place, value)


def _least(found: Tradeoff) -> tuple[Term, Term]:
    images = _opaque(found.parts)
    backward = {image.key: t for t in subterms(*found.parts) if (image := images.get(t.key))}
    p, q, s = (_expression(replace_terms(t, images)) for t in found.parts)
    order = _order(*(replace_terms(t, images) for t in found.parts))
    place = _rooted(p / s, order, expand=False)
    return replace_terms(place, backward), replace_terms(_least_value(p, q, s, order), backward)


def raw_least(found: Tradeoff, taken: frozenset[str] = frozenset()) -> Least:
    """The same without simplification: p and s become abbreviations themselves."""
    taken = taken | free_variables(*found.parts) | found.names.keys() | {found.parameter}
    p, s = (next(n for n in (name, f"{name}_", f"{name}__") if n not in taken) for name in ("p", "s"))
    names = {p: found.full(found.p), s: found.full(found.s)}
    short = Tradeoff(found.parameter, var(p), found.full(found.q), var(s), names)
    root = 2 * apply("sqrt", var(p) * var(s))
    return Least(short, apply("sqrt", var(p) / var(s)), root if short.q == num(0) else short.q + root)


def simplified(term: Term) -> Term:
    """A term that may be shorter and ought to be equal: a guess, like everything here.

    >>> from ..kernel.real.grammar import parse_term, print_term
    >>> print_term(simplified(parse_term("r**2*d*log(d)/(n*(d*log(d)))")))
    'r**2/n'
    """
    import sympy

    images = _opaque([term])
    backward = {image.key: t for t in subterms(term) if (image := images.get(t.key))}
    hidden = replace_terms(term, images)
    made = from_sympy(sympy.factor(sympy.cancel(_expression(hidden))), _order(hidden))
    return replace_terms(made, backward)


def where_equal(left: Term, right: Term, name: str) -> Term | None:
    """The one place of a variable where two terms are equal, if sympy finds just one; a guess."""
    import sympy

    images = _opaque([left, right])
    if any(name in free_variables(t) for t in subterms(left, right) if t.key in images):
        return None
    backward = {image.key: t for t in subterms(left, right) if (image := images.get(t.key))}
    sides = [_expression(replace_terms(t, images)) for t in (left, right)]
    found = sympy.solve(sides[0] - sides[1], letter(name, positive=True))
    if len(found) != 1:
        return None
    hidden = [replace_terms(t, images) for t in (left, right)]
    return replace_terms(from_sympy(sympy.factor(found[0]), _order(*hidden)), backward)


def _order(*terms: Term) -> list[str]:
    """The names of variables as they first occur."""
    names = (str(t.value) for t in subterms(*terms) if t.op == "var")
    return list(dict.fromkeys(names))


def _opaque(terms: Sequence[Term]) -> dict[bytes, Term]:
    """Names for the subterms that are no rational functions of what they contain."""
    images: dict[bytes, Term] = {}
    for t in subterms(*terms):
        power = t.op == "pow" and t.args[1].op == "num"
        if (t.args and t.op not in _RATIONAL and not power) or t.op == "const":
            images[t.key] = var(f"_{len(images)}")
    return images


def _expression(term: Term) -> Any:
    """The sympy expression with all symbols positive: a guess that the certificate has to bear out."""

    made = to_sympy(term)
    return made.xreplace({s: letter(s.name, positive=True) for s in made.free_symbols})


def _coefficients(expression: Any, x: Any) -> tuple[Any, Any, Any] | None:
    import sympy

    top, bottom = sympy.fraction(sympy.together(expression))
    above, below = sympy.Poly(top, x), sympy.Poly(bottom, x)
    if len(below.terms()) != 1:
        return None
    (shift,), divisor = below.terms()[0]
    found = {power - shift: c / divisor for (power,), c in above.terms()}
    if not set(found) <= {-1, 0, 1}:
        return None
    p, q, s = (sympy.factor(found.get(power, sympy.Integer(0))) for power in (-1, 0, 1))
    return p, q, s


def _shortened(expression: Any, abbreviations: Mapping[str, Any]) -> Any:
    """The expression with abbreviations put in wherever that makes it shorter."""
    import sympy

    for name, body in abbreviations.items():
        short = letter(name, positive=True)
        common = body.free_symbols & expression.free_symbols
        for atom in sorted(common, key=lambda s: (not s.name.startswith("_"), s.name)):
            solved = sympy.solve(body - short, atom)
            if len(solved) == 1:
                tried = sympy.factor(sympy.cancel(expression.subs(atom, solved[0])))
                if sympy.count_ops(tried) < sympy.count_ops(expression):
                    expression = tried
                    break
    return expression


def _root(expression: Any, *, expand: bool) -> tuple[Any, Any]:
    """A rational function r as (a, b) with sqrt(r) = a*sqrt(b), for positive symbols."""
    import sympy

    outside, inside = sympy.Integer(1), sympy.Integer(1)
    for part, sign in zip(sympy.fraction(sympy.together(expression)), (1, -1), strict=True):
        content, factors = sympy.factor_list(part)
        whole, rest = sympy.sqrt(content).as_coeff_Mul()
        outside, inside = outside * whole**sign, inside * (rest**2) ** sign
        for factor, power in factors:
            outside *= factor ** (sign * (power // 2))
            inside *= factor ** (sign * (power % 2))
    return outside, sympy.expand(inside) if expand else inside


def _rooted(expression: Any, order: Sequence[str], *, expand: bool) -> Term:
    outside, inside = _root(expression, expand=expand)
    if inside == 1:
        return from_sympy(outside, order)
    root = apply("sqrt", from_sympy(inside, order))
    return root if outside == 1 else from_sympy(outside, order) * root


def _least_value(p: Any, q: Any, s: Any, order: Sequence[str]) -> Term:
    """q + 2*sqrt(p*s) with what both have in common in front."""
    import sympy

    outside, inside = _root(p * s, expand=True)
    if inside == 1:
        return from_sympy(sympy.factor(q + 2 * outside), order)
    if q == 0:
        return _times(2 * outside, apply("sqrt", from_sympy(inside, order)), order)
    common = sympy.gcd(q, 2 * outside)
    first, second = sympy.factor(q / common), sympy.factor(2 * outside / common)
    both = from_sympy(first, order) + _times(second, apply("sqrt", from_sympy(inside, order)), order)
    return _times(common, both, order)


def _times(factor: Any, term: Term, order: Sequence[str]) -> Term:
    return term if factor == 1 else from_sympy(factor, order) * term


def threshold(value: Term, level: Term, name: str) -> Term | None:
    """The one place of a variable where two terms are equal, if it is a number; sympy's guess.

    >>> from ..kernel.real.grammar import parse_term, print_term
    >>> print_term(threshold(parse_term("2*r*(a + sqrt(a**2 + a/2))"), parse_term("2*r"), "a"))
    '2/5'
    """
    import sympy

    x = letter(name, positive=True)
    found = sympy.solve(sympy.simplify(_expression(value) / _expression(level)) - 1, x)
    if len(found) != 1 or found[0].free_symbols:
        return None
    return from_sympy(found[0])


def solved(found: Tradeoff, target: str) -> tuple[Term, ...]:
    """The places where p/x + q + s*x is the target: one root, or the two of a quadratic equation."""
    level = var(target) if found.q == num(0) else var(target) - found.q
    if found.s == num(0):
        return (found.p / level,)
    if found.p == num(0):
        return (level / found.s,)
    root = apply("sqrt", level ** num(2) - 4 * found.p * found.s)
    return ((level - root) / (2 * found.s), (level + root) / (2 * found.s))
