"""What holds: each link under the text's conditions, then under conventions that are printed, at a counted
effort.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final

from ..kernel import PROVED, REFUTED, KernelError, SyntaxProblem
from ..kernel.real import FLIPPED, Claim, Compound, obligations, print_term
from ..present.reading import claim_from, read_said
from ..prover import Outcome, prove

EFFORT: Final = 1_000_000
"""Steps for one question about a link."""
POSITIVE: Final = frozenset(
    (
        "eps",
        "epsilon",
        "varepsilon",
        "rho",
        "sigma",
        "lam",
        "Delta",
        "tau",
        "eta",
        "beta",
        "bet",
        "gam",
        "R",
        "G",
        "M",
    )
)
MOST: Final = 3
"""Times that effort are spent on one link altogether, about."""
COUNTS: Final = frozenset(["n", "m", "k", "d", "N", "T", "K", "D"])
PROBABILITIES: Final = frozenset({"del"})
_STEM: Final = re.compile(r"(?P<stem>[A-Za-z]+?)(?:[0-9]+|_\w+)?'*")


@dataclass(frozen=True)
class Question:
    """A link for the prover: what is claimed, under what, what else it may mean, and whether failing says
    anything.
    `premises` are what the text says of its unknowns, `instances` what it says of all such; `before` is the
    relation that it may follow from, and `both` says that this is to follow from it, too.
    """

    claim: str
    given: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()
    refutable: bool = True
    effort: int = EFFORT
    instances: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()
    before: str = ""
    both: bool = False


@dataclass(frozen=True)
class Answer:
    """What came out: proved, refuted, unknown or unread; under which conventions, at which point, why."""

    verdict: str
    reason: str
    assumed: tuple[str, ...] = ()
    where_defined: bool = False
    following: bool = False
    witness: tuple[tuple[str, str], ...] = ()
    needs: str = ""
    nearest: str = ""
    effort: int = 0


def conventions(names: Iterable[str], said: Iterable[str]) -> list[str]:
    """What is meant where nothing is said: of names that have no lower bound in the text.

    >>> conventions(["eps", "n", "del", "x", "lam_1"], ["n > 3"])
    ['0 < del', 'del < 1', 'eps > 0', 'lam_1 > 0']
    """
    bounded = {name for text in said for name in _below(text)}
    made: list[str] = []
    for name in sorted(names):
        match = _STEM.fullmatch(name)
        stem = match["stem"] if match else name
        if stem in PROBABILITIES:
            made += [f"0 < {name}", f"{name} < 1"]
        elif name in bounded:
            continue
        elif stem in POSITIVE:
            made.append(f"{name} > 0")
        elif stem in COUNTS:
            made.append(f"{name} >= 1")
    return made


def _below(text: str) -> Iterator[str]:
    """The names that a condition bounds from below by a positive number."""
    if (match := re.fullmatch(r"([A-Za-z_]\w*'*) (>=?) ([0-9./]+)", text)) and match.group(2, 3) != (
        ">=",
        "0",
    ):
        yield match[1]
    if (match := re.fullmatch(r"([0-9./]+) (<=?) ([A-Za-z_]\w*'*)", text)) and not (
        match[1] == "0" and match[2] == "<="
    ):
        yield match[3]


def answered(question: Question) -> Answer:
    """The answer to one question; the same question has the same answer anywhere.

    >>> answered(Question("log(1 + eps) <= eps", ("eps >= 0",))).verdict
    'proved'
    >>> found = answered(Question("x/x = 1"))
    >>> found.verdict, found.where_defined, found.assumed
    ('proved', True, ('x != 0',))
    >>> answered(Question("(a + b)**2 = a**2 + b**2")).verdict
    'refuted'
    """
    try:
        claim = _claim(question.claim, question.given)
        return _answered(question, claim)
    except (SyntaxProblem, KernelError, ValueError, RecursionError) as problem:
        bare = problem.bare if isinstance(problem, SyntaxProblem) else str(problem)
        return Answer("unread", bare)


def _claim(text: str, given: Sequence[str]) -> Claim | Compound:
    (said,) = read_said(text)
    return claim_from(said, ", ".join(given))


def _answered(question: Question, claim: Claim | Compound) -> Answer:
    ask = _Asking(question)
    names = [v.name for v in claim.variables]
    usual = conventions(names, question.given)
    owed = _owed(claim) if isinstance(claim, Claim) else []
    first = ask((), effort=question.effort // (2 if usual or owed else 1))
    if first.verdict.status == PROVED:
        return Answer("proved", first.reason, effort=ask.spent)
    if owed and (found := ask(owed, effort=question.effort // 4)).verdict.status == PROVED:
        return Answer("proved", found.reason, tuple(owed), where_defined=True, effort=ask.spent)
    everything = _conventional(question, ask, names, usual, owed)
    last = ask(everything)
    if last.verdict.status == PROVED:
        return Answer("proved", last.reason, ask.needed(everything), effort=ask.spent)
    if (wide := _whole_numbers(question.given)) != question.given:
        found = ask(everything, given=wide)
        if found.verdict.status == PROVED:
            return Answer("proved", found.reason, tuple(everything), effort=ask.spent)
    for given, more in _premised(question, everything):
        if (found := ask(more, effort=question.effort // 2, given=given)).verdict.status == PROVED:
            return Answer("proved", found.reason, ask.needed(more), effort=ask.spent)
    if question.before and (follows := _following(question, ask, claim, names, usual)) is not None:
        return follows
    if last.verdict.status != REFUTED:
        return Answer("unknown", last.reason, effort=ask.spent)
    return _failing(question, claim, ask, last.reason, last.witness, everything)


def _conventional(
    question: Question, ask: _Asking, names: Sequence[str], usual: Sequence[str], owed: Sequence[str]
) -> list[str]:
    """The conventions, names in divisors, roots and logarithms positive, and what is owed beyond that."""
    known = [*usual, *_positive(names, question.given, usual, owed)]
    known += [new for o in owed for new in _not_zero(o, question.given)]
    small = question.effort // 20

    def lacking(under: Sequence[str], wanted: Sequence[str]) -> list[str]:
        return [o for o in wanted if ask(under, o, small).verdict.status != PROVED]

    rest = lacking(known, owed)
    while rest:
        tries = [(edge, lacking([*known, edge], rest)) for edge in _edges(question.given, rest)]
        edge, fewer = min(tries, key=lambda t: len(t[1]), default=("", rest))
        if len(fewer) == len(rest):
            break
        known, rest = [*known, edge], fewer
    return list(dict.fromkeys([*known, *rest]))


def _edges(given: Sequence[str], owed: Sequence[str]) -> list[str]:
    """The bounds of the text that speak of a name in what is owed, without their ends."""
    names = {name for text in owed for name in re.findall(r"[A-Za-z_]\w*'*", text)}
    speaks = (text for text in given if names & set(re.findall(r"[A-Za-z_]\w*'*", text)))
    return [re.sub(r"([<>])=", r"\1", text) for text in speaks if re.search("[<>]=", text)]


def _whole_numbers(given: Sequence[str]) -> tuple[str, ...]:
    """The same with n >= 1 for 1 < n where n is an integer: induction begins there, and more is proved."""
    integers = {text.removesuffix(" integer") for text in given if text.endswith(" integer")}
    made = []
    for text in given:
        match = re.fullmatch(r"([0-9]+) < (\w+)|(\w+) > ([0-9]+)", text)
        name, end = (match[2] or match[3], match[1] or match[4]) if match else ("", "")
        made.append(f"{name} >= {end}" if name in integers else text)
    return tuple(made)


def _following(
    question: Question, ask: _Asking, claim: Claim | Compound, names: Sequence[str], usual: Sequence[str]
) -> Answer | None:
    """Whether a link follows from the one before it, and, behind an arrow with two ends, that one from it."""
    before = _claim(question.before, question.given)
    owed = [o for c in (claim, before) if isinstance(c, Claim) for o in _owed(c)]
    more = [v.name for v in before.variables if v.name not in names]
    whole = _conventional(question, ask, [*names, *more], usual, owed)
    half = question.effort // 2
    for extra in dict.fromkeys((tuple(whole), tuple(w for w in whole if w not in usual))):
        if ask([*extra, question.before], effort=half).verdict.status != PROVED:
            continue
        back = (
            not question.both or ask([*extra, question.claim], question.before, half).verdict.status == PROVED
        )
        if back:
            needed = ask.needed([*extra, question.before])
            used = [n for n in needed if n != question.before] if not question.both else extra
            return Answer("proved", "follows", tuple(used), following=True, effort=ask.spent)
    return None


def _not_zero(text: str, given: Sequence[str]) -> list[str]:
    """x > 0 for x != 0, or x*y != 0, where the text says that x is not negative."""
    if not re.fullmatch(r"\w+'*(?:\*\*[0-9]+)?(?:\*\w+'*(?:\*\*[0-9]+)?)* != 0", text):
        return []
    names = [n for n in re.findall(r"[A-Za-z_]\w*'*", text) if {f"0 <= {n}", f"{n} >= 0"} & set(given)]
    return [f"{name} > 0" for name in names]


def _premised(
    question: Question, everything: Sequence[str]
) -> Iterator[tuple[tuple[str, ...] | None, tuple[str, ...]]]:
    """Conditions to ask under: one thing that the text says of the unknowns, the nearest first, with its
    conditions alone and with all; then all that it says, and what it says of others.
    """
    bare = tuple(text for text in question.given if text not in question.notation)
    for one in (*reversed(question.premises), *question.instances):
        yield bare, (one,)
        yield None, (*everything, one)
    if len(question.premises) > 1:
        yield None, (*everything, *question.premises)
    if question.instances and len(question.premises) + len(question.instances) > 1:
        yield None, (*everything, *question.premises, *question.instances)


def _failing(
    question: Question,
    claim: Claim | Compound,
    ask: _Asking,
    reason: str,
    witness: object,
    usual: Sequence[str],
) -> Answer:
    """A link that fails under the conventions: whether one more condition makes it true; else it is false,
    where the
    text says what all of its names are.
    """
    point = tuple(sorted((k, str(v)) for k, v in witness.items())) if isinstance(witness, dict) else ()
    if question.before or not question.refutable:
        return Answer(
            "unknown",
            f"fails at a point, but the text may choose what it speaks of ({reason})",
            effort=ask.spent,
        )
    if "not defined" in reason or "undefined" in reason:
        return Answer(
            "unknown",
            f"a side has no value at a point that the text allows ({reason})",
            witness=point,
            effort=ask.spent,
        )
    if isinstance(claim, Claim):
        left, right = claim.relation.left.names, claim.relation.right.names
        strange = sorted(left ^ right) if left and right else []
        if left and right and not left & right:
            told = f"the sides speak of different names ({', '.join(strange)})"
            words = f"{told}: a requirement, or a definition seems to be missing ({reason})"
            return Answer("unknown", words, effort=ask.spent)
        if claim.relation.op == "=" and strange:
            told = f"only one side speaks of {', '.join(strange)}: a definition seems to be missing"
            return Answer("unknown", f"{told} ({reason})", effort=ask.spent)
        if claim.relation.op != "=":
            for needs in _candidates(claim, (*question.given, *usual)):
                if ask([*usual, needs], effort=ask.question.effort // 5).verdict.status == PROVED:
                    words = f"holds under one more condition, which the text does not state: {needs}"
                    return Answer(
                        "unknown", words, tuple(usual), witness=point, needs=needs, effort=ask.spent
                    )
    near = _nearest(claim, ask, usual) if isinstance(claim, Claim) else ""
    return Answer("refuted", reason, tuple(usual), witness=point, nearest=near, effort=ask.spent)


FACTORS: Final = ("2", "1/2", "-1", "4", "1/4", "3", "1/3", "8", "1/8")
"""Factors that are lost oftenest."""


def _nearest(claim: Claim, ask: _Asking, usual: Sequence[str]) -> str:
    """The nearest true relation: the other direction, one factor, another sign, an inverse, a square."""
    left, right, sign = print_term(claim.relation.left), print_term(claim.relation.right), claim.relation.op
    tries = [f"{left} {sign} {factor}*({right})" for factor in FACTORS]
    tries += [f"{left} {sign} {changed}" for changed in (f"1/({right})", f"({right})**2", f"sqrt({right})")]
    if sign == "=":
        tries.append(f"({left})**2 = {right}")
    else:
        tries.insert(0, f"{left} {FLIPPED[sign]} {right}")
    effort = ask.question.effort // 10
    proved = (one for one in tries if ask(usual, one, effort).verdict.status == PROVED)
    found = next(proved, "")
    return read_said(found)[0] if found else ""


class _Asking:
    """Asks the prover about one link, under more and more; keeps what was answered."""

    def __init__(self, question: Question) -> None:
        self.question, self.spent = question, 0
        self.known: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Outcome] = {}

    def __call__(
        self, more: Sequence[str], claim: str = "", effort: int = 0, given: tuple[str, ...] | None = None
    ) -> Outcome:
        """The outcome of the link under conditions beside the text's, or beside those given here."""
        text = claim or self.question.claim
        start = self.question.given if given is None else given
        key = text, start, tuple(more)
        if key not in self.known:
            given = (*start, *more)
            left = max(MOST * self.question.effort - self.spent, self.question.effort // 10)
            outcome = prove(_claim(text, given), effort=min(effort or self.question.effort, left))
            self.spent += outcome.effort
            self.known[key] = outcome
        return self.known[key]

    def needed(self, more: Sequence[str], claim: str = "") -> tuple[str, ...]:
        """Conditions of which none can be left out without losing the proof, at a tenth of the effort."""
        kept = list(more)
        for one in list(more):
            rest = [m for m in kept if m != one]
            if self(rest, claim, effort=self.question.effort // 5).verdict.status == PROVED:
                kept = rest
        return tuple(kept)


def _owed(claim: Claim) -> list[str]:
    """That both sides have values: what is owed of their subterms and does not follow at once."""
    integers = frozenset(v.name for v in claim.variables if v.integer)
    found: list[str] = []
    for one in obligations([claim.relation.left, claim.relation.right], integers):
        if not one.between and one.other is None and one.relation.left.names | one.relation.right.names:
            found.append(one.relation.text)
    return list(dict.fromkeys(found))[:8]


def _positive(
    names: Sequence[str], given: Sequence[str], usual: Sequence[str], owed: Sequence[str]
) -> list[str]:
    """Names that stand in divisors, roots and logarithms and have no bound from below: positive."""
    bounded = {
        name
        for text in (*given, *usual)
        for name in re.findall(r"[A-Za-z_]\w*'*", text)
        if re.search(r"[<>]", text)
    }
    about = {name for text in owed for name in re.findall(r"[A-Za-z_]\w*'*", text)}
    return [f"{name} > 0" for name in names if name in about and name not in bounded]


def _candidates(claim: Claim, known: Sequence[str]) -> Iterator[str]:
    """Bounds of one variable, simplest first; none that leaves it one value beside what is known."""
    bounded = " ".join(known)
    for variable in claim.variables[:4]:
        name = variable.name
        for one, other in ((f"{name} >= 0", f"{name} <= 0"), (f"{name} <= 1", f"{name} >= 1")):
            yield from (a for a, b in ((one, other), (other, one)) if b not in bounded)


def answers(
    questions: Sequence[Question],
    workers: int,
    told: Callable[[int, int], None],
    executor: Executor | None = None,
) -> list[Answer]:
    """The answers, in order; with several workers, each question in another process."""
    if workers < 2 and executor is None:
        made = []
        for place, one in enumerate(questions):
            told(place, len(questions))
            made.append(answered(one))
        return made
    with executor or ProcessPoolExecutor(workers) as pool:
        made = []
        for place, found in enumerate(pool.map(answered, questions)):
            told(place + 1, len(questions))
            made.append(found)
        return made
