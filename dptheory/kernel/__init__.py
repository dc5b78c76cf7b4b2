"""The trusted core: the only code that can say *proved* or *refuted*."""

from .faces import face

__all__, __getattr__ = face(
    __name__,
    {
        "finite.check": "check_worst judge_worst",
        "limits": "KernelError MAX_DIGITS MAX_TEXT MAX_VARIABLES need",
        "syntax": "Node RELATIONS SyntaxProblem WORDS parse parse_list",
        "real.check": "check check_failure check_witness",
        "real.compound": "check_compound check_compound_failure check_compound_witness check_empty",
        "verdicts": "CHECKED CITED DEFINED PROVED PROVED_GIVEN REFUTED UNKNOWN Verdict recalled",
        "real.families": "recheck",
        "metering": "charge counted_by counter",
        "forms": "Evidence Outcome Refuted judge refute",
    },
)
