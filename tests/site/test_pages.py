"""The pages: whole, joined, readable without a script, the same bytes again."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as tree
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from dptheory.cli import main
from dptheory.present.site.drawing import HEIGHT, WIDTH
from dptheory.present.site.html import VOID

from .conftest import PART

IN_PARAGRAPH = {
    "p",
    "ul",
    "ol",
    "dl",
    "div",
    "section",
    "table",
    "figure",
    "aside",
    "article",
    "details",
    "pre",
    "h2",
}


ENDED_BEFORE = {
    "li": {"li"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
    "tr": {"tr"},
    "th": {"th", "td", "tr"},
    "td": {"th", "td", "tr"},
    "option": {"option"},
}
"""Elements that HTML closes with what they stand in, and before these."""


class Strict(HTMLParser):
    """Refuses elements that are not closed in turn, nor by HTML's own rules; collects addresses, names, scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.links: list[str] = []
        self.names: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"an attribute twice in {tag}"
        assert not (tag in IN_PARAGRAPH and "p" in self.open), (
            f"{tag} within a paragraph, line {self.getpos()}"
        )
        assert not any(name.startswith("on") for name in given), f"a handler in {tag}"
        if given.get("id"):
            self.names.append(str(given["id"]))
        if given.get("href"):
            self.links.append(str(given["href"]))
        if given.get("src"):
            self.loaded.append(str(given["src"]))
        if tag == "link" and given.get("rel") == "stylesheet":
            self.loaded.append(str(given["href"]))
        if tag not in VOID:
            self.imply(tag)
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert self.open and ("svg" in self.open or "math" in self.open), f"{tag} closes itself"

    def imply(self, tag: str) -> None:
        """An element that HTML closes before this start tag is closed."""
        if self.open and tag in ENDED_BEFORE.get(self.open[-1], ()):
            self.open.pop()
            self.imply(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] != tag and self.open[-1] in ENDED_BEFORE:
            self.open.pop()
        assert self.open and self.open[-1] == tag, f"</{tag}> after <{self.open[-1:]}>, {self.getpos()}"
        self.open.pop()


@cache
def parsed(path: Path) -> Strict:
    reader = Strict()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    assert reader.open == [], path
    return reader


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def bodies_of(site: Path) -> dict[str, str]:
    """The formulas of definitions by name, which pages load."""
    told = (site / "notions.js").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(told.removeprefix("window.DPTHEORY_NOTIONS = ").rstrip().rstrip(";"))
    return found


def test_html_nests_and_names_are_unique(site: Path) -> None:
    assert len(pages(site)) > 30
    for path in pages(site):
        names = parsed(path).names
        assert len(names) == len(set(names)), path


def test_html_that_does_not_nest_is_noticed() -> None:
    for bad in ("<p><b>x</p></b>", "<p><ul></ul></p>", '<p id="a" id="b"></p>', '<a onclick="x()"></a>'):
        with pytest.raises(AssertionError):
            Strict().feed(bad)


def test_every_link_resolves_inside_the_site(site: Path) -> None:
    count = 0
    for path in pages(site):
        for link in parsed(path).links:
            address, name = urldefrag(link)
            address = address.partition("?")[0]
            if link == "data:,":
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            assert target.is_file() and target.is_relative_to(site.resolve()), (path, link)
            assert not name or unquote(name) in parsed(target).names, (path, link)
            count += 1
    assert count > 500


def test_nothing_is_fetched_from_outside(site: Path) -> None:
    for path in site.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|[\"'(]//|@import|url\(|fetch\(|XMLHttpRequest|\beval\(", text), (
                path
            )
    loaded = {name.rpartition("/")[2] for path in pages(site) for name in parsed(path).loaded}
    assert loaded == {
        "style.css",
        "site.js",
        "notions.js",
        "search.js",
        "search-index.js",
        "calculator.js",
        "graph.js",
    }


def test_every_statement_that_is_named_or_rested_on_has_a_page(site: Path) -> None:
    made = {path.stem for path in (site / "statement").glob("*.html")}
    assert {"wu2015.theorem14", "wu2015.lemma17", "wu2015.lemma13", "background.jensen"} <= made
    listed = (site / "search.html").read_text(encoding="utf-8")
    assert all(f'data-id="{name}"' in listed for name in made)  # readable without a script
    assert not any(name.startswith("wang2016") for name in made)


def test_mathml_is_well_formed_and_has_arguments(site: Path) -> None:
    needed = {"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3, "munderover": 3, "mover": 2}
    seen = 0
    for page in [*(path.read_text(encoding="utf-8") for path in pages(site)), *bodies_of(site).values()]:
        for text in re.findall(r"<math>.*?</math>", page):
            for node in tree.fromstring(text).iter():
                seen += 1
                assert node.tag not in needed or len(node) == needed[node.tag], text
                assert (
                    node.tag in ("math", "mrow", "msqrt", "mspace", *needed) or (node.text or "").strip()
                ), text
                assert node.tag not in ("mi", "mn", "mo", "mtext") or len(node) == 0, text
    assert seen > 9_000


def test_a_page_has_forms_marks_lines_world_twins_and_neighbours(site: Path) -> None:
    proved = (site / "statement/wu2015.theorem14.html").read_text(encoding="utf-8")
    for wanted in (
        "statement proved",
        "proof sound",
        'id="printed"',
        'id="sharp"',
        'id="twins"',
        'id="notions"',
        'href="wu2015.lemma13.html',
        'class="graph"',
        "calculator",
    ):
        assert wanted in proved, wanted
    assert "statement refuted" not in proved
    false = (site / "statement/wu2015.lemma17.html").read_text(encoding="utf-8")
    assert "statement refuted" in false and "It fails in this world" in false
    assert "statement proved" not in false.partition("<h2>")[0]


def test_the_answer_and_the_calculator_stand_at_the_top(site: Path) -> None:
    """Of Theorem 21 the calculator stood 14,000 pixels down."""
    page = (site / "statement/wu2015.theorem14.html").read_text(encoding="utf-8")
    places = [
        page.index(part) for part in ('class="answer"', 'class="calculator"', 'class="quote"', 'id="printed"')
    ]
    assert places == sorted(places) and page.count('class="calculator"') == 1


def test_the_recipes_are_on_the_site(site: Path) -> None:
    page = (site / "recipes.html").read_text(encoding="utf-8")
    recipes = sorted((Path(__file__).resolve().parents[2] / "docs" / "recipes").glob("*.md"))
    assert len(recipes) == 7 and all(f'<section id="{path.stem}">' in page for path in recipes)
    assert "<pre><code>$ dptheory plan data.csv --target label --loss logistic" in page
    assert ".md" not in page  # no link to a page that is not here


def test_verdicts_on_the_pages_are_those_of_the_command(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("wu2015.theorem14", "wu2015.lemma17", "wu2015.lemma13"):
        assert main(["show", name, "--json"]) == 0
        forms = json.loads(capsys.readouterr().out)["forms"]
        text = (site / f"statement/{name}.html").read_text(encoding="utf-8")
        assert forms
        for form in forms:
            anchor = re.escape(form["name"].partition(":")[2])
            shown = re.search(rf'<section id="{anchor}">.*?class="mark ([\w-]+)"', text, re.S)
            assert shown is not None and shown[1] == form["verdict"], form["name"]


def test_pages_are_small_and_the_same_again(site: Path, tmp_path: Path) -> None:
    assert all(path.stat().st_size < 300_000 for path in site.rglob("*.html"))
    again = tmp_path / "again"
    assert main(["site", str(again), *PART]) == 0
    first = {p.relative_to(site): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    second = {p.relative_to(again): p.read_bytes() for p in again.rglob("*") if p.is_file()}
    assert first == second


def test_images_have_sizes_and_names(site: Path) -> None:
    for path in pages(site):
        for start in re.findall(r"<svg[^>]*>", path.read_text(encoding="utf-8")):
            assert " width=" in start and " height=" in start, path
            assert "aria-label=" in start or "aria-hidden=" in start, path


def test_without_a_script_there_is_no_dead_slider(site: Path) -> None:
    page = (site / "statement/wu2015.theorem14.html").read_text(encoding="utf-8")
    (panel,) = re.findall(r'<section class="calculator".*?</section>', page, re.S)
    assert re.search(r'<div class="sliders" hidden>', panel) and "<figure hidden>" in panel
    assert "dptheory bound wu2015.theorem14 --set lam=1/10 n=1000 rho=1" in panel  # what is left can be used


def test_what_a_form_supposes_is_written_once(site: Path) -> None:
    page = (site / "statement/wu2015.theorem14.html").read_text(encoding="utf-8")
    (sharp,) = re.findall(r'<section id="sharp">.*?</section>', page, re.S)
    (printed,) = re.findall(r'<section id="printed">.*?</section>', page, re.S)
    assert 'the same as under <a href="#sharp">Sharp</a>' in printed and "the same as under" not in sharp
    assert sharp.count("<dt>given<dd>") == 3 and printed.count("<dt>given<dd>") == 1
    false = (site / "statement/wu2015.lemma17.html").read_text(encoding="utf-8")
    assert "the same as under" not in false  # its two readings suppose different things


def test_a_definition_that_only_lines_of_proofs_speak_of_has_its_formula(site: Path) -> None:
    """Once: it had none where the pointer rests on it."""
    bodies = bodies_of(site)
    count = 0
    for path in (site / "statement").glob("*.html"):
        text = path.read_text(encoding="utf-8")
        proofs = "".join(re.findall(r'<ol class="proof">.*?</ol>', text, re.S))
        noted = set(re.findall(r'data-notion="([^"]+)"', text))
        assert set(re.findall(r'data-d="([^"]+)"', text)) <= noted, path
        rest = re.sub(r'<ol class="proof">.*?</ol>', "", text, flags=re.S)
        stated = set(re.findall(r'data-d="([^"]+)"', rest))
        count += len(set(re.findall(r'data-d="([^"]+)"', proofs)) - stated)
        assert all("<math>" in bodies[name] for name in noted), path
    assert count > 0
    listed = (site / "definitions.html").read_text(encoding="utf-8")
    assert all(body in listed for body in bodies.values())  # a page without a script leads to the same


def test_the_style_sheet_knows_how_large_a_node_is(site: Path) -> None:
    style = (site / "style.css").read_text(encoding="utf-8")
    assert f".graph rect {{ width: {WIDTH}px; height: {HEIGHT}px;" in style


def test_the_place_of_a_quote_is_said_in_words(site: Path) -> None:
    page = (site / "statement/wu2015.theorem14.html").read_text(encoding="utf-8")
    assert "lines 433–437 of its text" in page and "-pdf.txt" not in page


def test_experiments_are_drawn_where_they_are_run(tmp_path: Path, site: Path) -> None:
    name = "wu2015.theorem14"
    assert main(["site", str(tmp_path / "tried"), name, "--experiments", "quick"]) == 0
    tried = (tmp_path / f"tried/statement/{name}.html").read_text(encoding="utf-8")
    sampled = tried.count('aria-label="Sampled: ')
    assert sampled == 2 and tried.count('<svg class="bar"') == 3 + sampled and "its twin was rejected" in tried
    untried = (site / f"statement/{name}.html").read_text(encoding="utf-8")
    assert '<svg class="bar"' not in untried and f"dptheory verify {name} runs it" in untried


def test_a_quantile_has_no_slider(tmp_path: Path) -> None:
    assert main(["site", str(tmp_path / "site"), "wu2015.section3.3.closeness"]) in (0, 1)
    page = (tmp_path / "site/statement/wu2015.section3.3.closeness.html").read_text(encoding="utf-8")
    found = re.search(
        r'<section class="calculator".*?<script type="application/json">(.*?)</script>', page, re.S
    )
    assert found is not None
    data = json.loads(found[1])
    assert data["least"] == [{"letter": "q", "name": "q"}]
    assert [c["text"] for c in data["conditions"] if c["least"]] == [
        "q > 0",
        "uppergamma(d, q)/gamma(d) <= gam",
    ]
    assert 'name="q"' not in page and 'name="gam"' in page
