/// What an application is to find when a test begins.
public enum Fixture: Hashable, Sendable {
    /// A copy of a file or of a folder; a path that is not absolute is looked for in the current directory.
    case copy(of: String)
    /// A document that is yet to be made, in a folder that is there and empty; the name has no `/`.
    case newDocument(named: String)
}
