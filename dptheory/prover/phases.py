"""The phases of the search: which tactics are tried on a goal, in which order, cheap and special ones first.

What a tactic is for, and what it costs, is said where it is written (`registry`).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from .arithmetic.coefficients import by_coefficients
from .arithmetic.combination import by_algebra, by_combination, by_products, denominators
from .arithmetic.cones import by_cones
from .arithmetic.constants import by_constants
from .arithmetic.factors import by_factors, by_identity, by_nonzero_factors
from .arithmetic.fourier_motzkin import by_fourier_motzkin
from .arithmetic.homogeneous import by_homogenising
from .arithmetic.powers import by_base_comparison, by_bernoulli, by_reciprocal_bernoulli
from .arithmetic.rooting import by_taking_roots
from .arithmetic.signs import by_written_signs
from .arithmetic.splitting import by_factored_equations, by_multiple_of_equation, by_unit_equation
from .arithmetic.squaring import by_squaring
from .arithmetic.sums import by_elimination, by_sum
from .arithmetic.univariate import by_univariate
from .asymptotics.inversion import by_asymptotic_series, by_inversion
from .asymptotics.leading import by_leading_exponent
from .asymptotics.oscillation import by_oscillation
from .cases.absolute import by_absolute_value, by_excluded_value
from .cases.branches import by_branches
from .cases.known_cases import by_known_cases
from .cases.splits import by_absolute_bounds, by_case_distinction, by_hypothesis_cases
from .cases.subintervals import by_subintervals
from .enclosures.bernstein import by_bernstein
from .enclosures.boxes import MANY_LEAVES, by_box, by_many_boxes
from .enclosures.propagation import by_interval_propagation
from .enclosures.ranges import by_ranges
from .enclosures.series import by_few_series, by_normal_form, by_series, by_series_as_written
from .facts.known import know_values
from .functions.entropy import by_weighted_tangents
from .functions.evaluated import by_known_values
from .functions.extremes import by_extreme_exponent
from .functions.gamma_ends import by_gamma_ends
from .functions.jensen import by_jensen
from .functions.largest import by_largest_factor
from .functions.logarithms import (
    by_exponent_comparison,
    by_exponential,
    by_grouped_logarithm,
    by_logarithm,
)
from .functions.majorised import by_majorised_exponents
from .functions.mean_roots import by_mean_root
from .functions.means import by_means
from .functions.ordered import by_ordered_values
from .functions.pairs import by_joined_logarithms, by_pairs
from .functions.placed import by_placed_tangents
from .functions.power_products import by_products_of_powers
from .functions.powersums import by_power_sums
from .functions.primes import by_prime_logarithms
from .functions.signomials import by_signomials
from .functions.special import by_coefficient_sign, by_log_comparison, by_special
from .functions.tangents import by_logarithm_below, by_split_roots, by_tangents, by_tangents_alone
from .functions.written import by_written_out_logarithms
from .functions.young import by_young
from .integers.induction import by_first_case, by_induction, by_integer_gap, by_rounding
from .integers.recurrences import by_recurrence
from .integers.room import by_room
from .integers.summation import by_summation
from .integers.telescope import by_telescope
from .monotonicity.at_bound import by_value_at_bound
from .monotonicity.cells import by_cells
from .monotonicity.closed_ends import by_closed_end
from .monotonicity.crossing import by_crossing
from .monotonicity.curvature import by_curvature
from .monotonicity.derivative_signs import by_derivative_sign, by_second_derivative
from .monotonicity.derivatives import by_derivatives, by_descent
from .monotonicity.implicit import by_implicit
from .monotonicity.isolating import by_isolating
from .monotonicity.multiplier import by_multiplier
from .monotonicity.separating import by_bounded_summands
from .monotonicity.tails import by_tail
from .phase import (
    Phase,
    algebraic,
    algebraic_of_many,
    branches_of_exponentials,
    branches_of_many,
    integers_alone,
    of_exponentials,
    of_integers,
    of_many,
    of_one,
    of_powers,
    powers_of_integers,
    roots_of_many,
    with_binders,
    with_binders_or_gamma,
)
from .substitution.arcs import by_angle
from .substitution.changes import (
    by_exp_substitution,
    by_fixed_value,
    by_log_of_unknown,
    by_log_substitution,
    by_root_of_unknown,
    by_shift,
    by_substitution,
)
from .substitution.composed import by_factorwise, by_termwise
from .substitution.crossed import by_crossed_product
from .substitution.inner import by_inner_value
from .substitution.monomials import by_product_variables
from .substitution.parity import by_parity
from .substitution.radicals import by_radicals
from .substitution.reflection import by_reflection
from .substitution.root_factors import by_root_factors
from .substitution.roots import by_root_variables, by_squared_conditions
from .substitution.scaling import by_scale
from .substitution.separable import by_min_max, by_separation
from .substitution.shared import by_shared_terms
from .substitution.translation import by_translation
from .substitution.units import by_units
from .substitution.whole_powers import by_whole_powers
from .sums_of_squares.binomials import by_binomial_squares
from .sums_of_squares.quadratics import by_quadratic_form
from .sums_of_squares.squares import by_few_squares, by_squares

DEEP: Final = 4
"""The depth from which symmetries are looked for, and ranges of variables are split."""

BEFORE: Final = (
    Phase("powers that are not expanded", (by_base_comparison,)),
    Phase("a sum of what is given", (by_sum,), depth=0),
    Phase(
        "sums, products, integrals and values of gamma of a known sign",
        (partial(by_known_cases, depth=2),),
        when=with_binders_or_gamma,
        attempted=False,
    ),
    Phase("sums, products and integrals", (by_summation,), when=with_binders),
    Phase("from what has no function values", (by_algebra,), attempted=False),
    Phase(
        "identities, and signs as written",
        (by_identity, partial(by_combination, degrees=(1,)), by_written_signs),
        depth=0,
        attempted=False,
    ),
)
"""What costs next to nothing; all that is tried at depth 0."""

COMPLETE: Final = (
    Phase("cases that are known", (by_known_cases,), when=of_many, attempted=False),
    Phase("values in order", (by_ordered_values, by_written_out_logarithms), when=of_many),
    Phase("cases of a logarithm of exponentials", (by_case_distinction,), when=branches_of_exponentials),
    Phase("one logarithm of a sum of exponentials", (by_exponential,), depth=2, when=of_exponentials),
    Phase("one unknown", (by_known_values, by_univariate)),
    Phase("equations that are products", (by_factored_equations,)),
    Phase("roots among the conditions", (by_root_variables, by_squared_conditions)),
    Phase("one unknown, once the others are eliminated", (by_fourier_motzkin,), when=algebraic),
    Phase(
        "cases before all else",
        (by_absolute_value, by_min_max, by_case_distinction),
        when=branches_of_many,
        attempted=False,
    ),
    Phase("squares before all else", (by_mean_root, by_squaring, by_constants), when=roots_of_many),
    Phase("other units", (by_units,), depth=2, when=of_many),
    Phase("each variable by itself", (by_separation,), when=of_many),
    Phase(
        "polynomials and quotients in several variables, before boxes",
        (
            by_factors,
            by_quadratic_form,
            by_binomial_squares,
            by_homogenising,
            by_coefficients,
            by_few_squares,
            partial(by_combination, degrees=(2,), effort=40_000),
            by_constants,
            by_cones,
            by_product_variables,
        ),
        when=algebraic_of_many,
    ),
    Phase("another variable for the only one", (by_root_of_unknown, by_log_of_unknown), depth=2, when=of_one),
    Phase(
        "one variable on an interval, and what is put together of such",
        (
            by_tangents_alone,
            by_radicals,
            by_branches,
            by_few_series,
            by_closed_end,
            by_cells,
            by_absolute_value,
            by_series_as_written,
            by_normal_form,
            by_excluded_value,
            by_min_max,
            by_ranges,
            by_oscillation,
            by_inversion,
        ),
        when=of_one,
    ),
    Phase(
        "parts of a goal with several variables, and boxes",
        (by_multiplier, by_absolute_value, by_min_max, by_ranges),
        when=of_many,
    ),
)
"""What is complete for some kind of goals."""

WRITTEN: Final = (
    Phase("terms that a hypothesis has, too", (by_shared_terms,), depth=2),
    Phase("a factor as large as it may be", (by_largest_factor,), depth=2, when=of_many, attempted=False),
    Phase("room between products", (by_room,), depth=2, when=of_one, attempted=False),
    Phase("numbers, each in one spelling", (by_prime_logarithms,), depth=2, attempted=False),
    Phase(
        "as it is written, with little depth",
        (by_bernoulli, by_special, by_fixed_value, by_absolute_bounds, by_log_substitution),
        deepest=1,
    ),
    Phase(
        "as it is written",
        (
            by_products_of_powers,
            by_inner_value,
            by_root_factors,
            by_logarithm_below,
            by_leading_exponent,
            by_bernoulli,
            by_special,
            by_coefficient_sign,
            by_tail,
            by_crossing,
            by_gamma_ends,
            by_recurrence,
            by_extreme_exponent,
            by_implicit,
            by_fixed_value,
            by_absolute_bounds,
            by_exponent_comparison,
            by_log_substitution,
            by_power_sums,
            by_derivative_sign,
        ),
        depth=2,
    ),
    Phase(
        "cases to be distinguished, or another variable",
        (by_case_distinction, partial(by_hypothesis_cases, equations=True), by_shift),
        attempted=False,
    ),
    Phase(
        "as a whole, when there are no cases to distinguish",
        (
            by_homogenising,
            by_parity,
            by_curvature,
            by_elimination,
            by_pairs,
            by_majorised_exponents,
            by_joined_logarithms,
            by_weighted_tangents,
            by_jensen,
            by_means,
            by_signomials,
            by_young,
            by_reciprocal_bernoulli,
            by_telescope,
            by_factorwise,
            by_taking_roots,
            by_isolating,
            by_scale,
            by_whole_powers,
            by_crossed_product,
            by_value_at_bound,
            by_termwise,
            by_second_derivative,
        ),
        depth=2,
    ),
    Phase("symmetries", (by_translation, by_reflection, by_angle), depth=DEEP),
)
"""What looks at the goal as it is written, before its function values are known."""

KNOWN: Final = (
    Phase(
        "combinations of what is known of function values",
        (by_identity, partial(by_combination, degrees=(1, 2))),
        prepare=(know_values, denominators),
        attempted=False,
    ),
    Phase("constants", (by_constants,), when=of_many),
    Phase("multiples of conditions by terms", (partial(by_elimination, terms=True),), depth=2),
    Phase("factors", (by_factors,)),
    Phase("exponents", (by_logarithm, by_grouped_logarithm), depth=2, when=of_powers),
    Phase("tangents", (by_tangents, by_split_roots)),
    Phase(
        "polynomials, boxes, integers next to one another",
        (
            by_coefficients,
            by_cones,
            by_box,
            by_many_boxes,
            by_bernstein,
            by_series,
            by_oscillation,
            by_integer_gap,
            by_rounding,
        ),
    ),
)
"""What knows the function values that occur."""

REWRITING: Final = (
    Phase("induction, where exponents are compared", (by_induction,), depth=2, when=powers_of_integers),
    Phase("logarithms", (by_log_comparison, by_logarithm), depth=2),
    Phase("parts of the range", (by_subintervals,), depth=DEEP),
    Phase(
        "squares, other variables, derivatives",
        (
            by_squaring,
            by_interval_propagation,
            by_derivatives,
            by_substitution,
            partial(by_squaring, constants=True),
        ),
        depth=2,
    ),
    Phase("induction", (by_induction,), depth=2, when=integers_alone),
    Phase(
        "exponentials and logarithms",
        (by_exp_substitution, by_exponential, by_grouped_logarithm),
        depth=2,
    ),
    Phase("bounds near an open end", (by_bounded_summands,), when=of_one),
    Phase("the first of the integers", (by_first_case,), depth=2, when=of_integers),
    Phase("long combinations, sums of squares", (by_products, by_squares), depth=2),
    Phase("cases of hypotheses", (by_hypothesis_cases,), depth=2, attempted=False),
    Phase("parts of a bounded range", (by_subintervals,), depth=2, deepest=DEEP - 1, attempted=False),
    Phase("parts of any range", (partial(by_subintervals, bounded=False),), depth=DEEP, attempted=False),
    Phase("series at infinity", (by_asymptotic_series,), depth=2),
    Phase("tangents at places that are named", (by_placed_tangents,), depth=2, when=of_many),
)
"""What rewrites the goal: logarithms, squares, other variables, derivatives."""

INEQUALITY: Final = (*BEFORE, *COMPLETE, *WRITTEN, *KNOWN, *REWRITING)
"""All that is tried on a < b, a <= b, a > b and a >= b."""

EQUALITY: Final = (
    Phase("identities", (by_identity, by_multiple_of_equation), depth=0, attempted=False),
    Phase("identities of function values", (by_identity,), prepare=(know_values,), attempted=False),
    Phase("one unknown", (by_univariate,)),
)
"""What is tried on a = b before a <= b and a >= b."""

DISTINCT: Final = (
    Phase("factors that are not 0", (by_nonzero_factors, by_unit_equation, by_excluded_value), depth=0),
    Phase("one unknown", (by_univariate,)),
)
"""What is tried on a != b after a > b or a < b, whichever the samples suggest."""

NARROW: Final = (
    Phase("signs", (by_sum, by_identity, by_written_signs), depth=0, attempted=False),
    Phase(
        "factors, enclosures, derivatives without divisors",
        (
            by_identity,
            partial(by_combination, degrees=(1,)),
            by_factors,
            partial(by_box, leaves=MANY_LEAVES),
            by_descent,
        ),
        prepare=(know_values, denominators),
        attempted=False,
    ),
)
"""What is tried on a goal of one variable close to a zero of a known order, or enclosed away from 0."""
