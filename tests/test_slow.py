"""The list of slow tests: it names what is there."""

from __future__ import annotations

from pathlib import Path

from .slow import in_part, is_slow, listed

ROOT = Path(__file__).resolve().parents[1]


def test_what_the_list_names_is_there() -> None:
    texts = {name: (ROOT / name.partition("::")[0]).read_text(encoding="utf-8") for name in listed()}
    functions = {name: name.partition("::")[2].partition("[")[0].rpartition(".")[2] for name in texts}
    assert not [name for name, text in texts.items() if functions[name] and f"def {functions[name]}(" not in text]


def test_a_file_on_the_list_is_slow_with_all_its_tests() -> None:
    names = frozenset({"tests/a.py", "tests/b.py::test_one"})
    assert is_slow("tests/a.py::test_any[1]", names) and is_slow("tests/b.py::test_one", names)
    assert not is_slow("tests/b.py::test_one[1]", names) and not is_slow("tests/b.py::test_two", names)


def test_two_halves_are_the_whole_and_a_file_is_in_one_of_them() -> None:
    names = [f"tests/a{k}.py::test_{j}" for k in range(40) for j in "xy"]
    halves = [{name for name in names if in_part(name, 2, first)} for first in (0, 1)]
    assert halves[0] | halves[1] == set(names) and not halves[0] & halves[1] and all(halves)
    assert all(len({in_part(f"tests/a{k}.py::test_{j}", 2, 0) for j in "xy"}) == 1 for k in range(40))
