"""Arguments that build concrete objects, carried out: every object exact, every inequality a claim.

- `steps`: a step of an argument, judged by the kernel.
- `thresholds`: Wang, Lei and Fienberg 2016, Proposition 12 and section 3.3, for given n and e^eps.
- `phase`: Proposition 33 and Figure 4: what a decay rate of delta(n) allows, with the results that say so.

>>> from dptheory.constructions import argument, judged
>>> [found.verdict.status for found in map(judged, argument(n=2, ratio="8/5").steps)][:3]
['proved', 'proved', 'refuted']
"""

from .phase import Phase, classify
from .steps import Judged, Step, judged
from .thresholds import Argument, Packing, argument

__all__ = ["Argument", "Judged", "Packing", "Phase", "Step", "argument", "classify", "judged"]
