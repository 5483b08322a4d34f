/// The style of the plots, in the colours of the page.
enum PlotStyle {
    /// The style sheet, in which every class begins with `plot`.
    static let css = """
        .plot { container-type: inline-size; margin: 1rem 0 2rem; break-inside: avoid; }
        .plot figcaption { font-weight: 600; margin-bottom: .5rem; }
        .plot svg { overflow: visible; }
        .plot-picture { display: block; max-width: 64rem; }
        .plot text { font: 12px system-ui, sans-serif; fill: var(--ink); font-variant-numeric: tabular-nums; }
        .plot .plot-name { font-weight: 600; }
        .plot .plot-value, .plot .plot-note, .plot .plot-tick, .plot .plot-axis-title { fill: var(--muted); font-weight: 400; }
        .plot .plot-note { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
        .plot .plot-halo { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
        .plot-grid { stroke: var(--line); stroke-width: 1; }
        .plot-backing { stroke: var(--surface); stroke-width: 5; }
        .plot-many .plot-measured { fill-opacity: .25; r: 2px; }
        .plot-axis { stroke: var(--muted); stroke-width: 1; }
        .plot-ratio { margin-top: 1rem; }
        .plot-launch { --arm: var(--launch); }
        .plot-reset { --arm: var(--reset); }
        .plot-quartiles { fill: var(--arm, var(--muted)); fill-opacity: .16; stroke: var(--arm, var(--muted)); stroke-opacity: .5; }
        .plot-median { stroke: var(--arm, var(--muted)); stroke-width: 2.5; }
        .plot-measured { fill: var(--arm, var(--muted)); fill-opacity: .6; }
        .plot-warmup { fill: none; stroke: var(--arm, var(--muted)); stroke-opacity: .8; stroke-width: 1.2; }
        .plot-outlier { fill: var(--surface); stroke: var(--arm, var(--muted)); stroke-width: 1.8; }
        .plot-fallback { fill: none; stroke: var(--bad); stroke-width: 2.4; }
        .plot-even { stroke: var(--ink); stroke-width: 1.2; }
        .plot-gate { stroke: var(--good); stroke-width: 2; stroke-dasharray: 5 3; }
        .plot-missed { stroke: var(--bad); }
        .plot-interval { stroke: var(--reset); stroke-width: 2.5; }
        .plot-estimate { fill: var(--reset); stroke: var(--reset); stroke-width: 2; }
        .plot-unsure { fill: var(--surface); }
        .plot-panels { display: grid; gap: .75rem 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); max-width: 64rem; }
        .plot-panels .plot-picture { max-width: 320px; }
        .plot-line { fill: none; stroke: var(--reset); stroke-width: 1.4; stroke-linejoin: round; stroke-linecap: round; }
        .plot-range { fill: var(--reset); fill-opacity: .25; stroke: var(--reset); stroke-opacity: .35; stroke-width: 1; }
        .plot-reading { fill: var(--reset); }
        .plot-trend { stroke: var(--muted); stroke-width: 2; stroke-dasharray: 6 3; }
        .plot-warn { --tone: var(--warn); }
        .plot-bad { --tone: var(--bad); }
        .plot-grows .plot-trend { stroke: var(--tone); }
        .plot .plot-conclusion { fill: var(--muted); }
        .plot-grows .plot-conclusion { fill: var(--tone); font-weight: 600; }
        .plot-break { fill: none; stroke: var(--warn); stroke-width: 1.6; }
        .plot-track { fill: none; stroke: var(--line); stroke-width: 1; }
        .plot-heat-1 { fill: color-mix(in srgb, var(--heat) 70%, var(--surface)); }
        .plot-heat-2 { fill: color-mix(in srgb, var(--heat) 85%, var(--surface)); }
        .plot-heat-3 { fill: color-mix(in srgb, var(--heat) 100%, var(--ink)); }
        .plot-heat-4 { fill: color-mix(in srgb, var(--heat) 70%, var(--ink)); }
        .plot-heat-5 { fill: color-mix(in srgb, var(--heat) 40%, var(--ink)); }
        .plot-map rect { shape-rendering: crispEdges; }
        .plot-hatch { fill: none; stroke: var(--surface); stroke-width: 1.4; }
        .plot-hatched { pointer-events: none; }
        .plot-leak .plot-value { fill: var(--bad); }
        .plot-legend, .plot-more { color: var(--muted); font-size: .8125rem; margin: .5rem 0; }
        .plot-entry { display: inline-block; margin-right: 1rem; }
        .plot-entry svg { vertical-align: -3px; }
        .plot-numbers summary { font-size: .875rem; cursor: pointer; }
        .plot-wide { display: none; }
        @container (min-width: 44rem) {
          .plot-wide { display: inline; }
          .plot-narrow { display: none; }
        }
        @media print {
          .plot svg { print-color-adjust: exact; }
          .plot.plot-heat { break-inside: auto; }
        }

        """
}
