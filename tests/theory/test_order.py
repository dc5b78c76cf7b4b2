"""What is kept of a statement does not depend on what was verified before it, or by whom."""

from __future__ import annotations

from dptheory.commands.tasks import Task, Worker
from dptheory.theory.certificates import Certificates
from dptheory.theory.graph import cited_forms
from dptheory.theory.library import TheoryLibrary
from dptheory.theory.results import Standing
from dptheory.theory.verification import Verifier


def _worker(library: TheoryLibrary, certificates: dict[str, object]) -> Worker:
    verifier = Verifier(library, Certificates(certificates, search=False), lambda form: None)
    return Worker(verifier, certificates, search=False)


def test_a_statement_keeps_the_same_certificates_where_others_came_before_it_and_where_none_did(
    library: TheoryLibrary, certificates: dict[str, object]
) -> None:
    name = "wu2015.theorem21"
    busy = _worker(library, certificates)
    rests = busy.verifier.order([form.name for form in library.get(name).forms])
    busy.verifier.verdicts(rests)
    judged = {form: Standing(one.verdict, one.cites) for form, one in busy.verifier.judged.items()}
    cited = {c for form in library.get(name).forms for c in cited_forms(form)} & judged.keys()
    given = {form: judged[form] for form in cited if not form.startswith(f"{name}:")}
    assert set(rests) > given.keys()  # there is more below what it cites
    one = busy.work(Task(name, given))
    other = _worker(library, certificates).work(Task(name, given))
    assert one.certificates.keys() == other.certificates.keys()
    assert one.standing == other.standing
