"""Arguments of the commands that calculate: optima, bounds, chains of properties, accounts."""

from __future__ import annotations

import argparse

from .options import effort, flag, plot, record, setting, target, where


def optimize(p: argparse.ArgumentParser) -> None:
    setting(p)
    p.add_argument("--over", required=True, metavar="NAME", help="the parameter to choose, such as lam")
    p.add_argument("--format", choices=("text", "latex"), default="text", help="latex: a piece of a paper")
    target(p)
    plot(p)


def bound(p: argparse.ArgumentParser) -> None:
    setting(p)
    target(p)
    plot(p)


def chain(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--given",
        action="append",
        metavar="PROPERTY",
        help="what is known, such as 'Private(eps, 0)' or 'B: Private(eps, 0)'; may be repeated",
    )
    p.add_argument("--goal", metavar="PROPERTY", help="what is asked, such as Consistent; rates if wanted")
    where(p, "on numbers, such as '0 < eps < 1'")
    flag(p, "--sharp", "use the sharp forms of the library's statements as well")
    flag(p, "--samplings", "instead: which amplification applies to which sampling and neighbours")
    flag(p, "--fresh", "check again what is cited instead of believing the record")
    effort(p, 4_000_000, "steps to compare two rates, each about a microsecond")
    p.add_argument("--write", metavar="FILE", help="write the derivation with its certificates there")
    p.add_argument("--proofs", metavar="DIR", help="recorded certificates (default: proofs)")


def phase(p: argparse.ArgumentParser) -> None:
    p.add_argument("rate", metavar="RATE", help="delta(n), a function of n above 0: 'sqrt(log(n))/n'; or 0")
    record(p)


MECHANISMS = {
    "gaussian": ("SIGMA", "noise N(0, SIGMA^2) on a query of l2-sensitivity 1"),
    "laplace": ("SCALE", "noise of density exp(-|t|/SCALE) on a query of l1-sensitivity 1"),
    "randomised-response": ("P", "one bit, true with probability P; P,K of K answers; or eps=EPS, log-odds"),
    "exponential": ("EPS", "exponential mechanism, chances as exp(EPS u/2), utility u of sensitivity 1"),
    "exponential-monotone": ("EPS", "the same, and a record added lowers no utility: half the cost"),
    "discrete-gaussian": ("SIGMA", "whole noise, chances as exp(-x^2/(2 SIGMA^2)), whole values"),
    "discrete-laplace": ("SCALE", "whole (geometric) noise, chances as exp(-|x|/SCALE), whole values"),
    "zcdp": ("RHO", "a release that is claimed to be RHO-zCDP, whatever it does"),
}
"""What `accounting.kinds` has, each with the name of its parameter; nothing is imported for `--help`."""
OTHER_NAMES = {"randomised-response": ("randomized-response",), "discrete-laplace": ("geometric",)}


def account(p: argparse.ArgumentParser) -> None:
    for name, (value, text) in MECHANISMS.items():
        names = [f"--{word}" for word in (name, *OTHER_NAMES.get(name, ()))]
        _part(p, names, name, value, text)
    _part(p, ["--laws"], "laws", "P:Q", "any finite mechanism by its two laws, as weights: 3,1,1:1,1,3")
    _part(
        p,
        ["--mixture"],
        "mixture",
        "TEXT",
        "one of several, by a public draw: '1/4 gaussian 1 + 3/4 laplace 2'",
    )
    _part(p, ["--steps"], "steps", "N", "how often the mechanism before it is used (default 1)")
    _part(
        p,
        ["--sampling-rate"],
        "sampling-rate",
        "Q",
        "the mechanism before it sees a sample, each record with chance Q: 256/60000; see --sampling",
    )
    _training(p)
    p.add_argument("--delta", metavar="DELTA", help="find the least epsilon for this delta")
    p.add_argument("--epsilon", metavar="EPSILON", help="find the least delta for this epsilon")
    p.add_argument("--order", metavar="ORDER", help="print the Renyi divergence of this order > 1 as well")
    p.add_argument(
        "--events", metavar="FILE", help="JSON: an event tree of dp_accounting, or a history of Opacus"
    )
    p.add_argument("--curve", metavar="FILE", help="write delta against epsilon there, both ends, as .csv")
    p.add_argument(
        "--trade-off", metavar="FILE", help="write true positives, at most, against false ones there, as .csv"
    )
    plot(p)
    _adjacency(p)


def _training(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--batch", metavar="B", help="with --records N: a sampling rate of B/N (an expected batch)"
    )
    p.add_argument("--records", metavar="N", help="how many records there are")
    p.add_argument("--epochs", metavar="E", help="with these: E N/B steps, rounded up")
    p.add_argument(
        "--sampling",
        choices=("poisson", "without-replacement", "fixed", "shuffle"),
        default="poisson",
        help="how batches are drawn: each record independently (the default), a subset of fixed size, or all"
        " records cut into batches, always the same or shuffled for each pass",
    )


def _part(p: argparse.ArgumentParser, names: list[str], name: str, value: str, text: str) -> None:
    """An option whose name and value stand with the others' in the order in which they were written."""
    p.add_argument(
        *names, action="append", dest="parts", type=lambda given: (name, given), metavar=value, help=text
    )


def calibrate(p: argparse.ArgumentParser) -> None:
    p.add_argument("mechanism", metavar="MECHANISM", help=", ".join(MECHANISMS))
    p.add_argument("--epsilon", metavar="EPSILON", required=True, help="what all releases may give away")
    p.add_argument("--delta", metavar="DELTA", default="0", help="the same; 0 if omitted")
    p.add_argument("--steps", metavar="N", help="how many releases there are (default 1)")
    p.add_argument("--sampling-rate", metavar="Q", help="each sees a sample, each record with chance Q")
    p.add_argument(
        "--at",
        metavar="VALUE",
        help="this noise is fixed: how many steps may there be? With --records and --epochs or --steps, but"
        " no --batch: how large a batch?",
    )
    plot(p)
    _training(p)
    _adjacency(p)


def _adjacency(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--adjacency",
        choices=("replace-one", "add-remove"),
        help="which data sets are neighbours: what the sensitivities refer to (default replace-one;"
        " with Poisson samples add-remove)",
    )
    p.add_argument(
        "--clip",
        metavar="C",
        help="the noise is on a sum of records clipped to norm C: a neighbour moves it by C, by 2 C with"
        " replace-one",
    )
