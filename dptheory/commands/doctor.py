"""``doctor``: what is installed, which extras are missing, and whether what was verified is current."""

from __future__ import annotations

import argparse
import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version

from ..theory.catalogue import names_in
from .answers import Answers
from .output import answer, answer_json

PACKAGE = "dptheory"
_REQUIREMENT = re.compile(
    r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*(?:>=\s*([0-9.]+))?[^;]*(?:;.*extra == ['\"](\w+)['\"])?"
)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Package:
    """A package that is needed, or that an extra brings: the version that is there, and the least needed."""

    name: str
    extra: str
    installed: str
    needed: str

    @property
    def good(self) -> bool:
        """Whether it is there and new enough."""
        return bool(self.installed) and _parts(self.installed) >= _parts(self.needed)


def run(args: argparse.Namespace) -> int:
    """Say how things stand; 1 where a package that is needed is missing or too old."""
    packages = wanted(requires(PACKAGE) or ())
    answers = Answers(args.proofs)
    names = names_in(answers.texts)
    fresh = sum(answers.record.entry(name) is not None for name in names)
    good = all(one.good for one in packages if not one.extra)
    if args.json:
        listed = [asdict(one) | {"good": one.good} for one in packages]
        record = {"place": str(answers.place or ""), "fresh": fresh, "statements": len(names)}
        answer_json({"version": version(PACKAGE), "python": platform.python_version(),
                     "packages": listed, "record": record, "good": good})  # fmt: skip
        return 0 if good else 1
    lines = [
        f"{PACKAGE:<14}{version(PACKAGE)}",
        f"{'Python':<14}{platform.python_version()}, {platform.platform()}",
    ]
    lines += [_said(one) for one in packages if not one.extra]
    lines += _extras(packages)
    state = f"{fresh} of {len(names)} statements are recorded as they are today"
    advice = "" if fresh == len(names) else "; the others are verified when they are asked for"
    answer("\n".join([*lines, f"{'record':<14}{answers.place or 'none'}: {state}{advice}"]))
    return 0 if good else 1


def wanted(requirements: Iterable[str]) -> list[Package]:
    """The packages of requirements, with the first of the extras that bring each.

    >>> [(one.name, one.extra, one.needed) for one in wanted(["pip>=9", "x>=1; extra == 'plot'"])]
    [('pip', '', '9'), ('x', 'plot', '1')]
    """
    found: dict[str, Package] = {}
    for text in requirements:
        match = _REQUIREMENT.match(text)
        if match is not None and match[1] != PACKAGE:
            name, needed, extra = match[1], match[2] or "", match[3] or ""
            found.setdefault(name, Package(name, extra, _version(name), needed))
    return list(found.values())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _parts(text: str) -> tuple[int, ...]:
    return tuple(map(int, _NUMBER.findall(text)[:3]))


def _said(one: Package) -> str:
    if not one.installed:
        return f"{one.name:<14}MISSING; try: pip install '{one.name}>={one.needed}'"
    return f"{one.name:<14}{one.installed}" + ("" if one.good else f", TOO OLD: {one.needed} is needed")


def _extras(packages: Iterable[Package]) -> list[str]:
    by_extra: dict[str, list[Package]] = {}
    for one in packages:
        if one.extra:
            by_extra.setdefault(one.extra, []).append(one)
    return [f"{'extra ' + extra:<14}{_extra(extra, parts)}" for extra, parts in sorted(by_extra.items())]


def _extra(extra: str, parts: Iterable[Package]) -> str:
    there: Mapping[str, str] = {one.name: one.installed for one in parts if one.good}
    missing = [one.name for one in parts if not one.good]
    shown = ", ".join(f"{name} {number}" for name, number in there.items())
    if not missing:
        return shown
    return f"without {', '.join(missing)}; try: pip install 'dptheory[{extra}]'" + (
        f"   ({shown})" if shown else ""
    )
