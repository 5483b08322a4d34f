internal import OutliveModel
internal import OutliveSupport

extension Presentation {
    /// The name of the measured program, or `nil` if it is not known.
    var program: String? {
        if report.isOfTests { return "swift test" }
        let plan = report.plan
        let launched =
            report.listed != nil
            ? nil : plan.launch.split(separator: " ").first?.split(separator: "/").last.map(String.init)
        return (plan.program ?? launched).map { elided(oneLine($0), to: 60, .middle) }
    }

    /// The command of Outlive that makes such a report, or `nil` for tests, whose program says it.
    var command: String? {
        if isMerged { return "merge" }
        if report.isOfTests { return nil }
        if report.listed != nil { return "leaks-log" }
        if report.plan.attachment != nil { return "watch" }
        return report.plan.pairs > 0 ? "bench" : "soak"
    }

    /// The day and minute of the start, `2026-01-02 03:04`, or `nil` if it is not known.
    var moment: String? {
        let text = oneLine(report.startedAt)
        return text.count < 16 ? nil : String(text.prefix(16)).replacing("T", with: " ")
    }
}
