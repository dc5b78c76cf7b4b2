// Words and symbols explain themselves. Every page can be read without this.
"use strict";
(() => {
  const notes = new Map();
  const bodies = window.DPTHEORY_NOTIONS || {};
  for (const row of document.querySelectorAll("#notions [data-notion], #notions [data-symbol]")) {
    const { notion, symbol } = row.dataset;
    notes.set(notion ? `d:${notion}` : `s:${symbol}`, row);
    if (notion) row.lastElementChild.insertAdjacentHTML("beforeend", bodies[notion] || "");
  }
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.role = "tooltip";
  tip.hidden = true;
  const hide = () => { tip.hidden = true; };

  const rowOf = (target) => {
    const inside = target.closest("#notions, #tip");
    if (inside || !target.closest) return null;
    if (["var", "mi", "mn"].includes(target.localName)) {
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

  // Some fonts for formulas draw brackets that could grow with much room about them: those about what is not tall do not grow.
  const heights = new Map();
  const tall = (row) => {
    if (!heights.has(row)) heights.set(row, row.querySelector("mfrac, munderover, msqrt") !== null);
    return heights.get(row);
  };
  for (const sign of document.querySelectorAll("mo")) {
    if (/^[()[\]{}⟨⟩⌊⌋⌈⌉|‖]$/.test(sign.textContent) && !tall(sign.parentElement)) sign.setAttribute("stretchy", "false");
  }

  for (const details of document.querySelectorAll("details")) {
    if (location.hash && details.querySelector(CSS.escape ? `#${CSS.escape(decodeURIComponent(location.hash.slice(1)))}` : "#")) details.open = true;
  }
  const folded = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open])")) { details.open = true; folded.push(details); }
  });
  window.addEventListener("afterprint", () => { for (const details of folded.splice(0)) details.open = false; });
})();
