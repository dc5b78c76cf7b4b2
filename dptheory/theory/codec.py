"""Records of what was found, as JSON and back: fields by name, those left out that have their default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Made = TypeVar("Made")


def encoded(value: object, without: frozenset[str] = frozenset()) -> Any:
    """A frozen record, a sequence of them or a plain value as JSON data, without the fields of some names.

    >>> from .results import ProofResult
    >>> encoded(ProofResult("broken", "2"))
    {'verdict': 'broken', 'step': '2'}
    """
    if is_dataclass(value):
        kept = {f.name: getattr(value, f.name) for f in fields(value) if f.name not in without}
        plain = {f.name for f in fields(value) if f.default is not MISSING and kept.get(f.name) == f.default}
        return {name: encoded(part, without) for name, part in kept.items() if name not in plain}
    if isinstance(value, tuple | list):
        return [encoded(part, without) for part in value]
    if isinstance(value, Mapping):
        return {name: encoded(part, without) for name, part in value.items()}
    return value


def decoded(kind: type[Made], data: object, special: Mapping[type, Any] | None = None) -> Made:
    """The record of a type that JSON data describe; ValueError where they do not. `special` has functions
    that make values of some types from their fields.

    >>> from .results import ProofResult
    >>> decoded(ProofResult, {"verdict": "broken", "step": "2"})
    ProofResult(verdict='broken', step='2', reason='', witness=None)
    """
    made: Made = _decoded(kind, data, special or {})
    return made


def _decoded(kind: Any, data: object, special: Mapping[type, Any]) -> Any:
    origin = get_origin(kind)
    if origin in (UnionType, Union):
        if data is None:
            return None
        return _decoded(next(k for k in get_args(kind) if k is not NoneType), data, special)
    if origin is tuple and isinstance(data, list):
        return tuple(_decoded(get_args(kind)[0], part, special) for part in data)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(data, dict):
        return _record(kind, data, special)
    if kind is float and isinstance(data, int):
        return float(data)
    if not isinstance(kind, type) or not isinstance(data, kind):
        raise ValueError(f"expected {kind}, found {type(data).__name__}")
    return data


def _record(kind: type, data: dict[str, object], special: Mapping[type, Any]) -> Any:
    hints = _hints(kind)
    if not data.keys() <= hints.keys():
        raise ValueError(f"a {kind} has no {sorted(data.keys() - hints.keys())}")
    parts = {name: _decoded(hints[name], part, special) for name, part in data.items()}
    try:
        return special.get(kind, kind)(**parts)
    except TypeError as error:
        raise ValueError(str(error)) from None


@lru_cache(maxsize=64)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
