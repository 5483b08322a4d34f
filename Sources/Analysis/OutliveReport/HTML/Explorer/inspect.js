// The inspector of single objects, which asks the command that serves the page.
heap.inspect = (() => {
  "use strict";
  const view = document.getElementById("object-view");
  if (!view) return null;
  const { element, bytes, counted } = heap;
  const token = new URLSearchParams(location.search).get("token") ?? "";
  // Not in the address bar, where it would be copied, seen and kept; a reload in this tab finds it here.
  sessionStorage.setItem("outlive-token", token);
  history.replaceState(null, "", location.pathname + location.hash);
  const [form, input, status] =
    ["object-form", "object-address", "object-status"].map(id => document.getElementById(id));

  const ask = async path => {
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` }, cache: "no-store" });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error);
    return body;
  };

  const report = error => {
    status.textContent = error instanceof TypeError ? "The command that served the page has ended." : error.message;
  };
  // Only the answer to the last question is shown.
  let last = 0;
  const show = async (question, made) => {
    const number = ++last;
    status.textContent = "Loading";
    try {
      const answer = await question;
      if (number !== last) return;
      view.replaceChildren(...made(answer));
      status.textContent = "";
      view.querySelector("h3")?.focus();
      document.getElementById("inspector").scrollIntoView({ block: "start" });
    } catch (error) {
      if (number === last) report(error);
    }
  };

  const name = link => {
    const { name, kind } = link.type ?? { name: "block of memory", kind: "raw" };
    return { closure: `closure ${name}`, box: `box of ${name}`, error: `error ${name}` }[kind] ?? name;
  };
  const opener = link => element("a", { href: `#object-${link.address}` }, element("code", {}, link.address));
  const heading = text => element("h3", { tabindex: -1 }, text);
  // Returns a row whose cells have the names of their columns, for narrow screens.
  const headed = (heads, row) => {
    [...row.children].forEach((cell, index) => { cell.dataset.head = heads[index][0]; });
    return row;
  };
  const table = (label, heads, rows) => element("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 },
    element("table", { class: "stacks" },
      element("thead", {}, element("tr", {}, ...heads.map(([head, isNumber]) =>
        element("th", { scope: "col", class: isNumber ? "n" : null }, head)))),
      element("tbody", {}, ...rows.map(row => headed(heads, row)))));
  const cell = (text, isNumber) => element("td", { class: isNumber ? "n" : null }, text);
  const code = text => element("code", {}, text);

  const value = field => {
    if (!field.value) return "";
    const { kind, text } = field.value;
    return code(kind === "text" ? `"${text}"` : kind === "length" ? `${text} bytes of text` : text);
  };
  const fields = list => list.length === 0 ? [] : [heading("Fields"), table("Fields",
    [["Offset", true], ["Name"], ["Type"], ["Value"]],
    list.map(field => element("tr", {}, cell(String(field.offset), true), cell(code(field.name)), cell(code(field.type)),
      cell(value(field)))))];

  // A long table grows by steps: all rows at once would stop the browser for seconds.
  const step = 500;
  const growing = (label, heads, list, row) => {
    const made = table(label, heads, list.slice(0, step).map(row));
    let shown = step;
    const more = element("button", { type: "button", click: () => {
      made.querySelector("tbody").append(...list.slice(shown, shown + step).map(item => headed(heads, row(item))));
      shown += step;
      more.hidden = shown >= list.length;
      more.textContent = `Show more of ${list.length - shown}`;
    } }, `Show more of ${list.length - step}`);
    return list.length > step ? [made, element("p", {}, more)] : [made];
  };
  const references = (list, title) => [heading(`${title} (${list.length})`), ...(list.length === 0 ? [] : growing(title,
    [["Object"], ["Address"], ["Place"], ["Strength"], ["Bytes", true], ["Retained", true]], list,
    reference => {
      const link = reference.object;
      const place = reference.place ?? (reference.offset === undefined ? "" : `+${reference.offset}`);
      return element("tr", {}, cell(link ? code(name(link)) : `${reference.root} (a root)`), cell(link ? opener(link) : ""),
        cell(code(place)), cell(reference.strength), cell(link ? bytes(link.bytes) : "", true),
        cell(link ? bytes(link.retainedBytes) : "", true));
    }))];

  const path = ({ shape, steps }) => steps.length > 1 ? [
    heading(shape === "cycle" ? "Kept alive by a cycle" : shape === "unheld" ? "Held by, without a root" : "Kept alive by"),
    element("ol", { class: "stack" }, ...steps.map(step => element("li", {}, code(step.name + (step.edge ?? "")), " ",
      step.location ? code(`${step.location.file}:${step.location.line}`) : ""))),
  ] : [heading("No reference to it was found")];

  const site = calls => calls.length === 0 ? [] : [heading("Allocated at"), element("ol", { class: "stack" },
    ...calls.map(([called, place]) =>
      element("li", {}, code(called), " ", place ? element("code", { class: "place" }, place) : "")))];

  const object = ({ object: found, notes, calls }) => {
    const link = found.object;
    input.value = link.address;
    const facts = [
      `${bytes(link.bytes)}, retains ${bytes(link.retainedBytes)}`,
      found.counts && `${found.counts.strong} strong, ${found.counts.unowned} unowned and ${found.counts.weak} weak references`,
      found.birth !== undefined && `allocated in cycle ${found.birth}`,
      found.elements !== undefined && counted(found.elements, "element"),
      found.isDeinitialised && "deinitialised, and kept in memory by unowned references",
    ].filter(fact => fact);
    return [
      heading(element("code", {}, `${name(link)} at ${link.address}`)), element("p", {}, facts.join("; ")),
      ...fields(found.fields), ...path(found.path), ...references(found.referrers, "References to it"),
      ...references(found.references, "References from it"), ...site(calls),
      ...(notes ?? []).map(note => element("p", { class: "note" }, note)),
    ];
  };

  const list = (type, title, from) => ({ count, objects }) => [
    heading(element("code", {}, title)), element("p", { class: "note" }, counted(count, "object")),
    table("Objects", [["Address"], ["Bytes", true], ["Retained", true]], objects.map(link =>
      element("tr", {}, cell(opener(link)), cell(bytes(link.bytes), true), cell(bytes(link.retainedBytes), true)))),
    element("p", {},
      from > 0 ? element("button", { type: "button", click: () => objectsOf(type, title, from - 100) }, "Previous") : "", " ",
      count > from + objects.length
        ? element("button", { type: "button", click: () => objectsOf(type, title, from + 100) }, "Next") : ""),
  ];
  const objectsOf = (type, title, from = 0) =>
    show(ask(`/objects?type=${type}&from=${from}`), list(type, title, from));

  const follow = () => {
    const address = location.hash.match(/^#object-(0x[0-9a-f]+)$/)?.[1];
    if (address) show(ask(`/object?address=${address}`), object);
  };
  addEventListener("hashchange", follow);
  form.addEventListener("submit", event => {
    event.preventDefault();
    const address = input.value.trim().replace(/^(?!0x)/, "0x").toLowerCase();
    if (location.hash === `#object-${address}`) follow();
    else if (/^0x[0-9a-f]+$/.test(address)) location.hash = `object-${address}`;
    else status.textContent = `${input.value} is not an address.`;
  });
  follow();

  // Returns all that is known of a type, or `null` if the server gives no answer.
  const detailsOf = async type => {
    try {
      return await ask(`/details?type=${type}`);
    } catch (error) {
      report(error);
      return null;
    }
  };

  return { objectsOf, detailsOf };
})();
