"""prove, refute, and check of a user's own certificate."""

import json
from pathlib import Path

import pytest

from .conftest import Run

TRUE = "x*(1 - x) <= 1/4"
FALSE = "x*(1 - x) <= 1/5"


def test_a_true_claim_is_proved(run: Run) -> None:
    ran = run("prove", TRUE)
    assert ran.status == 0
    assert ran.out.splitlines()[0].split(maxsplit=1) == ["proved", "x·(1 − x) ≤ 1/4"]
    assert ran.err == ""


def test_a_false_claim_is_refuted_with_a_point(run: Run) -> None:
    ran = run("prove", FALSE, "--json")
    record = json.loads(ran.out)
    assert ran.status == 1
    assert record["verdict"] == "refuted" and record["certificate"] is None
    numerator, _, denominator = record["witness"]["x"].partition("/")
    x = int(numerator) / int(denominator or 1)
    assert x * (1 - x) > 1 / 5


def test_refute_has_the_status_of_prove_reversed(run: Run) -> None:
    assert run("refute", FALSE).status == 0
    assert run("refute", TRUE).status == 1


PINSKER = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)**2", "0 <= p <= 1, 0 < q < 1"


@pytest.mark.parametrize("command", ["prove", "refute"])
def test_what_fails_for_want_of_a_value_is_not_called_false_first(run: Run, command: str) -> None:
    """A reviewer sent a false alarm about Pinsker's inequality."""
    ran = run(command, PINSKER[0], "--where", PINSKER[1])
    first = "holds       wherever both sides have a value (proved); no value at p = 0; p = 1"
    assert ran.status == 3 and ran.out.splitlines()[0] == first  # whatever q is
    assert "next        --convention '0*log(0)=0'\n" in ran.out
    found = json.loads(run(command, "x**x > 0", "--json").out)
    assert found["verdict"] == "refuted" and found["where_defined"]["conditions"] == ["x > 0"]


@pytest.mark.parametrize(
    ("claim", "where"),
    [(PINSKER[0].replace("2*", "3*"), PINSKER[1]), ("log(x) < x/3", "x >= 0"), ("1/x > 0", "x >= -1")],
)
def test_a_point_at_which_both_sides_have_values_goes_first(run: Run, claim: str, where: str) -> None:
    ran = run("prove", claim, "--where", where)
    assert ran.status == 1 and ran.out.startswith("refuted") and "not defined" not in ran.out


def test_what_is_not_decided_has_status_2(run: Run) -> None:
    ran = run("prove", "sin(x**3 + exp(y)) + cos(x*y) < 19/10 + x**2 + y**8", "--effort", "200000", "--json")
    assert json.loads(ran.out)["verdict"] in ("unknown", "refuted")
    empty = run("prove", "x <= 0", "--where", "x > 1, x < 0", "--effort", "200000")
    assert empty.status == 2
    assert empty.out.startswith("unknown")


def test_conditions_change_the_answer(run: Run) -> None:
    assert run("prove", "x <= 1").status == 1
    assert run("prove", "x <= 1", "--where", "0 <= x <= 1").status == 0
    assert run("prove", "n >= 1", "--where", "n > 0").status == 1
    assert run("prove", "n >= 1", "--where", "n > 0, n integer", "--effort", "1000000").status != 1


def test_a_claim_may_begin_with_a_minus_sign(run: Run) -> None:
    assert run("prove", "-x**2<=0").status == 0
    assert run("prove", "-x<=0", "--where", "x>=0").status == 0


def test_ascii_is_the_grammar(run: Run) -> None:
    out = run("prove", TRUE, "--ascii").out
    assert "x*(1 - x) <= 1/4" in out and out.isascii()


def test_explain_prints_the_proof(run: Run) -> None:
    out = run("prove", TRUE, "--explain").out
    assert "\nproof\n" in out and "difference = (x − 1/2)²" in out


def test_ablate_tells_needed_conditions_from_others(run: Run) -> None:
    ran = run("prove", "x*y >= 0", "--where", "x >= 0, y >= 0, x <= 5", "--ablate", "--json")
    found = {entry["condition"]: entry["without"] for entry in json.loads(ran.out)["ablation"]}
    assert found == {"x >= 0": "refuted", "y >= 0": "refuted", "x <= 5": "proved"}


def test_ablate_drops_integers_and_relations_too(run: Run) -> None:
    ran = run("prove", "floor(x) <= n", "--where", "n integer, 0 <= x < n + 1", "--ablate", "--json")
    found = {entry["condition"]: entry for entry in json.loads(ran.out)["ablation"]}
    assert {name: entry["needed"] for name, entry in found.items()} == {
        "0 <= x": False,
        "x < n + 1": True,
        "n integer": True,
    }
    assert all((entry["witness"] is not None) == entry["needed"] for entry in found.values())
    undefined = run("prove", "1/n <= n", "--where", "n >= 1", "--ablate", "--json")
    (entry,) = json.loads(undefined.out)["ablation"]
    assert (entry["needed"] and entry["witness"]["n"] in ("0", "1/2", "-1")) or "1/n" in entry["reason"]


def test_a_written_certificate_is_checked_and_a_changed_one_rejected(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "claim.json"
    ran = run("prove", TRUE, "--write", str(path), "--json")
    assert json.loads(ran.out)["certificate"] == str(path)
    checked = run("check", str(path))
    assert checked.status == 0 and "x·(1 − x) ≤ 1/4" in checked.out

    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "claim": "x*(1 - x) <= 1/5"}))
    assert run("check", str(path)).status == 1
    path.write_text(json.dumps({**data, "domain_point": {}}))
    assert run("check", str(path)).status == 1
    path.write_text("no json")
    assert run("check", str(path)).status == 64
    path.write_bytes(b"\xff\xfe\x00")
    assert run("check", str(path)).status == 64
    path.write_text("[" * 100_000)
    assert run("check", str(path)).status == 64


def test_nothing_is_written_for_a_refuted_claim(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "claim.json"
    ran = run("prove", FALSE, "--write", str(path))
    assert not path.exists() and "nothing written" in ran.err


@pytest.mark.parametrize("target", ["/proc/nothing/here.json", "."])
def test_a_place_that_cannot_be_written(run: Run, target: str) -> None:
    ran = run("prove", TRUE, "--write", target)
    assert ran.status == 64 and ran.err.count("\n") == 1


COMPOUND = "x > 0 implies log(x) <= x - 1"


def test_a_compound_certificate_is_checked_and_a_changed_one_rejected(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "claim.json"
    ran = run("prove", COMPOUND, "--where", "x > 1 or x < 5", "--write", str(path), "--json")
    record = json.loads(ran.out)
    assert record["certificate"] == str(path) and record["claim"] == COMPOUND
    checked = run("check", str(path))
    assert checked.status == 0
    assert checked.out.startswith("proved") and "x > 0 ⟹ log(x) ≤ x − 1   where x > 1 or x < 5" in checked.out
    data = json.loads(path.read_text())
    for part in (
        {"claim": "log(x) <= x - 1"},
        {"where": ""},
        {"parts": []},
        {"domain_point": {"x": "7"}, "domain": 1},
    ):
        path.write_text(json.dumps({**data, **part}))
        assert run("check", str(path)).status == 1, part


def test_the_proof_that_conditions_exclude_each_other_is_written_and_checked(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "empty.json"
    ran = run("prove", "x <= 0", "--where", "x > 1, x < 0", "--write", str(path), "--explain")
    assert ran.status == 2 and "no point satisfies x > 1, x < 0" in ran.out and "\nproof\n" in ran.out
    checked = run("check", str(path))
    assert checked.status == 0 and checked.out.startswith("checked")
    path.write_text(path.read_text().replace("x > 1, x < 0", "x > -1, x < 0"))
    assert run("check", str(path)).status == 1


def test_what_exists_is_given_by_a_term(run: Run) -> None:
    claim = "exists c: c > x and c >= y**2"
    assert run("prove", claim, "--with", "c = |x| + y² + 1").status == 0
    assert run("prove", claim, "--with", "c = x").status == 2
    for argv in ([claim], ["x < 1", "--with", "c = 1"], [claim, "--with", "c"]):
        ran = run("prove", *argv)
        assert ran.status == 64 and ran.err.count("\n") == 1 and "try:" in ran.err
    assert run("tighten", "x < c or x > 1", "--find", "c").status == 64


@pytest.mark.parametrize(
    ("claim", "where", "false"),
    [
        ("exists y: y^2 < x and y > x", "x > 0", True),
        ("exists y: y^2 < x and y > x", "0 < x, x < 1", False),
        ("exists y integer: 2*y = n", "n integer", True),
        ("exists y: 2*y = n", "n integer", False),
        ("exists y: log(y) > y", "", True),
        ("exists y: log(y) > y - 1.01", "", False),
    ],
)
def test_what_does_not_exist_is_denied_at_a_point(run: Run, claim: str, where: str, false: bool) -> None:
    """Without a term the claim was refused, true or false."""
    ran = run("prove", claim, "--where", where, "--json")
    assert ran.status == (1 if false else 64)
    if false:
        said = json.loads(ran.out)
        assert (said["verdict"], said["denial"]["verdict"]) == ("unknown", "proved")
        assert said["denial"]["claim"].startswith("not ") and "exists" in said["claim"]


def test_too_many_cases_are_refused_in_one_line(run: Run) -> None:
    ran = run("prove", " or ".join(["x > 1 and y > 2"] * 9))
    assert ran.status == 64 and ran.err.count("\n") == 1 and "at most 64" in ran.err


LOG = ("--convention", "0*log(0)=0")


def test_a_convention_is_shown_as_the_claims_that_were_proved(run: Run, tmp_path: Path) -> None:
    """Pinsker's inequality on all of its domain: once there was no way to say what 0 log 0 is to mean."""
    path = tmp_path / "cases.json"
    ran = run("prove", PINSKER[0], "--where", PINSKER[1], *LOG, "--write", str(path))
    assert ran.status == 0 and ran.out.startswith("proved      with 0*log(0)=0, by cases")
    assert "case        0 + (1 − p)·log((1 − p)/(1 − q)) ≥" in ran.out and "covered " in ran.out
    assert run("check", str(path)).status == 0
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "links": [*record["links"][:-1], {"format": "nothing"}]}))
    assert run("check", str(path)).status == 1
    assert run("refute", PINSKER[0], "--where", PINSKER[1], *LOG).status == 1


def test_a_convention_makes_no_false_claim_true(run: Run) -> None:
    ran = run("prove", "x**a <= 1/2", "--where", "0 <= x <= 1/2, a >= 0", "--convention", "0^0 = 1", "--json")
    assert ran.status == 1 and json.loads(ran.out)["witness"] is not None
    at_the_corner = ("x**a <= 1/2", "--where", "x = 0, a >= 0", "--convention", "0**0=1", "--json")
    ran = run("prove", *at_the_corner)
    found = json.loads(ran.out)["under_conventions"]
    assert ran.status == 1 and found["verdict"] == "refuted" and found["claims"][-2]["claim"] == "1 <= 1/2"
    beyond = run("prove", "p*log(p/q) >= p - q", "--where", "0 <= p <= 1, 0 <= q <= 1", *LOG)
    assert beyond.status == 3 and beyond.out.startswith("holds") and "covered" in beyond.out
    assert run("prove", "x <= 1", "--convention", "0/0=1").status == 64


def test_the_best_constant_under_a_convention_holds_in_the_other_cases_too(run: Run) -> None:
    ran = run("tighten", "-p*log(p) <= c", "--find", "c", "--where", "0 <= p <= 1", *LOG, "--json")
    found = json.loads(ran.out)
    assert ran.status == 0 and found["closed_form"] == "exp(-1)" and "p > 0" in found["where"]
    assert found["under_conventions"]["claims"][0]["claim"] == "0 <= exp(-1)"
    worse = run("tighten", "x**x >= c", "--find", "c", "--where", "0 <= x <= 1/4", "--convention", "0**0=1")
    assert worse.status == 0 and "case        1 ≥" in worse.out


@pytest.mark.parametrize("links", ["log(x) >= log(x) >= x/1000", "x/1000 <= log(x) <= log(x)"])
def test_a_link_that_fails_with_values_goes_before_one_that_has_none(run: Run, links: str) -> None:
    """Of several claims the first that failed was named, though it failed only for want of a value."""
    ran = run("prove", links, "--where", "x >= 0", "--json")
    assert ran.status == 1 and json.loads(ran.out)["witness"]["x"] != "0"
    both = run("prove", "0 <= sqrt(x)/sqrt(x) <= 1")
    assert both.status == 3 and both.out.startswith("holds")


def test_what_has_no_value_is_asked_of_the_kernel_not_read_off_words() -> None:
    from dataclasses import replace

    import dptheory
    from dptheory.prover import looked_at

    found = replace(dptheory.prove("x/x <= 1"), reason="other words")
    assert looked_at(found)[1] is not None
    assert looked_at(replace(dptheory.prove("x <= 1"), reason="a side is not defined"))[1] is None


def test_a_file_of_claims_is_a_table_with_the_worst_status(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "claims.txt"
    path.write_text(
        f"# mine\n\n{TRUE}\nlog(x) <= x - 1 where x > 0  # the tangent\n{FALSE}\nx*log(x) >= -1\n"
    )
    ran = run("prove", str(path), "--where", "0 <= x <= 2")
    assert ran.status == 1
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        "verdict",
        "proved",
        "proved",
        "refuted",
        "where",
    ]
    path.write_text(f"{TRUE}\nx <<\n")
    ran = run("prove", str(path), "--json")
    assert ran.status == 64 and [next(iter(one)) for one in json.loads(ran.out)] == ["claim", "error"]
    path.write_text(f"{TRUE}\n")
    assert run("prove", str(path)).status == 0


def test_ln_and_delta_are_read_as_they_are_written_everywhere(run: Run) -> None:
    """`ln` was no function, and `delta` was printed as five letters."""
    ran = run("prove", "ln(1/delta) >= 1 - delta", "--where", "0 < delta <= 1")
    assert ran.status == 0 and ran.out.startswith("proved      log(1/δ) ≥ 1 − δ")
    found = json.loads(run("prove", "delta <= 1/2", "--json").out)
    assert found["claim"] == "delta <= 1/2" and list(found["witness"]) == ["delta"]
    assert "delta*(1 - delta) <= c" in run("tighten", "δ*(1 - δ) <= c", "--find", "c", "--ascii").out
    assert "δ ≤ delta" in run("prove", "del <= delta").out  # two names are not printed alike
    missing = run("bound", "wu2015.theorem21", "--set", "n=3000")
    assert missing.status == 64 and "delta" in missing.err and "del," not in missing.err
    formula = json.loads(run("bound", "wu2015.theorem21", "--json").out)["formula"]
    assert "log(2*d/delta)" in formula


@pytest.mark.parametrize("where", ["n = 3", "n >= 3"])
def test_a_power_without_a_value_is_told_to_need_an_integer(run: Run, where: str) -> None:
    """The answer offered the convention 0**0 = 1, which has nothing to do with it."""
    found = run("prove", "(1+x)**n >= 1 + n*x", "--where", where).out
    assert "add n integer, if that is meant" in found and "--convention" not in found
    assert "--convention '0*log(0)=0'" in run("prove", "p*log(p) <= 0", "--where", "0 <= p, p <= 1").out


@pytest.mark.parametrize("claim", ["sum(x**j, j, 0, 2) = 1 + x + x**2", "integral(t*log(t), t, 0, 1) = -1/4"])
def test_a_convention_within_a_sum_is_refused(run: Run, claim: str) -> None:
    """It was dropped without a word, and the claim was refuted where the convention gives a value."""
    asked = ("--convention", "0**0=1", "--convention", "0*log(0)=0")
    ran = run("prove", claim, *asked)
    assert ran.status == 64 and "terms outside of sums" in ran.err
    assert run("prove", "sum((-1)**j*2**j, j, 0, 4) <= 11", *asked).status == 0
