// The table of types: sorted by its heads, searched while typing, and opened for the details of a type.
heap.types = (() => {
  "use strict";
  // A page without objects has no table.
  if (!document.getElementById("type-tools")) return null;
  const { data, text, label, element, bytes, grouped, counted } = heap;
  const types = data.types.map((row, index) => {
    const [name, objects, size, retained, place, origin, added, gone, change] = row;
    return {
      index, name: text(name), objects, bytes: size, retained, place: text(place), origin: heap.origins[origin],
      label: label(text(name)), new: added, gone, change,
      words: `${text(name)}\n${label(text(name))}\n${text(place)}`.toLowerCase(),
    };
  });
  const columns = [
    { key: "name", head: "Type" }, { key: "objects", head: "Objects", show: type => grouped(type.objects) },
    { key: "bytes", head: "Bytes", show: type => bytes(type.bytes) },
    { key: "retained", head: "Retained", show: type => bytes(type.retained) },
    ...(data.isCompared ? [
      { key: "new", head: "New", show: type => grouped(type.new) },
      { key: "gone", head: "Gone", show: type => grouped(type.gone) },
      { key: "change", head: "Change", show: type => bytes(type.change, true) },
    ] : []),
    ...(types.some(type => type.place) ? [{ key: "place", head: "Most allocated at" }] : []),
  ];
  const step = 40;
  const state = { key: "retained", descending: true, limit: step };
  const open = new Set();
  const [search, filter, count, place, order] =
    ["type-search", "type-filter", "type-count", "type-table", "type-order"].map(id => document.getElementById(id));

  const found = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    const kind = filter.value;
    const sign = state.descending ? -1 : 1;
    return types
      .filter(type => (kind === "all" || (kind === "new" ? type.new > 0 : type.origin === kind))
        && words.every(word => type.words.includes(word)))
      .sort((one, other) => {
        const key = state.key === "name" ? "label" : state.key;
        const [a, b] = [one[key], other[key]];
        return a === b ? one.index - other.index : sign * (a > b ? 1 : -1);
      });
  };

  // The views of details, whose texts are indices of a table: that of the page, or of an answer of its server.
  const views = text => {
    const holders = groups => groups.map(group => {
      const [name, kind, objects, ...inner] = group;
      return {
        label: [
          element("span", { class: "n" }, grouped(objects)), element("code", {}, text(name)), " ",
          kind >= 0 ? element("span", { class: "place" }, text(kind)) : "",
        ],
        children: () => holders(inner),
      };
    });

    // The references to objects, each group with those to its holders below it.
    const references = ([others, ...groups]) => groups.map(([name, kind, count, owners, inner]) => ({
      label: [
        element("span", { class: "n" }, grouped(count)), element("code", {}, text(name)), " ",
        element("span", { class: "place" }, text(kind), owners === count ? "" : `, from ${counted(owners, "holder")}`),
      ],
      children: () => references(inner),
    })).concat(others > 0 ? [{
      label: [element("span", { class: "n" }, grouped(others)), element("span", { class: "place" }, "others, left out")],
      children: () => [],
    }] : []);

    // Returns a name without its middle if it is long: the stack below has all of it.
    const short = name => name.length > 120 ? `${name.slice(0, 70)}…${name.slice(-49)}` : name;

    // The lines that allocate a type; each opens its most frequent stacks.
    const stack = ([objects, , ...calls], isOnly) => {
      const functions = [];
      for (let index = 0; calls.length > index; index += 2) {
        functions.push(element("li", {}, element("code", {}, text(calls[index])), " ",
          element("code", { class: "place" }, text(calls[index + 1]))));
      }
      return [isOnly ? null : element("p", { class: "note" }, `${counted(objects, "object")} by`),
        element("ol", { class: "stack" }, ...functions)];
    };
    const sites = (rows, others, elsewhere) => rows.map(([objects, size, name, place, stacks, ...shown]) =>
      element("details", {},
        element("summary", {}, `${counted(objects, "object")}, ${bytes(size)}: `,
          element("code", { title: text(name) }, short(text(name))), " ",
          element("code", { class: "place" }, text(place))),
        ...shown.flatMap(row => stack(row, stacks === 1)),
        stacks > shown.length ? element("p", { class: "more" }, `and ${counted(stacks - shown.length, "other stack")}`) : null,
      )).concat(elsewhere > 0 ? [element("p", { class: "more" },
      others > 0 ? `and ${counted(elsewhere, "object")} at ${counted(others, "smaller site")} or without a stack`
        : `and ${counted(elsewhere, "object")} without a stack`)] : []);

    return { holders, references, sites };
  };
  const ofPage = views(text);

  // The sizes of a type at the ends of the cycles: a line from 0 to the most, and its numbers.
  const sizes = values => {
    const points = data.cycles.map((cycle, index) => [cycle, values[2 * index], values[2 * index + 1]]);
    const [first, last] = [points[0], points.at(-1)];
    const most = Math.max(last[1], 1);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const words = `Alive now: ${first[1]} from cycle 0, ${counted(last[1], "object")} with those of cycle ${last[0]}, `
      + `${((last[1] - first[1]) / last[0]).toFixed(1)} more per cycle`;
    const place = ([cycle, objects]) => `${(cycle / last[0] * 100).toFixed(2)},${(22 - objects / most * 20).toFixed(2)}`;
    const line = document.createElementNS(svg.namespaceURI, "polyline");
    const attributes = { class: "sizes", viewBox: "0 0 100 24", preserveAspectRatio: "none", role: "img", "aria-label": words };
    for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
    line.setAttribute("points", points.map(place).join(" "));
    svg.append(line);
    const rows = points.map(([cycle, objects, size]) =>
      element("li", {}, `Cycle ${cycle}: ${counted(objects, "object")}, ${bytes(size)}`));
    return [
      svg, element("p", { class: "note" }, `${words}. Objects that were freed are not counted.`),
      element("details", {}, element("summary", {}, "Each size"), element("ol", { class: "size-list" }, ...rows)),
    ];
  };

  // Of some types, all that the server of the page knows, in place of the part that is in the page.
  const whole = new Map();
  const isPart = ([, besides, sites, others, elsewhere, , held]) => besides > 0 || others > 0 || held[0] > 0
    || sites.some(([, , , , stacks, ...shown]) => stacks > shown.length) || held.slice(1).some(isLeftOut);
  const isLeftOut = ([, , , , [others, ...groups]]) => others > 0 || groups.some(isLeftOut);

  const details = type => {
    const own = data.details[type.index];
    const { row, view } = whole.get(type.index) ?? { row: own, view: ofPage };
    const buttons = heap.inspect ? element("p", { class: "tools" },
      element("button", { type: "button", click: () => heap.inspect.objectsOf(type.index, type.name) }, "List its objects"),
      whole.has(type.index) || row && !isPart(row) ? null : element("button", { type: "button",
        click: async event => {
          event.target.disabled = true;
          const answer = await heap.inspect.detailsOf(type.index);
          if (!answer) { event.target.disabled = false; return; }
          whole.set(type.index, { row: answer.details, view: views(index => answer.texts[index] ?? "") });
          replace(type);
        } }, "Show all paths, references and sites")) : null;
    if (!row) {
      return [buttons, element("p", { class: "more" }, "Details are kept for the types that retain the most"
        + (heap.inspect ? "." : ": outlive heap --type with this name shows those of another."))].filter(part => part);
    }
    const [groups, besides, stacks, others, elsewhere, , held] = row;
    const values = own?.[5] ?? [];
    return [
      buttons,
      type.label === type.name ? null : element("p", {}, element("code", {}, type.name)),
      element("h3", {}, "Best paths from roots"),
      groups.length > 0 ? heap.tree(`Holders of ${type.name}`, view.holders(groups)) : element("p", {}, "No holder found."),
      besides > 0 ? element("p", { class: "more" }, `and ${counted(besides, "object")} on rarer paths`) : null,
      ...(held.length > 1 ? [
        element("h3", {}, "All strong references"),
        element("p", { class: "note" }, "The number of references by holder; below each, those to these holders."),
        heap.tree(`References to ${type.name}`, view.references(held), false),
      ] : []),
      ...(values.length > 0 ? [element("h3", {}, "Size over cycles"), ...sizes(values)] : []),
      ...(stacks.length > 0 ? [element("h3", {}, "Allocated at"), ...view.sites(stacks, others, elsewhere)] : []),
      !heap.inspect && isPart(row) ? element("p", { class: "note" },
        "Rare paths, references and sites are left out: ", element("code", {}, "outlive explore FILE"),
        " has all of a kept snapshot, and ", element("code", {}, "outlive heap FILE --object ADDRESS"),
        " all references of one object.") : null,
      heap.map ? element("p", {}, element("button", { type: "button", click: () => heap.map.find(type.name) }, "Find in the map"))
        : null,
    ].filter(part => part);
  };

  // Draws the rows of a type again, and moves the focus to its name.
  const replace = type => {
    const made = rows(type);
    const old = document.getElementById(`type-${type.index}`);
    if (old.nextElementSibling?.matches(".details")) old.nextElementSibling.remove();
    old.replaceWith(...made);
    made[0].querySelector("button").focus();
  };

  const rows = type => {
    const isOpen = open.has(type.index);
    const id = `type-${type.index}`;
    const toggle = () => {
      if (!open.delete(type.index)) open.add(type.index);
      replace(type);
    };
    const cells = columns.map(column =>
      column.key === "name"
        ? element("th", { scope: "row" }, element("button",
          { type: "button", class: "opener", "aria-expanded": String(isOpen), "aria-controls": isOpen ? `${id}-details` : null,
            click: toggle, title: type.name }, element("code", {}, type.label)))
        : column.show ? element("td", { class: "n", "data-head": column.head }, column.show(type))
          : element("td", {}, type[column.key] ? element("code", { class: "place" }, type[column.key]) : ""));
    const made = [element("tr", { id }, ...cells)];
    if (isOpen) {
      made.push(element("tr", { class: "details", id: `${id}-details` },
        element("td", { colspan: columns.length }, element("div", {}, ...details(type)))));
    }
    return made;
  };

  const sort = key => {
    if (state.key === key) state.descending = !state.descending;
    else Object.assign(state, { key, descending: key !== "name" && key !== "place" });
    order.value = key;
    show();
    document.querySelector(`#type-table button[data-key="${key}"]`).focus();
  };
  const show = () => {
    const all = found();
    const some = all.slice(0, state.limit);
    const heads = columns.map(column => element("th",
      { scope: "col", class: column.show ? "n" : null,
        "aria-sort": state.key === column.key ? state.descending ? "descending" : "ascending" : null },
      element("button", { type: "button", class: "sorter", "data-key": column.key, click: () => sort(column.key) },
        column.head)));
    const table = element("table", { class: data.isCompared ? "stacks compared" : "stacks" }, element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...some.flatMap(rows)));
    const more = all.length > some.length ? element("button",
      { type: "button", click: () => { state.limit += step; show(); } },
      `Show ${Math.min(step, all.length - some.length)} more of ${grouped(all.length - some.length)}`) : null;
    place.replaceChildren(element("div", { class: "scroll", role: "group", "aria-label": "Types", tabindex: 0 }, table),
      ...(more ? [more] : []));
    count.textContent = all.length === types.length ? counted(all.length, "type")
      : `${grouped(all.length)} of ${counted(types.length, "type")}`;
  };
  const change = () => { state.limit = step; show(); };
  search.addEventListener("input", change);
  filter.addEventListener("change", change);
  order.append(...columns.map(column => element("option", { value: column.key }, column.head.toLowerCase())));
  order.value = state.key;
  order.addEventListener("change", () => {
    Object.assign(state, { key: order.value, descending: order.value !== "name" && order.value !== "place" });
    show();
  });
  document.getElementById("type-tools").hidden = false;
  show();

  return {
    // Shows one type, opened.
    find: name => {
      search.value = name;
      filter.value = "all";
      const type = types.find(type => type.name === name);
      if (type) open.add(type.index);
      change();
      const row = type && document.getElementById(`type-${type.index}`);
      (row ?? search).scrollIntoView({ block: "center" });
      (row?.querySelector("button") ?? search).focus();
    },
    has: name => types.some(type => type.name === name),
  };
})();
