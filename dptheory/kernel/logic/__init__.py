"""Written derivations: sorted terms with binders, definitions, a closed list of rules, no search."""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "calculation": "Names conjuncts same_vector step_claims",
        "derivations": "Certificates Checked Checker Line RULES_TEXT STRUCTURAL schema",
        "grammar": "Scope elaborate term",
        "printing": "open_named show",
        "rules": "POLYMORPHIC Rule numbered_rules",
        "sorts": (
            "ARITHMETIC BASE BINARY_REAL CONNECTIVES CONSTANTS DATA DRAWS INT OPERATIONS PREDICATES "
            "PROP REAL RECORD RELATIONS RESERVED SEQUENCE Sort UNARY_REAL VEC VECTOR fits function "
            "is_name law parse_sort set_of"
        ),
        "terms": (
            "Definition Expr abstract applied apply_function normal num op open_with rebuild "
            "replace_all substitute var walk"
        ),
        "theorems": "IDENTIFIER Judged Library Theorem theorem_text used_definitions",
    },
)
