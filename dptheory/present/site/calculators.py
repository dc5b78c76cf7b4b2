"""Bounds to move by hand: sliders for the parameters, the bound over one of them as a figure.

The page evaluates the formula that the kernel read off the statement, as a tree of operations; its numbers
are floating point, and the page says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from flint import fmpq

from ...errors import BadInput
from ...kernel import PROVED, PROVED_GIVEN, KernelError
from ...kernel.real import Relation, Term, exact, free_variables, num
from ...letters import outer
from ...notation import symbol
from ...theory.bounds import Bound, read_bound
from ...theory.numbers import holds
from ...theory.statements import KINDS
from ..formulas import write as write_formula
from ..mathml import in_text
from ..mathml_rows import identifier
from ..styles import MATHML
from .contents import Contents, Entry
from .html import Content, Html, el

Tree = str | float | list["Tree"]
START = {
    "n": "1000",
    "d": "10",
    "m": "10",
    "eps": "1",
    "del": "1/100",
    "delta": "1/100",
    "bet": "1/20",
    "gam": "1/20",
    "lam": "1/10",
    "rho": "1",
    "R": "1",
}
"""Where sliders begin if the source names no values."""
OTHERS = (fmpq(1), fmpq(1, 2), fmpq(1, 10), fmpq(2), fmpq(10), fmpq(1, 100), fmpq(3), fmpq(0))
FEW = 4


def tree(term: Term) -> Tree:
    """A term as nested lists: an operation's name and its arguments, a name, a number.

    >>> from ...kernel.real.grammar import parse_term
    >>> tree(parse_term("4*rho/(lam*n)"))
    ['div', ['mul', 4.0, 'rho'], ['mul', 'lam', 'n']]
    """
    if term.op == "num":
        return float(str(term.value))
    if not term.args:
        return str(term.value)
    return [term.op, *map(tree, term.args)]


def calculator(contents: Contents, entry: Entry) -> Html | None:
    """Sliders and a figure for the bounds of a statement's forms; None where it bounds nothing by numbers."""
    bounds = _bounds(contents, entry)
    if not bounds:
        return None
    first = next((b for _, b in bounds), None)
    least = sorted(frozenset[str]().union(*(b.fillable for _, b in bounds)))
    names = sorted({v for _, b in bounds for v in b.variables} - {*least})
    start = None if first is None else _start(entry, [b for _, b in bounds], names)
    if start is None or not names:
        return None
    parameters = entry.statement.parameters
    over = next(
        (c.parameter for c in parameters.choices if c.parameter in names), "n" if "n" in names else names[0]
    )
    beside = f" --statements {entry.file}" if entry.file else ""
    command = f"dptheory bound {entry.id}{beside} --set "
    typed = outer(" ".join(f"{n}={_text(start[n])}" for n in names))
    data = {
        "over": over,
        "curves": [{"form": kind, "term": tree(b.term), "holds": state} for (kind, state), b in bounds],
        "conditions": [
            {"text": r.text, "op": r.op, "left": tree(r.left), "right": tree(r.right)}
            | {"least": [name for name in least if name in r.variables()]}
            for r in _conditions([b for _, b in bounds])
        ],
        "choices": [
            {"parameter": c.parameter, "name": c.name, "value": tree(c.value)}
            for c in parameters.choices
            if free_variables(c.value) <= set(names) and c.parameter in names
        ],
        "trivial": _trivial(entry, names),
        "least": [{"name": name, "letter": symbol(name).unicode} for name in least],
    }
    sliders = [
        _slider(name, start[name], _range(name, start[name], bounds), name in _integers(bounds))
        for name in names
    ]
    legend = [
        el(
            "div",
            el("dt", _swatch(place), f" {kind}, {state}"),
            el("dd", Html(write_formula(bound.term, MATHML))),
        )
        for place, ((kind, state), bound) in enumerate(bounds)
    ]
    return el(
        "section",
        el("h2", "The bound at numbers"),
        el("dl", legend, class_="form"),
        el(
            "p",
            el(
                "label",
                "Drawn over ",
                el(
                    "select",
                    [el("option", symbol(n).unicode, value=n, selected=n == over) for n in names],
                    name="over",
                ),
            ),
            class_="over",
            hidden=True,
        ),
        el("div", sliders, class_="sliders", hidden=True),
        el(
            "figure",
            Html(
                '<svg class="plot" viewBox="0 0 640 320" width="640" height="320" role="img" '
                'aria-label="The bound over one parameter; drawn by a script"></svg>'
            ),
            el("figcaption", aria_live="polite"),
            hidden=True,
        ),
        el("ol", class_="choices", aria_label="What the source chooses"),
        el(
            "p",
            el("span", "The numbers of this page are floating point. ", hidden=True),
            "Certified ones, rounded outward: ",
            el("code", command, typed, data_command=command),
            class_="small",
        ),
        el(
            "script",
            Html(json.dumps(data, sort_keys=True, separators=(",", ":")).replace("<", "\\u003c")),
            type="application/json",
        ),
        class_="calculator",
        id="calculator",
    )


def _bounds(contents: Contents, entry: Entry) -> list[tuple[tuple[str, str], Bound]]:
    """The bounds of the forms with how these stand: at most one of a kind, those of one quantity."""
    found: list[tuple[tuple[str, str], Bound]] = []
    status = {form.name: form.verdict.status for form in entry.result.forms}
    for kind in KINDS:
        with suppress(BadInput, KernelError):
            bound = read_bound(contents.library, entry.statement, kind)
            if (
                bound.variables
                and bound.term.args
                and all(bound.quantity == other.quantity for _, other in found)
            ):
                found.append(((kind, status.get(bound.form.name, "unknown")), bound))
    good = any(state in (PROVED, PROVED_GIVEN) for (_, state), _ in found)
    return found if good or found else []


def _conditions(bounds: list[Bound]) -> list[Relation]:
    return list({c.text: c for bound in bounds for c in bound.conditions}.values())


def _integers(bounds: list[tuple[tuple[str, str], Bound]]) -> frozenset[str]:
    return frozenset().union(*(bound.integers for _, bound in bounds))


def _trivial(entry: Entry, names: list[str]) -> dict[str, Tree] | None:
    trivial = entry.statement.parameters.trivial
    if trivial is None or not free_variables(trivial.value) <= set(names):
        return None
    return {"value": tree(trivial.value), "words": trivial.words}


def _start(entry: Entry, bounds: list[Bound], names: list[str]) -> dict[str, fmpq] | None:
    """Values at which all conditions hold: the source's, else usual ones, else some that a search finds."""
    conditions = [c for c in _conditions(bounds) if c.variables() <= {*names}]
    setting = next(iter(entry.statement.parameters.settings), None)
    values = {} if setting is None else setting.completed({}, frozenset(names))
    fixed = set(values)
    for name in names:
        values.setdefault(name, fmpq(*map(int, START.get(name, "1").split("/"))))
    for _ in range(FEW):
        broken = [c for c in conditions if c.variables() <= values.keys() and not _surely(c, values)]
        if not broken:
            return values
        for condition in broken:
            free = [name for name in sorted(condition.variables()) if name not in fixed] or sorted(
                condition.variables()
            )
            _mend(condition, values, free, conditions)
    return None if any(not _surely(c, values) for c in conditions) else values


def _mend(condition: Relation, values: dict[str, fmpq], free: list[str], conditions: list[Relation]) -> None:
    """Change one value so that a condition holds, and of such changes one that breaks fewest others."""
    best: tuple[int, str, fmpq] | None = None
    sides = [exact(side, values) for side in (condition.left, condition.right)]
    tries = [
        *OTHERS,
        *(side for side in sides if side is not None),
        *(side + 1 for side in sides if side is not None),
    ]
    for name in free:
        for value in tries:
            changed = {**values, name: value}
            if _surely(condition, changed):
                count = sum(not _surely(c, changed) for c in conditions)
                best = min(best or (count, name, value), (count, name, value), key=lambda found: found[0])
    if best is not None:
        values[best[1]] = best[2]


def _surely(condition: Relation, values: Mapping[str, fmpq]) -> bool:
    try:
        return holds(condition, values)
    except (KernelError, ValueError, ZeroDivisionError):
        return False


def _range(name: str, start: fmpq, bounds: list[tuple[tuple[str, str], Bound]]) -> tuple[float, float]:
    """The ends of a slider: what conditions of one variable allow, a thousandfold up and down otherwise."""
    value = float(start.p) / float(start.q)
    low, high = (value / 1000, value * 1000) if value > 0 else (value - 10, value + 10)
    if name in _integers(bounds):
        low, high = (1.0, max(1000.0, value * 1000)) if value > 0 else (0.0, 1000.0)
    for condition in _conditions([bound for _, bound in bounds]):
        op, left, right = condition.oriented  # left > right or left >= right
        if op not in (">", ">=") or condition.variables() != {name}:
            continue
        if right.op == "var" and (limit := exact(left, {})) is not None:
            high = min(high, float(limit.p) / float(limit.q))
        if left.op == "var" and right != num(0) and (limit := exact(right, {})) is not None:
            low = max(low, float(limit.p) / float(limit.q))
    return (low, high) if low < high else (value, value)


def _text(value: fmpq) -> str:
    return str(value)


def _swatch(place: int) -> Html:
    """How a curve is drawn."""
    return Html(
        f'<svg class="plot swatch" viewBox="0 0 30 8" width="30" height="8" aria-hidden="true">'
        f'<path class="curve curve-{place}" d="M0,4H30"/></svg>'
    )


def _slider(name: str, start: fmpq, ends: tuple[float, float], whole: bool) -> Content:
    """One slider, from 0 to 1000 on the scale that the script reads off its ends."""
    low, high = ends
    known = symbol(name)
    return el(
        "label",
        el("span", Html(in_text(identifier(name))), f" {known.meaning}" if known.meaning else None),
        el(
            "input",
            type="range",
            min="0",
            max="1000",
            step="1",
            value="500",
            name=name,
            data_low=repr(low),
            data_high=repr(high),
            data_start=repr(float(start.p) / float(start.q)),
            data_exact=_text(start),
            data_whole=whole,
        ),
        el("output", _text(start)),
    )
