public import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A format that a diagnosis can be reported in, by the name that people ask for it.
public enum DiagnosisFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For machines.
    case json

    /// The diagnosis in this format.
    ///
    /// - Parameters:
    ///   - diagnosis: what was found.
    ///   - style: what the terminal or file can show.
    /// - Throws: an error of the encoder when a value cannot be expressed in the format.
    public func bytes(for diagnosis: Diagnosis, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text:
            var page = Page(style: style)
            page.write(diagnosis)
            return Array((page.lines.joined(separator: "\n") + "\n").utf8)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(Document(diagnosis: diagnosis))) + [UInt8(ascii: "\n")]
        }
    }
}

/// A diagnosis with what readers would otherwise have to work out from it.
private struct Document: Encodable {
    let diagnosis: Diagnosis

    enum Derived: String, CodingKey {
        case outcome
    }

    func encode(to encoder: any Encoder) throws {
        try diagnosis.encode(to: encoder)
        var container = encoder.container(keyedBy: Derived.self)
        try container.encode(diagnosis.outcome, forKey: .outcome)
    }
}
