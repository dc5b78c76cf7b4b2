"""What `chain --help` lists."""

from dptheory.calculus.algorithms import COMBINATORS
from dptheory.calculus.kinds import KINDS, SILENT

from .conftest import Run


def test_help_lists_properties_algorithms_and_rules_with_one_line_each(run: Run) -> None:
    lines = run("chain", "--help").out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("properties"))
    listed = lines[start:]
    assert all(len(line) <= 110 for line in listed)
    told = (kind for kind in KINDS if kind.sort is not None and kind.definition not in SILENT)
    for word in [*(kind.word for kind in told), *COMBINATORS]:
        assert any(line.startswith((f"  {word}(", f"  {word} ")) for line in listed), word
    for rule in ("calculus.total-variation", "wang2016.corollary9", "wu2015.theorem8"):
        assert sum(line.startswith(f"  {rule} ") for line in listed) == 1
    assert not any(line.startswith("  wu2015.theorem21 ") for line in listed)


def test_an_unknown_property_is_told_in_one_whole_line(run: Run) -> None:
    """Once: all properties were listed, the line was cut, and with it what to try."""
    ran = run("chain", "--given", "DP(eps)", "--goal", "Stable")
    assert ran.status == 64 and "try: --given 'Private(eps, 0)'" in ran.err and "..." not in ran.err[-9:]
    assert "such as Consistent" in run("chain", "--given", "Consistant(xi)", "--goal", "Stable").err
