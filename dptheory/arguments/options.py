"""Arguments that several commands have."""

from __future__ import annotations

import argparse

from ..defaults import EFFORT


def flag(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    parser.add_argument(name, action="store_true", help=text)


def record(p: argparse.ArgumentParser) -> None:
    flag(p, "--fresh", "check again instead of answering from the record")
    p.add_argument("--proofs", metavar="DIR", help="certificates and the record (default: the library's own)")


def where(p: argparse.ArgumentParser, text: str) -> None:
    p.add_argument(
        "--where",
        default="",
        action="together",
        metavar="CONDITIONS",
        help=f"{text}; all hold if given again",
    )


def effort(p: argparse.ArgumentParser, default: int, meaning: str) -> None:
    p.add_argument("--effort", default=str(default), metavar="N", help=f"{meaning} (default {default})")
    p.add_argument(
        "--timeout", metavar="SECONDS", help="end the search by the clock, undecided (default: never)"
    )


def claim(p: argparse.ArgumentParser, text: str = "an inequality, such as 'x*(1 - x) <= 1/4'") -> None:
    p.add_argument("claim", metavar="CLAIM", help=text)
    where(p, "such as '0 < g <= 1, n integer, n >= 1'")
    effort(p, EFFORT, "steps of search, each about a microsecond; the same effort has the same answer")


def setting(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", metavar="ID", help="a statement, such as wu2015.theorem21")
    p.add_argument("--set", nargs="+", action="extend", metavar="NAME=VALUE", help="such as n=3000 eps=0.1")
    p.add_argument(
        "--form", metavar="FORM", help="printed, corrected, sharp, one such as sharp.finite, or best: the"
        " sharpest that is proved; default: corrected, else printed"
    )  # fmt: skip
    p.add_argument("--statements", metavar="FILE", help="a file of statements beside the library's")
    flag(p, "--fresh", "search again instead of answering from the record")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates (default: proofs)")


def plot(p: argparse.ArgumentParser) -> None:
    p.add_argument("--plot", metavar="FILE", help="draw it there: .svg, .png or .pdf")


def target(p: argparse.ArgumentParser) -> None:
    p.add_argument("--solve-for", metavar="NAME", help="the parameter at which the bound reaches the target")
    p.add_argument(
        "--target", metavar="VALUE", help="the bound is to be at most that; trivial: below what holds anyway"
    )
