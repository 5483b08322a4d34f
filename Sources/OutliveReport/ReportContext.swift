/// Where a report is read, and what of it was asked for; who writes it knows.
public struct ReportContext: Hashable, Sendable {
    /// What the terminal or file can show.
    public var style: TextStyle
    /// The absolute path of the checkout that the application was built from; empty when it is not known.
    public var root: String
    /// Whether known growth of libraries is listed, where a format would only count it.
    public var showsKnown: Bool
    /// Reads the source, for formats that quote it; nil where none is to be quoted.
    public var source: SourceReader?

    /// Makes a context; by default plain text, a checkout that is not known, known growth counted, and no source.
    public init(
        style: TextStyle = TextStyle(), root: String = "", showsKnown: Bool = false, source: SourceReader? = nil
    ) {
        self.style = style
        self.root = root
        self.showsKnown = showsKnown
        self.source = source
    }
}
