"""The checker of claims about real numbers: small, without search and without floating point.

A certificate's node names its rule and that rule's fields, which the rule's docstring lists; lists that
would be empty may be left out, everything else is required and nothing else is allowed.
"""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "analysis": "segment",
        "bernstein": "affirmed coefficients",
        "binders": "index_of instance",
        "calculus": "derivative",
        "certificates": "FORMAT Fields VERSION certificate rational read seal",
        "check": "RULES claim_tasks root step",
        "claims": "Claim FLIPPED NEGATION Relation Variable claim_of parse_claim pieces_of relation",
        "compound": "COMPOUND_FORMAT Compound EMPTY FALSE compound_of parse_compound read_witness",
        "defined": "Obligation holds implied instances obligations within",
        "enclosures": "Box compare enclose exact exact_along exact_value interval work",
        "facts": "FACTS Fact fact lemmas",
        "families": (
            "BOUNDED CONSTANT Constant FAMILY_FORMATS GROWTH Growth NOT_SMALLER SMALLER THETA UNBOUNDED"
        ),
        "formulas": "Formula Literals Said formula_from",
        "grammar": "parse_term print_term term_from",
        "pieces": "Piece",
        "points": "PRECISIONS Point check_point decide defined_at is_zero_at",
        "poly": "Summand combination",
        "ratfun": "Field Fraction",
        "rules": "joined",
        "sequents": "Sequent Task gap owing read_relation read_term restart task",
        "series": "integrated quotient taylor vanishes",
        "sturm": "check_line polynomials radical",
        "terms": (
            "BINDERS E FUNCTIONS INDEX PI Term apply continuous depends free_variables integer_terms "
            "is_integer is_name num numeral rational_value rational_values replace_terms substitute "
            "subterms valued var"
        ),
    },
)
