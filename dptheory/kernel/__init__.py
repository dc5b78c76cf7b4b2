"""The trusted core: the only code that can say *proved* or *refuted*."""

from .faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "finite.check": "check_worst judge_worst",
        "forms": "Evidence Outcome Refuted judge refute",
        "limits": "KernelError MAX_DIGITS MAX_TEXT MAX_VARIABLES need",
        "metering": "charge counted_by counter",
        "real.check": "check check_failure",
        "real.compound": "check_compound check_compound_failure check_compound_witness check_empty",
        "real.families": "recheck",
        "real.points": "check_witness",
        "syntax": "Node RELATIONS SyntaxProblem WORDS parse parse_list",
        "verdicts": "CHECKED CITED DEFINED PROVED PROVED_GIVEN REFUTED UNKNOWN Verdict recalled",
    },
)
