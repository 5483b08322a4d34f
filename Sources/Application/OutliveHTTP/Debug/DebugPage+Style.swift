#if LiveReset
extension DebugPage {
    /// The style of the page, for light and dark mode and widths from 360 pixels.
    static let style = #"""
        :root {
          color-scheme: light dark;
          --page: #f6f7f9; --panel: #ffffff; --line: #d5d9e0; --text: #1b1f27; --soft: #5a6372;
          --accent: #0b57d0; --on-accent: #ffffff; --good: #146c2e; --warn: #8a4b00; --bad: #b3261e; --bar: #8ab4f0;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #12151b; --panel: #1b2029; --line: #363e4c; --text: #e7eaf0; --soft: #a3adbd;
            --accent: #a8c7fa; --on-accent: #0a2350; --good: #7bd88f; --warn: #f3b562; --bad: #ff9d95; --bar: #4a6fae;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--page); color: var(--text);
          font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
        }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin-bottom: 1rem; }
        header p { margin: 0; }
        #fault { flex: 1 0 100%; }
        h1 { font-size: 1.25rem; margin: 0; flex: 1 0 auto; }
        h2 { font-size: 1rem; margin: 0 0 .75rem; }
        .pill {
          display: inline-block; padding: .125rem .625rem; border: 1px solid currentColor; border-radius: 1rem;
          font-size: .875rem; font-weight: 600; color: var(--soft);
        }
        .pill[data-state=ready] { color: var(--good); }
        .pill[data-state=busy] { color: var(--warn); }
        .pill[data-state=unusable] { color: var(--bad); }
        .generation strong { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
        main {
          display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem;
          align-items: start;
        }
        section {
          min-width: 0; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem;
        }
        .wide { grid-column: 1 / -1; }
        .hint, .empty { color: var(--soft); font-size: .875rem; font-weight: 400; }
        .empty { margin: 0; }
        form .hint { display: inline-block; }
        .row { display: flex; gap: .5rem; }
        .field { margin-top: 1rem; }
        label { display: block; font-size: .875rem; margin-bottom: .25rem; }
        .check { display: flex; align-items: center; gap: .5rem; }
        .check input { width: 1.125rem; height: 1.125rem; margin: 0; }
        textarea, input[type=text], input[type=password] {
          width: 100%; min-width: 0; padding: .5rem; border: 1px solid var(--soft); border-radius: .25rem;
          background: var(--page); color: inherit; font: .875rem/1.5 ui-monospace, monospace;
        }
        textarea { resize: vertical; }
        ::placeholder { color: var(--soft); opacity: 1; }
        button {
          min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid var(--accent); border-radius: .25rem;
          white-space: nowrap; background: transparent; color: var(--accent); font: inherit; font-weight: 600;
          cursor: pointer;
        }
        button.primary { background: var(--accent); color: var(--on-accent); margin-right: .5rem; }
        button[aria-disabled=true] { opacity: .6; cursor: progress; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        summary { cursor: pointer; padding: .25rem 0; }
        .result { min-height: 1.5rem; margin: .75rem 0; }
        .result[data-kind=good] { color: var(--good); }
        .result[data-kind=bad] { color: var(--bad); }
        code, kbd { font: .875em ui-monospace, monospace; }
        kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .25rem; }
        table { width: 100%; border-collapse: collapse; font-size: .875rem; }
        th { text-align: left; color: var(--soft); font-weight: 600; vertical-align: bottom; }
        th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); }
        th:last-child, td:last-child { padding-right: 0; }
        tr:last-child td { border-bottom: 0; }
        .number { text-align: right; font-variant-numeric: tabular-nums; width: 4.5rem; overflow-wrap: normal; }
        #generations .number { width: auto; }
        td { vertical-align: top; }
        .name { font-weight: 600; }
        .detail { display: block; color: var(--soft); font: .8125rem/1.4 ui-monospace, monospace; }
        .old td.number { color: var(--bad); font-weight: 600; }
        .step td:first-child { padding-left: 1rem; color: var(--soft); }
        .bar { display: block; height: .25rem; margin-top: .125rem; border-radius: .125rem; background: var(--bar); }
        @media (max-width: 30rem) {
          body { padding: .5rem; }
          section { padding: .75rem; }
          th, td { padding-right: .5rem; }
          .number { width: 3.25rem; }
        }
        """#
}
#endif
