"""Written derivations: sorted terms with binders, definitions, a closed list of rules, no search.

`sorts`, `signature` and `terms` say what a formula is, `sorting` checks that it is one, `grammar` and
`printing` are its text. `rules` is the numbered list; `calculation` makes a step of arithmetic a claim about
real numbers; `theorems` says what is claimed; `derivations` checks a proof.
"""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "signature": (
            "ARITHMETIC BINARY_REAL CONNECTIVES CONSTANTS DRAWS OPERATIONS PREDICATES RELATIONS "
            "RESERVED UNARY_REAL VECTOR is_name"
        ),
        "sorts": "BASE DATA INT PROP REAL RECORD SEQUENCE Sort VEC fits function law parse_sort set_of",
        "terms": (
            "Definition Expr abstract applied apply_function free_names is_closed normal num op "
            "open_with rebuild replace_all substitute var walk"
        ),
        "printing": "open_named show",
        "calculation": "Names conjuncts same_vector step_claims",
        "grammar": "Scope elaborate term",
        "theorems": "IDENTIFIER Judged Library Theorem theorem_text used_definitions",
        "rules": "POLYMORPHIC Rule numbered_rules",
        "derivations": "Certificates Checked Checker Line RULES_TEXT STRUCTURAL schema",
    },
)
