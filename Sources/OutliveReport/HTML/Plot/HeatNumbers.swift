internal import OutliveModel

/// The numbers of a heat map, for those who do not see it and those who want to know.
enum HeatNumbers {
    private static let heading = ["finding", "verdict", "cycles", "after warm-up", "at most", "at last"]

    /// A table that opens and, where the page is narrow, scrolls.
    static func node(_ rows: [HeatRow]) -> HTMLNode {
        .tag("details", ["class": "plot-numbers"]) {
            HTMLNode.tag("summary") { "The numbers" }
            HTMLNode.tag(
                "div",
                ["class": "plot-scroll", "tabindex": "0", "role": "region", "aria-label": "What was alive, in numbers"]
            ) {
                HTMLNode.tag("table") {
                    HTMLNode.tag("thead") {
                        HTMLNode.tag("tr") {
                            for text in heading { HTMLNode.tag("th", ["scope": "col"]) { text } }
                        }
                    }
                    HTMLNode.tag("tbody") {
                        for row in rows { cells(of: row) }
                    }
                }
            }
        }
    }

    private static func cells(of row: HeatRow) -> HTMLNode {
        let course = row.course
        let counts = [row.finding.live.count, course.afterWarmup, course.most, course.last]
        return .tag("tr") {
            HTMLNode.tag("th", ["scope": "row"]) { elided(oneLine(row.finding.key.name), to: 120, .middle) }
            for text in [row.verdict] + counts.map(String.init) { HTMLNode.tag("td") { text } }
        }
    }
}
