"""The checker of worst cases on finite worlds: exact, without search and without floating point."""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "check": "FORMAT VERSION",
        "linear": "Program Row Sparse check_multipliers check_point evaluate sparse",
        "questions": (
            "ADD_REMOVE ADJACENCIES Data FiniteWorld Functional Limit Privacy Question REPLACE_ONE Term"
        ),
    },
)
