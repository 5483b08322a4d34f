/// Where a report is read; who writes it knows.
public struct ReportContext: Hashable, Sendable {
    /// What the terminal or file can show.
    public var style: TextStyle
    /// The absolute path of the checkout that the application was built from; empty when it is not known.
    public var root: String

    /// Makes a context; by default plain text, and a checkout that is not known.
    public init(style: TextStyle = TextStyle(), root: String = "") {
        self.style = style
        self.root = root
    }
}
