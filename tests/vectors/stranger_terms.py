"""The stranger's terms: texts, canonical texts and hashes, and what terms demand (sections 1 and 2 of the page)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq


class Refused(Exception):
    """The certificate does not prove the claim, or is none."""


class Unsupported(Exception):
    """It needs what this checker does not know."""


def need(holds: object, why: str) -> None:
    if not holds:
        raise Refused(why)


CONSTANTS = ("pi", "E")
ONE = re.findall("[a-z]+", "exp log sqrt abs floor ceil sin cos tan sinh cosh tanh asin acos atan erf erfc gamma")
WORDS = ("implies", "or", "and", "in", "not", "forall", "exists", "fun")
ARITY = {**dict.fromkeys(ONE, 1), "uppergamma": 2, "lowergamma": 2, "min": 0, "max": 0}
BINDERS = ("sum", "prod", "integral")
RESERVED = {*CONSTANTS, "oo", *ARITY, *BINDERS, *WORDS}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*")


class Term:
    """An operation with arguments, or a leaf with a value; `loose` says how many binders its indices need."""

    __slots__ = ("args", "depth", "loose", "names", "op", "size", "value")
    made: ClassVar[dict[tuple[Any, ...], Term]] = {}

    def __new__(cls, op: str, *args: Term, value: Any = None) -> Term:
        key = (op, args, value)
        if key not in cls.made:
            t = cls.made[key] = object.__new__(cls)
            t.op, t.args, t.value = key
            t.names = frozenset([value]) if op == "var" else frozenset().union(*(a.names for a in args))
            t.loose = value + 1 if op == "index" else max(
                (a.loose - (op in BINDERS and i == 2) for i, a in enumerate(args)), default=0)
            t.loose = max(t.loose, 0)
            t.depth, t.size = 1 + max((a.depth for a in args), default=0), 1 + sum(a.size for a in args)
            need(t.depth <= 250 and t.size <= 20_000, "a term too large")
        return cls.made[key]


Relation = tuple[str, Term, Term]


def num(x: Any) -> Term:
    x = fmpq(x)
    need(x.height_bits() <= 8000, "a number too large")
    if x < 0:
        return Term("neg", num(-x))
    top = Term("num", value=int(x.p))
    return top if x.q == 1 else Term("div", top, Term("num", value=int(x.q)))


def var(name: str) -> Term:
    return Term("var", value=name)


ZERO, UNIT = num(0), num(1)


def mapped(t: Term, image: Callable[[Term, int], Term | None], depth: int = 0, done: Any = None) -> Term:
    """`t` with subterms replaced, outermost first; `image` sees each with the number of binders around it."""
    done = {} if done is None else done
    if (t, depth) not in done:
        found = image(t, depth)
        if found is None:
            below = [mapped(a, image, depth + (t.op in BINDERS and i == 2), done) for i, a in enumerate(t.args)]
            found = Term(t.op, *below, value=t.value)
        done[t, depth] = found
    return done[t, depth]


def substitute(t: Term, images: Mapping[str, Term]) -> Term:
    return mapped(t, lambda u, _: images.get(u.value) if u.op == "var" else None if u.names & images.keys() else u)


def instance(binder: Term, at: Term) -> Term:
    """The body at a value of the index."""
    return mapped(binder.args[2], lambda u, d: at if u.op == "index" and u.value == d else None if u.loose > d else u)


def bound(op: str, body: Term, name: str, low: Term, high: Term) -> Term:
    return Term(op, low, high, mapped(body, lambda u, d: Term("index", value=d) if u == var(name) else None))


def looks_bound(name: str, index: str) -> bool:
    plain = name.rstrip("'")
    return plain.endswith("_" + index) or (len(plain) == len(index) + 1 and plain.endswith(index))


def continuous(t: Term, x: str | int) -> bool:
    """Without floor or ceil of x, and without sums and products with x in an end; x a variable or an index."""
    varies = x in t.names if isinstance(x, str) else t.loose > x
    if not varies or not t.args:
        return True
    inner = x + 1 if isinstance(x, int) else x
    ends = t.op in ("sum", "prod") and any(x in a.names if isinstance(x, str) else a.loose > x for a in t.args[:2])
    places = [inner if t.op in BINDERS and i == 2 else x for i in range(len(t.args))]
    return t.op not in ("floor", "ceil") and not ends and all(map(continuous, t.args, places))


TOKEN = re.compile(
    r"\s*(?:(?P<num>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+(?![A-Za-z0-9_]))?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*'*)"
    r"|(?P<op><=|>=|==|!=|\*\*|[-+*/^(),<>=]))")  # fmt: skip
RELOPS = ("<=", "<", "=", ">=", ">", "!=")


class Reader:
    """Recursive descent on the grammar of section 1."""

    def __init__(self, text: str) -> None:
        need(len(text) <= 65_536, "a text too long")
        self.tokens: list[tuple[str, str]] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            m = TOKEN.match(text, at)
            need(m, f"no token at {at} of {text!r}")
            word = m[m.lastgroup]  # type: ignore[index]
            self.tokens.append((str(m.lastgroup), {"^": "**", "==": "="}.get(word, word)))  # type: ignore[union-attr]
            at = m.end()  # type: ignore[union-attr]
        self.at = self.depth = self.infinite = 0

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> str:
        word = self.peek()
        need(self.at < len(self.tokens) and (not words or word in words), f"expected {words}, found {word!r}")
        self.at += 1
        return word

    def left(self, level: tuple[str, ...], ops: Mapping[str, str], below: Callable[[], Term]) -> Term:
        found = below()
        while self.peek() in level:
            found = Term(ops[self.take()], found, below())
        return found

    def term(self) -> Term:
        self.depth += 1
        need(self.depth <= 200, "nested too deeply")
        found = self.left(("+", "-"), {"+": "add", "-": "sub"}, self.product)
        self.depth -= 1
        return found

    def product(self) -> Term:
        return self.left(("*", "/"), {"*": "mul", "/": "div"}, self.factor)

    def factor(self) -> Term:
        if self.peek() in ("-", "+"):
            return Term("neg", self.factor()) if self.take() == "-" else self.factor()
        base = self.atom()
        return Term("pow", base, self.factor()) if self.peek() == "**" and self.take() else base

    def atom(self) -> Term:
        need(self.at < len(self.tokens), "expected an operand")
        kind, word = self.tokens[self.at]
        self.at += 1
        if word == "(":
            inside = self.term()
            self.take(")")
            return inside
        if kind == "num":
            return num(numeral(word))
        need(kind == "name", f"expected an operand, found {word!r}")
        if self.peek() == "(":
            return self.call(word)
        if word in CONSTANTS:
            return Term("const", value=word)
        self.infinite += word == "oo"
        need(word not in RESERVED or word == "oo", f"{word} is no variable")
        return Term("oo") if word == "oo" else var(word)

    def call(self, word: str) -> Term:
        need(word in ARITY or word in BINDERS, f"unknown function {word}")
        self.take("(")
        args = [self.term()]
        while self.take(",", ")") == ",":
            args.append(self.term())
        if word in ARITY:
            need(len(args) == ARITY[word] if ARITY[word] else args, f"{word} of {len(args)} arguments")
            return Term(word, *args)
        need(len(args) == 4 and args[1].op == "var", f"{word} takes a term, its index and two ends")
        body, index, low, high = args
        name = index.value
        need(name not in low.names | high.names, "an end with the index")
        need(not any(looks_bound(n, name) for n in body.names), "a name that looks as if it had the index")
        made = bound(word, body, name, low, high)
        need(word != "integral" or continuous(made.args[2], 0), "an integral of what is not continuous")
        return made

    def end(self) -> Term | str:
        """A term, or oo or -oo, which may have brackets and more signs."""
        before, t, sign = self.infinite, self.term(), 1
        if self.infinite == before:
            return t
        while t.op == "neg":
            t, sign = t.args[0], -sign
        need(t.op == "oo", "oo is no term")
        return "oo" if sign > 0 else "-oo"

    def chain(self) -> list[tuple[str, Any, Any]]:
        before = self.at
        try:
            found, last = [], self.end()
            while self.peek() in RELOPS:
                op, following = self.take(), self.end()
                found.append((op, last, following))
                last = following
            need(found, "expected a relation")
            return found
        except Refused:
            if before >= len(self.tokens) or self.tokens[before][1] not in ("(", "+"):
                raise
            self.at = before  # brackets around the whole, or a + before it
            word = self.take()
            inside = self.chain()
            if word == "(":
                self.take(")")
            return inside

    def whole(self, found: Any) -> Any:
        need(self.at == len(self.tokens), f"more than was expected: {self.peek()!r}")
        return found


def numeral(word: str) -> fmpq:
    digits, _, exponent = word.lower().partition("e")
    before, _, behind = digits.partition(".")
    shift = int(exponent or 0) - len(behind)
    need(len(word) <= 2000 and abs(shift) <= 2000, "a numeral too long")
    return fmpq(int(before + behind)) * fmpq(10) ** shift


def read_term(text: str) -> Term:
    r = Reader(text)
    found = r.whole(r.term())
    need(not r.infinite, "oo is no term")
    return found


def read_relation(text: str) -> Relation:
    r = Reader(text)
    found = r.whole(r.chain())
    need(len(found) == 1 and all(isinstance(t, Term) for t in found[0][1:]), "expected one relation")
    return found[0]


@dataclass(frozen=True)
class Claim:
    """Conditions, a relation, and the variables with their sorts."""

    variables: dict[str, bool]
    conditions: tuple[Relation, ...]
    relation: Relation

    @property
    def where(self) -> str:
        sorts = [f"{n} integer" for n, integer in self.variables.items() if integer]
        return ", ".join([*map(shown, self.conditions), *sorts])

    @property
    def hash(self) -> str:
        sorts = [[n, "integer" if integer else "real"] for n, integer in self.variables.items()]
        return digest(json.dumps(["dptheory real claims 1", shown(self.relation), self.where, sorts]))


def pieces_of(where: str) -> list[str]:
    """What stands between commas outside brackets."""
    pieces, depth = [""], 0
    for c in where:
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += c
    return pieces if where.strip() else []


def read_claim(text: str, where: str) -> Claim:
    conditions: list[Relation] = []
    integers = set()
    for piece in pieces_of(where):
        sort = re.fullmatch(r"\s*([A-Za-z_][A-Za-z0-9_]*'*)\s+integer\s*", piece)
        if sort:
            integers.add(sort[1])
            continue
        r = Reader(piece)
        found: list[Relation] = []
        for op, a, b in r.whole(r.chain()):
            if isinstance(a, Term) and isinstance(b, Term):
                found.append((op, a, b))
                continue
            t = a if isinstance(a, Term) else b
            need(isinstance(t, Term) and (op, a if t is b else "", b if t is a else "") in
                 (("<", "-oo", ""), ("<", "", "oo"), (">", "oo", ""), (">", "", "-oo")), "oo is an open end alone")  # fmt: skip
            if t.op != "var" and ("=", t, t) not in found:
                found.append(("=", t, t))
        conditions += found
    relation = read_relation(text)
    names = sorted(integers.union(*(t.names for r in (relation, *conditions) for t in r[1:])))
    need(len(names) <= 64 and not RESERVED & set(names), "too many variables, or what is none")
    return Claim({n: n in integers for n in names}, tuple(conditions), relation)


LEVELS = {"add": (" + ", 1, 1, 2), "sub": (" - ", 1, 1, 2), "mul": ("*", 2, 2, 3), "div": ("/", 2, 2, 3), "pow": ("**", 4, 5, 4)}


def nested(t: Term) -> int:
    return max(map(nested, t.args), default=0) + (t.op in BINDERS)


def text_of(t: Term) -> tuple[str, int]:
    """Canonical text and level."""

    def operand(a: Term, level: int) -> str:
        text, own = text_of(a)
        return text if own >= level else f"({text})"

    if t.op in BINDERS:
        names = ("t", "u", "s", "v", "w") if t.op == "integral" else ("j", "i", "k", "l", "m")
        chosen = [*names[nested(t) - 1 :], *(f"{names[0]}{i}" for i in range(1, 100))]
        name = next(n for n in chosen if not any(n == m or looks_bound(m, n) for m in t.names))
        inside = ", ".join([text_of(instance(t, var(name)))[0], name, *(text_of(a)[0] for a in t.args[:2])])
        return f"{t.op}({inside})", 5
    if t.op in LEVELS:
        symbol, level, left, right = LEVELS[t.op]
        return operand(t.args[0], left) + symbol + operand(t.args[1], right), level
    if t.op == "neg":
        return "-" + operand(t.args[0], 3), 3
    return (f"{t.op}({', '.join(text_of(a)[0] for a in t.args)})" if t.args else str(t.value)), 5


def shown(r: Relation) -> str:
    return f"{text_of(r[1])[0]} {r[0]} {text_of(r[2])[0]}"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


OPPOSITE = {"<=": ">", "<": ">=", "=": "!=", "!=": "=", ">=": "<", ">": "<="}


def opposite(r: Relation) -> Relation:
    return OPPOSITE[r[0]], r[1], r[2]


def oriented(r: Relation) -> Relation:
    return ({"<": ">", "<=": ">="}[r[0]], r[2], r[1]) if r[0] in ("<", "<=") else r


def gap(r: Relation) -> Term:
    return Term("sub", *oriented(r)[1:])


def put(r: Relation, images: Mapping[str, Term]) -> Relation:
    return r[0], substitute(r[1], images), substitute(r[2], images)


def compares(op: str, a: Any, b: Any) -> bool:
    return bool({"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b, ">=": a >= b, ">": a > b}[op])


NUMBERS: dict[Term, fmpq | None] = {}


def number(t: Term) -> fmpq | None:
    """The value of what is made of numbers by + - * / alone."""
    if t not in NUMBERS:
        found = fmpq(t.value) if t.op == "num" else None
        if t.op in ("neg", "add", "sub", "mul", "div"):
            args = [number(a) for a in t.args]
            if None not in args and not (t.op == "div" and args[1] == 0):
                found = arithmetic(t.op, *args)
        NUMBERS[t] = found if found is None or found.height_bits() <= 8000 else None
    return NUMBERS[t]


def arithmetic(op: str, a: Any, b: Any = None) -> Any:
    return -a if op == "neg" else a + b if op == "add" else a - b if op == "sub" else a * b if op == "mul" else a / b


def whole(t: Term, integers: frozenset[str]) -> bool:
    """Whether a term is integer-sorted."""
    if t.op == "var":
        return t.value in integers
    if t.op == "pow":
        return t.args[1].op == "num" and whole(t.args[0], integers)
    if t.op in ("neg", "add", "sub", "mul"):
        return all(whole(a, integers) for a in t.args)
    return t.op in ("num", "floor", "ceil")


def parts(*roots: Term) -> list[Term]:
    """The distinct subterms outside the bodies of binders, each after its arguments."""
    order: dict[Term, None] = {}

    def visit(t: Term) -> None:
        if t not in order:
            for a in t.args[:2] if t.op in BINDERS else t.args:
                visit(a)
            order[t] = None

    for t in roots:
        visit(t)
    return list(order)


Demand = tuple[Relation, Relation | None]
FRESH = "index of a body"  # no text has such a name


def each_of(r: Relation) -> bool:
    return r[0] == "=" and r[1] is r[2]


def inside(t: Term, name: str, integers: frozenset[str]) -> tuple[Term, frozenset[str]]:
    """A binder's body for an index of that name, and which names are integers there."""
    return instance(t, var(name)), integers - {name} if t.op == "integral" else integers | {name}


def demands(roots: Iterable[Term], integers: frozenset[str], known: Iterable[Term] = ()) -> list[Demand]:
    known = set(known)
    found = [d for t in parts(*roots) if t not in known for d in demanded(t, integers)]
    pairs = [(d, number(d[0][1]), number(d[0][2])) for d in found]
    return [d for d, a, b in pairs if a is None or b is None or not compares(d[0][0], a, b)]


def demanded(t: Term, integers: frozenset[str]) -> Iterator[Demand]:
    a, b = (t.args[0], t.args[1]) if len(t.args) > 1 else (t.args * 2 or (t, t))
    if t.op == "div":
        yield ("!=", b, ZERO), None
    elif t.op in ("log", "gamma", "uppergamma", "lowergamma"):
        yield (">", a, ZERO), None
        if t.op in ("uppergamma", "lowergamma"):
            yield (">=", b, ZERO), None
    elif t.op == "sqrt":
        yield (">=", a, ZERO), None
    elif t.op == "tan":
        yield ("!=", Term("cos", a), ZERO), None
    elif t.op in ("asin", "acos"):
        yield (">=", a, num(-1)), None
        yield ("<=", a, UNIT), None
    elif t.op == "pow":
        p = number(b)
        if p is not None:
            if p.q != 1:
                yield (">=" if p > 0 else ">", a, ZERO), None
            elif p < 1:
                yield ("!=", a, ZERO), None
        elif whole(b, integers):
            yield ("!=", a, ZERO), (">=", b, UNIT)
        else:
            yield (">=", a, ZERO), None
            yield (">", a, ZERO), (">", b, ZERO)
    elif t.op in BINDERS:
        if t.op == "integral":
            yield (">=", b, a), None
        else:
            yield from ((("=", Term("floor", e), e), None) for e in (a, b) if not whole(e, integers))
            yield (">=", Term("add", b, UNIT), a), None
        body, inner = inside(t, FRESH + "'" * nested(t), integers)
        if demands([body], inner, parts(a, b)):
            yield ("=", t, t), None
