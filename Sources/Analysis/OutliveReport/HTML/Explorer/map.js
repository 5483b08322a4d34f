// The retained memory as a map of boxes. A box is zoomed by a click or Enter; Escape leads back.
heap.map = (() => {
  "use strict";
  const { data, text, label, element, bytes, share, counted } = heap;
  const view = document.getElementById("map-view");
  // A page without the graph has no map.
  if (!view) return null;
  const root = data.retained;
  const most = 700;

  const group = (row, above) => {
    const [name, origin, blocks, size, retained, added, otherGroups, otherBytes, otherNew, ...inner] = row;
    return {
      name: text(name), kind: heap.origins[origin], blocks, bytes: size, retained, new: added, otherGroups, otherBytes, otherNew,
      inner, above, hasType: origin !== 3,
    };
  };
  // Returns what distinguishes a box from those around it: within a family of generic types, the arguments.
  const short = box => {
    const name = box.hasType ? label(box.name) : box.name.replace(/^memory from /, "");
    if (box.isItself) return `${short(box.above)} itself`;
    const family = box.above && short(box.above);
    return family?.endsWith("<…>") && name.startsWith(family.slice(0, -2)) ? name.slice(family.length - 3) : name;
  };
  const top = { ...group(root, null), name: "all live blocks" };

  // Returns what a box contains, most bytes first: groups, the blocks themselves, and what was left out.
  const parts = box => {
    if (box.parts) return box.parts;
    const found = box.inner.map(row => group(row, box));
    const plain = (name, retained, added) =>
      ({ name, kind: "rest", blocks: 0, bytes: retained, retained, new: added, inner: [], above: box, isRest: true, otherBytes: 0 });
    if (box !== top && box.bytes > 0 && (found.length > 0 || box.otherBytes > 0)) {
      const added = found.reduce((rest, part) => rest - part.new, box.new - box.otherNew);
      found.push({ ...plain(`${box.name} itself`, box.bytes, added), kind: box.kind, isItself: true });
    }
    if (box.otherBytes > 0) found.push(plain(`${counted(box.otherGroups, "smaller group")}`, box.otherBytes, box.otherNew));
    return box.parts = found.sort((one, other) => other.retained - one.retained);
  };
  const isDivided = box => !box.isRest && (box.inner.length > 0 || box.otherBytes > 0);

  // Lays boxes out as squarified rows (Bruls, Huizing and van Wijk).
  const layout = (boxes, x, y, width, height) => {
    const all = boxes.reduce((sum, box) => sum + box.retained, 0);
    const placed = [];
    if (all === 0) return placed;
    const scale = width * height / all;
    let next = 0;
    while (boxes.length > next && width > 0.5 && height > 0.5) {
      const side = Math.min(width, height);
      let [sum, worst, end] = [0, Infinity, next];
      while (boxes.length > end) {
        const area = boxes[end].retained * scale;
        const total = sum + area;
        const ratio = Math.max(
          side * side * boxes[next].retained * scale / (total * total), total * total / (side * side * Math.max(area, 1e-9)));
        if (ratio > worst) break;
        [sum, worst, end] = [total, ratio, end + 1];
      }
      const depth = sum / side;
      let at = 0;
      for (let index = next; end > index; index++) {
        const length = boxes[index].retained * scale / depth;
        placed.push(width >= height
          ? { box: boxes[index], x, y: y + at, width: depth, height: length }
          : { box: boxes[index], x: x + at, y, width: length, height: depth });
        at += length;
      }
      if (width >= height) { x += depth; width -= depth; } else { y += depth; height -= depth; }
      next = end;
    }
    return placed;
  };

  const newPart = box => data.isCompared ? `, new ${bytes(box.new)}` : "";
  const title = box => box.isRest ? `${box.name}: ${bytes(box.retained)}, ${share(box.retained, top.retained)}${newPart(box)}`
    : `${box.name}: ${counted(box.blocks, "block")}${box === top || box.bytes === 0 ? "" : `, ${bytes(box.bytes)}`}, retained ${bytes(box.retained)}, `
      + share(box.retained, top.retained) + newPart(box);
  // The boxes in five steps by the share of new bytes.
  const tone = box => byNew.checked ? `new-${box.new === 0 ? 0 : Math.ceil(box.new / Math.max(box.retained, 1) * 4)}`
    : `of-${box.kind}`;

  const crumbs = element("ol", { class: "crumbs" });
  const canvas = element("div", { class: "map", role: "group", "aria-label": "Map of retained memory" });
  const status = element("p", { class: "note", role: "status" });
  const byNew = element("input", { type: "checkbox", change: () => draw() });
  const legend = element("p", { class: "legend" });
  const facts = element("div", { class: "facts" });
  let current = top;
  // The type whose boxes are marked, or `null`.
  let sought = null;

  // Draws the boxes, and moves the focus to one of them unless it is `null`: the first one if it is not drawn.
  const draw = (target = null) => {
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (width === 0) return;
    let count = 0;
    const make = (place, level, within) => {
      count += 1;
      const { box } = place;
      const isWide = place.width > 40 && place.height > 16;
      const words = isWide ? element("span", { class: "name" }, short(box),
        place.height > 34 ? element("small", {}, ` ${bytes(box.retained)}`) : "") : "";
      const made = element(level === 0 ? "button" : "div",
        { class: `box ${tone(box)}${isDivided(box) ? " divided" : ""}${box.name === sought ? " found" : ""}`, title: title(box),
          ...(level === 0 ? { type: "button", "aria-label": title(box), tabindex: -1 } : { "aria-hidden": "true" }) },
        words);
      made.box = box;
      // In shares of the box around it: the map is whole on paper, too, where it has another size.
      const part = (length, all) => `${(length / all * 100).toFixed(4)}%`;
      Object.assign(made.style, {
        left: part(place.x, within.width), top: part(place.y, within.height),
        width: `max(${part(place.width, within.width)}, 1px)`, height: `max(${part(place.height, within.height)}, 1px)`,
      });
      if (isDivided(box) && 3 > level && place.width > 60 && place.height > 50 && most > count) {
        const room = { width: place.width - 8, height: place.height - 24 };
        const inside = element("div", { class: "inside", "aria-hidden": "true" });
        for (const inner of layout(parts(box), 0, 0, room.width, room.height)) {
          if (inner.width * inner.height > 30) inside.append(make(inner, level + 1, room));
        }
        made.append(inside);
      }
      return made;
    };
    const focused = canvas.contains(document.activeElement) ? document.activeElement.box : null;
    canvas.replaceChildren(...layout(parts(current), 0, 0, width, height)
      .filter(place => place.width * place.height > 4).map(place => make(place, 0, { width, height })));
    const first = canvas.firstElementChild;
    if (first) first.tabIndex = 0;
    if (target) heap.focus(canvas.children, [...canvas.children].find(item => item.box === target) ?? first);
    else if (focused) heap.focus(canvas.children, [...canvas.children].find(item => item.box === focused) ?? first);
    const path = [];
    for (let box = current; box; box = box.above) path.unshift(box);
    crumbs.replaceChildren(...path.map(box => element("li", {}, box === current
      ? element("span", { "aria-current": "true", title: box.name }, short(box))
      : element("button", { type: "button", title: box.name, click: () => zoom(box) }, short(box)))));
    status.textContent = title(current);
    const named = byNew.checked
      ? [["new-0", "nothing new"], ["new-2", "half new"], ["new-4", "all new"]]
      : [["of-program", "the program"], ["of-package", "packages"], ["of-platform", "standard libraries"],
        ["of-raw", "other memory"]];
    legend.replaceChildren(...named.map(([key, words]) => element("span", {}, element("i", { class: key }), words)));
  };
  // Shows what a box contains. Coming from a box within it, the focus stays on that one.
  const zoom = box => {
    let from = current;
    while (from && from.above !== box) from = from.above;
    current = box;
    draw(from ?? box);
    explain(from ?? box);
  };
  const explain = box => {
    facts.replaceChildren(element("span", {}, title(box)));
    if (box.hasType && heap.types?.has(box.name)) {
      facts.append(" ", element("button", { type: "button", click: () => heap.types.find(box.name) }, "Show the type"));
    }
  };
  const enter = box => isDivided(box) ? zoom(box) : explain(box);

  // Returns the nearest box in a direction.
  const neighbour = (from, key) => {
    const centre = item => [item.offsetLeft + item.offsetWidth / 2, item.offsetTop + item.offsetHeight / 2];
    const [x, y] = centre(from);
    let [best, least] = [null, Infinity];
    for (const item of canvas.children) {
      const [dx, dy] = centre(item).map((value, index) => value - [x, y][index]);
      const [along, across] = { ArrowRight: [dx, dy], ArrowLeft: [-dx, dy], ArrowDown: [dy, dx], ArrowUp: [-dy, dx] }[key];
      const distance = along + 2 * Math.abs(across);
      if (item !== from && along > 0.5 && least > distance) [best, least] = [item, distance];
    }
    return best;
  };
  canvas.addEventListener("click", event => {
    const item = event.target.closest(".box");
    if (item) enter(item.box);
  });
  canvas.addEventListener("focusin", event => { if (event.target.box) explain(event.target.box); });
  canvas.addEventListener("pointerover", event => {
    const item = event.target.closest(".box");
    if (item) explain(item.box);
  });
  canvas.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const item = event.target.closest("button.box");
    if (event.key.startsWith("Arrow") && item) heap.focus(canvas.children, neighbour(item, event.key));
    else if (event.key === "Home") heap.focus(canvas.children, canvas.firstElementChild);
    else if (event.key === "End") heap.focus(canvas.children, canvas.lastElementChild);
    else if (event.key === "Escape" || event.key === "Backspace") { if (current.above) zoom(current.above); }
    else return;
    event.preventDefault();
  });

  view.append(crumbs,
    element("p", { class: "note" }, "Click or Enter zooms, Escape leads back, arrow keys move."),
    ...(data.isCompared ? [element("label", { class: "check" }, byNew, " Colour by new memory")] : []),
    legend, canvas, status, facts);
  view.hidden = false;
  new ResizeObserver(() => draw()).observe(canvas);

  return {
    // Marks the groups of a type, and zooms to the box that contains all of them.
    find: name => {
      let [found, waiting] = [[], [top]];
      while (waiting.length > 0) {
        const box = waiting.pop();
        if (box.name === name && box !== top) found.push(box);
        waiting.push(...parts(box).filter(part => !part.isRest));
      }
      found.sort((one, other) => other.retained - one.retained);
      const best = found[0];
      sought = name;
      if (!best) {
        status.textContent = `${name} is in none of the groups of the map: it is part of a smaller one.`;
        view.scrollIntoView({ block: "nearest" });
        return;
      }
      const path = box => box ? [...path(box.above), box] : [];
      const common = found.map(box => path(box.above))
        .reduce((one, other) => one.filter((box, index) => box === other[index]));
      zoom(common.at(-1));
      let shown = best;
      while (shown.above !== current) shown = shown.above;
      heap.focus(canvas.children, [...canvas.children].find(item => item.box === shown) ?? canvas.firstElementChild);
      const [blocks, size] = found.reduce(([count, sum], box) => [count + box.blocks, sum + box.bytes], [0, 0]);
      status.textContent = `${name}: ${counted(found.length, "group")} marked, ${counted(blocks, "block")}, ${bytes(size)}`;
      view.scrollIntoView({ block: "nearest" });
    },
  };
})();
