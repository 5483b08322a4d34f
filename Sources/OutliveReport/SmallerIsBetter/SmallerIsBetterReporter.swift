public import OutliveModel

/// The figures of a run of which less is better, as the tool `customSmallerIsBetter` of github-action-benchmark reads
/// them, to be followed from commit to commit.
public struct SmallerIsBetterReporter: Reporter {
    /// Makes a reporter.
    public init() {}

    /// The figures as UTF-8; one at least, as the action takes an empty list for a mistake.
    public func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(report.foldingUntraced.figures.filter(\.value.isFinite))
    }
}

extension ReportFormat {
    /// Figures to be followed from commit to commit.
    public static let customSmallerIsBetter = ReportFormat(name: "customSmallerIsBetter") { _ in
        SmallerIsBetterReporter()
    }
}

/// One figure, by the names of the action.
struct Figure: Encodable {
    /// What it is, the same in every run: figures are followed by their names.
    var name: String
    /// Always the same for a name.
    var unit: String
    var value: Double
    /// `± 0.0012`, in the unit.
    var range: String?
    /// What is shown beside the point.
    var extra: String?

    init(_ name: String, _ unit: String, _ value: Double, deviation: Double? = nil, extra: String? = nil) {
        self.name = name
        self.unit = unit
        self.value = value
        range = deviation.flatMap { $0.isFinite ? "± \($0)" : nil }
        self.extra = extra
    }
}
