"""The command line: arguments, dispatch and exit status.

Nothing of the project is imported before a command runs, so that ``--help`` answers at once. Every
command is a module of ``dptheory.commands`` with ``run(args) -> int``.

Exit status: 0 as asked, 1 a negative answer, 2 undecided, 64 wrong usage or bad input, 70 a fault of
the program itself, 74 an answer that cannot be written, 130 interrupted.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from .defaults import EFFORT
from .errors import Unwritable, flush, put
from .parsing import Parser, Usage

USAGE_ERROR = 64
FAULT = 70
"""An exception that nothing expected. Without a status of its own it would exit with 1, a negative answer."""
UNWRITABLE = 74
INTERRUPTED = 130

EXPERIMENTS = ("quick", "full", "none")


def _flag(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    parser.add_argument(name, action="store_true", help=text)


def _verify(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "targets", nargs="*", metavar="ID|PAPER|FILE", help="what to verify; everything if omitted"
    )
    _flag(p, "--all", "check everything again, also what is recorded and has not changed since")
    _flag(p, "--fresh", "the same, and search every certificate anew")
    _flag(p, "--watch", "go on, and check again what changes in the files, as soon as they are saved")
    p.add_argument("--workers", metavar="N", help="processes (default: one for each core)")
    p.add_argument(
        "--experiments", choices=EXPERIMENTS, default="quick", help="sampled trials (default quick)"
    )
    p.add_argument("--write", metavar="DIR", help="write certificates and derivations there")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates and verdicts (default: proofs)")


def _show(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", metavar="ID|FILE", help="a statement, such as wu2015.theorem14, a source or a file")
    _flag(p, "--unfold", "write every definition out")
    p.add_argument("--format", choices=("text", "latex", "markdown", "json"), default="text")
    _record(p)


def _record(p: argparse.ArgumentParser) -> None:
    _flag(p, "--fresh", "check again instead of answering from the record")
    p.add_argument("--proofs", metavar="DIR", help="certificates and the record (default: the library's own)")


def _where(p: argparse.ArgumentParser, text: str) -> None:
    p.add_argument(
        "--where",
        default="",
        action="together",
        metavar="CONDITIONS",
        help=f"{text}; all hold if given again",
    )


def _effort(p: argparse.ArgumentParser, default: int, meaning: str) -> None:
    p.add_argument("--effort", default=str(default), metavar="N", help=f"{meaning} (default {default})")
    p.add_argument(
        "--timeout", metavar="SECONDS", help="end the search by the clock, undecided (default: never)"
    )


def _claim(p: argparse.ArgumentParser) -> None:
    p.add_argument("claim", metavar="CLAIM", help="an inequality, such as 'x*(1 - x) <= 1/4'")
    _where(p, "such as '0 < g <= 1, n integer, n >= 1'")
    _effort(p, EFFORT, "steps of search, each about a microsecond; the same effort has the same answer")


def _prove(p: argparse.ArgumentParser) -> None:
    _claim(p)
    _flag(p, "--explain", "print the proof that was checked")
    _flag(p, "--ablate", "drop each condition in turn, to see which are needed")
    p.add_argument("--write", metavar="FILE", help="write the certificate there")


def _tighten(p: argparse.ArgumentParser) -> None:
    _claim(p)
    p.add_argument("--find", required=True, metavar="NAME", help="the constant, such as c")
    p.add_argument("--write", metavar="FILE", help="write the certificates there")


def _growth(p: argparse.ArgumentParser) -> None:
    p.add_argument("left", metavar="F", help="a function, such as 'd*log(n)/n'")
    p.add_argument("right", metavar="G", help="what it is compared with, such as 'd/sqrt(n)'")
    p.add_argument("--as", required=True, metavar="LIMIT", help="which variable grows, such as 'n -> oo'")
    _where(p, "such as 'n >= 1, d >= 1'")
    p.add_argument(
        "--relation",
        choices=("O", "o", "Omega", "omega", "Theta"),
        help="F = O(G), the default; o: less than every constant times G; Theta: O both ways",
    )
    _flag(p, "--theta", "the same as --relation Theta")
    _effort(p, EFFORT, "steps of search, each about a microsecond; the same effort has the same answer")
    p.add_argument("--write", metavar="FILE", help="write the certificates there")


def _graph(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", nargs="?", metavar="ID|SOURCE|FILE", help="only what this rests on")
    p.add_argument("--format", choices=("text", "dot", "mermaid", "json", "svg"), default="text")
    _record(p)


def _list(p: argparse.ArgumentParser) -> None:
    p.add_argument("source", nargs="?", metavar="SOURCE", help="one source, such as wu2015; all if omitted")
    _record(p)


def _search(p: argparse.ArgumentParser) -> None:
    p.add_argument("words", nargs="+", metavar="WORDS", help="such as 'strongly convex stability'")
    _record(p)


def _axioms(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", metavar="ID|FILE", help="a statement, or a file of them")
    _record(p)


def _rules(p: argparse.ArgumentParser) -> None:
    p.add_argument("name", nargs="?", metavar="NAME", help="one rule, such as triangle; all if omitted")


def _define(p: argparse.ArgumentParser) -> None:
    p.add_argument("name", metavar="NAME", help="a word of the library, such as lipschitz")
    p.add_argument("--statements", metavar="FILE", help="a file of statements beside the library's")


def _fmt(p: argparse.ArgumentParser) -> None:
    p.add_argument("files", nargs="+", metavar="FILE", help="files of statements, or folders of them")
    _flag(p, "--check", "change nothing; status 1 where a file is not laid out so")


def _new(p: argparse.ArgumentParser) -> None:
    p.add_argument("source", metavar="SOURCE", help="the name of a new source, such as smith2031")


def _paper(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "paper", nargs="?", metavar="PAPER|FILE", help="one source, such as wu2015, or a file; all if omitted"
    )
    _record(p)


def _report(p: argparse.ArgumentParser) -> None:
    p.add_argument("source", metavar="SOURCE", help="a source, such as wu2015")
    p.add_argument(
        "--format", choices=("html", "md", "tex", "json"), default="md", help="of the letter (default md)"
    )
    p.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
    _record(p)


def _setting(p: argparse.ArgumentParser) -> None:
    p.add_argument("id", metavar="ID", help="a statement, such as wu2015.theorem21")
    p.add_argument("--set", nargs="+", action="extend", metavar="NAME=VALUE", help="such as n=3000 eps=0.1")
    p.add_argument(
        "--form", metavar="FORM", help="printed, corrected, sharp, one such as sharp.finite, or best: the"
        " sharpest that is proved; default: corrected, else printed"
    )  # fmt: skip
    p.add_argument("--statements", metavar="FILE", help="a file of statements beside the library's")
    _flag(p, "--fresh", "search again instead of answering from the record")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates (default: proofs)")


def _optimize(p: argparse.ArgumentParser) -> None:
    _setting(p)
    p.add_argument("--over", required=True, metavar="NAME", help="the parameter to choose, such as lam")
    p.add_argument("--format", choices=("text", "latex"), default="text", help="latex: a piece of a paper")
    _target(p)


def _bound(p: argparse.ArgumentParser) -> None:
    _setting(p)
    _target(p)


def _target(p: argparse.ArgumentParser) -> None:
    p.add_argument("--solve-for", metavar="NAME", help="the parameter at which the bound reaches the target")
    p.add_argument(
        "--target", metavar="VALUE", help="the bound is to be at most that; trivial: below what holds anyway"
    )


def _audit(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "subject",
        metavar="NAME|MODULE:FUNCTION",
        nargs="?",
        help="a mechanism of the library, or f(dataset, size, rng) -> array; the names if omitted",
    )
    p.add_argument(
        "--claim", action="together", metavar="CLAIM", help="such as 'eps=1' or 'eps=1, delta=1e-5'"
    )
    p.add_argument("--delta", metavar="NUMBER", help="the claim's delta, if CLAIM leaves it out")
    p.add_argument(
        "--adjacency", help="replace-one or add-remove (default: the mechanism's own, else replace-one)"
    )
    p.add_argument(
        "--pair",
        nargs=2,
        action="append",
        metavar=("S", "T"),
        help="neighbouring data sets, as JSON ('[0]' '[1]') or files (.csv, .json, .npy); may be repeated",
    )
    p.add_argument("--data", metavar="S", help="one data set; its neighbours are searched")
    p.add_argument(
        "--domain",
        choices=("box", "ball", "records"),
        default="box",
        help="what a record of --data may become: anything in the data's box (default), in the ball of their"
        " largest norm, or a copy of another record",
    )
    p.add_argument(
        "--box",
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="numbers that a record may hold, if not the data's own",
    )
    p.add_argument(
        "--generator", metavar="MODULE:FUNCTION", help="f(rng) -> (S, T): a source of neighbouring data sets"
    )
    p.add_argument(
        "--group",
        metavar="K",
        help="data sets that differ in up to K records, and what the claim implies for them",
    )
    p.add_argument(
        "--one-run",
        metavar="M",
        help="run the mechanism once and guess which of the first M records of --data were in; needs --score",
    )
    p.add_argument(
        "--score",
        metavar="MODULE:FUNCTION",
        help="for --one-run: f(output, records) -> numbers, larger where a record is likelier to be in",
    )
    p.add_argument(
        "--samples", default="100000", metavar="N", help="outputs a side, all told (default 100000)"
    )
    p.add_argument("--confidence", default="0.999", help="of the limits (default 0.999)")
    p.add_argument(
        "--seed", help="of all random numbers (default 0; with --confirm, one more than the report's)"
    )
    p.add_argument(
        "--noise", default="1", metavar="FACTOR", help="multiplies the noise of a NAME; 0.7 cuts it by 30 %%"
    )
    p.add_argument("--workers", default="1", help="processes (default 1), or the address of a Dask scheduler")
    p.add_argument("--timeout", default="60", metavar="SECONDS", help="that one call may take (default 60)")
    _flag(p, "--black-box", "do not look at a density, even where there is one")
    p.add_argument("--out", metavar="FILE", help="write the report there as JSON, whole or not at all")
    p.add_argument(
        "--confirm",
        metavar="REPORT",
        help="draw anew on the data sets of a report and count its events again",
    )


def _check(p: argparse.ArgumentParser) -> None:
    p.add_argument("path", metavar="PATH", help="a certificate file, or a folder that `verify --write` made")
    p.add_argument("--statements", metavar="FILE", help="a file of statements beside the library's")


def _chain(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--given",
        action="append",
        metavar="PROPERTY",
        help="what is known, such as 'Private(eps, 0)' or 'B: Private(eps, 0)'; may be repeated",
    )
    p.add_argument("--goal", metavar="PROPERTY", help="what is asked, such as Consistent; rates if wanted")
    _where(p, "on numbers, such as '0 < eps < 1'")
    _flag(p, "--sharp", "use the sharp forms of the library's statements as well")
    _flag(p, "--samplings", "instead: which amplification applies to which sampling and neighbours")
    _flag(p, "--fresh", "check again what is cited instead of believing the record")
    _effort(p, 4_000_000, "steps to compare two rates, each about a microsecond")
    p.add_argument("--write", metavar="FILE", help="write the derivation with its certificates there")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates (default: proofs)")


class _Append(argparse.Action):
    """Collects mechanisms and counts in the order in which they were written."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        namespace.parts = [*(namespace.parts or []), (self.const, values)]


MECHANISMS = {
    "gaussian": ("SIGMA", "noise N(0, SIGMA^2) on a query of l2-sensitivity 1"),
    "laplace": ("SCALE", "noise of density exp(-|t|/SCALE) on a query of l1-sensitivity 1"),
    "randomised-response": ("P", "one bit, true with probability P; or eps=EPS, its log-odds"),
    "exponential": ("EPS", "the exponential mechanism, utility of sensitivity 1"),
}


OTHER_NAMES = {"randomised-response": ("randomized-response",)}


def _account(p: argparse.ArgumentParser) -> None:
    for name, (value, text) in MECHANISMS.items():
        names = [f"--{word}" for word in (name, *OTHER_NAMES.get(name, ()))]
        p.add_argument(*names, action=_Append, dest="parts", const=name, metavar=value, help=text)
    p.add_argument(
        "--steps",
        action=_Append,
        dest="parts",
        const="steps",
        metavar="N",
        help="how often the mechanism before it is used (default 1)",
    )
    p.add_argument("--delta", metavar="DELTA", help="find the least epsilon for this delta")
    p.add_argument("--epsilon", metavar="EPSILON", help="find the least delta for this epsilon")
    p.add_argument("--order", metavar="ORDER", help="print the Renyi divergence of this order > 1 as well")
    p.add_argument(
        "--adjacency",
        choices=("replace-one", "add-remove"),
        default="replace-one",
        help="which data sets are neighbours: what the sensitivities refer to (default replace-one)",
    )


def _exposure(p: argparse.ArgumentParser) -> None:
    p.add_argument("data", metavar="DATA.csv", help="names, then one line of numbers a record; or diabetes")
    p.add_argument("--target", required=True, metavar="COLUMN", help="the column that is predicted")
    p.add_argument(
        "--mechanism", default="ops", metavar="NAME", help="ops (one posterior sample), output, gaussian"
    )
    p.add_argument("--loss", default="squared", metavar="NAME", help="squared (default), logistic, huber")
    p.add_argument("--lam", default="0", metavar="LAM", help="of (LAM/2)||theta||^2 (default 0)")
    p.add_argument("--gamma", default="1", metavar="GAMMA", help="noise has covariance A^-1/GAMMA")
    p.add_argument("--delta", metavar="DELTA", help="the delta at which eps is told")
    p.add_argument("--record", metavar="I", help="only record I of the data, counted from 0")
    p.add_argument("--new", metavar="FILE", help="records that are not in the data, with the same columns")
    p.add_argument(
        "--bounds",
        nargs="+",
        metavar="R",
        help="||x|| <= R and |y| <= R, or two numbers R Y: the worst over all such records",
    )
    p.add_argument("--huber-width", default="1", metavar="C", help="where Huber's loss turns linear")
    p.add_argument("--rows", default="20", metavar="N", help="how many of the most exposed to print")
    p.add_argument("--plot", metavar="FILE", help="write the distribution of eps there: .svg, .png or .pdf")


def _reproduce(p: argparse.ArgumentParser) -> None:
    p.add_argument("paper", metavar="PAPER", help="a source with experiments: wu2015 or wang2019")
    p.add_argument("--data", metavar="FILE", help="the IWPC warfarin table (default: the diabetes data)")
    p.add_argument("--out", required=True, metavar="DIR", help="where tables and figures go")
    p.add_argument(
        "--repetitions", default="50", metavar="N", help="how often everything is repeated (default 50)"
    )
    p.add_argument(
        "--choose",
        nargs="+",
        action="extend",
        metavar="NAME=VALUE",
        help="change a choice, such as rows=sphere (wu2015), n=500 (wang2019)",
    )
    p.add_argument("--seed", default="0", metavar="N", help="the same seed gives the same files (default 0)")
    p.add_argument(
        "--workers",
        default="1",
        metavar="N",
        help="processes, or the address of a Dask scheduler (default 1)",
    )


FIRST_STEPS = """\
try:
  dptheory prove 'exp(x) - 1 <= 2*x' --where '0 <= x <= 1'
  dptheory tighten 'exp(x) - 1 <= c*x' --find c --where '0 < x <= 1'
  dptheory show wu2015.theorem14
  dptheory verify wu2015
  eval "$(dptheory completion bash)"
exit status: 0 as asked, 1 a negative answer, 2 undecided, 64 bad input, 74 answer not written"""

GRAMMAR = """\
a claim   relations < <= = >= > between terms; a chain 0 <= x <= 1 claims each of its links
a term    numbers (0.1 is 1/10), variables, + - * / and ^ or **; pi, E (Euler's number); e^x is exp(x)
          the symbols of an answer can be typed too: ≤ ≥ · ² √ |x| ⌊x⌋ λ ε π
functions abs acos asin atan ceil cos cosh erf erfc exp floor log max min sin sinh sqrt tan tanh
          gamma(a), uppergamma(a, x), lowergamma(a, x)
where     conditions with commas between; `n integer`; other variables are any real number
          a name before ( is a function; any other is a variable, except that e alone is refused: E or e^x"""

EPILOGS = dict.fromkeys(("prove", "refute", "tighten", "growth"), GRAMMAR)


def _site(p: argparse.ArgumentParser) -> None:
    p.add_argument("directory", metavar="DIR", help="where it goes: a new folder, or a site made before")
    p.add_argument(
        "targets", nargs="*", metavar="ID|SOURCE|FILE",
        help="what to show, with all that it rests on; everything if omitted",
    )  # fmt: skip
    _record(p)


def _doctor(p: argparse.ArgumentParser) -> None:
    p.add_argument("--proofs", metavar="DIR", help="the record to look at (default: the library's own)")


def _nothing(p: argparse.ArgumentParser) -> None:
    """No arguments."""


def _completion(p: argparse.ArgumentParser) -> None:
    p.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


COMMANDS = {
    "verify": (_verify, "check every statement: derivation, model, refutation, twin, experiments"),
    "show": (_show, "one statement with its hypotheses, derivation and verdicts"),
    "prove": (_prove, "prove or refute an inequality"),
    "refute": (_claim, "look for a point where an inequality fails"),
    "tighten": (_tighten, "the best constant in an inequality, in closed form where there is one"),
    "growth": (_growth, "whether F = O(G), o(G), Theta(G), ..., with one constant on the whole domain"),
    "optimize": (_optimize, "the best parameter of a bound, beside the source's choices"),
    "bound": (_bound, "a bound at given parameters, or the parameter that reaches a target"),
    "chain": (_chain, "derive properties of an algorithm, with their rates, from others"),
    "audit": (_audit, "test by sampling whether a mechanism keeps the privacy that it claims"),
    "check": (_check, "check certificates again"),
    "account": (_account, "what many noisy releases give away together: (epsilon, delta), rounded up"),
    "exposure": (_exposure, "how much each record gives away, on this data set: exact epsilon, rounded up"),
    "list": (_list, "the statements of a source, with titles and verdicts"),
    "search": (_search, "statements by words of their identifiers, titles, notions and quotes"),
    "graph": (_graph, "what rests on what, computed from the proofs"),
    "rules": (_rules, "the rules of the logic: variables, premises, conclusion, proof, an example"),
    "define": (_define, "what a word of the library stands for"),
    "new": (_new, "a folder for a source of your own, with a first statement"),
    "fmt": (_fmt, "lay out files of statements in one way"),
    "axioms": (_axioms, "the rules and unproved results that a statement rests on"),
    "errata": (_paper, "printed forms and proofs that are refuted, incomplete, loose or broken"),
    "reproduce": (_reproduce, "rerun a source's experiments: tables and figures"),
    "sound": (_paper, "printed forms and proofs found sound"),
    "site": (_site, "the library, or your own statements, as a static site of pages"),
    "report": (_report, "an errata letter for authors and reviewers, and what was found sound"),
    "doctor": (_doctor, "versions, extras, and whether what is recorded is current"),
    "completion": (_completion, "what bash, zsh or fish need to complete commands and options"),
    "man": (_nothing, "the manual page: dptheory man | man -l -"),
}


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
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
        arguments(sub)
        _flag(sub, "--json", "answer as JSON")
        _flag(sub, "--ascii", "formulas in plain ASCII, as the command line reads them")
    return made


def _formulas(argv: Sequence[str]) -> list[str]:
    """Arguments such as ``-x<=1`` are formulas, not options: a space in front says so."""
    return [f" {a}" if a[:1] == "-" and a[:2] != "--" and set(a) & set("<>=") else a for a in argv]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. Without `argv` the process is the command's own."""
    if argv is None:
        own_process()
    try:
        if sys.stdout is None or sys.stdout.closed:
            raise Unwritable("standard output is closed")
        _encode_anything()
        status = _asked(sys.argv[1:] if argv is None else argv)
        flush()
        return status
    except Usage as error:
        _say(f"error: {_one_line(str(error))}")
        return USAGE_ERROR
    except Unwritable as error:
        _say(f"error: the answer cannot be written: {error}")
        _abandon_output()
        return UNWRITABLE
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except Exception:
        _say(f"{traceback.format_exc()}error: a fault of dptheory itself, and no answer")
        return FAULT


def _asked(argv: Sequence[str]) -> int:
    """Parse and run; argparse stops by itself after it printed --help."""
    try:
        return _dispatch(parser().parse_args(_formulas(argv)))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE_ERROR


def _encode_anything() -> None:
    """Where a stream cannot write a character, it writes '?' instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say(text: str) -> None:
    """A line on standard error, where there is one that can be written."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def _abandon_output() -> None:
    """What is left of the answer goes nowhere: no second error when the interpreter flushes."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def own_process() -> None:
    """What a process that runs one command can have otherwise.

    A command makes very many small values without cycles, most of which live as long as it does: to look
    through all of them for garbage every few hundred allocations would take half its time. Its matrices are
    small: threads of linear algebra would mostly wait for one another (where nothing else is asked for).
    """
    gc.set_threshold(100_000, 50, 100)
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def _one_line(text: str) -> str:
    from .errors import one_line

    return one_line(text)


def _dispatch(args: argparse.Namespace) -> int:
    if args.version:
        from . import __version__

        put(f"dptheory {__version__}\n")
        return 0
    if args.command is None:
        parser().print_help(sys.stderr)
        return USAGE_ERROR
    from .commands import run

    return run(args)
