"""The text of a theorem, in ASCII, that reads back as the very theorem: what exactly was proved.

A line each: the name, the version of the logic, the definitions that the formulas speak of, each over those
above it, ``exists C > 0`` for a constant, ``forall x: SORT`` for a variable, ``if LABEL: FORMULA``,
``then FORMULA``, the hashes of what its proof cites, and the hash of it all but the name. It says: there are
positive constants such that for all values of the variables what stands after ``if`` implies what stands
after ``then``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..limits import KernelError, need
from ..syntax import SyntaxProblem
from .grammar import Scope, formula, term
from .printing import show
from .sorts import REAL, Sort, parse_sort
from .terms import Definition, Expr, walk
from .theorems import SEMANTICS, Library, Theorem, check_theorem, theorem_hash


def used_definitions(formulas: Iterable[Expr], definitions: Mapping[str, Definition]) -> list[str]:
    """The definitions that formulas speak of, and those that these speak of, in order."""
    ahead, found = [*formulas], set[str]()
    while ahead:
        for node in walk(ahead.pop()):
            if node.head == "defined" and node.label not in found:
                found.add(node.label)
                ahead.append(definitions[node.label].body)
    return [name for name in definitions if name in found]


def theorem_text(theorem: Theorem, definitions: Mapping[str, Definition], cited: Sequence[str] = ()) -> str:
    """The text of a theorem whose proof cites what has these hashes; its last line is the theorem's hash."""
    lines = [f"theorem {theorem.name}", f"logic {SEMANTICS}"]
    for name in used_definitions([*(h for _, h in theorem.hypotheses), theorem.conclusion], definitions):
        given = "; ".join(f"{parameter}: {sort}" for parameter, sort in definitions[name].parameters)
        lines.append(f"define {name}({given}) := {show(definitions[name].body)}")
    lines += [f"exists {name} > 0" for name in theorem.constants]
    others = sorted(theorem.variables.keys() - {*theorem.constants})
    lines += [f"forall {name}: {theorem.variables[name]}" for name in others]
    lines += [f"if {label}: {show(formula)}" for label, formula in theorem.hypotheses]
    lines += [f"then {show(theorem.conclusion)}", *(f"cites {one}" for one in sorted(cited))]
    return "\n".join([*lines, f"hash {theorem_hash(theorem, definitions, cited)}", ""])


def theorem_from_text(text: str) -> Theorem:
    """The theorem that a text says; raises KernelError unless it is that theorem's text to the letter."""
    definitions, variables = dict[str, Definition](), dict[str, Sort]()
    said: dict[str, list[str]] = {"theorem": [""], "cites": []}
    given, claims = list[tuple[str, Expr]](), list[Expr]()
    try:
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            name, _, after = rest.partition(": ")
            if word == "define":
                head, _, body = rest.partition(" := ")
                name, _, listed = head.removesuffix(")").partition("(")
                pairs = [one.partition(": ") for one in listed.split("; ") if one]
                parameters = {parameter: parse_sort(sort) for parameter, _, sort in pairs}
                made = term(body, Scope(parameters, definitions))
                definitions[name] = Definition(name, tuple(parameters.items()), made)
            elif word == "forall":
                variables[name] = parse_sort(after)
            elif word == "if":
                given.append((name, formula(after, Scope(variables, definitions))))
            elif word == "then":
                claims.append(formula(rest, Scope(variables, definitions)))
            else:
                said.setdefault(word, []).append(rest)
                if word == "exists":
                    variables[rest.removesuffix(" > 0")] = REAL
    except SyntaxProblem as problem:
        raise KernelError(f"a text that is no theorem's: {problem}") from None
    need(len(claims) == 1 and text.isascii(), "a text that is no theorem's: it is ASCII, with one claim")
    constants = tuple(name.removesuffix(" > 0") for name in said.get("exists", ()))
    theorem = Theorem(said["theorem"][-1], variables, tuple(given), claims[0], constants)
    check_theorem(theorem, Library(definitions, {}))
    need(theorem_text(theorem, definitions, said["cites"]) == text, "a text that says another theorem")
    return theorem


def hash_of_text(theorem: Theorem, definitions: Mapping[str, Definition], cited: Sequence[str] = ()) -> str:
    """The hash of a theorem; raises KernelError unless its text reads back as the very theorem."""
    text = theorem_text(theorem, definitions, cited)
    try:
        theorem_from_text(text)
    except KernelError as error:
        raise KernelError(f"its text does not read back: {error.message}") from None
    return text.split()[-1]
