"""Arguments of the commands about one inequality of the user's own."""

from __future__ import annotations

import argparse

from ..defaults import EFFORT
from .options import claim, effort, flag, where

GRAMMAR = """\
a claim   relations < <= = >= > != between terms; a chain 0 <= x <= 1 claims each of its links; joined by
          and, or, implies, not, with brackets; `exists c: ...` with a term for c (prove --with 'c = 2*x')
          a relation with a side that is not defined is neither true nor false: `A or B` needs one that is
          true, `A implies B` is `not A or B` (B --where A asks nothing of points at which A is not defined)
a term    numbers (0.1 is 1/10), variables, + - * / and ^ or **; pi, E (Euler's number); e^x is exp(x)
          the symbols of an answer can be typed too: ≤ ≥ · ² √ |x| ⌊x⌋ λ ε π; LaTeX too: '\\frac{1}{n}'
functions abs acos asin atan ceil cos cosh erf erfc exp floor log max min sin sinh sqrt tan tanh
          gamma(a), uppergamma(a, x), lowergamma(a, x)
          sum(f, j, a, b), prod(f, j, a, b), integral(f, t, a, b); harmonic(n), n!, binomial(n, k)
where     conditions with commas between, which may have `or`, `not`, ... too; `n integer`; a variable
          without a condition is any real number
          a name before ( is a function; any other is a variable, except that e alone is refused: E or e^x"""


def refute(p: argparse.ArgumentParser) -> None:
    claim(p)
    convention(p)


def convention(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--convention", action="append", metavar="RULE",
        help="'0*log(0)=0' or '0**0=1', by cases: the claims that are proved in its place are printed",
    )  # fmt: skip


def prove(p: argparse.ArgumentParser) -> None:
    claim(p, "an inequality, such as 'x*(1 - x) <= 1/4'; a file, or - for standard input, with one a line")
    convention(p)
    flag(p, "--explain", "print the proof that was checked")
    flag(p, "--ablate", "drop each condition in turn, to see which are needed")
    p.add_argument(
        "--with", dest="having", default="", metavar="TERMS", help="for `exists c: ...`, such as 'c = 2*x'"
    )
    p.add_argument("--write", metavar="FILE", help="write the certificate there")


def tighten(p: argparse.ArgumentParser) -> None:
    claim(p, "an inequality, such as 'x*(1 - x) <= c'; ID, ID:FORM or a file: of claims about points")
    convention(p)
    p.add_argument("--find", required=True, metavar="NAME", help="the constant, such as c")
    p.add_argument("--write", metavar="FILE", help="write the certificates there")


def growth(p: argparse.ArgumentParser) -> None:
    p.add_argument("left", metavar="F", help="a function, such as 'd*log(n)/n'")
    p.add_argument("right", metavar="G", help="what it is compared with, such as 'd/sqrt(n)'")
    p.add_argument("--as", required=True, metavar="LIMIT", help="which variable grows, such as 'n -> oo'")
    where(p, "such as 'n >= 1, d >= 1'")
    p.add_argument(
        "--relation",
        choices=("O", "o", "Omega", "omega", "Theta"),
        help="F = O(G), the default; o: less than every constant times G; Theta: O both ways",
    )
    flag(p, "--theta", "the same as --relation Theta")
    effort(p, EFFORT, "steps of search, each about a microsecond; the same effort has the same answer")
    p.add_argument("--write", metavar="FILE", help="write the certificates there")


LIMITS = """\
limits:
  A document of more than 20 MB is refused. 20,000 formulas are read, each of 20,000 characters at most, and
  200 that do not end or are longer: where that ends is told, and the rest is not read. Of a document that is
  cut so, the first 100 links about numbers are checked, else the first 500; the first line says how many
  are not, and --most N checks more. What is left open gets up to 8 times the effort, all of it together 40
  times. What cannot be read is told with its line and column, and nothing is executed."""


def read(p: argparse.ArgumentParser) -> None:
    p.add_argument("paper", metavar="PAPER", help="a .tex or .md file; of a PDF, its source")
    p.add_argument("--lines", metavar="A-B", help="only relations of these lines; the whole text is read")
    formats = ("text", "html", "md", "tex", "json")
    p.add_argument("--format", choices=formats, default="text", help="of the letter")
    p.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
    p.add_argument("--effort", metavar="N", help="steps of search for one question about a link")
    most = "links that are checked (default: 500; of a document that is cut, 100)"
    p.add_argument("--most", metavar="N", help=most)
    p.add_argument("--new", metavar="SOURCE", help="write its theorems as statements into this new folder")
    p.add_argument("--workers", metavar="N", help="processes (default: one for each core)")
