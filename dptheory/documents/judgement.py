"""What holds: each link under the text's conditions, then under conventions that are printed, at a counted
effort.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor

from ..kernel import PROVED, REFUTED, KernelError, SyntaxProblem
from ..kernel.real import Claim, Compound
from .conventions import conventions, edges, not_zero, owed_of, positive, whole_numbers
from .failing import failing
from .growing import grown
from .questions import EFFORT, Answer, Asking, Question, claim_of

__all__ = ["EFFORT", "Answer", "Question", "answered", "answers"]


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
    if question.growth is not None:
        return grown(question.growth)
    try:
        claim = claim_of(question.claim, question.given)
        return _answered(question, claim)
    except (SyntaxProblem, KernelError, ValueError, RecursionError) as problem:
        bare = problem.bare if isinstance(problem, SyntaxProblem) else str(problem)
        return Answer("unread", bare)


def _answered(question: Question, claim: Claim | Compound) -> Answer:
    ask = Asking(question)
    names = [v.name for v in claim.variables]
    usual = conventions(names, question.given, question.unknowns)
    owed = owed_of(claim) if isinstance(claim, Claim) else []
    if question.step:
        return _step(question, ask, names, usual, owed)
    first = ask((), effort=question.effort // (2 if usual or owed else 1))
    if first.verdict.status == PROVED:
        return Answer("proved", first.reason, effort=ask.spent)
    if owed and (found := ask(owed, effort=question.effort // 4)).verdict.status == PROVED:
        return Answer("proved", found.reason, tuple(owed), where_defined=True, effort=ask.spent)
    everything = _conventional(question, ask, names, usual, owed)
    if (found_elsewhere := _elsewhere(question, ask, everything, owed)) is not None:
        return found_elsewhere
    last = ask(everything)
    if last.verdict.status == PROVED:
        return Answer("proved", last.reason, ask.needed(everything), effort=ask.spent)
    closed = [re.sub(r"^(\w+'*) > 0$", r"\1 >= 0", text) for text in everything]
    if last.verdict.status != REFUTED and closed != everything:  # more is said, and ends may be of use
        found = ask(closed)
        if found.verdict.status == PROVED:
            return Answer("proved", found.reason, ask.needed(closed), effort=ask.spent)
    if (wide := whole_numbers(question.given)) != question.given:
        found = ask(everything, given=wide)
        if found.verdict.status == PROVED:
            return Answer("proved", found.reason, tuple(everything), effort=ask.spent)
    if question.before and (follows := _following(question, ask, claim, names, usual)) is not None:
        return follows
    for given, more in _premised(question, everything, owed):
        if (found := ask(more, effort=question.effort // 2, given=given)).verdict.status == PROVED:
            if given is None and _contradict(question, ask, more):
                continue
            return Answer("proved", found.reason, ask.needed(more), effort=ask.spent)
    if last.verdict.status != REFUTED:
        return Answer("unknown", last.reason, effort=ask.spent, open=True)
    beside = tuple(dict.fromkeys(text for group in question.elsewhere for text in group))
    if beside and ask((*everything, *beside)).verdict.status != REFUTED:
        words = f"fails at a point, but other sentences state {', '.join(beside)} ({last.reason})"
        return Answer("unknown", words, effort=ask.spent)
    return failing(question, claim, ask, last.reason, last.witness, everything)


def _elsewhere(
    question: Question, ask: Asking, everything: Sequence[str], owed: Sequence[str]
) -> Answer | None:
    """Whether a link holds under what another sentence states: the nearest first, and only where that does
    not contradict what is given.
    """
    for group in question.elsewhere:
        for more in dict.fromkeys(((*group, *owed), (*group, *everything))):
            found = ask(more, effort=question.effort // 2)
            if found.verdict.status != PROVED or ask(everything).verdict.status == PROVED:
                continue
            if not _contradict(question, ask, more):
                return Answer("proved", found.reason, ask.needed(more), effort=ask.spent)
    return None


def _contradict(question: Question, ask: Asking, more: Sequence[str]) -> bool:
    """Whether conditions of other sentences among these contradict the rest."""
    foreign = {text for group in question.elsewhere for text in group}
    if not foreign & set(more):
        return False
    return ask(more, "1 <= 0", question.effort // 10).verdict.status == PROVED


def _step(
    question: Question, ask: Asking, names: Sequence[str], usual: Sequence[str], owed: Sequence[str]
) -> Answer:
    """Whether a link follows from one of its premises."""
    everything = _conventional(question, ask, names, usual, owed)
    for one in question.premises:
        more = (*everything, one)
        if (found := ask(more, effort=question.effort)).verdict.status == PROVED:
            return Answer("proved", found.reason, ask.needed(more), following=True, effort=ask.spent)
    return Answer("unknown", "", effort=ask.spent)


def _conventional(
    question: Question, ask: Asking, names: Sequence[str], usual: Sequence[str], owed: Sequence[str]
) -> list[str]:
    """The conventions, names in divisors, roots and logarithms positive, and what is owed beyond that."""
    known = [*usual, *positive(names, question.given, usual, owed)]
    known += [new for o in owed for new in not_zero(o, question.given)]
    small = question.effort // 50

    def lacking(under: Sequence[str], wanted: Sequence[str]) -> list[str]:
        return [o for o in wanted if ask(under, o, small).verdict.status != PROVED]

    rest = lacking(known, owed)
    while rest:
        tries = [(edge, lacking([*known, edge], rest)) for edge in edges(question.given, rest)[:4]]
        edge, fewer = min(tries, key=lambda t: len(t[1]), default=("", rest))
        if len(fewer) == len(rest):
            break
        known, rest = [*known, edge], fewer
    return list(dict.fromkeys([*known, *rest]))


def _following(
    question: Question, ask: Asking, claim: Claim | Compound, names: Sequence[str], usual: Sequence[str]
) -> Answer | None:
    """Whether a link follows from the one before it, and, behind an arrow with two ends, that one from it."""
    before = claim_of(question.before, question.given)
    owed = [o for c in (claim, before) if isinstance(c, Claim) for o in owed_of(c)]
    more = [v.name for v in before.variables if v.name not in names]
    usual = [*usual, *conventions(more, question.given, question.unknowns)]
    whole = _conventional(question, ask, [*names, *more], usual, owed)
    bare = tuple(dict.fromkeys(owed))  # names that are positive by custom may leave the equation no point
    for extra in dict.fromkeys((tuple(whole), tuple(w for w in whole if w not in usual), bare)):
        if ask([*extra, question.before], effort=question.effort).verdict.status != PROVED:
            continue
        given = [*extra, question.claim]
        back = not question.both or ask(given, question.before, question.effort).verdict.status == PROVED
        if back:
            needed = ask.needed([*extra, question.before])
            used = [n for n in needed if n != question.before] if not question.both else extra
            return Answer("proved", "follows", tuple(used), following=True, effort=ask.spent)
    return None


def _premised(
    question: Question, everything: Sequence[str], owed: Sequence[str]
) -> Iterator[tuple[tuple[str, ...] | None, tuple[str, ...]]]:
    """Conditions to ask under: one thing that the text says of the unknowns, the nearest first, with its
    conditions alone, with what both sides need to have values, with all, and with what other sentences state;
    then all that it says, and
    what it says of others.
    """
    bare = tuple(text for text in question.given if text not in question.notation)
    for one in (*reversed(question.premises), *question.instances):
        yield bare, (one,)
        yield from ((None, more) for more in dict.fromkeys(((*owed, one), (*everything, one))))
    for group in question.elsewhere[:2]:
        ones = (*reversed(question.premises), *question.instances)
        yield from ((None, (*everything, *group, one)) for one in ones)
    if len(question.premises) > 1:
        yield None, (*everything, *question.premises)
    if question.instances and len(question.premises) + len(question.instances) > 1:
        yield None, (*everything, *question.premises, *question.instances)


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
