// Narrows the list of statements to those that have every word.
"use strict";
(() => {
  const query = document.getElementById("query");
  const hits = document.getElementById("hits");
  const items = new Map([...document.querySelectorAll("#everything li")].map((item) => [item.dataset.id, item]));
  const said = hits.textContent;
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const index = window.DPTHEORY_INDEX.map(([id, text]) => [id, plain(text)]);

  const search = () => {
    const words = plain(query.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [id, text] of index) {
      const found = words.every((word) => text.includes(word));
      items.get(id).hidden = !found;
      count += found;
    }
    for (const group of document.querySelectorAll("#everything section")) {
      group.hidden = !group.querySelector("li:not([hidden])");
    }
    hits.textContent = words.length ? `${count} of ${index.length} entries` : said;
  };
  query.addEventListener("input", search);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) query.value = asked;
  search();
})();
