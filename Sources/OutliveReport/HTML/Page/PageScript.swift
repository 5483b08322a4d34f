/// What makes the page handier; all of it can be read without.
enum PageScript {
    static let text = """
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

          // A link leads to what it names, also where that is folded away.
          const reveal = () => {
            let part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
            for (; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
          };
          addEventListener("hashchange", reveal);
          reveal();

          // Paper shows all of it, and then the page is as it was.
          let folded = [];
          addEventListener("beforeprint", () => {
            folded = all().filter(part => !part.open);
            for (const part of folded) part.open = true;
          });
          addEventListener("afterprint", () => {
            for (const part of folded) part.open = false;
          });
        })();
        """
}
