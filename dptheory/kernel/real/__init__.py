"""The checker of claims about real numbers: small, without search and without floating point.

`terms` and `grammar` say what a formula is, `claims` what is claimed, `defined` where a term is defined.
`ratfun` (normal forms), `calculus` (derivatives), `enclose` (enclosures, exact values) and `facts` (a
closed list of facts about the functions) are what proofs may rest on. `sequents` keeps what is left to
show; `poly`, `rules` and `analysis` are the rules of proof, one function each with its justification;
`certificates` reads JSON; `points` decides at exact points; `check` says *proved*, `check_witness`
*refuted*.

A certificate's node names its rule and that rule's fields, which the rule's docstring lists; lists that
would be empty may be left out, everything else is required and nothing else is allowed.
"""

from ..faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "claims": "Claim FLIPPED NEGATION Relation Variable claim_of parse_claim pieces_of relation",
        "compound": "COMPOUND_FORMAT Compound EMPTY FALSE compound_of parse_compound read_witness",
        "defined": "Obligation holds implied instances obligations within",
        "terms": (
            "BINDERS E FUNCTIONS INDEX PI Term apply continuous depends free_variables integer_terms "
            "is_integer is_name num rational_value rational_values replace_terms substitute subterms "
            "valued var"
        ),
        "grammar": "parse_term print_term term_from",
        "growing": "BOUNDED GROWTH Growth NOT_SMALLER SMALLER THETA UNBOUNDED",
        "families": "CONSTANT Constant FAMILY_FORMATS",
        "certificates": "FORMAT Fields VERSION certificate rational seal",
        "enclosures": "Box compare enclose exact exact_along exact_value interval work",
        "points": "PRECISIONS Point check_point decide defined_at is_zero_at",
        "binders": "index_of instance",
        "formulas": "Formula Literals Said formula_from",
        "check": "root step",
        "facts": "FACTS Fact fact lemmas",
        "sequents": "Sequent Task gap owing restart task",
        "ratfun": "Field Fraction",
        "sturm": "check_line polynomials radical",
        "series": "integrated quotient taylor vanishes",
        "calculus": "derivative",
        "pieces": "Piece",
        "bernstein": "affirmed coefficients",
        "poly": "combination",
        "sums": "joined",
    },
)
