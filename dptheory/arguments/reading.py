"""Arguments of the commands that read, check and write statements."""

from __future__ import annotations

import argparse

from .options import flag, record

EXPERIMENTS = ("quick", "full", "none")


def verify(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "targets", nargs="*", metavar="ID|PAPER|FILE", help="what to verify; everything if omitted"
    )
    flag(p, "--all", "check everything again, also what is recorded and has not changed since")
    flag(p, "--fresh", "the same, and search every certificate anew")
    flag(p, "--watch", "go on, and check again what changes in the files, as soon as they are saved")
    p.add_argument(
        "--workers", metavar="N", help="processes (default: one for each core), or a Dask scheduler's address"
    )
    p.add_argument(
        "--experiments", choices=EXPERIMENTS, default="quick", help="sampled trials (default quick)"
    )
    p.add_argument("--write", metavar="DIR", help="write certificates and derivations there")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates and verdicts (default: proofs)")


def try_(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", metavar="ID|FILE", help="a statement, or a file of them")
    p.add_argument("--samples", metavar="N", help="as --effort, about so many worlds")
    p.add_argument("--seed", metavar="S", default="0", help="of the search (default 0)")
    p.add_argument("--effort", metavar="E", default="1500000", help="steps a statement (default 1500000)")


def check(p: argparse.ArgumentParser) -> None:
    p.add_argument("path", metavar="PATH", help="a certificate file, or a folder that `verify --write` made")
    p.add_argument("--statements", metavar="FILE", help="a file of statements beside the library's")


def export(p: argparse.ArgumentParser) -> None:
    p.add_argument("kernel", choices=("coq",), help="for which kernel")
    p.add_argument(
        "targets", nargs="*", metavar="ID|SOURCE|FILE", help="what to export; every recorded claim if omitted"
    )
    p.add_argument("--out", metavar="DIR", required=True, help="the folder to write to, beside coq/*.v")
    flag(p, "--logic", "statements with their derivations, not their certificates alone")
    p.add_argument("--count", metavar="N", help="so many certificates, drawn at random")
    p.add_argument("--seed", metavar="N", help="of the draw (default 0)")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates (default: proofs)")


def show(p: argparse.ArgumentParser) -> None:
    words = "a statement, such as wu2015.theorem14, a form of it, wu2015.theorem14:sharp, a source or a file"
    p.add_argument("id", metavar="ID|FILE", help=words)
    flag(p, "--all", "all forms: the source's, and refuted readings with their worlds")
    flag(p, "--unfold", "write every definition out")
    flag(p, "--theorem", "exactly what was proved: the kernel's own theorem, in ASCII, which reads back")
    p.add_argument("--form", metavar="FORM", help="with --theorem: printed, corrected, sharp.finite, ...")
    p.add_argument("--format", choices=("text", "latex", "markdown", "json"), default="text")
    record(p)


def graph(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", nargs="?", metavar="ID|SOURCE|FILE", help="only what this rests on")
    p.add_argument("--format", choices=("text", "dot", "mermaid", "json", "svg"), default="text")
    record(p)


def list_(p: argparse.ArgumentParser) -> None:
    p.add_argument("source", nargs="?", metavar="SOURCE", help="one source, such as wu2015; all if omitted")
    record(p)


def search(p: argparse.ArgumentParser) -> None:
    p.add_argument("words", nargs="+", metavar="WORDS", help="such as 'strongly convex stability'")
    record(p)


def axioms(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", metavar="ID|FILE", help="a statement, or a file of them")
    record(p)


def rules(p: argparse.ArgumentParser) -> None:
    p.add_argument("name", nargs="?", metavar="NAME", help="one rule, such as triangle; all if omitted")


def define(p: argparse.ArgumentParser) -> None:
    p.add_argument("names", nargs="*", metavar="NAME", help="words, such as lipschitz; all if omitted")
    p.add_argument("--statements", metavar="FILE", help="a file of statements beside the library's")


def fmt(p: argparse.ArgumentParser) -> None:
    p.add_argument("files", nargs="+", metavar="FILE", help="files of statements, or folders of them")
    flag(p, "--check", "change nothing; status 1 where a file is not laid out so")
    flag(p, "--shorten", "leave out what can be found again: values, repeated worlds and hypotheses")


def lsp(p: argparse.ArgumentParser) -> None:
    p.add_argument("--proofs", metavar="DIR", help="the record to answer from (default: the library's own)")


def new(p: argparse.ArgumentParser) -> None:
    p.add_argument("source", metavar="SOURCE", help="the name of a new source, such as smith2031")


def paper(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "paper", nargs="?", metavar="PAPER|FILE", help="one source, such as wu2015, or a file; all if omitted"
    )
    record(p)


def report(p: argparse.ArgumentParser) -> None:
    p.add_argument("source", metavar="SOURCE|FILE", help="a source, such as wu2015, or a file of statements")
    p.add_argument(
        "--format", choices=("html", "md", "tex", "json"), default="md", help="of the letter (default md)"
    )
    p.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
    record(p)


def site(p: argparse.ArgumentParser) -> None:
    p.add_argument("directory", metavar="DIR", help="where it goes: a new folder, or a site made before")
    p.add_argument(
        "targets", nargs="*", metavar="ID|SOURCE|FILE",
        help="what to show, with all that it rests on; everything if omitted",
    )  # fmt: skip
    p.add_argument(
        "--experiments", choices=EXPERIMENTS, default="none",
        help="run the sampled trials and draw what they show (default none: pages say which there are)",
    )  # fmt: skip
    record(p)


def doctor(p: argparse.ArgumentParser) -> None:
    p.add_argument("--proofs", metavar="DIR", help="the record to look at (default: the library's own)")


def nothing(p: argparse.ArgumentParser) -> None:
    """No arguments."""


def completion(p: argparse.ArgumentParser) -> None:
    p.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")
