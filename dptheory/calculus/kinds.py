"""Which properties there are: their words, what they are said of, and the definitions that they stand for.

A definition's arguments are named by the part that they play: the algorithm itself (``subject``), a rate
(``rate``), a number that has to be the very one (``order``), the law of the records (``law``), the privacy
loss of the algorithm (``logratio``), or something that the setting fixes (``loss``, ``H``, ``best``, and
``count`` and ``part``, which belong to a combinator).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..kernel.logic import DATA, INT, REAL, RECORD, SEQUENCE, VEC, Expr, Sort, function, law, set_of

ALWAYS, UNIFORM, POINTWISE, NO_SCOPE = "always", "uniform", "D", ""
SCOPES: Final = {
    "always": ALWAYS, "all": ALWAYS, "all-data": ALWAYS, "uniform": UNIFORM, "universal": UNIFORM,
    "D": POINTWISE, "pointwise": POINTWISE,
}  # fmt: skip
REPLACE_ONE: Final = "replace-one"
ADJACENCIES: Final = (REPLACE_ONE, "add-remove", "null-record")

RANDOMISED: Final = function(DATA, law(VEC))
TOLD: Final = function(VEC, DATA, law(VEC))
SAMPLED: Final = function(DATA, set_of(INT), law(VEC))
TOLD_SAMPLED: Final = function(VEC, DATA, set_of(INT), law(VEC))
STEPS: Final = function(INT, DATA, SEQUENCE, law(VEC))
ANSWERS: Final = function(INT, DATA, law(VEC))
RELEASES: Final = function(DATA, law(SEQUENCE))
RULE: Final = function(DATA, VEC)
SCORE: Final = function(INT, VEC, DATA, REAL)
JOINED: Final = function(INT, law(VEC))
JOINING: Final = function(DATA, RECORD, law(VEC))
JOINED_TOLD: Final = function(INT, VEC, law(VEC))

LOGRATIOS: Final[dict[Sort, Sort]] = {
    RANDOMISED: function(DATA, DATA, VEC, REAL),
    ANSWERS: function(INT, DATA, DATA, VEC, REAL),
}
"""What a privacy loss is a function of: the two data sets and the outcome, for answers which of them."""

SETTING: Final[dict[str, Sort]] = {
    "loss": function(VEC, RECORD, REAL),
    "H": set_of(VEC),
    "best": RULE,
    "base": law(VEC),
    "joined": JOINING,
    "alone": RANDOMISED,
    "exposure": function(DATA, RECORD, REAL),
    "target": law(RECORD),
    "weights": function(RECORD, REAL),
    "deviation": function(DATA, REAL),
    "toss": function(RECORD, INT),
    "path": function(INT, DATA),
    "place": function(INT, INT),
    "fresh": function(INT, RECORD),
    "optimum": VEC,
    "next": function(DATA, RECORD, VEC),
    "uniform": function(DATA, law(RECORD)),
}
"""What learning is about: the loss, the hypotheses, a minimiser of the empirical risk; an algorithm with
one record more and without it, the per-instance epsilon of each data set and record, the law of the records
to come with its density, the largest difference of risk and empirical risk, what a coin shows; and data sets
of which each is the one before with the record at a place replaced by a fresh one; the hypothesis of
least risk, a minimiser of the empirical risk on data with one record more, and the uniform law on the
records of a data set.
"""


@dataclass(frozen=True)
class Kind:
    """One property of things of one sort: its word, its definition, and the parts of that one's arguments."""

    word: str
    sort: Sort | None
    definition: str
    parts: tuple[str, ...]
    scope: str = NO_SCOPE

    @property
    def rates(self) -> int:
        """How many rates it has."""
        return self.parts.count("rate")

    @property
    def orders(self) -> int:
        """How many numbers have to be the very ones."""
        return self.parts.count("order")

    @property
    def numbers(self) -> int:
        """How many numbers are written after its word."""
        return self.rates + self.orders


def _kind(word: str, sort: Sort | None, definition: str, parts: str, scope: str = NO_SCOPE) -> Kind:
    return Kind(word, sort, definition, tuple(parts.split()), scope)


KINDS: Final = (
    _kind("Private", RANDOMISED, "private", "subject rate"),
    _kind("Private", RANDOMISED, "approximately_private", "subject rate rate"),
    _kind("Private", TOLD, "private_told", "subject rate"),
    _kind("Private", TOLD, "approximately_private_told", "subject rate rate"),
    _kind("Private", SAMPLED, "private_on_samples", "subject rate"),
    _kind("Private", SAMPLED, "approximately_private_on_samples", "subject rate rate"),
    _kind("Private", TOLD_SAMPLED, "private_on_samples_told", "subject rate"),
    _kind("Private", STEPS, "private_steps", "subject count rate"),
    _kind("Private", STEPS, "approximately_private_steps", "subject count rate rate"),
    _kind("Private", RELEASES, "private_releases", "subject rate"),
    _kind("Private", RELEASES, "approximately_private_releases", "subject count rate rate"),
    _kind("Renyi", RANDOMISED, "renyi", "subject logratio order rate"),
    _kind("ZeroConcentrated", RANDOMISED, "zero_concentrated", "subject logratio rate"),
    _kind("ZeroConcentrated", ANSWERS, "each_zero_concentrated", "subject logratio count rate"),
    _kind("LossWithin", RANDOMISED, "loss_within", "subject logratio rate"),
    _kind("Stable", RANDOMISED, "strongly_stable", "loss subject rate"),
    _kind("NormStable", RULE, "norm_stable", "subject rate"),
    _kind("Sensitive", SCORE, "sensitive_scores", "subject count rate"),
    _kind("AERM", RANDOMISED, "aerm_always", "loss best subject rate", ALWAYS),
    _kind("AERM", RANDOMISED, "aerm", "loss best subject law rate", UNIFORM),
    _kind("Gibbs", RANDOMISED, "gibbs_rule", "loss subject base order"),
    _kind("Covered", None, "covered", "loss best base order"),
    _kind("Generalises", RANDOMISED, "generalises", "loss subject law rate", UNIFORM),
    _kind("Consistent", RANDOMISED, "consistent", "loss H subject law rate", UNIFORM),
    _kind("Consistent", SAMPLED, "consistent_on_samples", "loss H subject law count rate", UNIFORM),
    _kind("PerInstance", JOINED, "instance", "subject rate rate"),
    _kind("PerInstance", JOINED_TOLD, "instance_told", "subject rate rate"),
    _kind("PerInstanceEach", JOINED, "instance_each", "subject count rate rate"),
    _kind("Forward", JOINED, "forward", "subject rate rate"),
    _kind("Backward", JOINED, "backward", "subject rate rate"),
    _kind(
        "PerInstanceOnAverage",
        RANDOMISED,
        "average_private",
        "subject joined exposure law rate rate",
        UNIFORM,
    ),
    _kind(
        "PerInstanceAcross",
        JOINING,
        "average_private_across",
        "subject alone exposure law target weights rate rate rate",
        UNIFORM,
    ),
    _kind("GeneralisesAcross", JOINING, "generalises_across", "loss subject law target rate", UNIFORM),
    _kind("GroupPrivate", RANDOMISED, "group_private", "subject rate rate"),
    _kind("GroupPrivate", RANDOMISED, "group_private_of", "subject path place fresh order rate rate"),
    _kind("Concentrated", None, "concentrated", "loss law rate rate", UNIFORM),
    _kind("Proper", RANDOMISED, "proper", "subject H"),
    _kind("UniformlyConverges", None, "uniformly_convergent", "loss H law deviation rate", POINTWISE),
    _kind("GeneralisesLikely", RANDOMISED, "generalises_likely", "loss subject law rate rate", UNIFORM),
    _kind("Unordered", SAMPLED, "unordered", "subject count"),
    _kind("Proper", SAMPLED, "proper_on_samples", "subject H"),
    _kind("Apart", RANDOMISED, "apart", "subject part"),
    _kind("StronglyConvex", None, "curved", "loss H order"),
    _kind("Lipschitz", None, "steep", "loss H rate"),
    _kind("Attained", None, "attained", "loss H law optimum", POINTWISE),
    _kind("Learns", RULE, "excess_below", "loss subject law optimum order rate", POINTWISE),
    _kind("Minimises", RULE, "erm_rule", "loss H subject"),
    _kind("NextERM", None, "erm_next", "loss H next"),
    _kind("UniformLaws", None, "uniform_each", "uniform"),
    _kind("BoundedLoss", None, "unit_loss", "loss"),
    _kind("ERM", None, "erm", "loss H best"),
    _kind("Tosses", None, "tosses", "toss"),
    _kind("ToldBefore", STEPS, "told_steps", "subject count"),
)

_NAMES: Final = {
    "PerInstanceOnAverage": ("m", "delta"),
    "PerInstanceAcross": ("m", "m2", "delta"),
    "Concentrated": ("tau", "beta"),
    "GeneralisesLikely": ("tau", "beta"),
    "ZeroConcentrated": ("rho",),
    "LossWithin": ("eps",),
    "Renyi": ("eps",),
    "Lipschitz": ("rho",),
}

BY_DEFINITION: Final = {kind.definition: kind for kind in KINDS}
WORDS: Final = {kind.word.lower(): kind.word for kind in KINDS} | {"generalizes": "Generalises"}
SILENT: Final = ("unit_loss", "erm", "erm_next", "uniform_each", "tosses", "told_steps")
"""Properties of the setting: presupposed where a rule needs them."""

JOINING_WORDS: Final = frozenset(kind.word for kind in KINDS if kind.sort in (JOINED, JOINED_TOLD))
"""Properties of data that records join: their neighbours are add/remove."""

RANDOMISED_WORDS: Final = {
    RANDOMISED: "a randomised algorithm",
    TOLD: "an algorithm that is told the output of another",
    SAMPLED: "an algorithm on samples",
    TOLD_SAMPLED: "an algorithm on samples that is told the output of another",
    STEPS: "the steps of an algorithm",
    ANSWERS: "independent answers",
    RELEASES: "an algorithm with many releases",
    RULE: "a deterministic rule",
    SCORE: "a score of candidates",
    JOINED: "an algorithm on data that a group of records joins",
    JOINING: "an algorithm on data with one record more",
    JOINED_TOLD: "an algorithm on data that a group of records joins, told the output of another",
}


def order_names(kind: Kind) -> tuple[str, ...]:
    """What the numbers of a property are called that have to be the very ones."""
    known = {"Renyi": "alpha", "StronglyConvex": "lam", "Gibbs": "lam", "Covered": "K", "Learns": "delta"}
    return (known.get(kind.word, "k"),)[: kind.orders]


def rate_names(kind: Kind) -> tuple[str, ...]:
    """What the rates of a property are called.

    >>> rate_names(KINDS[0]), rate_names(BY_DEFINITION["generalises_likely"])
    (('eps',), ('tau', 'beta'))
    """
    usual = ("eps", "delta") if kind.rates == 2 or kind.word == "Private" else ("rate",)
    return _NAMES.get(kind.word, usual)[: kind.rates]


def kind_of(formula: Expr) -> Kind | None:
    """The kind of a formula that is a property, else None."""
    return BY_DEFINITION.get(formula.label) if formula.head == "defined" else None


def part(formula: Expr, name: str) -> tuple[Expr, ...]:
    """The arguments of a property that play a part."""
    kind = BY_DEFINITION[formula.label]
    if kind.definition == "apart":  # its subject is the pair of the two algorithms
        return {"subject": formula.args[:2], "part": formula.args[2:]}.get(name, ())
    return tuple(a for a, p in zip(formula.args, kind.parts, strict=True) if p == name)
