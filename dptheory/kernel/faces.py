"""Faces: the names that a room of the kernel has for the code outside it, loaded when they are asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

__all__ = ["face"]


def face(package: str, file: str) -> tuple[list[str], Callable[[str], object]]:
    """``__all__`` and ``__getattr__`` of a package, from the imports in the ``__init__.pyi`` beside its file,
    which type checkers read.

    Nothing is loaded before a name is asked for, so that who reads terms does not wait for who checks proofs.
    """
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8")).body
    found = (node for node in stub if isinstance(node, ast.ImportFrom))
    homes = {name.name: node.module for node in found for name in node.names}

    def asked(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r} for the code outside it")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return sorted(homes), asked
