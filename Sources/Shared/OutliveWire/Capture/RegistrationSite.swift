/// The source position of a `track` call or, in the heap tier, of an allocation.
public struct RegistrationSite: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The compiler's `#fileID`, as in `Module/File.swift`.
    ///
    /// For an allocation without debug information it is `library+0x12AB`, with the offset of the return address.
    public var fileID: String
    /// The line, counted from 1; 0 if it is unknown.
    public var line: Int
    /// The column, counted from 1; 0 if it is unknown or not distinguished.
    public var column: Int

    /// Creates a position from the compiler's `#fileID`, `#line` and `#column`.
    public init(fileID: String, line: Int, column: Int) {
        self.fileID = fileID
        self.line = line
        self.column = column
    }

    /// The position as editors read it, such as `Module/File.swift:12`; without a line, `fileID` alone.
    public var description: String { line == 0 ? fileID : "\(fileID):\(line)" }
}
