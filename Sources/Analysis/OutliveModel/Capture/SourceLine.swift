package struct SourceLine: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The file as the debug information spells it.
    package var file: String
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The file's last component and the line: `Feed.swift:42`.
    package var description: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
}
