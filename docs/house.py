"""The house drawn by its imports: the rooms of `dptheory`, what each is for, on which rooms it stands.

python docs/house.py            # prints the drawing
python docs/house.py --write    # puts it into CONTRIBUTING.md, and the kernel's reading order into its README
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import networkx as nx

DOCS = Path(__file__).resolve().parent
HOUSE = DOCS.parent / "dptheory"
PAGE = DOCS / "CONTRIBUTING.md"
START, END = "<!-- the house, by docs/house.py -->\n", "<!-- end of the house -->\n"
KERNEL = HOUSE / "kernel"
ORDER, ORDERED = "<!-- the reading order, by docs/house.py -->\n", "<!-- end of the reading order -->\n"


def rooms(house: Path = HOUSE) -> list[str]:
    """The folders with code of their own; those of the lab are rooms, too."""
    found = [*house.glob("*/__init__.py"), *house.glob("lab/*/__init__.py")]
    return sorted(path.parent.relative_to(house).as_posix() for path in found)


def imported(text: str, package: tuple[str, ...], always: bool = True) -> Iterator[tuple[str, ...]]:
    """The modules that a text needs: when it is imported, or, where not `always`, in its functions too. What
    only names a type is left out."""
    waiting: list[ast.AST] = list(ast.parse(text).body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Import):
            yield from (tuple(name.name.split(".")) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = base + tuple((node.module or "").split(".") if node.module else ())
            yield from ((*module, name.name) for name in node.names)
        elif not always and not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)


def arrows(house: Path = HOUSE) -> dict[str, set[str]]:
    """On which other rooms each room stands, imports inside functions counted."""
    found: dict[str, set[str]] = {room: set() for room in rooms(house)}

    def room(parts: tuple[str, ...]) -> str | None:
        return next((name for k in (2, 1) if (name := "/".join(parts[:k])) in found), None)

    above = house.relative_to(HOUSE.parent).parts if house.is_relative_to(HOUSE) else (house.name,)
    for path in sorted(house.glob("*/**/*.py")):
        parts = path.relative_to(house).parts[:-1]
        if here := room(parts):
            for module in imported(path.read_text(encoding="utf-8"), (*above, *parts), always=False):
                if module[: len(above)] == above and (there := room(module[len(above) :])):
                    found[here].add(there)
    return {room: others - {room} for room, others in found.items()}


def floors(found: Mapping[str, set[str]]) -> list[list[str]]:
    """The rooms from the ground up; raises ValueError where rooms stand on one another."""
    graph = nx.DiGraph((below, room) for room, others in found.items() for below in others)
    graph.add_nodes_from(found)
    circle = next(nx.simple_cycles(graph), None)
    if circle is not None:
        raise ValueError("rooms that stand on one another: " + ", ".join(circle))
    return [sorted(floor) for floor in nx.topological_generations(graph)]


def circles(house: Path = HOUSE) -> list[list[str]]:
    """The modules that need one another, imports inside functions counted: none where all is well."""
    above = house.relative_to(HOUSE.parent).parts if house.is_relative_to(HOUSE) else (house.name,)
    files = {(*above, *path.relative_to(house).with_suffix("").parts): path for path in house.rglob("*.py")}
    graph = nx.DiGraph()
    for module, path in files.items():
        for name in imported(path.read_text(encoding="utf-8"), module[:-1], always=False):
            graph.add_edges_from((module, name[:k]) for k in (len(name), len(name) - 1) if name[:k] in files)
    return [
        sorted(".".join(m) for m in found)
        for found in nx.strongly_connected_components(graph)
        if len(found) > 1
    ]


def purpose(path: Path) -> str:
    """The first sentence of a file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def drawing() -> str:
    """The rooms from the roof down, a line each: what it is for, and on what it stands."""
    found = arrows()
    lines = []
    for floor in reversed(floors(found)):
        for room in floor:
            below = ", ".join(sorted(found[room])) or "nothing"
            told = f"{purpose(HOUSE / room / '__init__.py')} Stands on: {below}."
            lines += textwrap.wrap(told, 108, initial_indent=f"{room:<18}", subsequent_indent=" " * 18)
        lines.append("-" * 108)
    return "\n".join(lines[:-1]) + "\n"


def reading() -> str:
    """The files of the kernel, each after those that it imports: its length, and its first sentence."""
    files = {
        (HOUSE.name, *path.relative_to(HOUSE).with_suffix("").parts): path
        for path in sorted(KERNEL.rglob("*.py"))
        if path.stem != "__init__"
    }
    graph = nx.DiGraph()
    graph.add_nodes_from(files)
    for module, path in files.items():
        for name in imported(path.read_text(encoding="utf-8"), module[:-1]):
            graph.add_edges_from((name[:k], module) for k in (len(name), len(name) - 1) if name[:k] in files)
    rooms = [room for floor in floors(arrows(KERNEL)) for room in floor]
    lines = []
    for module in nx.lexicographical_topological_sort(
        graph, lambda m: ((m[2] in rooms) and rooms.index(m[2]) + 1, m)
    ):
        path = files[module]
        length = len(path.read_text(encoding="utf-8").splitlines())
        lines.append(f"- `{path.relative_to(KERNEL).as_posix()}` ({length}): {purpose(path)}\n")
    return "".join(lines)


def between(page: str, start: str, text: str, end: str) -> str:
    """A page with a text between its marks."""
    before, _, rest = page.partition(start)
    return f"{before}{start}\n{text}\n{end}{rest.partition(end)[2]}"


def placed(page: str) -> str:
    """A page with the drawing between its marks."""
    return between(page, START, f"```text\n{drawing()}```\n", END)


def ordered(page: str) -> str:
    """The kernel's page with the reading order between its marks."""
    return between(page, ORDER, reading(), ORDERED)


def written() -> dict[Path, str]:
    """The files that are made, whole or in part, from the code, and what they should be."""
    pages = {PAGE: placed, KERNEL / "README.md": ordered}
    return {path: make(path.read_text(encoding="utf-8")) for path, make in pages.items()}


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for path, text in written().items():
            path.write_text(text, encoding="utf-8")
    else:
        print(drawing(), end="")
