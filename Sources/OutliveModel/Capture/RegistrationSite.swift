/// The source position of a `track` call; in the heap tier of an allocation.
public struct RegistrationSite: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The compiler's `#fileID`: `Module/File.swift`; of an allocation without debug information `library+0x12AB`, the
    /// offset of its return address.
    public var fileID: String
    /// The line, counted from 1; 0 where it is not known.
    public var line: Int
    /// The column, counted from 1.
    public var column: Int

    /// Makes a position from the compiler's `#fileID`, `#line` and `#column`.
    public init(fileID: String, line: Int, column: Int) {
        self.fileID = fileID
        self.line = line
        self.column = column
    }

    /// `Module/File.swift:12`, as people and editors read it; the first part alone where there is no line.
    public var description: String { line == 0 ? fileID : "\(fileID):\(line)" }
}
