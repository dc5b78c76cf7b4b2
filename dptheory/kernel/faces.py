"""Faces: the names that a room of the kernel has for the code outside it, loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["face"]


def face(package: str, names: Mapping[str, str]) -> tuple[list[str], Callable[[str], object]]:
    """``__all__`` and ``__getattr__`` of a package, from the names that each of its modules gives.

    Nothing is loaded before a name is asked for, so that who reads terms does not wait for who checks proofs.
    Type checkers read the same names in ``__init__.pyi``, which ``docs/house.py --write`` makes.
    """
    homes = {name: module for module, given in names.items() for name in given.split()}

    def asked(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r} for the code outside it")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return sorted(homes), asked
