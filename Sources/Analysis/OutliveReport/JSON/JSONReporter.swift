package import OutliveModel

/// The complete report as JSON. `docs/report-format.md` describes the format.
package struct JSONReporter: Reporter {
    /// Creates a reporter.
    package init() {}

    /// Returns the report in UTF-8 with sorted keys and a final line feed.
    package func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(
            Concluded(
                value: report, outcome: report.outcome, summary: report.summaryLine,
                causes: report.foldingUntraced.causes.map { CauseDocument($0) }))
    }
}

extension ReportFormat {
    /// The complete report as JSON.
    package static let json = ReportFormat(name: "json") { _ in JSONReporter() }
}

/// A cause in the JSON report.
struct CauseDocument: Encodable {
    private struct Suspect: Encodable {
        var name: String
        var location: SourceLine?
        var pattern: LeakPattern?

        private enum Key: String, CodingKey { case name, location, pattern }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            // Unknown values are written as null and not omitted.
            try container.encode(location, forKey: .location)
            try container.encode(pattern, forKey: .pattern)
        }
    }

    private struct Leaked: Encodable {
        var row: LeakedType

        private enum Key: String, CodingKey { case type, site, objects, bytes }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(row.type, forKey: .type)
            try container.encode(row.site, forKey: .site)
            try container.encode(row.objects, forKey: .objects)
            try container.encode(row.bytes, forKey: .bytes)
        }
    }

    private let culprit: Suspect
    private let hint: String
    private let doubt: String?
    private let fingerprint: String
    private let verdict: Verdict?
    private let title: String
    private let bytesPerCycle: Int?
    private let leaked: [Leaked]

    /// Creates the document of a cause.
    ///
    /// - Parameter isOfRun: `false` for a cause of a snapshot, which has no cycles and no verdict.
    init(_ cause: Cause, isOfRun: Bool = true) {
        title = cause.title
        culprit = Suspect(name: cause.name, location: cause.location, pattern: cause.culprit?.pattern)
        hint = cause.hint
        doubt = cause.culprit?.doubt
        fingerprint = cause.fingerprint
        verdict = isOfRun ? cause.verdict : nil
        bytesPerCycle = isOfRun ? cause.bytesPerCycle : nil
        leaked = cause.leaked.map(Leaked.init)
    }
}
