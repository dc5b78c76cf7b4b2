"""What users type, read one way: the inverse of what `unicode` writes.

`spelled` turns the symbols of a page (``≤ · ² √ |x| λ e^(…)``) into the kernel's strict ASCII grammar; the
kernel parses that, and nothing else. Whatever the program prints of a claim reads back as the same claim.

- ``e`` is only the base of an exponential: ``e^x`` is ``exp(x)``, as printed. Any other e is refused, as it
  could be a variable or Euler's number, which is ``E``. (A variable called e, from elsewhere, is 𝑒.)
- A product needs its sign: ``2x`` is refused with a hint.
- A chain ``a <= b <= c`` claims each of its links.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..kernel.real.claims import Claim, parse_claim
from ..kernel.real.grammar import print_term, term_from
from ..kernel.real.terms import Term
from ..kernel.syntax import RELATIONS, Node, SyntaxProblem, parse
from .spelling import Spelled, spelled


def read_claims(text: str, where: str | Iterable[str] = "") -> tuple[Claim, ...]:
    """The claims of a text: one, or every link of a chain; raises SyntaxProblem or KernelError.

    >>> [c.text for c in read_claims("0 ≤ x² ≤ λ", "λ ≥ 1, 0 <= x < 1")]
    ['0 <= x**2 where lam >= 1, 0 <= x, x < 1', 'x**2 <= lam where lam >= 1, 0 <= x, x < 1']
    >>> read_claims("2x <= 1")
    Traceback (most recent call last):
    ...
    dptheory.kernel.syntax.SyntaxProblem: a product needs its sign: write 2*x at position 1: ...'2x <= 1'
    """
    said, conditions = _node(text), read_where(where)
    if not _is_relation(said):
        return (parse_claim(_term_text(said, text), conditions),)
    operands = [_term_text(operand, text) for operand in said.args]
    signs = said.value.split()
    pairs = zip(operands, signs, operands[1:], strict=False)
    return tuple(parse_claim(f"{left} {sign} {right}", conditions) for left, sign, right in pairs)


def read_claim(text: str, where: str | Iterable[str] = "") -> Claim:
    """The one claim of a text; a chain, which makes several, is refused.

    >>> read_claim("e^(-x) < 1", ["x > 0"]).text
    'exp(-x) < 1 where x > 0'
    """
    made = read_claims(text, where)
    if len(made) > 1:
        raise SyntaxProblem("a chain claims several relations: ask of each by itself", text, 0)
    return made[0]


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
    for piece in spelled(text).pieces():
        words = piece.text.split()
        if len(words) == 2 and words[1] == "integer":
            yield " ".join(words)
            continue
        node = _exponentials(parse(piece.text), piece)
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
    """The tree with ``e^x`` as ``exp(x)``; innermost first, without recursion."""
    if not said.raised:
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
        else:
            done.append(replace(node, args=args))
    return done[0]


def _is_base(node: Node, said: Spelled) -> bool:
    return node.kind == "name" and node.position in said.raised and not node.bracketed
