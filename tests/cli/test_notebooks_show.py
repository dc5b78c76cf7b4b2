"""Values in Python and in notebooks: short lines, pages, figures, tables, arrays, letters."""

import pickle
from html.parser import HTMLParser

import numpy as np
import pytest
import sympy

import dptheory
from dptheory import extras
from dptheory.calculus import answer
from dptheory.errors import BadInput
from dptheory.extras import MissingExtra
from dptheory.kernel import Verdict
from dptheory.lab.accounting import Composition, account, calibrate
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.letters import letter
from dptheory.present.values import _BLOCKS, _LINES, _TABLES
from dptheory.shown import Drawn, Shown, Tabular
from dptheory.theory.library import load_library
from dptheory.theory.results import FormResult, ProofResult, StatementResult, WitnessResult

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


def values() -> dict[str, Shown]:
    """One value of every kind that shows itself."""
    theorem = dptheory.load("wu2015.theorem21")
    chain = answer(load_library(), ["Private(eps, 0)"], "Stable")
    form = FormResult("a.b:printed", "printed", "", Verdict("unknown", "not tried"), ProofResult("none"))
    return {
        "LoadedStatement": theorem,
        "Bound": theorem.bound,
        "Outcome": dptheory.prove("x*(1 - x) <= 1/4"),
        "StatementResult": StatementResult("a.b", "a title", "theorem", "A work", "", (form,)),
        "Answer": chain,
        "Found": chain.found[0],
        "Tightening": dptheory.tighten("exp(x) - 1 <= c*x", find="c", where="0 < x <= 1"),
        "Growth": dptheory.growth("n**2", "n**3", growing="n"),
        "Ablation": dptheory.ablate("x*y >= 0", where="x >= 0, y >= 0")[0],
        "FormResult": form,
        "WitnessResult": WitnessResult(("n = 1", "value x = 2"), "2 > 1", "it is larger"),
        "Calibration": calibrate("gaussian", epsilon=1, delta="1e-5"),
        "Account": account(Composition.of(("gaussian 50", 10_000)), delta="1e-6"),
        "Exposure": dptheory.exposure(np.array([[1.0], [0.5]]), np.array([1.0, 0.4]), lam=1, delta="1e-6"),
    }


@pytest.fixture(scope="module")
def shown() -> dict[str, Shown]:
    return values()


class Balanced(HTMLParser):
    """Raises where an element is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


def test_every_value_is_a_short_line_and_a_page_in_every_form(shown: dict[str, Shown]) -> None:
    for kind, value in shown.items():
        assert kind in type(value).__name__
        line = repr(value)
        assert line.startswith("<") and "\n" not in line and len(line) < 140, line
        bundle = value._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html", "text/markdown", "text/latex"}
        assert all(len(text) < 60_000 for text in bundle.values())
        assert bundle["text/latex"].isascii()
        reader = Balanced()
        reader.feed(bundle["text/html"])
        assert not reader.open
        assert value._repr_mimebundle_(include={"text/html"}).keys() == {"text/html"}
        assert "text/html" not in value._repr_mimebundle_(exclude={"text/html"})


def test_every_kind_has_a_line_and_a_page() -> None:
    assert _LINES.keys() == _BLOCKS.keys() and _TABLES.keys() <= _LINES.keys()


def test_a_statement_echoes_its_title_and_not_the_library() -> None:
    assert (
        repr(dptheory.load("wu2015.theorem21")) == "<wu2015.theorem21: generalization error of Algorithm 2>"
    )
    assert "<math>" in dptheory.load("wu2015.theorem14")._repr_html_()


def test_a_bound_takes_arrays_and_never_rounds_down() -> None:
    bound = dptheory.load("wu2015.theorem14").bound
    n = np.arange(1, 2001)
    found = bound(rho=1, lam=0.1, n=n)
    assert found.shape == n.shape and np.allclose(found, 40 / n, rtol=1e-12)
    exact = map(sympy.Rational, found[:200].tolist())
    assert all(value * int(k) >= 40 for value, k in zip(exact, n[:200], strict=True))
    grid = bound(rho=[1, 2], lam=0.1, n=np.array([[100], [200]]))
    assert grid.shape == (2, 2) and grid.tolist() == [[0.4, 0.8], [0.2, 0.4]]
    assert bound(rho=1, lam=0.1, n=3000) >= 1 / 75
    with pytest.raises(BadInput, match="needed: lam > 0"):
        bound(rho=1, lam=[0.1, -1], n=10)
    with pytest.raises(BadInput, match="integer n"):
        bound(rho=1, lam=0.1, n=[10, 10.5])
    with pytest.raises(BadInput, match="no value of n"):
        bound(rho=[1, 2], lam=0.1)


def test_figures_take_axes_and_give_them_back(shown: dict[str, Shown]) -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    bound, together = shown["Bound"], shown["Account"]
    assert isinstance(bound, Drawn) and isinstance(together, Drawn)
    assert (
        bound.plot(axes, over="n", between=(100, 10_000), lam=0.1, d=2, R=1, eps=1, rho=1, delta=0.05) is axes
    )
    (line, level) = axes.get_lines()
    assert len(line.get_xdata()) > 50 and np.all(np.diff(line.get_ydata()) < 0)
    assert level.get_ydata()[0] == 1 and axes.get_xlabel() == "n" and "δ = 0.05" in axes.get_title()
    bars = together.plot().patches
    assert [bar.get_width() for bar in bars] == sorted(bar.get_width() for bar in bars)
    with pytest.raises(BadInput, match="the smaller first"):
        bound.plot(axes, over="lam", between=(2, 1), n=10, d=2, R=1, eps=1, rho=1, delta=0.05)


def test_an_exposure_is_drawn_on_axes_too() -> None:
    """Once it took a file's name alone, and gave back a figure."""
    from matplotlib.figure import Figure

    X, y = np.array([[1.0, 0.0], [0.5, 0.5], [0.2, 0.9], [0.1, 0.3]]), np.array([1.0, 0.4, 0.1, 0.3])
    found = dptheory.exposure(X, y, lam=1, gamma=1, delta="1e-6", bounds=1)
    axes = Figure().subplots()
    assert found.plot(axes) is axes and found.plot() is not axes
    assert sum(bar.get_height() for bar in axes.patches) == 4
    largest = next(line for line in axes.get_lines() if "largest in the data" in line.get_label())
    assert largest.get_xdata()[0] == found.eps.max()
    with pytest.raises(BadInput, match=r"savefig\('exposure.svg'\)"):
        found.plot("exposure.svg")


def test_what_are_no_axes_is_said(shown: dict[str, Shown]) -> None:
    """A parameter in the place of axes ended in an AttributeError."""
    bound = shown["Bound"]
    assert isinstance(bound, Drawn)
    with pytest.raises(BadInput, match="over='n'"):
        bound.plot("n")


def test_an_optimum_is_drawn_with_the_choices_of_the_source() -> None:
    found = dptheory.load("wu2015.theorem21").optimize("lam", form="sharp.closed")
    for expression in (found.sympy(), found.sympy("value")):
        assert sympy.latex(expression).count(r"\delta") == 2 and "{del}" not in sympy.latex(expression)
    axes = found.plot(n=30_000, eps=1)
    labels = [line.get_label() for line in axes.get_lines()]
    assert sum("least: λ* = " in label for label in labels) == 1
    star = next(line for line in axes.get_lines() if "least" in line.get_label())
    curve = axes.get_lines()[0]
    assert star.get_ydata()[0] <= min(curve.get_ydata()) * (1 + 1e-9)
    assert repr(found).startswith("<wu2015.theorem21:sharp.closed: least at λ* = ")


def half_the_noise(data: list[float], size: int, rng: np.random.Generator) -> np.ndarray:
    """A mechanism that claims eps = 1 and has noise for eps = 2."""
    return data[0] + rng.laplace(scale=0.5, size=(size, 1))


def test_an_audit_is_a_line_a_table_and_a_figure() -> None:
    pair = (Neighbours([0.0], [1.0]),)
    found = audit(half_the_noise, PrivacyClaim(1.0, 0.0), pairs=pair, plan=Plan(samples=20_000))
    assert ": violated, eps ≥ 1.9" in repr(found) and "\n" not in repr(found)
    axes = found.plot()
    assert axes.patches[0].get_width() == found.eps_lower > axes.get_lines()[0].get_xdata()[0] == 1
    low, high = sorted(axes.get_ylim())
    assert axes.patches[0].get_height() < (high - low) / 2  # one bar does not fill the figure
    assert "violated" in found._repr_markdown_()
    pandas = pytest.importorskip("pandas")
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame) and frame["eps_lower"][0] == found.eps_lower


def test_tables_are_frames(shown: dict[str, Shown]) -> None:
    pytest.importorskip("pandas")
    together = shown["Account"]
    assert isinstance(together, Tabular)
    frame = together.to_frame()
    assert list(frame.columns) == ["kind", "eps", "delta", "conversion", "source", "order"]
    assert frame["eps"].is_monotonic_increasing and len(frame) == 3


def test_without_pandas_a_frame_says_what_to_install(
    shown: dict[str, Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(extras, "import_module", absent)
    together = shown["Account"]
    assert isinstance(together, Tabular)
    with pytest.raises(MissingExtra, match=r"pip install 'dptheory\[frame\]'"):
        together.to_frame()


def test_symbols_print_as_letters_and_equal_plain_ones() -> None:
    plain, ours = sympy.Symbol("lam", positive=True), letter("lam", positive=True)
    assert ours == plain and plain == ours and hash(ours) == hash(plain) and ours - plain == 0
    assert ours != sympy.Symbol("lam") and ours is not None and ours != 1
    assert (ours + 1).subs(plain, 2) == 3 and sympy.diff(ours**2, plain) == 2 * plain
    assert sympy.solve(ours**2 - 4, plain) == [2]
    assert pickle.loads(pickle.dumps(ours * 2)) == 2 * plain
    bound = dptheory.load("wu2015.theorem14").bound.sympy()
    assert isinstance(bound, sympy.Expr) and str(bound) == "4*rho/(lam*n)"
    assert sympy.latex(bound) == r"\frac{4 \rho}{\lambda n}"
    assert "λ" in sympy.pretty(bound)
