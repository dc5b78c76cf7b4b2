"""The checker of worst cases on finite worlds: exact, without search and without floating point.

`linear` checks solutions and multipliers of rational linear programs, `questions` says what data sets there
are, which are neighbours, and what is asked of all mechanisms, `check` reads a certificate and says
*refuted* or *checked*.
"""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "questions": (
            "ADD_REMOVE ADJACENCIES Data FiniteWorld Functional Limit Privacy Question REPLACE_ONE Term"
        ),
        "linear": "Program Row Sparse check_multipliers check_point evaluate sparse",
        "check": "FORMAT VERSION",
    },
)
