"""The pages in a headless Chromium: they open without an error, search finds, sliders move the figure."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path

import pytest

from .conftest import Browser

EVERY = """
const frame = document.createElement("iframe");
document.body.append(frame);
const pages = %s;
const errors = [];
const next = () => {
  const page = pages.pop();
  if (!page) { document.documentElement.setAttribute("data-done", JSON.stringify(errors)); return; }
  frame.onload = () => {
    const inside = frame.contentDocument.documentElement.getAttribute("data-errors");
    if (inside) errors.push(`${page}: ${inside}`);
    if (!frame.contentDocument.querySelector("main h1")) errors.push(`${page}: no heading`);
    next();
  };
  frame.src = page;
};
next();
"""


def noted(dom: str, name: str) -> str:
    found = re.search(rf'<html[^>]* data-{name}="([^"]*)"', dom)
    assert found is not None, f"the page never said {name}: {dom[:300]}"
    return unescape(found[1])


def note(name: str, expression: str) -> str:
    return f'document.documentElement.setAttribute("data-{name}", {expression});'


def test_every_page_opens_without_an_error(browser: Browser, site: Path) -> None:
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    for page in pages:  # each with what notices errors
        path = browser.copy / page
        text = (site / page).read_text(encoding="utf-8")
        script = '<script>addEventListener("error", (e) => document.documentElement.setAttribute("data-errors", String(e.message || e.target.src)), true);</script>'
        path.write_text(text.replace("<head>", f"<head>{script}", 1), encoding="utf-8")
    dom = browser.after("index.html", EVERY % json.dumps(pages))
    assert json.loads(noted(dom, "done")) == []


def test_an_error_on_a_page_is_noticed(browser: Browser) -> None:
    assert "nowhere" in noted(browser.after("index.html", "nowhere();"), "errors")


def test_search_finds(browser: Browser) -> None:
    deeds = """
      const query = document.getElementById("query");
      query.value = "JENSEN";
      query.value = "norm stability";
      query.dispatchEvent(new Event("input"));
    """ + note(
        "found",
        '[...document.querySelectorAll("#everything li")].filter((i) => !i.hidden).map((i) => i.dataset.id).join(" ")',
    )
    found = noted(browser.after("search.html", deeds), "found").split()
    assert "wu2015.theorem14" in found and "background.jensen" not in found


def test_search_finds_definitions_by_their_words_and_symbols_by_their_meaning(browser: Browser) -> None:
    deeds = """
      const query = document.getElementById("query");
      const found = (text) => {
        query.value = text;
        query.dispatchEvent(new Event("input"));
        return [...document.querySelectorAll("#everything li")].filter((i) => !i.hidden).map((i) => i.dataset.id);
      };
      const all = { words: found("minimiser over"), letter: found("modulus of strong convexity"), none: found("xyzzy") };
    """ + note("found", "JSON.stringify(all)")
    found = json.loads(noted(browser.after("search.html", deeds), "found"))
    assert any(name.startswith("definition ") for name in found["words"])
    assert "wu2015.theorem14" in found["words"]  # its hypotheses speak of a minimiser; its quote does not
    assert "symbol lam" in found["letter"] and found["none"] == []


def test_the_graph_of_one_node_is_all_below_it_and_all_above_it(browser: Browser) -> None:
    deeds = """
      const shown = () => [...document.querySelectorAll("#canvas a:not(.away) text")].map((t) => t.textContent);
      const whole = shown().length;
      const field = document.getElementById("of");
      field.value = "wu2015.lemma13";
      field.dispatchEvent(new Event("input"));
      const part = shown();
      const edges = document.querySelectorAll("#canvas path:not(.away)").length;
      field.value = "";
      field.dispatchEvent(new Event("input"));
      const all = { whole, part, edges, again: shown().length, said: document.getElementById("part").textContent };
    """ + note("found", "JSON.stringify(all)")
    found = json.loads(noted(browser.after("graph.html", deeds), "found"))
    assert {"wu2015.lemma13", "wu2015.theorem14"} <= set(found["part"])
    assert "wu2015.lemma17" not in found["part"] and 1 < len(found["part"]) < found["whole"] == found["again"]
    assert found["edges"] >= len(found["part"]) - 1 and found["said"] == ""


def test_a_drawing_of_nothing_is_no_error(browser: Browser) -> None:
    """A site of files that could not be read has no node."""

    def changed(page: str) -> str:
        empty = '<svg class="graph" viewBox="0 0 8 8" width="8" height="8" data-joined=""></svg>'
        made, count = re.subn(r'<svg class="graph".*?</svg>', empty, page, flags=re.S)
        assert count
        return made

    dom = browser.after("graph.html", note("nodes", 'String(document.querySelectorAll("#canvas a").length)'), changed=changed)
    assert noted(dom, "nodes") == "0" and re.search(r"<html[^>]* data-errors", dom) is None


def test_a_slider_moves_the_figure(browser: Browser) -> None:
    deeds = """
      const curve = () => document.querySelector("figure .plot .curve").getAttribute("d") + document.querySelector("figure .plot .here").getAttribute("cx");
      const before = curve();
      const said = document.querySelector("figcaption[aria-live]").textContent;
      const slider = document.querySelector("input[name=n]");
      slider.value = 800;
      slider.dispatchEvent(new Event("input"));
      document.documentElement.setAttribute("data-said", said);
      document.documentElement.setAttribute("data-moved", String(curve() !== before));
      document.documentElement.setAttribute("data-then", document.querySelector("figcaption[aria-live]").textContent);
    """
    dom = browser.after("statement/wu2015.theorem14.html", deeds)
    assert noted(dom, "moved") == "true"
    assert "printed 0.04, sharp 0.02" in noted(dom, "said")  # 4 rho/(lam n) at rho = 1, lam = 1/10, n = 1000
    assert noted(dom, "then") != noted(dom, "said")


def test_the_command_follows_the_sliders_and_shows_what_is_used(browser: Browser) -> None:
    deeds = """
      const command = () => document.querySelector("code[data-command]").textContent;
      const before = command();
      const slider = document.querySelector("input[name=n]");
      slider.value = 777;
      slider.dispatchEvent(new Event("input"));
      const all = { before, after: command(), shown: slider.parentElement.querySelector("output").textContent,
                    said: document.querySelector("figcaption[aria-live]").textContent, hidden: document.querySelectorAll(".calculator [hidden]").length };
    """ + note("all", "JSON.stringify(all)")
    found = json.loads(noted(browser.after("statement/wu2015.theorem14.html", deeds), "all"))
    assert found["before"] == "dptheory bound wu2015.theorem14 --set lam=1/10 n=1000 rho=1"
    n = int(found["shown"])
    assert found["after"] == f"dptheory bound wu2015.theorem14 --set lam=1/10 n={n} rho=1" and n not in (1000, 0)
    assert f"printed {40 / n:.4g}, sharp {20 / n:.4g}." in found["said"] and found["hidden"] == 0


def test_brackets_grow_only_about_what_is_tall(browser: Browser) -> None:
    """Some fonts draw brackets that could grow with room for the largest."""
    deeds = note("all", """JSON.stringify([...document.querySelectorAll("mo")].filter((sign) => "()‖".includes(sign.textContent))
      .map((sign) => [sign.getAttribute("stretchy"), sign.parentElement.querySelector("mfrac, msqrt") !== null]))""")
    rows = json.loads(noted(browser.after("statement/wu2015.lemma17.html", deeds), "all"))
    assert sum(flat == "false" for flat, _ in rows) > 20
    assert not any(flat == "false" and tall for flat, tall in rows) and any(tall for _, tall in rows)


def test_functions_of_the_calculator(browser: Browser) -> None:
    trees = {
        '["erf",["div","n",1000]]': "0.8427", '["erfc",["div","n",500]]': "0.004678",
        '["gamma",["div","n",200]]': "24", '["uppergamma",3,["div","n",500]]': "1.353",
        '["lowergamma",3,["div","n",500]]': "0.6466", '["uppergamma",3,["div","n",100]]': "0.005539",
        '["max",["neg",2],["pow",["sqrt","n"],["div",2,3]]]': "10", '["mul","pi",["log","E"]]': "3.142",
    }  # fmt: skip
    curves = [{"form": f"<{k}>", "term": json.loads(text), "holds": "proved"} for k, text in enumerate(trees)]

    def changed(page: str) -> str:
        found = re.search(r'<script type="application/json">(.*?)</script>', page)
        assert found is not None
        data = {**json.loads(found[1]), "curves": curves}
        return page.replace(found[1], json.dumps(data).replace("<", "\\u003c"))

    said = note("said", 'document.querySelector("figcaption[aria-live]").textContent')
    told = noted(browser.after("statement/wu2015.theorem14.html", said, changed=changed), "said")
    for k, value in enumerate(trees.values()):
        assert re.search(rf"<{k}> {re.escape(value)}[,.]", told), (k, value, told)


def test_words_explain_themselves_to_the_keyboard(browser: Browser) -> None:
    deeds = """
      const word = document.querySelector("span.d[tabindex]");
      word.focus();
      document.documentElement.setAttribute("data-tip", document.getElementById("tip").hidden ? "hidden" : document.getElementById("tip").textContent);
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      document.documentElement.setAttribute("data-gone", String(document.getElementById("tip").hidden));
    """
    dom = browser.after("statement/wu2015.theorem14.html", deeds)
    assert len(noted(dom, "tip")) > 20 and noted(dom, "gone") == "true"


def test_what_only_lines_of_proofs_speak_of_explains_itself_by_a_formula(browser: Browser) -> None:
    deeds = """
      const noted = [...document.querySelectorAll("#notions [data-notion]")].map((row) => row.dataset.notion);
      const elsewhere = (word) => [...document.querySelectorAll(`[data-d="${word}"]`)].some((one) => !one.closest(".proof"));
      const alone = noted.filter((word) => !elsewhere(word) && document.querySelector(`.proof [data-d="${word}"]`));
      const told = alone.map((word) => {
        const named = document.querySelector(`.proof [data-d="${word}"]`);
        named.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        return [word, document.querySelector("#tip math") !== null];
      });
    """ + note("told", "JSON.stringify(told)")
    told = json.loads(noted(browser.after("statement/wu2015.theorem14.html", deeds), "told"))
    assert ["objective", True] in told and all(shown for _, shown in told)


NARROW = """
// the window of a headless browser has a least width; a frame has none
const frame = document.createElement("iframe");
frame.width = 360; frame.height = 800; frame.style.border = "0";
document.body.append(frame);
const pages = %s;
const over = {};
const next = () => {
  const page = pages.pop();
  if (!page) { document.documentElement.setAttribute("data-over", JSON.stringify(over)); return; }
  frame.onload = () => {
    const root = frame.contentDocument.documentElement;
    const cut = [...frame.contentDocument.querySelectorAll("td .mark")].some((mark) => mark.getBoundingClientRect().right > root.clientWidth);
    over[page] = cut ? 1 : root.scrollWidth - root.clientWidth;
    next();
  };
  frame.src = `/${page}`;
};
next();
"""


def test_narrow_screens_do_not_scroll_sideways(browser: Browser) -> None:
    page = (browser.site / "index.html").read_text(encoding="utf-8")
    broad = page.replace("<h1>", '<div style="width: 500px">broad</div><h1>', 1)
    (browser.copy / "broad.html").write_text(broad, encoding="utf-8")
    pages = ["index.html", "statement/wu2015.theorem14.html", "graph.html", "trusted.html", "source/wu2015.html"]
    over = json.loads(noted(browser.after("search.html", NARROW % json.dumps([*pages, "broad.html"])), "over"))
    assert over.pop("broad.html") > 0
    assert over.keys() == {*pages} and all(by <= 0 for by in over.values()), over


AXE = """
const frame = document.createElement("iframe");
frame.width = 1200; frame.height = 900; frame.style.border = "0";
document.body.append(frame);
const pages = %s;
const found = {};
const next = () => {
  const page = pages.pop();
  if (!page) { document.documentElement.setAttribute("data-axe", JSON.stringify(found)); return; }
  frame.onload = () => {
    const inside = frame.contentWindow;
    const axe = inside.document.createElement("script");
    axe.src = "/axe.js";
    axe.onload = () => inside.axe.run().then((said) => {
      const violations = said.violations.map((v) => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)]);
      found[page] = [inside.matchMedia("(prefers-color-scheme: dark)").matches, violations];
      next();
    });
    inside.document.head.append(axe);
  };
  frame.src = `/${page}`;
};
next();
"""
LOOKED_AT = (
    "index.html",
    "source/wu2015.html",
    "statement/wu2015.theorem14.html",
    "statement/wu2015.lemma17.html",
    "graph.html",
    "errata.html",
    "errata/false.html",
    "sound.html",
    "search.html",
    "trusted.html",
    "definitions.html",
)


@pytest.fixture(scope="module")
def axe(browser: Browser) -> Browser:
    """A browser that finds the script of axe-core at the site's root."""
    package = pytest.importorskip("axe_core_python", reason="no axe-core here; the extra test brings it")
    shutil.copy(Path(package.__path__[0]) / "axe.min.js", browser.copy / "axe.js")
    return browser


def violations(axe: Browser, pages: tuple[str, ...], dark: bool) -> dict[str, list[list[object]]]:
    """What axe-core finds wrong with each page, in one visit of all."""
    found = json.loads(noted(axe.after("search.html", AXE % json.dumps(pages), dark=dark), "axe"))
    assert found.keys() == {*pages} and all(seen == dark for seen, _ in found.values())
    return {page: wrong for page, (_, wrong) in found.items()}


@pytest.mark.parametrize("dark", [False, True])
def test_accessibility(axe: Browser, dark: bool) -> None:
    """Contrast, labels and roles, by axe-core."""
    found = violations(axe, LOOKED_AT, dark)
    assert not any(found.values()), found


@pytest.mark.parametrize("dark", [False, True])
def test_planted_faults_are_found(axe: Browser, dark: bool) -> None:
    faults = {
        "color-contrast": '<p style="color: #888; background: #777">hard to read</p>',
        "label": '<input type="text">',
        "button-name": "<button></button>",
    }
    page = (axe.site / "index.html").read_text(encoding="utf-8")
    changed = page.replace("<h1>", f"{''.join(faults.values())}<h1>", 1).replace('<html lang="en"', "<html")
    (axe.copy / "planted.html").write_text(changed, encoding="utf-8")
    found = violations(axe, ("planted.html",), dark)
    assert {name for name, _, _ in found["planted.html"]} == {*faults, "html-has-lang"}
