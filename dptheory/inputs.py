"""Claims, terms and conditions as Python users write them: texts, sympy objects, numbers.

Nothing is evaluated. A sympy object becomes a text of the grammar, node by node, and that text is what is
certified; it is the outcome's `claim`. The assumptions of its symbols become conditions of the claim.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

from flint import fmpq

from .errors import BadInput
from .exact import exact_number
from .kernel.real import Claim, Compound, Term, num, pieces_of, print_term
from .latex.tokens import is_latex
from .latex.typed import in_language, read_typed_term
from .present.reading import claim_from, read_said, read_term, read_where, with_italics

NOT_NUMBERS: Final = frozenset({"nan", "inf", "infinity", "NaN", "Inf", "Infinity", "INF", "NAN"})
NUMBERS: Final = (int, float, Decimal, fmpq, numbers.Real)
NOT_SAID: Final = frozenset({"commutative"})
JOINED: Final = {"And": "and", "Or": "or", "Implies": "implies", "Not": "not"}
SIGNS: Final = {
    "positive": "> 0",
    "negative": "< 0",
    "nonnegative": ">= 0",
    "nonpositive": "<= 0",
    "nonzero": "!= 0",
}


def claims(claim: object, where: object = "") -> tuple[Claim | Compound, ...]:
    """The claim, an ordinary or a compound one, or the links of a chain, that an object denotes; raises
    SyntaxProblem, KernelError or BadInput.

    >>> import sympy
    >>> n = sympy.Symbol("n", integer=True, positive=True)
    >>> [c.text for c in claims(sympy.sqrt(n) / 2 <= n, where=["n <= 9", n > 2])]
    ['sqrt(n)/2 <= n where n <= 9, n > 2, n > 0, n integer']
    """
    said = [one for one in _conditions(where) if type(one).__name__ != "BooleanTrue"]
    italic = False
    if isinstance(claim, str):
        claim, typed, _ = in_language(claim, [one for one in said if isinstance(one, str)])
        claim, *typed = with_italics([claim, *typed], typed)
        italic = any("𝑒" in text for text in (claim, *typed))
        left = iter(typed)
        said = [*(next(left) if isinstance(one, str) else one for one in said), *left]
    pieces = [read_where(one) if isinstance(one, str) else _relation(one) for one in said]
    pieces += assumptions([one for one in (claim, *said) if not isinstance(one, str)])
    conditions = ", ".join(dict.fromkeys(piece for piece in pieces if piece))
    texts = read_said(claim) if isinstance(claim, str) else tuple(map(_relation, _parts(claim)))
    found = tuple(claim_from(text, conditions) for text in texts)
    if len(found) > 1 and isinstance(found[0], Compound):
        found = (claim_from(" and ".join(texts), conditions),)
    bound = [v.name for one in found if isinstance(one, Compound) for v in one.bound]
    names = {*bound, *(v.name for one in found for v in one.variables)}
    refuse_strange(names - {"e"} if italic else names)
    return found


def witness(said: object, claimed: tuple[Claim | Compound, ...]) -> dict[str, Term]:
    """The terms for what is claimed to exist: of a text such as 'c = 2*x', or of a mapping; raises BadInput
    where one is missing, or none was asked for.

    >>> [print_term(t) for t in witness("c = 2·x", claims("exists c: c >= x", "x > 0")).values()]
    ['2*x']
    """
    wanted = [v.name for one in claimed if isinstance(one, Compound) for v in one.bound]
    pairs = list(said.items()) if isinstance(said, dict) else list(_equations(said)) if said else []
    found = {name(key): term(value) for key, value in pairs}
    if strange := sorted(found.keys() - set(wanted)):
        raise BadInput(f"a term for {strange[0]}", "the name of what `exists` speaks of", "exists c: ...")
    if missing := [one for one in wanted if one not in found]:
        raise BadInput(
            f"exists {missing[0]} without a term for it",
            "one in the other variables, for all of the domain",
            f"--with '{missing[0]} = ...'; for the best constant, tighten CLAIM --find {missing[0]}",
        )
    return found


def _equations(said: object) -> Iterator[tuple[str, str]]:
    """The names and terms of a text 'c = 2*x, d = y'."""
    for piece in pieces_of(str(said)):
        left, equals, right = piece.partition("=")
        if not equals:
            raise BadInput(f"{piece.strip()!r}", "a name, = and a term", "'c = 2*x'")
        yield left.strip(), right.strip()


def one_claim(claim: object, where: object = "") -> Claim:
    """The one claim that an object denotes; a chain is refused.

    >>> one_claim("0 <= x <= 1").text
    Traceback (most recent call last):
    ...
    dptheory.errors.BadInput: given a chain; needed: one relation; try: each link by itself
    """
    made = claims(claim, where)
    if len(made) > 1:
        raise BadInput("a chain", "one relation", "each link by itself")
    if isinstance(made[0], Compound):
        needed = "one relation, and relations as conditions"
        raise BadInput("a claim with and, or, implies, not or exists", needed, "its parts by themselves")
    return made[0]


def domain(where: object) -> Claim:
    """The conditions alone, as those of a claim that is true."""
    return one_claim("0 <= 0", where)


def term(value: object) -> Term:
    """The term that a text, a number or a sympy expression denotes.

    >>> print_term(term(0.5)), print_term(term("2·x"))
    ('1/2', '2*x')
    """
    if isinstance(value, str):
        made = read_term(read_typed_term(value) if is_latex(value) else value)
    elif isinstance(value, NUMBERS):
        made = num(exact_number(value))
    else:
        made = _from_sympy(value)
    refuse_strange(made.names)
    return made


def name(value: object) -> str:
    """The name of a variable: a text, or a sympy symbol."""
    if isinstance(value, str):
        from .present.spelling import spelled_name

        if is_latex(value):
            return read_typed_term(value)
        return spelled_name(value)
    return str(getattr(value, "name", value))


def refuse_strange(names: Iterable[str]) -> None:
    """Refuse names of things that are no numbers, and the e that could be Euler's number."""
    for strange in sorted(set(names) & (NOT_NUMBERS | {"e"})):
        if strange == "e":
            raise BadInput("a variable called e", "a name that is not read as Euler's number, E", "e1")
        raise BadInput(f"the name {strange!r}", "real numbers and variables", "oo as the end of a domain")


def _conditions(where: object) -> list[object]:
    """One condition or several, flat."""
    if where is None:
        return []
    if isinstance(where, str):
        return [where] if where.strip() else []
    if isinstance(where, list | tuple | set | frozenset):
        return [part for one in where for part in _conditions(one)]
    return list(_parts(where))


def _parts(said: Any) -> Iterator[object]:
    """The relations of which a sympy object says that all hold."""
    if type(said).__name__ == "And":
        for part in sorted(said.args, key=str):
            yield from _parts(part)
    else:
        yield said


def _relation(said: Any) -> str:
    """A sympy relation, or a formula of some, in the grammar."""
    if type(said).__name__ in JOINED:
        parts = [f"({_relation(part)})" for part in said.args]
        joiner = JOINED[type(said).__name__]
        return f"not {parts[0]}" if joiner == "not" else f" {joiner} ".join(parts)
    operator = getattr(said, "rel_op", None)
    if type(said).__name__ in ("BooleanTrue", "BooleanFalse"):
        raise BadInput(f"a relation that sympy has already made {said}", "a relation", "the claim as a text")
    if operator is None:
        given = f"{said!r}, a {type(said).__name__}"
        raise TypeError(f"given {given}; needed: a text or a sympy relation; try: 'x <= 1'")
    return (
        f"{print_term(_side(said.lhs))} {'=' if operator == '==' else operator} {print_term(_side(said.rhs))}"
    )


def _side(value: Any) -> Term:
    return num(exact_number(value)) if isinstance(value, NUMBERS) else _from_sympy(value)


def _from_sympy(value: Any) -> Term:
    from .theory.symbols import from_sympy

    if not hasattr(value, "free_symbols"):
        raise BadInput(
            f"{value!r}, a {type(value).__name__}", "a text, a number or a sympy expression", "'x + 1'"
        )
    return from_sympy(value)


def assumptions(said: Iterable[Any]) -> list[str]:
    """What sympy's symbols are assumed to be, as conditions; raises BadInput for what no condition says.

    >>> import sympy
    >>> assumptions([sympy.Symbol("x", positive=True) + sympy.Symbol("n", integer=True)])
    ['n integer', 'x > 0']
    """
    symbols = {s for one in said for s in getattr(one, "free_symbols", ())}
    names = [s.name for s in symbols]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BadInput(f"different symbols called {twice[0]}", "one symbol of a name", "the same assumptions")
    return [piece for s in sorted(symbols, key=str) for piece in _assumed(s)]


def _assumed(symbol: Any) -> Iterator[str]:
    import sympy

    known = {k: v for k, v in symbol.assumptions0.items() if k not in NOT_SAID}
    meant = {"real": True, "integer": known.get("integer")}
    strongest = next((s for s in ("positive", "negative") if known.get(s)), None)
    signs = (
        [strongest] if strongest else [s for s in ("nonnegative", "nonpositive", "nonzero") if known.get(s)]
    )
    meant |= dict.fromkeys(signs, True)
    implied = sympy.Symbol(symbol.name, **{k: v for k, v in meant.items() if v}).assumptions0
    given = getattr(symbol, "_assumptions_orig", {})
    beyond = sorted((k for k, v in known.items() if implied.get(k) != v), key=lambda k: (k not in given, k))
    if not known.get("real"):  # what was said of it leaves room for what is no real number
        beyond += sorted(given.keys() - NOT_SAID)
    if beyond:
        raise BadInput(
            f"the symbol {symbol} with {beyond[0]}={known[beyond[0]]}",
            "assumptions that conditions can say: positive, nonnegative, nonzero, integer, real, ...",
            "a symbol without it, and --where",
        )
    yield from (f"{symbol.name} {SIGNS[sign]}" for sign in signs)
    if known.get("integer"):
        yield f"{symbol.name} integer"
