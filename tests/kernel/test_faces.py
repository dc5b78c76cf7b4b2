"""What the code outside the kernel sees of it: five faces, and nothing behind them."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "dptheory"
FACES = ("dptheory.kernel", *(f"dptheory.kernel.{room}" for room in ("finite", "logic", "models", "real")))


def asked(text: str, package: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The modules and the names in them that a text imports, inside functions too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((name.name, "") for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            yield from ((".".join((*base, *filter(None, [node.module]))), name.name) for name in node.names)


def outside() -> Iterator[tuple[Path, str, str]]:
    """What the files outside the kernel import from it."""
    for folder in ("dptheory", "docs", "benchmarks", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).parts
            if parts[:2] != ("dptheory", "kernel"):
                found = asked(path.read_text(encoding="utf-8"), parts[:-1])
                yield from ((path, module, name) for module, name in found if module.startswith("dptheory.kernel"))


def test_nobody_sees_the_inside_of_the_kernel() -> None:
    behind = [f"{path.relative_to(ROOT)}: {module}.{name}" for path, module, name in outside() if module not in FACES]
    assert behind == []
    text = "from ..kernel.real.terms import Term\ndef late():\n    import dptheory.kernel.forms\n"
    assert {module for module, _ in asked(text, ("dptheory", "prover"))} - set(FACES) == {
        "dptheory.kernel.real.terms",
        "dptheory.kernel.forms",
    }


def test_a_face_has_the_names_that_are_used_and_no_others() -> None:
    used = {(module, name) for _, module, name in outside()}
    assert used == {(face, name) for face in FACES for name in importlib.import_module(face).__all__}
    assert len(importlib.import_module("dptheory.kernel").__all__) < 40


@pytest.mark.parametrize("face", FACES)
def test_a_name_of_a_face_is_no_module_behind_it(face: str) -> None:
    """``from face import name`` would give the function or the module, by what was loaded before."""
    package = importlib.import_module(face)
    behind = {path.stem for path in Path(str(package.__file__)).parent.iterdir() if path.suffix in ("", ".py")}
    assert behind.isdisjoint(package.__all__)
    for name in package.__all__:
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="has no 'sealed' for the code outside it"):
        package.sealed  # noqa: B018
