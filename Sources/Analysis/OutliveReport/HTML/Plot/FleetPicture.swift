internal import OutliveModel

extension FleetHistory {
    /// The height of a machine's row, in CSS pixels, and the part of the width that its name takes.
    private static let pitch = 18.0
    private static let left = 0.25

    /// The history as a calendar for each cause, with a row for each machine and a column for each day.
    var figure: HTMLNode {
        .tag("figure", ["class": "plot plot-fleet"]) {
            HTMLNode.tag("figcaption") { "Causes by machine and day" }
            for (index, row) in rows.enumerated() { calendar(of: row, number: index + 1) }
            legend
            if otherCauses > 0 || otherPlaces > 0 {
                HTMLNode.tag("p", ["class": "plot-more"]) {
                    let left = [(otherCauses, "cause"), (otherPlaces, "machine")].filter { $0.0 > 0 }
                    "\(left.map { counted($0.0, $0.1) }.joined(separator: " and ")) more in the raw data."
                }
            }
            numbers
        }
    }

    @HTMLBuilder
    private func calendar(of row: Row, number: Int) -> [HTMLNode] {
        let id = "plot-fleet-\(number)"
        let title = elided(row.cause.title, to: 120, .middle)
        let bottom = Double(places.count) * Self.pitch
        HTMLNode.tag("p", ["class": "plot-caption"]) { HTMLNode.code(title) }
        HTMLNode.picture(
            id: id, title: "\(title), by machine and day", description: sentence(of: row), kind: "plot-map",
            height: bottom + 24
        ) {
            let scale = HeatScale(greatest: row.highest)
            for (index, place) in places.enumerated() {
                let top = Double(index) * Self.pitch
                names(place, y: top + 13)
                for (column, cell) in row.cells[index].enumerated() {
                    if let cell {
                        HTMLNode.box(
                            from: across(column), to: across(column + 1), y: top + 2, height: Self.pitch - 4,
                            kind: cell.seen == 0 ? "plot-clear" : "plot-heat-\(scale.strength(of: cell.amount))",
                            says: "\(place), \(days(column)): \(words(of: cell, row.cause))")
                    }
                }
            }
            HTMLNode.line(from: (Self.left, bottom), to: (1, bottom), kind: "plot-axis")
            ends(bottom + 15)
        }
    }

    /// Returns the name of a machine at the left, shorter on a narrow page.
    @HTMLBuilder
    private func names(_ place: String, y: Double) -> [HTMLNode] {
        let (narrow, wide) = (elided(place, to: 10, .head), elided(place, to: 24, .head))
        if narrow == wide {
            HTMLNode.label(wide, at: 0, y: y, anchor: .start, kind: "plot-label")
        } else {
            HTMLNode.label(narrow, at: 0, y: y, anchor: .start, kind: "plot-label plot-narrow")
            HTMLNode.label(wide, at: 0, y: y, anchor: .start, kind: "plot-label plot-wide")
        }
    }

    /// The first and the last day, below the ends of the axis.
    @HTMLBuilder
    private func ends(_ y: Double) -> [HTMLNode] {
        if let first = columns.first, let last = columns.last {
            HTMLNode.label("\(first.lowerBound)", at: Self.left, y: y, anchor: .start, kind: "plot-tick")
            if first.lowerBound < last.upperBound {
                HTMLNode.label("\(last.upperBound)", at: 1, y: y, anchor: .end, kind: "plot-tick")
            }
        }
    }

    private func across(_ column: Int) -> Double {
        Self.left + (1 - Self.left) * Double(column) / Double(max(columns.count, 1))
    }

    private func words(of cell: Cell, _ cause: Cause) -> String {
        guard cell.seen > 0 else { return "not in \(counted(cell.runs, "run"))" }
        let amount = cell.amount > 0 ? ", at most \(cause.leader.unit.description(of: cell.amount))" : ""
        return "in \(cell.seen) of \(counted(cell.runs, "run"))\(amount)"
    }

    private func sentence(of row: Row) -> String {
        let seen = sightings(of: row)
        let first = seen.min { $0.first < $1.first }
        return "Seen on \(seen.count) of \(counted(places.count, "machine"))"
            + (first.map { ", first on \($0.first) on \($0.place)" } ?? "") + ". The table below has the numbers."
    }

    private var legend: HTMLNode {
        .tag("p", ["class": "plot-legend"]) {
            PlotMark.entry("few objects") { swatch("plot-heat-1") }
            PlotMark.entry("the most in a run of the cause") { swatch("plot-heat-\(HeatScale.maximum)") }
            PlotMark.entry("ran without it") { swatch("plot-clear") }
            "No box: nothing ran."
        }
    }

    private func swatch(_ kind: String) -> HTMLNode {
        .tag("rect", ["class": kind, "x": "0.5", "y": "2.5", "width": "15", "height": "11"])
    }

    /// The numbers as a collapsed table, for screen readers and for exact values.
    private var numbers: HTMLNode {
        let all = rows.flatMap { row in sightings(of: row).map { (row.cause, $0) } }
        return .folded("The numbers", class: "plot-numbers") {
            HTMLTable(
                label: "Causes by machine and day, as numbers",
                columns: [
                    .text("Cause"), .text("On"), .text("First"), .text("Last"), .number("Runs"), .number("At most"),
                ], noun: "machine", isWide: true
            ).node(all) { cause, sighting in
                [
                    .code(cause.title, limit: 160), .text(sighting.place), .text(sighting.first), .text(sighting.last),
                    .text("\(sighting.seen) of \(sighting.runs)"),
                    .text(cause.leader.unit.description(of: sighting.amount)),
                ]
            }
        }
    }
}

extension HeatScale {
    /// Returns the colour of a count on a scale whose greatest count has the strongest one.
    fileprivate func strength(of count: Int) -> Int {
        max(Self.maximum - levels.count + max(level(of: count), 1), 1)
    }
}
