"""Goals at the ends of segments."""

from dptheory.kernel.real import num, var
from dptheory.kernel.real.claims import Relation
from dptheory.prover.goals.goal import Goal
from dptheory.prover.goals.segments import fails_at_end
from dptheory.prover.substitution.equations import NOWHERE


def test_a_goal_of_a_name_that_its_sequent_does_not_have_is_looked_at() -> None:
    """At a place given by terms a name may be left over; it raised KeyError, and the whole search was lost."""
    assert fails_at_end(Goal(NOWHERE.showing(Relation(">", var("k"), num(1))), ({},)))
