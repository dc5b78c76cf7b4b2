"""Arguments of the commands about mechanisms and data."""

from __future__ import annotations

import argparse

from .options import flag, plot


def audit(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "subject",
        metavar="NAME|MODULE:FUNCTION",
        nargs="?",
        help="a mechanism of the library, or f(dataset, size, rng) -> array; the names if omitted",
    )
    p.add_argument(
        "--claim",
        action="together",
        metavar="CLAIM",
        help="such as 'eps=1', 'eps=1, delta=1e-5', 'rho=1/2, delta=1e-5' (zCDP); with --one-run also 'mu=1'",
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
        "--at", action="store_true", help="compare --data with its own neighbours alone: a promise about it"
    )
    p.add_argument(
        "--bits", action="store_true", help="look at the outputs' last bits too, where double precision leaks"
    )
    p.add_argument(
        "--trace", action="store_true", help="name the lines whose noise covers too little on the pair found"
    )
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
        "--seed", help="of all random numbers (default 0; with --confirm, one that the system draws)"
    )
    p.add_argument(
        "--noise", default="1", metavar="FACTOR", help="multiplies the noise of a NAME; 0.7 cuts it by 30 %%"
    )
    p.add_argument("--workers", default="1", help="processes (default 1), or the address of a Dask scheduler")
    p.add_argument(
        "--timeout",
        metavar="SECONDS",
        help="that one call may take (default 60; with --one-run 3600); a slower one ends the audit, without"
        " a verdict",
    )
    flag(p, "--black-box", "do not look at a density, even where there is one")
    plot(p)
    p.add_argument("--out", metavar="FILE", help="write the report there as JSON, whole or not at all")
    p.add_argument(
        "--confirm",
        metavar="REPORT",
        help="draw anew on the data sets of a report and count its events again",
    )


def exposure(p: argparse.ArgumentParser) -> None:
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


def plan(p: argparse.ArgumentParser) -> None:
    p.add_argument("data", metavar="DATA.csv", help="names, then one line of numbers a record")
    p.add_argument("--target", required=True, metavar="COLUMN", help="the column that is predicted")
    p.add_argument("--loss", default="logistic", metavar="NAME", help="logistic (default), hinge, squared")
    p.add_argument("--eps", required=True, metavar="EPS", help="the privacy that the model is to keep")
    p.add_argument("--delta", default="0", metavar="DELTA", help="the same (default 0)")
    p.add_argument("--radius", default="1", metavar="R", help="models have norm at most R (default 1)")
    p.add_argument("--confidence", default="0.95", metavar="P", help="of the bound (default 0.95)")
    p.add_argument("--norm", metavar="B", help="public: all records have ||x|| <= B (default 1)")
    p.add_argument(
        "--range",
        nargs="+",
        action="extend",
        metavar="NAME=LOW:HIGH",
        help="public, instead of --norm: the range of every feature",
    )
    flag(p, "--clip", "move records that lie outside to the nearest inside, instead of refusing them")
    flag(p, "--intercept", "one more feature, constant")
    p.add_argument("--labels", nargs=2, metavar="WORD", help="two labels that are words: for 0, and for 1")
    p.add_argument("--label-bound", default="1", metavar="Y", help="with squared, public: |target| <= Y")
    p.add_argument("--held-out", default="0.2", metavar="SHARE", help="kept for the test (default 0.2)")
    p.add_argument("--fit", metavar="MODEL.json", help="train; write the private model and its claim there")
    p.add_argument("--seed", metavar="N", help="of the noise, to try out (default: the system's randomness)")


def reproduce(p: argparse.ArgumentParser) -> None:
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
