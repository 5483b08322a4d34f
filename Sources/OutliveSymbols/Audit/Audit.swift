/// What the audit of an executable or a library found in it.
package struct Audit: Codable, Hashable, Sendable {
    /// A part of Outlive that is in the file.
    package struct Finding: Codable, Hashable, Sendable {
        /// The part.
        package var part: AuditPart
        /// By what it was recognised: each of its markers that was found once, where it is first.
        package var evidence: [Evidence]
    }

    /// A place by which a part was recognised.
    package struct Evidence: Codable, Hashable, Sendable {
        /// What was found.
        package var kind: AuditMarker.Kind
        /// The marker in the list of `AuditPart`.
        package var marker: String
        /// The whole of what was found, demangled: it holds printable characters only.
        package var text: String
        /// Where in the file it begins; nil of a library.
        package var offset: UInt64?
        /// The section that it lies in, if the file has sections.
        package var section: String?
    }

    /// The file's path.
    package var path: String
    /// The path of the file that needs it; nil of one that was named.
    package var neededBy: String?
    /// The parts that were found, in the order of `AuditPart`.
    package var findings: [Finding]
}

/// Why a file could not be audited: nothing can be said of what is in it.
package struct AuditFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    package var path: String
    /// What is the matter, and what to do.
    package var reason: String

    /// Both, in one line.
    package var description: String { "cannot audit \(path): \(reason)" }
}
