/// The result of an audit of an executable or a library.
package struct Audit: Codable, Hashable, Sendable {
    /// A part of Outlive contained in the file.
    package struct Finding: Codable, Hashable, Sendable {
        /// The part.
        package var part: AuditPart
        /// The markers found, each at its first occurrence.
        package var evidence: [Evidence]
    }

    /// An occurrence of a marker.
    package struct Evidence: Codable, Hashable, Sendable {
        /// The kind of marker.
        package var kind: AuditMarker.Kind
        /// The marker in the list of `AuditPart`.
        package var marker: String
        /// The complete symbol, string or library name around the marker, demangled and printable.
        package var text: String
        /// The offset in the file, or `nil` for a library name.
        package var offset: UInt64?
        /// The section that contains the occurrence, if the file has sections.
        package var section: String?
    }

    /// The path of the file.
    package var path: String
    /// The path of the file that needs it, or `nil` for a file named by the user.
    package var neededBy: String?
    /// The parts found, in the order of `AuditPart`.
    package var findings: [Finding]
}

/// An error that prevented the audit of a file.
package struct AuditFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    package var path: String
    /// The problem and its remedy.
    package var reason: String

    /// The path and the reason, in one line.
    package var description: String { "cannot audit \(path): \(reason)" }
}
