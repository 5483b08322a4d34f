package import OutliveModel

/// An output format of a diagnosis, by its name on the command line.
package enum DiagnosisFormat: String, CaseIterable, Sendable {
    /// Text for a terminal.
    case text
    /// The complete diagnosis as JSON.
    case json

    /// Returns a diagnosis in this format.
    ///
    /// - Parameters:
    ///   - diagnosis: The diagnosis of an executable.
    ///   - style: The width and character set of text.
    /// - Throws: An error of the encoder if the format cannot express a value.
    package func bytes(for diagnosis: Diagnosis, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text:
            var page = Page(style: style)
            page.write(diagnosis)
            return Array((page.lines.joined(separator: "\n") + "\n").utf8)
        case .json: return try jsonDocument(Concluded(value: diagnosis, outcome: diagnosis.outcome))
        }
    }
}
