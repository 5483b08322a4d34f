/// The results of `outlive memory`, from which all formats of the report are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct MemoryReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = MemoryReport.currentFormat
    package var toolVersion: String
    /// The process ID, or the path of a core file or snapshot.
    package var target: String
    /// The breakdowns in the order of the looks; at least one.
    package var looks: [MemoryBreakdown]
    package var verdict: MemoryVerdict
    /// What the program could save; `nil` if it is unknown.
    package var savings: Savings?
    /// Remarks on how the figures were obtained.
    package var notes: [String]

    package init(
        toolVersion: String, target: String, looks: [MemoryBreakdown], verdict: MemoryVerdict, notes: [String] = []
    ) {
        (self.toolVersion, self.target, self.looks) = (toolVersion, target, looks)
        (self.verdict, self.notes) = (verdict, notes)
    }
}

/// The use of resident memory at the end of a run, with its main reason.
package struct MemoryUse: Codable, Hashable, Sendable {
    /// The maximum number of items of each part in the report of a run.
    package static let maximumItems = 20

    package var breakdown: MemoryBreakdown
    package var verdict: MemoryVerdict

    package init(breakdown: MemoryBreakdown, verdict: MemoryVerdict) {
        self.breakdown = breakdown
        self.verdict = verdict
    }
}

extension MemoryBreakdown {
    /// Returns the breakdown with only the largest items of each part.
    package func withItems(atMost count: Int) -> Self {
        var brief = self
        for index in brief.parts.indices { brief.parts[index].items = Array(brief.parts[index].items.prefix(count)) }
        return brief
    }
}

extension MemoryReport {
    /// Creates the report of one look, which cannot show growth.
    package init(of look: MemoryBreakdown, target: String, notes: [String] = []) {
        let growth = MemoryVerdict.Growth([look.live], [], warmup: MemoryVerdict.Growth.warmup)
        self.init(
            toolVersion: OutliveModel.toolVersion, target: target, looks: [look],
            verdict: MemoryVerdict(look, growth: growth), notes: notes)
    }

    /// Creates the report of the memory at the end of a run, which judged its growth.
    package init(of use: MemoryUse, target: String) {
        self.init(
            toolVersion: OutliveModel.toolVersion, target: target, looks: [use.breakdown], verdict: use.verdict)
    }
}
