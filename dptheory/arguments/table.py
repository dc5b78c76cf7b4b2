"""Every command: its arguments and what it does, in one table; the parser made from it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from ..parsing import Parser
from . import calculating, proving, reading, sampling
from .options import flag
from .proving import GRAMMAR, LIMITS

FIRST_STEPS = """\
try:
  dptheory prove 'exp(x) - 1 <= 2*x' --where '0 <= x <= 1'
  dptheory tighten 'exp(x) - 1 <= c*x' --find c --where '0 < x <= 1'
  dptheory show wu2015.theorem14
  dptheory verify wu2015
  eval "$(dptheory completion bash)"
exit status: 0 as asked, 1 a negative answer, 2 undecided, 3 fails only where a side has no value,
  64 bad input, 74 answer not written"""

EPILOGS = {**dict.fromkeys(("prove", "refute", "tighten", "growth"), GRAMMAR), "read": LIMITS}

COMMANDS = {
    "verify": (reading.verify, "check every statement: derivation, model, refutation, twin, experiments"),
    "show": (reading.show, "one statement with its hypotheses, derivation and verdicts"),
    "try": (reading.try_, "look for worlds: a model, a counterexample, the tightest, hypotheses not needed"),
    "prove": (proving.prove, "prove or refute an inequality"),
    "refute": (proving.refute, "look for a point where an inequality fails"),
    "tighten": (proving.tighten, "the best constant in an inequality, in closed form where there is one"),
    "read": (proving.read, "the relations of a document with LaTeX, each checked; a letter"),
    "growth": (
        proving.growth,
        "whether F = O(G), o(G), Theta(G), ..., with one constant on the whole domain",
    ),
    "optimize": (calculating.optimize, "the best parameter of a bound, beside the source's choices"),
    "bound": (calculating.bound, "a bound at given parameters, or the parameter that reaches a target"),
    "chain": (calculating.chain, "derive properties of an algorithm, with their rates, from others"),
    "phase": (calculating.phase, "what a decay rate of delta(n) allows: every learnable problem, or not"),
    "audit": (sampling.audit, "test by sampling whether a mechanism keeps the privacy that it claims"),
    "check": (reading.check, "check certificates again"),
    "export": (reading.export, "certificates as theorems for another kernel, Coq"),
    "account": (
        calculating.account,
        "what many noisy releases give away together: (epsilon, delta), rounded up",
    ),
    "calibrate": (
        calculating.calibrate,
        "the least noise with which many releases keep a given (epsilon, delta)",
    ),
    "exposure": (
        sampling.exposure,
        "how much each record gives away, on this data set: exact epsilon, rounded up",
    ),
    "plan": (sampling.plan, "from a table to lambda, noise, bound, and a private model with its claim"),
    "list": (reading.list_, "the statements of a source, with titles and verdicts"),
    "search": (reading.search, "statements by words of their identifiers, titles, notions and quotes"),
    "graph": (reading.graph, "what rests on what, computed from the proofs"),
    "rules": (reading.rules, "the rules of the logic: variables, premises, conclusion, proof, an example"),
    "define": (reading.define, "what a word of the library stands for"),
    "new": (reading.new, "a folder for a source of your own, with a first statement"),
    "fmt": (reading.fmt, "lay out files of statements in one way"),
    "lsp": (reading.lsp, "the language server: what an editor shows while statements are written"),
    "axioms": (reading.axioms, "the rules and unproved results that a statement rests on"),
    "errata": (reading.paper, "printed forms and proofs that are refuted, incomplete, loose or broken"),
    "reproduce": (sampling.reproduce, "rerun a source's experiments: tables and figures"),
    "sound": (reading.paper, "printed forms and proofs found sound"),
    "site": (reading.site, "the library, or your own statements, as a static site of pages"),
    "report": (reading.report, "an errata letter for authors and reviewers, and what was found sound"),
    "doctor": (reading.doctor, "versions, extras, and whether what is recorded is current"),
    "completion": (reading.completion, "what bash, zsh or fish need to complete commands and options"),
    "man": (reading.nothing, "the manual page: dptheory man | man -l -"),
}


def parser(ends: Mapping[str, Callable[[], str]] | None = None) -> argparse.ArgumentParser:
    """The parser of all commands; what stands at the end of a command's help may be worked out when it is
    asked for."""
    made = Parser(
        prog="dptheory",
        description="Machine-checked theory of differentially private learning.",
        epilog=FIRST_STEPS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("--version", action="store_true", help="print the version")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=Parser)
    for name, (arguments, text) in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            epilog=EPILOGS.get(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        sub.later = (ends or {}).get(name)
        arguments(sub)
        flag(sub, "--json", "answer as JSON")
        flag(sub, "--ascii", "formulas in plain ASCII, as the command line reads them")
    return made
