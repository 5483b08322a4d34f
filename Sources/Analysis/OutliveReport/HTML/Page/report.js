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

  // Opens the target of a link, and the folded parts around it.
  const reveal = link => {
    let name;
    try { name = decodeURIComponent(link.slice(1)); } catch { return; }
    let part = document.getElementById(name);
    if (part?.matches("details.finding")) {
      const trace = part.querySelector("details.trace");
      for (const step of trace ? [trace, ...trace.querySelectorAll("details")] : []) step.open = true;
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
  const wide = [...document.querySelectorAll('main [role="region"][tabindex="0"]')];
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
