"use strict";
(() => {
  const all = () => [...document.querySelectorAll("main details")];
  const fold = document.getElementById("fold");
  const name = () => {
    fold.textContent = all().every(part => part.open) ? "Collapse all" : "Expand all";
  };
  fold.addEventListener("click", () => {
    const open = !all().every(part => part.open);
    for (const part of all()) part.open = open;
    name();
  });
  document.addEventListener("toggle", name, true);
  if (all().length > 0) fold.hidden = false;
  name();

  // Filters the items of a section by words and kind.
  const filters = [...document.querySelectorAll(".search")].map(search => {
    const section = search.closest("section");
    const items = [...section.querySelectorAll(search.dataset.items)];
    const input = search.querySelector("input");
    const select = search.querySelector("select");
    const output = search.querySelector("output");
    let texts;
    const filter = () => {
      texts ??= items.map(item => item.textContent.toLowerCase());
      const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
      const kind = select?.value ?? "";
      let shown = 0;
      items.forEach((item, index) => {
        const isShown = words.every(word => texts[index].includes(word)) && (!kind || item.dataset.kind === kind);
        item.classList.toggle("filtered", !isShown);
        if (isShown) shown += 1;
      });
      const all = `${items.length} ${items.length === 1 ? search.dataset.noun : search.dataset.plural}`;
      output.textContent = words.length > 0 || kind ? `${shown === 0 ? "none" : shown} of ${all}` : all;
    };
    const clear = () => {
      input.value = "";
      if (select) select.value = "";
      filter();
    };
    input.addEventListener("input", filter);
    input.addEventListener("keydown", event => {
      if (event.key === "Escape") clear();
    });
    select?.addEventListener("change", filter);
    search.hidden = false;
    filter();
    return { section, clear };
  });

  // Opens the target of a link, and the folded parts around it.
  const reveal = link => {
    let name;
    try { name = decodeURIComponent(link.slice(1)); } catch { return; }
    let part = document.getElementById(name);
    if (part?.matches("details.finding")) {
      const trace = part.querySelector("details.trace");
      for (const step of trace ? [trace, ...trace.querySelectorAll("details")] : []) step.open = true;
    }
    for (const { section, clear } of filters) {
      if (part?.closest(".filtered") && section.contains(part)) clear();
    }
    for (; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  };
  addEventListener("hashchange", () => reveal(location.hash));
  // A link that is followed again does not change the address.
  document.addEventListener("click", event => {
    const link = event.target.closest('a[href^="#"]');
    if (link) reveal(link.getAttribute("href"));
  });
  reveal(location.hash);

  // Only wide parts that scroll take the keyboard focus.
  const wide = [...document.querySelectorAll('main .scroll[tabindex="0"]')];
  let isMeasuring = false;
  const measure = () => {
    if (isMeasuring) return;
    isMeasuring = true;
    requestAnimationFrame(() => {
      isMeasuring = false;
      const fits = wide.map(part => part.clientWidth >= part.scrollWidth);
      wide.forEach((part, index) => {
        if (fits[index]) part.removeAttribute("tabindex"); else part.tabIndex = 0;
      });
    });
  };
  addEventListener("resize", measure);
  document.addEventListener("toggle", measure, true);
  measure();

  // Opens all parts for printing, and restores them afterwards.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all().filter(part => !part.open);
    for (const part of folded) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of folded) part.open = false;
  });
})();
