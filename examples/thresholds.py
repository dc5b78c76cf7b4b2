"""Why no private algorithm learns thresholds: the argument of Wang, Lei and Fienberg 2016, carried out.

    python examples/thresholds.py 2 8/5

takes the number of records (default 2) and e^eps (default 8/5), builds the packing and prints every
inequality of section 3.3 with the kernel's verdict.
"""

from __future__ import annotations

import sys

from dptheory.constructions import argument, judged


def main(n: int = 2, ratio: str = "8/5") -> None:
    made = argument(n=n, ratio=ratio)
    packing = made.packing
    print(f"n = {n}, e^eps = {ratio}: K = {packing.count}, eta = {packing.eta}")
    for i in range(1, min(packing.count, 3) + 1):
        low, high = packing.interval(i)
        data = ", ".join(f"({x}, {label})" for x, label in packing.data(i)[:4])
        print(f"h_{i} = {packing.point(i)}, I_{i} = [{low}, {high}], Z_{i} = {data}")
    for found in map(judged, made.steps):
        print(f"{found.verdict.status:<8} {found.step.kind:<9} {found.step.label:<3} {found.step.words}")


if __name__ == "__main__":
    main(*(int(a) if k == 0 else a for k, a in enumerate(sys.argv[1:3])))
