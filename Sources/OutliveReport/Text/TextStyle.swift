/// How text is printed; who prints it knows the terminal.
public struct TextStyle: Hashable, Sendable {
    /// Whether ANSI colours are used.
    public var color: Bool
    /// Whether characters beyond ASCII are used; without them they appear as `?`.
    public var unicode: Bool
    /// The most columns a line may take, at least 40; the summary line alone may be longer.
    public var width: Int
    /// Whether the text goes to the log of a GitHub Actions step, where text from outside must not become a command.
    public var isWorkflowLog: Bool

    /// Makes a style; plain text of 80 columns by default.
    public init(color: Bool = false, unicode: Bool = true, width: Int = 80, isWorkflowLog: Bool = false) {
        self.color = color
        self.unicode = unicode
        self.width = max(width, 40)
        self.isWorkflowLog = isWorkflowLog
    }
}
