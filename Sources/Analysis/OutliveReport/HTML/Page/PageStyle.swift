/// The style of the page, for light and dark schemes, small screens and paper.
enum PageStyle {
    static let text = [colours, frame, blocks, findings, PlotStyle.css, plots, paper].joined(separator: "\n")

    /// The named colours of both schemes. The contrast of text is at least 4.5 on both backgrounds.
    private static let colours = """
        :root {
          color-scheme: light dark;
          --page: #f7f7f5; --surface: #ffffff; --ink: #1d2127; --muted: #59616c; --line: #d8dbdf;
          --link: #1a56a8; --launch: #b3540c; --reset: #1a5fb4; --heat: #c2410c;
          --good: #17703a; --bad: #b42318; --warn: #855700;
          --good-soft: #e6f4ea; --bad-soft: #fdecea; --warn-soft: #fdf3dc; --code: #f0f1f2;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #14171b; --surface: #1b1f25; --ink: #e6e8eb; --muted: #a3abb6; --line: #363c45;
            --link: #8ab8ff; --launch: #f0a35e; --reset: #7ab5ff; --heat: #ff9a5c;
            --good: #62c983; --bad: #ff8f86; --warn: #e3b341;
            --good-soft: #16301f; --bad-soft: #3a1d1b; --warn-soft: #33290f; --code: #252a31;
          }
        }
        """

    /// The frame of the page. The navigation is beside the report if there is room, and above it otherwise.
    private static let frame = """
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--page); color: var(--ink);
          font: 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
        }
        a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
        a:hover { text-decoration-thickness: 2px; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        main:focus { outline: none; }
        .skip { position: absolute; left: -100vw; top: 0.5rem; padding: 0.4rem 0.8rem; background: var(--surface); }
        .skip:focus { left: 0.5rem; z-index: 2; }
        .top, .frame { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
        .top { display: flex; align-items: center; justify-content: space-between; min-height: 3.25rem; }
        .top p { margin: 0; font-weight: 650; letter-spacing: 0.01em; color: var(--muted); }
        button {
          font: inherit; font-size: 0.875rem; color: var(--ink); background: var(--surface); cursor: pointer;
          border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.75rem;
        }
        button:hover { border-color: var(--muted); }
        nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; }
        nav a { color: var(--muted); text-decoration: none; display: inline-block; padding: 0.2rem 0; }
        nav a:hover { color: var(--ink); text-decoration: underline; }
        nav li.bad a::after { content: " ✕"; color: var(--bad); }
        nav li.warn a::after { content: " !"; color: var(--warn); font-weight: 700; }
        nav li.good a::after { content: " ✓"; color: var(--good); }
        main { min-width: 0; padding-bottom: 4rem; }
        @media (min-width: 64rem) {
          .frame { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 2.5rem; }
          nav { position: sticky; top: 1rem; align-self: start; padding-top: 0.5rem; }
          nav ul { flex-direction: column; }
        }
        @media (max-width: 40rem) {
          .top, .frame { padding: 0 0.875rem; }
        }
        @media (prefers-reduced-motion: no-preference) {
          html { scroll-behavior: smooth; }
        }
        """

    private static let blocks = """
        section { margin-top: 2.75rem; scroll-margin-top: 1rem; }
        section + section { border-top: 1px solid var(--line); padding-top: 1.5rem; }
        h1, h2, h3 { line-height: 1.25; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
        h1 { display: flex; gap: 0.75rem; align-items: flex-start; font-size: clamp(1.35rem, 1rem + 1.7vw, 2rem); }
        h1 span { min-width: 0; }
        h2 { font-size: 1.2rem; margin-bottom: 0.75rem; }
        h3 { font-size: 0.9375rem; }
        .scroll + h3 { margin-top: 1.5rem; }
        p { margin: 0.5rem 0; max-width: 80ch; overflow-wrap: anywhere; }
        code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Consolas, monospace; }
        code { font-size: 0.9em; overflow-wrap: anywhere; }
        .good { color: var(--good); }
        .bad { color: var(--bad); }
        .warn { color: var(--warn); }
        .note, .more, .part, .place { color: var(--muted); }
        .part { padding-left: 1.25rem; }
        .copy { user-select: all; -webkit-user-select: all; }
        #verdict {
          margin-top: 0.5rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line);
          border-left: 6px solid var(--muted); border-radius: 10px; color: var(--ink);
        }
        #verdict.good { border-left-color: var(--good); }
        #verdict.bad { border-left-color: var(--bad); }
        #verdict.warn { border-left-color: var(--warn); }
        #verdict.good h1 { color: var(--good); }
        #verdict.bad h1 { color: var(--bad); }
        #verdict.warn h1 { color: var(--warn); }
        #verdict .exit { margin: 0.4rem 0 0; color: var(--muted); }
        #verdict .summary { font-size: 1.0rem; max-width: none; }
        .icon { flex: none; width: 1.25em; height: 1.25em; fill: currentColor; }
        .icon path { fill: none; stroke: var(--surface); stroke-width: 2.6; stroke-linecap: round; }
        .reasons, .notes, .downloads { margin: 0.5rem 0; padding-left: 1.2rem; }
        .reasons li, .notes li, .downloads li { margin: 0.2rem 0; overflow-wrap: anywhere; }
        .figures {
          display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem 2rem;
          margin: 1.25rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line);
        }
        .figures dt { font-size: 0.8125rem; color: var(--muted); }
        .figures dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.3; }
        .figures .note { font-size: 0.8125rem; font-weight: 400; }
        :root { --ground: var(--page); }
        #verdict, .finding, .group, .plot { --ground: var(--surface); }
        .scroll {
          overflow-x: auto; max-width: 100%;
          background:
            linear-gradient(to right, var(--ground) 40%, transparent) 0 0 / 2rem 100% no-repeat local,
            linear-gradient(to left, var(--ground) 40%, transparent) 100% 0 / 2rem 100% no-repeat local,
            linear-gradient(to right, var(--line), transparent) 0 0 / 0.75rem 100% no-repeat scroll,
            linear-gradient(to left, var(--line), transparent) 100% 0 / 0.75rem 100% no-repeat scroll;
        }
        .lead { font-weight: 550; }
        table { border-collapse: collapse; font-size: 0.875rem; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; vertical-align: top; padding: 0.3rem 1.5rem 0.3rem 0; }
        th:last-child, td:last-child { padding-right: 0.25rem; }
        thead th { color: var(--muted); font-weight: 500; border-bottom: 1px solid var(--line); white-space: nowrap; }
        tbody th { font-weight: 500; white-space: nowrap; }
        tbody th code { white-space: normal; }
        tbody tr + tr > * { border-top: 1px solid color-mix(in srgb, var(--line) 55%, transparent); }
        .n { text-align: right; white-space: nowrap; }
        .w { min-width: 13rem; }
        table code { display: inline-block; max-width: 26rem; overflow-wrap: break-word; }
        .badge {
          display: inline-block; font-size: 0.75rem; font-weight: 600; line-height: 1.4; white-space: nowrap;
          padding: 0.05rem 0.45rem; border: 1px solid currentColor; border-radius: 4px; vertical-align: 0.08em;
        }
        .badge.plain { color: var(--muted); }
        .badge.good { background: var(--good-soft); }
        .badge.bad { background: var(--bad-soft); }
        .badge.warn { background: var(--warn-soft); }
        pre {
          margin: 0.5rem 0; padding: 0.6rem 0.75rem; width: max-content; min-width: 100%; background: var(--code);
          border-radius: 6px; font-size: 0.8125rem; line-height: 1.5; tab-size: 4;
        }
        .diff del, .diff ins { text-decoration: none; }
        .diff del { color: var(--bad); background: var(--bad-soft); }
        .diff ins { color: var(--good); background: var(--good-soft); }
        .diff .note { color: var(--muted); }
        .old { color: var(--bad); }
        .new { color: var(--good); }
        .failure { border-left: 3px solid var(--bad); padding-left: 1rem; margin: 1rem 0; }
        .fields { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1.25rem; margin: 0.75rem 0; }
        .fields dt { color: var(--muted); grid-column: 1; }
        .fields dd { margin: 0; grid-column: 2; overflow-wrap: anywhere; }
        @media (max-width: 30rem) {
          #verdict { padding: 1rem; }
          section { margin-top: 1.75rem; }
          .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem 1rem; }
          .figures dd { font-size: 1.25rem; }
          th, td { padding-right: 1rem; }
          .stacks thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
          .stacks, .stacks tbody { display: block; }
          .stacks tr { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; padding: 0.4rem 0; }
          .stacks tr + tr { border-top: 1px solid var(--line); }
          .stacks tbody th, .stacks td { border: 0; padding: 0; min-width: 0; max-width: 100%; text-align: left; }
          .stacks tbody th, .stacks .w { flex-basis: 100%; }
          .stacks td::before { content: attr(data-head) " "; color: var(--muted); }
          .stacks td:empty { display: none; }
          .fields { grid-template-columns: minmax(0, 1fr); }
          .fields dt, .fields dd { grid-column: 1; }
          .fields dd { margin-bottom: 0.3rem; }
        }
        """

    private static let findings = """
        summary { cursor: pointer; overflow-wrap: anywhere; }
        summary:hover { color: var(--link); }
        summary > h3 { display: inline; }
        .finding, .group { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
        .finding, .group { margin: 0.75rem 0; padding: 0.65rem 1rem; scroll-margin-top: 1rem; }
        .finding[open], .group[open] { padding-bottom: 1rem; }
        .finding:target { border-color: var(--link); }
        .finding h3 code { font-size: 1em; }
        .hint { font-weight: 550; margin: 0.75rem 0; }
        .finding > details, .trace { margin: 0.5rem 0; }
        .finding > details > summary { color: var(--muted); }
        .finding > details > summary:hover { color: var(--link); }
        .steps, .steps ul { list-style: none; margin: 0; padding: 0; }
        .steps { margin-top: 0.35rem; }
        .steps li { position: relative; margin: 0; padding: 0.1rem 0 0.1rem 1.1rem; }
        .steps > li { padding-left: 0; }
        .steps ul > li::before {
          content: ""; position: absolute; left: 0.3rem; top: 0; width: 0.55rem; height: 0.95rem;
          border-left: 1px solid var(--muted); border-bottom: 1px solid var(--muted);
        }
        .steps ul ul ul ul ul ul ul > li { padding-left: 0; }
        .steps ul ul ul ul ul ul ul > li::before { display: none; }
        .kind { font-size: 0.75rem; color: var(--muted); }
        .culprit > details > summary > code, .culprit > code { font-weight: 700; }
        .cut {
          font-size: 0.75rem; color: var(--bad); background: var(--bad-soft); border: 1px dashed var(--bad);
          border-radius: 4px; padding: 0 0.4rem; white-space: nowrap;
        }
        .advice { color: var(--warn); font-weight: 550; margin: 0.25rem 0 0.25rem 1.1rem; }
        .source { margin: 0.35rem 0 0.6rem 1.1rem; }
        .finding > .source { margin-left: 0; }
        .source figcaption { font-size: 0.8125rem; }
        .source pre { margin: 0.2rem 0; }
        .source mark { background: var(--warn-soft); color: var(--ink); font-weight: 600; }
        .stack { margin: 0.4rem 0; padding-left: 1.6rem; }
        .stack li::marker { color: var(--muted); font-size: 0.8em; }
        @media (max-width: 40rem) {
          .steps li { padding-left: 0.8rem; }
          .steps > li { padding-left: 0; }
          .source, .advice { margin-left: 0; }
          .finding, .group { padding-left: 0.75rem; padding-right: 0.75rem; }
        }
        """

    /// The background of plots, which their colours are chosen for.
    private static let plots = """
        .plot { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; }
        @media (max-width: 40rem) {
          .plot { margin-inline: -0.875rem; padding: 0.75rem 0.875rem; border-width: 1px 0; border-radius: 0; }
        }
        """

    /// The style of paper: light, without links, and with all collapsed parts open.
    private static let paper = """
        @media print {
          :root {
            color-scheme: light;
            --page: #fff; --surface: #fff; --ink: #000; --muted: #4a4f57; --line: #b9bdc4; --link: #000;
            --launch: #b3540c; --reset: #1a5fb4; --heat: #c2410c; --good: #17703a; --bad: #b42318; --warn: #855700;
            --good-soft: #fff; --bad-soft: #fff; --warn-soft: #fff; --code: #f4f4f4;
          }
          @page { margin: 15mm; }
          body { font-size: 9.5pt; }
          nav, .skip, button, #data { display: none; }
          .top, .frame { max-width: none; padding: 0; display: block; }
          details::details-content { content-visibility: visible; height: auto; }
          .scroll { overflow: visible; background: none; }
          .plot table { font-size: 7.5pt; }
          section { margin-top: 1.25rem; }
          .figures { grid-template-columns: repeat(4, 1fr); }
          .figures dd { font-size: 14pt; }
          .figures .note { font-size: 8pt; }
          pre { white-space: pre-wrap; width: auto; overflow-wrap: anywhere; }
          table { font-size: 8.5pt; }
          th, td { padding-right: 0.75rem; }
          .w { min-width: 0; }
          table code { max-width: 14rem; overflow-wrap: anywhere; }
          h2, h3, summary, figcaption { break-after: avoid; }
          tr, svg, .source, .failure, #verdict, .figures > div { break-inside: avoid; }
          /* Those of few rows; a longer one would leave most of a page empty. */
          table:not(:has(tbody tr:nth-child(6))) { break-inside: avoid; }
          .finding, .group { border-width: 0 0 0 2px; border-radius: 0; }
          #verdict { border-color: var(--line); }
        }
        """
}
