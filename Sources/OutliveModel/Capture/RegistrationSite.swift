/// The source position of a `track` call.
public struct RegistrationSite: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The compiler's `#fileID`: `Module/File.swift`.
    public var fileID: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1.
    public var column: Int

    /// Makes a position from the compiler's `#fileID`, `#line` and `#column`.
    public init(fileID: String, line: Int, column: Int) {
        self.fileID = fileID
        self.line = line
        self.column = column
    }

    /// `Module/File.swift:12`, as people and editors read it.
    public var description: String { "\(fileID):\(line)" }
}
