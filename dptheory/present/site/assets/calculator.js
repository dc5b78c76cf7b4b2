// Evaluates a bound, in floating point, from the tree of its formula, and draws it over one parameter.
"use strict";
(() => {
  const gammaLn = (a) => {
    const c = [676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
      12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
    if (a < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * a))) - gammaLn(1 - a);
    let sum = 0.99999999999980993;
    c.forEach((value, k) => { sum += value / (a + k); });
    const t = a + 6.5;
    return 0.5 * Math.log(2 * Math.PI) + (a - 0.5) * Math.log(t) - t + Math.log(sum);
  };
  const lowerShare = (a, x) => {  // the regularised lower incomplete gamma function
    if (x <= 0) return 0;
    const front = Math.exp(-x + a * Math.log(x) - gammaLn(a));
    if (x < a + 1) {
      let term = 1 / a, sum = term;
      for (let k = 1; k < 2000 && Math.abs(term) > 1e-16 * Math.abs(sum); k += 1) { term *= x / (a + k); sum += term; }
      return sum * front;
    }
    let b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (let k = 1; k < 2000; k += 1) {
      const an = -k * (k - a);
      b += 2;
      d = 1 / (an * d + b);
      c = b + an / c;
      h *= d * c;
      if (Math.abs(d * c - 1) < 1e-15) break;
    }
    return 1 - front * h;
  };
  const erf = (x) => Math.sign(x) * lowerShare(0.5, x * x);
  const operations = {
    neg: (a) => -a, add: (a, b) => a + b, sub: (a, b) => a - b, mul: (a, b) => a * b, div: (a, b) => a / b,
    pow: (a, b) => a ** b, erf, erfc: (x) => 1 - erf(x), gamma: (a) => Math.exp(gammaLn(a)),
    uppergamma: (a, x) => Math.exp(gammaLn(a)) * (1 - lowerShare(a, x)),
    lowergamma: (a, x) => Math.exp(gammaLn(a)) * lowerShare(a, x),
  };
  for (const name of ["exp", "log", "sqrt", "abs", "floor", "ceil", "sin", "cos", "tan", "sinh", "cosh", "tanh",
    "asin", "acos", "atan", "min", "max"]) operations[name] = Math[name];
  const constants = { pi: Math.PI, E: Math.E };
  const value = (tree, values) => {
    if (typeof tree === "number") return tree;
    if (typeof tree === "string") return tree in constants ? constants[tree] : values[tree];
    const [name, ...parts] = tree;
    if (name === "div" && parts[0][0] === "uppergamma" && parts[1][0] === "gamma" && parts[0][1] === parts[1][1]) {
      return 1 - lowerShare(value(parts[0][1], values), value(parts[0][2], values));  // neither need be a number that there is
    }
    return operations[name](...parts.map((part) => value(part, values)));
  };
  const relations = {
    "<": (a, b) => a < b, "<=": (a, b) => a <= b * (1 + 1e-12) + 1e-300, "=": (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b) + 1e-300,
    ">=": (a, b) => a >= b * (1 - 1e-12) - 1e-300, ">": (a, b) => a > b, "!=": (a, b) => a !== b,
  };
  const short = (x) => (Number.isFinite(x) ? String(Number(x.toPrecision(4))) : "no value");

  for (const panel of document.querySelectorAll(".calculator")) {
    const data = JSON.parse(panel.querySelector("script").textContent);
    const sliders = new Map([...panel.querySelectorAll("input[type=range]")].map((input) => [input.name, input]));
    const choice = panel.querySelector("select");
    const figure = panel.querySelector("figure svg.plot");
    const caption = panel.querySelector("figcaption");
    const choices = panel.querySelector("ol.choices");
    const command = panel.querySelector("code[data-command]");
    for (const part of panel.querySelectorAll("[hidden]")) part.hidden = false;

    const scale = (input) => {
      const [low, high] = [Number(input.dataset.low), Number(input.dataset.high)];
      const logarithmic = low > 0;
      const [a, b] = logarithmic ? [Math.log(low), Math.log(high)] : [low, high];
      return {
        at: (place) => {
          const x = a + (b - a) * place;
          const made = logarithmic ? Math.exp(x) : x;
          // what is shown is what is used: four digits
          return Number((("whole" in input.dataset) ? Math.round(made) : made).toPrecision(4));
        },
        place: (x) => ((logarithmic ? Math.log(x) : x) - a) / (b - a || 1),
      };
    };
    const read = () => {
      const values = {};
      const typed = [];
      for (const [name, input] of sliders) {
        const moved = input.dataset.moved === "yes";
        values[name] = moved ? scale(input).at(Number(input.value) / 1000) : Number(input.dataset.start);
        input.parentElement.querySelector("output").textContent = short(values[name]);
        typed.push(`${name === "del" ? "delta" : name}=${moved ? values[name] : input.dataset.exact}`);
      }
      command.textContent = command.dataset.command + typed.join(" ");
      return values;
    };
    const allowed = (values) => data.conditions.filter((c) => !relations[c.op](value(c.left, values), value(c.right, values)));
    const fill = (values) => {  // what is not moved by hand: the least number that satisfies its conditions
      const made = { ...values };
      for (const { name } of data.least) {
        const about = data.conditions.filter((c) => c.least.includes(name));
        const serves = (x) => about.every((c) => relations[c.op](value(c.left, { ...made, [name]: x }), value(c.right, { ...made, [name]: x })));
        let high = 1;
        while (!serves(high) && high < 1e9) high *= 2;
        while (serves(high / 2) && high > 1e-9) high /= 2;
        let low = high / 2;
        for (let k = 0; k < 40; k += 1) {
          const middle = (low + high) / 2;
          if (serves(middle)) high = middle; else low = middle;
        }
        made[name] = serves(high) ? high : NaN;
      }
      return made;
    };
    const make = (name, attributes, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, x] of Object.entries(attributes)) made.setAttribute(key, x);
      if (text !== undefined) made.textContent = text;
      return made;
    };

    const draw = () => {
      const values = fill(read());
      const over = choice.value;
      const axis = scale(sliders.get(over));
      const steps = 240;
      const points = Array.from({ length: steps + 1 }, (_, k) => axis.at(k / steps));
      const curves = data.curves.map((curve) => points.map((x) => {
        const there = fill({ ...values, [over]: x });
        const y = allowed(there).length ? NaN : value(curve.term, there);
        return y > 0 && Number.isFinite(y) ? y : NaN;
      }));
      const seen = curves.flat().filter((y) => !Number.isNaN(y));
      const parts = [];
      const listed = [];
      const broken = allowed(values).map((c) => c.text);
      const now = data.curves.map((curve) => `${curve.form} ${short(value(curve.term, values))}`);
      const said = broken.length ? [`Outside the conditions: ${broken.join("; ")}.`] : [`The bound: ${now.join(", ")}.`];
      for (const { name, letter } of data.least) said.push(`${letter} = ${short(values[name])}, the least that satisfies its conditions.`);
      if (seen.length) {
        const [least, most] = [Math.min(...seen), Math.min(Math.max(...seen), Math.min(...seen) * 1e12)];
        const spread = Math.log(most / least) || 1;
        const X = (x) => 60 + 560 * axis.place(x);
        const Y = (y) => 280 - 250 * Math.min(1, Math.max(0, Math.log(y / least) / spread));
        const limit = data.trivial ? value(data.trivial.value, values) : NaN;
        if (limit > least && limit < most) {
          parts.push(make("rect", { class: "vacuous", x: 60, y: 30, width: 560, height: Math.max(0, Y(limit) - 30) }));
          parts.push(make("text", { x: 614, y: 44, "text-anchor": "end" }, `says nothing from ${short(limit)} on: ${data.trivial.words}`));
        }
        parts.push(make("path", { class: "axis", d: "M60,30V280H620" }));
        for (const y of [least, Math.sqrt(least * most), most]) {
          parts.push(make("path", { class: "grid", d: `M60,${Y(y)}H620` }), make("text", { x: 54, y: Y(y) + 4, "text-anchor": "end" }, short(y)));
        }
        for (const place of [0, 0.5, 1]) {
          parts.push(make("text", { x: 60 + 560 * place, y: 298, "text-anchor": place ? (place < 1 ? "middle" : "end") : "start" }, short(axis.at(place))));
        }
        parts.push(make("text", { x: 340, y: 315, "text-anchor": "middle" }, choice.selectedOptions[0].textContent));
        curves.forEach((ys, k) => {
          const path = ys.map((y, j) => (Number.isNaN(y) ? "" : `${j && !Number.isNaN(ys[j - 1]) ? "L" : "M"}${X(points[j]).toFixed(1)},${Y(y).toFixed(1)}`)).join("");
          parts.push(make("path", { class: `curve curve-${k}`, d: path }));
        });
        const lows = [];
        curves.forEach((ys, k) => {
          const best = ys.reduce((found, y, j) => (y < (ys[found] ?? Infinity) || Number.isNaN(ys[found]) ? j : found), 0);
          if (best > 0 && best < steps && !Number.isNaN(ys[best - 1]) && !Number.isNaN(ys[best + 1])) {
            parts.push(make("circle", { class: "best", cx: X(points[best]), cy: Y(ys[best]), r: 5 }));
            lows.push(`${data.curves[k].form} near ${short(points[best])}, where it is ${short(ys[best])}`);
          }
        });
        if (lows.length) said.push(`Least over ${choice.selectedOptions[0].textContent}: ${lows.join("; ")}.`);
        let last = [-99, 0];
        const shown = data.choices.filter((one) => one.parameter === over).map((one) => [value(one.value, values), one.name])
          .filter(([x]) => axis.place(x) >= 0 && axis.place(x) <= 1).sort((one, other) => one[0] - other[0]);
        shown.forEach(([x, name], k) => {
          last = X(x) - last[0] < 16 ? [X(x), last[1] + 14] : [X(x), 0];
          parts.push(make("path", { class: "choice", d: `M${X(x)},30V280` }));
          parts.push(make("text", { x: X(x) + 3, y: 62 + last[1] }, String(k + 1)));
          const there = value(data.curves[0].term, { ...values, [over]: x });
          listed.push(`${name}: ${choice.selectedOptions[0].textContent} = ${short(x)}, ${data.curves[0].form} bound ${short(there)}`);
        });
        const y = value(data.curves[0].term, values);
        if (!broken.length && y > 0) parts.push(make("circle", { class: "here", cx: X(values[over]), cy: Y(y), r: 4 }));
      }
      figure.replaceChildren(...parts);
      figure.setAttribute("aria-label", [...said, ...listed].join(" "));
      choices.replaceChildren(...listed.map((text) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      }));
      caption.textContent = said.join(" ");
    };
    for (const input of sliders.values()) {
      input.value = Math.round(1000 * scale(input).place(Number(input.dataset.start)));
      input.addEventListener("input", () => { input.dataset.moved = "yes"; draw(); });
    }
    choice.addEventListener("change", draw);
    draw();
  }
})();
