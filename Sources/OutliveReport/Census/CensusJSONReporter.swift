internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A census, or what is in a snapshot, for machines; `docs/report-format.md` is its grammar.
struct CensusJSONReporter {
    /// The report as UTF-8, pretty-printed with sorted keys and a line end.
    func bytes(for report: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(report)) + [UInt8(ascii: "\n")]
    }
}
