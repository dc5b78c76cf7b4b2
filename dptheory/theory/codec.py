"""Records of what was found, as JSON and back: fields by name, those left out that have their default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Made = TypeVar("Made")
Special = Mapping[type, Any]
Decoder = Callable[[object, Special], Any]


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


def decoded(kind: type[Made], data: object, special: Special | None = None) -> Made:
    """The record of a type that JSON data describe; ValueError where they do not. `special` has functions
    that make values of some types from their fields.

    >>> from .results import ProofResult
    >>> decoded(ProofResult, {"verdict": "broken", "step": "2"})
    ProofResult(verdict='broken', step='2', reason='', witness=None)
    """
    of: Any = kind
    made: Made = _decoder(of)(data, special or {})
    return made


@lru_cache(maxsize=256)
def _decoder(kind: Any) -> Decoder:
    """How data of a type are read; types are looked at once, thousands of records are of the same ones."""
    origin = get_origin(kind)
    if origin in (UnionType, Union):
        return _optional(next(k for k in get_args(kind) if k is not NoneType))
    if origin is tuple:
        return _several(kind, get_args(kind)[0])
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind)
    return _plain(kind)


def _optional(kind: Any) -> Decoder:
    inner = _decoder(kind)
    return lambda data, special: None if data is None else inner(data, special)


def _several(kind: Any, of: Any) -> Decoder:
    inner = _decoder(of)

    def several(data: object, special: Special) -> Any:
        if not isinstance(data, list):
            raise _unexpected(kind, data)
        return tuple(inner(part, special) for part in data)

    return several


def _record(kind: type) -> Decoder:
    parts: dict[str, Decoder] = {}

    def record(data: object, special: Special) -> Any:
        if not isinstance(data, dict):
            raise _unexpected(kind, data)
        if not parts:  # not before: a record may hold others of its own type
            parts.update({name: _decoder(hint) for name, hint in get_type_hints(kind).items()})
        if not data.keys() <= parts.keys():
            raise ValueError(f"a {kind} has no {sorted(data.keys() - parts.keys())}")
        try:
            read = {name: parts[name](part, special) for name, part in data.items()}
            return special.get(kind, kind)(**read)
        except TypeError as error:
            raise ValueError(str(error)) from None

    return record


def _plain(kind: Any) -> Decoder:
    def plain(data: object, _: Special) -> Any:
        if kind is float and isinstance(data, int):
            return float(data)
        if not isinstance(kind, type) or not isinstance(data, kind):
            raise _unexpected(kind, data)
        return data

    return plain


def _unexpected(kind: Any, data: object) -> ValueError:
    return ValueError(f"expected {kind}, found {type(data).__name__}")
