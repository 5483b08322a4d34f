// A tree that expands step by step, by click and by the keys of the ARIA tree pattern.
heap.tree = (() => {
  "use strict";
  const { element } = heap;

  // Returns a tree. Items have a `label`, a list of nodes, and `children`, a function that returns items.
  // A single child is shown at once if `opens` is `true`.
  return (name, items, opens = true) => {
    const isOpen = item => item.getAttribute("aria-expanded") === "true";
    const set = (item, open) => {
      if (!item.hasAttribute("aria-expanded")) return;
      item.setAttribute("aria-expanded", open);
      let group = item.querySelector(":scope > [role=group]");
      if (open && !group) item.append(group = list(item.below(), Number(item.getAttribute("aria-level")) + 1));
      if (group) group.hidden = !open;
    };
    const row = (source, level) => {
      const children = source.children();
      const item = element("li", { role: "treeitem", tabindex: -1, "aria-level": level },
        element("span", { class: "row" }, ...source.label));
      item.below = () => children;
      if (children.length > 0) item.setAttribute("aria-expanded", "false");
      // A single holder says all there is.
      if (opens && children.length === 1 && 6 > level) set(item, true);
      return item;
    };
    // A long list goes on below its last item: all items at once would stop the browser for seconds.
    const step = 500;
    const list = (sources, level) => {
      const rest = sources.length > step + 1 ? sources.slice(step) : [];
      const shown = rest.length > 0 ? sources.slice(0, step) : sources;
      const more = rest.length > 0 ? [{
        label: [element("span", { class: "n" }, heap.grouped(rest.length)), element("span", { class: "place" }, "more")],
        children: () => rest,
      }] : [];
      return element("ul", { role: level === 1 ? "tree" : "group", "aria-label": level === 1 ? name : null },
        ...[...shown, ...more].map(source => row(source, level)));
    };

    const tree = list(items, 1);
    tree.className = "holders";
    if (tree.firstElementChild) tree.firstElementChild.tabIndex = 0;
    const shown = () => [...tree.querySelectorAll("[role=treeitem]")].filter(item => item.checkVisibility());
    tree.addEventListener("click", event => {
      const item = event.target.closest("[role=treeitem]");
      if (!item || !event.target.closest(".row")) return;
      set(item, !isOpen(item));
      heap.focus(shown(), item);
    });
    tree.addEventListener("keydown", event => {
      const item = event.target.closest("[role=treeitem]");
      if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
      const all = shown();
      const place = all.indexOf(item);
      const above = item.parentElement.closest("[role=treeitem]");
      const moves = {
        ArrowDown: () => all[place + 1], ArrowUp: () => all[place - 1], Home: () => all[0], End: () => all.at(-1),
        ArrowRight: () => isOpen(item) ? all[place + 1] : void set(item, true),
        ArrowLeft: () => isOpen(item) ? void set(item, false) : above,
        Enter: () => void set(item, !isOpen(item)), " ": () => void set(item, !isOpen(item)),
      };
      if (!moves[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      heap.focus(all, moves[event.key]());
    });
    return tree;
  };
})();
