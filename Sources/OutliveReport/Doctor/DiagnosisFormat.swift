public import OutliveModel

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
        case .json: return try jsonDocument(Concluded(value: diagnosis, outcome: diagnosis.outcome))
        }
    }
}
