// Words and symbols explain themselves; the graph moves. Every page can be read without this.
"use strict";
(() => {
  const notes = new Map();
  for (const row of document.querySelectorAll("#notions [data-notion], #notions [data-symbol]")) {
    notes.set(row.dataset.notion ? `d:${row.dataset.notion}` : `s:${row.dataset.symbol}`, row);
  }
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.role = "tooltip";
  tip.hidden = true;
  const hide = () => { tip.hidden = true; };

  const rowOf = (target) => {
    const inside = target.closest("#notions, #tip");
    if (inside || !target.closest) return null;
    if (target.localName === "mi" || target.localName === "mn") {
      const raised = target.parentElement;
      const found = notes.get(`s:${target.textContent}`) ||
        (/^m(su[bp]|over)/.test(raised.localName) && notes.get(`s:${raised.textContent.replace("¯", "\u0304")}`));
      if (found) return found;
    }
    const named = target.closest("[data-d]");
    return named ? notes.get(`d:${named.dataset.d}`) || null : null;
  };

  const show = (target) => {
    const row = rowOf(target);
    if (!row) return hide();
    tip.replaceChildren(...[...row.children].map((part) => {
      const copy = document.createElement("div");
      copy.append(...[...part.childNodes].map((node) => node.cloneNode(true)));
      return copy;
    }));
    tip.hidden = false;
    const at = target.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(4, left) + window.scrollX}px`;
    tip.style.top = `${at.bottom + 6 + window.scrollY}px`;
    target.setAttribute("aria-describedby", "tip");
  };

  if (notes.size) {
    document.body.append(tip);
    document.addEventListener("pointerover", (event) => show(event.target));
    document.addEventListener("focusin", (event) => show(event.target));
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
    for (const word of document.querySelectorAll("dl.form [data-d]")) {
      if (notes.has(`d:${word.dataset.d}`)) word.tabIndex = 0;
    }
  }

  for (const details of document.querySelectorAll("details")) {
    if (location.hash && details.querySelector(CSS.escape ? `#${CSS.escape(decodeURIComponent(location.hash.slice(1)))}` : "#")) details.open = true;
  }
  const folded = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open])")) { details.open = true; folded.push(details); }
  });
  window.addEventListener("afterprint", () => { for (const details of folded.splice(0)) details.open = false; });

  const canvas = document.getElementById("canvas");
  const drawing = canvas && canvas.querySelector("svg");
  if (!drawing) return;
  canvas.classList.add("moving");
  const [width, height] = [drawing.width.baseVal.value, drawing.height.baseVal.value];
  let scale = 1;
  const zoom = (factor, x, y) => {
    const next = Math.min(4, Math.max(0.1, scale * factor));
    const [left, top] = [(canvas.scrollLeft + x) / scale, (canvas.scrollTop + y) / scale];
    scale = next;
    drawing.setAttribute("width", width * scale);
    drawing.setAttribute("height", height * scale);
    canvas.scrollLeft = left * scale - x;
    canvas.scrollTop = top * scale - y;
  };
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") zoom(1.25, canvas.clientWidth / 2, canvas.clientHeight / 2);
    else if (event.key === "-") zoom(0.8, canvas.clientWidth / 2, canvas.clientHeight / 2);
  });
  let from = null;
  let moved = false;
  canvas.addEventListener("pointerdown", (event) => {
    moved = false;
    if (event.button === 0) from = [event.clientX + canvas.scrollLeft, event.clientY + canvas.scrollTop];
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [from[0] - event.clientX, from[1] - event.clientY];
    if (Math.abs(x - canvas.scrollLeft) + Math.abs(y - canvas.scrollTop) > 4) moved = true;
    if (moved) [canvas.scrollLeft, canvas.scrollTop] = [x, y];
  });
  window.addEventListener("pointerup", () => { from = null; });
  canvas.addEventListener("click", (event) => { if (moved) event.preventDefault(); }, true);
  canvas.addEventListener("dragstart", (event) => event.preventDefault());
  const bar = document.createElement("p");
  for (const [words, factor] of [["larger", 1.25], ["smaller", 0.8]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => zoom(factor, canvas.clientWidth / 2, canvas.clientHeight / 2));
    bar.append(button, " ");
  }
  canvas.before(bar);
  if (width > canvas.clientWidth) zoom(Math.max(0.45, canvas.clientWidth / width), 0, 0);
})();
