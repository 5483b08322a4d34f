package import OutliveModel

/// The figures of a run of which smaller values are better, in the format of github-action-benchmark's tool
/// `customSmallerIsBetter`.
package struct SmallerIsBetterReporter: Reporter {
    /// Creates a reporter.
    package init() {}

    /// Returns the figures in UTF-8, at least one, because the action rejects an empty list.
    package func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(report.foldingUntraced.figures.filter(\.value.isFinite))
    }
}

extension ReportFormat {
    /// Figures to compare over commits.
    package static let customSmallerIsBetter = ReportFormat(name: "customSmallerIsBetter") { _ in
        SmallerIsBetterReporter()
    }
}

/// A figure, with the key names of the action.
struct Figure: Encodable {
    /// The name, the same in each run, as the action compares figures by name.
    var name: String
    /// The unit, always the same for a name.
    var unit: String
    var value: Double
    /// The deviation in the unit: `± 0.0012`.
    var range: String?
    /// The note beside the point in a chart.
    var extra: String?

    init(_ name: String, _ unit: String, _ value: Double, deviation: Double? = nil, extra: String? = nil) {
        self.name = name
        self.unit = unit
        self.value = value
        range = deviation.flatMap { $0.isFinite ? "± \($0)" : nil }
        self.extra = extra
    }
}
