public import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The whole report for machines; `docs/report-format.md` is its grammar.
public struct JSONReporter: Reporter {
    /// Makes a reporter.
    public init() {}

    /// The report as UTF-8, pretty-printed with sorted keys and a line end.
    public func bytes(for report: Report) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: NonFinite.infinity, negativeInfinity: NonFinite.negativeInfinity, nan: NonFinite.nan)
        return try Array(encoder.encode(Document(report: report))) + [UInt8(ascii: "\n")]
    }
}

extension ReportFormat {
    /// The whole report for machines.
    public static let json = ReportFormat(name: "json") { _ in JSONReporter() }
}

/// How numbers that JSON cannot express are written: as strings.
enum NonFinite {
    static let infinity = "Infinity"
    static let negativeInfinity = "-Infinity"
    static let nan = "NaN"
}

/// A report with what readers would otherwise have to work out from it.
private struct Document: Encodable {
    let report: Report

    enum Derived: String, CodingKey {
        case outcome
        case summary
    }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: Derived.self)
        try container.encode(report.outcome, forKey: .outcome)
        try container.encode(report.summaryLine, forKey: .summary)
    }
}
