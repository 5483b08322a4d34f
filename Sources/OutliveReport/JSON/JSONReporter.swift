public import OutliveModel

/// The whole report for machines; `docs/report-format.md` is its grammar.
public struct JSONReporter: Reporter {
    /// Makes a reporter.
    public init() {}

    /// The report as UTF-8, pretty-printed with sorted keys and a line end.
    public func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(
            Concluded(
                value: report, outcome: report.outcome, summary: report.summaryLine,
                causes: report.foldingUntraced.causes.map { CauseDocument($0) }))
    }
}

extension ReportFormat {
    /// The whole report for machines.
    public static let json = ReportFormat(name: "json") { _ in JSONReporter() }
}

/// A cause as readers of the JSON report see it.
struct CauseDocument: Encodable {
    private struct Suspect: Encodable {
        var name: String
        var location: SourceLine?
        var pattern: LeakPattern?

        private enum Key: String, CodingKey { case name, location, pattern }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            // Null, rather than absent, where they are not known.
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

    /// Makes the document of a cause.
    ///
    /// - Parameter isOfRun: false of a snapshot's, which has no cycles and no verdict.
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
