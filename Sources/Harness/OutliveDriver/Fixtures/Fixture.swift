/// The file or folder that an application finds when a test begins.
public enum Fixture: Hashable, Sendable {
    /// A copy of a file or folder; a relative path refers to the current directory.
    case copy(of: String)
    /// A document that the application creates in an existing, empty folder; the name has no `/`.
    case newDocument(named: String)
}
