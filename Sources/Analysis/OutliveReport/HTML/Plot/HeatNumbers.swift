internal import OutliveModel

/// The numbers of a heat map, for screen readers and for exact values.
enum HeatNumbers {
    /// Returns a collapsed table.
    static func node(_ rows: [HeatRow]) -> HTMLNode {
        .folded("The numbers", class: "plot-numbers") {
            HTMLTable(
                label: "Survivors by cycle, as numbers",
                columns: [.text("finding"), .text("verdict")]
                    + ["cycles", "after warm-up", "at most", "at last"].map { .number($0) }, noun: "finding"
            ).node(
                rows.map { row in
                    let counts = [row.finding.live.count, row.course.afterWarmup, row.course.most, row.course.last]
                    return [.text(elided(row.name, to: 120, .middle)), .text(row.verdict)]
                        + counts.map { .text(String($0)) }
                })
        }
    }
}
