"""The tactics in the order in which the search tries them, cheap and special ones first.

A tactic looks at the state of a proof and proposes how it goes on, or gives up at once. Which of them help on
the benchmark, and at what cost, is told by `benchmarks/prover/run.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic.coefficients import by_coefficients
from .arithmetic.cones import by_cones
from .arithmetic.factors import by_factors
from .arithmetic.homogeneous import by_homogenising
from .arithmetic.powers import by_bernoulli, by_bernoulli_below
from .arithmetic.rooting import by_rooting
from .arithmetic.squares import by_few_squares
from .arithmetic.squaring import by_squaring
from .arithmetic.sums import by_elimination
from .derivatives.cells import by_cells
from .derivatives.crossing import by_crossing
from .derivatives.curvature import by_curvature
from .derivatives.descent import by_derivatives
from .derivatives.implicit import by_implicit
from .derivatives.isolating import by_isolating
from .derivatives.multiplier import by_multiplier
from .derivatives.slopes import by_slopes
from .enclosures.bernstein import by_bernstein
from .enclosures.boxes import by_box, by_many_boxes
from .enclosures.branches import by_branches
from .enclosures.contracting import by_contracting
from .enclosures.faces import by_faces
from .enclosures.far import by_inverse
from .enclosures.half_lines import by_half_line
from .enclosures.ranges import by_ranges
from .enclosures.rays import by_rays
from .enclosures.series import (
    by_excluded,
    by_few_series,
    by_magnitude,
    by_restating,
    by_series,
    by_series_as_written,
)
from .functions.entropy import by_tangents, by_weights
from .functions.logarithms import by_exponential, by_exponents, by_grouped_logarithm, by_logarithm
from .functions.means import by_means
from .functions.powersums import by_power_sums
from .functions.signomials import by_signomials
from .functions.special import by_coefficient_sign, by_log_chords, by_pairs, by_special
from .functions.tangents import by_tangents_alone
from .functions.young import by_young
from .goals.splits import by_bounds
from .goals.state import Proof, ProofState, Prover
from .integers.induction import by_gap, by_rounding
from .integers.recurrences import by_stepping
from .integers.telescope import by_telescope
from .substitution.changes import by_pinning, by_power_of_e, by_substitution, by_unlogging
from .substitution.composed import by_quotients, by_terms
from .substitution.radicals import by_radicals
from .substitution.scaling import by_scale
from .substitution.separable import by_extremes
from .substitution.turning import by_turning

Tactic = Callable[[Prover, ProofState], Proof | None]

# what looks at parts of a goal with more variables, and at boxes
PARTS: tuple[Tactic, ...] = (by_extremes, by_ranges)
TOGETHER: tuple[Tactic, ...] = (by_multiplier, by_magnitude, *PARTS)
# what is complete for polynomials and their quotients in more variables, before boxes are tried
POLYNOMIAL: tuple[Tactic, ...] = (
    by_factors,
    by_homogenising,
    by_coefficients,
    by_few_squares,
    by_cones,
)
# what is complete for goals in one variable on an interval, and for what is put together of such
ALONE: tuple[Tactic, ...] = (
    by_tangents_alone,
    by_radicals,
    by_branches,
    by_few_series,
    by_cells,
    by_magnitude,
    by_series_as_written,
    by_restating,
    by_excluded,
    *PARTS,
    by_rays,
    by_inverse,
)
# what looks at the goal as it is written, before its function values are known; first with little depth
BRIEF: tuple[Tactic, ...] = (by_bernoulli, by_special, by_pinning, by_bounds, by_unlogging)
WRITTEN: tuple[Tactic, ...] = (
    by_bernoulli,
    by_special,
    by_coefficient_sign,
    by_crossing,
    by_stepping,
    by_implicit,
    by_pinning,
    by_bounds,
    by_exponents,
    by_unlogging,
    by_power_sums,
    by_slopes,
)
# what looks at it as a whole, when there are no cases to distinguish
WHOLE: tuple[Tactic, ...] = (
    by_homogenising,
    by_turning,
    by_curvature,
    by_elimination,
    by_pairs,
    by_weights,
    by_means,
    by_signomials,
    by_young,
    by_bernoulli_below,
    by_telescope,
    by_quotients,
    by_rooting,
    by_isolating,
    by_scale,
    by_terms,
)
# what knows the function values that occur, and is complete for polynomials and small boxes
KNOWN: tuple[Tactic, ...] = (
    by_coefficients,
    by_cones,
    by_half_line,
    by_box,
    by_many_boxes,
    by_bernstein,
    by_faces,
    by_series,
    by_rays,
    by_gap,
    by_rounding,
)
# what rewrites the goal: logarithms, squares, other variables, derivatives
HARDER: tuple[Tactic, ...] = (
    by_log_chords,
    by_logarithm,
    by_squaring,
    by_contracting,
    by_substitution,
    by_derivatives,
    by_power_of_e,
    by_exponential,
    by_tangents,
    by_grouped_logarithm,
)
