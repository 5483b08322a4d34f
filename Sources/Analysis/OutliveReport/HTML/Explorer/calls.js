// The allocation stacks as a flame graph, or upside down as icicles. A call is zoomed by a click or Enter.
heap.calls = (() => {
  "use strict";
  const { data, origins, text, element, bytes, share, grouped, counted } = heap;
  const view = document.getElementById("calls-view");
  if (!view || !data.calls) return null;
  const rowHeight = 21;

  const call = (row, above, depth) => {
    const [name, file, kind, objects, size, newObjects, newBytes, goneObjects, goneBytes, ...inner] = row;
    return {
      name: text(name), file: text(file), kind: origins[kind], objects, bytes: size, newObjects, newBytes, goneObjects,
      goneBytes, netObjects: newObjects - goneObjects, netBytes: newBytes - goneBytes, above, depth, inner,
    };
  };
  const folded = call(data.calls, null, 0);
  // Made when it is wanted.
  let whole = null;
  let top = folded;
  const callees = one => one.callees ??= one.inner.map(row => call(row, one, one.depth + 1));

  const choice = (name, options) => {
    const select = element("select", { change: () => draw() },
      ...options.map(([value, words]) => element("option", { value }, words)));
    return [select, element("label", {}, element("span", {}, name), select)];
  };
  const [unit, unitLabel] = choice("Width", [
    ["bytes", "bytes"], ["objects", "objects"],
    ...(data.isCompared ? [
      ["newBytes", "new bytes"], ["newObjects", "new objects"], ["goneBytes", "gone bytes"],
      ["goneObjects", "gone objects"], ["netBytes", "net change in bytes"], ["netObjects", "net change in objects"],
    ] : []),
  ]);
  const [direction, directionLabel] = choice("Direction", [["icicle", "icicle, callers on top"], ["flame", "flame, callers below"]]);
  const search = element("input", { type: "search", autocomplete: "off", spellcheck: "false", input: () => draw() });
  const all = element("input", { type: "checkbox", change: () => {
    top = all.checked ? whole ??= call(data.allCalls, null, 0) : folded;
    zoom(top);
    all.focus();
  } });
  const reset = element("button", { type: "button", click: () => zoom(top) }, "Show all");
  const found = element("p", { class: "note", role: "status" });
  const canvas = element("div", { class: "calls", role: "group", "aria-label": "Flame graph of allocations" });
  const facts = element("div", { class: "facts" });
  const legend = element("p", { class: "legend" });
  // The colours of calls, by their authors or by the course of a net change.
  const authors = [
    ["of-program", "the program"], ["of-package", "packages"], ["of-platform", "standard libraries"], ["of-raw", "unknown"],
  ];
  const courses = [["net grown", "net change: more than then"], ["net shrunk", "less"], ["net same", "as much"]];
  let current = top;

  const isNet = () => unit.value.startsWith("net");
  // The sum of the changes of a call and its callees, each counted as positive, so that they do not cancel out.
  const change = (one, key) => {
    const known = one.changes ??= {};
    return known[key] ??= Math.abs(callees(one).reduce((rest, next) => rest - next[key], one[key]))
      + callees(one).reduce((sum, next) => sum + change(next, key), 0);
  };
  const amount = one => isNet() ? change(one, unit.value) : one[unit.value];
  const signed = (value, text) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${text(Math.abs(value))}`;
  const quantity = value => unit.value.toLowerCase().endsWith("bytes") ? bytes(value) : grouped(value);
  const shown = one => isNet() ? signed(one[unit.value], quantity) : quantity(amount(one));
  const course = one => one[unit.value] > 0 ? " grown" : one[unit.value] < 0 ? " shrunk" : " same";
  const title = one => `${one.name}${one.file ? ` (${one.file})` : ""}: ${counted(one.objects, "object")}, `
    + `${bytes(one.bytes)}, ${share(amount(one), amount(top))}`
    + (data.isCompared ? `; new: ${counted(one.newObjects, "object")}, ${bytes(one.newBytes)}`
      + `; gone: ${counted(one.goneObjects, "object")}, ${bytes(one.goneBytes)}; net: ${signed(one.netBytes, bytes)}` : "");
  const matches = (one, words) => words.length > 0 && words.every(word => one.words.includes(word));

  // Returns the calls to draw, each with its place across from 0 to 1, callers first.
  const places = least => {
    const list = [];
    const above = [];
    for (let one = current.above; one; one = one.above) above.unshift(one);
    for (const one of above) list.push({ one, x: 0, width: 1, isAbove: true });
    const waiting = [{ one: current, x: 0, width: 1 }];
    while (waiting.length > 0) {
      const place = waiting.pop();
      list.push(place);
      if (amount(place.one) === 0) continue;
      let x = place.x;
      const sorted = [...callees(place.one)].sort((a, b) => amount(b) - amount(a));
      const inner = sorted.map(one => {
        const width = place.width * amount(one) / amount(place.one);
        x += width;
        return { one, x: x - width, width };
      }).filter(next => next.width >= least);
      waiting.push(...inner.reverse());
    }
    return list;
  };

  const draw = isFocused => {
    const width = canvas.clientWidth;
    if (width === 0) return;
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    const list = places(2 / width);
    const deepest = list.reduce((most, place) => Math.max(most, place.one.depth), 0);
    const isFlame = direction.value === "flame";
    canvas.style.height = `${(deepest + 1) * rowHeight}px`;
    const focused = canvas.contains(document.activeElement) ? document.activeElement.call : null;
    canvas.replaceChildren(...list.map(({ one, x, width: part, isAbove }) => {
      one.words ??= `${one.name} ${one.file}`.toLowerCase();
      const isFound = matches(one, words);
      const level = isFlame ? deepest - one.depth : one.depth;
      const item = element("button", {
        type: "button", tabindex: -1, title: title(one), "aria-label": title(one),
        class: `call of-${one.kind}${isNet() ? course(one) : ""}${isFound ? " found" : ""}${isAbove ? " above" : ""}`,
        "aria-current": one === current ? "true" : null,
      }, part * width > 24 ? `${one.name}${part * width > 160 ? ` ${shown(one)}` : ""}` : "");
      Object.assign(item.style, {
        left: `${x * 100}%`, width: `${part * 100}%`, top: `${level * rowHeight}px`,
      });
      item.call = one;
      return item;
    }));
    const first = [...canvas.children].find(item => item.call === current);
    if (first) first.tabIndex = 0;
    if (isFocused) first?.focus();
    else if (focused) heap.focus(canvas.children, [...canvas.children].find(item => item.call === focused) ?? first);
    reset.disabled = current === top;
    legend.replaceChildren(...(isNet() ? courses : authors)
      .map(([key, words]) => element("span", {}, element("i", { class: key }), words)));
    found.textContent = words.length > 0 ? summary(words) : "";
  };

  // Sums up the matching calls; a match below another one is part of it.
  const summary = words => {
    let [count, sum] = [0, 0];
    const waiting = [top];
    while (waiting.length > 0) {
      const one = waiting.pop();
      one.words ??= `${one.name} ${one.file}`.toLowerCase();
      if (matches(one, words)) {
        count += 1;
        sum += amount(one);
      } else waiting.push(...callees(one));
    }
    return `${counted(count, "call")} found, ${share(sum, amount(top))}`;
  };
  const zoom = one => {
    current = one;
    draw(true);
    facts.textContent = title(one);
  };

  const item = one => [...canvas.children].find(item => item.call === one);
  canvas.addEventListener("click", event => {
    const target = event.target.closest(".call");
    if (target) zoom(target.call);
  });
  canvas.addEventListener("focusin", event => { if (event.target.call) facts.textContent = title(event.target.call); });
  canvas.addEventListener("pointerover", event => {
    const target = event.target.closest(".call");
    if (target) facts.textContent = title(target.call);
  });
  canvas.addEventListener("keydown", event => {
    const one = event.target.call;
    if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
    const down = direction.value === "flame" ? "ArrowUp" : "ArrowDown";
    const up = direction.value === "flame" ? "ArrowDown" : "ArrowUp";
    const level = [...canvas.children].filter(item => item.call.depth === one.depth)
      .sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left));
    const place = level.indexOf(event.target);
    if (event.key === down) {
      const inner = [...callees(one)].sort((a, b) => amount(b) - amount(a)).map(item).find(next => next);
      heap.focus(canvas.children, inner);
    } else if (event.key === up) heap.focus(canvas.children, one.above && item(one.above));
    else if (event.key === "ArrowRight") heap.focus(canvas.children, level[place + 1]);
    else if (event.key === "ArrowLeft") heap.focus(canvas.children, level[place - 1]);
    else if (event.key === "Home") heap.focus(canvas.children, item(top));
    else if (event.key === "Escape") zoom(current.above ?? top);
    else return;
    event.preventDefault();
  });

  view.append(
    element("div", { class: "tools" }, unitLabel, directionLabel,
      element("label", {}, element("span", {}, "Search functions"), search),
      element("label", { class: "check" }, all, " Library frames and thunks"), reset, found),
    element("p", { class: "note" }, "Click or Enter zooms, Escape leads back, arrow keys move."),
    legend, element("div", { class: "stage" }, canvas), facts);
  view.hidden = false;
  new ResizeObserver(() => draw(false)).observe(view);
  return { top };
})();
