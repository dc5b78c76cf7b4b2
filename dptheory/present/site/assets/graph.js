// The drawing of the graph moves, grows, and shows the part that one statement is joined with.
"use strict";
(() => {
  const canvas = document.getElementById("canvas");
  const drawing = canvas && canvas.querySelector("svg");
  if (!drawing) return;
  canvas.classList.add("moving");
  let [width, height] = [drawing.width.baseVal.value, drawing.height.baseVal.value];
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
  const fit = (least) => {
    zoom(1 / scale, 0, 0);
    if (width > canvas.clientWidth) zoom(Math.max(least, canvas.clientWidth / width), 0, 0);
  };
  fit(0.45);

  // The part that one statement is joined with: all that it rests on, and all that rests on it.
  const at = (node, name) => node.querySelector("rect")[name].baseVal.value;
  const nodes = [...drawing.querySelectorAll("a")].map((node) => ({
    node, name: decodeURIComponent(node.href.baseVal.split("/").pop().replace(/\.html$/, "")), x: at(node, "x"), y: at(node, "y"),
  }));
  if (nodes.length === 0) return;
  const joined = drawing.dataset.joined.split(",");
  const edges = [...drawing.querySelectorAll("path")].map((path, k) => {
    const [one, other] = joined[k].split(" ").map((place) => nodes[place]);
    return { path, one, other };
  });
  const whole = [width, height];
  const { width: wide, height: high } = nodes[0].node.querySelector("rect").getBBox();
  const reached = (start, from, to) => {
    const found = new Set([start]);
    for (const node of found) for (const edge of edges) if (edge[from] === node) found.add(edge[to]);
    return found;
  };
  const put = ({ node }, x, y) => {
    const [box, text] = [node.querySelector("rect"), node.querySelector("text")];
    for (const part of [box, text]) { part.setAttribute("x", x); part.setAttribute("y", y); }
  };
  const join = ({ path, one, other }) => {
    const [x1, y1, x2, y2] = [at(one.node, "x"), at(one.node, "y") + high / 2, at(other.node, "x") + wide, at(other.node, "y") + high / 2];
    const bend = x1 >= x2 ? 40 : 60;
    path.setAttribute("d", `M${x1},${y1}C${x1 - bend},${y1} ${x2 + bend},${y2} ${x2},${y2}`);
  };
  const asked = document.getElementById("of");
  const told = document.getElementById("part");
  const alone = document.getElementById("alone");
  const part = () => {
    const start = nodes.find(({ name }) => name === asked.value.trim());
    const below = start ? reached(start, "one", "other") : new Set(nodes);
    const above = start ? reached(start, "other", "one") : below;
    const kept = nodes.filter((one) => below.has(one) || above.has(one));
    for (const one of nodes) {
      one.node.classList.toggle("away", !kept.includes(one));
      one.node.classList.toggle("here", one === start);
      put(one, one.x, one.y);
    }
    let size = whole;
    if (start) {
      const columns = [...new Set(kept.map(({ x }) => x))].sort((a, b) => a - b)
        .map((x) => kept.filter((one) => one.x === x).sort((one, other) => one.y - other.y));
      const most = Math.max(...columns.map((column) => column.length));
      columns.forEach((column, k) => column.forEach((one, row) =>
        put(one, 6 + k * (wide + 90), 6 + (row + (most - column.length) / 2) * (high + 7))));
      size = [columns.length * (wide + 90) - 76, most * (high + 7) + 8];
    }
    for (const edge of edges) {
      const one = [below, above].some((side) => side.has(edge.one) && side.has(edge.other));
      edge.path.classList.toggle("away", !one);
      join(edge);
    }
    [width, height] = size;
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    fit(start ? 0.8 : 0.45);
    if (alone) alone.hidden = Boolean(start);
    told.textContent = start ? ` rests on ${below.size - 1}, and ${above.size - 1} rest on it` : asked.value ? " is none of the drawing" : "";
  };
  for (const field of document.querySelectorAll("fieldset.scripted")) field.hidden = false;
  asked.addEventListener("input", part);
  asked.form.addEventListener("submit", (event) => event.preventDefault());
  const of = new URLSearchParams(location.search).get("of");
  if (of) { asked.value = of; part(); }
})();
