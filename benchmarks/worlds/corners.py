"""Whether false statements are refuted and true ones are not, of texts that the search was not made for.

Run with ``python benchmarks/worlds/corners.py [--effort E] [--only WORD] [FILES ...]``: one line for each
form, with the world in which it fails. The texts beside this file were written before anything was run on
them.
The effort is that of a statement; its model and its counterexample have the parts that `try` gives them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from dptheory.commands.running import library_for
from dptheory.worlds.metering import EFFORT, FAILURE, MODEL
from dptheory.worlds.trial import Trial

HERE = Path(__file__).parent / "corners"


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("--effort", type=int, default=EFFORT)
    reading.add_argument("--only", default="", help="a word of the names of the statements to be tried")
    reading.add_argument("files", nargs="*", default=[str(HERE / "false.thm"), str(HERE / "true.thm")])
    given = reading.parse_args()
    for file in given.files:
        library, names = library_for([file])
        found = []
        for name in names:
            for form in library.get(name).forms if given.only in name else ():
                start = time.process_time()
                model = Trial(form.theorem, library.definitions, effort=given.effort // MODEL).model()
                failure = Trial(form.theorem, library.definitions, effort=given.effort // FAILURE).failure()
                seconds, shown = time.process_time() - start, failure.shown
                nearest = f"best {failure.best:.3g}; {failure.refused[-1:]}"
                told = "; ".join(shown.world.entries) if shown else nearest
                found.append(shown is not None)
                has, said = "model" if model.shown else "no model", "refuted" if shown else "-"
                print(f"{form.name:30} {has:9} {said:8} {seconds:6.1f} s  {told}", flush=True)
        print(f"{file}: {sum(found)} of {len(found)} refuted")


if __name__ == "__main__":
    main()
