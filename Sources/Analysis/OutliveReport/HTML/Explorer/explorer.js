// The data of the page, and what its views share. `ExplorerData.swift` writes the arrays.
const heap = (() => {
  "use strict";
  const data = JSON.parse(document.getElementById("heap-data").textContent);
  const origins = ["program", "package", "platform", "raw"];
  const text = index => data.texts[index] ?? "";
  // The short labels of types, which lack what all of them repeat.
  const labels = new Map();
  for (let index = 0; data.labels.length > index; index += 2) labels.set(text(data.labels[index]), text(data.labels[index + 1]));
  const label = name => labels.get(name) ?? name;

  // Returns an element. Functions are listeners, and `null` and `false` are left out.
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(key, value);
      else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter(child => child !== null && child !== ""));
    return made;
  };

  // The same rounding as in the tables without the script.
  const fixed = (value, digits) => {
    const scaled = String(Math.round(Math.abs(value) * 10 ** digits)).padStart(digits + 1, "0");
    const sign = 0 > value && Number(scaled) > 0 ? "-" : "";
    const whole = scaled.slice(0, scaled.length - digits);
    return sign + (digits > 0 ? `${whole}.${scaled.slice(-digits)}` : whole);
  };
  const bytes = (count, isSigned = false) => {
    const size = Math.abs(count);
    const [unit, factor] =
      size >= 0.9995e9 ? ["GB", 1e9] : size >= 0.9995e6 ? ["MB", 1e6] : size >= 0.9995e3 ? ["kB", 1e3] : ["B", 1];
    const scaled = Math.abs(count / factor);
    const digits = factor === 1 || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
    return `${isSigned && count > 0 ? "+" : ""}${fixed(count / factor, digits)} ${unit}`;
  };
  const share = (part, all) => {
    const percent = all > 0 ? part / all * 100 : 0;
    return percent >= 0.5 || percent === 0 ? `${Math.round(percent)} %` : "\u003c1 %";
  };
  // As in the tables without the script, four digits stand together.
  const grouped = count => 10000 > Math.abs(count) ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

  // Returns a source line with the places where it may break: between folders, and before its number.
  const broken = place => place.replace(/\/|(?=:\d+$)/g, "$&\u0000").split("\u0000")
    .flatMap((part, index) => index > 0 ? [element("wbr"), part] : [part]);

  // Moves the focus among elements of which one is in the order of the Tab key.
  const focus = (all, next) => {
    if (!next) return;
    for (const other of all) other.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };

  return { data, origins, text, label, element, bytes, share, grouped, counted, broken, focus };
})();
