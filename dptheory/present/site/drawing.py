"""What rests on what, as drawings: all statements, those of one source, and the neighbours of one.

A node is a statement: its fill says how the statement stands, its border how the printed proof does. Colours
come from the style sheet, so that they follow light and dark, and another choice of them needs no script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape

from ..graphs import Picture
from .contents import Contents, Entry
from .frame import address, frame, source_address
from .html import Content, Html, el

WIDTH, HEIGHT, GAP, APART = 214, 24, 7, 90
SHOWN = 32
"""Letters of an identifier that a node has room for."""
SWEEPS = 6
ACROSS = 4


def neighbourhood(contents: Contents, entry: Entry) -> Html | None:
    """What a statement uses, the statement, and what uses it, from left to right."""
    below = [name for name in entry.uses if name in contents.entries]
    above = contents.used_by.get(entry.id, [])
    if not below and not above:
        return None
    columns = [below, [entry.id], above]
    edges = [(entry.id, name) for name in below] + [(name, entry.id) for name in above]
    place = _placed(columns)
    nodes = [_node(contents.entries[name], at, "../", here=name == entry.id) for name, at in place.items()]
    drawn = "".join(_curve(place[one], place[other]) for one, other in edges)
    words = f"What {entry.id} rests on, and what rests on it"
    return el("div", _svg(place, [f'<path d="{drawn}"/>', *nodes], words), class_="wide")


def graph_page(contents: Contents) -> dict[str, str]:
    """The page of the whole graph, and one for each source."""
    made = {"graph.html": _page(contents, "graph.html", "The graph", list(contents.entries), None)}
    for source, entries in contents.sources.items():
        path = f"graph/{source}.html"
        made[path] = _page(contents, path, f"The graph of {source}", [e.id for e in entries], source)
    return made


def _page(contents: Contents, path: str, title: str, names: Sequence[str], source: str | None) -> str:
    up = "../" * path.count("/")
    edges = [
        (name, used) for name in names for used in contents.entries[name].uses if used in contents.entries
    ]
    everything = dict.fromkeys([*names, *(used for _, used in edges)])
    joined = {name for edge in edges for name in edge}
    picture = Picture(tuple(n for n in contents.entries if n in joined), tuple(edges))
    alone = [name for name in everything if name not in joined]
    drawn = _drawing(contents, _placed(_columns(picture)), edges, up, title)
    grid = _drawing(contents, _grid(alone), [], up, "Statements that are joined with no other here")
    choice = el(
        "fieldset",
        el("legend", "Colours"),
        [
            el(
                "label",
                el(
                    "input",
                    type="radio",
                    name="colour",
                    value=value,
                    id=f"by-{value}",
                    checked=value == "verdict",
                ),
                f" by {value}",
            )
            for value in ("verdict", "source")
        ],
    )
    others = [el("a", name, href=f"{up}graph/{name}.html") for name in contents.sources]
    lists = _as_text(contents, names, up) if source is not None else None
    body: list[Content] = [
        el("h1", title),
        el(
            "p",
            "An arrow goes from a statement to what its proofs use, which stands left of it. The fill says "
            "how the statement stands, the border how its printed proof does. Each node leads to its page.",
        ),
        el("p", "One source: ", [[one, " "] for one in others]),
        el("p", el("a", f"the statements of {source}", href=up + source_address(source))) if source else None,
        el("form", choice, _part(picture), class_="bar"),
        _legend(contents),
        el(
            "div",
            drawn,
            class_="canvas",
            id="canvas",
            tabindex="0",
            role="group",
            aria_label="Drawing; with a script it moves by dragging or arrow keys and grows with + and -",
        ),
        el("section", el("h2", "Joined with no other"), el("div", grid, class_="wide"), id="alone")
        if alone
        else None,
        lists,
    ]
    return frame(contents, path, title, body, scripts=("graph.js",))


def _part(picture: Picture) -> Html:
    """Where one asks for the part of the graph that one statement is joined with; the script answers."""
    return el(
        "fieldset",
        el("legend", "Only what one statement rests on, and what rests on it"),
        el("label", "statement ", el("input", type="search", id="of", list="nodes", autocomplete="off")),
        el("datalist", [el("option", value=name) for name in picture.nodes], id="nodes"),
        el("output", for_="of", id="part"),
        class_="scripted",
        hidden=True,
    )


def _grid(names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Places of nodes without arrows, in rows."""
    return {
        name: (6 + k % ACROSS * (WIDTH + 8), 6 + k // ACROSS * (HEIGHT + GAP)) for k, name in enumerate(names)
    }


def _legend(contents: Contents) -> Html:
    verdicts = [
        el("span", status, class_=f"key {status}")
        for status in ("proved", "refuted", "unknown", "cited", "defined")
    ]
    proofs = [el("span", f"proof {word}", class_=f"key proof-{word}") for word in ("sound", "broken", "none")]
    sources = [
        el("span", source, class_=f"key source-{place}") for place, source in enumerate(contents.sources)
    ]
    return el(
        "p",
        el("span", verdicts, proofs, class_="by-verdict"),
        el("span", sources, class_="by-source"),
        class_="legend",
    )


def _as_text(contents: Contents, names: Iterable[str], up: str) -> Html:
    """The same without the drawing."""
    rows = []
    for name in names:
        uses = contents.entries[name].uses
        listed = [
            [", " if place else "", el("a", one, href=up + address(one)) if one in contents.entries else one]
            for place, one in enumerate(uses)
        ]
        rows.append(
            el("li", el("a", name, href=up + address(name)), " uses " if uses else " uses nothing", listed)
        )
    return el("details", el("summary", "The same as a list"), el("ul", rows))


def _columns(picture: Picture) -> list[list[str]]:
    """Nodes in columns, each left of all that use it and as near to them as can be; in each column near what
    they are joined with."""
    users: dict[str, list[str]] = {name: [] for name in picture.nodes}
    for one, other in picture.edges:
        users[other].append(one)
    rank = dict(picture.ranks)
    for name in sorted(picture.nodes, key=lambda name: -rank[name]):
        if users[name]:
            rank[name] = min(rank[user] for user in users[name]) - 1
    columns: list[list[str]] = [[] for _ in range(1 + max(rank.values(), default=-1))]
    for name in picture.nodes:
        columns[rank[name]].append(name)
    joined: dict[str, list[str]] = {name: [] for name in picture.nodes}
    for one, other in picture.edges:
        joined[one].append(other)
        joined[other].append(one)
    place = {name: k / max(1, len(c)) for c in columns for k, name in enumerate(c)}
    for _ in range(SWEEPS):
        for column in columns:
            near = {
                n: sum(place[o] for o in joined[n]) / len(joined[n]) if joined[n] else place[n]
                for n in column
            }
            column.sort(key=lambda name: near[name])
            place.update({name: k / max(1, len(column)) for k, name in enumerate(column)})
    return columns


def _placed(columns: Sequence[Sequence[str]]) -> dict[str, tuple[int, int]]:
    """Where nodes stand: columns side by side, each about the middle."""
    tallest = max((len(column) for column in columns), default=0)
    kept = [column for column in columns if column]
    return {
        name: (
            6 + k * (WIDTH + APART),
            6 + row * (HEIGHT + GAP) + (tallest - len(column)) * (HEIGHT + GAP) // 2,
        )
        for k, column in enumerate(kept)
        for row, name in enumerate(column)
    }


def _drawing(
    contents: Contents,
    place: Mapping[str, tuple[int, int]],
    edges: Iterable[tuple[str, str]],
    up: str,
    title: str,
) -> Html:
    """A drawing with colours of sources; `data-joined` has the places of each edge's nodes among its nodes,
    for the script."""
    number = {source: k for k, source in enumerate(contents.sources)}
    order = {name: k for k, name in enumerate(place)}
    drawn = [(one, other) for one, other in edges if one in place and other in place]
    joined = ",".join(f"{order[one]} {order[other]}" for one, other in drawn)
    parts = [f'<path d="{_curve(place[one], place[other])}"/>' for one, other in drawn]
    entries = [(contents.entries[name], at) for name, at in place.items()]
    parts += [_node(entry, at, up, f" source-{number[entry.source]}") for entry, at in entries]
    return _svg(place, parts, title, f' data-joined="{joined}"')


def _svg(place: Mapping[str, tuple[int, int]], parts: Iterable[str], title: str, more: str = "") -> Html:
    width = max((x for x, _ in place.values()), default=0) + WIDTH + 8
    height = max((y for _, y in place.values()), default=0) + HEIGHT + 8
    return Html(
        f'<svg class="graph" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group" '
        f'aria-label="{escape(title)}"{more}>{"".join(parts)}</svg>'
    )


def _curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    y1, y2, x2 = y1 + HEIGHT // 2, y2 + HEIGHT // 2, x2 + WIDTH
    bend = 40 if x1 - x2 >= 0 else 60
    return f"M{x1},{y1}C{x1 - bend},{y1} {x2 + bend},{y2} {x2},{y2}"


@cache
def _short(name: str) -> str:
    return name if len(name) <= SHOWN else f"{name[: SHOWN - 1]}…"


def _node(entry: Entry, at: tuple[int, int], up: str, source: str = "", *, here: bool = False) -> str:
    """A node; the style sheet knows how large it is, and where its name stands in it."""
    x, y = at
    shown = _short(entry.id)
    title = f"{entry.result.title} ({entry.standing}; proof {entry.proof})"
    if shown != entry.id:
        title = f"{entry.id}: {title}"
    return (
        f'<a href="{escape(up + address(entry.id))}" class="{entry.standing} proof-{entry.proof}{source}'
        f'{" here" * here}"><title>{escape(title, quote=False)}</title>'
        f'<rect x="{x}" y="{y}"/><text x="{x}" y="{y}">{escape(shown, quote=False)}</text></a>'
    )
