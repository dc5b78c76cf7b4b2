"""What users type, read one way: the inverse of what `unicode` writes.

`spelled` turns the symbols of a page (``≤ · ² √ |x| λ e^(…)``) into the kernel's strict ASCII grammar; the
kernel parses that, and nothing else. Whatever the program prints of a claim reads back as the same claim.

- ``e`` is only the base of an exponential: ``e^x`` is ``exp(x)``, as printed. Any other e is refused, as it
  could be a variable or Euler's number, which is ``E``; but where a condition bounds e by a number, as
  ``e > 0``, it is a variable in the whole claim. Such a variable is printed 𝑒, and may be written so.
- A product needs its sign: ``2x`` is refused with a hint.
- ``factorial(n)`` and ``n!``, ``binomial(n, k)`` and ``harmonic(n)`` are read as gamma functions and a sum.
- A chain ``a <= b <= c`` claims each of its links.
- ``and or implies not`` may be written ∧ ∨ ⟹ ¬, and ``exists c:`` as ``∃ c ∈ ℝ:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ..kernel import RELATIONS, Node, SyntaxProblem, parse
from ..kernel.real import (
    Claim,
    Compound,
    Formula,
    Relation,
    Term,
    formula_from,
    parse_claim,
    parse_compound,
    print_term,
    term_from,
)
from .spelling import LOWERED, RAISED, SHORTHANDS, Spelled, spelled, spelled_name

_QUANTIFIER: Final = re.compile(r"\b(?:forall|exists)\b|[∀∃]")
_LONE_E: Final = re.compile(rf"(?<![\w.])e(?![\w′'{''.join(LOWERED)}])")
_RAISED_E: Final = re.compile(rf"{_LONE_E.pattern}(?=\s*[\^{''.join(RAISED)}])")
_BOUND: Final = r"-?(?:[0-9][0-9./]*|exp\(1\))"
_SIGN: Final = r"\s*(?:<=|>=|!=|[<>=≤≥≠])\s*"
_ABOUT_E: Final = re.compile(
    rf"(?:^|[,∧]|\band\b)\s*(?:(?:{_BOUND}{_SIGN})?e{_SIGN}{_BOUND}|{_BOUND}{_SIGN}e|e\s+integer)\s*(?:$|[,∧]|\band\b|[<>≤≥])"
)
_EXISTS: Final = re.compile(
    r"\s*(?:exists\s|∃)\s*(?P<name>[^\s:.∈]+)(?:\s+(?P<integer>integer)|\s*∈\s*(?P<sort>[ℝℤ]))?\s*[:.]"
)


def read_said(text: str) -> tuple[str, ...]:
    """What a text claims, in the kernel's text: a relation or a formula, or every link of a chain.

    >>> read_said("0 ≤ x ≤ 1"), read_said("∃ c ∈ ℝ: c > x ∧ x² ≠ 2")
    (('0 <= x', 'x <= 1'), ('exists c: c > x and x**2 != 2',))
    """
    start, bound = 0, ""
    while prefix := _EXISTS.match(text, start):
        whole = " integer" if prefix["integer"] or prefix["sort"] == "ℤ" else ""
        bound += f"exists {spelled_name(prefix['name'])}{whole}: "
        start = prefix.end()
    rest = text[start:]
    refuse_quantifiers(rest)
    said = _node(rest)
    if not _is_relation(said) or bound:
        return (bound + (formula_from(said, rest).text if _is_said(said) else _term_text(said, rest)),)
    operands = [_term_text(operand, rest) for operand in said.args]
    pairs = zip(operands, said.value.split(), operands[1:], strict=False)
    return tuple(f"{left} {sign} {right}" for left, sign, right in pairs)


def with_italics(texts: Sequence[str], conditions: Iterable[str]) -> list[str]:
    """Texts with 𝑒 for e, if a condition bounds e by a number, which nobody says of Euler's: e is a variable
    then, in all of them. What could be a power of that variable or an exponential is refused.

    >>> with_italics(["exp(e) <= 1 + 2*e", "e <= 1"], ["e <= 1"]), with_italics(["e^x >= 1"], ["x >= 0"])
    (['exp(𝑒) <= 1 + 2*𝑒', '𝑒 <= 1'], ['e^x >= 1'])
    """
    if not any(map(_ABOUT_E.search, conditions)):
        return list(texts)
    for text in texts:
        if raised := _RAISED_E.search(text):
            advice = "write exp(x) for the exponential, e**x for a power of the variable"
            two = "e is a variable by its condition, or the base of an exponential"
            raise SyntaxProblem(f"{two}: {advice}", text, raised.start())
    return [_LONE_E.sub("𝑒", text) for text in texts]


def refuse_quantifiers(text: str) -> None:
    """A quantifier that cannot be read: `exists` before the whole claim is taken off before."""
    found = _QUANTIFIER.search(text)
    if found and found[0] in ("exists", "∃"):
        advice = (
            "it may only stand before the whole claim, as in `exists c: c > 0 and ...`, not in a part or a"
            " condition; what is asked of c stands after the colon"
        )
        raise SyntaxProblem(f"{found[0]} cannot stand here: {advice}", text, found.start())
    if found:
        raise SyntaxProblem(
            f"{found[0]} is not needed: a claim is about all values of its variables; leave it out",
            text,
            found.start(),
        )


def claim_from(text: str, where: str) -> Claim | Compound:
    """The claim of texts of the kernel's: an ordinary one, unless something needs more.

    >>> type(claim_from("x < 2", "x < 1")).__name__, type(claim_from("x < 2", "x < 1 or x = 1")).__name__
    ('Claim', 'Compound')
    """
    made = parse_compound(text, where)
    plain = all(isinstance(part, Relation) for part in (made.conclusion, *made.conditions))
    return parse_claim(text, where) if plain and not made.bound else made


def read_term(text: str) -> Term:
    """The term of a text; raises SyntaxProblem or KernelError.

    >>> print_term(read_term("√(x² + 1)·e^ε"))
    'sqrt(x**2 + 1)*exp(eps)'
    """
    return term_from(_node(text), text)


def read_where(where: str | Iterable[str]) -> str:
    """Conditions in the kernel's text: of one text, or of several that hold together.

    >>> read_where(["0 ≤ x ≤ 1", "n integer, n >= 1"])
    '0 <= x <= 1, n integer, n >= 1'
    """
    texts = [where] if isinstance(where, str) else list(where)
    return ", ".join(piece for text in texts if text.strip() for piece in _conditions(text))


def _conditions(text: str) -> Iterator[str]:
    refuse_quantifiers(text)
    for piece in spelled(text).pieces():
        words = piece.text.split()
        if len(words) == 2 and words[1] == "integer":
            yield " ".join(words)
            continue
        node = _exponentials(parse(piece.text), piece)
        if _is_said(node) and not _is_relation(node):
            said = formula_from(node, piece.text)
            parts = said.parts if isinstance(said, Formula) and said.op == "and" else (said,)
            yield from (part.text for part in parts)
            continue
        if not _is_relation(node):
            raise SyntaxProblem(
                "expected a condition such as `x > 0` or `n integer`", piece.text, node.position
            )
        operands = [_infinity(a) or _term_text(a, piece.text) for a in node.args]
        links = [f" {sign} {right}" for sign, right in zip(node.value.split(), operands[1:], strict=True)]
        yield operands[0] + "".join(links)


def _node(text: str) -> Node:
    """The surface tree of a formula, with exponentials where e was raised."""
    said = spelled(text)
    return _exponentials(parse(said.text), said)


def _is_said(node: Node) -> bool:
    """Whether a node is no term: a relation, a chain, or what joins some."""
    words = {"and", "or", "implies", "not"}
    return _is_relation(node) or node.kind == "bind" or (node.kind == "op" and node.value in words)


def _is_relation(node: Node) -> bool:
    return node.kind in ("op", "chain") and set(node.value.split()) <= set(RELATIONS)


def _term_text(node: Node, text: str) -> str:
    return print_term(term_from(node, text))


def _infinity(node: Node) -> str:
    """An end of a domain that is no term."""
    if node.kind == "name" and node.value == "oo":
        return "oo"
    inner = _infinity(node.args[0]) if node.kind == "op" and node.value == "-" and len(node.args) == 1 else ""
    return f"-{inner}" if inner else ""


def _exponentials(root: Node, said: Spelled) -> Node:
    """The tree with ``e^x`` as ``exp(x)`` and shorthands written out; innermost first, without recursion."""
    if not said.raised and not any(f"{name}(" in said.text for name in SHORTHANDS):
        return root
    done: list[Node] = []
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if not ready and node.args:
            stack.append((node, True))
            stack.extend((a, False) for a in reversed(node.args))
            continue
        count = len(node.args)
        args = tuple(done[len(done) - count :])
        del done[len(done) - count :]
        base = args[0] if args else node
        if node.kind == "op" and node.value == "**" and _is_base(base, said):
            done.append(Node("call", "exp", args[1:], node.position, node.bracketed))
        elif node.kind == "call" and node.value in SHORTHANDS:
            done.append(_written_out(node, args))
        else:
            done.append(replace(node, args=args))
    return done[0]


def _written_out(node: Node, args: tuple[Node, ...]) -> Node:
    """What a shorthand stands for, at its arguments."""
    names, text = SHORTHANDS[node.value]
    images = dict(zip(names.split(), args, strict=False))
    if len(images) != len(args) or len(args) != len(names.split()):
        raise SyntaxProblem(
            f"{node.value} takes {len(names.split())} argument(s), found {len(args)}", "", node.position
        )

    def image(n: Node) -> Node:
        if n.kind == "name" and n.value in images:
            return images[n.value]
        return replace(n, args=tuple(map(image, n.args)), position=node.position)

    return replace(image(parse(text)), bracketed=True)


def _is_base(node: Node, said: Spelled) -> bool:
    return node.kind == "name" and node.position in said.raised and not node.bracketed
